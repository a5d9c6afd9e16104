// Loads from the service what the questions show.

import { firstFreeOffer, noVisitType } from './answers.ts'
import { PageSetupError, type Profile, type Staff } from './api.ts'
import {
  listOffers,
  type NextAvailability,
  type NextTime,
  type Offer,
  priceIn,
  type Time,
  type VisitKind,
} from './catalogue.ts'
import { addDays, dateIn } from './dates.ts'
import { InViewLoader } from './in-view-loader.ts'
import type { BookingState } from './state.ts'
import { weekDays } from './times.ts'

const weekMs = weekDays * 86_400_000

/**
 * How long the choice of a practitioner waits for all next free times before it is shown with those
 * known so far.
 */
const orderMs = 700

/** How many other practitioners of a location are queried when one has nothing free. */
const othersMax = 12

export class DataLoader {
  readonly #state: BookingState
  /** The pending queries for the next free times, by offer and visit type. */
  readonly #pendingNext = new Map<string, Promise<NextAvailability | undefined>>()
  readonly #inView = new InViewLoader()

  constructor(state: BookingState) {
    this.#state = state
  }

  async readOffers(): Promise<void> {
    if (!this.#state.workspace) return
    const { doctor, location: wantedLocation, visitType: wantedType } = this.#state.options
    let offers = await this.#withNames(listOffers(this.#state.workspace))
    if (offers.length === 0) throw new PageSetupError({ about: 'bookingUnavailable' })
    const narrowOffers = (
      name: string,
      value: string,
      isChosen: (offer: Offer) => boolean,
      describeOffer: (offer: Offer) => string | undefined,
    ) => {
      const available = [...new Set(offers.flatMap((offer) => describeOffer(offer) ?? []))]
      offers = offers.filter(isChosen)
      if (offers.length === 0)
        throw new PageSetupError({ about: 'attribute', name, value, known: available })
    }
    if (wantedLocation) {
      const isWantedLocation = ({ location: { id, city } }: Offer) =>
        String(id) === wantedLocation || city.toLowerCase() === wantedLocation.toLowerCase()
      narrowOffers(
        'location',
        wantedLocation,
        isWantedLocation,
        ({ location }) => `${location.id} (${location.city})`,
      )
    }
    if (wantedType) {
      const types = this.#state.workspace.visitTypes ?? []
      const type = types.find(
        ({ id, name }) =>
          String(id) === wantedType || name.toLowerCase() === wantedType.toLowerCase(),
      )
      const known = types.map(({ id, name }) => `${id} (${name})`)
      if (!type)
        throw new PageSetupError({
          about: 'attribute',
          name: 'visit-type',
          value: wantedType,
          known,
        })
      // The practitioners who offer it, as if they offered nothing else.
      offers = offers.flatMap((offer) => {
        const visitTypes = offer.doctor.visitTypes?.filter((one) => one.visitTypeId === type.id)
        return visitTypes?.length ? { ...offer, doctor: { ...offer.doctor, visitTypes } } : []
      })
    }
    this.#state.allOffers = offers
    if (doctor) {
      // The workspace's list has no slugs; each profile contains its own.
      const slugs = /^\d+$/.test(doctor) ? new Map() : await this.#readSlugs(offers)
      const offerSlug = (offer: Offer): string | undefined =>
        slugs.get(offer.doctor.publicProfile?.profileId)
      const isWantedDoctor = (offer: Offer) =>
        offer.doctor.id === Number(doctor) || offerSlug(offer) === doctor
      // The patient may have chosen another practitioner because this one had nothing free.
      narrowOffers(
        'doctor',
        doctor,
        (offer) => isWantedDoctor(offer) || offer.key === this.#state.answers.offer,
        (offer) => `${offerSlug(offer) ?? offer.doctor.id} (${offer.name})`,
      )
    }
    this.#state.offers = offers
    this.#state.answers.contact.country ||= offers[0]?.location.country ?? 'IN'
  }

  /**
   * Adds the names of practitioners who have no public profile, from the list of staff; without
   * names, two with the same specialization would look alike.
   */
  async #withNames(offers: Offer[]): Promise<Offer[]> {
    const unnamedOffers = offers.filter(({ doctor }) => !doctor.publicProfile)
    const names = new Map<number, string>()
    const read = async (addressId: number) => {
      const missing = unnamedOffers.filter(({ location }) => location.id === addressId)
      for (let page = 0; missing.some(({ doctor }) => !names.has(doctor.id)); page += 1) {
        const { list } = await this.#state.service.get<Staff>('/v1/users', {
          addressId,
          page,
          size: 100,
        })
        for (const { id, prefix, name } of list)
          names.set(id, [prefix, name].filter(Boolean).join(' '))
        if (list.length < 100) return
      }
    }
    // Without the list, for example when the network fails for a moment, they are shown by their
    // specialization.
    await Promise.all(
      [...new Set(unnamedOffers.map(({ location }) => location.id))].map(read),
    ).catch(() => {})
    return offers.map((offer) => ({
      ...offer,
      name: offer.doctor.publicProfile?.name ?? names.get(offer.doctor.id) ?? offer.name,
    }))
  }

  async #readSlugs(offers: readonly Offer[]): Promise<Map<number | undefined, string | undefined>> {
    const profiles = [
      ...new Set(offers.flatMap((offer) => offer.doctor.publicProfile?.profileId ?? [])),
    ]
    const read = async (id: number) =>
      [
        id,
        (await this.#state.service.get<Profile>(`/v1/public-profiles/${id}`)).slug ?? undefined,
      ] as const
    return new Map(await Promise.all(profiles.map(read)))
  }

  async readPractitioners(): Promise<void> {
    const { offersAtLocation } = this.#state
    this.#state.shownOffers = this.#state.hasManyPractitioners ? offersAtLocation : undefined
    this.#state.draw()
    if (this.#state.hasManyPractitioners) return
    const loading = this.#readNextAvailability(offersAtLocation)
    try {
      await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, orderMs))])
    } finally {
      this.#state.shownOffers = this.#state.offersBySoonest
      this.#state.draw()
    }
    await loading
  }

  async #readNextAvailability(offers: readonly Offer[]): Promise<void> {
    await Promise.all(offers.map(this.readNext))
  }

  /** When a practitioner is next available; queried only once. */
  readNext = async (offer: Offer): Promise<void> => {
    const { nextByOffer, times, draw: rerender } = this.#state
    if (nextByOffer.has(offer.key)) return
    const name = `${offer.key} ${offer.visitTypeId}`
    let loading = this.#pendingNext.get(name)
    if (!loading) {
      loading = times.loadNext(offer).finally(() => this.#pendingNext.delete(name))
      this.#pendingNext.set(name, loading)
    }
    const next = await loading
    // Another visit type may have been chosen in the meantime.
    if (
      this.#state.answers.visitType !== noVisitType &&
      offer.visitTypeId !== this.#state.answers.visitType
    )
      return
    nextByOffer.set(offer.key, next)
    rerender()
  }

  /**
   * Calls `readNext` once the element is in view. Returns a function that stops waiting for that.
   */
  readNextInView = (element: Element, offer: Offer) =>
    this.#inView.watch(element, () => this.readNext(offer))

  /** The practitioners among whom the patient chooses a time. */
  get #candidateOffers(): Offer[] {
    const { answers, offer, offersAtLocation } = this.#state
    if (answers.offer === firstFreeOffer) return offersAtLocation
    return offer ? [offer] : []
  }

  async readKinds(): Promise<VisitKind[]> {
    await this.#readNextAvailability(this.#candidateOffers)
    const isModeAllowed = (mode: string) =>
      this.#state.options.mode === undefined || mode === this.#state.options.mode
    if (this.#state.answers.offer === firstFreeOffer) {
      const modes = new Set(
        this.#state.candidates
          .flatMap(({ key }) => this.#state.nextByOffer.get(key)?.modes ?? [])
          .filter(isModeAllowed),
      )
      return [...modes].map((mode) => ({ mode, lengthMins: 0, tierId: null }))
    }
    const { offer } = this.#state
    return offer
      ? this.#state.times.loadKinds(
          offer,
          this.#state.nextByOffer.get(offer.key)?.lengths ?? [],
          isModeAllowed,
        )
      : []
  }

  /**
   * Seven dates of the viewer's calendar. Without `from`, the week contains the chosen or former
   * time. If there is neither, or if `isNext` says that `from` is the clinic's next free date, the
   * week begins with the first free date.
   */
  async readWeek(from?: string, isNext = false): Promise<void> {
    const { kind } = this.#state.answers
    if (!kind) return
    await this.#readNextAvailability(this.#candidateOffers)
    const { zone } = this.#state.options
    const chosenOffers = this.#state.offer ? [this.#state.offer] : []
    const offers =
      this.#state.answers.offer === firstFreeOffer ? this.#state.candidates : chosenOffers
    const movedVisitId =
      this.#state.pendingChange === 'move' ? this.#state.done?.appointmentId : undefined
    const read = (firstDate: string) =>
      this.#state.times.loadDays(offers, kind, { firstDate, days: weekDays }, movedVisitId)
    let firstDay = isNext ? undefined : from
    let found = await read(isNext && from ? addDays(from, -1) : (from ?? this.#state.times.today()))
    if (!firstDay) {
      const [next] = found.nexts
      // The clinic's next date may begin on the day before for the viewer.
      if (!found.times[0] && next) found = await read(addDays(next, -1))
      const first = found.times[0]
      firstDay = first ? dateIn(zone, first.from) : addDays(this.#state.times.today(), 1)
      if (first) {
        this.#state.firstDate ??= firstDay
        found = await read(firstDay)
      }
    }
    const last = addDays(firstDay, weekDays - 1)
    const { time, formerDate } = this.#state.answers
    const preferredDate = time ? dateIn(zone, time.from) : formerDate
    if (!from && preferredDate && preferredDate > last) {
      // In full weeks counted from the first date, because the patient pages through them.
      await this.readWeek(
        addDays(
          firstDay,
          Math.floor((Date.parse(preferredDate) - Date.parse(firstDay)) / weekMs) * weekDays,
        ),
      )
      if (this.#state.week?.times[0]) return
    }
    const times = this.#withHeldTime(found.times, offers, kind).filter((time) => {
      const date = dateIn(zone, time.from)
      return date >= (firstDay as string) && date <= last
    })
    const dates = times.map((one) => dateIn(zone, one.from))
    const chosen = preferredDate && dates.includes(preferredDate) ? preferredDate : dates[0]
    this.#state.week = {
      from: firstDay,
      times,
      next: found.nexts.find((date) => date > last),
      chosen,
    }
    if (times[0] || movedVisitId || this.#state.answers.offer === firstFreeOffer) return
    this.#state.draw()
    // Without an answer the patient still sees the practitioner's own next date.
    this.#state.week.other = await this.#readSoonestOther(kind).catch(() => undefined)
  }

  /** The soonest time of this kind with another practitioner, at the same location if possible. */
  async #readSoonestOther({ mode }: VisitKind): Promise<NextTime | undefined> {
    const { allOffers, answers, offer, times } = this.#state
    const otherOffers = allOffers
      .filter(({ key, isQueue }) => key !== offer?.key && !isQueue)
      .flatMap((one) => this.#state.underChosenType(one) ?? [])
    for (const isSameLocation of [true, false]) {
      const askedOffers = otherOffers
        .filter(({ location }) => (location.id === answers.addressId) === isSameLocation)
        .slice(0, othersMax)
      const nexts = await Promise.all(askedOffers.map((one) => times.loadNext(one, mode)))
      const [soonest] = nexts
        .flatMap((next) => next?.times[0] ?? [])
        .sort((a, b) => Date.parse(a.from) - Date.parse(b.from))
      if (soonest) return soonest
    }
    return undefined
  }

  /** The times, including the one that is held for this patient if these offers contain it. */
  #withHeldTime(times: Time[], offers: readonly Offer[], { mode, tierId }: VisitKind): Time[] {
    const { heldTime, service } = this.#state
    if (!heldTime || Date.parse(heldTime.until) <= service.now()) return times
    const { attempt, time } = heldTime
    const isOffered = offers.some(({ key }) => key === `${time.addressId}/${time.doctorId}`)
    const isSameKind = attempt.summary.mode === mode && attempt.summary.tierId === tierId
    if (
      !isOffered ||
      !isSameKind ||
      times.some(({ from, doctorId }) => from === time.from && doctorId === time.doctorId)
    )
      return times
    return [...times, time].sort((a, b) => Date.parse(a.from) - Date.parse(b.from))
  }

  /** Quotes the chosen visit again, for another country. */
  async requote(): Promise<void> {
    const { answers, offer, step } = this.#state
    const { kind, time, shift } = answers
    this.#state.paymentMethods = undefined
    if (kind?.price || step === 'what') {
      this.#state.kinds = await this.readKinds()
      answers.kind = this.#state.kinds.find(
        ({ mode, lengthMins }) => mode === kind?.mode && lengthMins === kind.lengthMins,
      )
    }
    if (offer && kind && time) {
      const length = kind.tierId
        ? { durationTierId: kind.tierId }
        : { durationMins: time.lengthMins }
      const found = await this.#state.times.slots(offer, dateIn(time.zone, time.from), {
        mode: kind.mode,
        ...length,
      })
      answers.time = { ...time, price: priceIn(found, kind.mode) }
    }
    if (offer?.isQueue) {
      this.#state.shifts = await this.#state.times.loadShifts(offer)
      answers.shift =
        shift && this.#state.shifts.find(({ id, date }) => id === shift.id && date === shift.date)
    }
  }

  showWeek = (from: string) => this.#state.runTask(() => this.readWeek(from))

  showNextWeek = (date: string): void => this.#state.acceptAnswer(() => this.readWeek(date, true))
}
