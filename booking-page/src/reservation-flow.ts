// From a chosen time to a booking: the patient, the price, the reservation, its checkout, and the
// outcome of the payment.

import type { Attempt, Step, Summary } from './answers.ts'
import {
  NoResponseError,
  type PaymentOutcome,
  RefusalError,
  type ReservationResult,
} from './api.ts'
import { findNearestTimes } from './catalogue.ts'
import type { DataLoader } from './data-loader.ts'
import { addDays, dateIn } from './dates.ts'
import type { QuoteLoader } from './quote-loader.ts'
import {
  type BookingInput,
  buildReservationBody,
  buildSummary,
  isAddressMissing,
  phoneInput,
} from './reservation.ts'
import type { BookingState } from './state.ts'
import type { Steps } from './steps.ts'
import type { WordKey } from './words.ts'

const pollMs = 180_000

/**
 * Every booking is a reservation with its own key, so that it can be resent after a lost answer
 * (PAGE-07).
 */
export class ReservationFlow {
  readonly #state: BookingState
  readonly #dataLoader: DataLoader
  readonly #quoteLoader: QuoteLoader
  readonly #steps: Steps

  constructor(state: BookingState, dataLoader: DataLoader, quoteLoader: QuoteLoader, steps: Steps) {
    this.#state = state
    this.#dataLoader = dataLoader
    this.#quoteLoader = quoteLoader
    this.#steps = steps
  }

  choosePatient = (patientId: number | 'new') => {
    this.#state.answers.patientId = patientId
    this.#state.paymentMethods = undefined
    this.#state.saveAnswers()
    this.#state.draw()
    void this.#quoteLoader
      .readPaymentMethods()
      .catch((error) => this.#state.showError(error))
      .finally(this.#state.draw)
  }

  choosePaymentMethod = (id: string): void => {
    this.#state.answers.paymentMethodId = id
    this.#state.saveAnswers()
    this.#state.draw()
  }

  /** The last possible date of birth: today at the clinic. */
  get lastBirthDate(): string {
    const { time, shift } = this.#state.answers
    return dateIn(time?.zone ?? shift?.zone ?? this.#state.options.zone, this.#state.service.now())
  }

  get isBirthDateInFuture(): boolean {
    const { patientId, newPatient } = this.#state.answers
    return patientId === 'new' && (newPatient.dob ?? '') > this.lastBirthDate
  }

  /**
   * Continues after the question about the patient: to the payment methods, or to the booking if
   * there is only one method.
   */
  continueFromPerson = () =>
    this.#state.runTask(async () => {
      if (
        this.#state.answers.patientId === 'new' &&
        !this.#state.answers.newPatient.firstName?.trim()
      ) {
        this.#state.notice = { word: 'nameMissing' }
        return
      }
      if (isAddressMissing(this.#state.answers)) {
        this.#state.notice = { word: 'visitAddressMissing' }
        return
      }
      if (!this.#state.paymentMethods) await this.#quoteLoader.readPaymentMethods()
      if (this.#state.paymentMethods?.length === 1) return this.#book()
      await this.#steps.goTo('pay')
    })

  book = () => this.#state.runTask(() => this.#book())

  /** The details of the visit that would be booked now. */
  get summary(): Summary | undefined {
    const method = this.#state.chosenMethod
    return method && buildSummary(this.#bookingInput, method)
  }

  get #bookingInput(): BookingInput {
    const { workspace, offer, answers, dialCode, language, options } = this.#state
    return { workspace, offer, answers, dialCode, language, zone: options.zone }
  }

  async #book(): Promise<void> {
    const method = this.#state.chosenMethod
    const body = method && buildReservationBody(this.#bookingInput, method)
    const { summary } = this
    if (!body || !summary) return
    const { heldTime } = this.#state
    this.#state.heldTime = undefined
    // The held time is now to be paid at the clinic.
    if (
      heldTime &&
      JSON.stringify({ ...heldTime.attempt.body, returnUrl: undefined }) === JSON.stringify(body)
    ) {
      this.#state.attempt = heldTime.attempt
      return this.#reserveWithoutCheckout()
    }
    const attempt = {
      ...this.#state.sharedStorage.createAttemptKey(body, this.#state.service.visitor),
      body,
      summary,
    }
    // The outcome of another attempt is still unknown. It is found out first, since that attempt
    // may be the wanted booking.
    if (this.#state.attempt && this.#state.attempt.id !== attempt.id) return this.resume(null)
    this.#state.attempt = attempt
    this.#state.saveAnswers()
    await this.#reserve()
  }

  async #reserve(isAgain = false): Promise<void> {
    const attempt = this.#state.attempt
    if (!attempt) return
    let answer: ReservationResult
    try {
      answer = await this.#state.service.send<ReservationResult>(
        'POST',
        '/v1/appointments/reserve-slot',
        {
          body: attempt.body,
          key: attempt.key,
          isRepeatable: true,
        },
      )
    } catch (error) {
      if (error instanceof RefusalError && error.code === 'RESERVATION_ENDED' && !isAgain) {
        // The same visit was booked before and then cancelled, so this is a new one.
        this.#state.sharedStorage.renewKey(attempt.id)
        this.#state.attempt = {
          ...attempt,
          ...this.#state.sharedStorage.createAttemptKey(attempt.body, this.#state.service.visitor),
        }
        this.#state.saveAnswers()
        return this.#reserve(true)
      }
      return this.#handleRefusal(error, attempt)
    }
    if (!answer.checkoutUrl) return this.#completeBooking(answer, attempt, false)
    // Stored before the visitor leaves; otherwise this page would not know what was paid.
    this.#state.attempt = {
      ...attempt,
      sessionRef: answer.sessionRef as string,
      checkoutUrl: answer.checkoutUrl,
    }
    this.#state.ownStorage.setInTab('reserved', answer)
    this.#state.recordCheckout(answer)
    this.#state.step = 'payment'
    this.#state.payment = {
      word: 'askingPayment',
      isAsking: true,
      canPay: false,
      canPayAtClinic: false,
      canChooseAgain: false,
    }
    this.#state.saveAnswers()
    location.assign(answer.checkoutUrl)
  }

  async #handleRefusal(error: unknown, attempt: Attempt): Promise<void> {
    if (
      error instanceof NoResponseError ||
      (error instanceof RefusalError && error.status >= 500 && !error.isFromGateway)
    ) {
      this.#state.notice = { word: 'answerLost' }
      return
    }
    if (!(error instanceof RefusalError)) throw error
    if (error.isFromGateway) {
      this.#state.payment = {
        word: 'payRefused',
        isAsking: false,
        canPay: true,
        canPayAtClinic: true,
        canChooseAgain: false,
      }
      return this.#steps.goTo('payment', 'replace')
    }
    if (error.code === 'NOT_VERIFIED') {
      // The same attempt is sent again once the contact is verified again.
      this.#state.answers.verified = undefined
      await this.#steps.goTo('contact')
      this.#state.notice = { word: 'codeExpired' }
      return
    }
    if (!error.isCertain) {
      this.#state.notice = { word: 'answerLost' }
      return
    }
    this.#state.attempt = undefined
    this.#state.sharedStorage.renewKey(attempt.id)
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
        await this.#steps.goTo('shift', 'replace')
        this.#state.notice = { word: 'shiftFull' }
        return
      case 'TOO_MANY_VISITS':
      case 'UPCOMING_VISITS_REACHED':
        this.#state.notice = { word: 'tooMany' }
        return
      case 'NEW_PATIENTS_NOT_ACCEPTED':
        this.#state.notice = { word: 'newPatientsNo' }
        return
      case 'ONLY_NEW_PATIENTS':
        this.#state.notice = { word: 'newPatientsOnly' }
        return
      case 'NEW_PATIENTS_NEED_LONGER':
        this.#state.notice = { word: 'newPatientsLonger' }
        return
      case 'BOOKED_BY_PHONE':
        this.#state.notice = { word: 'bookByPhone' }
        return
      case 'PAYMENT_NEEDED_TO_BOOK':
        this.#state.notice = { word: 'payToBook' }
        return
      case 'TOO_MANY_VISITS_FROM_NETWORK':
        this.#state.notice = { word: 'tooManyFromNetwork' }
        return
      case 'TOO_MANY_PATIENTS':
        this.#state.notice = { word: 'tooManyPatients' }
        return
      case 'TOO_MANY_RESERVATIONS':
        this.#state.notice = { word: 'tooManyUnpaid' }
        return
      case 'VALIDATION_ERROR':
      case 'CHARGE_MISMATCH':
      case 'SESSION_PACK_NOT_USABLE':
      case 'FOLLOW_UP_NOT_ELIGIBLE': {
        const methodsBefore = JSON.stringify(this.#state.paymentMethods)
        this.#state.paymentMethods = undefined
        this.#state.answers.paymentMethodId = undefined
        await this.#quoteLoader.readPaymentMethods()
        this.#state.notice =
          JSON.stringify(this.#state.paymentMethods) === methodsBefore
            ? { word: 'problem', message: error.message }
            : { word: 'priceChanged' }
        return
      }
      // biome-ignore lint/complexity/noUselessSwitchCase: ESLint wants each member of the union
      case undefined:
      default:
        throw error
    }
  }

  /**
   * Shows the days around a time that someone else has taken, and the nearest free ones (PAGE-08).
   */
  async #offerNearest(lostStart: string): Promise<void> {
    const date = dateIn(this.#state.options.zone, lostStart)
    this.#state.discardTime()
    this.#state.paymentMethods = undefined
    this.#state.step = 'when'
    this.#steps.writeHistory('when')
    await this.#dataLoader.readWeek(
      this.#state.firstDate && date > this.#state.firstDate ? addDays(date, -1) : date,
    )
    if (this.#state.week && this.#state.week.times.length === 0 && this.#state.week.next)
      await this.#dataLoader.readWeek(this.#state.week.next, true)
    this.#state.nearestTimes = findNearestTimes(this.#state.week?.times ?? [], lostStart)
    const [first] = this.#state.nearestTimes
    if (this.#state.week && first)
      this.#state.week.chosen = dateIn(this.#state.options.zone, first.from)
    this.#state.notice = { word: 'taken' }
  }

  /** Continues an attempt after a reload, a lost answer or a return from a checkout. */
  async resume(sessionRef: string | null): Promise<void> {
    const checkoutRef = sessionRef ?? this.#state.attempt?.sessionRef
    if (checkoutRef) {
      this.#state.payment = {
        word: 'askingPayment',
        isAsking: true,
        canPay: false,
        canPayAtClinic: false,
        canChooseAgain: false,
      }
      await this.#steps.goTo('payment', 'replace')
      void this.#pollPayment(checkoutRef)
      return
    }
    if (!this.#state.attempt) return
    this.#state.step ??= this.#steps.allowedStep(this.#state.ownStorage.getFromTab<Step>('step'))
    await this.#reserve()
  }

  #completeBooking(answer: ReservationResult, attempt: Attempt, isPaid: boolean): Promise<void> {
    const { appointment, visit } = answer
    const { firstName = null, lastName = null } = this.#state.answers.newPatient
    const patientId = appointment?.patientId ?? visit?.patientId
    // For another visit, this is a known patient from now on.
    if (
      patientId !== undefined &&
      !this.#state.answers.patients.some(({ id }) => id === patientId)
    ) {
      const { countryCode, phoneNumber } = phoneInput(
        this.#state.answers.contact,
        this.#state.dialCode,
      )
      const emptyRecord = { mrnNumber: '', dob: null, gender: null, patientFormValues: {} }
      this.#state.answers.patients = [
        ...this.#state.answers.patients,
        { id: patientId, firstName, lastName, countryCode, phoneNumber, ...emptyRecord },
      ]
    }
    this.#state.answers.patientId = patientId
    this.#state.done = {
      summary: attempt.summary,
      isPaid: isPaid || attempt.summary.paidBy === 'own',
      reference: appointment?.bookingReference,
      appointmentId: appointment?.id,
      videoLink: appointment?.videoLink ?? undefined,
      token: visit
        ? { display: visit.tokenDisplay, position: visit.position, status: visit.publicStatusToken }
        : undefined,
      state: 'booked',
      bookedAt: this.#state.service.now(),
    }
    return this.#showConfirmation()
  }

  async #showConfirmation(): Promise<void> {
    const { done } = this.#state
    if (!done) return
    this.#state.endAttempt()
    this.#state.recordVisit()
    this.#state.nearestTimes = undefined
    this.#state.ownStorage.setInTab('codeAt', undefined)
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
    await this.#steps.goTo('done', 'replace')
  }

  /**
   * Polls a payment until it is decided, at growing intervals. The visitor's return proves nothing.
   */
  async #pollPayment(sessionRef: string): Promise<void> {
    this.#state.pollNumber += 1
    const pollNumber = this.#state.pollNumber
    const until = Date.now() + pollMs
    const address = new URL(location.href)
    address.searchParams.delete('sessionRef')
    history.replaceState(history.state, '', address)
    for (let pauseMs = 1_000; ; pauseMs = Math.min(pauseMs * 1.5, 15_000)) {
      const outcome = await this.#state.service
        .send<PaymentOutcome>('POST', '/v1/appointments/confirm-payments', {
          body: { sessionRef },
          isRepeatable: true,
        })
        .catch((error: unknown) => error as Error)
      if (pollNumber !== this.#state.pollNumber || this.#state.hasEnded) return
      const isDecided = await this.#handleOutcome(outcome)
      this.#state.saveAnswers()
      this.#state.draw()
      if (isDecided || pollNumber !== this.#state.pollNumber) return
      if (Date.now() > until && this.#state.payment) {
        this.#state.payment = { ...this.#state.payment, word: 'payUndecided', isAsking: false }
        return this.#state.draw()
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }

  /** Shows the status of a payment; returns true if there is nothing more to ask. */
  async #handleOutcome(outcome: PaymentOutcome | Error): Promise<boolean> {
    if (outcome instanceof RefusalError && outcome.code === 'PAYMENT_NOT_FOUND') {
      await this.#chooseAgain(undefined)
      return true
    }
    if (outcome instanceof Error) {
      this.#state.payment = {
        word: 'notReached',
        isAsking: true,
        canPay: false,
        canPayAtClinic: false,
        canChooseAgain: false,
      }
      return false
    }
    if (outcome.status === 'FAILED') {
      await this.#chooseAgain('payFailed')
      return true
    }
    const reserved = this.#state.ownStorage.getFromTab<ReservationResult>('reserved')
    if (outcome.status === 'SUCCESS') {
      if (reserved && this.#state.attempt)
        await this.#completeBooking(reserved, this.#state.attempt, true)
      else {
        // This is not the browser that booked: it knows only that the visit is paid.
        this.#state.payment = {
          word: 'bookedPaid',
          isAsking: false,
          canPay: false,
          canPayAtClinic: false,
          canChooseAgain: false,
        }
        this.#state.attempt = undefined
      }
      return true
    }
    const isOwnAttempt = this.#state.attempt !== undefined
    this.#state.payment = {
      word: outcome.over ? chooseEndedMessage(outcome) : 'held',
      isAsking: !outcome.over,
      canPay: !outcome.over && this.#state.attempt?.checkoutUrl !== undefined,
      canPayAtClinic: !outcome.over && isOwnAttempt,
      canChooseAgain: isOwnAttempt,
      ...(outcome.heldUntil && { heldUntil: outcome.heldUntil }),
    }
    // Polling goes on even if no money has arrived, because the page reports when late money is
    // refunded.
    return outcome.paymentStatus !== 'PENDING'
  }

  goToCheckout = (): void => {
    if (this.#state.attempt?.checkoutUrl) location.assign(this.#state.attempt.checkoutUrl)
    else void this.#state.runTask(() => this.#reserve())
  }

  payAtClinic = () => this.#state.runTask(() => this.#reserveWithoutCheckout())

  /** Keeps the booked time or token without its checkout, to be paid at the clinic. */
  async #reserveWithoutCheckout(): Promise<void> {
    const { attempt } = this.#state
    if (!attempt) return
    const body = { ...attempt.body, withoutCheckout: true }
    this.#state.pollNumber += 1
    try {
      const reserved = await this.#state.service.send<ReservationResult>(
        'POST',
        '/v1/appointments/reserve-slot',
        {
          body,
          key: attempt.key,
          isRepeatable: true,
        },
      )
      await this.#completeBooking(
        reserved,
        attempt,
        (reserved.appointment ?? reserved.visit)?.paymentStatus === 'PAID',
      )
    } catch (error) {
      if (error instanceof RefusalError && error.code === 'RESERVATION_ENDED')
        return this.#chooseAgain('payOver')
      return this.#handleRefusal(error, attempt)
    }
  }

  chooseAgain = () => this.#state.runTask(() => this.#chooseAgain(undefined))

  async #chooseAgain(word: WordKey | undefined): Promise<void> {
    const { attempt, payment, answers } = this.#state
    this.#state.pollNumber += 1
    // A time that is still held can be chosen again: the same attempt then leads to the same
    // checkout.
    if (attempt && payment?.heldUntil && answers.time)
      this.#state.heldTime = { attempt, time: answers.time, until: payment.heldUntil }
    else if (attempt) this.#state.sharedStorage.renewKey(attempt.id)
    this.#state.endAttempt()
    this.#state.discardTime()
    this.#state.answers.shift = undefined
    this.#state.paymentMethods = undefined
    await this.#steps.goTo(this.#steps.open(), 'replace')
    if (word) this.#state.notice = { word }
  }
}

function chooseEndedMessage({ reason }: PaymentOutcome): WordKey {
  if (reason === 'REFUNDED') return 'payRefunded'
  return reason === 'PART_REFUNDED' ? 'payPartRefunded' : 'payOver'
}
