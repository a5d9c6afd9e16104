// Books a scheduled visit. The rules are applied to the remembered configuration; the statement that
// writes repeats the two that may have changed meanwhile: the configuration's version, and the time.

import { type Bookable, bookableOf, isOffered, tierOf } from '../availability/bookable.ts'
import { followableVisit, followUpPrice } from '../availability/follow-up.ts'
import { type Configuration, type Configurations, practiceOf } from '../catalogue/configuration.ts'
import { isInternational, type Price, tierPrice } from '../catalogue/pricing.ts'
import { at, type Database, type Parameter, type Queries, violatedConstraint } from '../db/database.ts'
import { invalid, refusal } from '../http/errors.ts'
import type { Caller } from '../http/route.ts'
import { findOrCreatePatient } from '../patients/find-or-create.ts'
import { patientCountry } from '../patients/queries.ts'
import type { Clock } from '../ports/clock.ts'
import { dateAt, type Instant, offsetAt } from '../values/clinic-time.ts'
import { minorUnitsMax, toMinorUnits } from '../values/money.ts'
import { randomBase32 } from '../values/random-text.ts'
import type { AppointmentRecord } from './appointment-record.ts'
import { type BookingRequest, type PatientChoice, paymentModes } from './booking-body.ts'
import { bookSlot, doctorIsClaimed, lockPatient } from './queries.ts'

export interface BookingServices {
  database: Database
  configurations: Configurations
  clock: Clock
}

// How often a booking starts again because the configuration changed under it; each time it is read anew.
const attemptsMax = 5

/** Books the visit and answers its record; throws a refusal, and then nothing was written (BOOK-68). */
export async function bookVisit(services: BookingServices, caller: Caller, request: BookingRequest): Promise<AppointmentRecord> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const configuration = await services.configurations.of(caller.workspaceId)
    const outcome = await attemptBooking(services, caller, request, configuration)
    if (outcome !== 'stale') return outcome
    services.configurations.forget(caller.workspaceId)
  }
  throw new Error('the configuration changed during every attempt to book')
}

async function attemptBooking(
  { database, clock }: BookingServices,
  caller: Caller,
  request: BookingRequest,
  configuration: Configuration,
): Promise<AppointmentRecord | 'stale'> {
  const now = clock.now()
  const visit = applyRules(configuration, request, now)
  const { patient } = request
  try {
    // The plain case, an existing patient at a known price, is one round trip.
    if ('id' in patient && !visit.needsPatient) {
      return await write(database, caller, configuration, visit, patient.id, visit.price, null, now)
    }
    return await database.transaction(async (queries) => {
      const patientId = await resolvePatient(queries, caller.workspaceId, patient, now)
      const { price, parentId } = await visit.settle(queries, patientId)
      const outcome = await write(queries, caller, configuration, visit, patientId, price, parentId, now)
      // A patient made for a booking that has to start again is not left behind.
      if (outcome === 'stale') throw new StaleConfiguration()
      return outcome
    })
  } catch (error) {
    if (error instanceof StaleConfiguration) return 'stale'
    // One in 10^15: the reference exists. Nothing was written; the next attempt makes another.
    if (violatedConstraint(error) === 'booking_reference_unique') return 'stale'
    throw error
  }
}

class StaleConfiguration extends Error {}

/** A booking that passed every rule that needs no row. */
interface Visit {
  bookable: Bookable
  request: BookingRequest
  to: Instant
  price: Price
  /** True where the patient's record decides the price. */
  needsPatient: boolean
  settle(queries: Queries, patientId: number): Promise<{ price: Price; parentId: number | null }>
}

function applyRules(configuration: Configuration, request: BookingRequest, now: Instant): Visit {
  const practice = practiceOf(configuration, request.doctorId, request.addressId)
  const bookable = practice && bookableOf(configuration, practice, now)
  if (!practice || !bookable) throw refusal('DOCTOR_NOT_FOUND')
  const { doctor, location } = practice
  if (doctor.appointmentSystem !== 'SCHEDULED') throw refusal('WRONG_APPOINTMENT_SYSTEM', { system: doctor.appointmentSystem })
  if (!paymentModes.some((mode) => mode === request.paymentMode) && !configuration.paymentMethods.includes(request.paymentMode)) {
    throw invalid(`paymentMode must be one of ${[...paymentModes, ...configuration.paymentMethods].join(', ')}`)
  }
  // No session pack can be named that exists: none is on sale and none is owned.
  if (request.bookingType === 'PACKAGE_PURCHASE') throw refusal('SESSION_PACK_NOT_FOUND', { field: 'packageConfigId' })
  if (request.bookingType === 'USE_ACTIVE_PACKAGE') throw refusal('SESSION_PACK_NOT_FOUND', { field: 'patientPackageId' })
  if (request.roomId !== null && !location.roomIds.has(request.roomId)) throw refusal('ROOM_NOT_FOUND')
  if (!bookable.offeredModes.includes(request.mode)) throw refusal('MODE_NOT_OFFERED', { mode: request.mode })

  const tier = request.durationTierId === null ? undefined : tierOf(practice, request.durationTierId)
  if (request.durationTierId !== null && !tier) throw refusal('DURATION_TIER_NOT_FOUND')
  // A tier decides the length as it does the fee.
  const to = tier ? request.from + tier.durationMins * 60_000 : request.to
  if (!isOffered(bookable, { from: request.from, to }, request.mode, now)) throw refusal('SLOT_NOT_OFFERED')

  if (request.followUp) {
    const price = followUpPrice(practice)
    checkMoney(request, price)
    const settle = async (queries: Queries, patientId: number) => {
      const [locked] = await queries.rows(lockPatient, [configuration.workspaceId, patientId])
      if (!locked) throw refusal('PATIENT_NOT_FOUND')
      const date = dateAt(location.timezone, request.from)
      const parentId = await followableVisit(queries, configuration.workspaceId, [patientId], practice, date)
      if (parentId === undefined) throw refusal('FOLLOW_UP_NOT_ELIGIBLE')
      return { price, parentId }
    }
    return { bookable, request, to, price, needsPatient: true, settle }
  }

  if (tier) {
    const domestic = tierPrice(practice, tier, false)
    const settle = async (queries: Queries, patientId: number) => {
      const [row] = await queries.rows(patientCountry, [configuration.workspaceId, patientId])
      if (!row) throw refusal('PATIENT_NOT_FOUND')
      const price = tierPrice(practice, tier, isInternational(location, row.countryCode ?? undefined) ?? false)
      checkMoney(request, price)
      return { price, parentId: null }
    }
    // Only a tier with two prices has to know where the patient is from.
    const needsPatient = tierPrice(practice, tier, true).isInternational
    if (!needsPatient) checkMoney(request, domestic)
    return { bookable, request, to, price: domestic, needsPatient, settle }
  }

  const price = chargeAsSent(request, request.currency ?? location.currency)
  checkMoney(request, price)
  return { bookable, request, to, price, needsPatient: false, settle: async () => ({ price, parentId: null }) }
}

/** Under a key the caller's charge is trusted. */
function chargeAsSent({ consultationCharge = 0 }: BookingRequest, currency: string): Price {
  const amountMinor = toMinorUnits(consultationCharge, currency)
  if (amountMinor === undefined) throw invalid(`consultationCharge must be an amount of ${currency}, at most ${minorUnitsMax} of its smallest unit`)
  return { amountMinor, currency, isInternational: false }
}

function checkMoney(request: BookingRequest, price: Price) {
  if (request.currency !== undefined && request.currency !== price.currency) {
    throw invalid(`currency must be ${price.currency}, the currency of this visit's fee`)
  }
  const discountMinor = toMinorUnits(request.discountAmount, price.currency)
  if (discountMinor === undefined) throw invalid(`discountAmount must be an amount of ${price.currency}`)
  if (discountMinor > price.amountMinor) throw invalid('discountAmount must not exceed the amount it discounts')
}

async function resolvePatient(queries: Queries, workspaceId: number, patient: PatientChoice, now: Instant): Promise<number> {
  return 'id' in patient ? patient.id : findOrCreatePatient(queries, workspaceId, patient.person, now)
}

async function write(
  queries: Queries,
  { workspaceId, keyId }: Caller,
  configuration: Configuration,
  { bookable: { practice }, request, to }: Visit,
  patientId: number,
  price: Price,
  parentId: number | null,
  now: Instant,
): Promise<AppointmentRecord | 'stale'> {
  const { location, doctor } = practice
  const { from } = request
  const record: Omit<AppointmentRecord, 'id'> = {
    workspaceId,
    bookingReference: `BK${randomBase32(10)}`,
    patientId,
    doctorId: doctor.id,
    addressId: location.id,
    roomId: request.roomId,
    appointmentDate: dateAt(location.timezone, from),
    from,
    to,
    timezone: location.timezone,
    status: 'SCHEDULED',
    mode: request.mode,
    type: request.type,
    bookingType: request.bookingType,
    source: 'DEVELOPER_API',
    bookingChannel: request.bookingChannel,
    paymentMode: request.paymentMode,
    paymentStatus: request.paymentStatus,
    paymentReference: request.paymentReference,
    currency: price.currency,
    chargeMinor: price.amountMinor,
    discountMinor: toMinorUnits(request.discountAmount, price.currency) ?? 0,
    discountReason: request.discountReason,
    followUp: parentId !== null,
    parentAppointmentId: parentId,
    durationTierId: request.durationTierId,
    patientTimezone: request.patientTimezone,
    chiefComplaint: request.chiefComplaint,
    appointmentNotes: request.appointmentNotes,
    cancellationReason: null,
    voided: false,
    createdAt: now,
    updatedAt: now,
  }
  const [outcome] = await queries.rows(bookSlot, parametersOf(record, configuration.version, keyId, request.vital))
  if (!outcome?.patientFound) throw refusal('PATIENT_NOT_FOUND')
  if (!outcome.configurationCurrent) return 'stale'
  if (outcome.appointmentId === null) throw await takenBy(queries, record)
  return { id: outcome.appointmentId, ...record }
}

function parametersOf(record: Omit<AppointmentRecord, 'id'>, version: number, keyId: number, vital: string | null): Parameter[] {
  return [
    record.workspaceId,
    record.patientId,
    version,
    record.doctorId,
    record.addressId,
    record.roomId,
    at(record.from),
    at(record.to),
    record.bookingReference,
    record.appointmentDate,
    record.timezone,
    offsetAt(record.timezone, record.from),
    // The offset in force until the visit ends: a visit may end in the very moment the clocks change.
    offsetAt(record.timezone, record.to - 1),
    record.mode,
    record.type,
    record.bookingType,
    record.source,
    record.bookingChannel,
    record.paymentMode,
    record.paymentStatus,
    record.paymentReference,
    record.currency,
    record.chargeMinor,
    record.discountMinor,
    record.discountReason,
    record.parentAppointmentId,
    record.durationTierId,
    record.patientTimezone,
    record.chiefComplaint,
    record.appointmentNotes,
    keyId,
    at(record.createdAt),
    vital,
  ]
}

/** Whose time was taken, for the better message; without a room it can only be the doctor's. */
async function takenBy(queries: Queries, { workspaceId, doctorId, roomId, from, to }: Omit<AppointmentRecord, 'id'>) {
  if (roomId === null) return refusal('SLOT_NOT_AVAILABLE')
  const [doctor] = await queries.rows(doctorIsClaimed, [workspaceId, doctorId, at(from), at(to)])
  return refusal(doctor?.claimed ? 'SLOT_NOT_AVAILABLE' : 'ROOM_NOT_AVAILABLE')
}
