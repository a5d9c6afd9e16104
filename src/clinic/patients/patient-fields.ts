import type { Static } from 'typebox'
import {
  anyObject,
  calendarDate,
  id,
  integer,
  namedObject,
  nullable,
  optional,
  text,
} from '../../base/contract/schemas.ts'
import type { RowOf } from '../../base/db/statement.ts'
import { dateAt, type Instant } from '../../base/values/clinic-time.ts'
import { deliverableEmail, normalisedEmail } from '../../base/values/email.ts'
import { countryCodePattern, hasPossibleLength, parsePhone } from '../../base/values/phone.ts'
import { invalid } from '../../base/values/problem.ts'
import { foldName, foldText, hasInvisibleCharacters, tidyName } from '../../base/values/text.ts'
import type { personColumns } from './patient-columns.ts'
import { problem } from './problems.ts'

/**
 * A person as callers describe one, in a booking and on its own; unknown members are dropped
 * (A-126, A-132).
 */
export const PatientFields = namedObject('PatientFields', {
  id: optional(id('An existing patient; every other member is then ignored on a booking.')),
  firstName: optional(text('Given name, in any script.', 'Meera', { maxLength: 200 })),
  lastName: optional(text('Family name.', 'Iyer', { maxLength: 200 })),
  countryCode: optional(
    text(
      'Dial code with its plus; `+91` where a phone comes without one. Without a phone it tells where the patient is from.',
      '+91',
      {
        pattern: countryCodePattern,
      },
    ),
  ),
  phoneNumber: optional(
    text(
      'Number without the dial code, 4 to 15 digits; or the whole number, with `+` or the prefix for calls abroad.',
      '9876543210',
      { maxLength: 40 },
    ),
  ),
  email: optional(text('E-mail address.', 'meera@example.org', { maxLength: 254 })),
  gender: optional(text('As the clinic records it.', 'female', { maxLength: 40 })),
  dob: optional(calendarDate('Date of birth; wins over `age`.', '1990-04-12')),
  mrnNumber: optional(
    text('Medical record number, unique in the workspace; made up when absent.', 'MRN-1042', {
      maxLength: 64,
    }),
  ),
  age: optional(
    integer('Age in years, if the date of birth is unknown.', 36, { minimum: 0, maximum: 150 }),
  ),
  bloodGroup: optional(text('Blood group.', 'O+', { maxLength: 10 })),
  patientAddress: optional(anyObject('Postal address, stored as sent.', { city: 'Jaipur' })),
  language: optional(
    text('The language in which the patient wants messages, as a tag.', 'hi', { maxLength: 35 }),
  ),
})

/** A patient as lists and searches of the API show one. */
export const PatientRecord = namedObject('Patient', {
  id: id('The patient.', 42),
  mrnNumber: text('Medical record number.', 'MRN-1042'),
  firstName: nullable(text('Given name.', 'Meera')),
  lastName: nullable(text('Family name.', 'Iyer')),
  countryCode: nullable(text('Dial code with its plus.', '+91')),
  phoneNumber: nullable(text('Number without the dial code.', '9876543210')),
  dob: nullable(calendarDate('Date of birth.', '1990-04-12')),
  gender: nullable(text('As the clinic records it.', 'female')),
  patientFormValues: anyObject("Answers to the clinic's own forms.", { allergies: 'none' }),
})

/** The whole record. */
export const StoredPatient = namedObject('StoredPatient', {
  ...PatientRecord.properties,
  email: nullable(text('E-mail address.', 'meera@example.org')),
  age: nullable(integer('Age in years, if the date of birth is unknown.', 36)),
  bloodGroup: nullable(text('Blood group.', 'O+')),
  patientAddress: nullable(anyObject('Postal address, as it was sent.', { city: 'Jaipur' })),
  language: nullable(text('The language in which the patient wants messages.', 'hi')),
})

/** A person in the form that is stored and compared. */
export interface Person
  extends Omit<RowOf<typeof personColumns>, 'phoneNumber' | 'phoneNormalised'> {
  /**
   * The number as sent, and normalised for comparison; its dial code takes precedence over a
   * separate one.
   */
  phone: { countryCode: string; number: string; normalised: string } | null
}

/** The patient of a booking: a record by its id, or a person to find or create. */
export type PatientChoice =
  | {
      id: number
      /** The language of the page on which the visit was booked; for a record without one. */
      language?: string | null
    }
  | { person: Person }

/** The column values of a person. */
export function personValues({ phone, ...person }: Person): RowOf<typeof personColumns> {
  const countryCode = phone?.countryCode ?? person.countryCode
  return {
    ...person,
    countryCode,
    phoneNumber: phone?.number ?? null,
    phoneNormalised: phone?.normalised ?? null,
  }
}

/** The prefix of a tombstone's record number; no other patient gets one like that. */
export const erasedMrnPrefix = 'ERASED-'

/**
 * Reads changes to a patient, which need not name anyone; throws the 400 of.
 * `homeCountry` is the country whose numbers may be written without a dial code.
 */
export const toChanges = (fields: Static<typeof PatientFields>, homeCountry?: string): Person =>
  readPerson(fields, 'the patient', homeCountry)

/**
 * Reads a described person; `prefix` is its position in the request, for the message. Throws the
 * 400 of.
 */
export function toPerson(
  fields: Static<typeof PatientFields>,
  prefix: string,
  homeCountry?: string,
): Person {
  const person = readPerson(fields, prefix, homeCountry)
  if (!person.firstName && !person.phone) throw invalid(`${prefix} needs firstName or phoneNumber`)
  return person
}

function readPerson(
  fields: Static<typeof PatientFields>,
  prefix: string,
  homeCountry: string | undefined,
): Person {
  for (const name of ['firstName', 'lastName'] as const) {
    if (hasInvisibleCharacters(fields[name] ?? ''))
      throw invalid(`${prefix}.${name} must hold no control characters and none that are not seen`)
  }
  const firstName = nameOrNull(fields.firstName)
  const lastName = nameOrNull(fields.lastName)
  const phone = toPhone(fields, prefix, homeCountry)
  const email = fields.email?.trim() ? (deliverableEmail(fields.email) ?? null) : null
  if (fields.email?.trim() && email === null)
    throw invalid(`${prefix}.email must be an e-mail address`)
  const mrnNumber = fields.mrnNumber?.trim() || null
  if (mrnNumber?.startsWith(erasedMrnPrefix))
    throw invalid(`${prefix}.mrnNumber must not begin with ${erasedMrnPrefix}`)
  return {
    mrnNumber,
    firstName,
    lastName,
    firstNameFolded: firstName && foldName(firstName),
    lastNameFolded: lastName && foldName(lastName),
    countryCode: fields.countryCode ?? null,
    phone,
    email,
    emailFolded: email && foldText(normalisedEmail(email)),
    gender: fields.gender ?? null,
    dob: fields.dob ?? null,
    age: fields.dob === undefined ? (fields.age ?? null) : null,
    bloodGroup: fields.bloodGroup ?? null,
    patientAddress: fields.patientAddress ?? null,
    language: readLanguage(fields.language, prefix),
  }
}

/** A tag of a language in its usual spelling; throws the 400 if it is none. */
export function readLanguage(tag: string | undefined, prefix: string): string | null {
  const trimmed = tag?.trim() ?? ''
  if (trimmed === '') return null
  try {
    const [canonical] = Intl.getCanonicalLocales(trimmed)
    // The rules of tags allow extensions and private words.
    if (canonical !== undefined && /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(canonical))
      return canonical
  } catch {
    // Not a tag at all.
  }
  throw invalid(`${prefix}.language must be the tag of a language, such as hi or pt-BR`)
}

/** Throws if a date of birth is in the future everywhere on earth. */
export function checkBirth({ dob }: Pick<Person, 'dob'>, now: Instant): void {
  if (dob !== null && dob > dateAt('Pacific/Kiritimati', now))
    throw invalid('dob must not be in the future')
}

/**
 * Throws if the phone of someone at a desk, who can be asked, is too short or too long for its dial
 * code.
 */
export function checkPhoneAtDesk({ phone }: Pick<Person, 'phone'>): void {
  if (phone !== null && !hasPossibleLength(phone.normalised))
    throw problem('PHONE_LENGTH_INVALID', { phone: phone.normalised })
}

function nameOrNull(name: string | undefined): string | null {
  return (name && tidyName(name)) || null
}

function toPhone(
  { countryCode, phoneNumber }: Static<typeof PatientFields>,
  prefix: string,
  homeCountry: string | undefined,
) {
  if (phoneNumber === undefined) return null
  const phone = parsePhone(phoneNumber, countryCode, homeCountry)
  if ('problem' in phone) throw invalid(`${prefix}.${phone.problem}`)
  return phone
}
