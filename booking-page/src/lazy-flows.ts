// The flows after the choice of a time, as parts of a booking; those of the first questions are in
// `booking-in-progress.ts`.

import type { LazyStep } from './answers.ts'
import { ChangeFlow } from './change-flow.ts'
import type { DataLoader } from './data-loader.ts'
import { QuoteLoader } from './quote-loader.ts'
import { ReservationFlow } from './reservation-flow.ts'
import type { BookingState } from './state.ts'
import type { Steps } from './steps.ts'
import { VerificationFlow } from './verification-flow.ts'

export class LazyFlows {
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

  /** Loads the data that a question shows. */
  async enter(step: LazyStep): Promise<void> {
    if (step === 'code')
      this.#state.codeDestination ??= this.#state.ownStorage.getFromTab<string>('codeAt')
    if (step === 'person' || (step === 'pay' && !this.#state.paymentMethods))
      await this.#quoteLoader.readPaymentMethods()
    if (step === 'done') void this.#quoteLoader.readProfile()
  }
}
