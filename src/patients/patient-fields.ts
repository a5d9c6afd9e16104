import type { Static } from 'typebox'
import { invalid } from '../http/errors.ts'
import { anyObject, calendarDate, id, integer, object, optional, text } from '../http/schemas.ts'
import { isEmail } from '../values/email.ts'
import { countryCodePattern, defaultCountryCode, normalisedPhone, phoneDigits } from '../values/phone.ts'
import { folded, tidyName } from '../values/text.ts'

/** A person as callers describe one, on booking and on its own; unknown members are dropped. */
export const PatientFields = object({
  id: optional(id('An existing patient; every other member is then ignored on a booking.')),
  firstName: optional(text('Given name, in any script.', 'Meera', { maxLength: 200 })),
  lastName: optional(text('Family name.', 'Iyer', { maxLength: 200 })),
  countryCode: optional(text('Dial code with its plus; `+91` where a phone comes without one.', '+91', { pattern: countryCodePattern })),
  phoneNumber: optional(text('Number without the dial code, 4 to 15 digits; blanks, dashes and brackets are allowed.', '9876543210', { maxLength: 40 })),
  email: optional(text('E-mail address.', 'meera@example.org', { maxLength: 254 })),
  gender: optional(text('As the clinic records it.', 'female', { maxLength: 40 })),
  dob: optional(calendarDate('Date of birth; wins over `age`.', '1990-04-12')),
  mrnNumber: optional(text('Medical record number, unique in the workspace; made up when absent.', 'MRN-1042', { maxLength: 64 })),
  age: optional(integer('Years, where the date of birth is unknown.', 36, { minimum: 0, maximum: 150 })),
  bloodGroup: optional(text('Blood group.', 'O+', { maxLength: 10 })),
  patientAddress: optional(anyObject('Postal address, stored as sent.', { city: 'Jaipur' })),
})

/** A person in the form they are stored and compared in. */
export interface Person {
  mrnNumber: string | null
  firstName: string | null
  lastName: string | null
  firstNameFolded: string | null
  lastNameFolded: string | null
  phone: { countryCode: string; number: string; normalised: string } | null
  email: string | null
  emailFolded: string | null
  gender: string | null
  dob: string | null
  age: number | null
  bloodGroup: string | null
  patientAddress: string | null
}

/** Of the record numbers that tombstones have; nobody else gets one. */
export const erasedMrnPrefix = 'ERASED-'

/** What a change of a patient says; the phone depends on the one there is. */
export interface PatientChanges extends Omit<Person, 'phone'> {
  countryCode: string | undefined
  phoneNumber: string | undefined
}

/** Reads what is to be changed of a patient; throws the 400 of. */
export function toChanges(fields: Static<typeof PatientFields>): PatientChanges {
  const { phone, ...changes } = readPerson(fields, 'the patient')
  return { ...changes, countryCode: fields.countryCode, phoneNumber: phone?.number }
}

/** Reads a described person; `prefix` names the place in the request for the message. Throws the 400 of. */
export function toPerson(fields: Static<typeof PatientFields>, prefix: string): Person {
  const person = readPerson(fields, prefix)
  if (!person.firstName && !person.phone) throw invalid(`${prefix} needs firstName or phoneNumber`)
  return person
}

function readPerson(fields: Static<typeof PatientFields>, prefix: string): Person {
  const firstName = nameOrNull(fields.firstName)
  const lastName = nameOrNull(fields.lastName)
  const phone = readPhone(fields, prefix)
  const email = fields.email?.trim() || null
  if (email !== null && !isEmail(email)) throw invalid(`${prefix}.email must be an e-mail address`)
  const mrnNumber = fields.mrnNumber?.trim() || null
  if (mrnNumber?.startsWith(erasedMrnPrefix)) throw invalid(`${prefix}.mrnNumber must not begin with ${erasedMrnPrefix}`)
  return {
    mrnNumber,
    firstName,
    lastName,
    firstNameFolded: firstName && folded(firstName),
    lastNameFolded: lastName && folded(lastName),
    phone,
    email,
    emailFolded: email && folded(email),
    gender: fields.gender ?? null,
    dob: fields.dob ?? null,
    age: fields.dob === undefined ? (fields.age ?? null) : null,
    bloodGroup: fields.bloodGroup ?? null,
    patientAddress: fields.patientAddress ? JSON.stringify(fields.patientAddress) : null,
  }
}

function nameOrNull(name: string | undefined): string | null {
  return (name && tidyName(name)) || null
}

function readPhone({ countryCode = defaultCountryCode, phoneNumber }: Static<typeof PatientFields>, prefix: string) {
  if (phoneNumber === undefined) return null
  const number = phoneDigits(phoneNumber)
  if (number === undefined) throw invalid(`${prefix}.phoneNumber must have 4 to 15 digits`)
  return { countryCode, number, normalised: normalisedPhone(countryCode, number) }
}
