// The state of one booking: the answers, the data of the service, and one task at a time that changes it.

import type { BookingEvents } from '../booking.d.ts'
import { type Answers, type Attempt, type Done, firstFree, type Held, type PaymentState, type Step } from './answers.ts'
import { Misplaced, NoAnswer, Refused, type Reserved, Service, type Workspace } from './api.ts'
import { hasTwoPriceLists, type Kind, type Next, type NextTime, type Offer, type OfferedShift, type Price, type Time, type WayToPay } from './catalogue.ts'
import { complain } from './complain.ts'
import { countries, plainPhone } from './countries.ts'
import { dateIn } from './dates.ts'
import { Kept, namesOf, releaseName, takeName } from './kept.ts'
import { NotLoaded } from './load-file.ts'
import type { Options } from './options.ts'
import { Times } from './times.ts'
import type { Word } from './words.ts'

export type Emit = <Name extends keyof BookingEvents>(name: Name, detail: BookingEvents[Name]) => void

/** Pages without TLS have no `crypto.randomUUID`. */
const randomId = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** How many practitioners are asked for their next free times together; of more, only those in view. */
const askedMax = 24

/** A reservation whose visitor was sent to a checkout. */
interface Checkout {
  /** Of the element that reserved. */
  name: string
  attempt: Attempt | undefined
  reserved: Reserved
}

interface BookedVisit {
  id: number | string
  /** The practitioner's. */
  name: string
  start: string
  end: string
  zone: string
  patientId: Answers['patientId']
}

/** The parts of a way share it, and use `work` for every change that calls the service. */
export class State {
  readonly options: Options
  readonly service: Service
  /** What all elements with this service and key share. */
  readonly kept: Kept
  readonly keyName: string
  /** What belongs to this element. */
  readonly name: string
  readonly own: Kept
  readonly times: Times
  readonly draw: () => void
  readonly emit: Emit

  workspace: Workspace | undefined
  /** Those that the element asks about. */
  offers: Offer[] = []
  /** With those of other practitioners, on the page of one. */
  allOffers: Offer[] = []
  nexts = new Map<string, Next | undefined>()
  /** The practitioners in the order in which they were shown, soonest first: it does not change, so that no card moves under a finger. */
  shown: Offer[] | undefined
  kinds: Kind[] | undefined
  week: { from: string; times: Time[]; next: string | undefined; chosen: string | undefined; other?: NextTime | undefined } | undefined
  firstDate: string | undefined
  shifts: OfferedShift[] | undefined
  ways: WayToPay[] | undefined
  near: Time[] | undefined
  whatToExpect: string | undefined

  step: Step | undefined
  answers: Answers
  done: Done | undefined
  payment: PaymentState | undefined
  /** The masked destination of the last code. */
  codeAt: string | undefined
  /** How many codes replaced another one at this question. */
  codesAgain = 0
  isBusy = false
  /** A time is being chosen for a booked visit, or its cancellation confirmed. */
  changing: 'move' | 'cancel' | undefined
  notice: { word: Word; message?: string; price?: Price; country?: string } | undefined
  /** The service could not be reached, or serves nothing here: then trying again is of no use. */
  lost: 'for now' | 'for good' | undefined
  /** Opening takes so long that the patient is told whom to call. */
  isLate = false

  /** The booking that is being attempted, until its outcome is known. */
  attempt: Attempt | undefined
  held: Held | undefined
  /** Counts the polls of payments: an earlier one ends when another begins. */
  turn = 0
  isOver = false
  /** A question of this element has been on the screen. */
  wasShown = false
  /** What was requested while something else was loaded or sent. */
  next: (() => void) | undefined

  constructor(options: Options, draw: () => void, emit: Emit) {
    this.options = options
    this.draw = draw
    this.emit = emit
    const { baseUrl, widgetKey, doctor, location: place, mode, phone, email } = options
    this.keyName = `clinic-booking ${baseUrl} ${widgetKey}`
    this.kept = new Kept(this.keyName)
    this.name = takeName(this.keyName, [doctor, place, mode, phone, email])
    this.own = new Kept(this.name)
    const endUserId = this.kept.ofBrowser<string>('visitor') ?? randomId()
    this.kept.inBrowser('visitor', endUserId)
    const identity = { ...this.kept.ofTab<{ token?: string; clockOffsetMs?: number }>('session'), endUserId }
    this.service = new Service(options.baseUrl, options.widgetKey, identity, () => {
      this.kept.inTab('session', { token: identity.token, clockOffsetMs: identity.clockOffsetMs })
    })
    this.times = new Times(this.service, options, () => this.dialCode)
    this.answers = { ...this.fresh(), ...this.own.ofTab<Partial<Answers>>('answers') }
    this.attempt = this.own.ofTab('attempt')
    this.held = this.own.ofTab('held')
    this.done = this.own.ofTab('done')
    options.zone ||= (this.done ?? this.attempt ?? this.held?.attempt)?.summary.zone ?? this.answers.time?.zone ?? ''
  }

  /** Without a visit. Who asks is known from another page of the clinic, unless this page says it. */
  fresh(): Answers {
    const { phone = '', email = '' } = this.options
    const asked = phone || email ? undefined : this.kept.ofTab<Pick<Answers, 'contact' | 'verified' | 'patients'>>('who')
    const known = countries.find(({ dialCode }) => phone.startsWith(dialCode))
    return {
      contact: { channel: email && !phone ? 'email' : 'chatapp', country: known?.code ?? '', phone: known ? phone.slice(known.dialCode.length) : phone, email },
      patients: [],
      newPatient: {},
      reason: '',
      ...asked,
    }
  }

  /** Ends all background work: the element was removed from the page. */
  end(): void {
    this.isOver = true
    this.turn += 1
    releaseName(this.name)
  }

  keep(): void {
    const { contact, verified, patients } = this.answers
    this.kept.inTab('who', this.done ? undefined : { contact, verified, patients })
    this.own.inTab('answers', this.done ? undefined : this.answers)
    this.own.inTab('attempt', this.attempt)
    this.own.inTab('held', this.held)
    this.own.inTab('done', this.done)
    this.own.inTab('step', this.step)
  }

  /** The checkout may return to another page of the clinic. */
  noteCheckout(reserved: Reserved): void {
    this.kept.inTab(`checkout ${reserved.sessionRef}`, { name: this.name, attempt: this.attempt, reserved } satisfies Checkout)
  }

  /** The outcome of the attempt is known: nothing of it remains in the browser. */
  endAttempt(): void {
    if (this.attempt?.sessionRef) this.kept.inTab(`checkout ${this.attempt.sessionRef}`, undefined)
    this.own.inTab('reserved', undefined)
    this.attempt = undefined
    this.payment = undefined
  }

  /** Whether this element shows what became of a checkout: the one that began it, or else the first of the page, which takes it over. */
  showsCheckout(sessionRef: string): boolean {
    const checkout = this.kept.ofTab<Checkout>(`checkout ${sessionRef}`)
    if (checkout?.name === this.name) return true
    const names = namesOf(this.keyName)
    if (names[0] !== this.name || (checkout && names.includes(checkout.name))) return false
    if (checkout) {
      this.attempt = checkout.attempt
      this.own.inTab('reserved', checkout.reserved)
    }
    return true
  }

  /** Runs what a patient requested, one task at a time; a failure is shown, and the input stays. */
  async work(task: () => Promise<void>): Promise<void> {
    if (this.isBusy) return
    this.isBusy = true
    this.notice = undefined
    this.draw()
    try {
      await task()
    } catch (error) {
      this.tell(error)
    } finally {
      this.isBusy = false
      this.keep()
      if (!this.isOver) this.draw()
    }
    const next = this.next
    this.next = undefined
    if (!this.isOver) next?.()
  }

  /** Accepts an answer, even while the question's data is still loading. */
  choose(task: () => Promise<void>): void {
    const { step } = this
    if (!this.isBusy) void this.work(task)
    else
      this.next = () => {
        if (this.step === step) this.choose(task)
      }
  }

  tell(error: unknown): void {
    if (error instanceof Misplaced) {
      void complain(error.fault, this.options.baseUrl)
      this.notice = { word: 'nobody' }
    } else if (error instanceof NotLoaded) this.notice = { word: 'notLoadedHint' }
    else if (error instanceof NoAnswer) this.notice = { word: 'notReached' }
    else if (error instanceof Refused && (error.code === 'TOO_MANY_REQUESTS' || error.status === 503)) this.notice = { word: 'askLater' }
    else this.notice = { word: 'problem', message: error instanceof Error ? error.message : String(error) }
  }

  /** Notes what was booked, or moved, or is cancelled; the tab knows it for half an hour. */
  noteVisit(): void {
    const { done, answers } = this
    const id = done?.appointmentId ?? done?.token?.status
    if (!done || id === undefined) return
    const { name, start, end, zone } = done.summary
    const visits = this.#visits
    const known = visits.find((visit) => visit.id === id)
    const others = visits.filter((visit) => visit !== known)
    const patientId = known?.patientId ?? answers.patientId
    this.kept.inTab('visits', done.state === 'cancelled' ? others : [...others, { id, name, start, end, zone, patientId }])
  }

  get #visits(): BookedVisit[] {
    return this.kept.ofTab<BookedVisit[]>('visits') ?? []
  }

  /** A visit of the chosen patient at the time that is about to be booked, with anyone: two can be meant, but seldom are. */
  visitAt({ start, end }: Pick<BookedVisit, 'start' | 'end'>): BookedVisit | undefined {
    const [from, to] = [Date.parse(start), Date.parse(end)]
    return this.#visits.find((visit) => visit.patientId === this.answers.patientId && Date.parse(visit.start) < to && Date.parse(visit.end) > from)
  }

  get places(): Offer['location'][] {
    return [...new Map(this.offers.map(({ location }) => [location.id, location])).values()]
  }

  /** The offers of the chosen location, if there is more than one. */
  get offersHere(): Offer[] {
    const { addressId } = this.answers
    return this.offers.filter(({ location }) => addressId === undefined || location.id === addressId)
  }

  get offer(): Offer | undefined {
    const { offer, time } = this.answers
    const key = offer === firstFree ? time && `${time.addressId}/${time.doctorId}` : offer
    return this.offers.find((one) => one.key === key)
  }

  /** Whether the location has too many practitioners to ask all of them for their next free times. */
  get hasMany(): boolean {
    return this.offersHere.length > askedMax
  }

  offerOf({ addressId, doctorId }: Pick<Time, 'addressId' | 'doctorId'>): Offer | undefined {
    return this.allOffers.find(({ key }) => key === `${addressId}/${doctorId}`)
  }

  get isVerified(): boolean {
    const { verified } = this.answers
    return verified !== undefined && verified.contact === this.contactId() && verified.until > Date.now()
  }

  contactId(): string {
    const { channel, email } = this.answers.contact
    const phone = plainPhone(this.answers.contact.phone)
    return channel === 'email' ? email.trim() : phone.startsWith('+') ? phone : `${this.dialCode} ${phone}`
  }

  /** Gives up the chosen time for another, which is looked for from its day on. */
  leaveTime(): void {
    const { time } = this.answers
    if (time) this.answers.formerDate = dateIn(this.options.zone, time.from)
    this.answers.time = undefined
  }

  get dialCode(): string {
    return countries.find(({ code }) => code === this.answers.contact.country)?.dialCode ?? '+91'
  }

  /** The price that the answers so far lead to: the quote that books, as soon as there is one. */
  get price(): Price | undefined {
    const { time, kind, shift } = this.answers
    return (this.ways && this.chosenWay) ?? time?.price ?? kind?.price ?? (shift && { amount: shift.fee, currency: shift.currency })
  }

  /** Whether the patient's country, as far as it is known, is not that of a location. */
  isAbroadOf({ location: { country } }: Offer): boolean {
    return this.dialCode !== countries.find(({ code }) => code === country)?.dialCode
  }

  get chosenWay(): WayToPay | undefined {
    return this.ways?.find(({ id }) => id === this.answers.wayToPay) ?? this.ways?.[0]
  }

  /** Clears the answers that are no longer on offer: the clinic has changed something since they were given. */
  forgetWithdrawn(): void {
    const { addressId, offer, time } = this.answers
    if (addressId !== undefined && !this.places.some(({ id }) => id === addressId)) {
      this.answers.addressId = undefined
      this.forget('offer')
    } else if (offer !== undefined && offer !== firstFree && !this.offersHere.some(({ key }) => key === offer)) this.forget('offer')
    else if (time && !this.offersHere.some(({ key }) => key === `${time.addressId}/${time.doctorId}`)) this.forget('time')
  }

  /** Clears the answers that depend on a changed one. */
  forget(from: 'offer' | 'kind' | 'time'): void {
    if (from === 'offer') this.answers.offer = undefined
    if (from !== 'time') this.answers.kind = undefined
    this.answers.time = undefined
    this.answers.formerDate = undefined
    this.answers.shift = undefined
    this.ways = undefined
    this.week = undefined
    this.near = undefined
  }

  /** The offers that can be booked, soonest first. */
  get offersBySoonest(): Offer[] {
    const soonest = ({ key }: Offer) => {
      const next = this.nexts.get(key)
      if (next?.shift?.isRunning) return 0
      const { from = undefined } = next?.times[0] ?? {}
      return from ? Date.parse(from) : next?.shift ? Date.parse(next.shift.date) : Number.POSITIVE_INFINITY
    }
    const offers = this.offersHere.filter(({ key }) => !this.nexts.has(key) || this.nexts.get(key))
    return this.nexts.size < this.offersHere.length ? offers : [...offers].sort((a, b) => soonest(a) - soonest(b))
  }

  /** The practitioners among whom the first free time is searched: the soonest, so that a large clinic is not queried for all. */
  get candidates(): Offer[] {
    return this.offersBySoonest.filter(({ key, isQueue }) => !isQueue && this.nexts.get(key)?.times[0]).slice(0, 6)
  }

  get needsCountry(): boolean {
    const { offer } = this
    return this.answers.contact.channel === 'chatapp' || (offer !== undefined && hasTwoPriceLists(offer.doctor))
  }

  /** Whether the first price that is shown depends on the country: it is asked there. */
  get pricesDifferByCountry(): boolean {
    const shown = this.offer ? [this.offer] : this.offersHere
    return shown.some(({ doctor }) => hasTwoPriceLists(doctor))
  }
}
