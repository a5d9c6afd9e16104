// The queries of a visit search. Any combination of filters may be given, so the statements differ
// only in what decides their plan: which index they scan, in the order of the pages. A limited part
// of it is scanned, and all other filters are checked on each visit there, so a generic plan is as
// good as one made with the values. The limit is a parameter too: from a literal number, the
// planner concludes that everything is read, and reads it out of order and sorts
// (docs/decisions/visits.md).

import { narrowType, statement } from '../../base/db/statement.ts'
import { patientSearchText } from '../../clinic/patients/search-text.ts'
import { changeStatements } from '../booking/changes.ts'
import { recordColumns, recordSelectList, refundJoin } from './appointment-record.ts'
import { type AppointmentStatus, statusSql } from './appointment-status.ts'

/** All filters; null where one is not given. Time bounds are always present. */
export const filters = {
  workspaceId: 'bigint',
  now: 'timestamptz',
  addressId: 'bigint?',
  doctorId: 'bigint?',
  patientIds: 'bigint[]?',
  phoneNormalised: 'text?',
  term: 'text?',
  /** Prefixes of the matching texts, if the term is a name that may be split at any point. */
  divided: 'text[]?',
  bookingReference: 'text?',
  paymentReference: 'text?',
  startDate: 'date?',
  endDate: 'date?',
  statuses: narrowType<readonly AppointmentStatus[]>('text[]?'),
  paymentStatus: 'text?',
  mode: 'text?',
  type: 'text?',
  bookingType: 'text?',
  source: 'text?',
  bookingChannel: 'text?',
  voided: 'boolean?',
  seriesId: 'bigint?',
  updatedFrom: 'timestamptz?',
  updatedTo: 'timestamptz?',
} as const

const conditions = `
    (:addressId::bigint is null or a.location_id = :addressId)
    and (:doctorId::bigint is null or a.doctor_id = :doctorId)
    and (:patientIds::bigint[] is null or a.patient_id = any (:patientIds))
    and (:bookingReference::text is null or a.booking_reference = :bookingReference)
    and (:paymentReference::text is null or a.payment_reference = :paymentReference)
    and (:startDate::date is null or a.appointment_date >= :startDate)
    and (:endDate::date is null or a.appointment_date <= :endDate)
    and (:paymentStatus::text is null or a.payment_status = :paymentStatus)
    and (:mode::text is null or a.mode = :mode)
    and (:type::text is null or a.type = :type)
    and (:bookingType::text is null or a.booking_type = :bookingType)
    and (:source::text is null or a.source = :source)
    and (:bookingChannel::text is null or a.booking_channel = :bookingChannel)
    and (:voided::boolean is null or a.voided = :voided)
    and (:seriesId::bigint is null or a.series_id = :seriesId)
    and (:updatedFrom::timestamptz is null or a.updated_at >= :updatedFrom)
    and (:updatedTo::timestamptz is null or a.updated_at <= :updatedTo)
    and (:statuses::text[] is null or ${statusSql('a')} = any (:statuses))
    and ((:term::text is null and :phoneNormalised::text is null) or exists (
      select from patients p
      where p.workspace_id = :workspaceId and p.id = a.patient_id and p.erased_at is null
        and (:phoneNormalised is null or p.phone_normalised = :phoneNormalised or exists (
          select from merged_patients m where m.workspace_id = :workspaceId and m.merged_into = p.id and m.phone_normalised = :phoneNormalised
        ))
        and (:term is null or strpos(${patientSearchText('p')}, :term) > 0 or ${patientSearchText('p')} like any (:divided::text[]))
    ))`

/** Columns that the conditions read. */
const examinedColumns = `a.id, a.location_id, a.doctor_id, a.patient_id, a.booking_reference, a.payment_reference, a.appointment_date, a.from_at, a.status,
      a.day_ends_at, a.to_offset_mins, a.payment_status, a.mode, a.type, a.booking_type, a.source, a.booking_channel, a.voided, a.series_id, a.updated_at, a.changed_in`

const pageParameters = {
  startsFrom: 'timestamptz',
  startsBefore: 'timestamptz',
  limit: 'bigint',
  offset: 'bigint',
  countMax: 'bigint',
  examinedMax: 'bigint',
} as const

/**
 * The ids of a page, ordered by start and id; the number of visits, up to `countMax`; and whether
 * the search hit its limit. Leading filters are conditions of the scan, like the start.
 */
function searchBy(name: string, leading = '') {
  const fromClause = `from appointments a
    where a.workspace_id = :workspaceId ${leading} and a.from_at >= :startsFrom and a.from_at < :startsBefore`
  return statement(
    `find_visits_${name}`,
    {
      takes: { ...filters, ...pageParameters },
      returns: { count: 'bigint', ids: 'bigint[]', isCutShort: 'boolean' },
    },
    `
  with found as materialized (
    select a.id, a.from_at
    from (
      select ${examinedColumns}
      ${fromClause}
      order by a.from_at, a.id
      limit :examinedMax
    ) a
    where ${conditions}
    order by a.from_at, a.id
    limit :countMax
  )
  select count(*) as count,
    array(select id from found order by from_at, id limit :limit offset :offset) as ids,
    count(*) < :countMax and exists (
      select ${fromClause}
      order by a.from_at, a.id
      limit 1 offset :examinedMax
    ) as "isCutShort"
  from found`,
  )
}

export const searches = {
  start: searchBy('by_start'),
  doctor: searchBy('of_doctor', 'and a.doctor_id = :doctorId'),
  location: searchBy('of_location', 'and a.location_id = :addressId'),
  patients: searchBy('of_patients', 'and a.patient_id = any (:patientIds::bigint[])'),
  payment: searchBy('by_payment', 'and a.payment_reference = :paymentReference'),
  reference: searchBy('by_reference', 'and a.booking_reference = :bookingReference'),
}

/** The search for each leading filter, the narrowest first. */
export type Leader = keyof typeof searches

export const appointmentChanges = changeStatements({
  table: 'appointments',
  alias: 'a',
  filters,
  examined: examinedColumns,
  conditions,
})

/**
 * Waits until patients of these visits who are being erased are erased, and locks the others until
 * the visits are shown.
 */
export const lockVisitPatients = statement(
  'lock_patients_of_visits',
  { takes: { workspaceId: 'bigint', ids: 'bigint[]' }, returns: { id: 'bigint' } },
  `
  select p.id
  from patients p
  where p.workspace_id = :workspaceId and p.id = any (array(
    select a.patient_id from appointments a where a.workspace_id = :workspaceId and a.id = any (:ids::bigint[])
  ))
  order by p.id
  for key share`,
)

/** Visits as shown at an instant, in the order of the ids. */
export const visitRecords = statement(
  'visit_records',
  { takes: { workspaceId: 'bigint', ids: 'bigint[]', now: 'timestamptz' }, returns: recordColumns },
  `
  select ${recordSelectList}
  from unnest(:ids::bigint[]) with ordinality as wanted (id, place)
  join appointments a on a.workspace_id = :workspaceId and a.id = wanted.id
  ${refundJoin}
  order by place`,
)
