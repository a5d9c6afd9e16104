// The words of the settings, loaded with them in the member's language.

import { createPartWords } from '../words/part.ts'
import { useLanguage } from '../words/words.tsx'

export const settingsWords = createPartWords('settings')

/** The language with the words of the settings. */
export function useSettingsLanguage() {
  const language = useLanguage()
  const { words: settings, help } = settingsWords.use(language.code)
  return { ...language, help, words: { ...language.words, settings } }
}
