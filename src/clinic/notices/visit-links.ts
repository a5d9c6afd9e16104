// Links to the page of a visit. Each notice has its own; its secret leaves the service once, and
// only its hash is stored.

import { hash } from 'node:crypto'
import type { Queries } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { randomBase32 } from '../../base/values/random-text.ts'
import { type NoticeSubject, toNoticeSubject } from './noticed-visit.ts'

const insertVisitLink = statement(
  'insert_visit_link',
  {
    takes: {
      workspaceId: 'bigint',
      tokenHash: 'bytea',
      appointmentId: 'bigint?',
      visitId: 'bigint?',
      offerId: 'bigint?',
      patientPackId: 'bigint?',
      now: 'timestamptz',
      tabletUntil: 'timestamptz?',
    },
  },
  `
  insert into visit_links (workspace_id, token_hash, appointment_id, visit_id, offer_id, patient_pack_id, made_at, tablet_until)
  values (:workspaceId, :tokenHash, :appointmentId, :visitId, :offerId, :patientPackId, :now, :tabletUntil)`,
)

/**
 * The visit of a link; its token is the only credential, in any workspace. The link of an offer
 * leads to the visit that was booked from it. A link for a tablet opens no page of a visit.
 */
const linkTarget = statement(
  'target_of_link',
  {
    takes: { tokenHash: 'bytea' },
    returns: {
      workspaceId: 'bigint',
      appointmentId: 'bigint?',
      visitId: 'bigint?',
      offerId: 'bigint?',
      patientPackId: 'bigint?',
    },
  },
  `
  select l.workspace_id as "workspaceId", coalesce(l.appointment_id, e.appointment_id) as "appointmentId", l.visit_id as "visitId", l.offer_id as "offerId",
    l.patient_pack_id as "patientPackId"
  from visit_links l
  join workspaces w on w.id = l.workspace_id and w.status = 'ACTIVE'
  left join waiting_offers o on o.workspace_id = l.workspace_id and o.id = l.offer_id and o.state = 'ACCEPTED'
  left join waiting_entries e on e.workspace_id = o.workspace_id and e.id = o.entry_id
  where l.token_hash = :tokenHash and l.tablet_until is null`,
)

// Most visits are over a month after their links were made; the few others are checked again.
const deleteVisitLinksBefore = statement(
  'delete_visit_links_before',
  { takes: { before: 'timestamptz' }, returns: { workspaceId: 'bigint' } },
  `
  delete from visit_links l
  using (
    select o.workspace_id, o.token_hash
    from visit_links o
    left join appointments a on a.workspace_id = o.workspace_id and a.id = o.appointment_id
    left join queue_visits v on v.workspace_id = o.workspace_id and v.id = o.visit_id
    left join waiting_offers f on f.workspace_id = o.workspace_id and f.id = o.offer_id
    left join patient_packs k on k.workspace_id = o.workspace_id and k.id = o.patient_pack_id
    where o.made_at < :before and coalesce(a.to_at, f.to_at, (coalesce(v.appointment_date, k.expires_on) + 1)::timestamp at time zone 'UTC') < :before
    order by o.made_at
    limit 1000
    for update of o skip locked
  ) as past
  where l.workspace_id = past.workspace_id and l.token_hash = past.token_hash
  returning l.workspace_id as "workspaceId"`,
)

// 130 bits.
const tokenLength = 26
const tokenPattern = /^[0-9a-z]{26}$/

export const isLinkToken = (token: string): boolean => tokenPattern.test(token)
export const hashLinkToken = (token: string) => hash('sha256', token, 'buffer')

/** Stores a new link, for a tablet until an instant, and returns its token. */
export async function insertLink(
  queries: Queries,
  {
    workspaceId,
    tabletUntil = null,
    ...subject
  }: Partial<NoticeSubject> & { workspaceId: number; tabletUntil?: Instant | null },
  now: Instant,
): Promise<string> {
  const token = randomBase32(tokenLength).toLowerCase()
  await queries.rows(insertVisitLink, {
    workspaceId,
    ...toNoticeSubject(subject),
    tokenHash: hashLinkToken(token),
    now,
    tabletUntil,
  })
  return token
}

/** How long after its visit a link remains valid: a month. */
export const linkMs = 30 * 24 * 3_600_000

/** The path of a visit's page. */
export const visitPath = (token: string) => `/visit/${token}`

/**
 * Makes a link to the page of a visit, an offer or a pack and returns its path, the only time that
 * it is available.
 */
export async function makeVisitLink(
  queries: Queries,
  subject: Partial<NoticeSubject> & { workspaceId: number },
  now: Instant,
): Promise<string> {
  return visitPath(await insertLink(queries, subject, now))
}

/** The visit of a token, over or not; undefined for any other text. */
export async function findLinkTarget(queries: Queries, token: string) {
  if (!isLinkToken(token)) return undefined
  const [target] = await queries.rows(linkTarget, { tokenHash: hashLinkToken(token) })
  return target
}

/** Deletes links whose visits ended before an instant. */
export async function deleteExpiredLinks(queries: Queries, before: Instant): Promise<void> {
  while ((await queries.rows(deleteVisitLinksBefore, { before })).length > 0);
}
