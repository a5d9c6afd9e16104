// The words of the report, loaded with it in the member's language.

import { createPartWords } from '../words/part.ts'
import { useLanguage } from '../words/words.tsx'

export const reportWords = createPartWords('report')

/** The language with the words of the report. */
export function useReportLanguage() {
  const language = useLanguage()
  const { report } = reportWords.use(language.code)
  return { ...language, report }
}
