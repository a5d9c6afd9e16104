/**
 * What a clinic can ask new patients on web pages in addition to their first name, by the member
 * names of bookings.
 */
export const newPatientFields = [
  'lastName',
  'email',
  'dob',
  'age',
  'gender',
  'bloodGroup',
  'patientAddress',
] as const

export type NewPatientField = (typeof newPatientFields)[number]

/**
 * The fields that a page asks of a new patient, without the e-mail address: beside a verified phone
 * it would not be stored, since it is not verified.
 */
export function newPatientPageFields(
  fields: readonly NewPatientField[] = [],
): readonly Exclude<NewPatientField, 'email'>[] {
  return fields.filter((member) => member !== 'email')
}
