// The words of the dashboard, by language: each language is a folder here, and is loaded when it is
// chosen. English is in the script.

import type { DeveloperWords } from './en/dashboard/developers.ts'
import type { ReportWords } from './en/dashboard/report.ts'
import type { Words as SettingsWords } from './en/dashboard/settings.ts'
import type { Words } from './en/dashboard.ts'
import { en } from './en/dashboard.ts'
import { languages } from './languages.ts'

export interface DashboardLanguage {
  /** The language's own name for itself. */
  name: string
  direction?: 'rtl'
  words(): Promise<{ words: Words }>
  /** The words that are loaded with the screens that need them. */
  parts: PartLoaders
}

export interface DashboardParts {
  /** `help`: what fields say below their labels, by the English text; none in English. */
  settings: { words: SettingsWords; help?: Readonly<Record<string, string>> }
  developers: { developers: DeveloperWords }
  report: { report: ReportWords }
}
export type PartLoaders = { [Part in keyof DashboardParts]: () => Promise<DashboardParts[Part]> }

const english: DashboardLanguage = {
  name: languages.en,
  words: async () => ({ words: en }),
  parts: {
    settings: () => import('./en/dashboard/settings.ts'),
    developers: () => import('./en/dashboard/developers.ts'),
    report: () => import('./en/dashboard/report.ts'),
  },
}

export const dashboardLanguages: Readonly<Record<string, DashboardLanguage>> & {
  en: DashboardLanguage
} = {
  en: english,
  de: {
    name: languages.de,
    words: () => import('./de/dashboard.ts'),
    parts: {
      settings: () => import('./de/dashboard/settings.ts'),
      developers: () => import('./de/dashboard/developers.ts'),
      report: () => import('./de/dashboard/report.ts'),
    },
  },
  es: {
    name: languages.es,
    words: () => import('./es/dashboard.ts'),
    parts: {
      settings: () => import('./es/dashboard/settings.ts'),
      developers: () => import('./es/dashboard/developers.ts'),
      report: () => import('./es/dashboard/report.ts'),
    },
  },
  hi: {
    name: languages.hi,
    words: () => import('./hi/dashboard.ts'),
    parts: {
      settings: () => import('./hi/dashboard/settings.ts'),
      developers: () => import('./hi/dashboard/developers.ts'),
      report: () => import('./hi/dashboard/report.ts'),
    },
  },
  ar: {
    name: languages.ar,
    direction: 'rtl',
    words: () => import('./ar/dashboard.ts'),
    parts: {
      settings: () => import('./ar/dashboard/settings.ts'),
      developers: () => import('./ar/dashboard/developers.ts'),
      report: () => import('./ar/dashboard/report.ts'),
    },
  },
}
