// Destinations of messages as others than their owner may see them.

const digitsShownMax = 4
const digitsHiddenMin = 2

/** All but the last four digits as asterisks, and never fewer than two of them. */
export function maskedPhone(digits: string): string {
  const shown = Math.min(digitsShownMax, digits.length - digitsHiddenMin)
  return '*'.repeat(digits.length - shown) + digits.slice(-shown)
}

/** `m***@example.org`, however long the name is. */
export function maskedEmail(address: string): string {
  const [first = ''] = address
  return `${first}***${address.slice(address.lastIndexOf('@'))}`
}
