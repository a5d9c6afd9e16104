// What is done after the choice of a time: its parts, as `booking-in-progress.ts` has those of the
// first questions.

import { ChangeFlow } from './afterwards.ts'
import type { LaterStep } from './answers.ts'
import { QuoteLoader } from './quoting.ts'
import type { DataLoader } from './reading.ts'
import { ReservationFlow } from './reserving.ts'
import type { BookingState } from './state.ts'
import type { Steps } from './steps.ts'
import { VerificationFlow } from './verifying.ts'

export class LaterFlows {
  readonly reservationFlow: ReservationFlow
  readonly verificationFlow: VerificationFlow
  readonly changeFlow: ChangeFlow
  readonly #state: BookingState
  readonly #quoteLoader: QuoteLoader

  constructor(state: BookingState, dataLoader: DataLoader, steps: Steps) {
    this.#state = state
    this.#quoteLoader = new QuoteLoader(state)
    this.reservationFlow = new ReservationFlow(state, dataLoader, this.#quoteLoader, steps)
    this.verificationFlow = new VerificationFlow(state, dataLoader, steps, this.reservationFlow)
    this.changeFlow = new ChangeFlow(state, dataLoader, steps)
  }

  /** Loads what a question shows. */
  async enter(step: LaterStep): Promise<void> {
    if (step === 'code')
      this.#state.codeDestination ??= this.#state.ownStorage.getFromTab<string>('codeAt')
    if (step === 'person' || (step === 'pay' && !this.#state.paymentMethods))
      await this.#quoteLoader.readPaymentMethods()
    if (step === 'done') void this.#quoteLoader.readProfile()
  }
}
