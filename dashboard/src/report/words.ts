// The words of the report, loaded with it in the member's language.

import { use } from 'react'
import { createWordsLoader } from '../words/part.ts'
import { useLanguage } from '../words/words.tsx'

const loadEnglish = () => import('../words/en/report.ts')
const loadWords = createWordsLoader(
  {
    de: () => import('../words/de/report.ts'),
    es: () => import('../words/es/report.ts'),
    hi: () => import('../words/hi/report.ts'),
    ar: () => import('../words/ar/report.ts'),
  },
  loadEnglish,
)

/** The language with the words of the report. */
export function useReportLanguage() {
  const language = useLanguage()
  const { report } = use(loadWords(language.code))
  return { ...language, report }
}
