// What a person is told of a refusal, and the command that leads on.

import { isOperationCode, operationProblems } from '../../values/operation-problems.ts'
import { filled, type NextOperation, Problem, type ProblemCode } from '../../values/problem.ts'
import { TerminalProblem } from '../terminal-problem.ts'
import type { ClinicCommand } from './command.ts'
import { words } from './words.ts'

/** What to do about a refusal, where a terminal says more than its code does; `{it}` is the command of the operation that leads on. */
const atTheTerminal: Partial<Record<ProblemCode, string>> = {
  BUSY: 'try again in a moment',
  APPOINTMENT_NOT_FOUND: 'look it up: {it}',
  SLOT_NOT_OFFERED: 'see which are: {it}',
  SLOT_NOT_AVAILABLE: 'see which are free: {it}',
  STATUS_NOT_ALLOWED: 'see how it stands: clinic visit show ID',
  REFUND_NOT_POSSIBLE: 'see how it stands: clinic payments list, clinic payments reconcile; or leave out --refund',
  REFUND_OUTCOME_UNKNOWN: 'look in a minute: {it}',
  REFUND_UNDER_WAY: 'look in a minute: {it}',
  PAYMENT_NOT_FOUND: 'see what there is: {it}',
  SESSION_REF_REQUIRED:
    'what was paid online is found by its sessionRef: clinic payments list; what was paid at the desk by its visitId: clinic token refund ID',
  PATIENT_NOT_FOUND: 'look it up: {it}',

  WORKSPACE_NOT_SAID: 'say which one: --workspace NAME',
  OPERATION_NOT_SERVED: 'see clinic help',
  KEY_NEEDS_ADDRESS: 'name it: --allow 203.0.113.7',
  KEY_WITHOUT_ADDRESS: 'add one first: {it} 203.0.113.7',
  KEY_WOULD_BE_EXPIRED: 'name a later time: --expires',
  UPCOMING_VISITS_LEFT_OUT:
    'keep the names (one that changes is another practitioner, location or room), move or cancel the visits, or import it with --with-upcoming-visits',
  LOCATION_NOT_SAID: 'say which one: --location NAME',
  VOID_WITH_REFUND: 'leave out --refund, or --void',
  NO_PACK_PAID: 'leave out --return-session',
  GOES_BACK_WHOLE: 'leave out --percentage',
  NOT_AT_THE_DESK: 'say how it was paid: --method CASH',
  AMOUNT_NOT_DUE: 'take {due} {currency}, or leave out --amount',
  FAULT_REFUSES_NOTHING: 'leave out --status and --body, or choose refuse',
  BACKUP_REQUIRED: 'name a new file for it: clinic workspace delete {name} --yes --backup FILE',
  NOT_A_BACKUP: 'name a file that clinic backup made',
  MODE_CONTRADICTED: 'set CLINIC_MODE={as}; clinic config shows what is set',
  BACKUP_OF_ANOTHER_MODE: 'set CLINIC_MODE={of}, or make it a {mode} instance: --as {mode}',
  NO_CLINIC: 'see which one is meant: clinic config',
  NO_INSTALLATION: 'clinic config shows which database is meant; clinic serve, migrate and restore make an installation in an empty one',
}

/** A refusal as a terminal tells it, after a command of these words; anything else as it is. */
export async function worded(error: unknown, typed: readonly string[] = []): Promise<unknown> {
  if (!(error instanceof Problem)) return error
  const { code, details, next, mistakes } = error
  const sentence = code === 'BUSY' ? 'the database is busy or away' : error.sentence.replace(/\.$/, '')
  const toDo =
    atTheTerminal[code] ?? (isOperationCode(code) ? operationProblems[code][1] : `change it and do it again: ${['clinic', ...typed].join(' ')} --help`)
  return new TerminalProblem(sentence, filled(toDo, { ...details, it: next ? await commandOf(next) : '' }), mistakes)
}

/** The command of an operation, with what is known of its input. */
async function commandOf({ operation, input }: NextOperation): Promise<string> {
  const found = words.find(({ word }) => operation === word || operation.startsWith(`${word}-`))
  const command = (await found?.load())?.find((candidate) => candidate.operation.name === operation)
  return `clinic ${command ? commandLine(command, input) : operation}`
}

/** A command as it is typed: with what is known of its input, and a word in capitals for each further argument it needs. */
function commandLine({ operation, typed, words: { arguments: names = [], members = {} } }: ClinicCommand, input: Readonly<Record<string, unknown>>): string {
  const { properties, required = [] } = operation.input as { properties: Record<string, { default?: unknown; enum?: unknown }>; required?: string[] }
  const typedName = (name: string) => members[name]?.name ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const typedValue = (name: string) => (properties[name]?.enum ? String(input[name]).toLowerCase() : [input[name]].flat().join(' '))
  const placeholder = (name: string) => members[name]?.placeholder ?? typedName(name).toUpperCase()
  const needed = names.filter((name) => name in input || (required.includes(name) && properties[name]?.default === undefined))
  const options = Object.keys(input).filter((name) => !names.includes(name))
  return [
    ...typed,
    ...needed.map((name) => (name in input ? typedValue(name) : placeholder(name))),
    ...options.map((name) => (input[name] === true ? `--${typedName(name)}` : `--${typedName(name)} ${typedValue(name)}`)),
  ].join(' ')
}
