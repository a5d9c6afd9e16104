// The tables a migration has to itself. All of them are taken before it begins, so that it never waits in the middle, holding what a
// booking needs (docs/decisions/0048-migrations-under-load.md).

import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

export interface NeededTable {
  name: string
  /** The weaker modes let others read, which a backup does for minutes. */
  mode: 'share row exclusive' | 'exclusive' | 'access exclusive'
}

/**
 * How a try takes its tables. Every booking begins with its patient, whom it makes or holds, so `patients` comes first, as a gate; what comes
 * then differs. A patient who is made is noted in the audit at once, one who is known at the end. One who notes a reading has the visit, then the
 * audit, whose foreign keys ask for patients, appointments and queue visits.
 *
 * Against those who make a patient the weaker gate is enough: bookings of known patients and readers pass it, and have one order, but that
 * readers of slots and of the queue meet the two kinds of visits the other way round. The stronger gate stops all bookings, and with them readers
 * who have the audit. What passes depends on what others do, so the tries take turns.
 */
const turns = [
  { gate: 'share row exclusive', queueFirst: false },
  { gate: 'share row exclusive', queueFirst: true },
  { gate: 'exclusive', queueFirst: true },
] as const

const ofSlots = ['claims', 'appointments', 'appointment_vitals']
const ofTheQueue = ['queue_days', 'queue_visits']

/** The order in which others meet their tables (docs/decisions/0022-order-of-locks.md); further ones come after, by name. */
function orderOfLocks(queueFirst: boolean): string[] {
  const visits = queueFirst ? [...ofTheQueue, ...ofSlots] : [...ofSlots, ...ofTheQueue]
  const after = ['pack_movements', 'payment_sessions', 'refunds', 'ledger_entries', 'audit_entries', 'due_work', 'idempotency_keys']
  return ['patients', 'patient_packs', ...visits, ...after]
}

const alone = [
  /\b(?:alter|drop|lock) table (?:if exists )?(?:only )?(\w+)/g,
  /(?:^|;) ?truncate (?:table )?(\w+)/g,
  /\bdrop trigger (?:if exists )?\w+ on (\w+)/g,
]
const againstWriters = [
  /\breferences (\w+)/g,
  /\bcreate (?:or replace )?(?:constraint )?trigger \w+ [^;]*? on (\w+)/g,
  /\bcreate (?:unique )?index \w+ on (\w+)/g,
  /(?:^|;) ?(?:update|insert into|delete from) (\w+)/g,
]

/**
 * The tables of others that the SQL of a migration changes, refers to or writes to, in the order in which they are to be taken; where they are
 * several, the gate of bookings comes first. `tries`: how often it was tried before.
 */
export function tablesNeededBy(text: string, tries = 0): NeededTable[] {
  // What a function does, it does later.
  const now = text
    .replace(/--.*$/gm, '')
    .replace(/\$\$[\s\S]*?\$\$/g, '')
    .replace(/\s+/g, ' ')
  const named = (patterns: readonly RegExp[]) => new Set(patterns.flatMap((pattern) => [...now.matchAll(pattern)].map(([, name]) => name as string)))
  const made = named([/\bcreate (?:unlogged )?table (?:if not exists )?(\w+)/g])
  const taken = named(alone)
  const turn = turns[tries % turns.length] ?? turns[0]
  const order = orderOfLocks(turn.queueFirst)
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  const needed = [...new Set([...taken, ...named(againstWriters)])]
    .filter((name) => !made.has(name))
    .sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1))
    .map((name): NeededTable => ({ name, mode: taken.has(name) ? 'access exclusive' : 'share row exclusive' }))
  const gate: NeededTable = { name: 'patients', mode: turn.gate }
  if (needed.length < 2 || taken.has(gate.name) || made.has(gate.name)) return needed
  return [gate, ...needed.filter(({ name }) => name !== gate.name)]
}

/** Takes the tables within the transaction of `client`, all of them within so many milliseconds; else throws 55P03. */
export async function takeTables(client: pg.Client, tables: readonly NeededTable[], ms: number): Promise<void> {
  const until = performance.now() + ms
  for (const { name, mode } of tables) {
    const left = Math.max(1, Math.round(until - performance.now()))
    await client.query(`set local lock_timeout = ${left}; lock table ${name} in ${mode} mode`)
  }
}

/** A session that holds what another one waits for. */
interface Holder {
  pid: number
  /** The application_name of its connection. */
  name: string | null
  /** How long its transaction has been open; null where the role may not see that. */
  seconds: number | null
  /** The server works for itself: autovacuum. */
  isServer: boolean
}

const described = `
  select a.pid, a.application_name as name, round(extract(epoch from clock_timestamp() - a.xact_start))::int as seconds, a.usesysid is null as "isServer"
  from pg_stat_activity a`

/** Who keeps a session from its lock at this moment, the longest first. */
async function holdersAgainst(observer: pg.Client, pid: number): Promise<Holder[]> {
  // Within a transaction it would be shown what it saw first.
  await observer.query('select pg_stat_clear_snapshot()')
  const { rows } = await observer.query<Holder>(`${described} where a.pid = any(pg_blocking_pids($1)) order by a.xact_start nulls first`, [pid])
  return rows
}

/** Who has an advisory lock of the current database. */
export async function holdersOfAdvisoryLock(client: pg.Client, key: number): Promise<Holder[]> {
  const { rows } = await client.query<Holder>(
    `${described}
     join pg_locks l on l.pid = a.pid and l.locktype = 'advisory' and l.granted and l.objsubid = 1
     where l.database = (select oid from pg_database where datname = current_database()) and (l.classid::bigint << 32) + l.objid::bigint = $1`,
    [key],
  )
  return rows
}

/** Runs `work` on the session with this number; returns who was last seen in its way. Throws nothing that `work` throws. */
export async function holdersDuring(observer: pg.Client, pid: number, everyMs: number, work: Promise<unknown>): Promise<Holder[]> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  const ending = work.then(over, over)
  let holders: Holder[] = []
  for (;;) {
    await Promise.race([ending, sleep(everyMs, undefined, { ref: false })])
    if (isOver) return holders
    const seen = await holdersAgainst(observer, pid)
    if (seen.length > 0) holders = seen
  }
}

const namedMax = 3

/** `: session 4711 (pg_dump), for 312 s`, or nothing where none was seen. */
export function nameHolders(holders: readonly Holder[]): string {
  if (holders.length === 0) return ''
  const sentences = holders.slice(0, namedMax).map(({ pid, name, seconds, isServer }) => {
    const who = isServer ? 'autovacuum' : name || 'without a name'
    return `session ${pid} (${who})${seconds === null ? '' : `, for ${seconds} s`}`
  })
  return `: ${sentences.join('; ')}`
}
