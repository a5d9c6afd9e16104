// How many messages a text takes by SMS: carriers count and charge each (3GPP TS 23.038).

/** The characters of the default alphabet that take one place. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Those that take two. */
const extended = new Set('\f^{}\\[~]|€')

/**
 * The number of messages that a text takes: 160 places each in the default alphabet, or 153 of
 * several; with any other character 70 units of UTF-16, or 67 of several. 0 for an empty text.
 */
export function countSmsSegments(text: string): number {
  const characters = [...text]
  const isDefault = characters.every((one) => basic.has(one) || extended.has(one))
  const sizes = characters.map((one) => (isDefault ? Number(extended.has(one)) + 1 : one.length))
  const [alone, several] = isDefault ? [160, 153] : [70, 67]
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (total <= alone) return total === 0 ? 0 : 1
  // No character is split between two messages.
  let segments = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > several) {
      segments += 1
      used = 0
    }
    used += size
  }
  return segments
}
