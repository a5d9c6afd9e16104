// A clinic on the real service, with the default limits, for tests that attack it. The test process
// plays the proxy in front of the service, so that every caller has its own address.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSunriseFile } from '../clinic/sunrise.ts'
import { runClinic, type ServiceProcess, startService } from '../processes/service-process.ts'
import { afterFile } from '../run/after-file.ts'
import { sendProxied, type TimedReply } from './honest-calls.ts'
import type { BookedDay } from './visitor-moves.ts'

export const pageOrigin = 'https://sunrise.example'
/** The only address from which the developer key is used. */
export const keyAddress = '198.51.100.7'
export const unified = '/v1/appointments/book-appointment-unified'

export interface AttackedClinic {
  service: ServiceProcess
  settings: Record<string, string>
  developerKey: string
  widgetKey: string
  /** One request, on a new connection. */
  call(
    from: string,
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: unknown,
  ): Promise<TimedReply>
  /** Slots of five minutes, all day, a week from now. */
  slotsPath: string
  day: BookedDay
}

interface ClinicTraits {
  codesPerDay?: number
  /** Whether the clinic has a booking page, and confirmations link to the page of a visit. */
  hasPages?: boolean
}

/**
 * Starts a service with one clinic, which may send this many codes a day and has both kinds of
 * keys; it ends with the file.
 */
export async function startAttackedClinic(traits: ClinicTraits = {}): Promise<AttackedClinic> {
  const folder = await mkdtemp(join(tmpdir(), 'clinic-attacked-'))
  const settings = {
    CLINIC_DATA: folder,
    CLINIC_LOG_LEVEL: 'fatal',
    CLINIC_TRUSTED_PROXIES: '127.0.0.1',
    CLINIC_MONITOR_PORT: '0',
    CLINIC_LIMIT_ADDRESS: '2400',
    CLINIC_LIMIT_KEY: '1200',
    CLINIC_LIMIT_WORKSPACE: '6000',
    CLINIC_LIMIT_READ: '600',
    CLINIC_LIMIT_WRITE: '300',
    CLINIC_LIMIT_SENSITIVE: '60',
  }
  const service = await startService(settings)
  afterFile(async () => {
    service.child.kill('SIGTERM')
    await service.ended
    await rm(folder, { recursive: true, force: true })
  })
  const runClinicCommand = async (...parameters: string[]) =>
    JSON.parse(await runClinic(settings, [...parameters, '-w', 'attacked', '--json']))
  const { workspaceId, ids } = JSON.parse(
    await runClinic(
      settings,
      ['workspace', 'import', '-', '--json'],
      JSON.stringify(clinicFile(traits)),
    ),
  )
  const { key: developerKey } = await runClinicCommand('key', 'create', '--allow', keyAddress)
  const { key: widgetKey } = await runClinicCommand(
    'key',
    'create',
    '--kind',
    'widget',
    '--origin',
    pageOrigin,
  )

  const addressId = ids.location.jaipur
  const doctorId = ids.practitioner['asha-rao']
  // On the clinic's clock.
  const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  return {
    service,
    settings,
    developerKey,
    widgetKey,
    call: (from, method, path, headers, body) =>
      sendProxied({ url: service.url, from, method, path, headers, body }),
    slotsPath: `/v1/appointments/available-slots?addressId=${addressId}&doctorId=${doctorId}&appointmentDate=${day}`,
    day: { workspaceId, addressId, doctorId, startsAt: Date.parse(`${day}T00:00:00+05:30`) },
  }
}

/** One doctor who works around the clock. */
function clinicFile({ codesPerDay, hasPages }: ClinicTraits) {
  const file = createSunriseFile()
  file.workspace.name = 'attacked'
  if (hasPages)
    Object.assign(file.workspace, {
      bookingPage: { published: true },
      notices: { confirmation: true },
    })
  if (codesPerDay !== undefined) file.workspace.messages = { codesPerDay }
  const asha = file.practitioners['asha-rao']
  if (!asha?.at.jaipur) throw new Error('the test clinic has no practitioner')
  asha.at.jaipur = {
    ...asha.at.jaipur,
    slotMinutes: 5,
    hours: [
      {
        days: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'],
        from: '00:00',
        to: '24:00',
        modes: ['OFFLINE'],
      },
    ],
    exceptions: [],
  }
  file.practitioners = { 'asha-rao': asha }
  return file
}

/** How often each value occurs. */
export function countValues<T>(values: readonly T[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1
  return counts
}
