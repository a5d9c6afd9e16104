// The words of the report, loaded with it in the member's language.

import { use } from 'react'
import { partOfWords } from '../words/part.ts'
import { useLanguage } from '../words/words.tsx'

const english = () => import('../words/en/report.ts')
const partOf = partOfWords(
  {
    de: () => import('../words/de/report.ts'),
    es: () => import('../words/es/report.ts'),
    hi: () => import('../words/hi/report.ts'),
    ar: () => import('../words/ar/report.ts'),
  },
  english,
)

/** The language with the words of the report. */
export function useReportLanguage() {
  const language = useLanguage()
  const { report } = use(partOf(language.code))
  return { ...language, report }
}
