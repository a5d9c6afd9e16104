// A service whose notifications arrive late. It still answers by a change that it has confirmed.

import { expect, it } from 'vitest'
import { openHarness } from './support/clinic/harness.ts'
import { createMigratedDatabase } from './support/database/databases.ts'
import { openNetworkTo } from './support/database/network.ts'
import { startRazorpay } from './support/gateways/gateway-servers.ts'
import { razorpayMessage } from './support/gateways/razorpay-server.ts'

const connection = await createMigratedDatabase()
const network = await openNetworkTo(connection)
const razorpay = await startRazorpay()
const harness = await openHarness({
  connection,
  directConnection: network.connection,
  environment: razorpay.environment,
})
await harness.clinic()
network.delay(300)

it('refuses a key as soon as its deactivation is confirmed [AUTH-09]', async () => {
  const clinic = await harness.clinic()
  const { id, key } = await harness.operate('key-create', {
    workspace: clinic.name,
    allow: ['127.0.0.1'],
  })
  const statusNow = async () => (await harness.call('GET', '/v1/doctors', { key })).status
  expect(await statusNow()).toBe(200)
  await harness.operate('key-deactivate', { workspace: clinic.name, id })
  expect(await statusNow()).toBe(401)
})

it('hears the gateway of a clinic that was just imported [PAY-20]', async () => {
  const webhook = async (name: string) => {
    const { body, headers } = razorpayMessage({ event: 'payment_link.paid', payload: {} })
    return harness.call('POST', `/gateways/razorpay/${name}`, {
      body: body.toString(),
      headers: { 'content-type': 'application/json', ...headers },
    })
  }
  // The names of all clinics are cached from here on.
  expect((await webhook('of-none')).status).toBe(400)
  const clinic = await harness.clinic((file) => {
    file.workspace.gateways = razorpay.settings
  })
  expect((await webhook(clinic.name)).status).toBe(200)
})
