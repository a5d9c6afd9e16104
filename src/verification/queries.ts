import { statement } from '../db/statement.ts'

/** Serialises everything that is counted under one name: in a workspace, or (0) over all of them. */
export const lockCount = statement(
  'lock_count',
  {},
  `
  select from pg_advisory_xact_lock(hashtextextended($2, $1))`,
)

// The three limits ask the same: when was the nth newest within the window? Where there is one the window is
// full, and that is the one which has to leave. The last parameter is n - 1.

export const fullDestination = statement(
  'full_destination',
  { sentAt: 'timestamptz' },
  `
  select sent_at as "sentAt"
  from verification_sends
  where destination_hash = $1 and sent_at > $2
  order by sent_at desc
  offset $3 limit 1`,
)

export const fullEndUser = statement(
  'full_end_user',
  { sentAt: 'timestamptz' },
  `
  select sent_at as "sentAt"
  from verification_sends
  where workspace_id = $1 and end_user_hash = $2 and sent_at > $3
  order by sent_at desc
  offset $4 limit 1`,
)

export const fullOfFailures = statement(
  'full_of_failures',
  { failedAt: 'timestamptz' },
  `
  select failed_at as "failedAt"
  from verification_failures
  where workspace_id = $1 and destination_hash = $2 and failed_at > $3
  order by failed_at desc
  offset $4 limit 1`,
)

/** Takes a place in the limits and puts the new code, still undelivered, in the place of the old one. */
export const takeSend = statement(
  'take_send',
  { sendId: 'bigint', clinic: 'text' },
  `
  with send as (
    insert into verification_sends (workspace_id, key_id, end_user_hash, destination_hash, sent_at)
    values ($1, $2, $3, $4, $7)
    returning id
  ),
  code as (
    insert into verification_codes (workspace_id, key_id, end_user_hash, destination_hash, channel, code_hash, send_id, sent_at, expires_at)
    select $1, $2, $3, $4, $5, $6, id, $7, $8
    from send
    on conflict (workspace_id, key_id, end_user_hash, destination_hash) do update
    set channel = excluded.channel, code_hash = excluded.code_hash, send_id = excluded.send_id, delivered = false, attempts = 0,
      sent_at = excluded.sent_at, expires_at = excluded.expires_at
  )
  select send.id as "sendId", w.title as clinic
  from send
  join workspaces w on w.id = $1`,
)

/** Lets a delivered code verify, unless a newer one has taken its place. */
export const noteDelivery = statement(
  'note_delivery',
  {},
  `
  update verification_codes
  set delivered = true
  where workspace_id = $1 and key_id = $2 and end_user_hash = $3 and destination_hash = $4 and send_id = $5`,
)

/** Gives the place in the limits back and voids the code. */
export const undoSend = statement(
  'undo_send',
  {},
  `
  with code as (
    delete from verification_codes
    where workspace_id = $1 and key_id = $2 and end_user_hash = $3 and destination_hash = $4 and send_id = $5
  )
  delete from verification_sends
  where workspace_id = $1 and id = $5`,
)

/** Spends an attempt on the live code and notes it as failed; answers nothing where there is no live code. */
export const spendAttempt = statement(
  'spend_attempt',
  { codeHash: 'bytea', sendId: 'bigint', failureId: 'bigint' },
  `
  with spent as (
    update verification_codes
    set attempts = attempts + 1
    where workspace_id = $1 and key_id = $2 and end_user_hash = $3 and destination_hash = $4
      and delivered and attempts < 5 and expires_at > $5
    returning code_hash, send_id
  ),
  failed as (
    insert into verification_failures (workspace_id, key_id, destination_hash, failed_at)
    select $1, $2, $4, $5
    from spent
    returning id
  )
  select spent.code_hash as "codeHash", spent.send_id as "sendId", failed.id as "failureId"
  from spent
  cross join failed`,
)

/** Consumes a code that was compared and right, takes the failure back, and opens the gate; answers nothing if another did. */
export const consumeCode = statement(
  'consume_code',
  { openUntil: 'timestamptz' },
  `
  with consumed as (
    delete from verification_codes
    where workspace_id = $1 and key_id = $2 and end_user_hash = $3 and destination_hash = $4 and send_id = $5
    returning destination_hash
  ),
  taken_back as (
    delete from verification_failures
    where workspace_id = $1 and id = $6 and exists (select from consumed)
  )
  insert into verified_contacts (workspace_id, key_id, end_user_hash, contact_hash, verified_at, expires_at)
  select $1, $2, $3, destination_hash, $7::timestamptz, $7::timestamptz + interval '30 minutes'
  from consumed
  on conflict (workspace_id, key_id, end_user_hash) do update
  set contact_hash = excluded.contact_hash, verified_at = excluded.verified_at, expires_at = excluded.expires_at
  returning expires_at as "openUntil"`,
)

export const codeElsewhere = statement(
  'code_elsewhere',
  { exists: 'boolean' },
  `
  select exists (
    select from verification_codes
    where workspace_id = $1 and key_id = $2 and end_user_hash = $3 and destination_hash <> $4
      and delivered and attempts < 5 and expires_at > $5
  )`,
)

export const openGate = statement(
  'open_gate',
  { contactHash: 'bytea' },
  `
  select contact_hash as "contactHash"
  from verified_contacts
  where workspace_id = $1 and key_id = $2 and end_user_hash = $3 and expires_at > $4`,
)
