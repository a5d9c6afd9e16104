// The attributes of the element: what the page provides.

import { isLanguage, type Language, languages } from '../../words/languages.ts'
import type { Fault } from './advice.ts'
import { isZone } from './dates.ts'

/** The observed attributes. */
export const attributes = [
  'widget-key',
  'base-url',
  'doctor',
  'location',
  'visit-type',
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
  'own-visits',
] as const

type Attribute = (typeof attributes)[number]

/** What a new patient may be asked in addition to a name. */
export const newPatientFields = [
  'lastName',
  'dob',
  'age',
  'gender',
  'bloodGroup',
  'patientAddress',
] as const
export type NewPatientField = (typeof newPatientFields)[number]

export interface Options {
  widgetKey: string
  /** Origin of the service; by default the origin of the script. */
  baseUrl: string
  /** Id of a practitioner, or the slug of their profile. */
  doctor: string | undefined
  /** Id of a location, or its city. */
  location: string | undefined
  /** Id of a visit type, or its name. */
  visitType: string | undefined
  mode: string | undefined
  /** BCP 47. */
  locale: string
  language: Language
  languages: readonly Language[]
  /** The file with the words of the page's own language. */
  words: string | undefined
  /**
   * IANA name of the viewer's zone. If neither the page nor the browser has one, it is empty until
   * the clinic's is known.
   */
  zone: string
  phone: string | undefined
  email: string | undefined
  newPatientFields: readonly NewPatientField[]
  /** Whom patients can contact if the element cannot help. */
  clinicPhone: string | undefined
  clinicEmail: string | undefined
  /**
   * The workspace whose visits are shown to their patients, on its own page; undefined: the element
   * books.
   */
  ownVisits: string | undefined
  /** Whether the content of the tag shows the contact as well. */
  isContactShown: boolean
  /** The page's attributes whose values do not exist. */
  unknown: Extract<Fault, { about: 'attribute' }>[]
}

/** The possible values of `mode`. */
const modes = ['OFFLINE', 'ONLINE', 'HOME_VISIT', 'HOME_COLLECTION']

export function readOptions(element: HTMLElement, scriptUrl: string): Options {
  const unknown: Options['unknown'] = []
  const readAttribute = (name: Attribute) => element.getAttribute(name)?.trim() || undefined
  /** An attribute's value if it is known; otherwise its text, which is recorded as unknown. */
  const readKnownValue = (
    name: Attribute,
    isKnown: (value: string) => unknown,
    all: readonly string[],
    value = readAttribute(name),
  ) => {
    if (value === undefined || isKnown(value)) return value
    unknown.push({ about: 'attribute', name, value, known: all })
    return undefined
  }
  const readList = (name: Attribute, all: readonly string[]) =>
    (readAttribute(name)?.split(/[\s,]+/) ?? []).flatMap(
      (value) => readKnownValue(name, (one) => all.includes(one), all, value) ?? [],
    )
  const all = Object.keys(languages) as Language[]
  const allowed = readList('languages', all).filter(isLanguage)
  const offeredLanguages = allowed.length > 0 ? allowed : all
  const locale = readKnownValue('locale', isTag, ['a language tag such as en-GB'])
  const preferredTags = [...(locale ? [locale] : []), ...browserLanguages()]
  const matchedTag = preferredTags.find((one) =>
    (offeredLanguages as readonly string[]).includes(one.split('-')[0] ?? ''),
  )
  const language = (matchedTag?.split('-')[0] ?? offeredLanguages[0] ?? 'en') as Language
  const requestedFields = readList('new-patient-fields', newPatientFields)
  return {
    widgetKey: readAttribute('widget-key') ?? '',
    baseUrl: (
      readKnownValue('base-url', isUrl, ['an address such as https://booking.example']) ??
      new URL(scriptUrl).origin
    ).replace(/\/$/, ''),
    doctor: readAttribute('doctor'),
    location: readAttribute('location'),
    visitType: readAttribute('visit-type'),
    mode: readKnownValue('mode', (value) => modes.includes(value), modes),
    locale: matchedTag ?? language,
    language,
    languages: offeredLanguages,
    words: readAttribute('words'),
    zone:
      readKnownValue('timezone', isZone, ['the IANA name of a zone such as Asia/Kolkata']) ??
      browserZone(),
    phone: readAttribute('phone'),
    email: readAttribute('email'),
    newPatientFields: newPatientFields.filter((field) => requestedFields.includes(field)),
    clinicPhone: readAttribute('clinic-phone'),
    clinicEmail: readAttribute('clinic-email'),
    ownVisits: readAttribute('own-visits'),
    isContactShown: element.querySelector('[href^="tel:"], [href^="mailto:"]') !== null,
    unknown,
  }
}

function isUrl(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text).protocol)
  } catch {
    return false
  }
}

/**
 * The browser's time zone; empty if the browser reports one that it does not know itself, such as
 * `Etc/Unknown`.
 */
function browserZone(): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone && isZone(zone) ? zone : ''
}

/** The browser's languages, without those that formatters reject, such as `en-US@posix`. */
export function browserLanguages(): string[] {
  return (navigator.languages ?? []).filter(isTag)
}

function isTag(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length > 0
  } catch {
    return false
  }
}
