// The video rooms of visits and tokens; the visits of an erased patient have none.

import { statement } from '../../base/db/statement.ts'

const returns = {
  workspaceId: 'bigint',
  id: 'bigint',
  patientId: 'bigint',
  doctorId: 'bigint',
  isToken: 'boolean',
  mode: 'text',
  status: 'text',
  /** Null for a token. */
  fromAt: 'timestamptz?',
  toAt: 'timestamptz?',
  timezone: 'text',
  videoLink: 'text?',
  videoRoom: 'text?',
} as const

const appointmentQuery = `
  select a.workspace_id as "workspaceId", a.id, a.patient_id as "patientId", a.doctor_id as "doctorId", false as "isToken", a.mode, a.status,
    a.from_at as "fromAt", a.to_at as "toAt", a.timezone, a.video_link as "videoLink", a.video_room as "videoRoom"
  from appointments a`
const tokenQuery = `
  select v.workspace_id as "workspaceId", v.id, v.patient_id as "patientId", v.doctor_id as "doctorId", true as "isToken", v.mode, v.status,
    null::timestamptz as "fromAt", null::timestamptz as "toAt", l.timezone, v.video_link as "videoLink", v.video_room as "videoRoom"
  from queue_visits v
  join locations l on l.workspace_id = v.workspace_id and l.id = v.location_id`
const activeWorkspaceJoin = (alias: string) =>
  `join workspaces w on w.id = ${alias}.workspace_id and w.status = 'ACTIVE'`

/** The visit or token with an id. */
export const videoByVisitId = statement(
  'video_of_visit',
  { takes: { workspaceId: 'bigint', visitId: 'bigint' }, returns },
  `${appointmentQuery}
  where a.workspace_id = :workspaceId and a.id = :visitId and not a.voided
  union all${tokenQuery}
  where v.workspace_id = :workspaceId and v.id = :visitId and not v.voided`,
)

/** The visit or token of a room, in any workspace; the room is the only credential. */
export const videoByRoom = statement(
  'video_of_room',
  { takes: { videoRoom: 'text' }, returns },
  `${appointmentQuery}
  ${activeWorkspaceJoin('a')}
  where a.video_room = :videoRoom and not a.voided
  union all${tokenQuery}
  ${activeWorkspaceJoin('v')}
  where v.video_room = :videoRoom and not v.voided`,
)
