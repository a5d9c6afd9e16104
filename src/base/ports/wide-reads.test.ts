import { expect, it } from 'vitest'
import { book, listSlots, openHarness, queryString } from '../../../test/support/clinic/harness.ts'
import { createDatabaseGate } from '../../../test/support/database/database-gate.ts'

it.each([
  ['POST /v1/appointments/search', 'POST', '/v1/appointments/search'],
  ['GET /v1/patients', 'GET', `/v1/patients?${queryString({ search: 'meera' })}`],
])(
  'searches of one clinic by %s leave connections to the others [GEN-02]',
  async (_, method, url) => {
    const house = await openHarness({ databaseConnections: 4, doesDueWork: false })
    const searching = await house.clinic()
    const other = await house.clinic()
    expect((await book(searching)).status).toBe(201)
    const gate = await createDatabaseGate(
      house,
      'before insert on audit_entries for each statement',
    )
    const searches = Array.from({ length: 8 }, () =>
      house.call(method, url, { key: searching.key, ...(method === 'POST' && { body: {} }) }),
    )
    await gate.waitUntilReached(2)
    expect((await listSlots(other, 'asha-rao', 'jaipur', '2030-01-07')).status).toBe(200)
    await gate.open()
    for (const { status, json } of await Promise.all(searches))
      expect([status, json.count]).toEqual([200, 1])
  },
)
