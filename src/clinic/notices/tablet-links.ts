// Links with which a patient fills in the forms of one visit on a tablet of the clinic. A link ends
// with its last form, and when no one has typed for a while: the next person at the tablet, and
// anyone who opens its history, finds nothing.

import type { Queries } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import type { NoticeSubject } from './noticed-visit.ts'
import { hashLinkToken, insertLink, isLinkToken } from './visit-links.ts'

/** How long a link remains valid while nothing is typed; the tablet itself ends it earlier. */
const tabletMs = 30 * 60_000

export const tabletPath = (token: string) => `/tablet/${token}`

/** Makes a link for a tablet and returns its path, the only time that it is available. */
export async function makeTabletLink(
  queries: Queries,
  subject: Partial<NoticeSubject> & { workspaceId: number },
  now: Instant,
): Promise<string> {
  return tabletPath(await insertLink(queries, { ...subject, tabletUntil: now + tabletMs }, now))
}

const tabletTarget = statement(
  'target_of_tablet_link',
  {
    takes: { tokenHash: 'bytea', now: 'timestamptz' },
    returns: {
      workspaceId: 'bigint',
      appointmentId: 'bigint?',
      visitId: 'bigint?',
      /** The language of the patient, who may read another one than the tablet's. */
      language: 'text?',
    },
  },
  `
  select l.workspace_id as "workspaceId", l.appointment_id as "appointmentId", l.visit_id as "visitId", p.language
  from visit_links l
  join workspaces w on w.id = l.workspace_id and w.status = 'ACTIVE'
  left join appointments a on a.workspace_id = l.workspace_id and a.id = l.appointment_id
  left join queue_visits v on v.workspace_id = l.workspace_id and v.id = l.visit_id
  join patients p on p.workspace_id = l.workspace_id and p.id = coalesce(a.patient_id, v.patient_id)
  where l.token_hash = :tokenHash and l.tablet_until > :now`,
)

/** The visit of a link that is still valid. */
export async function findTabletTarget(queries: Queries, token: string, now: Instant) {
  if (!isLinkToken(token)) return undefined
  const [target] = await queries.rows(tabletTarget, { tokenHash: hashLinkToken(token), now })
  return target
}

const extendLink = statement(
  'extend_tablet_link',
  { takes: { tokenHash: 'bytea', now: 'timestamptz', until: 'timestamptz' } },
  `
  update visit_links
  set tablet_until = :until
  where token_hash = :tokenHash and tablet_until > :now`,
)

/** Keeps a link valid, as someone has typed. */
export async function extendTabletLink(queries: Queries, token: string, now: Instant) {
  const until = now + tabletMs
  await queries.rows(extendLink, { tokenHash: hashLinkToken(token), now, until })
}

const endLink = statement(
  'end_tablet_link',
  { takes: { tokenHash: 'bytea' } },
  `
  delete from visit_links
  where token_hash = :tokenHash and tablet_until is not null`,
)

export async function endTabletLink(queries: Queries, token: string): Promise<void> {
  if (isLinkToken(token)) await queries.rows(endLink, { tokenHash: hashLinkToken(token) })
}
