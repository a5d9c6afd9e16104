// What an operator can do, each thing once. The command line runs an operation through the running
// service's socket or, when no service runs, in an application it opens itself.

import type { Static, TObject } from 'typebox'
import type { Configurations } from '../catalogue/configuration.ts'
import type { Database } from '../db/database.ts'
import type { DatabaseClock } from '../ports/clock.ts'
import type { Environment } from '../ports/secrets.ts'
import type { RememberedKeys } from '../workspaces/keys.ts'
import type { Mistake } from './clinic-file.ts'

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

export interface OperatorServices {
  database: Database
  clock: DatabaseClock
  configurations: Configurations
  keys: RememberedKeys
  mode: 'sandbox' | 'production'
  /** Where secrets of clinic files are. */
  environment: Environment
  /** Reads the database's clock and the sandbox offset again. */
  followClock(): Promise<void>
}

export interface Operation<Input extends TObject = TObject> {
  name: string
  input: Input
  run(services: OperatorServices, input: Static<Input>): Promise<unknown>
}

export function operation<Input extends TObject>(name: string, input: Input, run: Operation<Input>['run']): Operation {
  return { name, input, run } as unknown as Operation
}
