// The words of the API key screens, loaded with them in the member's language.

import { use } from 'react'
import { partOfWords } from '../words/part.ts'
import { useLanguage } from '../words/words.tsx'

const english = () => import('../words/en/developers.ts')
const partOf = partOfWords(
  {
    de: () => import('../words/de/developers.ts'),
    es: () => import('../words/es/developers.ts'),
    hi: () => import('../words/hi/developers.ts'),
    ar: () => import('../words/ar/developers.ts'),
  },
  english,
)

export function useDeveloperWords() {
  return use(partOf(useLanguage().code)).developers
}
