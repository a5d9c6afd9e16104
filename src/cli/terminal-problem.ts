import type { Mistake } from '../values/problem.ts'

/** A refusal in the words of a terminal, and what the command line refuses by itself: what was typed, files, settings, the machine. */
export class TerminalProblem extends Error {
  readonly nextStep: string
  readonly mistakes: readonly Mistake[]

  constructor(message: string, nextStep: string, mistakes: readonly Mistake[] = []) {
    super(message)
    this.nextStep = nextStep
    this.mistakes = mistakes
  }
}

/** Something typed that cannot be understood. */
export class Mistyped extends TerminalProblem {}
