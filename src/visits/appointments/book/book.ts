// Books a scheduled visit, within the transaction of its caller. The rules are applied to the
// cached configuration. The writing statement repeats the two checks whose facts may have changed
// since: the configuration's version, and the time.

import type { Caller } from '../../../base/contract/route.ts'
import { pickColumns } from '../../../base/db/columns.ts'
import { noteChange } from '../../../base/db/confirmed-commits.ts'
import { type Database, type Queries, violatedConstraint } from '../../../base/db/database.ts'
import type { RowOf } from '../../../base/db/statement.ts'
import { actorValues } from '../../../base/operations/actor.ts'
import type { Clock } from '../../../base/ports/clock.ts'
import { clinicDay, dateAt, type Instant, offsetAt } from '../../../base/values/clinic-time.ts'
import { horizonYears } from '../../../base/values/horizon.ts'
import type { PatientRuleName } from '../../../base/values/patient-rules.ts'
import { invalid, Problem } from '../../../base/values/problem.ts'
import { randomBase32 } from '../../../base/values/random-text.ts'
import { createVisitVideo } from '../../../base/values/video-link.ts'
import { chargeValues } from '../../../clinic/audit/charge.ts'
import {
  type Configuration,
  type Configurations,
  type DurationTier,
  type Practice,
  practiceTravelMins,
} from '../../../clinic/catalogue/configuration.ts'
import {
  ConfigurationChanged,
  withCurrentConfiguration,
} from '../../../clinic/catalogue/current-configuration.ts'
import { tierOfType } from '../../../clinic/catalogue/visit-types.ts'
import type { NoticeSettings } from '../../../clinic/notices/notice-settings.ts'
import { bookingNoticeTimes } from '../../../clinic/notices/plan-notices.ts'
import { lockIdentities } from '../../../clinic/patients/find-or-create.ts'
import type { ConsentGate } from '../../../clinic/verification/consent-gate.ts'
import { initialOnlinePayment, type PaymentStatus } from '../../../money/payments/payable.ts'
import {
  type Bookable,
  bookableBy,
  checkOffered,
  findRequestedPractice,
  findTier,
  timeRuleBroken,
  toBookable,
} from '../../availability/bookable.ts'
import {
  findUnlockedPatientCountry,
  lookUpPatient,
  resolvePatient,
  type UnlockedPatient,
} from '../../booking/booked-patient.ts'
import { type Booker, bookingSource } from '../../booking/booker.ts'
import { checkPaymentMode } from '../../booking/booking-members.ts'
import { refuseOtherCharge } from '../../booking/charge.ts'
import {
  checkPatientRules,
  findAllBrokenRules,
  type RuledVisit,
  type RulesForBooking,
  ruleRefusals,
  takesLocks,
} from '../../booking/patient-rule-checks.ts'
import { type SessionRules, sessionRules } from '../../booking/session-rules.ts'
import { claimWithRoom, listRoomChoices } from '../../occupancy/rooms-of-type.ts'
import {
  type AppointmentRecord,
  type BookedAppointment,
  newAppointmentRecord,
  requestedColumns,
} from '../appointment-record.ts'
import type { BookingRequest } from '../booking-request.ts'
import { problem } from '../problems.ts'
import { bookSlot, bookSlotForNewPatient } from '../queries.ts'
import { packPaymentPrice, packPurchasePrice } from '../visit-by-pack.ts'
import {
  type PriceRules,
  quotedTier,
  type SettledPrice,
  type VisitPrice,
  visitPrice,
} from '../visit-price.ts'

/** Problems that refuse a slot booking, apart from those of its body. */
export const bookingRefusals = [
  'WRONG_APPOINTMENT_SYSTEM',
  'MODE_NOT_OFFERED',
  'SLOT_NOT_OFFERED',
  'SLOT_NOT_AVAILABLE',
  'ROOM_NOT_FOUND',
  'ROOM_NOT_AVAILABLE',
  'DURATION_TIER_NOT_FOUND',
  'VISIT_TYPE_NOT_OFFERED',
  'CHARGE_MISMATCH',
  'SESSION_PACK_NOT_FOUND',
  'SESSION_PACK_NOT_USABLE',
  'TOO_MANY_VISITS',
  'TOO_MANY_VISITS_FROM_NETWORK',
  'TOO_MANY_PATIENTS',
  'FOLLOW_UP_NOT_ELIGIBLE',
  'DOCTOR_NOT_FOUND',
  'PATIENT_NOT_FOUND',
  ...ruleRefusals,
] as const

export interface BookingServices {
  database: Database
  configurations: Configurations
  clock: Clock
  gate: ConsentGate
}

/** Books exactly one visit; if it throws a problem, nothing has been written (BOOK-68). */
export async function bookVisit(
  services: BookingServices,
  caller: Booker,
  request: BookingRequest,
): Promise<AppointmentRecord> {
  const { database, configurations } = services
  return withCurrentConfiguration(configurations, caller.workspaceId, async (configuration) => {
    const visit = planVisit(services, configuration, caller, request)
    return (
      (await bookOptimistically(database, visit)) ??
      database.transaction((queries) => book(queries, visit))
    )
  })
}

/**
 * Books in one statement, which writes and locks everything, if the caller has a key and the price
 * is known or can be found by reading alone. A described patient is looked up first. If rules count
 * visits, a transaction locks what they count and checks them before. Returns undefined, with
 * nothing written, if a transaction has to find the patient or the price. `runStatement` writes
 * more in the same statement; for someone without a record, that takes such a transaction.
 */
export async function bookOptimistically(
  database: Database,
  visit: PlannedVisit,
  runStatement?: RunBookingStatement,
): Promise<AppointmentRecord | undefined> {
  const { price, caller, request } = visit
  if ('settle' in price && !price.isRead) return undefined
  const patient = await lookUpPatient(database, visit)
  if (!patient || (runStatement && !('id' in patient))) return undefined
  const bookBy = (queries: Queries) => bookForPatient(queries, visit, patient, runStatement)
  try {
    if (!visit.rules || !takesLocks(visit.rules, toRuledVisit(visit, findPatientId(patient))))
      return await bookBy(database)
    return await database.transaction(async (queries) => {
      // The statement locks them too, but only after the practitioner.
      if (!('id' in patient) && 'person' in request.patient)
        await lockIdentities(queries, caller.workspaceId, [request.patient.person])
      return bookBy(queries)
    })
  } catch (error) {
    // The record may have been merged, or someone may have been added to the phone number since the
    // look-up: only a transaction can tell who the patient is, and so what the rules say.
    if (error instanceof Problem && dependsOnPatient.has(error.code)) return undefined
    throw error
  }
}

/**
 * Runs the statement that books a visit for a patient with a record, or a variant that does more.
 */
export type RunBookingStatement = (
  queries: Queries,
  parameters: RowOf<typeof bookSlot.takes>,
  appointment: BookedAppointment,
) => Promise<RowOf<typeof bookSlot.returns>[]>

const dependsOnPatient: ReadonlySet<string> = new Set([
  'PATIENT_NOT_FOUND',
  'SESSION_PACK_NOT_FOUND',
  'PATIENTS_CANNOT_BOOK',
  ...ruleRefusals,
])

/** A visit that passed all rules that can be checked without the database. */
export interface PlannedVisit {
  caller: Booker
  configurationVersion: number
  request: BookingRequest
  practice: Practice
  to: Instant
  tier: DurationTier | undefined
  /** Why a time that is not offered is booked; null if it is offered. */
  unofferedReason: string | null
  /** The series that it is booked in; null for a single visit. */
  seriesId: number | null
  price: VisitPrice
  /** The limits of the caller's session; undefined for a key, which may book for everyone. */
  session: SessionRules | undefined
  /** The rules for patients, as far as stored data decides; undefined if there are none. */
  rules: RulesForBooking | undefined
  /** Whether a key must charge exactly the listed price. */
  holdsToPrice: boolean
  notices: NoticeSettings | null
  now: Instant
}

/** Applies the rules of the configuration; throws the first problem. */
export function planVisit(
  { clock, gate }: Pick<BookingServices, 'clock' | 'gate'>,
  configuration: Configuration,
  caller: Booker,
  request: BookingRequest,
): PlannedVisit {
  const now = clock.now()
  const practice = findRequestedPractice(configuration, request)
  const clinicBookable = practice && toBookable(configuration, practice, now)
  if (!practice || !clinicBookable) throw problem('DOCTOR_NOT_FOUND')
  const bookable = isOfApi(caller) ? bookableBy(caller, clinicBookable) : clinicBookable
  const { doctor, location } = practice
  if (doctor.appointmentSystem !== 'SCHEDULED')
    throw problem('WRONG_APPOINTMENT_SYSTEM', { system: doctor.appointmentSystem })
  checkPaymentMode(configuration, request.paymentMode)
  const session = sessionRules(gate, caller, configuration)
  session?.checkTerms(request)
  if (request.roomId !== null && !location.roomIds.has(request.roomId))
    throw problem('ROOM_NOT_FOUND')
  if (!bookable.offeredModes.includes(request.mode))
    throw problem('MODE_NOT_OFFERED', { mode: request.mode })
  const hasKey = session === undefined
  // Staff see the clinic's price, and book at it.
  const rules = { hasKey, trusted: caller.kind === 'key' && !configuration.strictPrices }
  const tier = requestedTier(practice, request, rules.trusted)
  if (dateAt(location.timezone, request.from) > clinicBookable.lastDate) {
    throw invalid(
      `fromDateTimeIso must be at most ${horizonYears} years ahead, on ${clinicBookable.lastDate}`,
    )
  }
  // A tier decides the length as well as the fee.
  const to = tier ? request.from + tier.durationMins * 60_000 : request.to
  const offReason = checkOffered(
    bookable,
    { from: request.from, to },
    request.mode,
    now,
    request.unofferedReason,
  )
  // The reason is also kept where only the rules for patients were against the visit.
  const unofferedReason = offReason ?? (practice.patientRules ? request.unofferedReason : null)
  const planned = { practice, request, to, tier, now }
  const price = plannedPrice(configuration, planned, rules)
  return {
    caller,
    configurationVersion: configuration.version,
    ...planned,
    unofferedReason,
    seriesId: null,
    price,
    session,
    rules: rulesForBooking(caller, clinicBookable, { ...planned, unofferedReason }),
    holdsToPrice: hasKey && !rules.trusted,
    notices: configuration.notices,
  }
}

const isOfApi = (caller: Booker): caller is Caller =>
  caller.kind === 'key' || caller.kind === 'session'

/**
 * The rules that the booking still has to be checked by: all of them for patients, and what staff
 * are told. Staff with a reason have been told.
 */
function rulesForBooking(
  caller: Booker,
  clinicBookable: Bookable,
  {
    practice: { patientRules },
    request,
    to,
    unofferedReason,
    now,
  }: Pick<PlannedVisit, 'practice' | 'request' | 'to' | 'unofferedReason' | 'now'>,
): RulesForBooking | undefined {
  if (isOfApi(caller)) {
    const binds = caller.kind === 'session' || caller.booksForPatients === true
    return binds ? { binds, rules: patientRules ?? {} } : undefined
  }
  if (caller.kind === 'visit link' || unofferedReason !== null || !patientRules) return undefined
  const broken = timeRuleBroken(clinicBookable, { from: request.from, to }, request.mode, now)
  return { binds: false, rules: patientRules, brokenByTime: broken ? [broken] : [] }
}

function plannedPrice(
  configuration: Configuration,
  planned: Pick<PlannedVisit, 'practice' | 'request' | 'to' | 'tier' | 'now'>,
  rules: PriceRules,
): VisitPrice {
  const { practice, request, tier } = planned
  if (request.bookingType === 'USE_ACTIVE_PACKAGE') return packPaymentPrice(planned)
  if (request.bookingType === 'PACKAGE_PURCHASE')
    return packPurchasePrice(
      configuration,
      planned,
      rules,
      (dueMinor) => initialPayment(request, rules.hasKey, dueMinor).paymentStatus === 'PAID',
    )
  return visitPrice(practice, tier, request, rules)
}

/**
 * The tier that a booking names. If a session names none for a length that only tiers have, it is
 * the tier that the price list quotes for those minutes, since the plain fee is not the price shown
 * for it. Under a key, the caller decides the charge, unless the clinic holds keys to its
 * prices. A visit type may be a tier. Packs have no tier (BOOK-39).
 */
function requestedTier(
  practice: Practice,
  request: BookingRequest,
  trusted: boolean,
): DurationTier | undefined {
  const { durationTierId, bookingType } = request
  if (durationTierId !== null) {
    const tier = findTier(practice, durationTierId)
    if (!tier) throw problem('DURATION_TIER_NOT_FOUND')
    return tier
  }
  if (bookingType !== 'ONE_TIME_APPOINTMENT') return undefined
  return tierOfType(practice) ?? (trusted ? undefined : quotedTier(practice, request))
}

/**
 * A pack pays immediately. The buyer of a pack has paid unless the caller says otherwise, and a
 * session cannot say that it has. An online payment is PENDING, unless nothing is
 * due.
 */
function initialPayment(
  { bookingType, paymentStatus, paymentMode, paysOnline }: BookingRequest,
  trusted: boolean,
  dueMinor: number,
) {
  if (bookingType === 'USE_ACTIVE_PACKAGE') return { paymentStatus: 'PAID', paymentMode } as const
  if (paysOnline) return initialOnlinePayment(paymentMode, dueMinor)
  const defaultStatus: PaymentStatus =
    bookingType === 'PACKAGE_PURCHASE' && trusted ? 'PAID' : 'UNPAID'
  return { paymentStatus: paymentStatus ?? defaultStatus, paymentMode }
}

/**
 * Books a planned visit within the caller's transaction, so that rows that belong to it can be
 * written together. Throws a problem, or `ConfigurationChanged`; the caller must then roll back,
 * since a patient may have been created. For `makeRoom` see `resolvePatient`.
 */
export async function book(
  queries: Queries,
  visit: PlannedVisit,
  makeRoom?: (patientId: number) => Promise<void>,
): Promise<AppointmentRecord> {
  return bookForPatient(queries, visit, { id: await resolvePatient(queries, visit, makeRoom) })
}

async function bookForPatient(
  queries: Queries,
  visit: PlannedVisit,
  patient: UnlockedPatient,
  runStatement?: RunBookingStatement,
): Promise<AppointmentRecord> {
  const { request, session } = visit
  const isPaidBefore = await checkRules(queries, visit, patient)
  const settledPrice = await settlePrice(queries, visit, patient)
  if (isPaidBefore) refuseUnpaid(visit, settledPrice)
  // With a pack, the charge is not checked (BOOK-24, BOOK-26).
  if (request.bookingType === 'ONE_TIME_APPOINTMENT') {
    session?.checkCharge(request.consultationCharge, settledPrice.price)
    if (visit.holdsToPrice)
      refuseOtherCharge('consultationCharge', request.consultationCharge, settledPrice.price)
  }
  if (settledPrice.packOwnerId !== null)
    await session?.checkRecord(queries, settledPrice.packOwnerId)
  return insertBooking(queries, visit, patient, settledPrice, runStatement)
}

/** Undefined for someone without a record. */
const findPatientId = (patient: UnlockedPatient) => ('id' in patient ? patient.id : undefined)

/** Throws if the rules for patients do not allow the visit; whether it has to be paid before. */
async function checkRules(
  queries: Queries,
  visit: PlannedVisit,
  patient: UnlockedPatient,
): Promise<boolean> {
  if (!visit.rules) return false
  const patientId = findPatientId(patient)
  const { isPaidBefore } = await checkPatientRules(
    queries,
    visit.rules,
    toRuledVisit(visit, patientId),
  )
  return isPaidBefore
}

/** The rules for patients that a visit would break; `anyone`: as far as the time tells. */
export async function findBrokenRules(
  queries: Queries,
  visit: PlannedVisit,
  patientId: number | 'anyone',
): Promise<PatientRuleName[]> {
  if (!visit.rules) return []
  return findAllBrokenRules(queries, visit.rules, toRuledVisit(visit, patientId))
}

const toRuledVisit = (
  { caller: { workspaceId }, practice, request: { mode, from }, to, now }: PlannedVisit,
  patientId: RuledVisit['patientId'],
): RuledVisit => ({
  workspaceId,
  practice,
  mode,
  from,
  to,
  patientId,
  exceptAppointmentId: null,
  now,
})

function refuseUnpaid(
  { request, session }: PlannedVisit,
  { price, discountMinor }: SettledPrice,
): void {
  const dueMinor = price.amountMinor - discountMinor
  const { paymentStatus } = initialPayment(request, session === undefined, dueMinor)
  if (dueMinor > 0 && paymentStatus === 'UNPAID') throw problem('PAYMENT_NEEDED_TO_BOOK')
}

/**
 * The visit without the rules for patients: the clinic itself has chosen the time for the patient,
 * from its waiting list or for a series.
 */
export const withoutPatientRules = (visit: PlannedVisit): PlannedVisit => ({
  ...visit,
  rules: undefined,
})

/**
 * What a planned visit would cost its patient, by the rules for booking it. It may write the same
 * rows as a booking, so the caller must roll back.
 */
export async function previewPrice(
  queries: Queries,
  visit: PlannedVisit,
): Promise<{ patientId: number; settled: SettledPrice }> {
  const patientId = await resolvePatient(queries, visit)
  return { patientId, settled: await settlePrice(queries, visit, { id: patientId }) }
}

async function settlePrice(
  queries: Queries,
  { caller, request, price }: PlannedVisit,
  patient: UnlockedPatient,
): Promise<SettledPrice> {
  const { workspaceId } = caller
  if ('price' in price) return price
  if ('from' in price)
    return price.from(
      await findUnlockedPatientCountry(queries, workspaceId, patient, request.patientCountryCode),
    )
  // A patient without a record has no pack that could pay.
  if (!('id' in patient)) throw problem('PATIENT_NOT_FOUND')
  return price.settle(queries, workspaceId, patient.id)
}

async function insertBooking(
  queries: Queries,
  visit: PlannedVisit,
  patient: UnlockedPatient,
  settledPrice: SettledPrice,
  runStatement: RunBookingStatement = (statementQueries, parameters) =>
    statementQueries.rows(bookSlot, parameters),
): Promise<AppointmentRecord> {
  const appointment = appointmentRow(visit, settledPrice)
  const { timezone, fromAt, toAt } = appointment
  const values = {
    ...appointment,
    ...actorValues(visit.caller),
    ...chargeValues(
      settledPrice.quoted
        ? { charged: settledPrice.price, quoted: settledPrice.quoted }
        : undefined,
    ),
    ...bookingNoticeTimes(
      visit.notices,
      { fromAt, zone: appointment.patientTimezone ?? timezone },
      visit.now,
      visit.caller,
      appointment.paymentStatus === 'PENDING' && visit.request.paysOnline,
    ),
    configurationVersion: visit.configurationVersion,
    travelMins: practiceTravelMins(visit.practice, appointment.mode),
    fromOffsetMins: offsetAt(timezone, fromAt),
    // The offset in force until the visit ends: a visit may end at the very moment the clocks
    // change.
    toOffsetMins: offsetAt(timezone, toAt - 1),
    vitals: visit.request.vitals,
    usedPackId:
      appointment.bookingType === 'USE_ACTIVE_PACKAGE' ? appointment.patientPackageId : null,
  }
  const { practice, request, now } = visit
  const place = { ...appointment, from: fromAt, to: toAt, travelMins: values.travelMins }
  const choices = request.roomId === null ? listRoomChoices(practice, request) : [request.roomId]
  const outcome = await claimWithRoom(queries, place, choices, async (roomId) => {
    const [booked] = await retryIfGeneratedValueExists(
      'id' in patient
        ? runStatement(
            queries,
            { ...values, roomId, patientId: patient.id },
            { ...appointment, roomId, patientId: patient.id },
          )
        : queries.rows(bookSlotForNewPatient, { ...values, roomId, ...patient, now, userId: null }),
    )
    if (!booked?.patientFound) throw problem('PATIENT_NOT_FOUND')
    if (!booked.packUsable)
      throw problem('SESSION_PACK_NOT_USABLE', { reason: 'was used up or ended in this moment' })
    if (!booked.configurationCurrent) throw new ConfigurationChanged()
    const { appointmentId, patientId, visitAddress } = booked
    return appointmentId === null || patientId === null
      ? undefined
      : newAppointmentRecord({ ...appointment, roomId, patientId, visitAddress }, appointmentId)
  })
  if ('taken' in outcome)
    throw problem(outcome.taken === 'doctor' ? 'SLOT_NOT_AVAILABLE' : 'ROOM_NOT_AVAILABLE')
  noteChange()
  return outcome.claimed
}

/**
 * A generated reference or record number may already exist: the odds are one in 10^15 or 10^12 for
 * each existing one. It is treated like a changed configuration, since nothing was written and the
 * next attempt generates another.
 */
function retryIfGeneratedValueExists<T>(attempt: Promise<T>): Promise<T> {
  return attempt.catch((error: unknown) => {
    throw generatedValueConstraints.has(violatedConstraint(error))
      ? new ConfigurationChanged()
      : error
  })
}

const generatedValueConstraints: ReadonlySet<string | undefined> = new Set([
  'booking_reference_unique',
  'patient_mrn_unique',
])

/** The row of the appointment, without its patient. */
function appointmentRow(
  {
    caller,
    request,
    practice: { location, doctor },
    to,
    tier,
    unofferedReason,
    seriesId,
    session,
    now,
  }: PlannedVisit,
  { price, discountMinor, parentId, patientPackageId }: SettledPrice,
): Omit<BookedAppointment, 'patientId'> {
  return {
    workspaceId: caller.workspaceId,
    bookingReference: `BK${randomBase32(10)}`,
    doctorId: doctor.id,
    locationId: location.id,
    appointmentDate: dateAt(location.timezone, request.from),
    fromAt: request.from,
    toAt: to,
    timezone: location.timezone,
    dayEndsAt: clinicDay(location.timezone, dateAt(location.timezone, request.from)).to,
    status: 'SCHEDULED',
    source: bookingSource(caller),
    ...pickColumns(requestedColumns, request),
    ...initialPayment(request, session === undefined, price.amountMinor - discountMinor),
    paymentReference: request.paymentReference,
    currency: price.currency,
    chargeMinor: price.amountMinor,
    discountMinor,
    discountReason: request.discountReason,
    followUp: parentId !== null,
    parentAppointmentId: parentId,
    durationTierId: tier?.id ?? null,
    patientPackageId,
    ...(session?.bookedBy ?? { contactHash: null, siteHash: null }),
    ...createVisitVideo(doctor.video, request.mode),
    unofferedReason,
    seriesId,
    createdAt: now,
    updatedAt: now,
  }
}
