// Books a scheduled visit. The rules are applied to the remembered configuration; the statement that
// writes repeats the two that may have changed meanwhile: the configuration's version, and the time.

import { actorOf, note } from '../audit/audit.ts'
import { bookableOf, isOffered, tierOf } from '../availability/bookable.ts'
import { type Configuration, type Configurations, type Practice, practiceOf } from '../catalogue/configuration.ts'
import { at, type Database, type Parameter, type Queries, violatedConstraint } from '../db/database.ts'
import { invalid, refusal } from '../http/errors.ts'
import type { Caller } from '../http/route.ts'
import { findOrCreatePatient } from '../patients/find-or-create.ts'
import type { Person } from '../patients/patient-fields.ts'
import { patientContact, patientWithMrn } from '../patients/queries.ts'
import type { Clock } from '../ports/clock.ts'
import { dateAt, type Instant, offsetAt } from '../values/clinic-time.ts'
import { randomBase32 } from '../values/random-text.ts'
import type { Contact, Gate } from '../verification/gate.ts'
import type { AppointmentRecord } from './appointment-record.ts'
import { type BookingRequest, type PatientChoice, paymentModes } from './booking-body.ts'
import { bookSlot, doctorIsClaimed } from './queries.ts'
import { discountMinorOf, refuseOtherCharge, type SettledPrice, type VisitPrice, visitPrice } from './visit-price.ts'

export interface BookingServices {
  database: Database
  configurations: Configurations
  clock: Clock
  gate: Gate
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
  // Nothing was done, and a moment later it may be.
  throw refusal('BUSY')
}

async function attemptBooking(
  { database, clock, gate }: BookingServices,
  caller: Caller,
  request: BookingRequest,
  configuration: Configuration,
): Promise<AppointmentRecord | 'stale'> {
  const now = clock.now()
  const visit = applyRules(configuration, request, caller.kind, now)
  const { patient } = request
  const booking = { caller, configuration, request, visit, now }
  try {
    if (caller.kind === 'session') refuseUnverifiedPerson(gate, caller, patient)
    // The plain case, a key's existing patient at a known price, is one round trip.
    if (caller.kind === 'key' && 'id' in patient && 'price' in visit.price) return await write(database, booking, patient.id, visit.price)
    return await database.transaction(async (queries) => {
      if (caller.kind === 'session') await refuseUnknownNumber(queries, caller, patient)
      const patientId = 'id' in patient ? patient.id : await patientOf(queries, caller, patient.person, now)
      if (caller.kind === 'session') await refuseUnverifiedRecord(queries, gate, caller, patientId)
      const settled = 'price' in visit.price ? visit.price : await visit.price.settle(queries, caller.workspaceId, patientId)
      if (caller.kind === 'session') refuseOtherCharge(request, settled)
      const outcome = await write(queries, booking, patientId, settled)
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

/** The record of a described person; one that is made is noted as such. */
async function patientOf(queries: Queries, caller: Caller, person: Person, now: Instant): Promise<number> {
  const { id, created } = await findOrCreatePatient(queries, caller.workspaceId, person, { now, userId: null })
  if (created) await note(queries, caller.workspaceId, caller, { action: 'CREATED', patientIds: [id], now })
  return id
}

class StaleConfiguration extends Error {}

// A session acts for the patient at the page: whom it books for must be reached by the contact they have verified
// . What the body says of a person is checked, and the record it leads to as well: it may be found by its
// number, or by a phone that is another's.

function refuseUnverifiedPerson(gate: Gate, caller: Caller, patient: PatientChoice) {
  if ('id' in patient) return
  const { phone, email } = patient.person
  // Where there is a phone the record is looked for by it, and it alone counts: with the e-mail address of one's own
  // beside it, one would learn whose phones the clinic knows, and make records on them.
  refuseUnverified(gate, caller, { phoneNormalised: phone?.normalised ?? null, email: phone ? null : email })
}

/** A record number is the clinic's to give: a session may name the one it has, and does not learn which others there are. */
async function refuseUnknownNumber(queries: Queries, { workspaceId }: Caller, patient: PatientChoice) {
  if ('id' in patient || patient.person.mrnNumber === null) return
  const [known] = await queries.rows(patientWithMrn, [workspaceId, patient.person.mrnNumber])
  if (!known) throw refusal('NOT_VERIFIED')
}

async function refuseUnverifiedRecord(queries: Queries, gate: Gate, caller: Caller, patientId: number) {
  const [contact] = await queries.rows(patientContact, [caller.workspaceId, patientId])
  if (!contact) throw refusal('PATIENT_NOT_FOUND')
  refuseUnverified(gate, caller, contact)
}

function refuseUnverified(gate: Gate, { verifiedContact }: Caller, contact: Contact) {
  if (!verifiedContact || !gate.concernsContact(verifiedContact, contact)) throw refusal('NOT_VERIFIED')
}

/** A visit that passed every rule that needs no row. */
interface Visit {
  practice: Practice
  to: Instant
  price: VisitPrice
}

function applyRules(configuration: Configuration, request: BookingRequest, kind: Caller['kind'], now: Instant): Visit {
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
  return { practice, to, price: visitPrice(practice, tier, request, kind) }
}

interface Booking {
  caller: Caller
  configuration: Configuration
  request: BookingRequest
  visit: Visit
  now: Instant
}

async function write(
  queries: Queries,
  { caller, configuration, request, visit: { practice, to }, now }: Booking,
  patientId: number,
  { price, parentId }: SettledPrice,
): Promise<AppointmentRecord | 'stale'> {
  const { workspaceId, keyId, kind } = caller
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
    source: kind === 'session' ? 'WIDGET' : 'DEVELOPER_API',
    bookingChannel: request.bookingChannel,
    paymentMode: request.paymentMode,
    paymentStatus: request.paymentStatus,
    paymentReference: request.paymentReference,
    currency: price.currency,
    chargeMinor: price.amountMinor,
    discountMinor: discountMinorOf(request, price),
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
  const [, ...actor] = actorOf(caller)
  const [outcome] = await queries.rows(bookSlot, [...parametersOf(record, configuration.version, keyId, request.vital), ...actor])
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
