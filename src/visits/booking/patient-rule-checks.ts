// The rules for patients that depend on stored data: how many visits there are, and who the patient
// is. Those of a time alone are part of availability/bookable.ts.

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
import { readVisitCounts } from '../availability/visit-counts.ts'
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

const isNearVisit = statement(
  'is_near_visit',
  {
    takes: {
      workspaceId: 'bigint',
      doctorId: 'bigint',
      from: 'timestamptz',
      to: 'timestamptz',
      exceptAppointmentId: 'bigint?',
    },
    returns: { near: 'boolean' },
  },
  `
  select exists (
    select from claims
    where workspace_id = :workspaceId and doctor_id = :doctorId and tstzrange(from_at, to_at) && tstzrange(:from, :to)
      and appointment_id is distinct from :exceptAppointmentId
  ) as near`,
)

const patientFacts = statement(
  'patient_booking_facts',
  {
    takes: {
      workspaceId: 'bigint',
      patientId: 'bigint',
      doctorId: 'bigint',
      now: 'timestamptz',
      exceptAppointmentId: 'bigint?',
    },
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

const unlimited = Number.POSITIVE_INFINITY

const factsOfUnknown = {
  upcoming: 0,
  upcomingWithPractitioner: 0,
  isKnown: false,
  ownRule: null,
} as const

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
  const [broken] = await findBrokenByTime(queries, rules, visit)
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
  patient: Pick<RuledVisit, 'workspaceId' | 'practice' | 'patientId' | 'now'>,
): Promise<{ isPaidBefore: boolean }> {
  const { newPatients } = patient.practice.patientRules ?? {}
  const { isKnown, ownRule } = await readPatientFacts(queries, {
    ...patient,
    exceptAppointmentId: null,
  })
  if (ownRule === 'BY_PHONE') throw problem('BOOKED_BY_PHONE')
  if (newPatients === 'no' && !isKnown) throw problem('NEW_PATIENTS_NOT_ACCEPTED')
  if (newPatients === 'only' && isKnown) throw problem('ONLY_NEW_PATIENTS')
  return { isPaidBefore: ownRule === 'PAY_BEFORE' }
}

/** What the rules count, and what is locked so that two bookings do not both take the last place. */
const listLocks = (
  rules: PatientRules,
  { practice, patientId }: Pick<RuledVisit, 'practice' | 'patientId'>,
) => {
  const countsPatient =
    rules.upcomingVisits !== undefined || rules.upcomingVisitsPerPractitioner !== undefined
  return {
    patient: countsPatient && typeof patientId === 'number' ? patientId : null,
    doctor: hasCaps(rules) || gapMs(rules) > 0 ? practice.doctor.id : null,
  }
}

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
  const byTime = await findBrokenByTime(queries, rules, visit)
  if (visit.patientId === 'anyone') return { broken: byTime, ownRule: null }
  const facts = await readPatientFacts(queries, visit)
  return {
    broken: [...byTime, ...findBrokenByPatient(rules, visit, facts)],
    ownRule: facts.ownRule,
  }
}

async function findBrokenByTime(
  queries: Queries,
  rules: PatientRules,
  visit: Omit<RuledVisit, 'patientId'>,
): Promise<StoredRuleName[]> {
  const { workspaceId, practice, mode, exceptAppointmentId } = visit
  const doctorId = practice.doctor.id
  const broken: StoredRuleName[] = []
  if (gapMs(rules) > 0) {
    const { from, to } = extendBy(visit, gapMs(rules))
    const [row] = await queries.rows(isNearVisit, {
      workspaceId,
      doctorId,
      from,
      to,
      exceptAppointmentId,
    })
    if (row?.near) broken.push('GAP')
  }
  if (hasCaps(rules)) {
    const date = dateAt(practice.location.timezone, visit.from)
    const counts = await readVisitCounts(
      queries,
      { workspaceId, doctorId, exceptAppointmentId },
      { from: date, to: date, rules },
    )
    if (modesWithRoom(rules, counts, date, [mode]).length === 0) broken.push('FULL_DAY')
  }
  return broken
}

async function readPatientFacts(
  queries: Queries,
  {
    workspaceId,
    practice,
    patientId,
    exceptAppointmentId,
    now,
  }: Pick<RuledVisit, 'workspaceId' | 'practice' | 'patientId' | 'exceptAppointmentId' | 'now'>,
) {
  if (patientId === undefined || patientId === 'anyone') return factsOfUnknown
  const [facts] = await queries.rows(patientFacts, {
    workspaceId,
    patientId,
    doctorId: practice.doctor.id,
    now,
    exceptAppointmentId,
  })
  return facts ?? factsOfUnknown
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
