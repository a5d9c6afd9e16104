// The words of the dashboard in the member's language. A catalogue is loaded when it is chosen.

import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { dashboardLanguages } from '../../../words/dashboard.ts'
import { en, type Words } from '../../../words/en/dashboard.ts'
import { browserLanguages } from '../ui/browser.ts'

export const languages = Object.entries(dashboardLanguages).map(([code, { name }]) => ({
  code,
  name,
}))

const storageKey = 'clinic-language'

export interface Language {
  code: string
  /** The locale of dates and amounts: the browser's variant of the language. */
  locale: string
  direction: 'ltr' | 'rtl'
  words: Words
  choose(code: string): void
}

const LanguageContext = createContext<Language | undefined>(undefined)

const languageTag = (tag: string) => tag.split('-')[0] ?? tag

/** The code of the language in which the page is. */
export function preferredLanguage(): string {
  const wanted = [localStorage.getItem(storageKey), ...browserLanguages().map(languageTag)]
  return wanted.find((code) => code && Object.hasOwn(dashboardLanguages, code)) ?? 'en'
}

/**
 * The browser's own variant of a language. A clinic's day follows the Gregorian calendar and its
 * times use Latin digits, so the dates and amounts beside them do too.
 */
function resolveLocale(code: string): string {
  const tag = browserLanguages().find((candidate) => languageTag(candidate) === code) ?? code
  return new Intl.Locale(tag, { calendar: 'gregory', numberingSystem: 'latn' }).toString()
}

const loading = new Map<string, Promise<Words>>()
const loadedWords = new Map<string, Words>()
function loadWords(code: string): Promise<Words> {
  // A catalogue that fails to load must not leave the page empty.
  const existing =
    loading.get(code) ??
    (dashboardLanguages[code] ?? dashboardLanguages.en).words().then(
      ({ words }) => words,
      () => en,
    )
  loading.set(code, existing)
  return existing
}

/** Loads the words of the language that the page starts in. */
export async function loadPreferredWords(): Promise<void> {
  const code = preferredLanguage()
  loadedWords.set(code, await loadWords(code))
}

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [code, setCode] = useState(preferredLanguage)
  const words = loadedWords.get(code) ?? use(loadWords(code))
  const direction = dashboardLanguages[code]?.direction ?? 'ltr'
  useEffect(() => {
    document.documentElement.lang = code
    document.documentElement.dir = direction
  }, [code, direction])
  const language = useMemo(
    () => ({
      ...({ code, direction, words, locale: resolveLocale(code) } as const),
      choose(next: string) {
        localStorage.setItem(storageKey, next)
        // The page stays as it is until the words are loaded.
        startTransition(() => setCode(next))
      },
    }),
    [code, direction, words],
  )
  return <LanguageContext value={language}>{children}</LanguageContext>
}

export function useLanguage(): Language {
  const language = useContext(LanguageContext)
  if (!language) throw new Error('no words')
  return language
}

export const useWords = (): Words => useLanguage().words

/** The word for a code of the service. A newer service may send codes that have no word. */
export const wordFor = (
  words: Readonly<Record<string, string>>,
  code: string,
  otherwise = code,
): string => words[code] ?? otherwise
