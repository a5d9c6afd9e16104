import type { Mistake } from '../../base/values/problem.ts'

/**
 * A refusal in terms of the command line, including its own refusals about typing errors, files,
 * settings and the machine.
 */
export class TerminalProblem extends Error {
  readonly nextStep: string
  readonly mistakes: readonly Mistake[]

  constructor(message: string, nextStep: string, mistakes: readonly Mistake[] = []) {
    super(message)
    this.nextStep = nextStep
    this.mistakes = mistakes
  }
}

/** Input that cannot be understood. */
export class InputProblem extends TerminalProblem {}
