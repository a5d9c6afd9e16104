// The free times that the service reports for offers, kinds, days and shifts.

import { RefusalError, type Service, type Shifts, type Slots } from './api.ts'
import {
  modesIn,
  type NextAvailability,
  nextTimesIn,
  type Offer,
  type OfferedShift,
  priceIn,
  type Time,
  toOfferedShifts,
  toTime,
  type VisitKind,
} from './catalogue.ts'
import { addDays, dateIn } from './dates.ts'
import type { Options } from './options.ts'

export const weekDays = 7

export class TimesLoader {
  readonly #service: Service
  readonly #options: Options
  readonly #dialCode: () => string | undefined

  /** `dialCode` belongs to a verified contact: it can change prices. */
  constructor(service: Service, options: Options, dialCode: () => string | undefined) {
    this.#service = service
    this.#options = options
    this.#dialCode = dialCode
  }

  today(): string {
    // One day earlier, so that the day has not begun anywhere in the world.
    return addDays(new Date(this.#service.now()).toISOString().slice(0, 10), -1)
  }

  async slots(
    offer: Offer,
    date: string,
    query: Record<string, string | number | boolean | undefined> = {},
  ): Promise<Slots> {
    const found = await this.#service.get<Slots>('/v1/appointments/available-slots', {
      addressId: offer.location.id,
      doctorId: offer.doctor.id,
      appointmentDate: date,
      patientTimezone: this.#options.zone || undefined,
      patientCountryCode: this.#dialCode(),
      visitTypeId: offer.visitTypeId,
      ...query,
    })
    this.#options.zone ||=
      found.days?.flatMap(({ slots: loadSlots }) => loadSlots)[0]?.appointmentTimezone ?? ''
    return found
  }

  /** Undefined if a practitioner cannot be booked: the profile of one who left may still exist. */
  async loadNext(offer: Offer, mode = this.#options.mode): Promise<NextAvailability | undefined> {
    try {
      if (offer.isQueue) {
        const shift = (await this.loadShifts(offer, 1)).find(({ left }) => left > 0)
        return { shift, times: [], lengths: [], modes: [] }
      }
      const found = await this.slots(offer, this.today(), { days: weekDays, mode })
      const modes = modesIn(found)
      if (modes.length === 0) return undefined
      const wantedModes = mode ? [mode] : modes
      let times = nextTimesIn(found, offer, wantedModes)
      const next = found.nextAvailableDate
      if (!times[0] && next)
        times = nextTimesIn(
          await this.slots(offer, next, { days: weekDays, mode }),
          offer,
          wantedModes,
        )
      return { times, lengths: found.availableDurations, modes }
    } catch (error) {
      if (error instanceof RefusalError && error.code === 'DOCTOR_NOT_FOUND') return undefined
      throw error
    }
  }

  /** The kinds of visit that an offer has: each length in each mode, with its price. */
  async loadKinds(
    offer: Offer,
    lengths: readonly number[],
    isModeAllowed: (mode: string) => boolean,
  ): Promise<VisitKind[]> {
    const kindsByLength = await Promise.all(
      lengths.map(async (lengthMins) => {
        const found = await this.slots(offer, this.today(), { durationMins: lengthMins })
        const tierId = found.selectedDurationTierId
        return modesIn(found)
          .filter(isModeAllowed)
          .map((mode): VisitKind => ({ mode, lengthMins, tierId, price: priceIn(found, mode) }))
      }),
    )
    const order = ['OFFLINE', 'ONLINE', 'HOME_VISIT', 'HOME_COLLECTION']
    return kindsByLength
      .flat()
      .sort((a, b) => order.indexOf(a.mode) - order.indexOf(b.mode) || a.lengthMins - b.lengthMins)
  }

  /** The free times of offers on some dates, and the next dates after those that have any. */
  async loadDays(
    offers: readonly Offer[],
    kind: VisitKind,
    { firstDate, days }: { firstDate: string; days: number },
    movedVisitId: number | undefined,
  ) {
    // One more day at each end, because the clinic's calendar may be a day ahead of the viewer's or
    // behind it.
    const answers = await Promise.all(
      offers.map(async (offer) => {
        const found = await this.slots(offer, addDays(firstDate, -1), {
          days: days + 2,
          mode: kind.mode,
          ...lengthInput(kind),
          ignoreAppointmentId: movedVisitId,
        })
        const times = (found.days ?? []).flatMap(({ slots: loadSlots }) =>
          loadSlots.map(
            (slot): Time => ({
              ...toTime(slot, offer.location.id, offer.doctor.id),
              price: priceIn(found, kind.mode),
            }),
          ),
        )
        return { times, next: found.nextAvailableDate ?? undefined }
      }),
    )
    return {
      times: answers
        .flatMap(({ times }) => times)
        .sort((a, b) => Date.parse(a.from) - Date.parse(b.from)),
      nexts: answers.flatMap(({ next }) => next ?? []).sort(),
    }
  }

  /**
   * The shifts of the coming week that can still be joined; reading stops after the date on which
   * their number reaches `countMax`.
   */
  async loadShifts(offer: Offer, countMax = Number.POSITIVE_INFINITY): Promise<OfferedShift[]> {
    const shifts: OfferedShift[] = []
    for (let day = 0; day <= weekDays; day++) {
      const answer = await this.#service.get<Shifts>('/v1/qms-appointments/doctor/shifts', {
        addressId: offer.location.id,
        doctorId: offer.doctor.id,
        date: addDays(this.today(), day),
        patientCountryCode: this.#dialCode(),
        waiting: true,
      })
      // A practitioner without a published profile has a name only here.
      if (!offer.doctor.publicProfile && answer.doctor.name) offer.name = answer.doctor.name
      const zone = answer.clinicTimezone
      this.#options.zone ||= zone
      // A date that is already yesterday for the clinic is over.
      if (addDays(this.today(), day) < dateIn(zone, this.#service.now())) continue
      const context = {
        zone,
        isInternational: answer.international,
        currency: answer.billingCurrency ?? '',
        domestic: answer.domesticCurrency ?? '',
      }
      shifts.push(
        ...answer.dates.flatMap(({ date, shifts }) =>
          toOfferedShifts(shifts, { ...context, date }),
        ),
      )
      if (shifts.filter(({ left }) => left > 0).length >= countMax) break
    }
    return shifts
  }
}

/** The length of a visit as the service expects it; nothing for the usual length. */
function lengthInput({ tierId, lengthMins }: VisitKind) {
  if (tierId) return { durationTierId: tierId }
  return lengthMins ? { durationMins: lengthMins } : {}
}
