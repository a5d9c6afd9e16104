// The booking statement without the service: through plain `pg`, and through pgbench where it is
// installed. That is what the database itself can do on this machine.

import { execFileSync, spawn } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bookSlot } from '../src/appointments/queries.ts'

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
    patientTimezone: 'null',
    videoLink: 'null',
    chiefComplaint: 'null',
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
  }
}

function withExpressions(values: Record<keyof typeof bookSlot.takes, string>): string {
  const names = Object.keys(bookSlot.takes) as (keyof typeof bookSlot.takes)[]
  return bookSlot.text.replace(/\$(\d+)/g, (_, number) => values[names[Number(number) - 1] as (typeof names)[number]])
}

/** The statement with a doctor and a slot as its only parameters, and a pair of them never used before. */
export function plainBooking(of: BookableThings): { text: string; values(): number[] } {
  let next = 0
  return {
    text: withExpressions(expressions(of, '($1::int)', '($2::int)')),
    values: () => {
      next += 1
      return [of.firstDoctorId + (next % of.doctors), Math.floor(next / of.doctors)]
    },
  }
}

/** Where pgbench is, if it is. */
export function findPgbench(): string | undefined {
  const places = ['']
  try {
    places.push(...readdirSync('/usr/lib/postgresql').map((version) => join('/usr/lib/postgresql', version, 'bin')))
  } catch {
    // No Debian.
  }
  return places
    .map((folder) => join(folder, 'pgbench'))
    .find((path) => {
      try {
        execFileSync(path, ['--version'], { stdio: 'ignore' })
        return true
      } catch {
        return false
      }
    })
}

/** Bookings per second by pgbench; the slots are random and practically never the same. */
export async function pgbenchBookings(
  pgbench: string,
  connection: { host: string; port: number; user: string; database: string },
  of: BookableThings,
  { folder, callers, ms }: { folder: string; callers: number; ms: number },
): Promise<number> {
  const script = join(folder, 'booking.sql')
  const statement = withExpressions(expressions(of, ':doctor', ':slot'))
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
  const last = of.firstDoctorId + of.doctors - 1
  // Beyond the slots that plain bookings use.
  writeFileSync(script, `\\set doctor random(${of.firstDoctorId}, ${last})\n\\set slot random(${slots / 5}, ${slots})\n${statement};\n`)
  const { host, port, user, database } = connection
  const options = ['-n', '-M', 'prepared', '-c', String(callers), '-j', '1', '-T', String(Math.max(1, Math.round(ms / 1000))), '-f', script]
  const child = spawn(pgbench, [...options, '-h', host, '-p', String(port), '-U', user, database], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  await new Promise((resolve) => child.once('close', resolve))
  const perSecond = /tps = ([\d.]+)/.exec(output)?.[1]
  if (perSecond === undefined) throw new Error(`pgbench did not measure:\n${output}`)
  return Number(perSecond)
}
