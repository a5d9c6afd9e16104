// Which question is shown: the first without an answer, the browser's back and forward, and what follows an answer. No part of a way uses
// the document, except the history and the address of the page, which back and the checkout need.

import { isLater, type LaterStep, type Step } from './answers.ts'
import type { Kind, NextTime, OfferedShift, Time } from './catalogue.ts'
import type { Reading } from './reading.ts'
import type { State } from './state.ts'

type HistoryState = { clinicBooking?: Record<string, Step> } | null

/** `open` is the current question; `go` shows one, and adds it to the browser’s history. */
export class Steps {
  readonly #state: State
  readonly #reading: Reading
  readonly #enterLater: (step: LaterStep) => Promise<void>

  constructor(state: State, reading: Reading, enterLater: (step: LaterStep) => Promise<void>) {
    this.#state = state
    this.#reading = reading
    this.#enterLater = enterLater
  }

  /** The first question without an answer; one with a single possible answer is answered automatically. */
  open(): Step {
    const { answers } = this.#state
    if (answers.addressId === undefined && this.#state.places.length === 1) answers.addressId = this.#state.places[0]?.id
    if (answers.addressId === undefined) return 'where'
    if (answers.offer === undefined && this.#state.offersHere.length === 1) answers.offer = this.#state.offersHere[0]?.key
    if (answers.offer === undefined) return 'who'
    if (this.#state.offer?.isQueue) {
      if (!answers.shift) return 'shift'
    } else {
      if (!answers.kind) return 'what'
      if (!answers.time) return 'when'
    }
    if (this.#state.isVerified) return answers.patientId === undefined || !this.#state.ways ? 'person' : 'pay'
    return 'contact'
  }

  /** A stored step, or the first before it without an answer. */
  allowed(step: Step | undefined): Step {
    const order: Step[] = ['where', 'who', 'what', 'shift', 'when', 'contact', 'code', 'person', 'pay']
    const open = this.open()
    if (step === undefined || step === 'done' || step === 'payment') return open
    if (step === 'code' && open === 'contact') return this.#state.codeAt === undefined ? (this.#state.own.ofTab<string>('codeAt') ? 'code' : 'contact') : 'code'
    // Its price is loaded again there.
    if (step === 'pay' && open === 'person' && this.#state.answers.patientId !== undefined) return 'pay'
    return order.indexOf(step) <= order.indexOf(open) && !(step === 'code' && this.#state.isVerified) ? step : open
  }

  async go(step: Step, how: 'push' | 'replace' = 'push'): Promise<void> {
    this.#state.step = step
    // Chosen before the question is drawn: its fields exist from the first moment, and typed input goes where it belongs.
    if (step === 'person') this.#state.answers.patientId ??= this.#state.answers.patients[0]?.id ?? 'new'
    this.noteInHistory(step, how)
    this.#state.keep()
    this.#state.draw()
    await this.#enter(step)
  }

  /** Each element of a page has its own step in the browser's history. */
  noteInHistory(step: Step, how: 'push' | 'replace' = 'replace'): void {
    const before = history.state as HistoryState
    const state = { ...before, clinicBooking: { ...before?.clinicBooking, [this.#state.name]: step } }
    if (how === 'push') history.pushState(state, '')
    else history.replaceState(state, '')
  }

  /** Loads what a step shows, and skips a step with a single possible answer. */
  async #enter(step: Step): Promise<void> {
    if (isLater(step)) return this.#enterLater(step)
    if (step === 'who') return this.#reading.readWho()
    if (step === 'what') {
      this.#state.kinds = undefined
      this.#state.draw()
      const kinds = await this.#reading.readKinds()
      this.#state.kinds = kinds
      if (kinds.length !== 1 || this.#state.step !== 'what') return
      this.#state.answers.kind = kinds[0]
      return this.go('when', 'replace')
    }
    if (step === 'when') return this.#reading.readWeek()
    if (step === 'shift') {
      this.#state.shifts = undefined
      this.#state.draw()
      this.#state.shifts = this.#state.offer ? await this.#state.times.shiftsOf(this.#state.offer) : []
    }
  }

  /** The browser's back and forward. */
  onHistory = (state: unknown): void => {
    const wanted = (state as HistoryState)?.clinicBooking?.[this.#state.name]
    if (!wanted || !this.#state.workspace || this.#state.step === 'done' || this.#state.step === 'payment') return
    // If something is still being loaded or sent, the browser's navigation is followed afterwards.
    if (this.#state.isBusy) {
      this.#state.next = () => this.onHistory(state)
      return
    }
    this.#state.notice = undefined
    this.#state.near = undefined
    const step = this.allowed(wanted)
    if (step !== this.#state.step) void this.#state.work(() => this.go(step, 'replace'))
  }

  /** Tries again to show the current question. */
  again = (): Promise<void> =>
    this.#state.work(async () => {
      if (this.#state.step) await this.go(this.#state.step, 'replace')
    })

  back = (): void => history.back()

  get canGoBack(): boolean {
    const first = [...(this.#state.places.length > 1 ? ['where'] : []), ...(this.#state.offersHere.length > 1 ? ['who'] : [])][0]
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

  /** Another country of the patient may have other prices, which are said before anything is booked by them. */
  chooseCountry = (country: string): void => {
    this.#state.answers.contact.country = country
    this.#state.draw()
    this.#state.choose(async () => {
      const before = this.#state.price
      await this.#reading.requote()
      const { price } = this.#state
      if (before && price && (before.amount !== price.amount || before.currency !== price.currency)) {
        this.#state.notice = { word: 'priceFor', price, country }
      }
    })
  }

  choosePlace = (addressId: number) =>
    this.#state.choose(async () => {
      if (this.#state.answers.addressId !== addressId) this.#state.forget('offer')
      this.#state.answers.addressId = addressId
      await this.go(this.#nextAfterChoice())
    })

  chooseOffer = (key: string) =>
    this.#state.choose(async () => {
      if (this.#state.answers.offer !== key) this.#state.forget('kind')
      this.#state.answers.offer = key
      await this.go(this.#nextAfterChoice())
    })

  /** A time on the card of its practitioner answers all questions up to it. */
  chooseNextTime = ({ mode, ...time }: NextTime) =>
    this.#state.choose(async () => {
      const offer = this.#state.offerOf(time)
      if (!offer) return
      if (!this.#state.offers.includes(offer)) this.#state.offers = [...this.#state.offers, offer]
      const [kind] = await this.#state.times.kindsOf(offer, [time.lengthMins], (one) => one === mode)
      this.#state.forget('kind')
      // The clinic may have withdrawn the kind meanwhile: then it is asked.
      Object.assign(this.#state.answers, { addressId: time.addressId, offer: offer.key, kind, time: kind && { ...time, price: kind.price } })
      // It may be chosen beside a later question, which stays open with what was typed there.
      const { step } = this.#state
      const next = step && isLater(step) ? this.allowed(step) : this.open()
      await this.go(next, next === step ? 'replace' : 'push')
    })

  chooseKind = (kind: Kind) =>
    this.#state.choose(async () => {
      if (JSON.stringify(this.#state.answers.kind) !== JSON.stringify(kind)) this.#state.forget('time')
      this.#state.answers.kind = kind
      await this.go('when')
    })

  #nextAfterChoice(): Step {
    const open = this.open()
    if (open === 'where' || open === 'who') return open
    return this.#state.offer?.isQueue ? 'shift' : 'what'
  }

  chooseTime = (time: Time): void => {
    this.#state.answers.time = time
    this.#state.ways = undefined
    this.#state.notice = undefined
    this.#state.keep()
    this.#state.draw()
  }

  chooseShift = (shift: OfferedShift) =>
    this.#state.choose(async () => {
      this.#state.answers.shift = shift
      this.#state.ways = undefined
      await this.go(this.open())
    })

  chooseDay = (date: string): void => {
    if (!this.#state.week) return
    this.#state.week.chosen = date
    this.#state.draw()
  }
}
