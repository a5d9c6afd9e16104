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
function expressions(of: BookableThings, doctor: string, slot: string): string[] {
  const from = `${base} + ${slot} * interval '5 minutes'`
  return [
    `${of.workspaceId}::bigint`,
    `${of.patientId}::bigint`,
    `${of.configurationVersion}::bigint`,
    `${doctor}::bigint`,
    `${of.addressId}::bigint`,
    'null',
    `(${from})`,
    `(${from} + interval '5 minutes')`,
    `('BK' || lpad((${doctor}::bigint * 10000000 + ${slot})::text, 10, '0'))`,
    `((${from}) at time zone 'UTC' + interval '330 minutes')::date`,
    "'Asia/Kolkata'",
    '330',
    '330',
    ...["'OFFLINE'", "'CONSULTATION'", "'ONE_TIME_APPOINTMENT'", "'DEVELOPER_API'", 'null', "'CASH'"],
    ...["'UNPAID'", 'null', "'INR'", '50000', '0', 'null', 'null'],
    ...['null::bigint', 'null', 'null', 'null', `${of.keyId}::bigint`],
    "timestamptz '2026-11-21 00:00+00'",
    'null::text',
    // Who: by a session, acting user, end user, address, request.
    ...['false', 'null', 'null', "'127.0.0.1'", "'bench'"],
  ]
}

function withExpressions(values: readonly string[]): string {
  return bookSlot.text.replace(/\$(\d+)/g, (_, number) => values[Number(number) - 1] ?? 'null')
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
