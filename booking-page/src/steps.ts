// Which question is shown: the first unanswered one, the one that the browser's back and forward
// lead to, and the one that follows an answer. Nothing here uses the document, except the history
// and the address of the page, which navigating back and the checkout need.

import { isLazyStep, type LazyStep, type noVisitType, type Step } from './answers.ts'
import type { NextTime, OfferedShift, Time, VisitKind } from './catalogue.ts'
import type { DataLoader } from './data-loader.ts'
import type { BookingState } from './state.ts'

type HistoryState = { clinicBooking?: Record<string, Step> } | null

/** Decides which question is shown, and adds each one to the browser's history. */
export class Steps {
  readonly #state: BookingState
  readonly #dataLoader: DataLoader
  readonly #enterLazyStep: (step: LazyStep) => Promise<void>

  constructor(
    state: BookingState,
    dataLoader: DataLoader,
    enterLazyStep: (step: LazyStep) => Promise<void>,
  ) {
    this.#state = state
    this.#dataLoader = dataLoader
    this.#enterLazyStep = enterLazyStep
  }

  /**
   * The first unanswered question; a question with a single possible answer is answered
   * automatically.
   */
  open(): Step {
    if (this.#state.options.ownVisits !== undefined)
      return this.#state.isVerified ? 'own' : 'contact'
    const { answers } = this.#state
    if (answers.addressId === undefined && this.#state.locations.length === 1)
      answers.addressId = this.#state.locations[0]?.id
    if (answers.addressId === undefined) return 'where'
    const { visitTypes, hasUntypedOffers } = this.#state
    if (answers.visitType === undefined && visitTypes.length === 1 && !hasUntypedOffers)
      answers.visitType = visitTypes[0]?.id
    if (answers.visitType === undefined && visitTypes.length > 0) return 'whatFor'
    if (answers.offer === undefined && this.#state.offersAtLocation.length === 1)
      answers.offer = this.#state.offersAtLocation[0]?.key
    if (answers.offer === undefined) return 'who'
    if (this.#state.offer?.isQueue) {
      if (!answers.shift) return 'shift'
    } else {
      if (!answers.kind) return 'what'
      if (!answers.time) return 'when'
    }
    if (this.#state.isVerified)
      return answers.patientId === undefined || !this.#state.paymentMethods ? 'person' : 'pay'
    return 'contact'
  }

  /** A stored step, or the first unanswered one before it. */
  allowedStep(step: Step | undefined): Step {
    const order: Step[] = [
      'where',
      'whatFor',
      'who',
      'what',
      'shift',
      'when',
      'contact',
      'code',
      'person',
      'pay',
      'own',
    ]
    const firstOpenStep = this.open()
    if (step === undefined || step === 'done' || step === 'payment') return firstOpenStep
    if (step === 'code' && firstOpenStep === 'contact')
      return this.#state.codeDestination !== undefined ||
        this.#state.ownStorage.getFromTab<string>('codeAt')
        ? 'code'
        : 'contact'
    // The price is loaded again at that step.
    if (step === 'pay' && firstOpenStep === 'person' && this.#state.answers.patientId !== undefined)
      return 'pay'
    return order.indexOf(step) <= order.indexOf(firstOpenStep) &&
      !(step === 'code' && this.#state.isVerified)
      ? step
      : firstOpenStep
  }

  async goTo(step: Step, historyMode: 'push' | 'replace' = 'push'): Promise<void> {
    this.#state.step = step
    // This is chosen before the question is drawn, so that its fields exist from the first moment
    // and typed input goes where it belongs.
    if (step === 'person')
      this.#state.answers.patientId ??= this.#state.answers.patients[0]?.id ?? 'new'
    this.writeHistory(step, historyMode)
    this.#state.saveAnswers()
    this.#state.draw()
    await this.#enter(step)
  }

  /** Each element of a page has its own step in the browser's history. */
  writeHistory(step: Step, historyMode: 'push' | 'replace' = 'replace'): void {
    const before = history.state as HistoryState
    const state = {
      ...before,
      clinicBooking: { ...before?.clinicBooking, [this.#state.name]: step },
    }
    if (historyMode === 'push') history.pushState(state, '')
    else history.replaceState(state, '')
  }

  /** Loads the data that a step shows, and skips a step with a single possible answer. */
  async #enter(step: Step): Promise<void> {
    if (isLazyStep(step)) return this.#enterLazyStep(step)
    if (step === 'who') return this.#dataLoader.readPractitioners()
    if (step === 'what') {
      this.#state.kinds = undefined
      this.#state.draw()
      const kinds = await this.#dataLoader.readKinds()
      this.#state.kinds = kinds
      if (kinds.length !== 1 || this.#state.step !== 'what') return
      this.#state.answers.kind = kinds[0]
      return this.goTo('when', 'replace')
    }
    if (step === 'when') return this.#dataLoader.readWeek()
    if (step === 'shift') {
      this.#state.shifts = undefined
      this.#state.draw()
      this.#state.shifts = this.#state.offer
        ? await this.#state.times.loadShifts(this.#state.offer)
        : []
    }
  }

  /** Follows the browser's back and forward. */
  onHistory = (state: unknown): void => {
    const wantedStep = (state as HistoryState)?.clinicBooking?.[this.#state.name]
    if (
      !wantedStep ||
      !this.#state.workspace ||
      this.#state.step === 'done' ||
      this.#state.step === 'payment'
    )
      return
    // If something is still being loaded or sent, the browser's navigation is followed afterwards.
    if (this.#state.isBusy) {
      this.#state.queuedTask = () => this.onHistory(state)
      return
    }
    this.#state.notice = undefined
    this.#state.nearestTimes = undefined
    const step = this.allowedStep(wantedStep)
    if (step !== this.#state.step) void this.#state.runTask(() => this.goTo(step, 'replace'))
  }

  /** Tries again to show the current question. */
  retry = (): Promise<void> =>
    this.#state.runTask(async () => {
      if (this.#state.step) await this.goTo(this.#state.step, 'replace')
    })

  back = (): void => history.back()

  get canGoBack(): boolean {
    if (this.#state.options.ownVisits !== undefined) return this.#state.step === 'code'
    const first = [
      ...(this.#state.locations.length > 1 ? ['where'] : []),
      ...(this.#state.visitTypes.length > (this.#state.hasUntypedOffers ? 0 : 1)
        ? ['whatFor']
        : []),
      ...(this.#state.offersAtLocation.length > 1 ? ['who'] : []),
    ][0]
    return (
      this.#state.step !== undefined &&
      !['done', 'payment', first].includes(this.#state.step) &&
      !(first === undefined && this.#state.step === this.#firstStep())
    )
  }

  #firstStep(): Step {
    if (this.#state.offer?.isQueue) return 'shift'
    return (this.#state.kinds?.length ?? 1) > 1 ? 'what' : 'when'
  }

  /**
   * Prices may differ in another country of the patient; they are shown before anything is booked
   * at them.
   */
  chooseCountry = (country: string): void => {
    this.#state.answers.contact.country = country
    this.#state.draw()
    this.#state.acceptAnswer(async () => {
      const before = this.#state.price
      await this.#dataLoader.requote()
      const { price } = this.#state
      if (
        before &&
        price &&
        (before.amount !== price.amount || before.currency !== price.currency)
      ) {
        this.#state.notice = { word: 'priceFor', price, country }
      }
    })
  }

  chooseLocation = (addressId: number) =>
    this.#state.acceptAnswer(async () => {
      if (this.#state.answers.addressId !== addressId) this.#state.clearFrom('visitType')
      this.#state.answers.addressId = addressId
      await this.goTo(this.#nextAfterChoice())
    })

  chooseVisitType = (visitType: number | typeof noVisitType) =>
    this.#state.acceptAnswer(async () => {
      if (this.#state.answers.visitType !== visitType) this.#state.clearFrom('visitType')
      this.#state.answers.visitType = visitType
      await this.goTo(this.#nextAfterChoice())
    })

  chooseOffer = (key: string) =>
    this.#state.acceptAnswer(async () => {
      if (this.#state.answers.offer !== key) this.#state.clearFrom('kind')
      this.#state.answers.offer = key
      await this.goTo(this.#nextAfterChoice())
    })

  /** Chooses a time on a practitioner's card, which answers all questions up to the time. */
  chooseNextTime = ({ mode, ...time }: NextTime) =>
    this.#state.acceptAnswer(async () => {
      const offer = this.#state.findOffer(time)
      if (!offer) return
      // Not the offer under a visit type, but the practitioner's own.
      const { offers, allOffers } = this.#state
      if (!offers.some(({ key }) => key === offer.key))
        this.#state.offers = [...offers, ...allOffers.filter(({ key }) => key === offer.key)]
      const [kind] = await this.#state.times.loadKinds(
        offer,
        [time.lengthMins],
        (one) => one === mode,
      )
      this.#state.clearFrom('kind')
      // The clinic may have withdrawn the kind in the meantime; then the question is asked.
      Object.assign(this.#state.answers, {
        addressId: time.addressId,
        offer: offer.key,
        kind,
        time: kind && { ...time, price: kind.price },
      })
      // The time may be chosen while a later question is open; that question stays open with what
      // was typed there.
      const { step } = this.#state
      const next = step && isLazyStep(step) ? this.allowedStep(step) : this.open()
      await this.goTo(next, next === step ? 'replace' : 'push')
    })

  chooseKind = (kind: VisitKind) =>
    this.#state.acceptAnswer(async () => {
      if (JSON.stringify(this.#state.answers.kind) !== JSON.stringify(kind))
        this.#state.clearFrom('time')
      this.#state.answers.kind = kind
      await this.goTo('when')
    })

  #nextAfterChoice(): Step {
    const firstOpenStep = this.open()
    if (['where', 'whatFor', 'who'].includes(firstOpenStep)) return firstOpenStep
    return this.#state.offer?.isQueue ? 'shift' : 'what'
  }

  chooseTime = (time: Time): void => {
    this.#state.answers.time = time
    this.#state.paymentMethods = undefined
    this.#state.notice = undefined
    this.#state.saveAnswers()
    this.#state.draw()
  }

  chooseShift = (shift: OfferedShift) =>
    this.#state.acceptAnswer(async () => {
      this.#state.answers.shift = shift
      this.#state.paymentMethods = undefined
      await this.goTo(this.open())
    })

  chooseDay = (date: string): void => {
    if (!this.#state.week) return
    this.#state.week.chosen = date
    this.#state.draw()
  }
}
