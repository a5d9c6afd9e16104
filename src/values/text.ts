// One rule for text everywhere, kept out of the database's locale.

/** NFC, outer white space off, inner runs of it one blank: the form names are stored in. */
export function tidyName(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/gu, ' ')
}

/** The form names and e-mail addresses are compared in: tidy, compatibility-composed, one case. */
export function folded(text: string): string {
  // Down, up and down again: some letters have a lower case only by way of their upper one (ß and ẞ are
  // both SS), and Greek letters come back in pieces that have to be composed again.
  return tidyName(text.normalize('NFKC')).toLowerCase().toUpperCase().toLowerCase().normalize('NFC')
}

/** Length in Unicode code points, the unit of every length limit. */
export function codePointCount(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** False for what PostgreSQL cannot store as it came: NUL, and half of a surrogate pair. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
