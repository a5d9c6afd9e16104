// The editable fields of a record, and which of them are sent: only those that differ. Pure.

import type { Input, RefusalCode } from '../api/call.ts'
import type { Record as Patient } from './queries.ts'

export const fields = [
  ...(['firstName', 'lastName', 'countryCode', 'phoneNumber', 'email', 'dob', 'age', 'gender', 'bloodGroup', 'mrnNumber'] as const),
  ...(['address', 'city', 'state', 'postalCode', 'country'] as const),
]
export type Field = (typeof fields)[number]

/** Parts of the address, with the names of the CSV import. */
const ofAddress: readonly Field[] = ['address', 'city', 'state', 'postalCode', 'country']

/** The input by field; untouched fields are absent. */
export type Typed = Partial<Record<Field, string>>

/** The value of a field in a record; empty if it has none. */
export function saidIn(patient: Patient, field: Field): string {
  const address = (patient.patientAddress ?? {}) as Readonly<Record<string, unknown>>
  const value = ofAddress.includes(field) ? address[field] : patient[field as Exclude<Field, 'address' | 'city' | 'state' | 'postalCode' | 'country'>]
  return value === null || value === undefined ? '' : String(value)
}

/** The fields that would be emptied, which no change can do. */
export function emptied(patient: Patient, typed: Typed): Field[] {
  return fields.filter((field) => typed[field]?.trim() === '' && saidIn(patient, field) !== '')
}

/** The part of the input to be sent; undefined if nothing differs. */
export function changesOf(patient: Patient, typed: Typed): Omit<Input<'patient-edit'>, 'id' | 'version'> | undefined {
  const changed = fields.filter((field) => typed[field] !== undefined && typed[field].trim() !== '' && typed[field].trim() !== saidIn(patient, field))
  if (changed.length === 0) return undefined
  const said = (field: Field) => [field, field === 'age' ? Number(typed[field]) : typed[field]?.trim()]
  const address = changed.filter((field) => ofAddress.includes(field))
  return {
    ...Object.fromEntries(changed.filter((field) => !ofAddress.includes(field)).map(said)),
    // A dial code is sent with its number: alone it would apply to the present number.
    ...(changed.includes('phoneNumber') && !changed.includes('countryCode') && patient.countryCode !== null && { countryCode: patient.countryCode }),
    ...(address.length > 0 && { patientAddress: { ...patient.patientAddress, ...Object.fromEntries(address.map(said)) } }),
  }
}

/** The fields that differ between two versions of a record. */
export const differing = (one: Patient, other: Patient): Field[] => fields.filter((field) => saidIn(one, field) !== saidIn(other, field))

/** The field that a refusal is about, if it names one. */
export function fieldOf(code: RefusalCode | undefined, details: Readonly<Record<string, unknown>> = {}): Field | undefined {
  if (code === 'MRN_TAKEN') return 'mrnNumber'
  const problem = String(details.problem ?? '')
  return code === 'VALIDATION_ERROR' ? fields.find((field) => new RegExp(`\\b${field}\\b`).test(problem)) : undefined
}
