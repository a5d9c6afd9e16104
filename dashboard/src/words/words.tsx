// The words of the dashboard in the language of whoever looks at it. A catalogue is loaded when it is chosen.

import { createContext, type ReactNode, use, useContext, useEffect, useMemo, useState } from 'react'
import { en, type Words } from './en.ts'

const catalogues: Record<string, () => Promise<Words>> = {
  en: async () => en,
}

/** Written from right to left. */
const rightToLeft = ['ar']

export const languages: Record<string, string> = { en: 'English' }

const storageKey = 'clinic-language'

export interface Language {
  code: string
  /** By which dates and amounts are written: the language as the browser's owner has it. */
  locale: string
  direction: 'ltr' | 'rtl'
  words: Words
  choose(code: string): void
}

const LanguageContext = createContext<Language | undefined>(undefined)

function preferred(): string {
  const wanted = [localStorage.getItem(storageKey), ...navigator.languages.map((tag) => tag.split('-')[0])]
  return wanted.find((code) => code && code in catalogues) ?? 'en'
}

/** The browser's own kind of a language; some name one that is no language tag, such as `en-US@posix`. */
function localeOf(code: string): string {
  return navigator.languages.find((tag) => tag.split('-')[0] === code && /^[A-Za-z0-9-]+$/.test(tag)) ?? code
}

const loading = new Map<string, Promise<Words>>()
function wordsOf(code: string): Promise<Words> {
  const known = loading.get(code) ?? (catalogues[code] ?? (async () => en))()
  loading.set(code, known)
  return known
}

export function WithWords({ children }: { children: ReactNode }) {
  const [code, setCode] = useState(preferred)
  const words = use(wordsOf(code))
  const direction = rightToLeft.includes(code) ? 'rtl' : 'ltr'
  useEffect(() => {
    document.documentElement.lang = code
    document.documentElement.dir = direction
  }, [code, direction])
  const language = useMemo(
    () => ({
      ...({ code, direction, words, locale: localeOf(code) } as const),
      choose(next: string) {
        localStorage.setItem(storageKey, next)
        setCode(next)
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
