// The output of commands, and their common option.

import { createInterface } from 'node:readline/promises'
import { CommanderError, Option } from 'commander'
import { InputProblem, TerminalProblem } from './terminal-problem.ts'

/** Prints something other than the result. */
export function printToStandardError(sentence: string) {
  process.stderr.write(`${sentence}\n`)
}

/** Prints a result as text or JSON; does nothing if the reader is gone. */
export function print(
  result: unknown,
  text: () => string,
  json: boolean | undefined,
  stream: NodeJS.WriteStream = process.stdout,
) {
  stream.once('error', (error: NodeJS.ErrnoException) =>
    process.exit(error.code === 'EPIPE' ? 0 : 1),
  )
  stream.write(`${json ? JSON.stringify(result, null, 2) : text()}\n`)
}

export const json = () => new Option('--json', 'Print JSON, for scripts.')

/** Asks a person at a terminal for confirmation; undefined if there is no terminal. */
export async function isConfirmed(question: string): Promise<boolean | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined
  const reader = createInterface({ input: process.stdin, output: process.stderr, terminal: false })
  try {
    return /^y(es)?$/i.test((await reader.question(`${question}. Do it? Type yes: `)).trim())
  } finally {
    reader.close()
  }
}

/** Reports why a command failed, and returns the exit code: 2 for typing errors, 1 for failures. */
export async function reportFailure(error: unknown): Promise<number> {
  // Commander has already reported it.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  process.stderr.write(`${await formatProblem(error)}\n`)
  return error instanceof InputProblem ? 2 : 1
}

/** Describes an error and what to do; an unexpected error keeps its stack. */
export async function formatProblem(thrown: unknown): Promise<string> {
  // Loaded only after an error, so that other commands do not wait for it.
  const { toTerminalError: terminalError } = await import('./words/refusals.ts')
  const error = await terminalError(thrown)
  if (error instanceof TerminalProblem) {
    const mistakes = error.mistakes.map(
      ({ path, reason, line }) =>
        `  ${line === undefined ? '' : `line ${line}, `}${path}: ${reason}`,
    )
    return [error.message, ...mistakes, `next: ${error.nextStep}`].join('\n')
  }
  if (!(error instanceof Error)) return String(error)
  const nextStep = await findNextStep(error)
  return nextStep === undefined
    ? (error.stack ?? error.message)
    : `${error.message}\nnext: ${nextStep}`
}

/** What to do about an error whose message is for people; undefined for an unexpected error. */
async function findNextStep(error: Error): Promise<string | undefined> {
  // Loaded only after an error, so that other commands do not wait for them.
  const [{ SettingsError }, { EngineError }, { MigrationError }, { sqlState }, { WrongMode }] =
    await Promise.all([
      import('./settings.ts'),
      import('../../base/db/embedded/data-folder.ts'),
      import('../../base/db/migration-files.ts'),
      import('../../base/db/database.ts'),
      import('../../base/ports/wrong-mode.ts'),
    ])
  if (error instanceof SettingsError) return 'clinic config --help'
  if (error instanceof WrongMode)
    return 'set CLINIC_MODE to match, or use another database; clinic config shows what is set'
  if (error instanceof EngineError || error instanceof MigrationError)
    return 'clinic config shows what is set'
  if (sqlState(error) === '42501') return 'make the user of DATABASE_URL the owner of the database'
  return undefined
}
