// The last calls of each key, and their use of its limits. Calls are recorded in memory when they
// are answered, and written periodically: no request waits for that, and a call for which there is
// no room is dropped (docs/decisions/operations.md).

import { randomInt } from 'node:crypto'
import type { Queries } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import type { AnsweredCall } from '../../base/http/pipeline.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { canonicalIpAddress } from '../../base/values/ip-address.ts'

/** The maximum number of calls that are kept and shown for a key (SETUP-06). */
export const callsKeptMax = 10_000
/** How long they are kept, in milliseconds. */
export const callsKeptMs = 7 * 24 * 3_600_000
/** How long the use of limits is kept; an hour more than the day that is shown. */
const usageKeptMs = 25 * 3_600_000
const minuteMs = 60_000

// The calls waiting to be written: some 3 MB, and 2,000 calls a second between two runs; for one
// key 100 a second, so that no key takes the others' room.
const waitingMax = 10_000
const waitingOfKeyMax = 500
const usageWaitingMax = 20_000
// The rows that one statement locks until it commits: some 10 ms of work.
const writtenAtOnceMax = 1_000
/** After this many new calls of a key, its calls beyond the limit are deleted. */
const trimmedAfter = 1_000
/** How many keys one statement trims: it reads up to 10,000 calls of each, in 4 ms. */
const trimmedAtOnceMax = 100

/**
 * A call that is written twice is stored once, since its id was assigned before. A deleted key has
 * no calls: keys are locked as a foreign key would lock them, but once for each key instead of each
 * call, which halves the cost of a call.
 */
const insertKeyCalls = statement(
  'insert_key_calls',
  {
    takes: {
      workspaceIds: 'bigint[]',
      keyIds: 'bigint[]',
      times: 'bigint[]',
      ids: 'bigint[]',
      methods: 'text[]',
      routes: 'text[]',
      statuses: 'bigint[]',
      tenthsOfMs: 'bigint[]',
      requestIds: 'text[]',
      codes: 'text[]',
      addresses: 'text[]',
    },
  },
  `
  with held as materialized (
    select k.workspace_id, k.id
    from (select distinct workspace_id, key_id from unnest(:workspaceIds::bigint[], :keyIds::bigint[]) as t (workspace_id, key_id)) as called
    join api_keys k on k.workspace_id = called.workspace_id and k.id = called.key_id
    order by k.workspace_id, k.id
    for key share of k
  )
  insert into key_calls (workspace_id, key_id, at, id, method, route, status, ms, request_id, code, refused_address)
  select c.workspace_id, c.key_id, to_timestamp(c.time / 1000.0), c.id, c.method, nullif(c.route, ''), c.status, c.tenths / 10.0, c.request_id,
    nullif(c.code, ''), nullif(c.address, '')
  from unnest(
    :workspaceIds::bigint[], :keyIds::bigint[], :times::bigint[], :ids::bigint[], :methods::text[], :routes::text[], :statuses::bigint[],
    :tenthsOfMs::bigint[], :requestIds::text[], :codes::text[], :addresses::text[]
  ) as c (workspace_id, key_id, time, id, method, route, status, tenths, request_id, code, address)
  join held h on h.workspace_id = c.workspace_id and h.id = c.key_id
  on conflict do nothing`,
)

/** Processes that write the same rows in parallel lock them in the same order. */
const addKeyUsage = statement(
  'add_key_usage',
  {
    takes: {
      workspaceIds: 'bigint[]',
      keyIds: 'bigint[]',
      minutes: 'bigint[]',
      methods: 'text[]',
      routes: 'text[]',
      passed: 'bigint[]',
      refusedByKey: 'bigint[]',
      refusedByWorkspace: 'bigint[]',
      refusedByRoute: 'bigint[]',
    },
  },
  `
  insert into key_usage as known (workspace_id, key_id, minute, method, route, passed, refused_by_key, refused_by_workspace, refused_by_route)
  select u.workspace_id, u.key_id, to_timestamp(u.minute / 1000.0), u.method, u.route, u.passed, u.by_key, u.by_workspace, u.by_route
  from unnest(
    :workspaceIds::bigint[], :keyIds::bigint[], :minutes::bigint[], :methods::text[], :routes::text[],
    :passed::bigint[], :refusedByKey::bigint[], :refusedByWorkspace::bigint[], :refusedByRoute::bigint[]
  ) as u (workspace_id, key_id, minute, method, route, passed, by_key, by_workspace, by_route)
  join api_keys k on k.workspace_id = u.workspace_id and k.id = u.key_id
  order by u.workspace_id, u.key_id, u.minute, u.method, u.route
  on conflict (workspace_id, key_id, minute, method, route) do update
  set passed = known.passed + excluded.passed, refused_by_key = known.refused_by_key + excluded.refused_by_key,
    refused_by_workspace = known.refused_by_workspace + excluded.refused_by_workspace,
    refused_by_route = known.refused_by_route + excluded.refused_by_route`,
)

/** Deletes the calls of keys beyond the limit. */
const trimKeyCalls = statement(
  'trim_key_calls',
  { takes: { workspaceIds: 'bigint[]', keyIds: 'bigint[]', kept: 'bigint' } },
  `
  with last_kept as materialized (
    select k.*, c.at, c.id
    from unnest(:workspaceIds::bigint[], :keyIds::bigint[]) as k (workspace_id, key_id)
    cross join lateral (
      select at, id
      from key_calls
      where workspace_id = k.workspace_id and key_id = k.key_id
      order by at desc, id desc
      offset :kept::bigint - 1
      limit 1
    ) as c
  )
  delete from key_calls c
  using last_kept k
  where c.workspace_id = k.workspace_id and c.key_id = k.key_id and (c.at, c.id) < (k.at, k.id)`,
)

const deleteKeyCallsBefore = statement(
  'delete_key_calls_before',
  { takes: { before: 'timestamptz' } },
  `
  delete from key_calls c
  using api_keys k
  where c.workspace_id = k.workspace_id and c.key_id = k.id and c.at < :before`,
)

const deleteKeyUsageBefore = statement(
  'delete_key_usage_before',
  { takes: { before: 'timestamptz' } },
  `
  delete from key_usage u
  using api_keys k
  where u.workspace_id = k.workspace_id and u.key_id = k.id and u.minute < :before`,
)

/** The stored data of a call: nothing of its body, its query or a person (SETUP-06). */
interface RecordedCall {
  workspaceId: number
  keyId: number
  at: Instant
  id: number
  method: string
  route: string
  status: number
  ms: number
  requestId: string
  code: string
  refusedAddress: string
}

interface RecordedUsage {
  workspaceId: number
  keyId: number
  minute: Instant
  method: string
  route: string
  passed: number
  key: number
  workspace: number
  /**
   * Requests refused by the endpoint's limit; `key` and `workspace` count those refused by the
   * others.
   */
  ofRoute: number
}

export interface CallLog {
  isOn: boolean
  /** Called after each response under a known key. */
  answered(call: AnsweredCall): void
  /**
   * Writes what was recorded so far; called periodically, before calls are shown, and at the end.
   * What cannot be written waits for the next time.
   */
  write(): Promise<void>
}

interface CallLogOptions {
  /** False: nothing is recorded. */
  isOn?: boolean | undefined
  /** Called for each call that is dropped because too many are waiting to be written. */
  dropped(): void
}

export function createCallLog(
  queries: Queries,
  clock: { now(): Instant },
  { isOn = true, dropped }: CallLogOptions,
): CallLog {
  let waiting: RecordedCall[] = []
  /** Each key's number of waiting calls. */
  let waitingOfKeys = new Map<number, number>()
  let usage = new Map<string, RecordedUsage>()
  /** Each key's number of calls written since its calls were last trimmed. */
  const untrimmed = new Map<number, { workspaceId: number; calls: number }>()
  // A random start, so that processes do not assign the same ids; it stays within the exact
  // integers.
  let id = randomInt(1, 2 ** 47) * 32
  let turn: Promise<void> = Promise.resolve()

  function answered({
    key: { workspaceId, id: keyId },
    address,
    counted,
    requestId,
    method,
    route,
    status,
    code = '',
    ms,
  }: AnsweredCall) {
    if (counted && route !== null) {
      const minute = counted.at - (counted.at % minuteMs)
      const name = `${keyId} ${minute} ${method} ${route}`
      let recorded = usage.get(name)
      if (!recorded && usage.size < usageWaitingMax) {
        recorded = {
          workspaceId,
          keyId,
          minute,
          method,
          route,
          passed: 0,
          key: 0,
          workspace: 0,
          ofRoute: 0,
        }
        usage.set(name, recorded)
      }
      const outcome = counted.refusedBy ?? 'passed'
      if (recorded) recorded[outcome === 'route' ? 'ofRoute' : outcome] += 1
    }
    const waitingCount = waitingOfKeys.get(keyId) ?? 0
    if (waiting.length >= waitingMax || waitingCount >= waitingOfKeyMax) return dropped()
    waitingOfKeys.set(keyId, waitingCount + 1)
    id += 1
    const refusedAddress = code === 'ADDRESS_NOT_ALLOWED' ? canonicalIpAddress(address) : ''
    waiting.push({
      workspaceId,
      keyId,
      at: Math.floor(clock.now() - ms),
      id,
      method,
      route: route ?? '',
      status,
      ms,
      requestId,
      code,
      refusedAddress,
    })
  }

  async function writeCalls() {
    for (let left = waiting.length; left > 0; left -= writtenAtOnceMax) {
      const batch = waiting.slice(0, Math.min(left, writtenAtOnceMax))
      await queries.rows(insertKeyCalls, callColumns(batch))
      // Removed only after the write: a failed write is repeated next time.
      waiting = waiting.slice(batch.length)
      waitingOfKeys = countCallsByKey(waiting)
      for (const { workspaceId, keyId } of batch) {
        const untrimmedKey = untrimmed.get(keyId)
        if (untrimmedKey) untrimmedKey.calls += 1
        // Calls that other processes wrote earlier are trimmed with the first call.
        else untrimmed.set(keyId, { workspaceId, calls: trimmedAfter })
      }
    }
    const keysToTrim = [...untrimmed].filter(([, { calls }]) => calls >= trimmedAfter)
    for (let start = 0; start < keysToTrim.length; start += trimmedAtOnceMax) {
      const keys = keysToTrim.slice(start, start + trimmedAtOnceMax)
      await queries.rows(trimKeyCalls, {
        workspaceIds: keys.map(([, { workspaceId }]) => workspaceId),
        keyIds: keys.map(([keyId]) => keyId),
        kept: callsKeptMax,
      })
      for (const [, trimmedKey] of keys) trimmedKey.calls = 0
    }
  }

  async function writeUsage() {
    const unwritten = [...usage]
    usage = new Map()
    try {
      while (unwritten.length > 0) {
        await queries.rows(
          addKeyUsage,
          usageColumns(unwritten.slice(0, writtenAtOnceMax).map(([, recorded]) => recorded)),
        )
        unwritten.splice(0, writtenAtOnceMax)
      }
    } finally {
      // The usage is written next time, together with later counts.
      for (const [name, recorded] of unwritten) {
        const newerUsage = usage.get(name)
        if (newerUsage) addUsage(newerUsage, recorded)
        else usage.set(name, recorded)
      }
    }
  }

  async function writeBoth() {
    await writeCalls()
    await writeUsage()
  }

  return {
    isOn,
    answered: isOn ? answered : () => {},
    write() {
      // Writes run one after the other, so that they never overlap.
      turn = turn.then(writeBoth, writeBoth)
      return turn
    },
  }
}

function countCallsByKey(calls: readonly RecordedCall[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { keyId } of calls) counts.set(keyId, (counts.get(keyId) ?? 0) + 1)
  return counts
}

function addUsage(to: RecordedUsage, { passed, key, workspace, ofRoute }: RecordedUsage) {
  to.passed += passed
  to.key += key
  to.workspace += workspace
  to.ofRoute += ofRoute
}

function callColumns(calls: readonly RecordedCall[]) {
  return {
    workspaceIds: calls.map(({ workspaceId }) => workspaceId),
    keyIds: calls.map(({ keyId }) => keyId),
    times: calls.map(({ at }) => at),
    ids: calls.map(({ id }) => id),
    methods: calls.map(({ method }) => method),
    routes: calls.map(({ route }) => route),
    statuses: calls.map(({ status }) => status),
    tenthsOfMs: calls.map(({ ms }) => Math.round(ms * 10)),
    requestIds: calls.map(({ requestId }) => requestId),
    codes: calls.map(({ code }) => code),
    addresses: calls.map(({ refusedAddress }) => refusedAddress),
  }
}

function usageColumns(usage: readonly RecordedUsage[]) {
  return {
    workspaceIds: usage.map(({ workspaceId }) => workspaceId),
    keyIds: usage.map(({ keyId }) => keyId),
    minutes: usage.map(({ minute }) => minute),
    methods: usage.map(({ method }) => method),
    routes: usage.map(({ route }) => route),
    passed: usage.map(({ passed }) => passed),
    refusedByKey: usage.map(({ key }) => key),
    refusedByWorkspace: usage.map(({ workspace }) => workspace),
    refusedByRoute: usage.map(({ ofRoute }) => ofRoute),
  }
}

/**
 * Deletes calls that are older than a week at `now`, and use of limits that is older than a day.
 */
export async function deleteOldKeyCalls(queries: Queries, now: Instant): Promise<void> {
  await queries.rows(deleteKeyCallsBefore, { before: now - callsKeptMs })
  await queries.rows(deleteKeyUsageBefore, { before: now - usageKeptMs })
}
