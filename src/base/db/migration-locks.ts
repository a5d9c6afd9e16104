// The tables that a migration locks. It locks all of them before it begins, so that it never waits
// in the middle while it holds what a booking needs (docs/decisions/database.md).

import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

export interface NeededTable {
  name: string
  /** The weaker modes let others read; a backup reads for minutes. */
  mode: 'share row exclusive' | 'exclusive' | 'access exclusive'
}

/**
 * How an attempt locks its tables. Every booking begins with its patient, whom it creates or locks,
 * so `patients` comes first, as a gate; after that, orders differ. A new patient is audited
 * immediately, a known one at the end. A reader who records an access has the visit first, then the
 * audit, whose foreign keys need patients, appointments and queue visits.
 *
 * Against bookings that create a patient, the weaker gate is enough: bookings of known patients and
 * readers pass it, and they share one order, except that readers of slots and readers of the queue
 * reach the two kinds of visits in opposite orders. The stronger gate stops all bookings, and with
 * them readers that hold the audit. Which one succeeds depends on what others do, so attempts
 * alternate.
 */
const attemptPlans = [
  { gate: 'share row exclusive', queueFirst: false },
  { gate: 'share row exclusive', queueFirst: true },
  { gate: 'exclusive', queueFirst: true },
] as const

const slotTables = ['claims', 'appointments', 'appointment_vitals']
const queueTables = ['queue_days', 'queue_visits']

/**
 * The order in which others lock their tables (docs/decisions/database.md); further tables come
 * after these, by name.
 */
function lockOrder(queueFirst: boolean): string[] {
  const visits = queueFirst ? [...queueTables, ...slotTables] : [...slotTables, ...queueTables]
  const after = [
    'pack_movements',
    'payment_sessions',
    'refunds',
    'ledger_entries',
    'audit_entries',
    'due_work',
    'idempotency_keys',
  ]
  return ['patients', 'patient_packs', ...visits, ...after]
}

const exclusivePatterns = [
  /\b(?:alter|drop|lock) table (?:if exists )?(?:only )?(\w+)/g,
  /(?:^|;) ?truncate (?:table )?(\w+)/g,
  /\bdrop trigger (?:if exists )?\w+ on (\w+)/g,
]
const writeBlockingPatterns = [
  /\breferences (\w+)/g,
  /\bcreate (?:or replace )?(?:constraint )?trigger \w+ [^;]*? on (\w+)/g,
  /\bcreate (?:unique )?index \w+ on (\w+)/g,
  /(?:^|;) ?(?:update|insert into|delete from) (\w+)/g,
]

/**
 * The existing tables that the SQL of a migration changes, references or writes to, in the order of
 * locking; if there is more than one, the gate of bookings comes first. `tries`: the number of
 * earlier attempts.
 */
export function findNeededTables(text: string, tries = 0): NeededTable[] {
  // The body of a function runs later.
  const now = text
    .replace(/--.*$/gm, '')
    .replace(/\$\$[\s\S]*?\$\$/g, '')
    .replace(/\s+/g, ' ')
  const matchTables = (patterns: readonly RegExp[]) =>
    new Set(
      patterns.flatMap((pattern) => [...now.matchAll(pattern)].map(([, name]) => name as string)),
    )
  const createdTables = matchTables([/\bcreate (?:unlogged )?table (?:if not exists )?(\w+)/g])
  const exclusiveTables = matchTables(exclusivePatterns)
  const turn = attemptPlans[tries % attemptPlans.length] ?? attemptPlans[0]
  const order = lockOrder(turn.queueFirst)
  const lockPosition = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  const needed = [...new Set([...exclusiveTables, ...matchTables(writeBlockingPatterns)])]
    .filter((name) => !createdTables.has(name))
    .sort((a, b) => lockPosition(a) - lockPosition(b) || (a < b ? -1 : 1))
    .map(
      (name): NeededTable => ({
        name,
        mode: exclusiveTables.has(name) ? 'access exclusive' : 'share row exclusive',
      }),
    )
  const gate: NeededTable = { name: 'patients', mode: turn.gate }
  if (needed.length < 2 || exclusiveTables.has(gate.name) || createdTables.has(gate.name))
    return needed
  return [gate, ...needed.filter(({ name }) => name !== gate.name)]
}

/**
 * Locks the tables within the transaction of `client`, all of them within this many milliseconds;
 * otherwise throws 55P03.
 */
export async function lockTables(
  client: pg.Client,
  tables: readonly NeededTable[],
  ms: number,
): Promise<void> {
  const until = performance.now() + ms
  for (const { name, mode } of tables) {
    const left = Math.max(1, Math.round(until - performance.now()))
    await client.query(`set local lock_timeout = ${left}; lock table ${name} in ${mode} mode`)
  }
}

/** A session that holds a lock for which another session waits. */
export interface Holder {
  pid: number
  /** The application_name of its connection. */
  name: string | null
  /** How long its transaction has been open; null if the role may not see that. */
  seconds: number | null
  /** A background process of the server: autovacuum. */
  isServer: boolean
}

const holdersQuery = `
  select a.pid, a.application_name as name, round(extract(epoch from clock_timestamp() - a.xact_start))::int as seconds, a.usesysid is null as "isServer"
  from pg_stat_activity a`

/** The sessions that block a session at this moment, the longest first. */
async function listBlockers(observer: pg.Client, pid: number): Promise<Holder[]> {
  // Within a transaction, the statistics would otherwise stay as first read.
  await observer.query('select pg_stat_clear_snapshot()')
  const { rows } = await observer.query<Holder>(
    `${holdersQuery} where a.pid = any(pg_blocking_pids($1)) order by a.xact_start nulls first`,
    [pid],
  )
  return rows
}

/** The holders of an advisory lock in the current database. */
export async function listAdvisoryLockHolders(client: pg.Client, key: number): Promise<Holder[]> {
  const { rows } = await client.query<Holder>(
    `${holdersQuery}
     join pg_locks l on l.pid = a.pid and l.locktype = 'advisory' and l.granted and l.objsubid = 1
     where l.database = (select oid from pg_database where datname = current_database()) and (l.classid::bigint << 32) + l.objid::bigint = $1`,
    [key],
  )
  return rows
}

/**
 * Runs `work` on the session with this pid; returns the blockers that were last seen. Does not
 * rethrow errors of `work`.
 */
export async function watchBlockers(
  observer: pg.Client,
  pid: number,
  everyMs: number,
  work: Promise<unknown>,
): Promise<Holder[]> {
  let isOver = false
  const finish = () => {
    isOver = true
  }
  const ending = work.then(finish, finish)
  let holders: Holder[] = []
  for (;;) {
    await Promise.race([ending, sleep(everyMs, undefined, { ref: false })])
    if (isOver) return holders
    const blockers = await listBlockers(observer, pid)
    if (blockers.length > 0) holders = blockers
  }
}

const namedMax = 3

/** `: session 4711 (pg_dump), for 312 s`, or '' if none was seen. */
export function describeHolders(holders: readonly Holder[]): string {
  if (holders.length === 0) return ''
  const sentences = holders.slice(0, namedMax).map(({ pid, name, seconds, isServer }) => {
    const holderName = isServer ? 'autovacuum' : name || 'without a name'
    return `session ${pid} (${holderName})${seconds === null ? '' : `, for ${seconds} s`}`
  })
  return `: ${sentences.join('; ')}`
}
