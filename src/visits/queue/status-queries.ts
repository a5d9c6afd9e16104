// The queries of the patient's page. They read no data of the patient, the practitioner or the
// booking.

import { narrowType, statement } from '../../base/db/statement.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import type { ShiftMode } from '../../base/values/modes.ts'
import { latestConsultationsSql } from './queries.ts'
import type { VisitStatus } from './visit-status.ts'

/**
 * The visit that a page shows, in any workspace; the page's token is the only credential.
 * `languages` are those of the clinic's pages; null for all.
 */
export const visitByStatusToken = statement(
  'visit_of_status_token',
  {
    takes: { publicStatusToken: 'text' },
    returns: {
      workspaceId: 'bigint',
      queueDayId: 'bigint',
      visitId: 'bigint',
      date: 'date',
      timezone: 'text',
      languages: narrowType<readonly string[] | null>('jsonb?'),
    },
  },
  `
  select v.workspace_id as "workspaceId", v.queue_day_id as "queueDayId", v.id as "visitId",
    v.appointment_date as date, l.timezone, b.settings->'languages' as languages
  from queue_visits v
  join locations l on l.workspace_id = v.workspace_id and l.id = v.location_id
  left join booking_pages b on b.workspace_id = v.workspace_id
  where v.public_status_token = :publicStatusToken`,
)

/** What others in the line may see of a visit. */
export interface VisitInLine {
  id: number
  tokenLetter: string
  tokenNumber: number
  status: VisitStatus
  calledAt: Instant | null
  /** Whether it has a video link. */
  hasVideo?: boolean
}

/**
 * A day's line: visits that wait or are being seen, by place, and the requested visits in any
 * status.
 */
export const dayLine = statement(
  'line_of_day',
  {
    takes: {
      workspaceId: 'bigint',
      queueDayId: 'bigint',
      visitIds: 'bigint[]',
      consultations: 'bigint',
    },
    returns: {
      clinic: 'text',
      timezone: 'text',
      date: 'date',
      mode: narrowType<ShiftMode>('text'),
      fromMinute: 'smallint',
      toMinute: 'smallint',
      startedAt: 'timestamptz?',
      endedAt: 'timestamptz?',
      defaultSeconds: 'integer',
      latestConsultations: 'bigint[]',
      line: narrowType<readonly VisitInLine[]>('jsonb'),
    },
  },
  `
  select w.title as clinic, l.timezone, d.date, s.mode, s.from_minute as "fromMinute", s.to_minute as "toMinute",
    d.started_at as "startedAt", d.ended_at as "endedAt", s.default_seconds as "defaultSeconds",
    ${latestConsultationsSql('s.doctor_id', 's.location_id')} as "latestConsultations",
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', v.id, 'tokenLetter', v.token_letter, 'tokenNumber', v.token_number, 'status', v.status,
        'calledAt', floor(extract(epoch from v.called_at) * 1000),
        'hasVideo', v.video_link is not null
      ) order by v.place), '[]')
      from queue_visits v
      where v.workspace_id = d.workspace_id and v.queue_day_id = d.id
        and (waits_in_line(v.status) or v.status = 'IN_CONSULTATION' or v.id = any (:visitIds::bigint[]))
    ) as line
  from queue_days d
  join work_shifts s on s.workspace_id = d.workspace_id and s.id = d.work_shift_id
  join locations l on l.workspace_id = s.workspace_id and l.id = s.location_id
  join workspaces w on w.id = d.workspace_id
  where d.workspace_id = :workspaceId and d.id = :queueDayId`,
)
