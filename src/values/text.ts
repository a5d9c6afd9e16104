// The same text rules everywhere, independent of the database's locale.

// The Stream-Safe Text Format of Unicode (UAX #15): no writing has more marks on one letter.
const longMarks = /\p{M}{30}/gu

/**
 * A Unicode normalisation form, in time that grows with the length: that of `String.normalize` grows with the square of a run of combining
 * marks, 2.6 s for 120 kB. Such runs are interrupted by U+034F.
 */
export function normalised(text: string, form: 'NFC' | 'NFKC'): string {
  return text.replace(longMarks, '$&\u034F').normalize(form)
}

/** NFC, without outer white space, with inner runs of it as one blank: the form in which names are stored. */
export function tidyName(text: string): string {
  return normalised(text, 'NFC').trim().replace(/\s+/gu, ' ')
}

// Joiners are permitted in names in these scripts, and within emoji; nowhere else.
const joinedScripts = ['Arab', 'Syrc', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mong', 'Tibt']
const joiner = new RegExp(`(?<=[${joinedScripts.map((script) => `\\p{Script=${script}}`).join('')}\\p{Extended_Pictographic}]\\p{M}*)[\u200C\u200D]`, 'gu')

/** True for text with control characters or invisible marks, with which two different names would look alike. */
export function hasUnseenCharacters(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]/u.test(text.replace(joiner, ''))
}

/** The form in which names and e-mail addresses are compared: tidy, compatibility-composed, one case. */
export function folded(text: string): string {
  // Down, up and down again: some letters reach their common lower case only through upper case (ß and ẞ are both SS), and Greek letters
  // are decomposed on the way and must be composed again.
  return normalised(tidyName(normalised(text, 'NFKC')).toLowerCase().toUpperCase().toLowerCase(), 'NFC')
}

/** Converts digits of any script to ASCII. */
export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0) ?? 48
    let zero = point
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
    // Some scripts have the digits of several styles in a row.
    return String((point - zero) % 10)
  })
}

/** Length in Unicode code points, the unit of every length limit (A-067). */
export function codePointCount(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** False for text that PostgreSQL cannot store unchanged: NUL, and half of a surrogate pair. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
