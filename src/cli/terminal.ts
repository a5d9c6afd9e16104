// What the commands say, and the options they share.

import { Option } from 'commander'
import { WrongMode } from '../app.ts'
import { sqlState } from '../db/database.ts'
import { EngineError } from '../db/embedded-engine.ts'
import { MigrationError } from '../db/migrate.ts'
import { OperatorProblem } from '../operator/operation.ts'
import { SettingsError } from '../settings.ts'

/** Options of a command, or a row of an answer. */
export type Shown = Record<string, unknown>

/** Says something that is not the answer. */
export function sayBeside(sentence: string) {
  process.stderr.write(`${sentence}\n`)
}

/** Prints an answer, for people or for scripts; to nobody, when whoever reads has gone. */
export function print(result: unknown, forPeople: (result: never) => string, json: boolean | undefined) {
  process.stdout.once('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  process.stdout.write(`${json ? JSON.stringify(result, null, 2) : forPeople(result as never)}\n`)
}

export const json = () => new Option('--json', 'answer in JSON, for scripts')
export const workspace = () => new Option('-w, --workspace <name>', 'which workspace, when there are several')

export function pick(options: Shown, ...names: string[]): Shown {
  return Object.fromEntries(names.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])))
}

/** Reads an id of the command line: a number would be cut to the precision of one, and text become another's. */
export function idArgument(what: string, lookUp: string) {
  return (text: string): number => {
    if (/^[1-9]\d{0,15}$/.test(text)) return Number(text)
    throw new OperatorProblem(`'${text}' is not the id of ${what}`, `look it up: ${lookUp}`)
  }
}

/** Tells a person what went wrong and what to do; a defect keeps its stack. */
export function problemText(error: unknown): string {
  if (error instanceof OperatorProblem) {
    const mistakes = error.mistakes.map(({ path, reason }) => `  ${path}: ${reason}`)
    return [error.message, ...mistakes, `next: ${error.nextStep}`].join('\n')
  }
  if (error instanceof SettingsError) return `${error.message}\nnext: clinic config --help`
  if (error instanceof WrongMode) return `${error.message}\nnext: set CLINIC_MODE to match, or use another database; clinic config shows what is set`
  if (error instanceof EngineError || error instanceof MigrationError) return `${error.message}\nnext: clinic config shows what is set`
  if (sqlState(error) === '42501') return `${(error as Error).message}\nnext: make the user of DATABASE_URL the owner of the database`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
