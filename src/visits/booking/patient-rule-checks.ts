// The rules for patients that depend on stored data: how many visits there are, and who the patient
// is. Those of a time alone are part of availability/bookable.ts.

import { combinedStatement } from '../../base/db/combined-statement.ts'
import type { Queries } from '../../base/db/database.ts'
import { narrowType, statement } from '../../base/db/statement.ts'
import { dateAt, type Instant } from '../../base/values/clinic-time.ts'
import type { Interval } from '../../base/values/intervals.ts'
import type { Mode } from '../../base/values/modes.ts'
import {
  extendBy,
  gapMs,
  hasCaps,
  modesWithRoom,
  type PatientRuleName,
  type PatientRules,
} from '../../base/values/patient-rules.ts'
import { isUpcomingVisit } from '../../base/values/visit-to-come.ts'
import type { Practice } from '../../clinic/catalogue/configuration.ts'
import type { BookingRuleName } from '../../clinic/patients/booking-rule.ts'
import { countVisitsByType, findCountedPeriod } from '../availability/visit-counts.ts'
import { lock } from '../occupancy/locks.ts'
import { problem } from './problems.ts'

/** The visit that the rules are checked for. */
export interface RuledVisit extends Interval {
  workspaceId: number
  practice: Practice
  mode: Mode
  /** Undefined for someone without a record; `anyone` if no patient has been chosen yet. */
  patientId: number | 'anyone' | undefined
  /** A visit that is moved: it is not counted. */
  exceptAppointmentId: number | null
  now: Instant
}

const visitParameters = {
  workspaceId: 'bigint',
  doctorId: 'bigint',
  exceptAppointmentId: 'bigint?',
} as const

const isNearVisit = statement(
  'is_near_visit',
  {
    takes: { ...visitParameters, nearFrom: 'timestamptz', nearTo: 'timestamptz' },
    returns: { near: 'boolean' },
  },
  `
  select exists (
    select from claims
    where workspace_id = :workspaceId and doctor_id = :doctorId and tstzrange(from_at, to_at) && tstzrange(:nearFrom, :nearTo)
      and appointment_id is distinct from :exceptAppointmentId
  ) as near`,
)

const patientFacts = statement(
  'patient_booking_facts',
  {
    takes: { ...visitParameters, patientId: 'bigint?', now: 'timestamptz' },
    returns: {
      upcoming: 'integer',
      upcomingWithPractitioner: 'integer',
      isKnown: 'boolean',
      ownRule: narrowType<BookingRuleName>('text?'),
    },
  },
  `
  with upcoming as (
    select doctor_id
    from appointments a
    where workspace_id = :workspaceId and patient_id = :patientId and id is distinct from :exceptAppointmentId and ${isUpcomingVisit('a')}
  )
  select
    (select count(*)::integer from upcoming) as upcoming,
    (select count(*)::integer from upcoming where doctor_id = :doctorId) as "upcomingWithPractitioner",
    exists (
      select from appointments
      where workspace_id = :workspaceId and patient_id = :patientId and (status in ('IN_CONSULTATION', 'COMPLETED') or arrived_at is not null)
    ) or exists (
      select from queue_visits
      where workspace_id = :workspaceId and patient_id = :patientId and status in ('IN_CONSULTATION', 'COMPLETED')
    ) as "isKnown",
    (select booking_rule ->> 'rule' from patients where workspace_id = :workspaceId and id = :patientId) as "ownRule"`,
)

/** All in one: it runs while the practitioner is locked. */
const factsForRules = combinedStatement(
  'facts_for_patient_rules',
  { ...isNearVisit.takes, ...countVisitsByType.takes, ...patientFacts.takes },
  { nearVisits: isNearVisit, counts: countVisitsByType, patient: patientFacts },
)

const unlimited = Number.POSITIVE_INFINITY

const factsOfUnknown = {
  upcoming: 0,
  upcomingWithPractitioner: 0,
  isKnown: false,
  ownRule: null,
} as const

const noFacts: Awaited<ReturnType<typeof factsForRules.rows>> = {
  nearVisits: [],
  counts: [],
  patient: [],
}
const nothingCounted = { countedFrom: 0, countedTo: 0 }

/** The rules that a booking is checked by: they bind, or staff are told and may give a reason. */
export type RulesForBooking =
  | { binds: true; rules: PatientRules }
  | {
      binds: false
      rules: PatientRules
      /** What the time alone has against them. */
      brokenByTime: readonly PatientRuleName[]
    }

/** The rules of stored data; those of the time alone refuse as a slot that is not offered. */
type StoredRuleName = Exclude<PatientRuleName, 'NOTICE' | 'HORIZON'>

export const ruleRefusals = [
  'NEW_PATIENTS_NOT_ACCEPTED',
  'ONLY_NEW_PATIENTS',
  'NEW_PATIENTS_NEED_LONGER',
  'UPCOMING_VISITS_REACHED',
  'BOOKED_BY_PHONE',
  'PAYMENT_NEEDED_TO_BOOK',
] as const

/**
 * Throws if the rules do not allow a visit, in the transaction that books or moves it if it
 * `takesLocks`. Returns whether it has to be paid in advance.
 */
export async function checkPatientRules(
  queries: Queries,
  rulesForBooking: RulesForBooking,
  visit: RuledVisit,
): Promise<{ isPaidBefore: boolean }> {
  const { binds, rules } = rulesForBooking
  if (!binds) {
    const reasons = await findAllBrokenRules(queries, rulesForBooking, visit)
    if (reasons.length > 0) throw problem('PATIENTS_CANNOT_BOOK', { reasons })
    return { isPaidBefore: false }
  }
  await lock(queries, visit.workspaceId, listLocks(rules, visit))
  const {
    broken: [broken],
    ownRule,
  } = await findRulesAgainst(queries, rules, visit)
  if (ownRule === 'BY_PHONE') throw problem('BOOKED_BY_PHONE')
  if (broken) throw createRefusal(broken, rules)
  return { isPaidBefore: ownRule === 'PAY_BEFORE' }
}

/**
 * Throws if the rules do not let a patient move a visit there. The visit's doctor must be locked.
 * Who the patient is was decided when it was booked.
 */
export async function checkMoveByPatient(
  queries: Queries,
  rules: PatientRules,
  visit: Omit<RuledVisit, 'patientId'>,
): Promise<void> {
  const {
    broken: [broken],
  } = await findRulesAgainst(queries, rules, { ...visit, patientId: 'anyone' })
  if (broken) throw createRefusal(broken, rules)
}

export const tokenRuleRefusals = [
  'NEW_PATIENTS_NOT_ACCEPTED',
  'ONLY_NEW_PATIENTS',
  'BOOKED_BY_PHONE',
  'PAYMENT_NEEDED_TO_BOOK',
] as const

/**
 * Throws if the rules do not let a patient take a token, which has no time of its own: only who the
 * patient is counts. Returns whether it has to be paid in advance.
 */
export async function checkPatientOfToken(
  queries: Queries,
  {
    workspaceId,
    practice,
    patientId,
    now,
  }: Pick<RuledVisit, 'workspaceId' | 'practice' | 'now'> & { patientId: number },
): Promise<{ isPaidBefore: boolean }> {
  const { newPatients } = practice.patientRules ?? {}
  const [{ isKnown, ownRule } = factsOfUnknown] = await queries.rows(patientFacts, {
    workspaceId,
    doctorId: practice.doctor.id,
    patientId,
    exceptAppointmentId: null,
    now,
  })
  if (ownRule === 'BY_PHONE') throw problem('BOOKED_BY_PHONE')
  if (newPatients === 'no' && !isKnown) throw problem('NEW_PATIENTS_NOT_ACCEPTED')
  if (newPatients === 'only' && isKnown) throw problem('ONLY_NEW_PATIENTS')
  return { isPaidBefore: ownRule === 'PAY_BEFORE' }
}

/**
 * What is locked so that two bookings do not both take the last place. The patient comes first in
 * the order of locks, and booking locks their record in any case.
 */
const listLocks = (
  rules: PatientRules,
  { practice, patientId }: Pick<RuledVisit, 'practice' | 'patientId'>,
) => {
  const countsDoctor = limitsTime(rules)
  const countsPatient =
    rules.upcomingVisits !== undefined || rules.upcomingVisitsPerPractitioner !== undefined
  const locksPatient = typeof patientId === 'number' && (countsDoctor || countsPatient)
  return {
    patient: locksPatient ? patientId : null,
    doctor: countsDoctor ? practice.doctor.id : null,
  }
}

/** Whether the rules depend on the practitioner's other visits. */
const limitsTime = (rules: PatientRules) => hasCaps(rules) || gapMs(rules) > 0

/** Whether checking the rules takes a transaction, in which no one else takes the last place. */
export function takesLocks(
  { binds, rules }: RulesForBooking,
  visit: Pick<RuledVisit, 'practice' | 'patientId'>,
): boolean {
  const { patient, doctor } = listLocks(rules, visit)
  return binds && (patient !== null || doctor !== null)
}

/** All the rules that a visit would break, without a lock; for staff, who are told. */
export async function findAllBrokenRules(
  queries: Queries,
  rulesForBooking: RulesForBooking,
  visit: RuledVisit,
): Promise<PatientRuleName[]> {
  const { broken } = await findRulesAgainst(queries, rulesForBooking.rules, visit)
  return [...new Set([...(rulesForBooking.binds ? [] : rulesForBooking.brokenByTime), ...broken])]
}

/**
 * Which of the rules that depend on stored data a visit would break, and what the patient's own
 * record says.
 */
async function findRulesAgainst(
  queries: Queries,
  rules: PatientRules,
  visit: RuledVisit,
): Promise<{ broken: StoredRuleName[]; ownRule: BookingRuleName | null }> {
  const { workspaceId, practice, mode, patientId, exceptAppointmentId, now } = visit
  const recordId = typeof patientId === 'number' ? patientId : null
  const date = dateAt(practice.location.timezone, visit.from)
  const near = extendBy(visit, gapMs(rules))
  const {
    nearVisits: [nearVisit],
    counts,
    patient: [facts = factsOfUnknown],
  } = limitsTime(rules) || recordId !== null
    ? await factsForRules.rows(queries, {
        workspaceId,
        doctorId: practice.doctor.id,
        patientId: recordId,
        exceptAppointmentId,
        now,
        nearFrom: near.from,
        nearTo: gapMs(rules) > 0 ? near.to : near.from,
        ...(hasCaps(rules) ? findCountedPeriod({ from: date, to: date }) : nothingCounted),
      })
    : noFacts
  const broken: StoredRuleName[] = []
  if (nearVisit?.near) broken.push('GAP')
  if (modesWithRoom(rules, counts, date, [mode]).length === 0) broken.push('FULL_DAY')
  if (patientId !== 'anyone') broken.push(...findBrokenByPatient(rules, visit, facts))
  return { broken, ownRule: facts.ownRule }
}

/** What the rules know about a patient. */
interface PatientFacts {
  upcoming: number
  upcomingWithPractitioner: number
  /** Whether they have been to the clinic. */
  isKnown: boolean
}

function findBrokenByPatient(
  rules: PatientRules,
  { from, to }: Interval,
  { upcoming, upcomingWithPractitioner, isKnown }: PatientFacts,
): StoredRuleName[] {
  const lengthMins = (to - from) / 60_000
  const { upcomingVisits = unlimited, upcomingVisitsPerPractitioner = unlimited } = rules
  const broken: StoredRuleName[] = []
  if (rules.newPatients === 'no' && !isKnown) broken.push('NEW_PATIENT')
  if (rules.newPatients === 'only' && isKnown) broken.push('KNOWN_PATIENT')
  if (!isKnown && lengthMins < (rules.newPatientMinutes ?? 0)) broken.push('NEW_PATIENT_LENGTH')
  if (upcoming >= upcomingVisits || upcomingWithPractitioner >= upcomingVisitsPerPractitioner)
    broken.push('UPCOMING_VISITS')
  return broken
}

/** The refusal of a patient's booking that breaks a rule. */
function createRefusal(name: StoredRuleName, { newPatientMinutes = 0 }: PatientRules) {
  switch (name) {
    case 'GAP':
    case 'FULL_DAY':
      return problem('SLOT_NOT_AVAILABLE')
    case 'NEW_PATIENT':
      return problem('NEW_PATIENTS_NOT_ACCEPTED')
    case 'KNOWN_PATIENT':
      return problem('ONLY_NEW_PATIENTS')
    case 'NEW_PATIENT_LENGTH':
      return problem('NEW_PATIENTS_NEED_LONGER', { minutes: newPatientMinutes })
    case 'UPCOMING_VISITS':
      return problem('UPCOMING_VISITS_REACHED')
  }
}
