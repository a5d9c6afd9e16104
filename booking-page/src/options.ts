// The attributes of the element: what the page provides.

import { isZone } from './dates.ts'
import { isLanguage, type Language, languages } from './words.ts'

/** The attributes that are observed. */
export const attributes = [
  'widget-key',
  'base-url',
  'doctor',
  'location',
  'mode',
  'locale',
  'timezone',
  'phone',
  'email',
  'languages',
  'words',
  'new-patient-fields',
  'clinic-phone',
  'clinic-email',
] as const

/** What may be asked of a new patient beside a name. */
export const newPatientFields = ['lastName', 'dob', 'age', 'gender', 'bloodGroup', 'patientAddress'] as const
export type NewPatientField = (typeof newPatientFields)[number]

export interface Options {
  widgetKey: string
  /** Origin of the service; by default the one of the script. */
  baseUrl: string
  /** Id of a practitioner, or the slug of the profile. */
  doctor: string | undefined
  /** Id of a location, or its city. */
  location: string | undefined
  mode: string | undefined
  /** BCP 47. */
  locale: string
  language: Language
  languages: readonly Language[]
  /** File of the page's own language. */
  words: string | undefined
  /** IANA name of the viewer's zone. */
  zone: string
  phone: string | undefined
  email: string | undefined
  newPatientFields: readonly NewPatientField[]
  /** Whom patients can ask if the element cannot help. */
  clinicPhone: string | undefined
  clinicEmail: string | undefined
}

export function optionsOf(element: HTMLElement, scriptUrl: string): Options {
  const named = (name: (typeof attributes)[number]) => element.getAttribute(name)?.trim() || undefined
  const list = (name: (typeof attributes)[number]) => named(name)?.split(/[\s,]+/) ?? []
  const allowed = list('languages').filter(isLanguage)
  const offered = allowed.length > 0 ? allowed : (Object.keys(languages) as Language[])
  const locale = named('locale')
  const wished = [...(locale ? [locale] : []), ...navigator.languages]
  const found = wished.find((one) => (offered as readonly string[]).includes(one.split('-')[0] ?? '') && isTag(one))
  const language = (found?.split('-')[0] ?? offered[0] ?? 'en') as Language
  const zone = named('timezone')
  return {
    widgetKey: named('widget-key') ?? '',
    baseUrl: (named('base-url') ?? new URL(scriptUrl).origin).replace(/\/$/, ''),
    doctor: named('doctor'),
    location: named('location'),
    mode: named('mode'),
    locale: found ?? language,
    language,
    languages: offered,
    words: named('words'),
    zone: zone && isZone(zone) ? zone : Intl.DateTimeFormat().resolvedOptions().timeZone,
    phone: named('phone'),
    email: named('email'),
    newPatientFields: newPatientFields.filter((field) => list('new-patient-fields').includes(field)),
    clinicPhone: named('clinic-phone'),
    clinicEmail: named('clinic-email'),
  }
}

/** Some browsers give a language that no format accepts, such as `en-US@posix`. */
export function isTag(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length > 0
  } catch {
    return false
  }
}
