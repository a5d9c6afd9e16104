// The words of the API key screens, loaded with them in the member's language.

import { use } from 'react'
import { createWordsLoader } from '../words/part.ts'
import { useLanguage } from '../words/words.tsx'

const loadWords = createWordsLoader('developers')

export function useDeveloperWords() {
  return use(loadWords(useLanguage().code)).developers
}
