// Queries that list queue visits. As in the search of appointments, the statements differ in the
// index they scan, in the order of the pages; a limited part of it is scanned, and all other
// filters are checked on each visit there (docs/decisions/visits.md).

import { narrowType, statement } from '../../base/db/statement.ts'
import { patientSearchText } from '../../clinic/patients/search-text.ts'
import { changeStatements } from '../booking/changes.ts'
import { queueVisitColumns, queueVisitSelectList, refundJoin } from './queue-visit.ts'
import type { VisitStatus } from './visit-status.ts'

/** All filters; null where one is not given. */
export const queueFilters = {
  workspaceId: 'bigint',
  addressId: 'bigint?',
  doctorId: 'bigint?',
  patientIds: 'bigint[]?',
  term: 'text?',
  /** Prefixes of the matching texts, if the term is a name that may be split at any point. */
  divided: 'text[]?',
  paymentReference: 'text?',
  startDate: 'date?',
  endDate: 'date?',
  statuses: narrowType<readonly VisitStatus[]>('text[]?'),
} as const

const pageParameters = {
  limit: 'bigint',
  offset: 'bigint',
  countMax: 'bigint',
  examinedMax: 'bigint',
} as const

const conditions = `
    (:addressId::bigint is null or v.location_id = :addressId)
    and (:doctorId::bigint is null or v.doctor_id = :doctorId)
    and (:patientIds::bigint[] is null or v.patient_id = any (:patientIds))
    and (:paymentReference::text is null or v.payment_reference = :paymentReference)
    and (:statuses::text[] is null or v.status = any (:statuses))
    -- Not an EXISTS, for which the planner may hash all patients.
    and (:term::text is null or (
      select p.erased_at is null and (strpos(${patientSearchText('p')}, :term) > 0 or coalesce(${patientSearchText('p')} like any (:divided::text[]), false))
      from patients p
      where p.workspace_id = :workspaceId and p.id = v.patient_id
    ))`

/** Columns that the conditions read. */
const examinedColumns =
  'v.id, v.appointment_date, v.location_id, v.doctor_id, v.patient_id, v.payment_reference, v.status'

export const queueVisitChanges = changeStatements({
  table: 'queue_visits',
  alias: 'v',
  filters: queueFilters,
  examined: `${examinedColumns}, v.changed_in`,
  conditions: `${conditions}
    and (:startDate::date is null or v.appointment_date >= :startDate)
    and (:endDate::date is null or v.appointment_date <= :endDate)`,
})

/**
 * The ids of a page by date and id; the number of visits, up to `countMax`; and whether the search
 * hit its limit.
 */
function searchBy(name: string, leading = '') {
  const fromClause = `from queue_visits v
    where v.workspace_id = :workspaceId ${leading}
      and v.appointment_date >= coalesce(:startDate::date, '-infinity') and v.appointment_date <= coalesce(:endDate::date, 'infinity')`
  return statement(
    `find_queue_visits_${name}`,
    {
      takes: { ...queueFilters, ...pageParameters },
      returns: { count: 'bigint', ids: 'bigint[]', isCutShort: 'boolean' },
    },
    `
  with found as materialized (
    select v.id, v.appointment_date
    from (
      select ${examinedColumns}
      ${fromClause}
      order by v.appointment_date, v.id
      limit :examinedMax
    ) v
    where ${conditions}
    order by v.appointment_date, v.id
    limit :countMax
  )
  select count(*) as count,
    array(select id from found order by appointment_date, id limit :limit offset :offset) as ids,
    count(*) < :countMax and exists (
      select ${fromClause}
      order by v.appointment_date, v.id
      limit 1 offset :examinedMax
    ) as "isCutShort"
  from found`,
  )
}

export const queueSearches = {
  date: searchBy('by_date'),
  doctor: searchBy('of_doctor', 'and v.doctor_id = :doctorId'),
  location: searchBy('of_location', 'and v.location_id = :addressId'),
  patients: searchBy('of_patients', 'and v.patient_id = any (:patientIds::bigint[])'),
  payment: searchBy('by_payment', 'and v.payment_reference = :paymentReference'),
}

/** The ids of a date's visits, by the start of their shift and their number. */
export const queueVisitsOfDate = statement(
  'queue_visits_of_date',
  {
    takes: {
      workspaceId: 'bigint',
      date: 'date',
      addressId: 'bigint?',
      doctorId: 'bigint?',
      limit: 'bigint',
    },
    returns: { id: 'bigint' },
  },
  `
  select v.id
  from queue_visits v
  join work_shifts s on s.workspace_id = v.workspace_id and s.id = v.work_shift_id
  where v.workspace_id = :workspaceId and v.appointment_date = :date
    and (:addressId::bigint is null or v.location_id = :addressId) and (:doctorId::bigint is null or v.doctor_id = :doctorId)
  order by s.from_minute, s.id, v.token_number
  limit :limit`,
)

/**
 * Waits until patients of these visits who are being erased are erased, and locks the others until
 * the visits are shown.
 */
export const lockQueueVisitPatients = statement(
  'lock_patients_of_queue_visits',
  { takes: { workspaceId: 'bigint', ids: 'bigint[]' }, returns: { id: 'bigint' } },
  `
  select p.id
  from patients p
  where p.workspace_id = :workspaceId and p.id = any (array(
    select v.patient_id from queue_visits v where v.workspace_id = :workspaceId and v.id = any (:ids::bigint[])
  ))
  order by p.id
  for key share`,
)

/** Visits with their patients, in the order of the ids. */
export const queueVisitRecords = statement(
  'queue_visit_records',
  {
    takes: { workspaceId: 'bigint', ids: 'bigint[]' },
    returns: {
      ...queueVisitColumns,
      timezone: 'text',
      firstName: 'text?',
      lastName: 'text?',
      countryCode: 'text?',
      phoneNumber: 'text?',
    },
  },
  `
  select ${queueVisitSelectList}, l.timezone,
    p.first_name as "firstName", p.last_name as "lastName", p.country_code as "countryCode", p.phone_number as "phoneNumber"
  from unnest(:ids::bigint[]) with ordinality as wanted (id, rank)
  join queue_visits v on v.workspace_id = :workspaceId and v.id = wanted.id
  join patients p on p.workspace_id = v.workspace_id and p.id = v.patient_id
  join locations l on l.workspace_id = v.workspace_id and l.id = v.location_id
  ${refundJoin}
  order by rank`,
)

/**
 * The positions of visits that wait, counted once for all visits of a day. This is not a join,
 * which would be a nested loop for a long line.
 */
export const linePositions = statement(
  'places_in_line',
  {
    takes: { workspaceId: 'bigint', ids: 'bigint[]' },
    returns: { id: 'bigint', position: 'bigint' },
  },
  `
  select id, position
  from (
    select o.id, row_number() over (partition by o.queue_day_id order by o.place) as position
    from queue_visits o
    where o.workspace_id = :workspaceId and waits_in_line(o.status) and o.queue_day_id = any (array(
      select distinct queue_day_id from queue_visits where workspace_id = :workspaceId and id = any (:ids::bigint[]) and waits_in_line(status)
    ))
  ) as line
  where id = any (:ids)`,
)
