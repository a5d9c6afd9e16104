// What a person is told of a refusal, and the command that leads on.

import { type NextStep, OperatorProblem } from '../../values/operator-problem.ts'
import { Problem, type ProblemCode } from '../../values/problem.ts'
import type { ClinicCommand } from './command.ts'
import { words } from './words.ts'

const nextSteps: Partial<Record<ProblemCode, string>> = {
  BUSY: 'try again in a moment',
  APPOINTMENT_NOT_FOUND: 'look it up: clinic visit list',
  SLOT_NOT_OFFERED: 'see which are: clinic availability explain --doctor NAME --date DATE',
  SLOT_NOT_AVAILABLE: 'see which are free: clinic availability explain --doctor NAME --date DATE',
  STATUS_NOT_ALLOWED: 'see how it stands: clinic visit show ID',
  REFUND_NOT_POSSIBLE: 'see how it stands: clinic payments list, clinic payments reconcile; or leave out --refund',
  REFUND_OUTCOME_UNKNOWN: 'look in a minute: clinic payments list',
  REFUND_UNDER_WAY: 'look in a minute: clinic payments list',
  PAYMENT_NOT_FOUND: 'see what there is: clinic payments list',
  SESSION_REF_REQUIRED:
    'what was paid online is found by its sessionRef: clinic payments list; what was paid at the desk by its visitId: clinic token refund ID',
  PATIENT_NOT_FOUND: 'look it up: clinic patient find NAME',
}

/** A refusal as the command of these words tells it; anything else as it is. */
export function worded(error: unknown, typed: readonly string[]): unknown {
  if (!(error instanceof Problem)) return error
  const sentence = error.code === 'BUSY' ? 'the database is busy or away' : error.sentence.replace(/\.$/, '')
  return new OperatorProblem(sentence, nextSteps[error.code] ?? `change it and do it again: clinic ${typed.join(' ')} --help`)
}

/** What to do next, with the command of the operation that leads on. */
export async function nextStepText(step: NextStep): Promise<string> {
  if (typeof step === 'string') return step
  const found = words.find(({ word }) => step.operation === word || step.operation.startsWith(`${word}-`))
  const command = (await found?.load())?.find(({ operation }) => operation.name === step.operation)
  return step.words.replace('{it}', `clinic ${command ? commandLine(command, step.input) : step.operation}`)
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
