// The way of one booking: what has been answered, what is asked next, and what the service is asked meanwhile. What is drawn of it is in
// `steps/`; nothing here knows a document, but for the history and the address of the page, where the way back and the checkout lead.

import { type Answers, type Attempt, type Done, type Events, firstFree, type PaymentState, type Step } from './answers.ts'
import {
  type Appointment,
  type CodeSent,
  NoAnswer,
  type Outcome,
  type Patient,
  type Profile,
  Refused,
  type Reserved,
  Service,
  type Verified,
  type Workspace,
} from './api.ts'
import { hasTwoPriceLists, type Kind, type Next, nearestTo, type Offer, type OfferedShift, offersOf, type Time, type WayToPay, waysOf } from './catalogue.ts'
import { countries } from './countries.ts'
import { addDays, asciiDigits, dateIn } from './dates.ts'
import { Kept } from './kept.ts'
import type { Options } from './options.ts'
import { bodyOf, phoneOf, summaryOf } from './reservation.ts'
import { Times, weekDays } from './times.ts'
import type { Word } from './words.ts'

type Emit = <Name extends keyof Events>(name: Name, detail: Events[Name]) => void

const halfHourMs = 29 * 60_000
const followMs = 180_000
/** How long the choice of a practitioner waits for all that is free next, before it is shown with what is known. */
const orderMs = 700

export class Way {
  readonly options: Options
  readonly service: Service
  readonly #kept: Kept
  readonly #times: Times
  readonly #draw: () => void
  readonly #emit: Emit

  workspace: Workspace | undefined
  offers: Offer[] = []
  nexts = new Map<string, Next | undefined>()
  /** Who can be chosen, soonest first as far as that was known: it stays, so that no card moves under a finger. */
  shown: Offer[] | undefined
  kinds: Kind[] | undefined
  week: { from: string; times: Time[]; next: string | undefined; chosen: string | undefined } | undefined
  firstDate: string | undefined
  shifts: OfferedShift[] | undefined
  ways: WayToPay[] | undefined
  near: Time[] | undefined
  whatToExpect: string | undefined

  step: Step | undefined
  answers: Answers
  done: Done | undefined
  payment: PaymentState | undefined
  /** Where the last code went, masked. */
  codeAt: string | undefined
  isBusy = false
  /** A time is being chosen for a visit that is booked, or its cancellation asked about. */
  changing: 'move' | 'cancel' | undefined
  notice: { word: Word; message?: string } | undefined
  /** The service was not reached at all. */
  isLost = false
  #attempt: Attempt | undefined
  #turn = 0
  #isOver = false
  #lostChange = false
  /** What was asked for while something else was read or sent. */
  #next: (() => void) | undefined

  constructor(options: Options, draw: () => void, emit: Emit) {
    this.options = options
    this.#draw = draw
    this.#emit = emit
    this.#kept = new Kept(`clinic-booking ${options.baseUrl} ${options.widgetKey}`)
    const endUserId = this.#kept.ofBrowser<string>('visitor') ?? crypto.randomUUID()
    this.#kept.inBrowser('visitor', endUserId)
    const identity = { ...this.#kept.ofTab<{ token?: string; clockOffsetMs?: number }>('session'), endUserId }
    this.service = new Service(options.baseUrl, options.widgetKey, identity, () => {
      this.#kept.inTab('session', { token: identity.token, clockOffsetMs: identity.clockOffsetMs })
    })
    this.#times = new Times(this.service, options, () => (this.isVerified ? this.dialCode : undefined))
    this.answers = { ...this.#fresh(), ...this.#kept.ofTab<Partial<Answers>>('answers') }
    this.#attempt = this.#kept.ofTab('attempt')
    this.done = this.#kept.ofTab('done')
  }

  #fresh(): Answers {
    const { phone = '', email = '' } = this.options
    const known = countries.toSorted((a, b) => b.dialCode.length - a.dialCode.length).find(({ dialCode }) => phone.startsWith(dialCode))
    return {
      contact: { channel: email && !phone ? 'email' : 'chatapp', country: known?.code ?? '', phone: known ? phone.slice(known.dialCode.length) : phone, email },
      patients: [],
      newPatient: {},
      reason: '',
    }
  }

  /** Ends everything that goes on by itself: the element has left the page. */
  end(): void {
    this.#isOver = true
    this.#turn += 1
  }

  #keep(): void {
    this.#kept.inTab('answers', this.done ? undefined : this.answers)
    this.#kept.inTab('attempt', this.#attempt)
    this.#kept.inTab('done', this.done)
    this.#kept.inTab('step', this.step)
  }

  /** Runs what a patient asked for, one thing at a time; a failure is told, and what was typed stays. */
  async #work(task: () => Promise<void>): Promise<void> {
    if (this.isBusy) return
    this.isBusy = true
    this.notice = undefined
    this.#draw()
    try {
      await task()
    } catch (error) {
      this.#tell(error)
    } finally {
      this.isBusy = false
      this.#keep()
      if (!this.#isOver) this.#draw()
    }
    const next = this.#next
    this.#next = undefined
    if (!this.#isOver) next?.()
  }

  /** Takes an answer, also while the question's own facts are still being read. */
  #choose(task: () => Promise<void>): void {
    const { step } = this
    if (!this.isBusy) void this.#work(task)
    else
      this.#next = () => {
        if (this.step === step) this.#choose(task)
      }
  }

  #tell(error: unknown): void {
    if (error instanceof NoAnswer) this.notice = { word: 'notReached' }
    else if (error instanceof Refused && (error.code === 'TOO_MANY_REQUESTS' || error.status === 503)) this.notice = { word: 'askLater' }
    else this.notice = { word: 'problem', message: error instanceof Error ? error.message : String(error) }
  }

  // Beginning

  start = (): Promise<void> =>
    this.#work(async () => {
      this.isLost = false
      try {
        this.workspace = await this.service.get<Workspace>('/v2/workspaces')
        await this.#readOffers()
      } catch (error) {
        this.isLost = true
        throw error
      }
      this.#emit('clinic-ready', {})
      const back = new URL(location.href).searchParams.get('sessionRef')
      if (this.done) return this.#go('done', 'replace')
      if (this.#attempt || back) return this.#resume(back)
      await this.#go(this.#allowed(this.#kept.ofTab<Step>('step')), 'replace')
    })

  async #readOffers(): Promise<void> {
    if (!this.workspace) return
    const { doctor, location: place } = this.options
    let offers = offersOf(this.workspace)
    if (place) offers = offers.filter(({ location }) => String(location.id) === place || location.city.toLowerCase() === place.toLowerCase())
    if (doctor && /^\d+$/.test(doctor)) offers = offers.filter((offer) => offer.doctor.id === Number(doctor))
    else if (doctor) {
      // The list of the workspace has no slugs; each profile has its own.
      const profiles = new Set(offers.flatMap((offer) => offer.doctor.publicProfile?.profileId ?? []))
      const found = await Promise.all([...profiles].map((id) => this.service.get<Profile>(`/v1/public-profiles/${id}`)))
      const profile = found.find(({ slug }) => slug === doctor)
      offers = offers.filter((offer) => offer.doctor.publicProfile?.profileId === profile?.profileId && profile)
    }
    this.offers = offers
    this.answers.contact.country ||= offers[0]?.location.country ?? 'IN'
  }

  // Steps

  get places(): Offer['location'][] {
    return [...new Map(this.offers.map(({ location }) => [location.id, location])).values()]
  }

  /** The offers of the chosen location, where there is more than one. */
  get offersHere(): Offer[] {
    const { addressId } = this.answers
    return this.offers.filter(({ location }) => addressId === undefined || location.id === addressId)
  }

  get offer(): Offer | undefined {
    const { offer, time } = this.answers
    const key = offer === firstFree ? time && `${time.addressId}/${time.doctorId}` : offer
    return this.offers.find((one) => one.key === key)
  }

  get isVerified(): boolean {
    const { verified } = this.answers
    return verified !== undefined && verified.contact === this.#contactId() && verified.until > Date.now()
  }

  #contactId(): string {
    const { channel, email } = this.answers.contact
    return channel === 'email' ? email.trim() : `${this.dialCode} ${asciiDigits(this.answers.contact.phone).replace(/\D/g, '')}`
  }

  get dialCode(): string {
    return countries.find(({ code }) => code === this.answers.contact.country)?.dialCode ?? '+91'
  }

  get chosenWay(): WayToPay | undefined {
    return this.ways?.find(({ id }) => id === this.answers.wayToPay) ?? this.ways?.[0]
  }

  /** The first question that has no answer; what has one answer alone is answered by it. */
  #open(): Step {
    const { answers } = this
    if (answers.addressId === undefined && this.places.length === 1) answers.addressId = this.places[0]?.id
    if (answers.addressId === undefined) return 'where'
    if (answers.offer === undefined && this.offersHere.length === 1) answers.offer = this.offersHere[0]?.key
    if (answers.offer === undefined) return 'who'
    if (this.offer?.isQueue) {
      if (!answers.shift) return 'shift'
    } else {
      if (!answers.kind) return 'what'
      if (!answers.time) return 'when'
    }
    if (this.isVerified) return answers.patientId === undefined || !this.ways ? 'person' : 'pay'
    return 'contact'
  }

  /** A step that was kept, or the first before it that has no answer. */
  #allowed(step: Step | undefined): Step {
    const order: Step[] = ['where', 'who', 'what', 'shift', 'when', 'contact', 'code', 'person', 'pay']
    const open = this.#open()
    if (step === undefined || step === 'done' || step === 'payment') return open
    if (step === 'code' && open === 'contact') return this.codeAt === undefined ? (this.#kept.ofTab<string>('codeAt') ? 'code' : 'contact') : 'code'
    // What it costs is read again there.
    if (step === 'pay' && open === 'person' && this.answers.patientId !== undefined) return 'pay'
    return order.indexOf(step) <= order.indexOf(open) && !(step === 'code' && this.isVerified) ? step : open
  }

  async #go(step: Step, how: 'push' | 'replace' = 'push'): Promise<void> {
    this.step = step
    const state = { ...(history.state as object | null), clinicBooking: step }
    if (how === 'push') history.pushState(state, '')
    else history.replaceState(state, '')
    this.#keep()
    this.#draw()
    await this.#enter(step)
  }

  /** Reads what a step shows, and passes over a step that has one answer alone. */
  async #enter(step: Step): Promise<void> {
    if (step === 'who') return this.#readWho()
    if (step === 'what') {
      this.kinds = undefined
      this.#draw()
      const kinds = await this.#readKinds()
      this.kinds = kinds
      if (kinds.length !== 1 || this.step !== 'what') return
      this.answers.kind = kinds[0]
      return this.#go('when', 'replace')
    }
    if (step === 'when') return this.#readWeek()
    if (step === 'shift') {
      this.shifts = undefined
      this.#draw()
      this.shifts = this.offer ? await this.#times.shiftsOf(this.offer) : []
    }
    if (step === 'code') this.codeAt ??= this.#kept.ofTab<string>('codeAt')
    if (step === 'person') {
      this.answers.patientId ??= this.answers.patients[0]?.id ?? 'new'
      await this.#readWays()
    }
    if (step === 'pay' && !this.ways) await this.#readWays()
    if (step === 'done') void this.#readProfile()
  }

  /** The browser's way back and forth. */
  onHistory = (state: unknown): void => {
    const wanted = (state as { clinicBooking?: Step } | null)?.clinicBooking
    if (!wanted || !this.workspace || this.step === 'done' || this.step === 'payment') return
    // Where something is still being read or sent, the browser's way is followed after it.
    if (this.isBusy) {
      this.#next = () => this.onHistory(state)
      return
    }
    this.notice = undefined
    this.near = undefined
    const step = this.#allowed(wanted)
    if (step !== this.step) void this.#work(() => this.#go(step, 'replace'))
  }

  back = (): void => history.back()

  get canGoBack(): boolean {
    const first = [...(this.places.length > 1 ? ['where'] : []), ...(this.offersHere.length > 1 ? ['who'] : [])][0]
    return this.step !== undefined && !['done', 'payment', first].includes(this.step) && !(first === undefined && this.step === this.#firstStep())
  }

  #firstStep(): Step {
    if (this.offer?.isQueue) return 'shift'
    return (this.kinds?.length ?? 1) > 1 ? 'what' : 'when'
  }

  choosePlace = (addressId: number) =>
    this.#choose(async () => {
      if (this.answers.addressId !== addressId) this.#forget('offer')
      this.answers.addressId = addressId
      await this.#go(this.#nextAfterChoice())
    })

  chooseOffer = (key: string) =>
    this.#choose(async () => {
      if (this.answers.offer !== key) this.#forget('kind')
      this.answers.offer = key
      await this.#go(this.#nextAfterChoice())
    })

  chooseKind = (kind: Kind) =>
    this.#choose(async () => {
      if (JSON.stringify(this.answers.kind) !== JSON.stringify(kind)) this.#forget('time')
      this.answers.kind = kind
      await this.#go('when')
    })

  /** Answers that follow from one that is changed. */
  #forget(from: 'offer' | 'kind' | 'time'): void {
    if (from === 'offer') this.answers.offer = undefined
    if (from !== 'time') this.answers.kind = undefined
    this.answers.time = undefined
    this.answers.shift = undefined
    this.ways = undefined
    this.week = undefined
    this.near = undefined
  }

  #nextAfterChoice(): Step {
    const open = this.#open()
    if (open === 'where' || open === 'who') return open
    return this.offer?.isQueue ? 'shift' : this.answers.kind ? 'when' : 'what'
  }

  chooseTime = (time: Time): void => {
    this.answers.time = time
    this.ways = undefined
    this.notice = undefined
    this.#keep()
    this.#draw()
  }

  chooseShift = (shift: OfferedShift) =>
    this.#choose(async () => {
      this.answers.shift = shift
      this.ways = undefined
      await this.#go(this.#open())
    })

  goOnFromTime = () =>
    this.#work(async () => {
      if (this.changing === 'move') return this.#move()
      this.near = undefined
      if (this.answers.time) await this.#go(this.#open())
    })

  // Times

  async #readWho(): Promise<void> {
    this.shown = undefined
    this.#draw()
    const reading = this.#readNexts()
    try {
      await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, orderMs))])
    } finally {
      this.shown = this.offersBySoonest
      this.#draw()
    }
    await reading
  }

  async #readNexts(): Promise<void> {
    await Promise.all(
      this.offersHere
        .filter(({ key }) => !this.nexts.has(key))
        .map(async (offer) => {
          this.nexts.set(offer.key, await this.#times.nextOf(offer))
          this.#draw()
        }),
    )
  }

  /** The offers that can be booked, soonest first. */
  get offersBySoonest(): Offer[] {
    const soonest = ({ key }: Offer) => {
      const next = this.nexts.get(key)
      if (next?.shift?.isRunning) return 0
      return next?.start ? Date.parse(next.start) : next?.date ? Date.parse(next.date) : Number.POSITIVE_INFINITY
    }
    const offers = this.offersHere.filter(({ key }) => !this.nexts.has(key) || this.nexts.get(key))
    return this.nexts.size < this.offersHere.length ? offers : offers.toSorted((a, b) => soonest(a) - soonest(b))
  }

  /** Those among whom the first free time is looked for: the soonest, so that a large clinic is not asked for everybody. */
  get candidates(): Offer[] {
    return this.offersBySoonest.filter(({ key, isQueue }) => !isQueue && this.nexts.get(key)?.start).slice(0, 6)
  }

  async #readKinds(): Promise<Kind[]> {
    await this.#readNexts()
    const allows = (mode: string) => this.options.mode === undefined || mode === this.options.mode
    if (this.answers.offer === firstFree) {
      const modes = new Set(this.candidates.flatMap(({ key }) => this.nexts.get(key)?.modes ?? []).filter(allows))
      return [...modes].map((mode) => ({ mode, lengthMins: 0, tierId: null }))
    }
    const { offer } = this
    return offer ? this.#times.kindsOf(offer, this.nexts.get(offer.key)?.lengths ?? [], allows) : []
  }

  /** Seven dates of the viewer's calendar; without `from`, or where that is the clinic's next free date, those that begin with the first free one. */
  async #readWeek(from?: string, isNext = false): Promise<void> {
    const { kind } = this.answers
    if (!kind) return
    await this.#readNexts()
    const { zone } = this.options
    const offers = this.answers.offer === firstFree ? this.candidates : this.offer ? [this.offer] : []
    const moved = this.changing === 'move' ? this.done?.appointmentId : undefined
    const read = (firstDate: string) => this.#times.daysOf(offers, kind, { firstDate, days: weekDays }, moved)
    let begin = isNext ? undefined : from
    let found = await read(isNext && from ? addDays(from, -1) : (from ?? this.#times.today()))
    if (!begin) {
      const [next] = found.nexts
      // The clinic's next date may begin on the day before for the viewer.
      if (!found.times[0] && next) found = await read(addDays(next, -1))
      const first = found.times[0]
      begin = first ? dateIn(zone, first.from) : addDays(this.#times.today(), 1)
      if (first) {
        this.firstDate ??= begin
        found = await read(begin)
      }
    }
    const last = addDays(begin, weekDays - 1)
    const times = found.times.filter((time) => {
      const date = dateIn(zone, time.from)
      return date >= (begin as string) && date <= last
    })
    const picked = this.answers.time && dateIn(zone, this.answers.time.from)
    const chosen = picked && picked >= begin && picked <= last ? picked : times[0] && dateIn(zone, times[0].from)
    this.week = { from: begin, times, next: found.nexts.find((date) => date > last), chosen }
  }

  showWeek = (from: string, isNext = false) => this.#work(() => this.#readWeek(from, isNext))

  chooseDay = (date: string): void => {
    if (!this.week) return
    this.week.chosen = date
    this.#draw()
  }

  // Who it is

  /** Takes over what is being typed, at once, so that a reload finds it. */
  type = <Name extends 'contact' | 'newPatient'>(name: Name, changes: Partial<Answers[Name]>): void => {
    Object.assign(this.answers[name], changes)
    this.#keep()
    this.#draw()
  }

  typeReason = (reason: string): void => {
    this.answers.reason = reason
    this.#keep()
  }

  get needsCountry(): boolean {
    const { offer } = this
    return this.answers.contact.channel === 'chatapp' || (offer !== undefined && hasTwoPriceLists(offer.doctor))
  }

  #contactMembers() {
    const { contact } = this.answers
    const { channel, email } = contact
    return channel === 'email' ? { channel, email: email.trim() } : { channel, ...phoneOf(contact, this.dialCode) }
  }

  sendCode = () =>
    this.#work(async () => {
      const { channel, email, phone } = this.answers.contact
      if ((channel === 'email' ? email : phone).trim() === '') {
        this.notice = { word: 'contactMissing' }
        return
      }
      if (this.isVerified) return this.#go('person')
      try {
        const sent = await this.service.send<CodeSent>('POST', '/v1/patients/send-phone-verification-otp', { body: this.#contactMembers() })
        this.codeAt = sent.phoneNumber
      } catch (error) {
        if (error instanceof NoAnswer) {
          this.codeAt = this.#contactId()
          await this.#toCode()
          this.notice = { word: 'codeAnswerLost' }
          return
        }
        if (!(error instanceof Refused)) throw error
        if (error.status === 429) this.notice = { word: 'codeWait' }
        else if (error.status === 400) this.notice = { word: 'contactRefused' }
        else throw error
        return
      }
      await this.#toCode()
    })

  async #toCode(): Promise<void> {
    this.#kept.inTab('codeAt', this.codeAt)
    if (this.step !== 'code') await this.#go('code')
  }

  verify = (typed: string) =>
    this.#work(async () => {
      const otpCode = asciiDigits(typed).replace(/\D/g, '')
      if (otpCode.length !== 6) {
        this.notice = { word: 'codeMissing' }
        return
      }
      try {
        const body = { ...this.#contactMembers(), otpCode }
        const { data } = await this.service.send<Verified>('POST', '/v1/patients/verify-phone-verification-otp', { body })
        this.#verified(data.associatedPatients)
      } catch (error) {
        if (error instanceof NoAnswer && (await this.#isVerifiedThere())) {
          // The answer alone was lost.
        } else if (error instanceof Refused && error.status === 429) {
          this.notice = { word: 'codeWait' }
          return
        } else if (error instanceof Refused && error.status === 400) {
          if (!(await this.#isVerifiedThere())) {
            this.notice = { word: 'codeWrong' }
            return
          }
        } else if (error instanceof NoAnswer) {
          this.notice = { word: 'codeAnswerLost' }
          return
        } else throw error
      }
      if (this.#attempt) return this.#resume(null)
      await this.#go('person', 'replace')
    })

  #verified(patients: Patient[]): void {
    this.answers.verified = { contact: this.#contactId(), until: Date.now() + halfHourMs }
    this.answers.patients = patients
    if (!patients.some(({ id }) => id === this.answers.patientId) && this.answers.patientId !== 'new') this.answers.patientId = undefined
    this.ways = undefined
  }

  /** Whether a code whose answer was lost has opened the way: the list of patients is shown to none but who has verified. */
  async #isVerifiedThere(): Promise<boolean> {
    const { channel, ...phone } = this.#contactMembers()
    if (channel === 'email') return false
    try {
      const found = await this.service.get<{ associatedPatients?: Patient[] } | Patient[]>('/v1/patients/search-by-phone', phone as Record<string, string>)
      this.#verified(Array.isArray(found) ? found : (found.associatedPatients ?? []))
      return true
    } catch {
      return false
    }
  }

  choosePatient = (patientId: number | 'new') => {
    this.answers.patientId = patientId
    this.ways = undefined
    this.#keep()
    this.#draw()
    void this.#readWays()
      .catch((error) => this.#tell(error))
      .finally(this.#draw)
  }

  // What it costs

  async #readWays(): Promise<void> {
    const { offer, answers } = this
    const { time, shift, kind, patientId } = answers
    const takesPayments = this.workspace?.onlinePaymentEnabled ?? false
    if (!offer) return
    if (offer.isQueue) {
      if (!shift) return
      const price = { kind: 'single' as const, amount: shift.fee, currency: shift.currency }
      const desk: WayToPay = { ...price, id: 'single desk', isOnline: false }
      this.ways = takesPayments && price.amount > 0 ? [{ ...price, id: 'single online', isOnline: true }, desk] : [desk]
      return
    }
    if (!time || !kind) return
    const query = {
      mode: kind.mode,
      ...(kind.tierId ? { durationTierId: kind.tierId } : { durationMins: time.lengthMins }),
      patientCountryCode: this.dialCode,
      ...(typeof patientId === 'number' ? { patientId } : {}),
    }
    const date = dateIn(time.zone, time.from)
    const isFollowing = typeof patientId === 'number' && !kind.tierId
    const [plain, asFollowUp] = await Promise.all([
      this.#times.slots(offer, date, query),
      isFollowing ? this.#times.slots(offer, date, { ...query, followUp: true }) : undefined,
    ])
    if (this.answers.patientId === patientId) this.ways = waysOf(plain, asFollowUp, kind.mode, takesPayments)
  }

  chooseWay = (id: string): void => {
    this.answers.wayToPay = id
    this.#keep()
    this.#draw()
  }

  /** On from the question who is coming: to the ways to pay, or to the booking where there is one alone. */
  goOnFromPerson = () =>
    this.#work(async () => {
      if (this.answers.patientId === 'new' && !this.answers.newPatient.firstName?.trim()) {
        this.notice = { word: 'nameMissing' }
        return
      }
      if (!this.ways) await this.#readWays()
      if (this.ways?.length === 1) return this.#book()
      await this.#go('pay')
    })

  // Booking

  book = () => this.#work(() => this.#book())

  async #book(): Promise<void> {
    const way = this.chosenWay
    const { workspace, offer, answers, dialCode } = this
    const chosen = { workspace, offer, answers, dialCode, zone: this.options.zone }
    const body = way && bodyOf(chosen, way)
    const summary = way && summaryOf(chosen, way)
    if (!body || !summary) return
    const attempt = { ...this.#kept.keyOf(body, this.service.visitor), body, summary }
    // Of another one nobody knows yet what became of it: it is found out first, since it may be the booking that is wanted.
    if (this.#attempt && this.#attempt.id !== attempt.id) return this.#resume(null)
    this.#attempt = attempt
    this.#keep()
    await this.#reserve()
  }

  async #reserve(isAgain = false): Promise<void> {
    const attempt = this.#attempt
    if (!attempt) return
    let answer: Reserved
    try {
      answer = await this.service.send<Reserved>('POST', '/v1/appointments/reserve-slot', { body: attempt.body, key: attempt.key, isRepeatable: true })
    } catch (error) {
      if (error instanceof Refused && error.code === 'RESERVATION_OVER' && !isAgain) {
        // The same visit was booked before, and called off: it is a new one now.
        this.#kept.renewKey(attempt.id)
        this.#attempt = { ...attempt, ...this.#kept.keyOf(attempt.body, this.service.visitor) }
        this.#keep()
        return this.#reserve(true)
      }
      return this.#refused(error, attempt)
    }
    if (!answer.checkoutUrl) return this.#booked(answer, attempt, false)
    // Kept before the visitor leaves: without it nobody here would know what was paid.
    this.#attempt = { ...attempt, sessionRef: answer.sessionRef as string, checkoutUrl: answer.checkoutUrl }
    this.#kept.inTab('reserved', answer)
    this.step = 'payment'
    this.payment = { word: 'askingPayment', isAsking: true, canPay: false, canPayAtClinic: false, canChooseAgain: false }
    this.#keep()
    location.assign(answer.checkoutUrl)
  }

  async #refused(error: unknown, attempt: Attempt): Promise<void> {
    if (error instanceof NoAnswer || (error instanceof Refused && error.status >= 500 && !error.isOfGateway)) {
      this.notice = { word: 'answerLost' }
      return
    }
    if (!(error instanceof Refused)) throw error
    if (error.isOfGateway) {
      this.payment = { word: 'payRefused', isAsking: false, canPay: true, canPayAtClinic: true, canChooseAgain: false }
      return this.#go('payment', 'replace')
    }
    if (error.code === 'NOT_VERIFIED') {
      // The same attempt is sent once the contact is verified again.
      this.answers.verified = undefined
      return this.#go('contact')
    }
    if (!error.isCertain) {
      this.notice = { word: 'answerLost' }
      return
    }
    this.#attempt = undefined
    this.#kept.renewKey(attempt.id)
    switch (error.code) {
      case 'SLOT_NOT_AVAILABLE':
      case 'SLOT_NOT_OFFERED':
      case 'ROOM_NOT_AVAILABLE':
        return this.#offerNearest(attempt.summary.start)
      case 'SHIFT_FULL':
      case 'SHIFT_ENDED':
      case 'SHIFT_STARTED':
      case 'SHIFT_NOT_STARTED':
        this.answers.shift = undefined
        await this.#go('shift', 'replace')
        this.notice = { word: 'shiftFull' }
        return
      case 'TOO_MANY_VISITS':
      case 'TOO_MANY_VISITS_OF_NETWORK':
      case 'TOO_MANY_PATIENTS':
      case 'TOO_MANY_RESERVATIONS':
        this.notice = { word: 'tooMany' }
        return
      case 'VALIDATION_ERROR':
      case 'CHARGE_DIFFERS':
      case 'SESSION_PACK_NOT_USABLE':
      case 'FOLLOW_UP_NOT_ELIGIBLE': {
        const before = JSON.stringify(this.ways)
        this.ways = undefined
        this.answers.wayToPay = undefined
        await this.#readWays()
        this.notice = JSON.stringify(this.ways) === before ? { word: 'problem', message: error.message } : { word: 'priceChanged' }
        return
      }
      case undefined:
      default:
        throw error
    }
  }

  /** After a time was taken meanwhile: the days around it, and the nearest free ones (PAGE-08). */
  async #offerNearest(gone: string): Promise<void> {
    const date = dateIn(this.options.zone, gone)
    this.answers.time = undefined
    this.ways = undefined
    this.step = 'when'
    history.replaceState({ ...(history.state as object | null), clinicBooking: 'when' }, '')
    await this.#readWeek(this.firstDate && date > this.firstDate ? addDays(date, -1) : date)
    if (this.week && this.week.times.length === 0 && this.week.next) await this.#readWeek(this.week.next, true)
    this.near = nearestTo(this.week?.times ?? [], gone)
    const [first] = this.near
    if (this.week && first) this.week.chosen = dateIn(this.options.zone, first.from)
    this.notice = { word: 'taken' }
  }

  /** Goes on with an attempt after a reload, a lost answer or the way back from a checkout. */
  async #resume(sessionRef: string | null): Promise<void> {
    const known = sessionRef ?? this.#attempt?.sessionRef
    if (known) {
      this.payment = { word: 'askingPayment', isAsking: true, canPay: false, canPayAtClinic: false, canChooseAgain: false }
      await this.#go('payment', 'replace')
      void this.#follow(known)
      return
    }
    if (!this.#attempt) return
    this.step ??= this.#allowed(this.#kept.ofTab<Step>('step'))
    await this.#reserve()
  }

  #booked(answer: Reserved, attempt: Attempt, isPaid: boolean): Promise<void> {
    const { appointment, visit } = answer
    const { firstName = null, lastName = null } = this.answers.newPatient
    const patientId = appointment?.patientId ?? visit?.patientId
    // Known from now on to who books another visit.
    if (this.answers.patientId === 'new' && patientId !== undefined && !this.answers.patients.some(({ id }) => id === patientId)) {
      const { countryCode, phoneNumber } = phoneOf(this.answers.contact, this.dialCode)
      const unknown = { mrnNumber: '', dob: null, gender: null, patientFormValues: {} }
      this.answers.patients = [...this.answers.patients, { id: patientId, firstName, lastName, countryCode, phoneNumber, ...unknown }]
    }
    this.done = {
      summary: attempt.summary,
      isPaid: isPaid || attempt.summary.paidBy === 'own',
      reference: appointment?.bookingReference,
      appointmentId: appointment?.id,
      videoLink: appointment?.videoLink ?? undefined,
      token: visit ? { display: visit.tokenDisplay, position: visit.position, status: visit.publicStatusToken } : undefined,
      state: 'booked',
    }
    return this.#finish()
  }

  async #finish(): Promise<void> {
    const { done } = this
    if (!done) return
    this.#attempt = undefined
    this.payment = undefined
    this.near = undefined
    this.#kept.inTab('reserved', undefined)
    this.#kept.inTab('codeAt', undefined)
    const { summary } = done
    this.#emit('clinic-booked', {
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
    await this.#go('done', 'replace')
  }

  // Paying

  /** Asks what became of a payment until that is decided, less and less often. That the visitor came back says nothing. */
  async #follow(sessionRef: string): Promise<void> {
    this.#turn += 1
    const own = this.#turn
    const until = Date.now() + followMs
    const address = new URL(location.href)
    address.searchParams.delete('sessionRef')
    history.replaceState(history.state, '', address)
    for (let pauseMs = 1_000; ; pauseMs = Math.min(pauseMs * 1.5, 15_000)) {
      const outcome = await this.service
        .send<Outcome>('POST', '/v1/appointments/confirm-payments', { body: { sessionRef }, isRepeatable: true })
        .catch((error: unknown) => error as Error)
      if (own !== this.#turn || this.#isOver) return
      const isDecided = await this.#outcome(outcome)
      this.#keep()
      this.#draw()
      if (isDecided || own !== this.#turn) return
      if (Date.now() > until && this.payment) {
        this.payment = { ...this.payment, word: 'payUndecided', isAsking: false }
        return this.#draw()
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }

  /** Shows how a payment stands; true when there is nothing more to ask. */
  async #outcome(outcome: Outcome | Error): Promise<boolean> {
    if (outcome instanceof Refused && outcome.code === 'PAYMENT_NOT_FOUND') {
      await this.#chooseAgain(undefined)
      return true
    }
    if (outcome instanceof Error) {
      this.payment = { word: 'notReached', isAsking: true, canPay: false, canPayAtClinic: false, canChooseAgain: false }
      return false
    }
    if (outcome.status === 'FAILED') {
      await this.#chooseAgain('payFailed')
      return true
    }
    const reserved = this.#kept.ofTab<Reserved>('reserved')
    if (outcome.status === 'SUCCESS') {
      if (reserved && this.#attempt) await this.#booked(reserved, this.#attempt, true)
      else {
        // Another browser than the one that booked: no more is known here than that it is paid.
        this.payment = { word: 'bookedPaid', isAsking: false, canPay: false, canPayAtClinic: false, canChooseAgain: false }
        this.#attempt = undefined
      }
      return true
    }
    const word = outcome.reason === 'REFUNDED' ? 'payRefunded' : outcome.over ? 'payOver' : 'held'
    this.payment = {
      word,
      isAsking: !outcome.over,
      canPay: !outcome.over && this.#attempt?.checkoutUrl !== undefined,
      canPayAtClinic: false,
      canChooseAgain: this.#attempt !== undefined,
    }
    // Asked on all the same while no money has come: the page says when late money has gone back.
    return outcome.paymentStatus !== 'PENDING'
  }

  goToCheckout = (): void => {
    if (this.#attempt?.checkoutUrl) location.assign(this.#attempt.checkoutUrl)
    else void this.#work(() => this.#reserve())
  }

  /** Of a place whose checkout could not be opened: it is booked, and paid at the clinic. */
  payAtClinic = () =>
    this.#work(async () => {
      if (!this.#attempt) return
      this.done = { summary: this.#attempt.summary, isPaid: false, state: 'booked' }
      await this.#finish()
    })

  chooseAgain = () => this.#work(() => this.#chooseAgain(undefined))

  async #chooseAgain(word: Word | undefined): Promise<void> {
    this.#turn += 1
    if (this.#attempt) this.#kept.renewKey(this.#attempt.id)
    this.#attempt = undefined
    this.payment = undefined
    this.#kept.inTab('reserved', undefined)
    this.answers.time = undefined
    this.answers.shift = undefined
    this.ways = undefined
    await this.#go(this.#open(), 'replace')
    if (word) this.notice = { word }
  }

  // Afterwards

  async #readProfile(): Promise<void> {
    const id = this.done?.summary.profileId
    if (id === undefined || this.whatToExpect !== undefined) return
    try {
      this.whatToExpect = (await this.service.get<Profile>(`/v1/public-profiles/${id}`)).whatToExpect ?? undefined
      this.#draw()
    } catch {
      // Nice to know, and no more.
    }
  }

  startMove = () =>
    this.#work(async () => {
      const { done } = this
      if (!done) return
      const { summary } = done
      this.changing = 'move'
      this.answers.offer = `${summary.addressId}/${summary.doctorId}`
      this.answers.kind = { mode: summary.mode, lengthMins: (Date.parse(summary.end) - Date.parse(summary.start)) / 60_000, tierId: summary.tierId }
      this.answers.time = undefined
      this.week = undefined
      this.#draw()
      await this.#readWeek()
    })

  askCancel = (): void => {
    this.changing = 'cancel'
    this.#draw()
  }

  leaveChange = (): void => {
    this.changing = undefined
    this.notice = undefined
    this.#draw()
  }

  async #move(): Promise<void> {
    const { done, answers } = this
    const { time } = answers
    if (!done?.appointmentId || !time) return
    const body = { fromDateTimeIso: time.from, toDateTimeIso: time.to }
    try {
      const path = `/v1/appointments/${done.appointmentId}/reschedule`
      await this.service.send<Appointment>('PATCH', path, { body, isRepeatable: true })
    } catch (error) {
      const code = error instanceof Refused ? error.code : undefined
      if (code === 'SLOT_NOT_AVAILABLE' || code === 'SLOT_NOT_OFFERED' || code === 'ROOM_NOT_AVAILABLE') {
        this.answers.time = undefined
        await this.#readWeek(dateIn(this.options.zone, time.from))
        this.near = nearestTo(this.week?.times ?? [], time.from)
        this.notice = { word: 'taken' }
        return
      }
      if (code === undefined) throw error
      this.changing = undefined
      this.notice = { word: 'changeRefused' }
      return
    }
    const late = Date.parse(time.from) - Date.parse(done.summary.start)
    const shifted = (until: string | undefined) => until && new Date(Date.parse(until) + late).toISOString()
    const { cancelUntil, moveUntil } = done.summary
    this.done = {
      ...done,
      state: 'moved',
      summary: { ...done.summary, start: time.from, end: time.to, cancelUntil: shifted(cancelUntil), moveUntil: shifted(moveUntil) },
    }
    this.changing = undefined
    this.near = undefined
    this.#emit('clinic-changed', { change: 'moved', appointmentId: done.appointmentId, fromDateTimeIso: time.from })
  }

  cancel = () =>
    this.#work(async () => {
      const { done } = this
      if (!done?.appointmentId) return
      try {
        await this.service.send<Appointment>('PATCH', `/v1/appointments/${done.appointmentId}/cancel`, { body: {} })
      } catch (error) {
        const isDone = this.#lostChange && error instanceof Refused && error.code === 'STATUS_NOT_ALLOWED'
        this.#lostChange = error instanceof NoAnswer
        if (!isDone) {
          if (!(error instanceof Refused) || error.code === 'TOO_MANY_REQUESTS') throw error
          this.changing = undefined
          this.notice = { word: 'changeRefused' }
          return
        }
      }
      this.done = { ...done, state: 'cancelled' }
      this.changing = undefined
      this.#emit('clinic-changed', { change: 'cancelled', appointmentId: done.appointmentId, fromDateTimeIso: done.summary.start })
    })

  bookAnother = () =>
    this.#work(async () => {
      this.done = undefined
      this.changing = undefined
      this.nexts.clear()
      this.kinds = undefined
      this.firstDate = undefined
      this.whatToExpect = undefined
      const { contact, verified, patients } = this.answers
      this.answers = { ...this.#fresh(), contact, verified, patients }
      this.#forget('offer')
      await this.#go(this.#open(), 'replace')
    })
}
