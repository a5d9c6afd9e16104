// The words of the screens of API keys, which are loaded with them in the language of whoever looks at them.

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
