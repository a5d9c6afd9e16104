/** One thing wrong with a file: where, and why. */
export interface Mistake {
  path: string
  reason: string
  /** Of the file, where it is known beside the path. */
  line?: number
}

/** Something an operator asked for that cannot be done; says what is wrong and what to do next. */
export class OperatorProblem extends Error {
  readonly nextStep: string
  readonly mistakes: readonly Mistake[]

  constructor(message: string, nextStep: string, mistakes: readonly Mistake[] = []) {
    super(message)
    this.nextStep = nextStep
    this.mistakes = mistakes
  }
}
