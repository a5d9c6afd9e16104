// Two services on one database, for tests that a single process cannot serve, and for killing
// processes.

import { afterAll, expect } from 'vitest'
import type { Connection } from '../../../src/base/db/session.ts'
import { connectionUrl } from '../database/url-of.ts'
import { type ServiceProcess, startService } from './service-process.ts'

export interface TwoServices {
  /** The service for the caller with this number. */
  of(number: number): ServiceProcess
  /** Waits until the killed service has ended, and starts another in its place. */
  startAgain(number: number): Promise<void>
}

/** Starts both; after the file both must end properly. */
export async function startTwoServices(connection: Connection): Promise<TwoServices> {
  const settings = {
    DATABASE_URL: connectionUrl(connection),
    CLINIC_MODE: 'sandbox',
    CLINIC_DATABASE_CONNECTIONS: '20',
  }
  const services = [await startService(settings), await startService(settings)]
  afterAll(async () => {
    for (const { child } of services) child.kill('SIGTERM')
    expect(await Promise.all(services.map(({ ended }) => ended))).toEqual([0, 0])
  })
  const serviceFor = (number: number) => services[number % 2] as ServiceProcess
  return {
    of: serviceFor,
    async startAgain(number) {
      await serviceFor(number).ended
      services[number % 2] = await startService(settings)
    },
  }
}
