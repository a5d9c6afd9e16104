// The booking statement without the service: through plain `pg`, and through pgbench if it is
// installed. This shows what the database itself can do on this machine.

import type { RowOf } from '../src/base/db/statement.ts'
import { bookSlot } from '../src/visits/appointments/queries.ts'
import { inlineParameters, type PgbenchRound, pgbench } from './pgbench.ts'

export interface BookableThings {
  workspaceId: number
  patientId: number
  configurationVersion: number
  /** The id of the first doctor and the number of doctors; their ids are consecutive. */
  firstDoctorId: number
  doctors: number
  addressId: number
  keyId: number
}

const slots = 5_000_000
const base = "timestamptz '2040-01-01 00:00+00'"

type StatementParameters = typeof bookSlot.takes
/** The parameters of the booking statement that must have a value. */
type RequiredParameter = {
  [name in keyof StatementParameters]: StatementParameters[name] extends `${string}?` ? never : name
}[keyof StatementParameters]

/** The optional parts of a booking, all absent in a plain one. */
const absentParameters = Object.fromEntries(
  Object.entries(bookSlot.takes).map(([name, type]) => [name, `null::${type.replace('?', '')}`]),
) as Record<keyof StatementParameters, string>

/** An SQL expression for each parameter of the booking statement. */
function parameterExpressions(
  things: BookableThings,
  doctor: string,
  slot: string,
): Record<keyof StatementParameters, string> {
  const from = `${base} + ${slot} * interval '5 minutes'`
  const now = "timestamptz '2026-11-21 00:00+00'"
  const presentValues: Record<RequiredParameter, string> &
    Partial<Record<keyof StatementParameters, string>> = {
    workspaceId: `${things.workspaceId}::bigint`,
    configurationVersion: `${things.configurationVersion}::bigint`,
    bookingReference: `('BK' || lpad((${doctor}::bigint * 10000000 + ${slot})::text, 10, '0'))`,
    patientId: `${things.patientId}::bigint`,
    doctorId: `${doctor}::bigint`,
    locationId: `${things.addressId}::bigint`,
    appointmentDate: `((${from}) at time zone 'UTC' + interval '330 minutes')::date`,
    fromAt: `(${from})`,
    toAt: `(${from} + interval '5 minutes')`,
    timezone: "'Asia/Kolkata'",
    fromOffsetMins: '330',
    toOffsetMins: '330',
    travelMins: '0',
    status: "'SCHEDULED'",
    mode: "'OFFLINE'",
    type: "'CONSULTATION'",
    bookingType: "'ONE_TIME_APPOINTMENT'",
    source: "'DEVELOPER_API'",
    paymentMode: "'CASH'",
    paymentStatus: "'UNPAID'",
    currency: "'INR'",
    chargeMinor: '50000',
    discountMinor: '0',
    followUp: 'false',
    createdAt: now,
    updatedAt: now,
    keyId: `${things.keyId}::bigint`,
    bySession: 'false',
    address: "'127.0.0.1'",
    requestId: "'bench'",
    byService: 'false',
    byVisitLink: 'false',
  }
  return { ...absentParameters, ...presentValues }
}

type PlainValues = Pick<RowOf<StatementParameters>, RequiredParameter> &
  Partial<RowOf<StatementParameters>>

/**
 * The statement with every parameter that the service sends, for a slot that neither plain bookings
 * nor pgbench uses.
 */
export function fairBooking(
  things: BookableThings,
  doctorId: number,
  slot: number,
): { name: string; text: string; values: unknown[] } {
  const fromAt = Date.parse('2030-01-01T00:00:00Z') + slot * 300_000
  const presentValues: PlainValues = {
    workspaceId: things.workspaceId,
    configurationVersion: things.configurationVersion,
    patientId: things.patientId,
    locationId: things.addressId,
    keyId: things.keyId,
    doctorId,
    fromAt,
    toAt: fromAt + 300_000,
    createdAt: fromAt,
    updatedAt: fromAt,
    // References are counted down, while plain bookings count up.
    bookingReference: `BK${9_999_999_999 - (doctorId * 10_000_000 + slot)}`,
    appointmentDate: new Date(fromAt + 330 * 60_000).toISOString().slice(0, 10),
    timezone: 'Asia/Kolkata',
    fromOffsetMins: 330,
    toOffsetMins: 330,
    travelMins: 0,
    status: 'SCHEDULED',
    mode: 'OFFLINE',
    type: 'CONSULTATION',
    bookingType: 'ONE_TIME_APPOINTMENT',
    source: 'DEVELOPER_API',
    paymentMode: 'CASH',
    paymentStatus: 'UNPAID',
    currency: 'INR',
    chargeMinor: 50_000,
    discountMinor: 0,
    followUp: false,
    bySession: false,
    address: '127.0.0.1',
    requestId: 'bench',
    byService: false,
    byVisitLink: false,
  }
  const nullValues = Object.fromEntries(Object.keys(bookSlot.takes).map((name) => [name, null]))
  return {
    name: 'booking',
    text: bookSlot.text,
    values: bookSlot.values({ ...nullValues, ...presentValues } as RowOf<StatementParameters>),
  }
}

/** The statement with a doctor and a slot as its only parameters, and an unused pair of them. */
export function plainBooking(things: BookableThings): { text: string; values(): number[] } {
  let next = 0
  return {
    text: inlineParameters(bookSlot, parameterExpressions(things, '($1::int)', '($2::int)')),
    values: () => {
      next += 1
      return [things.firstDoctorId + (next % things.doctors), Math.floor(next / things.doctors)]
    },
  }
}

/** Bookings per second in pgbench; the slots are random and practically never the same. */
export function pgbenchBookings(things: BookableThings, round: PgbenchRound): Promise<number> {
  const last = things.firstDoctorId + things.doctors - 1
  // After the slots that plain bookings use.
  const variables = [
    `doctor random(${things.firstDoctorId}, ${last})`,
    `slot random(${slots / 5}, ${slots})`,
  ]
  return pgbench(
    'booking',
    variables,
    inlineParameters(bookSlot, parameterExpressions(things, ':doctor', ':slot')),
    round,
  )
}
