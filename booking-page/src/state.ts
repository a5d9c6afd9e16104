// The state of one booking: the answers, the service's data, and one task at a time that changes
// it.

import type { BookingEvents } from '../booking.d.ts'
import {
  type Answers,
  type Attempt,
  type CompletedBooking,
  firstFreeOffer,
  type HeldTime,
  noVisitType,
  type PaymentState,
  type Step,
} from './answers.ts'
import {
  NoResponseError,
  PageSetupError,
  RefusalError,
  type ReservationResult,
  Service,
  type VisitType,
  type Workspace,
} from './api.ts'
import {
  hasTwoPriceLists,
  type NextAvailability,
  type NextTime,
  type Offer,
  type OfferedShift,
  offerUnderType,
  type PaymentMethod,
  type Price,
  type Time,
  type VisitKind,
} from './catalogue.ts'
import { reportFault } from './console-messages.ts'
import { countries, normalizePhone } from './countries.ts'
import { dateIn } from './dates.ts'
import { LoadError } from './load-file.ts'
import { claimName, listNames, NamedStorage, releaseName } from './named-storage.ts'
import type { Options } from './options.ts'
import { TimesLoader } from './times.ts'
import type { WordKey } from './words.ts'

export type Emit = <Name extends keyof BookingEvents>(
  name: Name,
  detail: BookingEvents[Name],
) => void

/** Pages without TLS have no `crypto.randomUUID`. */
const randomId = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

/**
 * The number of practitioners up to which all are queried for their next free times; if there are
 * more, only those in view are.
 */
const nextQueriesMax = 24

/** A reservation whose visitor was sent to a checkout. */
interface StoredCheckout {
  /** The name of the element that made the reservation. */
  name: string
  attempt: Attempt | undefined
  reserved: ReservationResult
}

interface BookedVisit {
  id: number | string
  /** The practitioner's name. */
  name: string
  start: string
  end: string
  zone: string
  patientId: Answers['patientId']
}

/**
 * The state of one booking. The flows of a booking share it, and use `runTask` for every change
 * that calls the service.
 */
export class BookingState {
  readonly options: Options
  readonly service: Service
  /** What all elements with this service and key share. */
  readonly sharedStorage: NamedStorage
  readonly keyName: string
  /** What belongs to this element. */
  readonly name: string
  readonly ownStorage: NamedStorage
  readonly times: TimesLoader
  readonly draw: () => void
  readonly emit: Emit

  workspace: Workspace | undefined
  /** The offers from which the element lets the patient choose. */
  offers: Offer[] = []
  /** The same offers and, on a practitioner's page, those of other practitioners. */
  allOffers: Offer[] = []
  nextByOffer = new Map<string, NextAvailability | undefined>()
  /**
   * The practitioners in the order in which they were first shown, soonest first. The order does
   * not change, so that no card moves under a finger.
   */
  shownOffers: Offer[] | undefined
  kinds: VisitKind[] | undefined
  week:
    | {
        from: string
        times: Time[]
        next: string | undefined
        chosen: string | undefined
        other?: NextTime | undefined
      }
    | undefined
  firstDate: string | undefined
  shifts: OfferedShift[] | undefined
  paymentMethods: PaymentMethod[] | undefined
  nearestTimes: Time[] | undefined
  whatToExpect: string | undefined

  step: Step | undefined
  answers: Answers
  done: CompletedBooking | undefined
  payment: PaymentState | undefined
  /** Where the last code was sent, masked. */
  codeDestination: string | undefined
  /** How many times the code was resent at this question. */
  resentCodes = 0
  isBusy = false
  /** Whether a new time is being chosen for a booked visit, or its cancellation confirmed. */
  pendingChange: 'move' | 'cancel' | undefined
  notice: { word: WordKey; message?: string; price?: Price; country?: string } | undefined
  /**
   * Whether the service could not be reached, or serves nothing here, so that retrying is useless.
   */
  outage: 'for now' | 'for good' | undefined
  /** Whether opening takes so long that the patient is told whom to call. */
  isOpeningLate = false

  /** The booking that is being attempted, until its outcome is known. */
  attempt: Attempt | undefined
  heldTime: HeldTime | undefined
  /** Counts the polling loops for payments: an earlier loop ends when another begins. */
  pollNumber = 0
  hasEnded = false
  /** The language that the page is shown in. */
  language: string
  /** Whether a question of this element has been on the screen. */
  hasShownQuestion = false
  /** A task that was requested while something else was being loaded or sent. */
  queuedTask: (() => void) | undefined

  constructor(options: Options, rerender: () => void, emit: Emit) {
    this.options = options
    this.language = options.locale
    this.draw = rerender
    this.emit = emit
    const { baseUrl, widgetKey, doctor, location: locationOption, mode, phone, email } = options
    this.keyName = `clinic-booking ${baseUrl} ${widgetKey}`
    this.sharedStorage = new NamedStorage(this.keyName)
    this.name = claimName(this.keyName, [doctor, locationOption, mode, phone, email])
    this.ownStorage = new NamedStorage(this.name)
    const endUserId = this.sharedStorage.getFromBrowser<string>('visitor') ?? randomId()
    this.sharedStorage.setInBrowser('visitor', endUserId)
    const identity = {
      ...this.sharedStorage.getFromTab<{ token?: string; clockOffsetMs?: number }>('session'),
      endUserId,
    }
    this.service = new Service(options.baseUrl, options.widgetKey, identity, () => {
      this.sharedStorage.setInTab('session', {
        token: identity.token,
        clockOffsetMs: identity.clockOffsetMs,
      })
    })
    this.times = new TimesLoader(this.service, options, () => this.dialCode)
    this.answers = {
      ...this.createAnswers(),
      ...this.ownStorage.getFromTab<Partial<Answers>>('answers'),
    }
    this.attempt = this.ownStorage.getFromTab('attempt')
    this.heldTime = this.ownStorage.getFromTab('held')
    this.done = this.ownStorage.getFromTab('done')
    options.zone ||=
      (this.done ?? this.attempt ?? this.heldTime?.attempt)?.summary.zone ??
      this.answers.time?.zone ??
      ''
  }

  /**
   * Creates the answers before a visit is chosen. The contact is remembered from another page of
   * the clinic, unless this page provides one.
   */
  createAnswers(): Answers {
    const { phone = '', email = '' } = this.options
    const rememberedContact =
      phone || email
        ? undefined
        : this.sharedStorage.getFromTab<Pick<Answers, 'contact' | 'verified' | 'patients'>>('who')
    const phoneCountry = countries.find(({ dialCode }) => phone.startsWith(dialCode))
    return {
      contact: {
        channel: email && !phone ? 'email' : 'chatapp',
        country: phoneCountry?.code ?? '',
        phone: phoneCountry ? phone.slice(phoneCountry.dialCode.length) : phone,
        email,
      },
      patients: [],
      newPatient: {},
      reason: '',
      ...rememberedContact,
    }
  }

  /** Ends all background work: the element was removed from the page. */
  end(): void {
    this.hasEnded = true
    this.pollNumber += 1
    releaseName(this.name)
  }

  saveAnswers(): void {
    const { contact, verified, patients } = this.answers
    this.sharedStorage.setInTab('who', this.done ? undefined : { contact, verified, patients })
    this.ownStorage.setInTab('answers', this.done ? undefined : this.answers)
    this.ownStorage.setInTab('attempt', this.attempt)
    this.ownStorage.setInTab('held', this.heldTime)
    this.ownStorage.setInTab('done', this.done)
    this.ownStorage.setInTab('step', this.step)
  }

  /** The checkout may return to another page of the clinic. */
  recordCheckout(reserved: ReservationResult): void {
    this.sharedStorage.setInTab(`checkout ${reserved.sessionRef}`, {
      name: this.name,
      attempt: this.attempt,
      reserved,
    } satisfies StoredCheckout)
  }

  /** The outcome of the attempt is known, so nothing about it stays in the browser. */
  endAttempt(): void {
    if (this.attempt?.sessionRef)
      this.sharedStorage.setInTab(`checkout ${this.attempt.sessionRef}`, undefined)
    this.ownStorage.setInTab('reserved', undefined)
    this.attempt = undefined
    this.payment = undefined
  }

  /**
   * Whether this element shows the outcome of a checkout: the element that began it does, or else
   * the first one on the page, which takes it over.
   */
  showsCheckout(sessionRef: string): boolean {
    const checkout = this.sharedStorage.getFromTab<StoredCheckout>(`checkout ${sessionRef}`)
    if (checkout?.name === this.name) return true
    const names = listNames(this.keyName)
    if (names[0] !== this.name || (checkout && names.includes(checkout.name))) return false
    if (checkout) {
      this.attempt = checkout.attempt
      this.ownStorage.setInTab('reserved', checkout.reserved)
    }
    return true
  }

  /**
   * Runs what a patient requested, one task at a time; a failure is shown, and the input is kept.
   */
  async runTask(task: () => Promise<void>): Promise<void> {
    if (this.isBusy) return
    this.isBusy = true
    this.notice = undefined
    this.draw()
    try {
      await task()
    } catch (error) {
      this.showError(error)
    } finally {
      this.isBusy = false
      this.saveAnswers()
      if (!this.hasEnded) this.draw()
    }
    const next = this.queuedTask
    this.queuedTask = undefined
    if (!this.hasEnded) next?.()
  }

  /** Accepts an answer, even while the question's data is still loading. */
  acceptAnswer(task: () => Promise<void>): void {
    const { step } = this
    if (!this.isBusy) void this.runTask(task)
    else
      this.queuedTask = () => {
        if (this.step === step) this.acceptAnswer(task)
      }
  }

  showError(error: unknown): void {
    if (error instanceof PageSetupError) {
      void reportFault(error.fault, this.options.baseUrl)
      this.notice = { word: 'bookingUnavailable' }
    } else if (error instanceof LoadError) this.notice = { word: 'notLoadedHint' }
    else if (error instanceof NoResponseError) this.notice = { word: 'notReached' }
    else if (
      error instanceof RefusalError &&
      (error.code === 'TOO_MANY_REQUESTS' || error.status === 503)
    )
      this.notice = { word: 'askLater' }
    else
      this.notice = {
        word: 'problem',
        message: error instanceof Error ? error.message : String(error),
      }
  }

  /** Stores what was booked, moved or cancelled, for half an hour in this tab. */
  recordVisit(): void {
    const { done, answers } = this
    const id = done?.appointmentId ?? done?.token?.status
    if (!done || id === undefined) return
    const { name, start, end, zone } = done.summary
    const visits = this.#visits
    const existing = visits.find((visit) => visit.id === id)
    const otherVisits = visits.filter((visit) => visit !== existing)
    const patientId = existing?.patientId ?? answers.patientId
    this.sharedStorage.setInTab(
      'visits',
      done.state === 'cancelled'
        ? otherVisits
        : [...otherVisits, { id, name, start, end, zone, patientId }],
    )
  }

  get #visits(): BookedVisit[] {
    return this.sharedStorage.getFromTab<BookedVisit[]>('visits') ?? []
  }

  /**
   * A visit that the chosen patient has, with anyone, at the time that is about to be booked: two
   * visits may be intended, but rarely are.
   */
  findOverlappingVisit({
    start,
    end,
  }: Pick<BookedVisit, 'start' | 'end'>): BookedVisit | undefined {
    const from = Date.parse(start)
    const to = Date.parse(end)
    return this.#visits.find(
      (visit) =>
        visit.patientId === this.answers.patientId &&
        Date.parse(visit.start) < to &&
        Date.parse(visit.end) > from,
    )
  }

  get locations(): Offer['location'][] {
    return [...new Map(this.offers.map(({ location }) => [location.id, location])).values()]
  }

  /** The offers of the chosen location, if there is more than one, of any visit type. */
  get #offersOfAnyType(): Offer[] {
    const { addressId } = this.answers
    return this.offers.filter(
      ({ location }) => addressId === undefined || location.id === addressId,
    )
  }

  /** The offers of the chosen location under the chosen visit type. */
  get offersAtLocation(): Offer[] {
    const { visitType } = this.answers
    const offers = this.#offersOfAnyType
    if (visitType === noVisitType) return offers.filter(({ doctor }) => !doctor.visitTypes)
    return offers.flatMap((offer) => this.underChosenType(offer) ?? [])
  }

  /** An offer under the chosen visit type; undefined if it does not have that type. */
  underChosenType(offer: Offer): Offer | undefined {
    const { visitType } = this.answers
    return typeof visitType === 'number' ? offerUnderType(offer, visitType) : offer
  }

  /** The visit types that can be chosen at the location. */
  get visitTypes(): VisitType[] {
    const offered = new Set(
      this.#offersOfAnyType.flatMap(({ doctor }) =>
        (doctor.visitTypes ?? []).map(({ visitTypeId }) => visitTypeId),
      ),
    )
    return (this.workspace?.visitTypes ?? []).filter(({ id }) => offered.has(id))
  }

  /** The offers at the location under each of their visit types. */
  offersOfType(visitTypeId: number): Offer[] {
    return this.#offersOfAnyType.flatMap((offer) => offerUnderType(offer, visitTypeId) ?? [])
  }

  /** Whether the location also has practitioners without visit types. */
  get hasUntypedOffers(): boolean {
    return this.#offersOfAnyType.some(({ doctor }) => !doctor.visitTypes)
  }

  get chosenVisitType(): VisitType | undefined {
    return this.workspace?.visitTypes?.find(({ id }) => id === this.answers.visitType)
  }

  get offer(): Offer | undefined {
    const { offer, time } = this.answers
    const key = offer === firstFreeOffer ? time && `${time.addressId}/${time.doctorId}` : offer
    const found = this.offers.find((one) => one.key === key)
    return found && this.underChosenType(found)
  }

  /**
   * Whether the location has too many practitioners to query all of them for their next free times.
   */
  get hasManyPractitioners(): boolean {
    return this.offersAtLocation.length > nextQueriesMax
  }

  findOffer({ addressId, doctorId }: Pick<Time, 'addressId' | 'doctorId'>): Offer | undefined {
    const found = this.allOffers.find(({ key }) => key === `${addressId}/${doctorId}`)
    return found && this.underChosenType(found)
  }

  /** The question that follows the code. */
  get stepAfterCode(): 'own' | 'person' {
    return this.options.ownVisits === undefined ? 'person' : 'own'
  }

  /** Forgets the visitor of this browser: contact, answers, session. */
  forgetVisitor(): void {
    this.sharedStorage.forgetAll()
    const visitor = randomId()
    this.sharedStorage.setInBrowser('visitor', visitor)
    this.service.forget(visitor)
    const { country } = this.answers.contact
    this.answers = this.createAnswers()
    this.answers.contact.country ||= country
    this.codeDestination = undefined
  }

  get isVerified(): boolean {
    const { verified } = this.answers
    return (
      verified !== undefined && verified.contact === this.contactId() && verified.until > Date.now()
    )
  }

  contactId(): string {
    const { channel, email } = this.answers.contact
    if (channel === 'email') return email.trim()
    const phone = normalizePhone(this.answers.contact.phone)
    return phone.startsWith('+') ? phone : `${this.dialCode} ${phone}`
  }

  /** Gives up the chosen time for another one; the search for it starts on the same day. */
  discardTime(): void {
    const { time } = this.answers
    if (time) this.answers.formerDate = dateIn(this.options.zone, time.from)
    this.answers.time = undefined
  }

  get dialCode(): string {
    return countries.find(({ code }) => code === this.answers.contact.country)?.dialCode ?? '+91'
  }

  /**
   * The price that follows from the answers so far: the quote used for the booking, as soon as
   * there is one.
   */
  get price(): Price | undefined {
    const { time, kind, shift } = this.answers
    return (
      (this.paymentMethods && this.chosenMethod) ??
      time?.price ??
      kind?.price ??
      (shift && { amount: shift.fee, currency: shift.currency })
    )
  }

  /** Whether the patient's country, as far as it is known, differs from a location's. */
  isPatientAbroad({ location: { country } }: Offer): boolean {
    return this.dialCode !== countries.find(({ code }) => code === country)?.dialCode
  }

  get chosenMethod(): PaymentMethod | undefined {
    return (
      this.paymentMethods?.find(({ id }) => id === this.answers.paymentMethodId) ??
      this.paymentMethods?.[0]
    )
  }

  /**
   * Clears the answers that are no longer available because the clinic has changed something since
   * they were given.
   */
  clearWithdrawn(): void {
    const { addressId, offer, time } = this.answers
    if (addressId !== undefined && !this.locations.some(({ id }) => id === addressId)) {
      this.answers.addressId = undefined
      this.clearFrom('visitType')
    } else if (
      typeof this.answers.visitType === 'number'
        ? !this.visitTypes.some(({ id }) => id === this.answers.visitType)
        : this.answers.visitType === undefined && this.visitTypes.length > 0
    )
      this.clearFrom('visitType')
    else if (
      offer !== undefined &&
      offer !== firstFreeOffer &&
      !this.offersAtLocation.some(({ key }) => key === offer)
    )
      this.clearFrom('offer')
    else if (
      time &&
      !this.offersAtLocation.some(({ key }) => key === `${time.addressId}/${time.doctorId}`)
    )
      this.clearFrom('time')
  }

  /** Clears the answers that depend on the changed one. */
  clearFrom(from: 'visitType' | 'offer' | 'kind' | 'time'): void {
    if (from === 'visitType') {
      this.answers.visitType = undefined
      this.nextByOffer.clear()
    }
    if (from === 'visitType' || from === 'offer') this.answers.offer = undefined
    if (from !== 'time') this.answers.kind = undefined
    this.answers.time = undefined
    this.answers.formerDate = undefined
    this.answers.shift = undefined
    this.paymentMethods = undefined
    this.week = undefined
    this.nearestTimes = undefined
  }

  /** The offers that can be booked, soonest first. */
  get offersBySoonest(): Offer[] {
    const soonestStart = ({ key }: Offer) => {
      const next = this.nextByOffer.get(key)
      if (next?.shift?.isRunning) return 0
      const { from = undefined } = next?.times[0] ?? {}
      if (from) return Date.parse(from)
      return next?.shift ? Date.parse(next.shift.date) : Number.POSITIVE_INFINITY
    }
    const offers = this.offersAtLocation.filter(
      ({ key }) => !this.nextByOffer.has(key) || this.nextByOffer.get(key),
    )
    return this.nextByOffer.size < this.offersAtLocation.length
      ? offers
      : [...offers].sort((a, b) => soonestStart(a) - soonestStart(b))
  }

  /**
   * The practitioners among whom the first free time is searched for: those available soonest, so
   * that a large clinic is not queried for all.
   */
  get candidates(): Offer[] {
    return this.offersBySoonest
      .filter(({ key, isQueue }) => !isQueue && this.nextByOffer.get(key)?.times[0])
      .slice(0, 6)
  }

  get needsCountry(): boolean {
    const { offer } = this
    return (
      this.answers.contact.channel === 'chatapp' ||
      (offer !== undefined && hasTwoPriceLists(offer.doctor))
    )
  }

  /** Whether the first price shown depends on the country, which is then asked there. */
  get pricesDifferByCountry(): boolean {
    const pricedOffers = this.offer ? [this.offer] : this.offersAtLocation
    return pricedOffers.some(({ doctor }) => hasTwoPriceLists(doctor))
  }
}
