// From a chosen time to a booking: the patient, the price, the reservation, its checkout, and the outcome of the payment.

import type { Attempt, Step, Summary } from './answers.ts'
import { NoAnswer, type Outcome, Refused, type Reserved } from './api.ts'
import { nearestTo } from './catalogue.ts'
import { addDays, dateIn } from './dates.ts'
import type { Quoting } from './quoting.ts'
import type { Reading } from './reading.ts'
import { bodyOf, type Chosen, isAddressMissing, phoneOf, summaryOf } from './reservation.ts'
import type { State } from './state.ts'
import type { Steps } from './steps.ts'
import type { Word } from './words.ts'

const followMs = 180_000

/** Every booking is a reservation with its own key, so that it can be resent after a lost answer (PAGE-07). */
export class Reserving {
  readonly #state: State
  readonly #reading: Reading
  readonly #quoting: Quoting
  readonly #steps: Steps

  constructor(state: State, reading: Reading, quoting: Quoting, steps: Steps) {
    this.#state = state
    this.#reading = reading
    this.#quoting = quoting
    this.#steps = steps
  }

  choosePatient = (patientId: number | 'new') => {
    this.#state.answers.patientId = patientId
    this.#state.ways = undefined
    this.#state.keep()
    this.#state.draw()
    void this.#quoting
      .readWays()
      .catch((error) => this.#state.tell(error))
      .finally(this.#state.draw)
  }

  chooseWay = (id: string): void => {
    this.#state.answers.wayToPay = id
    this.#state.keep()
    this.#state.draw()
  }

  /** The last possible date of birth: today at the clinic. */
  get lastBirthDate(): string {
    const { time, shift } = this.#state.answers
    return dateIn(time?.zone ?? shift?.zone ?? this.#state.options.zone, this.#state.service.now())
  }

  get isBirthAhead(): boolean {
    const { patientId, newPatient } = this.#state.answers
    return patientId === 'new' && (newPatient.dob ?? '') > this.lastBirthDate
  }

  /** Continues from the patient: to the ways to pay, or to the booking if there is only one. */
  goOnFromPerson = () =>
    this.#state.work(async () => {
      if (this.#state.answers.patientId === 'new' && !this.#state.answers.newPatient.firstName?.trim()) {
        this.#state.notice = { word: 'nameMissing' }
        return
      }
      if (isAddressMissing(this.#state.answers)) {
        this.#state.notice = { word: 'visitAddressMissing' }
        return
      }
      if (!this.#state.ways) await this.#quoting.readWays()
      if (this.#state.ways?.length === 1) return this.#book()
      await this.#steps.go('pay')
    })

  book = () => this.#state.work(() => this.#book())

  /** The details of the visit that would be booked now. */
  get summary(): Summary | undefined {
    const way = this.#state.chosenWay
    return way && summaryOf(this.#chosen, way)
  }

  get #chosen(): Chosen {
    const { workspace, offer, answers, dialCode, options } = this.#state
    return { workspace, offer, answers, dialCode, zone: options.zone }
  }

  async #book(): Promise<void> {
    const way = this.#state.chosenWay
    const body = way && bodyOf(this.#chosen, way)
    const { summary } = this
    if (!body || !summary) return
    const { held } = this.#state
    this.#state.held = undefined
    // The time that waits for its payment is to be paid at the clinic instead.
    if (held && JSON.stringify({ ...held.attempt.body, returnUrl: undefined }) === JSON.stringify(body)) {
      this.#state.attempt = held.attempt
      return this.#keepForClinic()
    }
    const attempt = { ...this.#state.kept.keyOf(body, this.#state.service.visitor), body, summary }
    // The outcome of another attempt is still unknown: it is found out first, since it may be the wanted booking.
    if (this.#state.attempt && this.#state.attempt.id !== attempt.id) return this.resume(null)
    this.#state.attempt = attempt
    this.#state.keep()
    await this.#reserve()
  }

  async #reserve(isAgain = false): Promise<void> {
    const attempt = this.#state.attempt
    if (!attempt) return
    let answer: Reserved
    try {
      answer = await this.#state.service.send<Reserved>('POST', '/v1/appointments/reserve-slot', { body: attempt.body, key: attempt.key, isRepeatable: true })
    } catch (error) {
      if (error instanceof Refused && error.code === 'RESERVATION_OVER' && !isAgain) {
        // The same visit was booked before, and cancelled: this is a new one.
        this.#state.kept.renewKey(attempt.id)
        this.#state.attempt = { ...attempt, ...this.#state.kept.keyOf(attempt.body, this.#state.service.visitor) }
        this.#state.keep()
        return this.#reserve(true)
      }
      return this.#refused(error, attempt)
    }
    if (!answer.checkoutUrl) return this.#booked(answer, attempt, false)
    // Stored before the visitor leaves: without it this page would not know what was paid.
    this.#state.attempt = { ...attempt, sessionRef: answer.sessionRef as string, checkoutUrl: answer.checkoutUrl }
    this.#state.own.inTab('reserved', answer)
    this.#state.noteCheckout(answer)
    this.#state.step = 'payment'
    this.#state.payment = { word: 'askingPayment', isAsking: true, canPay: false, canPayAtClinic: false, canChooseAgain: false }
    this.#state.keep()
    location.assign(answer.checkoutUrl)
  }

  async #refused(error: unknown, attempt: Attempt): Promise<void> {
    if (error instanceof NoAnswer || (error instanceof Refused && error.status >= 500 && !error.isOfGateway)) {
      this.#state.notice = { word: 'answerLost' }
      return
    }
    if (!(error instanceof Refused)) throw error
    if (error.isOfGateway) {
      this.#state.payment = { word: 'payRefused', isAsking: false, canPay: true, canPayAtClinic: true, canChooseAgain: false }
      return this.#steps.go('payment', 'replace')
    }
    if (error.code === 'NOT_VERIFIED') {
      // The same attempt is sent once the contact is verified again.
      this.#state.answers.verified = undefined
      await this.#steps.go('contact')
      this.#state.notice = { word: 'codeExpired' }
      return
    }
    if (!error.isCertain) {
      this.#state.notice = { word: 'answerLost' }
      return
    }
    this.#state.attempt = undefined
    this.#state.kept.renewKey(attempt.id)
    switch (error.code) {
      case 'SLOT_NOT_AVAILABLE':
      case 'SLOT_NOT_OFFERED':
      case 'ROOM_NOT_AVAILABLE':
        return this.#offerNearest(attempt.summary.start)
      case 'SHIFT_FULL':
      case 'SHIFT_ENDED':
      case 'SHIFT_STARTED':
      case 'SHIFT_NOT_STARTED':
        this.#state.answers.shift = undefined
        await this.#steps.go('shift', 'replace')
        this.#state.notice = { word: 'shiftFull' }
        return
      case 'TOO_MANY_VISITS':
        this.#state.notice = { word: 'tooMany' }
        return
      case 'TOO_MANY_VISITS_OF_NETWORK':
        this.#state.notice = { word: 'tooManyOfNetwork' }
        return
      case 'TOO_MANY_PATIENTS':
        this.#state.notice = { word: 'tooManyPatients' }
        return
      case 'TOO_MANY_RESERVATIONS':
        this.#state.notice = { word: 'tooManyUnpaid' }
        return
      case 'VALIDATION_ERROR':
      case 'CHARGE_DIFFERS':
      case 'SESSION_PACK_NOT_USABLE':
      case 'FOLLOW_UP_NOT_ELIGIBLE': {
        const before = JSON.stringify(this.#state.ways)
        this.#state.ways = undefined
        this.#state.answers.wayToPay = undefined
        await this.#quoting.readWays()
        this.#state.notice = JSON.stringify(this.#state.ways) === before ? { word: 'problem', message: error.message } : { word: 'priceChanged' }
        return
      }
      // biome-ignore lint/complexity/noUselessSwitchCase: ESLint wants each member of the union
      case undefined:
      default:
        throw error
    }
  }

  /** After a time was taken by someone else: the days around it, and the nearest free ones (PAGE-08). */
  async #offerNearest(gone: string): Promise<void> {
    const date = dateIn(this.#state.options.zone, gone)
    this.#state.leaveTime()
    this.#state.ways = undefined
    this.#state.step = 'when'
    this.#steps.noteInHistory('when')
    await this.#reading.readWeek(this.#state.firstDate && date > this.#state.firstDate ? addDays(date, -1) : date)
    if (this.#state.week && this.#state.week.times.length === 0 && this.#state.week.next) await this.#reading.readWeek(this.#state.week.next, true)
    this.#state.near = nearestTo(this.#state.week?.times ?? [], gone)
    const [first] = this.#state.near
    if (this.#state.week && first) this.#state.week.chosen = dateIn(this.#state.options.zone, first.from)
    this.#state.notice = { word: 'taken' }
  }

  /** Continues an attempt after a reload, a lost answer or the return from a checkout. */
  async resume(sessionRef: string | null): Promise<void> {
    const known = sessionRef ?? this.#state.attempt?.sessionRef
    if (known) {
      this.#state.payment = { word: 'askingPayment', isAsking: true, canPay: false, canPayAtClinic: false, canChooseAgain: false }
      await this.#steps.go('payment', 'replace')
      void this.#follow(known)
      return
    }
    if (!this.#state.attempt) return
    this.#state.step ??= this.#steps.allowed(this.#state.own.ofTab<Step>('step'))
    await this.#reserve()
  }

  #booked(answer: Reserved, attempt: Attempt, isPaid: boolean): Promise<void> {
    const { appointment, visit } = answer
    const { firstName = null, lastName = null } = this.#state.answers.newPatient
    const patientId = appointment?.patientId ?? visit?.patientId
    // From now on a known patient for another visit.
    if (patientId !== undefined && !this.#state.answers.patients.some(({ id }) => id === patientId)) {
      const { countryCode, phoneNumber } = phoneOf(this.#state.answers.contact, this.#state.dialCode)
      const unknown = { mrnNumber: '', dob: null, gender: null, patientFormValues: {} }
      this.#state.answers.patients = [...this.#state.answers.patients, { id: patientId, firstName, lastName, countryCode, phoneNumber, ...unknown }]
    }
    this.#state.answers.patientId = patientId
    this.#state.done = {
      summary: attempt.summary,
      isPaid: isPaid || attempt.summary.paidBy === 'own',
      reference: appointment?.bookingReference,
      appointmentId: appointment?.id,
      videoLink: appointment?.videoLink ?? undefined,
      token: visit ? { display: visit.tokenDisplay, position: visit.position, status: visit.publicStatusToken } : undefined,
      state: 'booked',
      bookedAt: this.#state.service.now(),
    }
    return this.#finish()
  }

  async #finish(): Promise<void> {
    const { done } = this.#state
    if (!done) return
    this.#state.endAttempt()
    this.#state.noteVisit()
    this.#state.near = undefined
    this.#state.own.inTab('codeAt', undefined)
    const { summary } = done
    this.#state.emit('clinic-booked', {
      system: done.token ? 'QMS' : 'SCHEDULED',
      reference: done.reference ?? null,
      appointmentId: done.appointmentId ?? null,
      token: done.token?.display ?? null,
      doctorId: summary.doctorId,
      addressId: summary.addressId,
      mode: summary.mode,
      fromDateTimeIso: summary.start,
      isPaid: done.isPaid,
    })
    await this.#steps.go('done', 'replace')
  }

  /** Polls a payment until it is decided, less and less often. The visitor's return proves nothing. */
  async #follow(sessionRef: string): Promise<void> {
    this.#state.turn += 1
    const own = this.#state.turn
    const until = Date.now() + followMs
    const address = new URL(location.href)
    address.searchParams.delete('sessionRef')
    history.replaceState(history.state, '', address)
    for (let pauseMs = 1_000; ; pauseMs = Math.min(pauseMs * 1.5, 15_000)) {
      const outcome = await this.#state.service
        .send<Outcome>('POST', '/v1/appointments/confirm-payments', { body: { sessionRef }, isRepeatable: true })
        .catch((error: unknown) => error as Error)
      if (own !== this.#state.turn || this.#state.isOver) return
      const isDecided = await this.#outcome(outcome)
      this.#state.keep()
      this.#state.draw()
      if (isDecided || own !== this.#state.turn) return
      if (Date.now() > until && this.#state.payment) {
        this.#state.payment = { ...this.#state.payment, word: 'payUndecided', isAsking: false }
        return this.#state.draw()
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }

  /** Shows the status of a payment; true if there is nothing more to ask. */
  async #outcome(outcome: Outcome | Error): Promise<boolean> {
    if (outcome instanceof Refused && outcome.code === 'PAYMENT_NOT_FOUND') {
      await this.#chooseAgain(undefined)
      return true
    }
    if (outcome instanceof Error) {
      this.#state.payment = { word: 'notReached', isAsking: true, canPay: false, canPayAtClinic: false, canChooseAgain: false }
      return false
    }
    if (outcome.status === 'FAILED') {
      await this.#chooseAgain('payFailed')
      return true
    }
    const reserved = this.#state.own.ofTab<Reserved>('reserved')
    if (outcome.status === 'SUCCESS') {
      if (reserved && this.#state.attempt) await this.#booked(reserved, this.#state.attempt, true)
      else {
        // Another browser than the one that booked: it knows no more than that it is paid.
        this.#state.payment = { word: 'bookedPaid', isAsking: false, canPay: false, canPayAtClinic: false, canChooseAgain: false }
        this.#state.attempt = undefined
      }
      return true
    }
    const overWord = outcome.reason === 'REFUNDED' ? 'payRefunded' : outcome.reason === 'PART_REFUNDED' ? 'payPartRefunded' : 'payOver'
    const word = outcome.over ? overWord : 'held'
    const isOwn = this.#state.attempt !== undefined
    this.#state.payment = {
      word,
      isAsking: !outcome.over,
      canPay: !outcome.over && this.#state.attempt?.checkoutUrl !== undefined,
      canPayAtClinic: !outcome.over && isOwn,
      canChooseAgain: isOwn,
      ...(outcome.heldUntil && { heldUntil: outcome.heldUntil }),
    }
    // Polled even if no money has arrived: the page reports when late money is refunded.
    return outcome.paymentStatus !== 'PENDING'
  }

  goToCheckout = (): void => {
    if (this.#state.attempt?.checkoutUrl) location.assign(this.#state.attempt.checkoutUrl)
    else void this.#state.work(() => this.#reserve())
  }

  payAtClinic = () => this.#state.work(() => this.#keepForClinic())

  /** Keeps a place without its checkout, to be paid at the clinic. */
  async #keepForClinic(): Promise<void> {
    const { attempt } = this.#state
    if (!attempt) return
    const body = { ...attempt.body, withoutCheckout: true }
    this.#state.turn += 1
    try {
      const kept = await this.#state.service.send<Reserved>('POST', '/v1/appointments/reserve-slot', { body, key: attempt.key, isRepeatable: true })
      await this.#booked(kept, attempt, (kept.appointment ?? kept.visit)?.paymentStatus === 'PAID')
    } catch (error) {
      if (error instanceof Refused && error.code === 'RESERVATION_OVER') return this.#chooseAgain('payOver')
      return this.#refused(error, attempt)
    }
  }

  chooseAgain = () => this.#state.work(() => this.#chooseAgain(undefined))

  async #chooseAgain(word: Word | undefined): Promise<void> {
    const { attempt, payment, answers } = this.#state
    this.#state.turn += 1
    // A time that is still held can be chosen again: the same attempt leads to the same checkout.
    if (attempt && payment?.heldUntil && answers.time) this.#state.held = { attempt, time: answers.time, until: payment.heldUntil }
    else if (attempt) this.#state.kept.renewKey(attempt.id)
    this.#state.endAttempt()
    this.#state.leaveTime()
    this.#state.answers.shift = undefined
    this.#state.ways = undefined
    await this.#steps.go(this.#steps.open(), 'replace')
    if (word) this.#state.notice = { word }
  }
}
