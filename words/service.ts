// The words of the service, by language; each language is a folder here. Some languages have only
// the pages and notices for patients.

import { ar } from './ar/service.ts'
import { de } from './de/service.ts'
import type { AccountMailWords } from './en/account-mail.ts'
import type { BoardWords } from './en/board.ts'
import type { BodySiteWords } from './en/body-sites.ts'
import type { PatientPageWords } from './en/patient-pages.ts'
import type { ReceiptWords } from './en/receipt.ts'
import { en } from './en/service.ts'
import { es } from './es/service.ts'
import { fr } from './fr/service.ts'
import { hi } from './hi/service.ts'
import type { Language } from './languages.ts'
import type { NoticeTexts } from './notice-texts.ts'
import { pt } from './pt/service.ts'
import { patientPages as brazilianPages } from './pt-BR/patient-pages.ts'
import { zh } from './zh/service.ts'

interface ServiceWords {
  patientPages: PatientPageWords
  /** By their keys in answers. */
  bodySites: BodySiteWords
  board: BoardWords
  receipt: ReceiptWords
  accountMail: AccountMailWords
  /** By kind. Patients get notices in the language of the page on which they booked. */
  notices: NoticeTexts
}
type SomeWords = Pick<ServiceWords, 'patientPages' | 'bodySites' | 'notices'> &
  Partial<ServiceWords>

export const serviceWords = { en, de, fr, es, pt, hi, ar, zh } satisfies Record<Language, SomeWords>

/** The pages for patients where a region's wording differs from its language's, by locale. */
export const regionalPages: Readonly<Partial<Record<string, PatientPageWords>>> = {
  'pt-BR': brazilianPages,
}

/** The parts of a body in a language of the pages. */
export const bodySiteWords = (language: Language): BodySiteWords => serviceWords[language].bodySites

type All = typeof serviceWords
/** The languages that have a part. */
export type LanguageOf<Part extends keyof ServiceWords> = {
  [Language in keyof All]: Part extends keyof All[Language] ? Language : never
}[keyof All]

/** The languages that have a part, English first. */
export function listLanguages<Part extends keyof ServiceWords>(part: Part): LanguageOf<Part>[] {
  return (Object.keys(serviceWords) as (keyof All)[]).filter(
    (language): language is LanguageOf<Part> => part in serviceWords[language],
  )
}

/**
 * The words of a part in a language, or in the language of its tag (`de` for `de-AT`), if there are
 * any.
 */
export function findWords<Part extends keyof ServiceWords>(
  part: Part,
  tag: string,
): ServiceWords[Part] | undefined {
  const all: Readonly<Partial<Record<string, SomeWords>>> = serviceWords
  return all[tag.split('-')[0] ?? tag]?.[part] as ServiceWords[Part] | undefined
}
