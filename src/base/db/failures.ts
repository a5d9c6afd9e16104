import { DatabaseUnavailable, isLostConnection, sqlState } from './database.ts'
import { isUnanswered } from './session.ts'

/** What an unexpected error means for the caller. */
export type FailureKind =
  /** Nothing was done, and a retry may succeed. */
  | 'busy'
  /** Nothing can be written until its server has space. */
  | 'full disk'
  /** A value reached the database that validation should have refused. */
  | 'bad value'
  /** A write got no answer: it may have been made. */
  | 'lost'
  | 'unexpected'

/**
 * States that a caller's value can cause: text too long, a number or an instant out of range, text
 * that is not a number, date or JSON, a character that cannot be stored, an invalid escape, and a
 * check constraint.
 */
const valueStates = new Set([
  '22001',
  '22003',
  '22007',
  '22008',
  '22009',
  '22021',
  '22025',
  '22030',
  '22032',
  '22P02',
  '22P05',
  '23514',
])

export function failureKind(error: unknown): FailureKind {
  if (error instanceof DatabaseUnavailable) return 'busy'
  const state = sqlState(error) ?? ''
  if (state === '53100') return 'full disk'
  // lock_timeout, statement_timeout, too many connections, a shutdown (only if nothing was
  // committed), a read-only server, a transaction that was idle too long, and conflicts that remain
  // after the retries.
  if (['55P03', '57014', '53300', '57P01', '25006', '25P03', '40001', '40P01'].includes(state))
    return 'busy'
  // A last safety net behind validation, never a 500. Other data exceptions (a division by zero,
  // say) are our own fault.
  if (valueStates.has(state)) return 'bad value'
  if (isLostConnection(error)) return 'lost'
  return 'unexpected'
}

/**
 * The database was busy or unavailable after something was written: an unexpected failure, because
 * BUSY means that nothing was done.
 */
class PartlyWritten extends Error {}

/**
 * Runs work that follows a write; throws `PartlyWritten` for failures that would otherwise be
 * answered with BUSY.
 */
export async function runAfterWriting<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isBusy(error)
      ? new PartlyWritten('the database was busy or unavailable after something was written', {
          cause: error,
        })
      : error
  }
}

/** Whether a failure is answered with BUSY. */
export const isBusy = (error: unknown) => ['busy', 'full disk'].includes(failureKind(error))

const reasons = {
  busy: 'the database was busy or unavailable',
  lost: 'the connection to the database was lost',
}

/** What may be logged of an error: never its message, which can quote values. */
export function loggableError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint, table, routine } = error as Error & Record<string, unknown>
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const kind = failureKind(error)
  if (kind === 'busy' || kind === 'lost') {
    // A failover causes hundreds of these at once, and their stacks say nothing more.
    const cause = error.cause ?? error
    const isSilent = isUnanswered(error) || isUnanswered(cause)
    const { code: causeCode = code } = cause as { code?: unknown }
    return {
      reason: isSilent ? 'the database did not answer in time' : reasons[kind],
      code: causeCode,
    }
  }
  return {
    type: error.name,
    code,
    constraint,
    table,
    routine,
    frames: frames.slice(0, 8).map((line) => line.trim()),
  }
}
