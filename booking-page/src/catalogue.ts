// What can be booked, according to the API: practitioners at locations, kinds of visits, times,
// shifts, and payment methods. Pure.

import type { Location, Patient, Practitioner, Shift, Slot, Slots, Workspace } from './api.ts'
import { dateIn } from './dates.ts'

export interface Price {
  amount: number
  currency: string
}

/** A practitioner at a location. */
export interface Offer {
  /** `addressId/doctorId`. */
  key: string
  location: Location
  doctor: Practitioner
  name: string
  isQueue: boolean
  /** The visit type under which it is booked, and the length of its visits. */
  visitTypeId?: number
  lengthMins?: number
}

/** When an offer is next available. */
export interface NextAvailability {
  /** Soonest first, and all of the same kind; none if nothing is free. */
  times: readonly NextTime[]
  /** The next shift on offer, if the practitioner has a queue. */
  shift?: OfferedShift | undefined
  lengths: readonly number[]
  modes: readonly string[]
}

export interface OfferedShift {
  id: number
  /** The date in the clinic's zone. */
  date: string
  from: string
  to: string
  zone: string
  mode: string
  isRunning: boolean
  left: number
  /** How many people are waiting, and the shortest and longest wait in minutes. */
  waiting: number
  wait: [from: number, to: number]
  fee: number
  currency: string
}

/** The mode and length of a visit. */
export interface VisitKind {
  mode: string
  /** 0: the usual length of each practitioner. */
  lengthMins: number
  tierId: number | null
  price?: Price | undefined
}

/** A time that can be booked. */
export interface Time {
  addressId: number
  doctorId: number
  from: string
  to: string
  /** The clinic's. */
  zone: string
  lengthMins: number
  price?: Price | undefined
}

/**
 * A time that is shown before the kind of visit is asked: of the usual length, in the first mode of
 * the soonest.
 */
export interface NextTime extends Time {
  mode: string
}

export interface PaymentMethod {
  id: string
  kind: 'single' | 'followUp' | 'own' | 'pack'
  isOnline: boolean
  /** The amount due, in `currency`. */
  amount: number
  currency: string
  packName?: string
  sessions?: number
  packageConfigId?: number
  patientPackageId?: number
  /** Whether the patient has bought such a pack but not paid for it yet. */
  isBought?: boolean
}

const nextTimesMax = 3

export function listOffers({ addresses }: Workspace): Offer[] {
  return addresses.flatMap((location) =>
    location.doctors
      .filter(({ appointmentSystemType, consultationFees, qmsConsultationCharges }) =>
        appointmentSystemType === 'QMS'
          ? qmsConsultationCharges.length > 0
          : consultationFees.length > 0,
      )
      .map((doctor) => ({
        key: `${location.id}/${doctor.id}`,
        location,
        doctor,
        name: doctor.publicProfile?.name ?? doctor.specialization,
        isQueue: doctor.appointmentSystemType === 'QMS',
      })),
  )
}

const typedOffers = new WeakMap<Offer, Map<number, Offer | undefined>>()

/**
 * An offer as it is booked under a visit type, with its fees; undefined if the practitioner does
 * not offer the type there. It is the same object each time.
 */
export function offerUnderType(offer: Offer, visitTypeId: number): Offer | undefined {
  const known = typedOffers.get(offer) ?? new Map<number, Offer | undefined>()
  typedOffers.set(offer, known)
  if (!known.has(visitTypeId)) {
    const { newPatients: _, newPatientMinutes: __, ...doctor } = offer.doctor
    const type = doctor.visitTypes?.find((one) => one.visitTypeId === visitTypeId)
    if (type) {
      const { durationMins: lengthMins, modes: ___, ...terms } = type
      known.set(visitTypeId, { ...offer, visitTypeId, lengthMins, doctor: { ...doctor, ...terms } })
    } else known.set(visitTypeId, undefined)
  }
  return known.get(visitTypeId)
}

/**
 * The lowest fee for patients from the location's country or from abroad; patients from abroad pay
 * the domestic fees if there are no others.
 */
export function lowestFee(
  {
    consultationFees,
    qmsConsultationCharges,
  }: Pick<Practitioner, 'consultationFees' | 'qmsConsultationCharges'>,
  isPatientAbroad: boolean,
): Price | undefined {
  const fees = [...consultationFees, ...qmsConsultationCharges].sort((a, b) => a.amount - b.amount)
  const domestic = fees.find(({ isInternational }) => !isInternational)
  return isPatientAbroad
    ? (fees.find(({ isInternational }) => isInternational) ?? domestic)
    : domestic
}

/** Whether the price depends on the patient's country. */
export function hasTwoPriceLists({
  consultationFees,
  qmsConsultationCharges,
}: Practitioner): boolean {
  return [...consultationFees, ...qmsConsultationCharges].some(
    ({ isInternational }) => isInternational,
  )
}

export function priceIn({ plans }: Slots, mode: string): VisitKind['price'] {
  const plan = plans.find((one) => one.kind === 'GENERAL_CONSULTATION' && one.mode === mode)
  return plan && { amount: plan.pricePerSession, currency: plan.currency }
}

export const modesIn = ({ plans }: Slots): string[] =>
  plans.flatMap(({ kind, mode }) => (kind === 'GENERAL_CONSULTATION' && mode ? [mode] : []))

/**
 * The first free times among the slots of some days: as many as a card shows, all in the mode of
 * the soonest.
 */
export function nextTimesIn(
  { days = [] }: Pick<Slots, 'days'>,
  { location, doctor }: Offer,
  modes: readonly string[],
): NextTime[] {
  const offeredMode = (slot: Slot) => modes.find((mode) => slot.modes.some((one) => one === mode))
  const slots = days.flatMap((day) => day.slots).filter(offeredMode)
  const mode = slots[0] && offeredMode(slots[0])
  return slots
    .filter((slot) => slot.modes.some((one) => one === mode))
    .slice(0, nextTimesMax)
    .map((slot) => ({ ...toTime(slot, location.id, doctor.id), mode: mode as string }))
}

export function toTime(slot: Slot, addressId: number, doctorId: number): Time {
  const { fromDateTimeIso: from, toDateTimeIso: to, appointmentTimezone: zone } = slot
  return { addressId, doctorId, from, to, zone, lengthMins: slotMinutes(slot) }
}

export function slotMinutes({
  fromDateTimeIso,
  toDateTimeIso,
}: Pick<Slot, 'fromDateTimeIso' | 'toDateTimeIso'>): number {
  return (Date.parse(toDateTimeIso) - Date.parse(fromDateTimeIso)) / 60_000
}

export function toOfferedShifts(
  shifts: Shift[],
  context: {
    date: string
    zone: string
    isInternational: boolean
    currency: string
    domestic: string
  },
): OfferedShift[] {
  return shifts
    .filter(({ isEnded }) => !isEnded)
    .map((shift) => ({
      id: shift.qmsWorkShiftId,
      date: context.date,
      from: shift.startTime,
      to: shift.endTime,
      zone: context.zone,
      mode: shift.mode,
      isRunning: shift.isStarted,
      left: Math.max(0, shift.maxAppointments - shift.bookedCount),
      waiting: shift.waitingCount ?? 0,
      wait: [shift.waitFromMinutes ?? 0, shift.waitToMinutes ?? 0],
      fee: context.isInternational ? shift.internationalFee : shift.consultationFee,
      currency: context.isInternational ? context.currency : context.domestic,
    }))
}

/** The times nearest to a lost one, soonest first. */
export function findNearestTimes(times: readonly Time[], lostStart: string, count = 4): Time[] {
  const distance = ({ from }: Time) => Math.abs(Date.parse(from) - Date.parse(lostStart))
  return [...times]
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, count)
    .sort((a, b) => Date.parse(a.from) - Date.parse(b.from))
}

/** Times by their date in the viewer's zone. */
export function groupByDate(times: readonly Time[], zone: string): Map<string, Time[]> {
  const timesByDate = new Map<string, Time[]>()
  for (const time of times) {
    const date = dateIn(zone, time.from)
    timesByDate.set(date, [...(timesByDate.get(date) ?? []), time])
  }
  return timesByDate
}

export const patientName = ({
  firstName,
  lastName,
}: Pick<Patient, 'firstName' | 'lastName'>): string =>
  [firstName, lastName].filter(Boolean).join(' ')

export function initials(name: string): string {
  const parts = name.replace(/^(Dr|Prof|Mr|Ms|Mrs)\.? /, '').split(/\s+/)
  return [parts[0], parts.length > 1 ? parts.at(-1) : undefined]
    .map((part) => [...(part ?? '')][0] ?? '')
    .join('')
}
