// The words of the settings, loaded with them in the member's language.

import { use } from 'react'
import type { Words } from '../words/en/settings.ts'
import { useLanguage } from '../words/words.tsx'

const parts: Record<string, () => Promise<{ words: Words }>> = {
  en: () => import('../words/en/settings.ts'),
  de: () => import('../words/de/settings.ts'),
  es: () => import('../words/es/settings.ts'),
  hi: () => import('../words/hi/settings.ts'),
  ar: () => import('../words/ar/settings.ts'),
}

const loadEnglish = () => import('../words/en/settings.ts')
const loading = new Map<string, Promise<{ words: Words }>>()

function loadWords(code: string): Promise<{ words: Words }> {
  // Words that fail to load must not leave the page empty.
  const existing = loading.get(code) ?? (parts[code] ?? loadEnglish)().catch(loadEnglish)
  loading.set(code, existing)
  return existing
}

/** The language with the words of the settings. */
export function useSettingsLanguage() {
  const language = useLanguage()
  const { words: settings } = use(loadWords(language.code))
  return { ...language, words: { ...language.words, settings } }
}
