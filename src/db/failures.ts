import { DatabaseUnavailable, sqlState } from './database.ts'

/** What an unexpected error means for the caller. */
export type FailureKind =
  /** Nothing was done and it is worth trying again. */
  | 'busy'
  /** A value reached the database that validation should have stopped. */
  | 'bad value'
  | 'unexpected'

export function failureKind(error: unknown): FailureKind {
  if (error instanceof DatabaseUnavailable) return 'busy'
  const state = sqlState(error) ?? ''
  // lock_timeout, statement_timeout, too many connections, a shutdown (told only of what was not committed), and what is
  // left after the retries.
  if (['55P03', '57014', '53300', '57P01', '40001', '40P01'].includes(state)) return 'busy'
  // Data exceptions and check constraints: the last net under validation, never a 500.
  if (state.startsWith('22') || state === '23514') return 'bad value'
  return 'unexpected'
}

/** What a log may hold of an error: never its message, which can quote values. */
export function loggable(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint, table, routine } = error as Error & Record<string, unknown>
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return { type: error.name, code, constraint, table, routine, frames: frames.slice(0, 8).map((line) => line.trim()) }
}
