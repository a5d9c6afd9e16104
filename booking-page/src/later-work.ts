// What is done after the choice of a time: its parts, as `way.ts` has those of the first questions.

import { Afterwards } from './afterwards.ts'
import type { LaterStep } from './answers.ts'
import { Quoting } from './quoting.ts'
import type { Reading } from './reading.ts'
import { Reserving } from './reserving.ts'
import type { State } from './state.ts'
import type { Steps } from './steps.ts'
import { Verifying } from './verifying.ts'

export class LaterWork {
  readonly reserving: Reserving
  readonly verifying: Verifying
  readonly afterwards: Afterwards
  readonly #state: State
  readonly #quoting: Quoting

  constructor(state: State, reading: Reading, steps: Steps) {
    this.#state = state
    this.#quoting = new Quoting(state)
    this.reserving = new Reserving(state, reading, this.#quoting, steps)
    this.verifying = new Verifying(state, reading, steps, this.reserving)
    this.afterwards = new Afterwards(state, reading, steps)
  }

  /** Loads what a question shows. */
  async enter(step: LaterStep): Promise<void> {
    if (step === 'code') this.#state.codeAt ??= this.#state.own.ofTab<string>('codeAt')
    if (step === 'person' || (step === 'pay' && !this.#state.ways)) await this.#quoting.readWays()
    if (step === 'done') void this.#quoting.readProfile()
  }
}
