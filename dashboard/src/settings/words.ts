// The words of the settings, loaded with them in the member's language.

import { use } from 'react'
import { createWordsLoader } from '../words/part.ts'
import { useLanguage } from '../words/words.tsx'

const loadWords = createWordsLoader('settings')

/** The language with the words of the settings. */
export function useSettingsLanguage() {
  const language = useLanguage()
  const { words: settings } = use(loadWords(language.code))
  return { ...language, words: { ...language.words, settings } }
}
