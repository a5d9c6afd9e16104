// The mistakes of a file as they are shown: limited in number and length to what a person can read,
// whatever the file contains.

/** One mistake in a file: where, and why. */
export interface Mistake {
  path: string
  reason: string
  /** The line in the file, if known. */
  line?: number
}

export const mistakesShownMax = 200
const lengthMax = 500

/** The mistakes that are shown, and the number of further ones. */
export function shownMistakes<T>(noted: readonly T[], mistakeOf: (of: T) => Mistake): Mistake[] {
  const further = noted.length - mistakesShownMax
  // The last one may be such a count.
  if (further <= 1) return noted.map((of) => cut(mistakeOf(of)))
  const shown = noted.slice(0, mistakesShownMax).map((of) => cut(mistakeOf(of)))
  return [...shown, { path: 'file', reason: `has ${further} further mistakes` }]
}

/** A name in a file may be as long as the file. */
function cut(mistake: Mistake): Mistake {
  const { path, reason } = mistake
  return path.length <= lengthMax && reason.length <= lengthMax ? mistake : { ...mistake, path: begun(path), reason: begun(reason) }
}

function begun(text: string): string {
  return text.length > lengthMax ? `${text.slice(0, lengthMax)}…` : text
}
