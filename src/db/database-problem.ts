import { OperatorProblem } from '../values/operator-problem.ts'
import { isLostConnection, sqlState, violatedConstraint } from './database.ts'

/** What a person is told when work on the whole database fails; `undone` says that nothing came of it. */
export function databaseProblem(error: unknown, undone: string): unknown {
  if (error instanceof OperatorProblem) return error
  const { message, code = '' } = error as NodeJS.ErrnoException
  const problem = (what: string, nextStep: string) => new OperatorProblem(`${what}; ${undone}`, nextStep)
  const state = sqlState(error)
  if (state === undefined) {
    if (!isLostConnection(error) && code !== 'ENOENT') return error
    return problem('the connection to the database was lost', 'see that the database runs, and do it again')
  }
  // Their messages quote values, and values are of patients.
  if (state.startsWith('23')) return problem(`the rows break the rule ${violatedConstraint(error) ?? state}`, 'use another file')
  if (state.startsWith('22')) return problem(`the database refuses a value (${state})`, 'use another file')
  if (state === '55P03') return problem('another process changes the schema of this database, or imports into it', 'wait until it is done, and do it again')
  // Said elsewhere, for every command.
  if (state === '42501') return error
  return problem(`the database refuses: ${message}`, 'see that the database runs and has room, and do it again')
}
