// The texts of pages for patients, in the browser's preferred language.

import type { PatientPageWords } from '../../../words/en/patient-pages.ts'
import { regionalPages, serviceWords } from '../../../words/service.ts'
import { escapeHtml } from '../../base/http/html.ts'
import { type PageLanguage, pageLanguages } from './settings.ts'

/** The texts in a language, as it is written in the region of the reader's locale. */
export function loadWords(language: PageLanguage, locale: string = language): PatientPageWords {
  return regionalPages[locale] ?? serviceWords[language].patientPages
}

const preferredLanguages =
  /^([a-z]{1,3})(-[a-z0-9-]{1,30})?(?:;q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i
// Browsers send a dozen languages at most; more are not worth reading.
const preferredLanguagesMax = 20

/**
 * The most preferred language of `Accept-Language` among those offered; the first one offered if
 * there is none.
 */
export function chooseLanguage(
  header: string | undefined,
  languagesOffered: readonly PageLanguage[] = pageLanguages,
): PageLanguage {
  return (
    parsePreferredLanguages(header)
      .map(({ language }) =>
        languagesOffered.find((languageOffered) => languageOffered === language),
      )
      .find((language) => language !== undefined) ??
    languagesOffered[0] ??
    'en'
  )
}

/** The locale for dates in a language: with the first country that the browser names for it. */
export function chooseLocale(header: string | undefined, language: PageLanguage): string {
  const tags = parsePreferredLanguages(header).flatMap((preferred) =>
    preferred.language === language ? [`${language}${preferred.region}`] : [],
  )
  return tags.find(isWritten) ?? language
}

function isWritten(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length === 1
  } catch {
    return false
  }
}

/** The languages of a header, the most preferred first. */
function parsePreferredLanguages(header: string | undefined) {
  return (header ?? '')
    .split(',', preferredLanguagesMax)
    .flatMap((part) => {
      const [, language = '', region = '', quality = '1'] =
        preferredLanguages.exec(part.replace(/\s/g, '')) ?? []
      return language === ''
        ? []
        : [{ language: language.toLowerCase(), region, quality: Number(quality) }]
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
}

/** A text with its placeholders filled in, as HTML; the values are escaped. */
export function fillHtml(text: string, facts: Readonly<Record<string, string>> = {}): string {
  return escapeHtml(text).replace(
    /\{(\w+)\}/g,
    (_, name: string) => `<bdi>${escapeHtml(facts[name] ?? '')}</bdi>`,
  )
}

/** Does the same as plain text, for titles. */
export function fillText(text: string, facts: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? '')
}
