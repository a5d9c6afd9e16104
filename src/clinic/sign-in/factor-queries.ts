// The queries of passkeys and codes.

import { statement } from '../../base/db/statement.ts'

export const insertChallenge = statement(
  'insert_staff_challenge',
  { takes: { challengeHash: 'bytea', purpose: 'text', expiresAt: 'timestamptz' }, returns: {} },
  `
  insert into staff_challenges (challenge_hash, purpose, expires_at)
  values (:challengeHash, :purpose, :expiresAt)`,
)

export const takeChallenge = statement(
  'take_staff_challenge',
  {
    takes: { challengeHash: 'bytea', purpose: 'text', at: 'timestamptz' },
    returns: { purpose: 'text' },
  },
  `
  delete from staff_challenges
  where challenge_hash = :challengeHash and purpose = :purpose and expires_at > :at
  returning purpose`,
)

export const passkeysOfAccount = statement(
  'staff_passkeys_of_account',
  {
    takes: { accountId: 'bigint' },
    returns: {
      id: 'bigint',
      credentialId: 'bytea',
      transports: 'text[]',
      name: 'text',
      createdAt: 'timestamptz',
      usedAt: 'timestamptz?',
    },
  },
  `
  select id, credential_id as "credentialId", transports, name, created_at as "createdAt", used_at as "usedAt"
  from staff_passkeys
  where account_id = :accountId
  order by id`,
)

/** No row if the account already has the maximum. */
export const insertPasskey = statement(
  'insert_staff_passkey',
  {
    takes: {
      accountId: 'bigint',
      credentialId: 'bytea',
      publicKey: 'bytea',
      counter: 'bigint',
      transports: 'text[]',
      name: 'text',
      at: 'timestamptz',
      perAccountMax: 'bigint',
    },
    returns: { id: 'bigint' },
  },
  `
  insert into staff_passkeys (account_id, credential_id, public_key, counter, transports, name, created_at)
  select :accountId, :credentialId, :publicKey, :counter, :transports, :name, :at
  where (select count(*) from staff_passkeys where account_id = :accountId) < :perAccountMax
  on conflict (credential_id) do nothing
  returning id`,
)

export const deletePasskey = statement(
  'delete_staff_passkey',
  { takes: { accountId: 'bigint', id: 'bigint' }, returns: { id: 'bigint' } },
  `
  delete from staff_passkeys where account_id = :accountId and id = :id returning id`,
)

/** A passkey of an account that is a member somewhere. */
export const passkeyOfCredential = statement(
  'staff_passkey_of_credential',
  {
    takes: { credentialId: 'bytea' },
    returns: {
      id: 'bigint',
      accountId: 'bigint',
      publicKey: 'bytea',
      counter: 'bigint',
      transports: 'text[]',
    },
  },
  `
  select p.id, p.account_id as "accountId", p.public_key as "publicKey", p.counter, p.transports
  from staff_passkeys p
  where p.credential_id = :credentialId and exists (
    select from staff_account_members m
    join users u on u.workspace_id = m.workspace_id and u.id = m.user_id and u.status = 'active'
    join workspaces w on w.id = m.workspace_id and w.status = 'ACTIVE'
    where m.account_id = p.account_id
  )`,
)

/** No row if another use has already reached this counter: one of the two is a copy. */
export const usePasskey = statement(
  'use_staff_passkey',
  { takes: { id: 'bigint', counter: 'bigint', at: 'timestamptz' }, returns: { id: 'bigint' } },
  `
  update staff_passkeys set counter = :counter, used_at = :at
  where id = :id and (counter < :counter or (counter = 0 and :counter = 0))
  returning id`,
)

export const storedCodeSecret = statement(
  'stored_staff_code_secret',
  {
    takes: { accountId: 'bigint' },
    returns: { sealed: 'bytea', isConfirmed: 'boolean', recoveryCodes: 'bigint' },
  },
  `
  select c.sealed, c.confirmed_at is not null as "isConfirmed",
    (select count(*) from staff_recovery_codes r where r.account_id = c.account_id) as "recoveryCodes"
  from staff_code_secrets c
  where c.account_id = :accountId`,
)

/** Replaces an unconfirmed secret. */
export const replaceCodeSecret = statement(
  'replace_staff_code_secret',
  { takes: { accountId: 'bigint', sealed: 'bytea' }, returns: { accountId: 'bigint' } },
  `
  insert into staff_code_secrets (account_id, sealed)
  values (:accountId, :sealed)
  on conflict (account_id) do update set sealed = excluded.sealed where staff_code_secrets.confirmed_at is null
  returning account_id as "accountId"`,
)

export const confirmCodeSecret = statement(
  'confirm_staff_code_secret',
  {
    takes: { accountId: 'bigint', sealed: 'bytea', step: 'bigint', at: 'timestamptz' },
    returns: { accountId: 'bigint' },
  },
  `
  update staff_code_secrets set confirmed_at = :at, last_step = :step
  where account_id = :accountId and sealed = :sealed and confirmed_at is null
  returning account_id as "accountId"`,
)

/** No row if that half minute, or a later one, was already used. */
export const useCode = statement(
  'use_staff_code',
  { takes: { accountId: 'bigint', step: 'bigint' }, returns: { accountId: 'bigint' } },
  `
  update staff_code_secrets set last_step = :step
  where account_id = :accountId and confirmed_at is not null and last_step < :step
  returning account_id as "accountId"`,
)

export const deleteCodeSecret = statement(
  'delete_staff_code_secret',
  { takes: { accountId: 'bigint' }, returns: { accountId: 'bigint' } },
  `
  delete from staff_code_secrets where account_id = :accountId returning account_id as "accountId"`,
)

export const deleteRecoveryCodes = statement(
  'delete_staff_recovery_codes',
  { takes: { accountId: 'bigint' }, returns: {} },
  `
  delete from staff_recovery_codes where account_id = :accountId`,
)

export const insertRecoveryCode = statement(
  'insert_staff_recovery_code',
  { takes: { accountId: 'bigint', codeHash: 'bytea' }, returns: {} },
  `
  insert into staff_recovery_codes (account_id, code_hash)
  values (:accountId, :codeHash)`,
)

export const useRecoveryCode = statement(
  'use_staff_recovery_code',
  { takes: { accountId: 'bigint', codeHash: 'bytea' }, returns: { accountId: 'bigint' } },
  `
  delete from staff_recovery_codes where account_id = :accountId and code_hash = :codeHash returning account_id as "accountId"`,
)

export const recordBothFactors = statement(
  'record_both_factors',
  { takes: { id: 'bigint' }, returns: {} },
  `
  update staff_sessions set has_both_factors = true where id = :id`,
)

/** The active sessions of an account, the most recently used first. */
export const sessionsOfAccount = statement(
  'staff_sessions_of_account',
  {
    takes: { accountId: 'bigint', begunAfter: 'timestamptz', seenAfter: 'timestamptz' },
    returns: {
      id: 'bigint',
      createdAt: 'timestamptz',
      seenAt: 'timestamptz',
      address: 'text',
      browser: 'text',
    },
  },
  `
  select id, created_at as "createdAt", seen_at as "seenAt", address, browser
  from staff_sessions
  where account_id = :accountId and created_at > :begunAfter and seen_at > :seenAfter
  order by seen_at desc, id desc
  limit 100`,
)

/** How a member signs in; no row without an account. */
export const memberSignInMethods = statement(
  'sign_in_methods_of_member',
  {
    takes: { workspaceId: 'bigint', userId: 'bigint' },
    returns: { hasPassword: 'boolean', hasApp: 'boolean', passkeys: 'text[]' },
  },
  `
  select a.password_hash is not null as "hasPassword",
    exists (select from staff_code_secrets c where c.account_id = a.id and c.confirmed_at is not null) as "hasApp",
    array(select p.name from staff_passkeys p where p.account_id = a.id order by p.id) as passkeys
  from staff_account_members m
  join staff_accounts a on a.id = m.account_id
  where m.workspace_id = :workspaceId and m.user_id = :userId`,
)
