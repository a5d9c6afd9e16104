import { narrowType, statement } from '../db/statement.ts'

/** The parameters of a lease: only its holder may change the row. */
const leaseParameters = {
  workspaceId: 'bigint',
  kind: 'text',
  subjectId: 'bigint',
  id: 'bigint',
  lease: 'integer',
} as const
const leaseCondition =
  'workspace_id = :workspaceId and kind = :kind and subject_id = :subjectId and id = :id and lease = :lease'
const idColumn = { id: 'bigint' } as const

/**
 * Planning work again resets it; if it is running, the current run is unaffected, and another one
 * follows.
 */
export const planWork = statement(
  'plan_work',
  {
    takes: {
      workspaceId: 'bigint',
      kind: 'text',
      subjectId: 'bigint',
      dueAt: 'timestamptz',
      payload: 'jsonb?',
    },
  },
  `
  insert into due_work (workspace_id, kind, subject_id, due_at, payload)
  values (:workspaceId, :kind, :subjectId, :dueAt, :payload)
  on conflict (workspace_id, kind, subject_id) do update
  set due_at = excluded.due_at, payload = excluded.payload, state = 'WAITING', attempts = 0, last_error = null,
    planned_again = due_work.leased_until is not null`,
)

/** New work that is leased when it is planned. */
export const planLeasedWork = statement(
  'plan_leased_work',
  {
    takes: {
      workspaceId: 'bigint',
      kind: 'text',
      subjectId: 'bigint',
      dueAt: 'timestamptz',
      leasedUntil: 'timestamptz',
    },
    returns: { id: 'bigint', lease: 'integer' },
  },
  `
  insert into due_work (workspace_id, kind, subject_id, due_at, leased_until)
  values (:workspaceId, :kind, :subjectId, :dueAt, :leasedUntil)
  returning id, lease`,
)

export const makeWorkDueNow = statement(
  'make_work_due_now',
  {
    takes: { workspaceId: 'bigint', kind: 'text', subjectId: 'bigint', now: 'timestamptz' },
    returns: { id: 'bigint' },
  },
  `
  update due_work
  set due_at = least(due_at, :now), attempts = 0, planned_again = leased_until is not null
  where workspace_id = :workspaceId and kind = :kind and subject_id = :subjectId and state = 'WAITING'
  returning id`,
)

/**
 * SQL that plans work of these kinds for the `id` of each row of `source`, due at the parameter of
 * each kind; none if that is null. The rows of `source` must be new, so that no work is planned for
 * them yet.
 */
export function planWorkSql(source: string, dueAt: Readonly<Record<string, string>>): string {
  const kinds = Object.entries(dueAt).map(
    ([kind, parameter]) => `('${kind}', :${parameter}::timestamptz)`,
  )
  return `
    insert into due_work (workspace_id, kind, subject_id, due_at)
    select :workspaceId, work.kind, id, work.due_at
    from ${source}
    cross join (values ${kinds.join(', ')}) as work (kind, due_at)
    where work.due_at is not null`
}

export const deletePlannedWork = statement(
  'delete_planned_work',
  { takes: { workspaceId: 'bigint', kinds: 'text[]', subjectId: 'bigint' } },
  `
  delete from due_work
  where workspace_id = :workspaceId and kind = any(:kinds) and subject_id = :subjectId`,
)

const freeCondition = '(d.leased_until is null or d.leased_until <= :realNow)'

/**
 * The workspaces and kinds with due work. As a rule they are found among the oldest five hundred of
 * each kind; only if there are more, the index is used to step from one to the next, however much
 * is waiting in each.
 */
export const dueWorkGroups = statement(
  'due_work_groups',
  {
    takes: { kinds: 'text[]', now: 'timestamptz', realNow: 'timestamptz' },
    returns: { workspaceId: 'bigint', kind: 'text' },
  },
  `
  with recursive oldest as materialized (
    select due.workspace_id, due.kind, due.place
    from unnest(:kinds::text[]) as known (kind)
    cross join lateral (
      select d.workspace_id, d.kind, row_number() over (order by d.due_at) as place
      from due_work d
      where d.kind = known.kind and d.state = 'WAITING' and d.due_at <= :now and ${freeCondition}
      order by d.due_at
      limit 500
    ) as due
  ),
  turn (workspace_id, kind) as (
    (
      select d.workspace_id, d.kind
      from due_work d
      where d.state = 'WAITING' and exists (select from oldest where place = 500)
      order by d.workspace_id, d.kind
      limit 1
    )
    union all
    select next.workspace_id, next.kind
    from turn
    cross join lateral (
      select d.workspace_id, d.kind
      from due_work d
      where d.state = 'WAITING' and (d.workspace_id, d.kind) > (turn.workspace_id, turn.kind)
      order by d.workspace_id, d.kind
      limit 1
    ) as next
  )
  select workspace_id as "workspaceId", kind
  from oldest
  union
  select workspace_id, kind
  from turn t
  where kind = any(:kinds)
    and (select min(d.due_at) from due_work d where d.workspace_id = t.workspace_id and d.kind = t.kind and d.state = 'WAITING') <= :now`,
)

/** Leases the oldest due work of a workspace and kind. */
export const claimWork = statement(
  'claim_work',
  {
    takes: {
      workspaceId: 'bigint',
      kind: 'text',
      now: 'timestamptz',
      realNow: 'timestamptz',
      leasedUntil: 'timestamptz',
    },
    returns: { ...leaseParameters, payload: 'jsonb?', dueAt: 'timestamptz', attempts: 'integer' },
  },
  `
  update due_work
  set lease = lease + 1, leased_until = :leasedUntil, attempts = attempts + 1, planned_again = false
  where workspace_id = :workspaceId and kind = :kind and subject_id = (
    select d.subject_id
    from due_work d
    where d.workspace_id = :workspaceId and d.kind = :kind and d.state = 'WAITING' and d.due_at <= :now and ${freeCondition}
    order by d.due_at
    limit 1
    for update skip locked
  )
  returning workspace_id as "workspaceId", kind, subject_id as "subjectId", id, lease, payload, due_at as "dueAt", attempts`,
)

export const renewLease = statement(
  'renew_lease',
  { takes: { ...leaseParameters, leasedUntil: 'timestamptz' }, returns: idColumn },
  `
  update due_work
  set leased_until = :leasedUntil
  where ${leaseCondition}
  returning id`,
)

export const lockLeasedWork = statement(
  'lock_leased_work',
  { takes: leaseParameters, returns: idColumn },
  `
  select id
  from due_work
  where ${leaseCondition}
  for no key update`,
)

/** Removes completed work, unless it was planned again. */
export const endWork = statement(
  'end_work',
  { takes: leaseParameters, returns: idColumn },
  `
  delete from due_work
  where ${leaseCondition} and not planned_again
  returning id`,
)

/** Plans the next run of completed work; this also ends the lease. */
export const continueWork = statement(
  'continue_work',
  { takes: { ...leaseParameters, dueAt: 'timestamptz' }, returns: idColumn },
  `
  update due_work
  set due_at = case when planned_again then due_at else :dueAt end, attempts = 0, last_error = null, leased_until = null, lease = lease + 1
  where ${leaseCondition}
  returning id`,
)

export const failWork = statement(
  'fail_work',
  {
    takes: { ...leaseParameters, dueAt: 'timestamptz', isDead: 'boolean', lastError: 'text' },
    returns: { state: narrowType<'WAITING' | 'DEAD'>('text') },
  },
  `
  update due_work
  set due_at = case when planned_again then due_at else :dueAt end, state = case when :isDead and not planned_again then 'DEAD' else 'WAITING' end,
    last_error = :lastError, leased_until = null, lease = lease + 1
  where ${leaseCondition}
  returning state`,
)

/** Releases work that has not finished, which is not a failure. */
export const releaseWork = statement(
  'release_work',
  { takes: leaseParameters },
  `
  update due_work
  set leased_until = null, lease = lease + 1, attempts = greatest(attempts - 1, 0)
  where ${leaseCondition}`,
)

/** The overdue and dead work of each kind, counted up to ten thousand. */
export const workOverview = statement(
  'work_overview',
  {
    takes: { kinds: 'text[]', now: 'timestamptz' },
    returns: { kind: 'text', overdue: 'bigint', oldestDueAt: 'timestamptz?', dead: 'bigint' },
  },
  `
  select kind,
    (
      select count(*)
      from (select from due_work d where d.kind = known.kind and d.state = 'WAITING' and d.due_at <= :now order by d.due_at limit 10000) as o
    ) as overdue,
    (select min(d.due_at) from due_work d where d.kind = known.kind and d.state = 'WAITING' and d.due_at <= :now) as "oldestDueAt",
    (select count(*) from (select from due_work d where d.kind = known.kind and d.state = 'DEAD' limit 10000) as o) as dead
  from unnest(:kinds::text[]) as known (kind)`,
)
