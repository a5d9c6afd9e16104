// The body of another server's answer, whose size is not trusted.

/** The bytes of a body; undefined, with the rest unread, if there are more than `bytesMax`. */
export async function readBodyWithin(
  body: Response['body'],
  bytesMax: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > bytesMax) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
