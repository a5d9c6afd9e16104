// The text of a refusal at a terminal, and the next command.

import { fillTemplate, type NextOperation, Problem } from '../../../base/values/problem.ts'
import { TerminalProblem } from '../terminal-problem.ts'
import type { ClinicCommand } from './command.ts'
import { words } from './words.ts'

/**
 * What to do about a refusal, if the terminal can say more than its code; `{it}` is the command of
 * the next operation.
 */
const terminalAdvice: Readonly<Record<string, string>> = {
  BUSY: 'try again in a moment',
  APPOINTMENT_NOT_FOUND: 'look it up: {it}',
  SLOT_NOT_OFFERED: 'see which slots are offered: {it}',
  SLOT_NOT_AVAILABLE: 'see which slots are free: {it}',
  STATUS_NOT_ALLOWED: 'check its status: clinic visit show ID',
  REFUND_NOT_POSSIBLE:
    'check the payment: clinic payments list, clinic payments reconcile; or leave out --refund',
  REFUND_OUTCOME_UNKNOWN: 'check again in a minute: {it}',
  REFUND_IN_PROGRESS: 'check again in a minute: {it}',
  PAYMENT_NOT_FOUND: 'see the list: {it}',
  SESSION_REF_REQUIRED:
    'for an online payment use its sessionRef: clinic payments list; for a desk payment use its visitId: clinic token refund ID',
  PATIENT_NOT_FOUND: 'look it up: {it}',

  WORKSPACE_REQUIRED: 'name one of them: --workspace NAME',
  OPERATION_NOT_AVAILABLE: 'see clinic help',
  KEY_NEEDS_ADDRESS: 'name one: --allow 203.0.113.7',
  KEY_HAS_NO_ADDRESS: 'add one first: {it} 203.0.113.7',
  KEY_EXPIRY_IN_PAST: 'name a later time: --expires',
  UPCOMING_VISITS_AFFECTED:
    'keep the names (a changed name means a different practitioner, location or room), move or cancel the visits, or import the file with --with-upcoming-visits',
  LOCATION_REQUIRED: 'name one of them: --location NAME',
  VOID_WITH_REFUND: 'leave out either --refund or --void',
  NOT_PAID_BY_PACK: 'leave out --return-session',
  REFUND_MUST_BE_FULL: 'leave out --percentage',
  NOT_A_DESK_PAYMENT: 'choose another payment method: --method CASH',
  AMOUNT_EXCEEDS_DUE: 'take {due} {currency} or less, or leave out --amount',
  FAULT_TAKES_NO_ANSWER: 'leave out --status and --body, or choose refuse',
  BACKUP_REQUIRED:
    'name a new file for the backup: clinic workspace delete {name} --yes --backup FILE',
  NOT_A_BACKUP: 'name a file made by clinic backup',
  MODE_CONFLICT: 'set CLINIC_MODE={as}; clinic config shows what is set',
  BACKUP_MODE_MISMATCH: 'set CLINIC_MODE={of}, or restore it as a {mode} instance: --as {mode}',
  NO_CLINIC: 'check which database is configured: clinic config',
  NO_INSTALLATION:
    'clinic config shows which database is configured; clinic serve, migrate and restore create an installation in an empty one',
}

/**
 * Converts a refusal after a command with these words to terms of the terminal; leaves other errors
 * unchanged.
 */
export async function toTerminalError(
  error: unknown,
  typed: readonly string[] = [],
): Promise<unknown> {
  if (!(error instanceof Problem)) return error
  const { code, row, details, next, mistakes } = error
  const sentence =
    code === 'BUSY' ? 'the database is busy or unreachable' : error.sentence.replace(/\.$/, '')
  const toDo =
    terminalAdvice[code] ??
    ('toDo' in row
      ? row.toDo
      : `change the command and try again: ${['clinic', ...typed].join(' ')} --help`)
  return new TerminalProblem(
    sentence,
    fillTemplate(toDo, { ...details, it: next ? await formatCommand(next) : '' }),
    mistakes,
  )
}

/** The command of an operation, with the known part of its input. */
async function formatCommand({ operation, input }: NextOperation): Promise<string> {
  const commandWord = words.find(
    ({ word }) => operation === word || operation.startsWith(`${word}-`),
  )
  const command = (await commandWord?.load())?.find(
    (candidate) => candidate.operation.name === operation,
  )
  return `clinic ${command ? formatCommandLine(command, input) : operation}`
}

/**
 * A command as it is typed, with the known part of its input, and a word in capitals for each
 * remaining argument.
 */
function formatCommandLine(
  { operation, typed, words: { arguments: names = [], members = {} } }: ClinicCommand,
  input: Readonly<Record<string, unknown>>,
): string {
  const { properties, required = [] } = operation.input as {
    properties: Record<string, { default?: unknown; enum?: unknown }>
    required?: string[]
  }
  const typedName = (name: string) =>
    members[name]?.name ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const typedValue = (name: string) =>
    properties[name]?.enum ? String(input[name]).toLowerCase() : [input[name]].flat().join(' ')
  const placeholder = (name: string) => members[name]?.placeholder ?? typedName(name).toUpperCase()
  const needed = names.filter(
    (name) => name in input || (required.includes(name) && properties[name]?.default === undefined),
  )
  const options = Object.keys(input).filter((name) => !names.includes(name))
  return [
    ...typed,
    ...needed.map((name) => (name in input ? typedValue(name) : placeholder(name))),
    ...options.map((name) =>
      input[name] === true ? `--${typedName(name)}` : `--${typedName(name)} ${typedValue(name)}`,
    ),
  ].join(' ')
}
