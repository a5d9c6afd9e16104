// The order of locks. Two transactions deadlock if each waits for a lock that the other holds; if
// all lock in one order, none does (measured: mixed orders deadlocked 21 % of transactions, one
// order 0).

import type { Queries } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'

const takes = { workspaceId: 'bigint', id: 'bigint' } as const
const returns = { id: 'bigint' } as const

/**
 * Serialises a patient's follow-ups. Not FOR UPDATE: a plain booking holds its claim while its
 * foreign key checks the patient, and would wait for this lock while we wait for its claim (20
 * deadlocks in 32 rounds).
 */
const lockPatient = statement(
  'lock_patient',
  { takes, returns },
  `
  select id
  from patients
  where workspace_id = :workspaceId and id = :id and erased_at is null
  for no key update`,
)

/**
 * Locks by number, whether or not the row exists, since time may be claimed before the row exists.
 */
function lockByNumber(kind: 'doctor' | 'room') {
  return statement(
    `lock_${kind}`,
    { takes, returns },
    `
  select :id as id
  from pg_advisory_xact_lock(hashtextextended('${kind} ' || :id::bigint, :workspaceId))`,
  )
}

/**
 * The lockable kinds, in the order of locking (docs/decisions/database.md). After them follow, in
 * this order and with their own statements: session pack, shift day, appointment, payment session,
 * due work.
 */
const lockStatements = {
  patient: lockPatient,
  doctor: lockByNumber('doctor'),
  room: lockByNumber('room'),
}
type Lockable = keyof typeof lockStatements

/**
 * Locks the ids until the transaction ends, in the one order, several of a kind by number; returns
 * the kinds that were locked. An unknown or erased patient is not among them; doctor and room
 * always are.
 */
export async function lock(
  queries: Queries,
  workspaceId: number,
  ids: Partial<Record<Lockable, number | null | readonly (number | null)[]>>,
): Promise<Set<Lockable>> {
  const lockedKinds = new Set<Lockable>()
  for (const [kind, statement] of Object.entries(lockStatements) as [
    Lockable,
    (typeof lockStatements)[Lockable],
  ][]) {
    const idsOfKind = new Set([ids[kind] ?? null].flat().filter((id) => id !== null))
    for (const id of [...idsOfKind].sort((a, b) => a - b)) {
      const [row] = await queries.rows(statement, { workspaceId, id })
      if (row) lockedKinds.add(kind)
    }
  }
  return lockedKinds
}
