import { narrowType, statement } from '../../base/db/statement.ts'
import type { CodeChannel } from '../../base/messages/channels.ts'
import { attemptsMax } from './one-time-code.ts'

const codeParameters = {
  workspaceId: 'bigint',
  keyId: 'bigint',
  visitorHash: 'bytea',
  destinationHash: 'bytea',
} as const
// Codes and gates belong to a visitor, which is the end user itself under a developer key.
const codeCondition =
  'workspace_id = :workspaceId and key_id = :keyId and end_user_hash = :visitorHash and destination_hash = :destinationHash'

const visitorParameters = {
  workspaceId: 'bigint',
  sessionId: 'bigint',
  endUserHash: 'bytea',
} as const

export const storedVisitor = statement(
  'stored_visitor',
  { takes: visitorParameters, returns: { visitorHash: 'bytea' } },
  `
  select visitor_hash as "visitorHash"
  from session_visitors
  where workspace_id = :workspaceId and session_id = :sessionId and end_user_hash = :endUserHash`,
)

export const storeVisitorRow = statement(
  'store_visitor',
  { takes: { ...visitorParameters, visitorHash: 'bytea' }, returns: {} },
  `
  insert into session_visitors (workspace_id, session_id, end_user_hash, visitor_hash)
  values (:workspaceId, :sessionId, :endUserHash, :visitorHash)
  on conflict do nothing`,
)

/**
 * Serialises everything that is counted under one name: in a workspace, or (0) across all of them.
 */
export const lockCount = statement(
  'lock_count',
  { takes: { workspaceId: 'bigint', name: 'text' }, returns: {} },
  `
  select from pg_advisory_xact_lock(hashtextextended(:name, :workspaceId))`,
)

// The three limits ask the same question: when was the nth newest entry within the window? If there
// is one, the window is full, and that entry must leave it first. `skipped` is n - 1.

const windowParameters = { since: 'timestamptz', skipped: 'bigint' } as const

export const fullDestination = statement(
  'full_destination_window',
  { takes: { countedHash: 'bytea', ...windowParameters }, returns: { sentAt: 'timestamptz' } },
  `
  select sent_at as "sentAt"
  from verification_sends
  where destination_hash = :countedHash and sent_at > :since
  order by sent_at desc
  offset :skipped limit 1`,
)

/**
 * Returns no row if the visitor has not verified the destination recently, and no instant if the
 * visitor has requested fewer codes for it.
 */
export const fullForVerified = statement(
  'full_window_of_verified_contact',
  {
    takes: {
      workspaceId: 'bigint',
      keyId: 'bigint',
      endUserHash: 'bytea',
      visitorHash: 'bytea',
      countedHash: 'bytea',
      ...windowParameters,
    },
    returns: { sentAt: 'timestamptz?' },
  },
  `
  select (
    select sent_at
    from verification_sends
    where workspace_id = :workspaceId and end_user_hash = :endUserHash and destination_hash = :countedHash and sent_at > :since
    order by sent_at desc
    offset :skipped limit 1
  ) as "sentAt"
  from verified_contacts
  where workspace_id = :workspaceId and key_id = :keyId and end_user_hash = :visitorHash and counted_hash = :countedHash`,
)

export const fullEndUser = statement(
  'full_end_user_window',
  {
    takes: { workspaceId: 'bigint', endUserHash: 'bytea', ...windowParameters },
    returns: { sentAt: 'timestamptz' },
  },
  `
  select sent_at as "sentAt"
  from verification_sends
  where workspace_id = :workspaceId and end_user_hash = :endUserHash and sent_at > :since
  order by sent_at desc
  offset :skipped limit 1`,
)

const sendParameters = { workspaceId: 'bigint', since: 'timestamptz', max: 'bigint' } as const
const sendCountColumns = { count: 'bigint', firstAt: 'timestamptz?' } as const
const countNewestSendsSql = (condition: string) => `
  select count(*) as count, min(sent_at) as "firstAt"
  from (
    select sent_at
    from verification_sends
    where workspace_id = :workspaceId and ${condition} and sent_at > :since
    order by sent_at desc
    limit :max
  ) as newest`

/**
 * How many codes a workspace has sent since an instant for sessions, or for keys, at most `max`,
 * and when the first of those was sent.
 */
export const sendsOfWorkspace = statement(
  'sends_of_workspace',
  { takes: { ...sendParameters, bySession: 'boolean' }, returns: sendCountColumns },
  countNewestSendsSql('by_session = :bySession'),
)

/** The same count for the sessions of a network. */
export const sendsOfNetwork = statement(
  'sends_of_network',
  { takes: { ...sendParameters, networkHash: 'bytea' }, returns: sendCountColumns },
  countNewestSendsSql('network_hash = :networkHash'),
)

/** The same count for the sessions of a site. */
export const sendsOfSite = statement(
  'sends_of_site',
  { takes: { ...sendParameters, siteHash: 'bytea' }, returns: sendCountColumns },
  countNewestSendsSql('site_hash = :siteHash'),
)

export const hasFailedFromSite = statement(
  'has_failed_from_site',
  {
    takes: {
      workspaceId: 'bigint',
      destinationHash: 'bytea',
      siteHash: 'bytea',
      since: 'timestamptz',
    },
    returns: { exists: 'boolean' },
  },
  `
  select exists (
    select from verification_failures
    where workspace_id = :workspaceId and destination_hash = :destinationHash and failed_at > :since and site_hash = :siteHash
  )`,
)

export const fullFailures = statement(
  'full_failure_window',
  {
    takes: { workspaceId: 'bigint', destinationHash: 'bytea', ...windowParameters },
    returns: { failedAt: 'timestamptz' },
  },
  `
  select failed_at as "failedAt"
  from verification_failures
  where workspace_id = :workspaceId and destination_hash = :destinationHash and failed_at > :since
  order by failed_at desc
  offset :skipped limit 1`,
)

/** Counts a send in the limits and replaces the old code with the new one, still undelivered. */
export const insertSend = statement(
  'insert_code_send',
  {
    takes: {
      ...codeParameters,
      countedHash: 'bytea',
      endUserHash: 'bytea',
      channel: narrowType<CodeChannel>('text'),
      codeHash: 'bytea',
      now: 'timestamptz',
      expiresAt: 'timestamptz',
      bySession: 'boolean',
      networkHash: 'bytea?',
      siteHash: 'bytea?',
    },
    returns: { sendId: 'bigint', clinic: 'text' },
  },
  `
  with send as (
    insert into verification_sends (workspace_id, key_id, end_user_hash, destination_hash, sent_at, by_session, network_hash, site_hash)
    values (:workspaceId, :keyId, :endUserHash, :countedHash, :now, :bySession, :networkHash, :siteHash)
    returning id
  ),
  code as (
    insert into verification_codes (workspace_id, key_id, end_user_hash, destination_hash, channel, code_hash, send_id, sent_at, expires_at)
    select :workspaceId, :keyId, :visitorHash, :destinationHash, :channel, :codeHash, id, :now, :expiresAt
    from send
    on conflict (workspace_id, key_id, end_user_hash, destination_hash) do update
    set channel = excluded.channel, code_hash = excluded.code_hash, send_id = excluded.send_id, delivered = false, attempts = 0,
      sent_at = excluded.sent_at, expires_at = excluded.expires_at
  )
  select send.id as "sendId", w.title as clinic
  from send
  join workspaces w on w.id = :workspaceId`,
)

/** Makes a delivered code verifiable, unless a newer one has replaced it. */
export const markDelivered = statement(
  'mark_code_delivered',
  { takes: { ...codeParameters, sendId: 'bigint' }, returns: {} },
  `
  update verification_codes
  set delivered = true
  where ${codeCondition} and send_id = :sendId`,
)

/** Removes the send from the limits and voids the code. */
export const undoSend = statement(
  'undo_send',
  { takes: { ...codeParameters, sendId: 'bigint' }, returns: {} },
  `
  with code as (
    delete from verification_codes
    where ${codeCondition} and send_id = :sendId
  )
  delete from verification_sends
  where workspace_id = :workspaceId and id = :sendId`,
)

/**
 * Uses up an attempt on the live code and records it as failed; returns no row if there is no live
 * code.
 */
export const spendAttempt = statement(
  'spend_attempt',
  {
    takes: { ...codeParameters, siteHash: 'bytea', now: 'timestamptz' },
    returns: { codeHash: 'bytea', sendId: 'bigint', failureId: 'bigint' },
  },
  `
  with spent as (
    update verification_codes
    set attempts = attempts + 1
    where ${codeCondition}
      and delivered and attempts < ${attemptsMax} and expires_at > :now
    returning code_hash, send_id
  ),
  failed as (
    insert into verification_failures (workspace_id, key_id, destination_hash, failed_at, site_hash)
    select :workspaceId, :keyId, :destinationHash, :now, :siteHash
    from spent
    returning id
  )
  select spent.code_hash as "codeHash", spent.send_id as "sendId", failed.id as "failureId"
  from spent
  cross join failed`,
)

/**
 * Consumes a code that matched, undoes the failure, and opens the consent gate; returns no row if
 * another call did so first.
 */
export const consumeCode = statement(
  'consume_code',
  {
    takes: {
      ...codeParameters,
      sendId: 'bigint',
      failureId: 'bigint',
      countedHash: 'bytea',
      now: 'timestamptz',
    },
    returns: { openUntil: 'timestamptz' },
  },
  `
  with consumed as (
    delete from verification_codes
    where ${codeCondition} and send_id = :sendId
    returning destination_hash
  ),
  taken_back as (
    delete from verification_failures
    where workspace_id = :workspaceId and id = :failureId and exists (select from consumed)
  )
  insert into verified_contacts (workspace_id, key_id, end_user_hash, contact_hash, counted_hash, verified_at, expires_at)
  select :workspaceId, :keyId, :visitorHash, destination_hash, :countedHash, :now::timestamptz, :now::timestamptz + interval '30 minutes'
  from consumed
  on conflict (workspace_id, key_id, end_user_hash) do update
  set contact_hash = excluded.contact_hash, counted_hash = excluded.counted_hash, verified_at = excluded.verified_at, expires_at = excluded.expires_at
  returning expires_at as "openUntil"`,
)

export const hasCodeElsewhere = statement(
  'has_code_elsewhere',
  { takes: { ...codeParameters, now: 'timestamptz' }, returns: { exists: 'boolean' } },
  `
  select exists (
    select from verification_codes
    where workspace_id = :workspaceId and key_id = :keyId and end_user_hash = :visitorHash and destination_hash <> :destinationHash
      and delivered and attempts < ${attemptsMax} and expires_at > :now
  )`,
)

const endUserParameters = {
  workspaceId: 'bigint',
  keyId: 'bigint',
  sessionId: 'bigint?',
  endUserHash: 'bytea',
  visitorHash: 'bytea',
} as const

// A session is the visitor that it was when it requested its code, otherwise the one at its address.
const isOfEndUser = `end_user_hash = coalesce(
    (select v.visitor_hash from session_visitors v where v.workspace_id = :workspaceId and v.session_id = :sessionId and v.end_user_hash = :endUserHash),
    :visitorHash
  )`

export const verifiedContact = statement(
  'verified_contact',
  {
    takes: { ...endUserParameters, now: 'timestamptz' },
    returns: { contactHash: 'bytea', countedHash: 'bytea' },
  },
  `
  select contact_hash as "contactHash", coalesce(counted_hash, contact_hash) as "countedHash"
  from verified_contacts
  where workspace_id = :workspaceId and key_id = :keyId and expires_at > :now and ${isOfEndUser}`,
)

/** Ends the verification of an end user. */
export const deleteVerifiedContact = statement(
  'delete_verified_contact',
  { takes: endUserParameters },
  `
  delete from verified_contacts
  where workspace_id = :workspaceId and key_id = :keyId and ${isOfEndUser}`,
)
