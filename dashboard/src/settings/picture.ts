// Reads a picture from a file as the settings take it: a data URL of a bounded size. The service
// checks type and size again.

export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml']
const bytesMax = 64 * 1024
/** Browsers need seconds for pictures that are larger, and a logo never is. */
const fileBytesMax = 20 * 1024 * 1024
/** A picture that is too large is drawn with at most so many pixels on a side. */
const sides = [512, 256, 128]

export async function readPicture(
  file: File,
): Promise<{ url: string } | { problem: 'type' | 'size' }> {
  if (!pictureTypes.includes(file.type)) return { problem: 'type' }
  if (file.size <= bytesMax) return { url: await toDataUrl(file) }
  if (file.type === 'image/svg+xml' || file.size > fileBytesMax) return { problem: 'size' }
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return { problem: 'type' }
  for (const side of sides) {
    const smaller = await draw(bitmap, side)
    if (smaller && smaller.size <= bytesMax) return { url: await toDataUrl(smaller) }
  }
  return { problem: 'size' }
}

function draw(bitmap: ImageBitmap, side: number): Promise<Blob | null> {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  // PNG keeps what is transparent, in every browser.
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
