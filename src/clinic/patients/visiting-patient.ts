// The patient of a visit, as shown beside the visit.

import { flag, id, nullable, object, text } from '../../base/contract/schemas.ts'
import type { RowOf } from '../../base/db/statement.ts'

export const visitingPatientMembers = {
  id: id('The patient.', 17),
  firstName: nullable(text('Given name.', 'Meera')),
  lastName: nullable(text('Family name.', 'Iyer')),
  countryCode: nullable(text('Dial code with its plus.', '+91')),
  phoneNumber: nullable(text('Number without the dial code.', '9876543210')),
}

/** The patient as shown to staff. */
export const patientSummarySchema = object(
  {
    ...visitingPatientMembers,
    phone: nullable(text('The full number in its canonical form.', '+919876543210')),
    erased: flag('Whether the record is erased, so that the patient is unknown.', false),
  },
  { description: 'Whose it is.' },
)

export const patientSummaryColumns = {
  firstName: 'text?',
  lastName: 'text?',
  countryCode: 'text?',
  phoneNumber: 'text?',
  phone: 'text?',
  erased: 'boolean',
} as const

/** SQL for these columns of `patients p`. */
export const patientSummarySelectList = `p.first_name as "firstName", p.last_name as "lastName", p.country_code as "countryCode", p.phone_number as "phoneNumber",
    p.phone_normalised as phone, p.erased_at is not null as erased`

/** Separates the patient from the other columns of a row. */
export function withPatient<
  Row extends { patientId: number } & RowOf<typeof patientSummaryColumns>,
>({ firstName, lastName, countryCode, phoneNumber, phone, erased, ...rest }: Row) {
  return {
    patient: { id: rest.patientId, firstName, lastName, countryCode, phoneNumber, phone, erased },
    rest,
  }
}
