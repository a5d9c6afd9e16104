/** The languages of the pages for patients, each with its own name; English is the default. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  hi: 'हिन्दी',
  ar: 'العربية',
  zh: '中文',
} as const
export type Language = keyof typeof languages

export function isLanguage(name: string | undefined): name is Language {
  return name !== undefined && Object.hasOwn(languages, name)
}
