// The same text rules everywhere, independent of the database's locale.

// The Stream-Safe Text Format of Unicode (UAX #15): no writing has more marks on one letter.
const longMarks = /\p{M}{30}/gu

/**
 * A Unicode normalisation form, in time that grows linearly with the length. The time of
 * `String.normalize` grows with the square of a run of combining marks: 2.6 s for 120 kB. Such runs
 * are interrupted by U+034F.
 */
export function normaliseUnicode(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return text.replace(longMarks, '$&\u034F').normalize(form)
}

/**
 * NFC without outer white space, and with inner runs of it replaced by one blank: the form in which
 * names are stored.
 */
export function tidyName(text: string): string {
  return normaliseUnicode(text, 'NFC').trim().replace(/\s+/gu, ' ')
}

// Joiners are permitted in names in these scripts, and within emoji; nowhere else.
const joinedScripts = [
  'Arab',
  'Syrc',
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
  'Knda',
  'Mlym',
  'Sinh',
  'Khmr',
  'Mong',
  'Tibt',
]
const joiner = new RegExp(
  `(?<=[${joinedScripts.map((script) => `\\p{Script=${script}}`).join('')}\\p{Extended_Pictographic}]\\p{M}*)[\u200C\u200D]`,
  'gu',
)

/**
 * True for text with control characters or invisible marks, with which two different names would
 * look alike.
 */
export function hasInvisibleCharacters(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]/u.test(text.replace(joiner, ''))
}

/**
 * The form in which names and e-mail addresses are compared: tidy, compatibility-composed, one
 * case.
 */
export function foldText(text: string): string {
  // The case goes down, up and down again: some letters reach their common lower case only through
  // upper case (ß and ẞ are both SS), and Greek letters are decomposed on the way and must be
  // composed again.
  return normaliseUnicode(
    tidyName(normaliseUnicode(text, 'NFKC')).toLowerCase().toUpperCase().toLowerCase(),
    'NFC',
  )
}

// Marks that are ignored when names are compared and searched, as in a Unicode collation that
// compares base letters: accents, Hebrew points, Arabic vowels and lengthening, nuktas, joiners.
// Vowel signs of Indic scripts, tones and the voicing of kana are kept.
const ignoredMarks =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc\u200c\u200d]/g
const apostrophes = /['`\u2018-\u201b\u2032\u02b9\u02bb-\u02bf\u02c8\u055a\u05f3\u30fb]/g
const ideograph =
  '[\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\u{20000}-\u{3ffff}]'
const betweenIdeographs = new RegExp(`(?<=${ideograph}) +(?=${ideograph})`, 'gu')
const ideographName = new RegExp(`^${ideograph}{2,10}$`, 'u')
const plainLetters: Readonly<Record<string, string>> = {
  ı: 'i',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}

/** Whether a folded name, or a part of one, is in scripts that are written without blanks. */
export const isIdeographic = (name: string): boolean => ideographName.test(name)

/**
 * The form in which names are compared and searched, however they are spelt. The function
 * folded_name of the database has the same rules, for texts that are folded.
 */
export function foldName(text: string): string {
  const foldedText = foldText(text)
  // An acute accent for an apostrophe has become a blank with a mark.
  const withoutMarks = normaliseUnicode(foldedText.replace(/ [\u0300\u0301]/g, ''), 'NFKD')
    .replace(ignoredMarks, '')
    .replace(apostrophes, '')
  const plain = withoutMarks
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[ıøłđðħŧæœþ]/g, (letter) => plainLetters[letter] ?? letter)
  return (
    normaliseUnicode(plain, 'NFC').replace(betweenIdeographs, '').replace(/ +/g, ' ').trim() ||
    foldedText
  )
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
