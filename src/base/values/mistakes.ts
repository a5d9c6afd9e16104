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
export function limitMistakes<T>(items: readonly T[], toMistake: (item: T) => Mistake): Mistake[] {
  const remaining = items.length - mistakesShownMax
  // The last item may already be a count of further mistakes.
  if (remaining <= 1) return items.map((item) => shortenMistake(toMistake(item)))
  const shownItems = items.slice(0, mistakesShownMax).map((item) => shortenMistake(toMistake(item)))
  return [...shownItems, { path: 'file', reason: `has ${remaining} further mistakes` }]
}

/** Shortens a mistake: a name in a file may be as long as the file. */
function shortenMistake(mistake: Mistake): Mistake {
  const { path, reason } = mistake
  return path.length <= lengthMax && reason.length <= lengthMax
    ? mistake
    : { ...mistake, path: shortenText(path), reason: shortenText(reason) }
}

function shortenText(text: string): string {
  return text.length > lengthMax ? `${text.slice(0, lengthMax)}…` : text
}
