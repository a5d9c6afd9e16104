// The order of locks. A transaction that holds what another one waits for, and waits for what that one holds, deadlocks; where all
// take what they need in one order, none does (measured: mixed orders deadlocked 21 % of transactions, one order 0).

import type { Queries } from '../db/database.ts'
import { statement } from '../db/statement.ts'

const takes = { workspaceId: 'bigint', id: 'bigint' } as const
const returns = { id: 'bigint' } as const

/**
 * Keeps a patient's follow-ups in line. Not FOR UPDATE: a plain booking holds its claim while its foreign
 * key looks at the patient, and would wait for us as we wait for its claim (20 deadlocks in 32 rounds).
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

/** By number, whether there is such a row or not: what is claimed is time, and its row may be yet to come. */
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
 * What can be locked, in the order in which it is (docs/decisions/0022-order-of-locks.md). After them come, in this order and by
 * their own statements: session pack, shift day, appointment, payment session, due work.
 */
const locks = { patient: lockPatient, doctor: lockByNumber('doctor'), room: lockByNumber('room') }
type Lockable = keyof typeof locks

/**
 * Locks, until the transaction ends, what `wanted` names by its id, in the one order; returns the kinds that there is something to
 * lock of. A patient who is unknown or erased is missing; doctor and room never are.
 */
export async function lock(queries: Queries, workspaceId: number, wanted: Partial<Record<Lockable, number | null>>): Promise<Set<Lockable>> {
  const held = new Set<Lockable>()
  for (const [kind, statement] of Object.entries(locks) as [Lockable, (typeof locks)[Lockable]][]) {
    const id = wanted[kind]
    if (id === undefined || id === null) continue
    const [found] = await queries.rows(statement, { workspaceId, id })
    if (found) held.add(kind)
  }
  return held
}
