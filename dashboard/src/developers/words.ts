// The words of the API key screens, loaded with them in the member's language.

import { use } from 'react'
import { createWordsLoader } from '../words/part.ts'
import { useLanguage } from '../words/words.tsx'

const loadEnglish = () => import('../words/en/developers.ts')
const loadWords = createWordsLoader(
  {
    de: () => import('../words/de/developers.ts'),
    es: () => import('../words/es/developers.ts'),
    hi: () => import('../words/hi/developers.ts'),
    ar: () => import('../words/ar/developers.ts'),
  },
  loadEnglish,
)

export function useDeveloperWords() {
  return use(loadWords(useLanguage().code)).developers
}
