import type { Mistake } from './problem.ts'

/** An operation that leads on, with what is known of its input; `{it}` in the words is where each front names it. */
export interface OperationToDo {
  words: string
  operation: string
  input: Readonly<Record<string, unknown>>
}

/** What to do next, in words alone or by an operation. */
export type NextStep = string | OperationToDo

/** `toDo('look it up: {it}', 'visit-list')`: at a terminal, `look it up: clinic visit list`. */
export function toDo(words: string, operation: string, input: Readonly<Record<string, unknown>> = {}): OperationToDo {
  return { words, operation, input }
}

/** Something an operator asked for that cannot be done; says what is wrong and what to do next. */
export class OperatorProblem extends Error {
  readonly nextStep: NextStep
  readonly mistakes: readonly Mistake[]

  constructor(message: string, nextStep: NextStep, mistakes: readonly Mistake[] = []) {
    super(message)
    this.nextStep = nextStep
    this.mistakes = mistakes
  }
}
