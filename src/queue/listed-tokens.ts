// Tokens as the people of a clinic look at them beside visits with a time: of a date, or of a patient.

import { narrowed, type RowOf, statement } from '../db/statement.ts'
import type { ShiftMode } from '../values/modes.ts'
import type { VisitStatus } from './visit-status.ts'

const listed = {
  id: 'bigint',
  tokenLetter: 'text',
  tokenNumber: 'integer',
  patientId: 'bigint',
  /** Null of an erased patient, and of one who is known by a phone alone. */
  patient: 'text?',
  isErased: 'boolean',
  phone: 'text?',
  doctor: 'text',
  location: 'text',
  date: 'date',
  /** Of the shift, on the clinic's clock. */
  fromMinute: 'smallint',
  toMinute: 'smallint',
  timezone: 'text',
  status: narrowed<VisitStatus>('text'),
  mode: narrowed<ShiftMode>('text'),
  paymentStatus: 'text',
  currency: 'text',
  payableMinor: 'bigint',
  notes: 'text?',
  cancellationReason: 'text?',
} as const

/** A token of a list. */
export type ListedToken = RowOf<typeof listed>

const columns = `v.id, v.token_letter as "tokenLetter", v.token_number as "tokenNumber", v.patient_id as "patientId",
    nullif(concat_ws(' ', p.first_name, p.last_name), '') as patient, p.erased_at is not null as "isErased", p.phone_normalised as phone,
    u.display_name as doctor, l.name as location, v.appointment_date as date, s.from_minute as "fromMinute", s.to_minute as "toMinute", l.timezone,
    v.status, v.mode, v.payment_status as "paymentStatus", v.currency, v.charge_minor - v.discount_minor as "payableMinor",
    concat_ws('; ', v.chief_complaint, v.appointment_notes) as notes, v.cancellation_reason as "cancellationReason"`

const joins = `join patients p on p.workspace_id = v.workspace_id and p.id = v.patient_id
  join work_shifts s on s.workspace_id = v.workspace_id and s.id = v.work_shift_id
  join users u on u.workspace_id = v.workspace_id and u.id = v.doctor_id
  join locations l on l.workspace_id = v.workspace_id and l.id = v.location_id`

/** Tokens of a date; of one doctor, of one location, or of all; by the start of their shift and their number. */
export const tokensOfDate = statement(
  'tokens_of_date',
  { takes: { workspaceId: 'bigint', date: 'date', doctorId: 'bigint?', locationId: 'bigint?', limit: 'bigint' }, returns: listed },
  `
  select ${columns}
  from queue_visits v
  ${joins}
  where v.workspace_id = :workspaceId and v.appointment_date = :date
    and (:doctorId::bigint is null or v.doctor_id = :doctorId) and (:locationId::bigint is null or v.location_id = :locationId)
  order by s.from_minute, s.id, v.token_number
  limit :limit`,
)

/** The latest tokens of a patient, newest first. */
export const tokensOfPatient = statement(
  'latest_tokens_of_patient',
  { takes: { workspaceId: 'bigint', patientId: 'bigint', limit: 'bigint' }, returns: listed },
  `
  select ${columns}
  from queue_visits v
  ${joins}
  where v.workspace_id = :workspaceId and v.patient_id = :patientId
  order by v.appointment_date desc, v.id desc
  limit :limit`,
)

export const listedToken = statement(
  'listed_token',
  { takes: { workspaceId: 'bigint', visitId: 'bigint' }, returns: listed },
  `
  select ${columns}
  from queue_visits v
  ${joins}
  where v.workspace_id = :workspaceId and v.id = :visitId`,
)
