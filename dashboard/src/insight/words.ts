// The words of the report, which are loaded with it in the language of whoever looks at it.

import { use } from 'react'
import type { ReportWords } from '../words/en/report.ts'
import { useLanguage } from '../words/words.tsx'

const parts: Record<string, () => Promise<{ report: ReportWords }>> = {
  en: () => import('../words/en/report.ts'),
  de: () => import('../words/de/report.ts'),
  es: () => import('../words/es/report.ts'),
  hi: () => import('../words/hi/report.ts'),
  ar: () => import('../words/ar/report.ts'),
}

const english = () => import('../words/en/report.ts')
const loading = new Map<string, Promise<{ report: ReportWords }>>()

function partOf(code: string): Promise<{ report: ReportWords }> {
  // Words that do not come are no reason to show nothing.
  const known = loading.get(code) ?? (parts[code] ?? english)().catch(english)
  loading.set(code, known)
  return known
}

/** The language with the words of the report. */
export function useReportLanguage() {
  const language = useLanguage()
  const { report } = use(partOf(language.code))
  return { ...language, report }
}
