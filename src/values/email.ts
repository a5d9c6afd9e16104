/** True for one address of the form people are written to under. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/u.test(text)
}

/**
 * The form in which an address is written to and two spellings of it are one destination. Lower case and no more: the folding of names
 * takes ı for i, and would show the owner of one mailbox what belongs to another.
 */
export function normalisedEmail(text: string): string {
  return text.trim().normalize('NFC').toLowerCase()
}
