// Tokens of one shift, whose row all callers wait for, and of many shifts; through the service and
// by pgbench, with the same statement.

import { addDays } from '../src/base/values/calendar-date.ts'
import { takeToken } from '../src/visits/queue/queries.ts'
import { inlineParameters, type PgbenchRound, pgbench } from './pgbench.ts'
import type { BookableThings } from './plain-booking.ts'

/** The shifts whose tokens are taken: consecutive ids, each with a different practitioner. */
export interface BenchShifts {
  firstShiftId: number
  firstQueueDoctorId: number
  shifts: number
}

/** How many tokens a shift gives on a date; any more go to another date. */
export const tokensPerDate = 5_000
const firstDate = '2027-01-04'
const plainDate = '2040-01-01'
/** A capacity that never runs out: in the plain database all tokens are for one date. */
const unlimitedTokens = 1_000_000_000

/** The body of a request for a token that no one has taken: the `number`th of a shift. */
export function tokenBody(
  { addressId, patientId }: BookableThings,
  { firstShiftId, firstQueueDoctorId }: BenchShifts,
  shift: number,
  number: number,
) {
  return {
    addressId,
    patientId,
    doctorId: firstQueueDoctorId + shift,
    qmsWorkShiftId: firstShiftId + shift,
    appointmentDate: addDays(firstDate, Math.floor(number / tokensPerDate)),
    mode: 'OFFLINE',
    bookingChannel: 'PHONE_CALL',
  }
}

/** The days for which pgbench takes tokens. */
export function openPlainDays(
  { workspaceId }: BookableThings,
  { firstShiftId, shifts }: BenchShifts,
): string {
  return `insert into queue_days (workspace_id, work_shift_id, date, capacity)
    select ${workspaceId}, ${firstShiftId} + n, '${plainDate}', ${unlimitedTokens} from generate_series(0, ${shifts - 1}) n`
}

function parameterExpressions(
  things: BookableThings,
  { firstShiftId, firstQueueDoctorId }: BenchShifts,
): Record<keyof typeof takeToken.takes, string> {
  const now = "timestamptz '2026-11-21 00:00+00'"
  return {
    workspaceId: `${things.workspaceId}::bigint`,
    workShiftId: `(${firstShiftId}::bigint + :shift)`,
    appointmentDate: `date '${plainDate}'`,
    doctorId: `(${firstQueueDoctorId}::bigint + :shift)`,
    locationId: `${things.addressId}::bigint`,
    mode: "'OFFLINE'",
    patientId: `${things.patientId}::bigint`,
    tokenLetter: "'A'",
    // A random string of 26 characters, like the service's tokens.
    publicStatusToken:
      "substr(translate(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 1, 26)",
    source: "'DEVELOPER_API'",
    bookingChannel: "'PHONE_CALL'",
    paymentMode: "'CASH'",
    paymentStatus: "'UNPAID'",
    paymentReference: 'null',
    currency: "'INR'",
    chargeMinor: '30000',
    discountMinor: '0',
    discountReason: 'null',
    contactHash: 'null',
    siteHash: 'null',
    videoLink: 'null',
    videoRoom: 'null',
    chiefComplaint: 'null',
    appointmentNotes: 'null',
    createdAt: now,
    updatedAt: now,
    keyId: `${things.keyId}::bigint`,
    bySession: 'false',
    actingUserId: 'null',
    endUserHash: 'null',
    address: "'127.0.0.1'",
    requestId: "'bench'",
    operator: 'null',
    byService: 'false',
    byVisitLink: 'false',
    configurationVersion: `${things.configurationVersion}::bigint`,
    capacity: String(unlimitedTokens),
    takenWhile: "'NOT_STARTED'",
    vitals: 'null::jsonb',
    confirmationDueAt: 'null::timestamptz',
  }
}

/** Tokens per second in pgbench, for one shift or for all. */
export function pgbenchTokens(
  things: BookableThings,
  shifts: BenchShifts,
  shiftCount: number,
  round: PgbenchRound,
): Promise<number> {
  return pgbench(
    `tokens-${shiftCount}`,
    [`shift random(0, ${shiftCount - 1})`],
    inlineParameters(takeToken, parameterExpressions(things, shifts)),
    round,
  )
}
