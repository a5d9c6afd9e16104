// Books a token, within the transaction of its caller. The rules are applied to the cached
// configuration. The statement that assigns the number repeats the checks whose facts may have
// changed since: the configuration's version, the places left and the state of the queue.

import { noteChange } from '../../base/db/confirmed-commits.ts'
import type { Database, Queries } from '../../base/db/database.ts'
import type { RowOf } from '../../base/db/statement.ts'
import { actorValues } from '../../base/operations/actor.ts'
import type { Clock } from '../../base/ports/clock.ts'
import type { CalendarDate } from '../../base/values/calendar-date.ts'
import { dateAt, type Instant } from '../../base/values/clinic-time.ts'
import { horizonYears } from '../../base/values/horizon.ts'
import { fromMinorUnits, toMinorUnits } from '../../base/values/money.ts'
import { invalid, Problem } from '../../base/values/problem.ts'
import { randomBase32 } from '../../base/values/random-text.ts'
import { createVisitVideo } from '../../base/values/video-link.ts'
import {
  type Configuration,
  type Configurations,
  findPractice,
  type Practice,
  type WorkShift,
} from '../../clinic/catalogue/configuration.ts'
import {
  ConfigurationChanged,
  withCurrentConfiguration,
} from '../../clinic/catalogue/current-configuration.ts'
import { forbiddenReason } from '../../clinic/catalogue/modes-on-offer.ts'
import { isInternational } from '../../clinic/catalogue/price-list.ts'
import { noticeDueAt } from '../../clinic/notices/plan-notices.ts'
import type { ConsentGate } from '../../clinic/verification/consent-gate.ts'
import { initialOnlinePayment } from '../../money/payments/payable.ts'
import type { Price } from '../availability/quote.ts'
import {
  countryMissingProblem,
  type ExistingPatient,
  findUnlockedPatientCountry,
  lookUpPatient,
  resolvePatient,
  type UnlockedPatient,
} from '../booking/booked-patient.ts'
import { type Booker, bookingSource } from '../booking/booker.ts'
import { checkPaymentMode, requireMember } from '../booking/booking-members.ts'
import { checkPatientOfToken, tokenRuleRefusals } from '../booking/patient-rule-checks.ts'
import { type SessionRules, sessionRules } from '../booking/session-rules.ts'
import { queueClosingTime } from './closing-time.ts'
import { lastShiftDate, listOfferedShifts, type OfferedShift } from './offered-shifts.ts'
import { problem } from './problems.ts'
import { type AllowedQueueState, openQueueDay, queueDayState, takeToken } from './queries.ts'
import { newTokenDefaults, type newVisitColumns, type QueueVisit } from './queue-visit.ts'
import type { TokenRequest } from './token-body.ts'

/** Problems that refuse a token booking, apart from those of its body. */
export const tokenRefusals = [
  'WRONG_APPOINTMENT_SYSTEM',
  'SHIFT_NOT_FOUND',
  'MODE_NOT_OFFERED',
  'SHIFT_NOT_ON_DATE',
  'SHIFT_NOT_STARTED',
  'SHIFT_STARTED',
  'SHIFT_ENDED',
  'SHIFT_FULL',
  'TOO_MANY_VISITS',
  ...tokenRuleRefusals,
  'TOO_MANY_VISITS_FROM_NETWORK',
  'TOO_MANY_PATIENTS',
  'DOCTOR_NOT_FOUND',
  'PATIENT_NOT_FOUND',
] as const

export interface TokenServices {
  database: Database
  configurations: Configurations
  clock: Clock
  gate: ConsentGate
}

/** Books one token and nothing else; if it throws a problem, nothing has been written. */
export async function bookToken(
  services: TokenServices,
  caller: Booker,
  request: TokenRequest,
  takenWhile: AllowedQueueState,
): Promise<QueueVisit> {
  const { database, configurations } = services
  return withCurrentConfiguration(configurations, caller.workspaceId, async (configuration) => {
    const token = planToken(services, configuration, caller, request)
    return (
      (await bookInOneStatement(database, token, takenWhile)) ??
      database.transaction((queries) => takeNumber(queries, token, takenWhile))
    )
  })
}

/**
 * Books without an explicit transaction: for a key and a patient with a record, one statement
 * writes and locks everything. Returns undefined, with nothing written, if a transaction is needed.
 */
async function bookInOneStatement(
  database: Database,
  token: PlannedToken,
  takenWhile: AllowedQueueState,
): Promise<QueueVisit | undefined> {
  const patient = await lookUpPatient(database, token)
  if (!patient || !('id' in patient)) return undefined
  try {
    return await tryTakeNumber(
      database,
      await buildVisit(database, token, patient),
      token,
      takenWhile,
    )
  } catch (error) {
    // The id may belong to a merged record: only a transaction can rely on the record that replaced
    // it.
    if (error instanceof Problem && error.code === 'PATIENT_NOT_FOUND') return undefined
    throw error
  }
}

/** A token that passed all rules that can be checked without the database. */
export interface PlannedToken {
  caller: Booker
  configurationVersion: number
  request: TokenRequest
  practice: Practice
  date: CalendarDate
  offered: OfferedShift
  /** The limits of the caller's session; undefined for a key, which may book for everyone. */
  session: SessionRules | undefined
  /** Whether the clinic confirms tokens by a notice. */
  confirms: boolean
  now: Instant
}

/** Applies the rules of the configuration; throws the first problem. */
export function planToken(
  { clock, gate }: Pick<TokenServices, 'clock' | 'gate'>,
  configuration: Configuration,
  caller: Booker,
  request: TokenRequest,
): PlannedToken {
  const now = clock.now()
  const { paymentMode } = request
  const practice = findPractice(configuration, request.doctorId, request.addressId)
  if (!practice?.doctor.isActiveMember) throw problem('DOCTOR_NOT_FOUND')
  const { doctor, location, shifts } = practice
  if (doctor.appointmentSystem !== 'QMS')
    throw problem('WRONG_APPOINTMENT_SYSTEM', { system: doctor.appointmentSystem })
  checkPaymentMode(configuration, paymentMode)
  const session = sessionRules(gate, caller, configuration)
  const shift = shifts.find(({ id }) => id === request.workShiftId)
  if (!shift) throw problem('SHIFT_NOT_FOUND')
  const { mode = shift.mode } = request
  session?.checkTerms({ ...request, mode })
  if (mode !== shift.mode) throw invalid(`mode must be ${shift.mode}, as the shift is`)
  const date = requestedDate(request, location.timezone)
  const lastDate = lastShiftDate(practice, now)
  if (date > lastDate)
    throw invalid(`appointmentDate must be at most ${horizonYears} years ahead, ${lastDate}`)
  const offeredShift = listOfferedShifts(configuration, practice, date, now).find(
    (candidate) => candidate.shift === shift,
  )
  if (!offeredShift) throw whyNotOffered(configuration, practice, shift, date)
  if (date < dateAt(location.timezone, now)) throw problem('SHIFT_ENDED')
  return {
    caller,
    configurationVersion: configuration.version,
    request,
    practice,
    date,
    offered: offeredShift,
    session,
    confirms: configuration.notices?.tokenConfirmation === true,
    now,
  }
}

/** The date of a token; throws if it has none. */
function requestedDate({ appointmentDate, dateOf }: TokenRequest, zone: string): CalendarDate {
  return appointmentDate ?? dateAt(zone, requireMember(dateOf ?? undefined, 'appointmentDate'))
}

function whyNotOffered(
  configuration: Configuration,
  practice: Practice,
  shift: WorkShift,
  date: CalendarDate,
) {
  if (forbiddenReason(configuration, practice.doctor, shift.mode) !== undefined)
    return problem('MODE_NOT_OFFERED', { mode: shift.mode })
  return problem('SHIFT_NOT_ON_DATE', { date })
}

// A missing day is created, and a place may become free between two checks: each requires one more
// attempt.
const attemptsMax = 4

/**
 * Books a planned token within the caller's transaction. Throws a problem, or
 * `ConfigurationChanged`; the caller must then roll back.
 */
export async function takeNumber(
  queries: Queries,
  token: PlannedToken,
  takenWhile: AllowedQueueState,
): Promise<QueueVisit> {
  const visit = await buildVisit(queries, token, { id: await resolvePatient(queries, token) })
  const { workspaceId, workShiftId, appointmentDate } = visit
  const { location } = token.practice
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const taken = await tryTakeNumber(queries, visit, token, takenWhile)
    if (taken) return taken
    const capacity = token.offered.shift.maxAppointments
    await queries.rows(openQueueDay, {
      workspaceId,
      workShiftId,
      appointmentDate,
      capacity,
      closesAt: queueClosingTime(location.timezone, appointmentDate),
    })
  }
  throw problem('BUSY')
}

/** The visit of a planned token, for its patient and at their price. */
async function buildVisit(
  queries: Queries,
  token: PlannedToken,
  patient: ExistingPatient,
): Promise<NewQueueVisit> {
  const { request } = token
  const price = await loadPrice(queries, token, patient)
  checkCharge(request, price)
  const visit = newQueueVisitRow(token, patient.id, price)
  await checkRules(queries, token, visit)
  return visit
}

/** Throws if the rules for patients bind the caller, and do not let the patient take a token. */
async function checkRules(
  queries: Queries,
  { caller, practice, now }: PlannedToken,
  { workspaceId, patientId, paymentStatus, chargeMinor, discountMinor }: NewQueueVisit,
): Promise<void> {
  const isBound = caller.kind === 'session' || (caller.kind === 'key' && caller.booksForPatients)
  if (!isBound) return
  const { isPaidBefore } = await checkPatientOfToken(queries, {
    workspaceId,
    practice,
    patientId,
    now,
  })
  if (isPaidBefore && paymentStatus === 'UNPAID' && chargeMinor > discountMinor)
    throw problem('PAYMENT_NEEDED_TO_BOOK')
}

/** A token costs the fee of its shift, so a charge or currency that is sent must match it. */
function checkCharge({ consultationCharge, currency }: TokenRequest, price: Price): void {
  const fee = `${fromMinorUnits(price.amountMinor, price.currency)} ${price.currency}`
  if (currency !== undefined && currency !== price.currency)
    throw invalid(`currency must be ${price.currency}: this shift costs ${fee}`)
  if (
    consultationCharge !== undefined &&
    toMinorUnits(consultationCharge, price.currency) !== price.amountMinor
  )
    throw invalid(
      `consultationCharge must be ${fee}, the fee of this shift; send that, or leave it out`,
    )
}

/**
 * Takes the next number for a visit, in one attempt; undefined if another attempt may succeed, now
 * that the day exists.
 */
async function tryTakeNumber(
  queries: Queries,
  visit: NewQueueVisit,
  token: PlannedToken,
  takenWhile: AllowedQueueState,
): Promise<QueueVisit | undefined> {
  const { caller, request, practice, offered, configurationVersion } = token
  const capacity = offered.shift.maxAppointments
  const isConfirmed = token.confirms && !(visit.paymentStatus === 'PENDING' && request.paysOnline)
  const [outcome] = await queries.rows(takeToken, {
    ...visit,
    ...actorValues(caller),
    configurationVersion,
    capacity,
    takenWhile,
    vitals: request.vitals,
    // A token that must be paid for first is not confirmed yet.
    confirmationDueAt: isConfirmed ? noticeDueAt(caller, token.now) : null,
  })
  if (!outcome?.patientFound) throw problem('PATIENT_NOT_FOUND')
  if (!outcome.configurationCurrent) throw new ConfigurationChanged()
  const { visitId, tokenNumber, position } = outcome
  if (visitId !== null && tokenNumber !== null) {
    noteChange()
    const { contactHash: _, siteHash: __, videoRoom: ___, ...shown } = visit
    return {
      ...shown,
      id: visitId,
      tokenNumber,
      position,
      ...newTokenDefaults,
      timezone: practice.location.timezone,
    }
  }
  const reason = await noTokenProblem(queries, visit, capacity, takenWhile)
  if (reason) throw reason
  return undefined
}

/**
 * The fee of the shift, from the price list that applies to the patient. Their country
 * matters only where there are two lists.
 */
async function loadPrice(
  queries: Queries,
  { caller, request, practice, offered }: PlannedToken,
  patient: UnlockedPatient,
): Promise<Price> {
  const { domestic, international } = offered
  if (!international.isInternational) return domestic
  const country = await findUnlockedPatientCountry(
    queries,
    caller.workspaceId,
    patient,
    request.patientCountryCode,
  )
  const isAbroad = isInternational(practice.location, country)
  if (isAbroad === null && caller.kind === 'session') throw countryMissingProblem()
  return isAbroad ? international : domestic
}

type NewQueueVisit = RowOf<typeof newVisitColumns>

/** The row of the visit. */
function newQueueVisitRow(
  { caller, request, practice, date, offered, session, now }: PlannedToken,
  patientId: number,
  price: Price,
): NewQueueVisit {
  const {
    bookingChannel,
    paymentMode,
    paymentStatus = 'UNPAID',
    paysOnline,
    paymentReference,
    chiefComplaint,
    appointmentNotes,
  } = request
  return {
    workspaceId: caller.workspaceId,
    workShiftId: offered.shift.id,
    appointmentDate: date,
    doctorId: practice.doctor.id,
    locationId: practice.location.id,
    mode: offered.shift.mode,
    patientId,
    tokenLetter: offered.shift.letter,
    publicStatusToken: randomBase32(26).toLowerCase(),
    source: bookingSource(caller),
    bookingChannel,
    ...(paysOnline
      ? initialOnlinePayment(paymentMode, price.amountMinor)
      : { paymentMode, paymentStatus }),
    paymentReference,
    currency: price.currency,
    chargeMinor: price.amountMinor,
    discountMinor: 0,
    discountReason: null,
    ...(session?.bookedBy ?? { contactHash: null, siteHash: null }),
    ...createVisitVideo(practice.doctor.video, offered.shift.mode),
    chiefComplaint,
    appointmentNotes,
    createdAt: now,
    updatedAt: now,
  }
}

/**
 * Why a day assigned no number, judging by its current state; undefined if the day does not exist
 * yet, or would assign one now.
 */
async function noTokenProblem(
  queries: Queries,
  { workspaceId, workShiftId, appointmentDate }: NewQueueVisit,
  capacity: number,
  takenWhile: AllowedQueueState,
): Promise<Problem | undefined> {
  const [day] = await queries.rows(queueDayState, { workspaceId, workShiftId, appointmentDate })
  const isStarted = day !== undefined && day.startedAt !== null
  if (day && day.endedAt !== null) return problem('SHIFT_ENDED')
  if (takenWhile === 'RUNNING' && !isStarted) return problem('SHIFT_NOT_STARTED')
  if (takenWhile === 'NOT_STARTED' && isStarted) return problem('SHIFT_STARTED')
  return day && day.booked >= capacity ? problem('SHIFT_FULL') : undefined
}
