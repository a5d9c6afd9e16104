import { narrowType, type RowOf, statement } from '../../../base/db/statement.ts'
import type { Mode } from '../../../base/values/modes.ts'
import {
  patientSummaryColumns,
  patientSummarySelectList,
} from '../../../clinic/patients/visiting-patient.ts'
import type { PartOfDay, Weekday } from './waiting-fits.ts'

export const waitingStates = ['OPEN', 'BOOKED', 'ENDED'] as const
export type WaitingState = (typeof waitingStates)[number]

const requestColumns = {
  patientId: 'bigint',
  locationId: 'bigint',
  mode: narrowType<Mode | null>('text?'),
  durationMins: 'smallint?',
  fromDate: 'date',
  toDate: 'date',
  weekdays: narrowType<readonly Weekday[]>('text[]'),
  partsOfDay: narrowType<readonly PartOfDay[]>('text[]'),
  note: 'text?',
  actingUserId: 'bigint?',
  operator: 'text?',
  createdAt: 'timestamptz',
} as const

const entryColumns = {
  id: 'bigint',
  ...requestColumns,
  state: narrowType<WaitingState>('text'),
  appointmentId: 'bigint?',
  doctorIds: 'bigint[]',
  ...patientSummaryColumns,
} as const
export type WaitingEntry = RowOf<typeof entryColumns>

const entrySelectList = `select w.id, w.patient_id as "patientId", w.location_id as "locationId", w.mode, w.duration_mins as "durationMins", w.from_date as "fromDate",
    w.to_date as "toDate", w.weekdays, w.parts_of_day as "partsOfDay", w.note, w.acting_user_id as "actingUserId", w.operator, w.created_at as "createdAt",
    w.state, w.appointment_id as "appointmentId",
    array(select d.doctor_id from waiting_practitioners d where d.workspace_id = w.workspace_id and d.entry_id = w.id order by d.doctor_id) as "doctorIds",
    ${patientSummarySelectList}
  from waiting_entries w
  join patients p on p.workspace_id = w.workspace_id and p.id = w.patient_id`

export const addWaiting = statement(
  'add_waiting',
  {
    takes: { workspaceId: 'bigint', ...requestColumns, doctorIds: 'bigint[]' },
    returns: { id: 'bigint' },
  },
  `
  with entry as (
    insert into waiting_entries (workspace_id, patient_id, location_id, mode, duration_mins, from_date, to_date, weekdays, parts_of_day, note, acting_user_id,
      operator, created_at)
    values (:workspaceId, :patientId, :locationId, :mode, :durationMins, :fromDate, :toDate, :weekdays, :partsOfDay, :note, :actingUserId, :operator, :createdAt)
    returning id
  ),
  doctors as (
    insert into waiting_practitioners (workspace_id, entry_id, doctor_id)
    select :workspaceId, entry.id, doctor_id
    from entry, unnest(:doctorIds::bigint[]) as doctor_id
  )
  select id from entry`,
)

export const waitingEntry = statement(
  'waiting_entry',
  { takes: { workspaceId: 'bigint', entryId: 'bigint' }, returns: entryColumns },
  `
  ${entrySelectList}
  where w.workspace_id = :workspaceId and w.id = :entryId`,
)

/** Open entries of a location, the longest-waiting first, except those whose last date is over. */
export const openEntries = statement(
  'open_waiting_entries',
  {
    takes: { workspaceId: 'bigint', locationId: 'bigint', today: 'date', limit: 'bigint' },
    returns: entryColumns,
  },
  `
  ${entrySelectList}
  where w.workspace_id = :workspaceId and w.location_id = :locationId and w.state = 'OPEN' and w.to_date >= :today
  order by w.created_at, w.id
  limit :limit`,
)

/** Locks an entry, which waits for others who book from the same entry. */
export const lockEntryRow = statement(
  'lock_waiting_entry',
  {
    takes: { workspaceId: 'bigint', entryId: 'bigint' },
    returns: { state: narrowType<WaitingState>('text') },
  },
  `
  select state
  from waiting_entries
  where workspace_id = :workspaceId and id = :entryId
  for no key update`,
)

/** Ends an open entry, recording the visit that was booked for it, if any. */
export const endEntry = statement(
  'end_waiting_entry',
  {
    takes: { workspaceId: 'bigint', entryId: 'bigint', appointmentId: 'bigint?' },
    returns: { id: 'bigint' },
  },
  `
  update waiting_entries
  set state = case when :appointmentId::bigint is null then 'ENDED' else 'BOOKED' end, appointment_id = :appointmentId
  where workspace_id = :workspaceId and id = :entryId and state = 'OPEN'
  returning id`,
)
