// Loads from the service what the questions show.

import { firstFree } from './answers.ts'
import { Misplaced, type Profile, type Staff } from './api.ts'
import { type Kind, type Next, type NextTime, type Offer, offersOf, priceIn, type Time } from './catalogue.ts'
import { addDays, dateIn } from './dates.ts'
import { InView } from './in-view.ts'
import type { State } from './state.ts'
import { weekDays } from './times.ts'

const weekMs = weekDays * 86_400_000

/** How long the choice of a practitioner waits for all next free times, before it is shown with the known ones. */
const orderMs = 700

/** How many other practitioners of a location are asked where one has nothing free. */
const othersMax = 12

export class Reading {
  readonly #state: State
  /** The answers that are awaited. */
  readonly #nexts = new Map<string, Promise<Next | undefined>>()
  readonly #inView = new InView()

  constructor(state: State) {
    this.#state = state
  }

  async readOffers(): Promise<void> {
    if (!this.#state.workspace) return
    const { doctor, location: place } = this.#state.options
    let offers = await this.#named(offersOf(this.#state.workspace))
    if (offers.length === 0) throw new Misplaced({ about: 'nobody' })
    const only = (name: string, value: string, isChosen: (offer: Offer) => boolean, nameOf: (offer: Offer) => string | undefined) => {
      const known = [...new Set(offers.flatMap((offer) => nameOf(offer) ?? []))]
      offers = offers.filter(isChosen)
      if (offers.length === 0) throw new Misplaced({ about: 'attribute', name, value, known })
    }
    if (place) {
      const isThere = ({ location: { id, city } }: Offer) => String(id) === place || city.toLowerCase() === place.toLowerCase()
      only('location', place, isThere, ({ location }) => `${location.id} (${location.city})`)
    }
    this.#state.allOffers = offers
    if (doctor) {
      // The list of the workspace has no slugs; each profile has its own.
      const slugs = /^\d+$/.test(doctor) ? new Map() : await this.#readSlugs(offers)
      const slugOf = (offer: Offer): string | undefined => slugs.get(offer.doctor.publicProfile?.profileId)
      const isMeant = (offer: Offer) => offer.doctor.id === Number(doctor) || slugOf(offer) === doctor
      // Another practitioner may have been chosen where this one had nothing free.
      only(
        'doctor',
        doctor,
        (offer) => isMeant(offer) || offer.key === this.#state.answers.offer,
        (offer) => `${slugOf(offer) ?? offer.doctor.id} (${offer.name})`,
      )
    }
    this.#state.offers = offers
    this.#state.answers.contact.country ||= offers[0]?.location.country ?? 'IN'
  }

  /** With the names of practitioners who have no public profile, from the list of staff: two of one specialization would look alike. */
  async #named(offers: Offer[]): Promise<Offer[]> {
    const nameless = offers.filter(({ doctor }) => !doctor.publicProfile)
    const names = new Map<number, string>()
    const read = async (addressId: number) => {
      const sought = nameless.filter(({ location }) => location.id === addressId)
      for (let page = 0; sought.some(({ doctor }) => !names.has(doctor.id)); page += 1) {
        const { list } = await this.#state.service.get<Staff>('/v1/users', { addressId, page, size: 100 })
        for (const { id, prefix, name } of list) names.set(id, [prefix, name].filter(Boolean).join(' '))
        if (list.length < 100) return
      }
    }
    // Without the list, as for a moment without network, they are shown by their specialization.
    await Promise.all([...new Set(nameless.map(({ location }) => location.id))].map(read)).catch(() => {})
    return offers.map((offer) => ({ ...offer, name: offer.doctor.publicProfile?.name ?? names.get(offer.doctor.id) ?? offer.name }))
  }

  async #readSlugs(offers: readonly Offer[]): Promise<Map<number | undefined, string | undefined>> {
    const profiles = [...new Set(offers.flatMap((offer) => offer.doctor.publicProfile?.profileId ?? []))]
    const read = async (id: number) => [id, (await this.#state.service.get<Profile>(`/v1/public-profiles/${id}`)).slug ?? undefined] as const
    return new Map(await Promise.all(profiles.map(read)))
  }

  async readWho(): Promise<void> {
    const { offersHere } = this.#state
    this.#state.shown = this.#state.hasMany ? offersHere : undefined
    this.#state.draw()
    if (this.#state.hasMany) return
    const reading = this.#readNexts(offersHere)
    try {
      await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, orderMs))])
    } finally {
      this.#state.shown = this.#state.offersBySoonest
      this.#state.draw()
    }
    await reading
  }

  async #readNexts(offers: readonly Offer[]): Promise<void> {
    await Promise.all(offers.map(this.readNext))
  }

  /** When a practitioner is free next, asked once. */
  readNext = async (offer: Offer): Promise<void> => {
    const { nexts, times, draw } = this.#state
    if (nexts.has(offer.key)) return
    let reading = this.#nexts.get(offer.key)
    if (!reading) {
      reading = times.nextOf(offer).finally(() => this.#nexts.delete(offer.key))
      this.#nexts.set(offer.key, reading)
    }
    nexts.set(offer.key, await reading)
    draw()
  }

  /** The same once something of the practitioner is in view. Returns what stops waiting for it. */
  readNextInView = (element: Element, offer: Offer) => this.#inView.watch(element, () => this.readNext(offer))

  /** The practitioners among whom the patient chooses a time. */
  get #wanted(): Offer[] {
    const { answers, offer, offersHere } = this.#state
    return answers.offer === firstFree ? offersHere : offer ? [offer] : []
  }

  async readKinds(): Promise<Kind[]> {
    await this.#readNexts(this.#wanted)
    const allows = (mode: string) => this.#state.options.mode === undefined || mode === this.#state.options.mode
    if (this.#state.answers.offer === firstFree) {
      const modes = new Set(this.#state.candidates.flatMap(({ key }) => this.#state.nexts.get(key)?.modes ?? []).filter(allows))
      return [...modes].map((mode) => ({ mode, lengthMins: 0, tierId: null }))
    }
    const { offer } = this.#state
    return offer ? this.#state.times.kindsOf(offer, this.#state.nexts.get(offer.key)?.lengths ?? [], allows) : []
  }

  /**
   * Seven dates of the viewer's calendar. Without `from` they are those with the chosen or former time, or else, as if `from` is the clinic's
   * next free date, those that begin with the first free one.
   */
  async readWeek(from?: string, isNext = false): Promise<void> {
    const { kind } = this.#state.answers
    if (!kind) return
    await this.#readNexts(this.#wanted)
    const { zone } = this.#state.options
    const offers = this.#state.answers.offer === firstFree ? this.#state.candidates : this.#state.offer ? [this.#state.offer] : []
    const moved = this.#state.changing === 'move' ? this.#state.done?.appointmentId : undefined
    const read = (firstDate: string) => this.#state.times.daysOf(offers, kind, { firstDate, days: weekDays }, moved)
    let begin = isNext ? undefined : from
    let found = await read(isNext && from ? addDays(from, -1) : (from ?? this.#state.times.today()))
    if (!begin) {
      const [next] = found.nexts
      // The clinic's next date may begin on the day before for the viewer.
      if (!found.times[0] && next) found = await read(addDays(next, -1))
      const first = found.times[0]
      begin = first ? dateIn(zone, first.from) : addDays(this.#state.times.today(), 1)
      if (first) {
        this.#state.firstDate ??= begin
        found = await read(begin)
      }
    }
    const last = addDays(begin, weekDays - 1)
    const { time, formerDate } = this.#state.answers
    const picked = time ? dateIn(zone, time.from) : formerDate
    if (!from && picked && picked > last) {
      // In whole weeks from the first, as the patient turns them.
      await this.readWeek(addDays(begin, Math.floor((Date.parse(picked) - Date.parse(begin)) / weekMs) * weekDays))
      if (this.#state.week?.times[0]) return
    }
    const times = this.#withHeld(found.times, offers, kind).filter((time) => {
      const date = dateIn(zone, time.from)
      return date >= (begin as string) && date <= last
    })
    const dates = times.map((one) => dateIn(zone, one.from))
    const chosen = picked && dates.includes(picked) ? picked : dates[0]
    this.#state.week = { from: begin, times, next: found.nexts.find((date) => date > last), chosen }
    if (times[0] || moved || this.#state.answers.offer === firstFree) return
    this.#state.draw()
    // Without an answer the patient still sees the practitioner's own next date.
    this.#state.week.other = await this.#readSoonestOther(kind).catch(() => undefined)
  }

  /** The soonest time of a kind with another practitioner; at the same location if there is one. */
  async #readSoonestOther({ mode }: Kind): Promise<NextTime | undefined> {
    const { allOffers, answers, offer, times } = this.#state
    const others = allOffers.filter((one) => one !== offer && !one.isQueue)
    for (const isHere of [true, false]) {
      const asked = others.filter(({ location }) => (location.id === answers.addressId) === isHere).slice(0, othersMax)
      const nexts = await Promise.all(asked.map((one) => times.nextOf(one, mode)))
      const [soonest] = nexts.flatMap((next) => next?.times[0] ?? []).sort((a, b) => Date.parse(a.from) - Date.parse(b.from))
      if (soonest) return soonest
    }
    return undefined
  }

  /** With the time that this patient holds, if these offers have it. */
  #withHeld(times: Time[], offers: readonly Offer[], { mode, tierId }: Kind): Time[] {
    const { held, service } = this.#state
    if (!held || Date.parse(held.until) <= service.now()) return times
    const { attempt, time } = held
    const isOfThese = offers.some(({ key }) => key === `${time.addressId}/${time.doctorId}`)
    const isSame = attempt.summary.mode === mode && attempt.summary.tierId === tierId
    if (!isOfThese || !isSame || times.some(({ from, doctorId }) => from === time.from && doctorId === time.doctorId)) return times
    return [...times, time].sort((a, b) => Date.parse(a.from) - Date.parse(b.from))
  }

  /** Quotes what was chosen again, for another country. */
  async requote(): Promise<void> {
    const { answers, offer, step } = this.#state
    const { kind, time, shift } = answers
    this.#state.ways = undefined
    if (kind?.price || step === 'what') {
      this.#state.kinds = await this.readKinds()
      answers.kind = this.#state.kinds.find(({ mode, lengthMins }) => mode === kind?.mode && lengthMins === kind.lengthMins)
    }
    if (offer && kind && time) {
      const length = kind.tierId ? { durationTierId: kind.tierId } : { durationMins: time.lengthMins }
      const found = await this.#state.times.slots(offer, dateIn(time.zone, time.from), { mode: kind.mode, ...length })
      answers.time = { ...time, price: priceIn(found, kind.mode) }
    }
    if (offer?.isQueue) {
      this.#state.shifts = await this.#state.times.shiftsOf(offer)
      answers.shift = shift && this.#state.shifts.find(({ id, date }) => id === shift.id && date === shift.date)
    }
  }

  showWeek = (from: string) => this.#state.work(() => this.readWeek(from))

  showNextWeek = (date: string): void => this.#state.choose(() => this.readWeek(date, true))
}
