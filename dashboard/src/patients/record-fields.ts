// What of a record is typed, and what of that is sent: only what is another than it was. Pure.

import type { Input } from '../api/call.ts'
import type { Record as Patient } from './queries.ts'

export const fields = [
  ...(['firstName', 'lastName', 'countryCode', 'phoneNumber', 'email', 'dob', 'age', 'gender', 'bloodGroup', 'mrnNumber'] as const),
  ...(['address', 'city', 'state', 'postalCode', 'country'] as const),
]
export type Field = (typeof fields)[number]

/** Parts of the address, under the names that an import from a file gives them. */
const ofAddress: readonly Field[] = ['address', 'city', 'state', 'postalCode', 'country']

/** What is typed, by field; what was not touched is not in it. */
export type Typed = Partial<Record<Field, string>>

/** What a record says in a field; empty where it says nothing. */
export function saidIn(patient: Patient, field: Field): string {
  const address = (patient.patientAddress ?? {}) as Readonly<Record<string, unknown>>
  const value = ofAddress.includes(field) ? address[field] : patient[field as Exclude<Field, 'address' | 'city' | 'state' | 'postalCode' | 'country'>]
  return value === null || value === undefined ? '' : String(value)
}

/** The fields that would be emptied, which no change can do. */
export function emptied(patient: Patient, typed: Typed): Field[] {
  return fields.filter((field) => typed[field]?.trim() === '' && saidIn(patient, field) !== '')
}

/** What is to be sent of what was typed; undefined where nothing differs. */
export function changesOf(patient: Patient, typed: Typed): Omit<Input<'patient-edit'>, 'id' | 'version'> | undefined {
  const changed = fields.filter((field) => typed[field] !== undefined && typed[field].trim() !== '' && typed[field].trim() !== saidIn(patient, field))
  if (changed.length === 0) return undefined
  const said = (field: Field) => [field, field === 'age' ? Number(typed[field]) : typed[field]?.trim()]
  const address = changed.filter((field) => ofAddress.includes(field))
  return {
    ...Object.fromEntries(changed.filter((field) => !ofAddress.includes(field)).map(said)),
    // A dial code goes with its number: alone it would be that of the number as it is.
    ...(changed.includes('phoneNumber') && !changed.includes('countryCode') && patient.countryCode !== null && { countryCode: patient.countryCode }),
    ...(address.length > 0 && { patientAddress: { ...patient.patientAddress, ...Object.fromEntries(address.map(said)) } }),
  }
}

/** The fields that are another in two versions of a record. */
export const differing = (one: Patient, other: Patient): Field[] => fields.filter((field) => saidIn(one, field) !== saidIn(other, field))

/** The field that a refusal is about, as far as it names one. */
export function fieldOf(code: string | undefined, details: Readonly<Record<string, unknown>> = {}): Field | undefined {
  if (code === 'MRN_TAKEN') return 'mrnNumber'
  const problem = String(details.problem ?? '')
  return code === 'VALIDATION_ERROR' ? fields.find((field) => new RegExp(`\\b${field}\\b`).test(problem)) : undefined
}
