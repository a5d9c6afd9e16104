// The words of the API key screens, loaded with them in the member's language.

import { createPartWords } from '../words/part.ts'
import { useLanguage } from '../words/words.tsx'

export const developerWords = createPartWords('developers')

export function useDeveloperWords() {
  return developerWords.use(useLanguage().code).developers
}
