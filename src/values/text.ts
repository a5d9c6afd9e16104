// One rule for text everywhere, kept out of the database's locale.

/** NFC, outer white space off, inner runs of it one blank: the form names are stored in. */
export function tidyName(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/gu, ' ')
}

// The joiners belong to the spelling of names in these scripts, and to pictures made of several; to nothing else.
const joinedScripts = ['Arab', 'Syrc', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mong', 'Tibt']
const joiner = new RegExp(`(?<=[${joinedScripts.map((script) => `\\p{Script=${script}}`).join('')}\\p{Extended_Pictographic}]\\p{M}*)[\u200C\u200D]`, 'gu')

/** True for text with control characters, or with marks that are not seen: two such names look alike and are not. */
export function hasUnseenCharacters(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]/u.test(text.replace(joiner, ''))
}

/** The form names and e-mail addresses are compared in: tidy, compatibility-composed, one case. */
export function folded(text: string): string {
  // Down, up and down again: some letters have a lower case only by way of their upper one (ß and ẞ are
  // both SS), and Greek letters come back in pieces that have to be composed again.
  return tidyName(text.normalize('NFKC')).toLowerCase().toUpperCase().toLowerCase().normalize('NFC')
}

/** Length in Unicode code points, the unit of every length limit (A-067). */
export function codePointCount(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** False for what PostgreSQL cannot store as it came: NUL, and half of a surrogate pair. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
