// The editable fields of a record, and which of them are sent: only those that differ. Pure.

import type { Input, RefusalCode } from '../api/call.ts'
import type { PatientRecord as Patient } from './queries.ts'

export const fields = [
  ...([
    'firstName',
    'lastName',
    'countryCode',
    'phoneNumber',
    'email',
    'dob',
    'age',
    'gender',
    'bloodGroup',
    'mrnNumber',
    'language',
  ] as const),
  ...(['address', 'city', 'state', 'postalCode', 'country'] as const),
]
export type RecordField = (typeof fields)[number]

/** Parts of the address, named as in the CSV import. */
const addressFields: readonly RecordField[] = ['address', 'city', 'state', 'postalCode', 'country']

/** The input of each field; fields that were not edited are absent. */
export type RecordInput = Partial<Record<RecordField, string>>

/** The value of a field in a record; empty if the record has none. */
export function fieldValue(patient: Patient, field: RecordField): string {
  const address = (patient.patientAddress ?? {}) as Readonly<Record<string, unknown>>
  const value = addressFields.includes(field)
    ? address[field]
    : patient[
        field as Exclude<RecordField, 'address' | 'city' | 'state' | 'postalCode' | 'country'>
      ]
  return value === null || value === undefined ? '' : String(value)
}

/** The fields that would be emptied, which a change cannot do. */
export function emptiedFields(patient: Patient, typed: RecordInput): RecordField[] {
  return fields.filter((field) => typed[field]?.trim() === '' && fieldValue(patient, field) !== '')
}

/** The part of the input that is sent; undefined if nothing differs. */
export function recordChanges(
  patient: Patient,
  typed: RecordInput,
): Omit<Input<'patient-edit'>, 'id' | 'version'> | undefined {
  const changed = fields.filter(
    (field) =>
      typed[field] !== undefined &&
      typed[field].trim() !== '' &&
      typed[field].trim() !== fieldValue(patient, field),
  )
  if (changed.length === 0) return undefined
  const toEntry = (field: RecordField) => [
    field,
    field === 'age' ? Number(typed[field]) : typed[field]?.trim(),
  ]
  const address = changed.filter((field) => addressFields.includes(field))
  return {
    ...Object.fromEntries(changed.filter((field) => !addressFields.includes(field)).map(toEntry)),
    // A dial code is sent together with its number: alone it would apply to the existing number.
    ...(changed.includes('phoneNumber') &&
      !changed.includes('countryCode') &&
      patient.countryCode !== null && { countryCode: patient.countryCode }),
    ...(address.length > 0 && {
      patientAddress: { ...patient.patientAddress, ...Object.fromEntries(address.map(toEntry)) },
    }),
  }
}

/** The fields that differ between two versions of a record. */
export const changedFields = (one: Patient, other: Patient): RecordField[] =>
  fields.filter((field) => fieldValue(one, field) !== fieldValue(other, field))

/** The field that a refusal concerns, if it names one. */
export function refusedField(
  code: RefusalCode | undefined,
  details: Readonly<Record<string, unknown>> = {},
): RecordField | undefined {
  if (code === 'MRN_TAKEN') return 'mrnNumber'
  const problem = String(details.problem ?? '')
  return code === 'VALIDATION_ERROR'
    ? fields.find((field) => new RegExp(`\\b${field}\\b`).test(problem))
    : undefined
}
