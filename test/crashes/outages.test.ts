// The whole service while its database cannot be reached, or accepts no writes.

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { book, createBookingBody, openHarness, slotTimes } from '../support/clinic/harness.ts'
import { confirm, createPayingClinic, reserve, returnUrl } from '../support/clinic/paying-clinic.ts'
import { createMigratedDatabase, queryRows, withClient } from '../support/database/databases.ts'
import { openNetworkTo } from '../support/database/network.ts'
import { connectionUrl } from '../support/database/url-of.ts'
import { request, startService } from '../support/processes/service-process.ts'

it('requests are served within 15 s after the network was silent, and those in between were told to try again', async () => {
  const direct = await createMigratedDatabase()
  const network = await openNetworkTo(direct)
  const harness = await openHarness({
    connection: network.connection,
    databaseConnections: 3,
    databaseWaitMs: 2_000,
    databaseLimits: {},
  })
  const clinic = await harness.clinic()
  const ask = () => clinic.get('/v2/workspaces').then(({ status }) => status)
  expect(await ask()).toBe(200)
  network.goSilent()
  const times = ['09:00', '09:15', '09:30', '09:45', '10:00', '10:15']
  const meanwhile = await Promise.all(
    times.map((time) => book(clinic, slotTimes(time)).then(({ status }) => status)),
  )
  expect(new Set(meanwhile)).toEqual(new Set([503]))
  // The service wrote nothing, because nothing reached the database.
  expect(await queryRows(direct, 'select count(*) from appointments')).toEqual(['0'])
  network.restore()
  const passedAt = performance.now()
  while ((await ask()) !== 200) await sleep(50)
  expect(performance.now() - passedAt).toBeLessThan(15_000)
  await expect.poll(() => harness.application.unready()).toBeUndefined()
})

it('a database that is read-only makes the service unready and busy, and it recovers by itself', async () => {
  const direct = await createMigratedDatabase()
  const harness = await openHarness({ connection: direct })
  const clinic = await harness.clinic()
  const [name] = await queryRows(direct, 'select current_database()')
  const takesWrites = (value: string) =>
    withClient(direct, (client) =>
      client.query(
        `begin; set transaction read write; alter database ${name} set default_transaction_read_only = ${value}; commit`,
      ),
    )
  const newConnections = () =>
    harness.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'clinic%'",
    )
  await takesWrites('on')
  await newConnections()
  await expect.poll(() => harness.application.unready()).toBe('the database cannot be written')
  const before = await clinic.bookingRows()
  expect((await book(clinic)).status).toBe(503)
  expect(await clinic.bookingRows()).toBe(before)
  await takesWrites('off')
  await expect.poll(() => harness.application.unready()).toBeUndefined()
  expect((await book(clinic)).status).toBe(201)
})

it('a service stops within five seconds while a payment gateway is silent, and its open request continues', async () => {
  const harness = await openHarness({ doesDueWork: false })
  const service = await startService({
    DATABASE_URL: connectionUrl(harness.connection),
    CLINIC_MODE: 'sandbox',
  })
  const clinic = await createPayingClinic(harness)
  const { sessionRef } = (await reserve(clinic)).json
  const fails = (call: string) =>
    harness.operate('sandbox-gateway-fail', {
      workspace: clinic.name,
      call,
      how: 'time-out-before',
      times: 1,
    })
  const struck = async () =>
    (
      await harness.sql(
        'select times_left as left from sandbox_gateway_faults where workspace_id = $1',
        [clinic.workspaceId],
      )
    ).every(({ left }) => left === 0)
  await fails('read')
  await fails('open')
  const asked = [
    request(`${service.url}/v1/appointments/confirm-payments`, clinic.key, { sessionRef }),
    request(
      `${service.url}/v1/appointments/reserve-slot`,
      clinic.key,
      createBookingBody(clinic, { returnUrl, ...slotTimes('10:00') }),
    ),
  ].map((reply) =>
    reply.then(
      ({ status }) => status,
      () => 'no answer',
    ),
  )
  await expect.poll(struck).toBe(true)
  const from = performance.now()
  service.child.kill('SIGTERM')
  expect(await service.ended).toBe(0)
  // Half a second more than allowed, for a busy machine; a gateway's timeout is eight seconds.
  expect(performance.now() - from).toBeLessThan(5_500)
  expect(await Promise.all(asked)).toEqual(['no answer', 503])
  expect((await confirm(clinic, { sessionRef })).json.status).toBe('PENDING')
})
