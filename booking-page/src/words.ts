// The words of the element: one file for each language, which translators edit. English is in the
// script; the others are loaded on demand.

import en from '../../words/en/booking-page.json'
import type { Language } from '../../words/languages.ts'
import { type Load, loadFile } from './load-file.ts'

/** A word with a count has a form for each plural category of its language. */
type PluralForms = { other: string } & { [category: string]: string }
export type WordKey = keyof typeof en
type Catalogue = Record<WordKey, string | PluralForms>

/** By language, and by locale where a region's wording differs. */
const files: Record<Exclude<Language, 'en'> | 'pt-BR', Load<{ default: Catalogue }>> = {
  de: () => import('../../words/de/booking-page.json'),
  fr: () => import('../../words/fr/booking-page.json'),
  es: () => import('../../words/es/booking-page.json'),
  pt: () => import('../../words/pt/booking-page.json'),
  'pt-BR': () => import('../../words/pt-BR/booking-page.json'),
  hi: () => import('../../words/hi/booking-page.json'),
  ar: () => import('../../words/ar/booking-page.json'),
  zh: () => import('../../words/zh/booking-page.json'),
}

/** Everything that depends on the language: words, and formats of dates, times and money. */
export class Localization {
  readonly language: string
  /** The language with the reader's region, as `Intl` expects it. */
  readonly locale: string
  readonly isRightToLeft: boolean
  /**
   * The format of a weekday on a button; in Arabic the short names are the same as the long ones.
   */
  readonly weekday: 'short' | 'narrow'
  readonly #words: Catalogue
  readonly #plurals: Intl.PluralRules
  #countries: Intl.DisplayNames | undefined
  readonly #formats = new Map<string, Intl.DateTimeFormat>()

  constructor(language: string, locale: string, words: Partial<Catalogue> = {}) {
    this.language = language
    this.locale = locale
    this.#words = { ...en, ...words }
    this.#plurals = new Intl.PluralRules(language)
    this.weekday = language.startsWith('ar') ? 'narrow' : 'short'
    this.isRightToLeft = ['ar', 'fa', 'he', 'ur', 'ps', 'sd', 'ckb', 'dv', 'yi'].includes(
      language.split('-')[0] ?? '',
    )
  }

  /** A word, with `{name}` filled in; `count` chooses the plural form. */
  translate = (word: WordKey, values: Record<string, string | number> = {}): string => {
    const entry = this.#words[word]
    const text =
      typeof entry === 'string'
        ? entry
        : (entry[this.#plurals.select(Number(values.count ?? 0))] ?? entry.other)
    return text.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name]
      return typeof value === 'number'
        ? value.toLocaleString(this.locale)
        : this.#isolateDirection(String(value ?? ''))
    })
  }

  /** Joins parts of a sentence with the language's comma. */
  withCommas = (...parts: string[]): string => parts.join(this.translate('comma'))

  /** Joins sentences, skipping missing ones. */
  sentences = (all: readonly (string | undefined)[]): string =>
    all.filter(Boolean).join(this.translate('fullStop'))

  /** Joins facts, skipping missing ones. */
  join = (facts: readonly (string | false | undefined)[]): string =>
    facts.flatMap((fact) => (fact ? this.#isolateDirection(fact) : [])).join(' · ')

  /** An address or a name keeps its own direction within a sentence of the other direction. */
  #isolateDirection(text: string): string {
    return this.isRightToLeft && text ? `\u2068${text}\u2069` : text
  }

  money = (amount: number, currency: string): string =>
    amount.toLocaleString(this.locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'code',
      trailingZeroDisplay: 'stripIfInteger',
    } as Intl.NumberFormatOptions)

  /** An instant in a zone. */
  formatInstant(instant: string | number, zone: string, style: Intl.DateTimeFormatOptions): string {
    const name = JSON.stringify([zone, style])
    let format = this.#formats.get(name)
    if (!format) {
      format = new Intl.DateTimeFormat(this.locale, {
        timeZone: zone,
        calendar: 'gregory',
        ...style,
      })
      this.#formats.set(name, format)
    }
    return format.format(new Date(instant))
  }

  /** A country by its ISO2 code. */
  country(code: string): string {
    this.#countries ??= new Intl.DisplayNames(this.locale, { type: 'region' })
    return this.#countries.of(code) ?? code
  }

  /** Languages by their tags, as a list in a sentence. */
  languages(tags: readonly string[]): string {
    const names = new Intl.DisplayNames(this.locale, { type: 'language' })
    return new Intl.ListFormat(this.locale).format(tags.map((tag) => names.of(tag) ?? tag))
  }

  time = (instant: string | number, zone: string): string =>
    this.formatInstant(instant, zone, { hour: 'numeric', minute: '2-digit' })
  /** A clock time, `09:00`. */
  clock = (clock: string): string => this.time(`2000-01-01T${clock}:00Z`, 'UTC')
  day = (instant: string | number, zone: string): string =>
    this.formatInstant(instant, zone, { weekday: 'long', day: 'numeric', month: 'long' })
  /** A calendar date, `2026-12-01`. */
  date = (
    date: string,
    style: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' },
  ): string => this.formatInstant(date, 'UTC', style)
  /** A time zone, named by its city. */
  zone = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}

/** The localization for a language; English if its file fails to load. */
export async function loadLocalization(language: Language, locale: string): Promise<Localization> {
  if (language === 'en') return new Localization('en', locale)
  try {
    return new Localization(
      language,
      locale,
      (await loadFile(files[locale as 'pt-BR'] ?? files[language])).default,
    )
  } catch {
    return new Localization('en', 'en')
  }
}

/**
 * The localization from a file on the page: the words of `en.json`, in English where missing, and
 * `code`, such as `nl`.
 */
export async function loadLocalizationFile(
  url: string,
  onFailure: () => void,
): Promise<Localization> {
  try {
    const { code = 'en', ...words } = (await (
      await fetch(url, { credentials: 'omit' })
    ).json()) as Partial<Catalogue> & { code?: string }
    return new Localization(code, code, words)
  } catch {
    onFailure()
    return new Localization('en', 'en')
  }
}
