// The queries of accounts, links and sessions of staff.

import { narrowType, statement } from '../../base/db/statement.ts'
import { type MemberRole, memberRolesSql } from '../../base/operations/member-rights.ts'

/** An account's membership in a workspace; `roles` contain their rights. */
export interface Membership {
  workspaceId: number
  workspace: string
  title: string
  timezone: string
  userId: number
  name: string
  email: string | null
  roles: readonly MemberRole[]
}

// Only memberships of active members, in workspaces that are not suspended.
const memberships = `(
      select coalesce(jsonb_agg(jsonb_build_object(
        'workspaceId', w.id, 'workspace', w.name, 'title', w.title, 'timezone', w.timezone, 'userId', u.id, 'name', concat_ws(' ', u.prefix, u.display_name),
        'email', u.email, 'roles', ${memberRolesSql}
        ) order by w.title, w.id), '[]')
      from staff_account_members m
      join users u on u.workspace_id = m.workspace_id and u.id = m.user_id and u.status = 'active'
      join workspaces w on w.id = m.workspace_id and w.status = 'ACTIVE'
      where m.account_id = s.account_id
    )`

const sessionColumns = {
  id: 'bigint',
  accountId: 'bigint',
  createdAt: 'timestamptz',
  seenAt: 'timestamptz',
  hasPassword: 'boolean',
  hasBothFactors: 'boolean',
  hasCodes: 'boolean',
  hasPasskeys: 'boolean',
  memberships: narrowType<Membership[]>('jsonb'),
} as const

// Selects only sessions that have not expired.
const selectSession = `
  select s.id, s.account_id as "accountId", s.created_at as "createdAt", s.seen_at as "seenAt",
    a.password_hash is not null as "hasPassword", s.has_both_factors as "hasBothFactors",
    exists (select from staff_code_secrets c where c.account_id = a.id and c.confirmed_at is not null) as "hasCodes",
    exists (select from staff_passkeys p where p.account_id = a.id) as "hasPasskeys",
    ${memberships} as memberships
  from staff_sessions s
  join staff_accounts a on a.id = s.account_id
  where s.created_at > :begunAfter and s.seen_at > :seenAfter`

export const sessionOfToken = statement(
  'staff_session_of_token',
  {
    takes: { tokenHash: 'bytea', begunAfter: 'timestamptz', seenAfter: 'timestamptz' },
    returns: sessionColumns,
  },
  `${selectSession} and s.token_hash = :tokenHash`,
)

export const sessionsById = statement(
  'staff_sessions_by_id',
  {
    takes: { ids: 'bigint[]', begunAfter: 'timestamptz', seenAfter: 'timestamptz' },
    returns: sessionColumns,
  },
  `${selectSession} and s.id = any (:ids::bigint[])`,
)

export const recordSessionSeen = statement(
  'record_staff_session_seen',
  { takes: { id: 'bigint', at: 'timestamptz' }, returns: {} },
  `
  update staff_sessions set seen_at = :at where id = :id and seen_at < :at`,
)

export const insertSession = statement(
  'insert_staff_session',
  {
    takes: {
      accountId: 'bigint',
      tokenHash: 'bytea',
      at: 'timestamptz',
      address: 'text',
      browser: 'text',
      hasBothFactors: 'boolean',
    },
    returns: { id: 'bigint' },
  },
  `
  insert into staff_sessions (account_id, token_hash, created_at, seen_at, address, browser, has_both_factors)
  values (:accountId, :tokenHash, :at, :at, :address, :browser, :hasBothFactors)
  returning id`,
)

export const endSession = statement(
  'end_staff_session',
  { takes: { accountId: 'bigint', id: 'bigint' }, returns: { id: 'bigint' } },
  `
  delete from staff_sessions where account_id = :accountId and id = :id returning id`,
)

export const sessionsOfWorkspace = statement(
  'staff_sessions_of_workspace',
  {
    takes: { workspaceId: 'bigint', begunAfter: 'timestamptz', seenAfter: 'timestamptz' },
    returns: {
      id: 'bigint',
      userId: 'bigint',
      name: 'text',
      createdAt: 'timestamptz',
      seenAt: 'timestamptz',
      address: 'text',
      browser: 'text',
    },
  },
  `
  select s.id, u.id as "userId", u.display_name as name, s.created_at as "createdAt", s.seen_at as "seenAt", s.address, s.browser
  from staff_account_members m
  join users u on u.workspace_id = m.workspace_id and u.id = m.user_id
  join staff_sessions s on s.account_id = m.account_id and s.created_at > :begunAfter and s.seen_at > :seenAfter
  where m.workspace_id = :workspaceId
  order by s.seen_at desc, s.id desc
  limit 500`,
)

export const endSessionsOfMember = statement(
  'end_staff_sessions_of_member',
  { takes: { workspaceId: 'bigint', userId: 'bigint', id: 'bigint?' }, returns: { id: 'bigint' } },
  `
  delete from staff_sessions s
  using staff_account_members m
  where m.workspace_id = :workspaceId and m.user_id = :userId and s.account_id = m.account_id and (:id::bigint is null or s.id = :id)
  returning s.id`,
)

/** Ends every session of an account but one. */
export const endOtherSessions = statement(
  'end_other_staff_sessions',
  { takes: { accountId: 'bigint', exceptId: 'bigint?' }, returns: { id: 'bigint' } },
  `
  delete from staff_sessions where account_id = :accountId and id is distinct from :exceptId::bigint returning id`,
)

/** The members who may sign in, owners first, with the data for their links. */
export const membersToSignIn = statement(
  'members_to_sign_in',
  {
    takes: { workspaceId: 'bigint' },
    returns: {
      id: 'bigint',
      name: 'text',
      email: 'text?',
      status: 'text',
      accountId: 'bigint?',
      roles: narrowType<readonly MemberRole[]>('jsonb'),
    },
  },
  `
  select u.id, u.display_name as name, u.email, u.status, m.account_id as "accountId",
    ${memberRolesSql} as roles
  from users u
  left join staff_account_members m on m.workspace_id = u.workspace_id and m.user_id = u.id
  where u.workspace_id = :workspaceId
  order by u.id`,
)

export const linkPurposes = ['INVITATION', 'SIGN_IN'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

const makerColumns = { actingUserId: 'bigint?', operator: 'text?', byService: 'boolean' } as const

export const insertLink = statement(
  'insert_staff_link',
  {
    takes: {
      workspaceId: 'bigint',
      userId: 'bigint',
      tokenHash: 'bytea',
      purpose: 'text',
      at: 'timestamptz',
      expiresAt: 'timestamptz',
      ...makerColumns,
    },
    returns: {},
  },
  `
  insert into staff_links (workspace_id, user_id, token_hash, purpose, created_at, expires_at, acting_user_id, operator, by_service)
  values (:workspaceId, :userId, :tokenHash, :purpose, :at, :expiresAt, :actingUserId, :operator, :byService)`,
)

/**
 * A link that has not expired, with its member and the roles of its maker: none if the maker has
 * left, null for an operator or the service.
 */
export const linkOfToken = statement(
  'staff_link_of_token',
  {
    takes: { tokenHash: 'bytea', purpose: 'text', at: 'timestamptz' },
    returns: {
      workspaceId: 'bigint',
      userId: 'bigint',
      title: 'text',
      name: 'text',
      email: 'text?',
      hasAccountElsewhere: 'boolean',
      roles: narrowType<readonly MemberRole[]>('jsonb'),
      makerRoles: narrowType<readonly MemberRole[] | null>('jsonb?'),
    },
  },
  `
  select k.workspace_id as "workspaceId", k.user_id as "userId", w.title, u.display_name as name, u.email,
    exists (
      select from users o
      join staff_account_members m on m.workspace_id = o.workspace_id and m.user_id = o.id
      where o.email_normalised = u.email_normalised and o.workspace_id <> u.workspace_id and o.status = 'active'
    ) as "hasAccountElsewhere",
    ${memberRolesSql} as roles,
    case when k.acting_user_id is not null then coalesce(
      (select ${memberRolesSql} from users u where u.workspace_id = k.workspace_id and u.id = k.acting_user_id and u.status = 'active'), '[]'
    ) end as "makerRoles"
  from staff_links k
  join workspaces w on w.id = k.workspace_id and w.status = 'ACTIVE'
  join users u on u.workspace_id = k.workspace_id and u.id = k.user_id and u.status = 'active'
  where k.token_hash = :tokenHash and k.purpose = :purpose and k.expires_at > :at
    and num_nonnulls(k.acting_user_id, k.operator) + k.by_service::integer = 1`,
)

/**
 * Locks the member of a link: until the transaction ends, no other link of the member is used, and
 * their status and address stay the same.
 */
export const lockMemberOfLink = statement(
  'lock_member_of_link',
  { takes: { tokenHash: 'bytea' }, returns: {} },
  `
  select from users u
  join staff_links k on k.workspace_id = u.workspace_id and k.user_id = u.id
  where k.token_hash = :tokenHash
  for no key update of u`,
)

/** Ends a member's links, or one of them. */
export const endLinks = statement(
  'end_staff_links',
  {
    takes: { workspaceId: 'bigint', userId: 'bigint', id: 'bigint?' },
    returns: { tokenHash: 'bytea' },
  },
  `
  delete from staff_links
  where workspace_id = :workspaceId and user_id = :userId and (:id::bigint is null or id = :id)
  returning token_hash as "tokenHash"`,
)

export const openLinks = statement(
  'open_staff_links',
  {
    takes: { workspaceId: 'bigint', at: 'timestamptz' },
    returns: {
      id: 'bigint',
      userId: 'bigint',
      name: 'text',
      purpose: narrowType<LinkPurpose>('text'),
      madeBy: 'text?',
      createdAt: 'timestamptz',
      expiresAt: 'timestamptz',
    },
  },
  `
  select k.id, k.user_id as "userId", u.display_name as name, k.purpose, coalesce(i.display_name, k.operator) as "madeBy",
    k.created_at as "createdAt", k.expires_at as "expiresAt"
  from staff_links k
  join users u on u.workspace_id = k.workspace_id and u.id = k.user_id
  left join users i on i.workspace_id = k.workspace_id and i.id = k.acting_user_id
  where k.workspace_id = :workspaceId and k.expires_at > :at
  order by k.id desc
  limit 500`,
)

export const accountOfMember = statement(
  'account_of_member',
  { takes: { workspaceId: 'bigint', userId: 'bigint' }, returns: { accountId: 'bigint' } },
  `
  select account_id as "accountId"
  from staff_account_members
  where workspace_id = :workspaceId and user_id = :userId`,
)

/**
 * Detaches the account from the staff member, which ends its sessions. An account without a member
 * is deleted later.
 */
export const releaseAccountOfMember = statement(
  'release_account_of_member',
  { takes: { workspaceId: 'bigint', userId: 'bigint' }, returns: {} },
  `
  delete from staff_account_members where workspace_id = :workspaceId and user_id = :userId`,
)

export const insertAccount = statement(
  'insert_staff_account',
  { takes: { passwordHash: 'text?', at: 'timestamptz' }, returns: { id: 'bigint' } },
  `
  insert into staff_accounts (password_hash, created_at)
  values (:passwordHash, :at)
  returning id`,
)

export const insertAccountMember = statement(
  'insert_staff_account_member',
  {
    takes: { workspaceId: 'bigint', userId: 'bigint', accountId: 'bigint' },
    returns: { accountId: 'bigint' },
  },
  `
  insert into staff_account_members (workspace_id, user_id, account_id)
  values (:workspaceId, :userId, :accountId)
  on conflict do nothing
  returning account_id as "accountId"`,
)

/**
 * The passwords of the accounts that are active members with an address, at most 20. Each clinic
 * has its own members with an address, so several accounts can share an address.
 */
export const passwordsOfEmail = statement(
  'staff_passwords_of_email',
  { takes: { emailNormalised: 'text' }, returns: { accountId: 'bigint', passwordHash: 'text?' } },
  `
  select a.id as "accountId", a.password_hash as "passwordHash"
  from staff_accounts a
  where a.password_hash is not null and a.id in (
    select m.account_id
    from users u
    join workspaces w on w.id = u.workspace_id and w.status = 'ACTIVE'
    join staff_account_members m on m.workspace_id = u.workspace_id and m.user_id = u.id
    where u.email_normalised = :emailNormalised and u.status = 'active'
  )
  order by a.id
  limit 20`,
)

export const passwordOfAccount = statement(
  'staff_password_of_account',
  { takes: { accountId: 'bigint' }, returns: { passwordHash: 'text?' } },
  `
  select password_hash as "passwordHash" from staff_accounts where id = :accountId`,
)

/** The active members with an address, of workspaces that are not suspended; at most 200. */
export const membersOfEmail = statement(
  'members_of_email',
  {
    takes: { emailNormalised: 'text' },
    returns: {
      workspaceId: 'bigint',
      workspace: 'text',
      title: 'text',
      userId: 'bigint',
      accountId: 'bigint?',
      roles: narrowType<readonly MemberRole[]>('jsonb'),
    },
  },
  `
  select w.id as "workspaceId", w.name as workspace, w.title, u.id as "userId", m.account_id as "accountId",
    ${memberRolesSql} as roles
  from users u
  join workspaces w on w.id = u.workspace_id and w.status = 'ACTIVE'
  left join staff_account_members m on m.workspace_id = u.workspace_id and m.user_id = u.id
  where u.email_normalised = :emailNormalised and u.status = 'active'
  order by w.title, w.id
  limit 200`,
)

export const setPassword = statement(
  'set_staff_password',
  { takes: { accountId: 'bigint', passwordHash: 'text' }, returns: { id: 'bigint' } },
  `
  update staff_accounts set password_hash = :passwordHash where id = :accountId returning id`,
)

/** Hashes, in hexadecimal as a statement takes them. */
const decodedHashes = `select decode(h, 'hex') from unnest(:hashes::text[]) h`

export const countAttempts = statement(
  'count_sign_in_attempts',
  { takes: { hashes: 'text[]', after: 'timestamptz' }, returns: { hash: 'text', count: 'bigint' } },
  `
  select encode(subject_hash, 'hex') as hash, count(*) as count
  from staff_sign_in_failures
  where subject_hash in (${decodedHashes}) and at > :after
  group by subject_hash`,
)

/** Records an attempt as failed; its result is not known yet. */
export const recordAttempt = statement(
  'record_sign_in_attempt',
  { takes: { hashes: 'text[]', at: 'timestamptz' }, returns: { id: 'bigint' } },
  `
  insert into staff_sign_in_failures (subject_hash, at)
  select hash, :at from (${decodedHashes}) as h (hash)
  returning id`,
)

export const forgetAttempts = statement(
  'forget_sign_in_attempts',
  { takes: { ids: 'bigint[]' }, returns: {} },
  `
  delete from staff_sign_in_failures where id = any(:ids)`,
)

export const forgetAttemptsByHash = statement(
  'forget_sign_in_attempts_by_hash',
  { takes: { hashes: 'text[]' }, returns: {} },
  `
  delete from staff_sign_in_failures where subject_hash in (${decodedHashes})`,
)

export const deleteExpiredSignIns = statement(
  'delete_expired_sign_ins',
  {
    takes: {
      seenBefore: 'timestamptz',
      begunBefore: 'timestamptz',
      linksBefore: 'timestamptz',
      failuresBefore: 'timestamptz',
    },
    returns: {},
  },
  `
  with links as (delete from staff_links where expires_at < :linksBefore),
    challenges as (delete from staff_challenges where expires_at < :linksBefore),
    failures as (delete from staff_sign_in_failures where at < :failuresBefore),
    -- Accounts whose members no longer exist, for example because their workspace was deleted.
    accounts as (delete from staff_accounts a where not exists (select from staff_account_members m where m.account_id = a.id))
  delete from staff_sessions where seen_at < :seenBefore or created_at < :begunBefore`,
)
