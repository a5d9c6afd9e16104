// The booking statement without the service: through plain `pg`, and through pgbench where it is
// installed. That is what the database itself can do on this machine.

import { bookSlot } from '../src/appointments/queries.ts'
import { inlined, type PgbenchRound, pgbench } from './pgbench.ts'

export interface BookableThings {
  workspaceId: number
  patientId: number
  configurationVersion: number
  /** The first of the doctors' ids, which follow each other, and how many there are. */
  firstDoctorId: number
  doctors: number
  addressId: number
  keyId: number
}

const slots = 5_000_000
const base = "timestamptz '2040-01-01 00:00+00'"

/** An SQL expression for each parameter of the booking statement. */
function expressions(of: BookableThings, doctor: string, slot: string): Record<keyof typeof bookSlot.takes, string> {
  const from = `${base} + ${slot} * interval '5 minutes'`
  const now = "timestamptz '2026-11-21 00:00+00'"
  return {
    workspaceId: `${of.workspaceId}::bigint`,
    configurationVersion: `${of.configurationVersion}::bigint`,
    bookingReference: `('BK' || lpad((${doctor}::bigint * 10000000 + ${slot})::text, 10, '0'))`,
    patientId: `${of.patientId}::bigint`,
    doctorId: `${doctor}::bigint`,
    locationId: `${of.addressId}::bigint`,
    roomId: 'null',
    chargedMinor: 'null',
    chargedCurrency: 'null',
    quotedMinor: 'null',
    quotedCurrency: 'null',
    appointmentDate: `((${from}) at time zone 'UTC' + interval '330 minutes')::date`,
    fromAt: `(${from})`,
    toAt: `(${from} + interval '5 minutes')`,
    dayEndsAt: 'null',
    timezone: "'Asia/Kolkata'",
    fromOffsetMins: '330',
    toOffsetMins: '330',
    status: "'SCHEDULED'",
    mode: "'OFFLINE'",
    type: "'CONSULTATION'",
    bookingType: "'ONE_TIME_APPOINTMENT'",
    source: "'DEVELOPER_API'",
    bookingChannel: 'null',
    paymentMode: "'CASH'",
    paymentStatus: "'UNPAID'",
    paymentReference: 'null',
    paymentCollectionType: 'null',
    patientPackageId: 'null',
    currency: "'INR'",
    chargeMinor: '50000',
    discountMinor: '0',
    discountReason: 'null',
    followUp: 'false',
    parentAppointmentId: 'null::bigint',
    durationTierId: 'null',
    contactHash: 'null',
    siteHash: 'null',
    patientTimezone: 'null',
    videoLink: 'null',
    chiefComplaint: 'null',
    unofferedReason: 'null',
    seriesId: 'null',
    appointmentNotes: 'null',
    createdAt: now,
    updatedAt: now,
    vitals: 'null::jsonb',
    confirmationDueAt: 'null',
    reminderDueAt: 'null',
    usedPackId: 'null::bigint',
    keyId: `${of.keyId}::bigint`,
    bySession: 'false',
    actingUserId: 'null',
    endUserHash: 'null',
    address: "'127.0.0.1'",
    requestId: "'bench'",
    operator: 'null',
    byService: 'false',
    byVisitLink: 'false',
  }
}

/** The statement with a doctor and a slot as its only parameters, and a pair of them never used before. */
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
