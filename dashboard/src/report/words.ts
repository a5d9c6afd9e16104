// The words of the report, loaded with it in the member's language.

import { use } from 'react'
import { createWordsLoader } from '../words/part.ts'
import { useLanguage } from '../words/words.tsx'

const loadWords = createWordsLoader('report')

/** The language with the words of the report. */
export function useReportLanguage() {
  const language = useLanguage()
  const { report } = use(loadWords(language.code))
  return { ...language, report }
}
