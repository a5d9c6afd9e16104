// Masks destinations of messages for everyone but their owner.

const digitsShownMax = 4
const digitsHiddenMin = 2

/** Masks all but the last four digits with asterisks, and always at least two digits. */
export function maskedPhone(digits: string): string {
  const shownCount = Math.min(digitsShownMax, digits.length - digitsHiddenMin)
  return '*'.repeat(digits.length - shownCount) + digits.slice(-shownCount)
}

/** `m***@example.org`, whatever the length of the name. */
export function maskedEmail(address: string): string {
  const [first = ''] = address
  return `${first}***${address.slice(address.lastIndexOf('@'))}`
}
