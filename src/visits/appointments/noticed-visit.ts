import type { Queries } from '../../base/db/database.ts'
import { narrowType, statement } from '../../base/db/statement.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import type { Mode } from '../../base/values/modes.ts'
import { publicNameSql } from '../../base/values/public-name.ts'
import { listFormsOfVisits } from '../../clinic/forms/visit-forms.ts'
import {
  type NoticeVisit,
  noticePatientColumns,
  noticePatientSelectList,
  type ReadNoticeVisit,
  toNoticeSubject,
} from '../../clinic/notices/noticed-visit.ts'
import { unsettledUntilSql } from '../../clinic/notices/undo-notices.ts'
import type { StoredStatus } from './appointment-status.ts'

const noticeVisit = statement(
  'visit_for_notice',
  {
    takes: { workspaceId: 'bigint', appointmentId: 'bigint' },
    returns: {
      bookingReference: 'text',
      status: narrowType<StoredStatus>('text'),
      voided: 'boolean',
      unsettledUntil: 'timestamptz?',
      revision: 'integer',
      fromAt: 'timestamptz',
      toAt: 'timestamptz',
      timezone: 'text',
      patientTimezone: 'text?',
      mode: narrowType<Mode>('text'),
      videoLink: 'text?',
      visitAddress: narrowType<object>('jsonb?'),
      location: 'text',
      practitioner: 'text',
      clinic: 'text',
      minutesLate: 'smallint?',
      priceMinor: 'bigint',
      currency: 'text',
      isOwed: 'boolean',
      ...noticePatientColumns,
    },
  },
  `
  select a.booking_reference as "bookingReference", a.status, a.voided, ${unsettledUntilSql('a', 'appointment_id')} as "unsettledUntil", a.revision, a.from_at as "fromAt", a.to_at as "toAt", a.timezone,
    a.patient_timezone as "patientTimezone", a.mode, a.video_link as "videoLink", a.visit_address as "visitAddress", l.full_address as location, ${publicNameSql('u')} as practitioner,
    w.title as clinic, case when a.arrived_at is null then late.minutes end as "minutesLate", a.charge_minor - a.discount_minor as "priceMinor",
    a.currency, a.payment_status in ('UNPAID', 'PENDING') and a.charge_minor > a.discount_minor as "isOwed", ${noticePatientSelectList('a')}
  from appointments a
  join workspaces w on w.id = a.workspace_id
  join locations l on l.workspace_id = a.workspace_id and l.id = a.location_id
  join users u on u.workspace_id = a.workspace_id and u.id = a.doctor_id
  join patients p on p.workspace_id = a.workspace_id and p.id = a.patient_id
  left join late_practitioners late
    on late.workspace_id = a.workspace_id and late.doctor_id = a.doctor_id and late.location_id = a.location_id and late.date = a.appointment_date
  where a.workspace_id = :workspaceId and a.id = :appointmentId
  -- Waits for an erasure of the patient that is in progress; a later erasure waits until this
  -- transaction ends.
  for key share of p`,
)

const sameDayVisits = statement(
  'same_day_visits',
  {
    takes: { workspaceId: 'bigint', appointmentId: 'bigint', now: 'timestamptz' },
    returns: { id: 'bigint' },
  },
  `
  select other.id
  from appointments a
  join appointments other
    on other.workspace_id = a.workspace_id and other.patient_id = a.patient_id and other.appointment_date = a.appointment_date and other.id <> a.id
  where a.workspace_id = :workspaceId and a.id = :appointmentId and other.from_at > :now and not other.voided
    and other.status in ('SCHEDULED', 'CONFIRMED', 'RESCHEDULED')
  order by other.from_at, other.id
  limit 20`,
)

/** The ids of the patient's other visits on the day of a visit that have not begun. */
export async function listSameDayVisits(
  queries: Queries,
  workspaceId: number,
  appointmentId: number,
  now: Instant,
): Promise<number[]> {
  const rows = await queries.rows(sameDayVisits, { workspaceId, appointmentId, now })
  return rows.map(({ id }) => id)
}

const states: Partial<Record<StoredStatus, NoticeVisit['state']>> = {
  SCHEDULED: 'EXPECTED',
  CONFIRMED: 'EXPECTED',
  RESCHEDULED: 'EXPECTED',
  CANCELLED: 'CANCELLED',
}

/**
 * A visit, as the code for notices reads it: that code does not read the tables of visits itself.
 */
export const readNoticeVisit: ReadNoticeVisit = async (queries, workspaceId, appointmentId) => {
  const [row] = await queries.rows(noticeVisit, { workspaceId, appointmentId })
  if (!row) return undefined
  const { status, ...visit } = row
  const forms = await listFormsOfVisits(queries, workspaceId, [appointmentId])
  return {
    ...visit,
    subject: toNoticeSubject({ appointmentId }),
    state: states[status] ?? 'OTHER',
    token: null,
    offer: null,
    hasMissingForms: (forms.get(appointmentId) ?? []).some(
      ({ state, when }) => state === 'MISSING' && when !== 'on-arrival',
    ),
    pack: null,
  }
}
