// Repeat keys make a change only once, even if its request is sent twice or its answer is lost
// (DASH-18). The dashboard sends a repeat key with any operation that changes something; callers of
// the API send an Idempotency-Key with a reservation or purchase. docs/decisions/code.md

import { setTimeout as sleep } from 'node:timers/promises'
import type { Queries } from '../../base/db/database.ts'
import { narrowType, type RowOf, statement } from '../../base/db/statement.ts'
import { type Actor, actorValues } from '../../base/operations/actor.ts'
import type { InWorkspace, Operation } from '../../base/operations/operation.ts'
import { canonicalJson, sha256 } from '../../base/values/canonical.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { ForwardedAnswer } from '../../base/values/forwarded-answer.ts'
import { Problem } from '../../base/values/problem.ts'
import type { Configured } from '../../clinic/catalogue/configuration.ts'
import { preloadConfiguration } from '../../clinic/catalogue/current-configuration.ts'
import type { PatientTable } from '../../clinic/patients/patient-tables.ts'
import { problem } from './problems.ts'

const keyParameters = { workspaceId: 'bigint', keyHash: 'bytea' } as const
/**
 * The answer, wrapped in an object, since a list would be read as a database array; `isUnderWay`
 * while a call that cannot be rolled back has no answer yet. Null if the answer is not stored, or
 * was erased.
 */
const answer = narrowType<{ answer: unknown } | { isUnderWay: true } | null>('jsonb?')

const insertRepeatKey = statement(
  'insert_repeat_key',
  {
    takes: { ...keyParameters, inputHash: 'bytea', answer, now: 'timestamptz' },
    returns: { isFirst: 'boolean' },
  },
  `
  insert into repeat_keys (workspace_id, key_hash, input_hash, answer, created_at)
  values (:workspaceId, :keyHash, :inputHash, :answer, :now)
  on conflict do nothing
  returning true as "isFirst"`,
)

const storeRepeatedAnswer = statement(
  'store_repeated_answer',
  { takes: { ...keyParameters, answer } },
  `
  update repeat_keys
  set answer = :answer
  where workspace_id = :workspaceId and key_hash = :keyHash`,
)

const repeatedAnswer = statement(
  'repeated_answer',
  { takes: keyParameters, returns: { inputHash: 'bytea', answer, createdAt: 'timestamptz' } },
  `
  select input_hash as "inputHash", answer, created_at as "createdAt"
  from repeat_keys
  where workspace_id = :workspaceId and key_hash = :keyHash`,
)

const forgetRepeatKey = statement(
  'forget_repeat_key',
  { takes: keyParameters },
  `
  delete from repeat_keys
  where workspace_id = :workspaceId and key_hash = :keyHash and answer ? 'isUnderWay'`,
)

type Key = Pick<RowOf<typeof insertRepeatKey.takes>, 'workspaceId' | 'keyHash' | 'inputHash'>

/**
 * The outcome of a key: none yet, or an answer, which is null if it is not stored. Throws
 * REPEAT_KEY_REUSED if it was sent with a different input.
 */
async function findOutcome(
  queries: Queries,
  key: Key,
): Promise<RowOf<typeof repeatedAnswer.returns> | undefined> {
  const [found] = await queries.rows(repeatedAnswer, key)
  if (found && !found.inputHash.equals(key.inputHash)) throw problem('REPEAT_KEY_REUSED')
  return found
}

/** A key is valid for one operation and one actor. */
function createKey(
  operation: Operation,
  { workspaceId, actor, repeatKey }: { workspaceId: number; actor: Actor; repeatKey: string },
  input: object,
): Key {
  const { keyId, actingUserId, operator } = actorValues(actor)
  return {
    workspaceId,
    keyHash: sha256(JSON.stringify([operation.name, keyId, actingUserId, operator, repeatKey])),
    inputHash: sha256(canonicalJson(input)),
  }
}

/**
 * Replaces services that make external calls, which could not be rolled back with the transaction.
 */
const unreachableServices = new Proxy(
  {},
  {
    get() {
      throw new Error('an operation that calls an external service must declare it in `once`')
    },
  },
)
const servicesOutside = {
  gateways: unreachableServices,
  checkouts: unreachableServices,
  rails: unreachableServices,
}

/**
 * Runs an operation, once for each key: its change, the key and the answer are one transaction
 * unless the operation declares otherwise.
 */
export async function runOnce<Output>(
  operation: Operation,
  context: InWorkspace<Configured>,
  input: object,
  run: (context: InWorkspace<Configured>) => Promise<Output>,
): Promise<Output> {
  const { repeatKey, database } = context
  if (repeatKey === undefined || !operation.right?.endsWith(':write')) return run(context)
  const key = createKey(operation, { ...context, repeatKey }, input)
  const now = context.clock.now()
  if (operation.once === 'BY_ITSELF')
    return runAfterOthers(key, () => runOutsideTransaction(operation, context, input, key, run))
  const configurations = await preloadConfiguration(context.configurations, context.workspaceId)
  return runAfterOthers(key, () =>
    database.inOneTransaction(async (parts) => {
      // Waits for another process with the key, and then reads its answer.
      const [first] = await parts.rows(insertRepeatKey, { ...key, answer: null, now })
      if (!first) {
        const before = await findOutcome(parts, key)
        if (!before) throw problem('ALREADY_DONE')
        return outcomeAnswer(before)
      }
      const answer = await run({
        ...context,
        database: parts,
        configurations,
        ...servicesOutside,
      })
      if (operation.once !== 'WITHOUT_ANSWER')
        await parts.rows(storeRepeatedAnswer, { ...key, answer: { answer } })
      return answer
    }),
  )
}

/** Longer than an operation waits for a gateway. */
const waitMsMax = 6_000
const pollMs = 100

/**
 * The key is stored before the operation runs. Another call with it, in another process, waits for
 * this one's answer; if this one ends without an answer, the other runs the operation itself, which
 * has no effect twice.
 */
async function runOutsideTransaction<Output>(
  operation: Operation,
  context: InWorkspace<Configured>,
  input: object,
  key: Key,
  run: (context: InWorkspace<Configured>) => Promise<Output>,
): Promise<Output> {
  const { database, clock } = context
  let isFirst = false
  let isGivenUp = false
  while (!isFirst && !isGivenUp) {
    isFirst =
      (
        await database.rows(insertRepeatKey, {
          ...key,
          answer: { isUnderWay: true },
          now: clock.now(),
        })
      ).length > 0
    // The key no longer exists if the other call was refused.
    const before = isFirst ? undefined : await findOutcome(database, key)
    if (before && !isUnderWay(before)) return outcomeAnswer(before)
    isGivenUp = before !== undefined && clock.now() - before.createdAt > waitMsMax
    if (!isFirst && !isGivenUp) await sleep(pollMs)
  }
  try {
    const answer = await run(context)
    await database.rows(storeRepeatedAnswer, { ...key, answer: { answer } })
    return answer
  } catch (error) {
    // After any other error, it is unknown what was done.
    if (!(error instanceof Problem || error instanceof ForwardedAnswer)) throw error
    const finishedAnswer = isFirst
      ? undefined
      : await operation.answerIfDone?.(context as never, input as never)
    if (finishedAnswer === undefined) await database.rows(forgetRepeatKey, key)
    else await database.rows(storeRepeatedAnswer, { ...key, answer: { answer: finishedAnswer } })
    if (finishedAnswer === undefined) throw error
    return finishedAnswer as Output
  }
}

type Outcome = RowOf<typeof repeatedAnswer.returns>

const isUnderWay = ({ answer }: Outcome) => answer !== null && 'isUnderWay' in answer

function outcomeAnswer<Output>({ answer }: Outcome): Output {
  if (answer === null || !('answer' in answer)) throw problem('ALREADY_DONE')
  return answer.answer as Output
}

const underWay = new Map<string, Promise<unknown>>()

/**
 * Runs work after all other work with the same key in this process, since waiting in the database
 * would occupy a connection.
 */
async function runAfterOthers<T>({ keyHash }: Key, work: () => Promise<T>): Promise<T> {
  const name = keyHash.toString('hex')
  const finished = (underWay.get(name) ?? Promise.resolve()).then(work)
  const ended = finished.then(
    () => {},
    () => {},
  )
  underWay.set(name, ended)
  try {
    return await finished
  } finally {
    if (underWay.get(name) === ended) underWay.delete(name)
  }
}

/**
 * The answers cannot be attributed to patients: an erasure deletes all answers of the workspace,
 * and keeps the fact that the changes were made.
 */
export const repeatKeyTables: readonly PatientTable[] = [
  {
    table: 'repeat_keys',
    ofPatient: ':patientId::bigint is not null',
    erased: ['answer'],
    kept: { 'hashes of what was asked for': ['key_hash', 'input_hash'] },
    merged: { stays: 'the same request is answered the same' },
    exported: { nowhere: 'its answers repeat what is exported' },
  },
]

const deleteRepeatKeysBefore = statement(
  'delete_repeat_keys_before',
  { takes: { before: 'timestamptz' }, returns: { keyHash: 'bytea' } },
  `
  delete from repeat_keys
  where (workspace_id, key_hash) in (
    select workspace_id, key_hash from repeat_keys where created_at < :before order by created_at limit 1000 for update skip locked
  )
  returning key_hash as "keyHash"`,
)

/** Deletes keys from before an instant. If one is sent again, it counts as new. */
export async function deleteExpiredRepeatKeys(queries: Queries, before: Instant): Promise<void> {
  while ((await queries.rows(deleteRepeatKeysBefore, { before })).length > 0);
}
