// The booking statement without the service: through plain `pg`, and through pgbench if it is installed. That is what the database itself
// can do on this machine.

import type { RowOf } from '../src/base/db/statement.ts'
import { bookSlot } from '../src/visits/appointments/queries.ts'
import { inlined, type PgbenchRound, pgbench } from './pgbench.ts'

export interface BookableThings {
  workspaceId: number
  patientId: number
  configurationVersion: number
  /** The first id of the doctors, which are consecutive, and their number. */
  firstDoctorId: number
  doctors: number
  addressId: number
  keyId: number
}

const slots = 5_000_000
const base = "timestamptz '2040-01-01 00:00+00'"

type Takes = typeof bookSlot.takes
/** The parameters of the booking statement that must have a value. */
type Required = { [name in keyof Takes]: Takes[name] extends `${string}?` ? never : name }[keyof Takes]

/** The optional parts of a booking, all absent in a plain one. */
const absent = Object.fromEntries(Object.entries(bookSlot.takes).map(([name, type]) => [name, `null::${type.replace('?', '')}`])) as Record<keyof Takes, string>

/** An SQL expression for each parameter of the booking statement. */
function expressions(of: BookableThings, doctor: string, slot: string): Record<keyof Takes, string> {
  const from = `${base} + ${slot} * interval '5 minutes'`
  const now = "timestamptz '2026-11-21 00:00+00'"
  const present: Record<Required, string> & Partial<Record<keyof Takes, string>> = {
    workspaceId: `${of.workspaceId}::bigint`,
    configurationVersion: `${of.configurationVersion}::bigint`,
    bookingReference: `('BK' || lpad((${doctor}::bigint * 10000000 + ${slot})::text, 10, '0'))`,
    patientId: `${of.patientId}::bigint`,
    doctorId: `${doctor}::bigint`,
    locationId: `${of.addressId}::bigint`,
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
    keyId: `${of.keyId}::bigint`,
    bySession: 'false',
    address: "'127.0.0.1'",
    requestId: "'bench'",
    byService: 'false',
    byVisitLink: 'false',
  }
  return { ...absent, ...present }
}

type Present = Pick<RowOf<Takes>, Required>

/** The statement with every parameter that the service sends, for a slot that neither plain bookings nor pgbench use. */
export function fairBooking(of: BookableThings, doctorId: number, slot: number): { name: string; text: string; values: unknown[] } {
  const fromAt = Date.parse('2030-01-01T00:00:00Z') + slot * 300_000
  const present: Present = {
    ...{ workspaceId: of.workspaceId, configurationVersion: of.configurationVersion, patientId: of.patientId, locationId: of.addressId, keyId: of.keyId },
    ...{ doctorId, fromAt, toAt: fromAt + 300_000, createdAt: fromAt, updatedAt: fromAt },
    // Counted down, while plain bookings count up.
    bookingReference: `BK${9_999_999_999 - (doctorId * 10_000_000 + slot)}`,
    appointmentDate: new Date(fromAt + 330 * 60_000).toISOString().slice(0, 10),
    ...{ timezone: 'Asia/Kolkata', fromOffsetMins: 330, toOffsetMins: 330, travelMins: 0 },
    ...{ status: 'SCHEDULED', mode: 'OFFLINE', type: 'CONSULTATION', bookingType: 'ONE_TIME_APPOINTMENT', source: 'DEVELOPER_API' },
    ...{ paymentMode: 'CASH', paymentStatus: 'UNPAID', currency: 'INR', chargeMinor: 50_000, discountMinor: 0, followUp: false },
    ...{ bySession: false, address: '127.0.0.1', requestId: 'bench', byService: false, byVisitLink: false },
  }
  const none = Object.fromEntries(Object.keys(bookSlot.takes).map((name) => [name, null]))
  return { name: 'booking', text: bookSlot.text, values: bookSlot.values({ ...none, ...present } as RowOf<Takes>) }
}

/** The statement with a doctor and a slot as its only parameters, and an unused pair of them. */
export function plainBooking(of: BookableThings): { text: string; values(): number[] } {
  let next = 0
  return {
    text: inlined(bookSlot, expressions(of, '($1::int)', '($2::int)')),
    values: () => {
      next += 1
      return [of.firstDoctorId + (next % of.doctors), Math.floor(next / of.doctors)]
    },
  }
}

/** Bookings per second by pgbench; the slots are random and practically never the same. */
export function pgbenchBookings(of: BookableThings, round: PgbenchRound): Promise<number> {
  const last = of.firstDoctorId + of.doctors - 1
  // Beyond the slots that plain bookings use.
  const variables = [`doctor random(${of.firstDoctorId}, ${last})`, `slot random(${slots / 5}, ${slots})`]
  return pgbench('booking', variables, inlined(bookSlot, expressions(of, ':doctor', ':slot')), round)
}
