import { narrowType, statement } from '../../base/db/statement.ts'
import { clinicDay, firstInstantAtWallTime } from '../../base/values/clinic-time.ts'
import type { ShiftMode } from '../../base/values/modes.ts'
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
import { tokenDisplay } from './queue-visit.ts'
import type { VisitStatus } from './visit-status.ts'

const noticeToken = statement(
  'token_for_notice',
  {
    takes: { workspaceId: 'bigint', id: 'bigint' },
    returns: {
      tokenLetter: 'text',
      tokenNumber: 'integer',
      publicStatusToken: 'text',
      status: narrowType<VisitStatus>('text'),
      unsettledUntil: 'timestamptz?',
      placesBefore: 'bigint',
      date: 'date',
      fromMinute: 'smallint',
      timezone: 'text',
      mode: narrowType<ShiftMode>('text'),
      videoLink: 'text?',
      location: 'text',
      practitioner: 'text',
      clinic: 'text',
      priceMinor: 'bigint',
      currency: 'text',
      isOwed: 'boolean',
      ...noticePatientColumns,
    },
  },
  `
  select v.token_letter as "tokenLetter", v.token_number as "tokenNumber", v.public_status_token as "publicStatusToken", v.status,
    ${unsettledUntilSql('v', 'visit_id')} as "unsettledUntil",
    (
      select count(*) from queue_visits o
      where o.workspace_id = v.workspace_id and o.queue_day_id = v.queue_day_id and waits_in_line(o.status) and o.place < v.place
    ) as "placesBefore",
    v.appointment_date as date, s.from_minute as "fromMinute", l.timezone, v.mode, v.video_link as "videoLink", l.full_address as location,
    ${publicNameSql('u')} as practitioner, w.title as clinic, v.charge_minor - v.discount_minor as "priceMinor", v.currency,
    v.payment_status in ('UNPAID', 'PENDING') and v.charge_minor > v.discount_minor as "isOwed", ${noticePatientSelectList('v')}
  from queue_visits v
  join workspaces w on w.id = v.workspace_id
  join work_shifts s on s.workspace_id = v.workspace_id and s.id = v.work_shift_id
  join locations l on l.workspace_id = v.workspace_id and l.id = v.location_id
  join users u on u.workspace_id = v.workspace_id and u.id = v.doctor_id
  join patients p on p.workspace_id = v.workspace_id and p.id = v.patient_id
  where v.workspace_id = :workspaceId and v.id = :id
  -- Waits for an erasure of the patient that is in progress; a later erasure waits until this
  -- transaction ends.
  for key share of p`,
)

const states: Partial<Record<VisitStatus, NoticeVisit['state']>> = {
  WAITING: 'EXPECTED',
  CANCELLED: 'CANCELLED',
}

/**
 * Reads a queue visit for notices: its patient is awaited while it waits and has not been called,
 * until its day ends.
 */
export const noticeTokenReader =
  (publicUrl: () => string): ReadNoticeVisit =>
  async (queries, workspaceId, id) => {
    const [row] = await queries.rows(noticeToken, { workspaceId, id })
    if (!row) return undefined
    const {
      tokenLetter,
      tokenNumber,
      publicStatusToken,
      status,
      placesBefore,
      date,
      fromMinute,
      ...visit
    } = row
    const forms = await listFormsOfVisits(queries, workspaceId, [id])
    const display = tokenDisplay({ tokenLetter, tokenNumber })
    return {
      ...visit,
      bookingReference: display,
      subject: toNoticeSubject({ visitId: id }),
      token: { display, placesBefore, page: `${publicUrl()}/queue/${publicStatusToken}` },
      state: states[status] ?? 'OTHER',
      voided: false,
      revision: 0,
      fromAt: firstInstantAtWallTime(visit.timezone, date, fromMinute),
      toAt: clinicDay(visit.timezone, date).to,
      patientTimezone: null,
      visitAddress: null,
      minutesLate: null,
      offer: null,
      hasMissingForms: (forms.get(id) ?? []).some(
        ({ state, when }) => state === 'MISSING' && when !== 'on-arrival',
      ),
      pack: null,
    }
  }
