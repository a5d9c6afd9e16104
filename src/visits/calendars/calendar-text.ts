// The text of a calendar, from a server or a file.

const utf16Little = Buffer.from([0xff, 0xfe])
const utf16Big = Buffer.from([0xfe, 0xff])

/**
 * The text of a calendar with its lines unfolded. They are unfolded as bytes: many programs count
 * bytes and fold within a character. What is not UTF-8 is no reason to refuse a calendar, since all
 * that is read of it is ASCII.
 */
export function calendarText(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const firstBytes = buffer.subarray(0, 2)
  if (firstBytes.equals(utf16Little)) return unfoldLines(new TextDecoder('utf-16le').decode(buffer))
  if (firstBytes.equals(utf16Big)) return unfoldLines(new TextDecoder('utf-16be').decode(buffer))
  return Buffer.from(unfoldLines(buffer.toString('latin1')), 'latin1').toString()
}

const unfoldLines = (text: string) => text.replaceAll(/(?:\r\n|\n|\r)[ \t]/g, '')
