import { tidyName } from '../values/text.ts'

/**
 * The word or phrase of which a whole message consists, in lower case without punctuation;
 * undefined for a longer one, of which nothing is searched.
 */
export function readWholeWord(text: string): string | undefined {
  if (text.length > 40) return undefined
  return tidyName(text)
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim()
}
