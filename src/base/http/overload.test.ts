import { expect, it } from 'vitest'
import { book, openHarness } from '../../../test/support/clinic/harness.ts'
import { createPayingClinic, reserve } from '../../../test/support/clinic/paying-clinic.ts'
import { listenForMonitoring } from '../../management/monitoring/monitoring.ts'

let lateMs = 0
const house = await openHarness({ lateMs: () => lateMs, lateMsMax: 1_000 })

async function late<T>(work: () => Promise<T>): Promise<T> {
  lateMs = 1_001
  try {
    return await work()
  } finally {
    lateMs = 0
  }
}

it('an overloaded process refuses at once, says when to retry, and writes nothing', async () => {
  const clinic = await house.clinic()
  const before = await clinic.bookingRows()
  const replies = await late(() =>
    Promise.all([
      book(clinic),
      clinic.get('/v2/workspaces'),
      house.call('GET', '/v2/workspaces', { key: 'wrong' }),
      house.call('GET', '/docs'),
      ...['operations/doctor-list', 'sign-in/password', 'files/patient-import'].map((path) =>
        house.call('POST', `/dashboard/api/${path}`, { body: {} }),
      ),
    ]),
  )
  for (const { status, headers, json } of replies) {
    expect(status).toBe(503)
    expect(headers['retry-after']).toMatch(/^[1-9]\d*$/)
    expect(json).toEqual({
      statusCode: 503,
      status: 'failed',
      message: expect.stringContaining('nothing was done'),
    })
  }
  expect(await clinic.bookingRows()).toBe(before)
  lateMs = 1_000
  expect((await book(clinic)).status).toBe(201)
  lateMs = 0
})

it('an overloaded process says so on every route, as documented', async () => {
  const clinic = await house.clinic()
  const routes = house.application.routes.filter(({ policy }) => !policy.evenWhenLate)
  const statuses = await late(() =>
    Promise.all(
      routes.map(({ method, path }) =>
        house
          .call(method, path.replace(/:\w+/g, '1'), { key: clinic.key })
          .then(({ status }) => status),
      ),
    ),
  )
  expect(statuses).toEqual(routes.map(() => 503))
})

it('an overloaded process still confirms payments and accepts gateway messages [PAY-20]', async () => {
  const clinic = await createPayingClinic(house)
  const { sessionRef } = (await reserve(clinic)).json
  const [confirmed, pack, message] = await late(() =>
    Promise.all([
      clinic.post('/v1/appointments/confirm-payments', { sessionRef }),
      clinic.post('/v1/session/packs/confirm', { sessionRef: 'ps_unknown' }),
      house.call('POST', `/gateways/sandbox/${clinic.name}`, { body: '{}' }),
    ]),
  )
  expect([confirmed.status, confirmed.json.status]).toEqual([200, 'PENDING'])
  expect([pack.json.error, message.text]).toEqual(['PAYMENT_NOT_FOUND', 'Not understood.\n'])
})

it('the delay of a process, and how often it refused because of it, is measured', async () => {
  const monitoring = await listenForMonitoring(house.application, '127.0.0.1', 0)
  const lines = async () => (await (await fetch(`${monitoring.url}/metrics`)).text()).split('\n')
  const refused = async () =>
    Number(
      / (\d+)$/.exec(
        (await lines()).find((line) =>
          line.startsWith('clinic_refusals_total{code="OVERLOADED"}'),
        ) ?? ' 0',
      )?.[1],
    )
  try {
    const before = await refused()
    await late(async () => {
      await house.call('GET', '/v2/workspaces')
      expect(await lines()).toContain('clinic_event_loop_late_seconds 1.001')
    })
    await expect.poll(refused).toBe(before + 1)
  } finally {
    await monitoring.close()
  }
})
