// The sandbox gateway as operators see it and break it: clinic sandbox-gateway.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Clinic, openHarness } from '../../../test/support/clinic/harness.ts'
import { connectionUrl } from '../../../test/support/database/url-of.ts'
import {
  createSandboxGateway,
  openCheckout,
  pressPageButton,
} from '../../../test/support/gateways/sandbox-checkouts.ts'
import { runCommand } from '../../../test/support/processes/in-process-command.ts'
import { runClinic } from '../../../test/support/processes/service-process.ts'
import { afterFile } from '../../../test/support/run/after-file.ts'

const house = await openHarness()
const folder = mkdtempSync(join(tmpdir(), 'clinic-gateway-'))
afterFile(() => rmSync(folder, { recursive: true, force: true }))
const settings = {
  DATABASE_URL: connectionUrl(house.connection),
  CLINIC_MODE: 'sandbox',
  CLINIC_DATA: folder,
  CLINIC_OPERATOR: 'ravi',
}
const gateway = (clinic: Clinic, ...words: string[]) =>
  runClinic(settings, ['sandbox-gateway', ...words, '--workspace', clinic.name])
const mistyped = (clinic: Clinic, ...words: string[]) =>
  runCommand(settings, ['sandbox-gateway', ...words, '--workspace', clinic.name])

it('orders faults, shows them and ends them, each with a message', async () => {
  const clinic = await house.clinic()
  expect(await gateway(clinic, 'faults')).toBe('the gateway does nothing wrong\n')
  expect(
    await gateway(
      clinic,
      'fail',
      'open',
      'refuse',
      '--status',
      '502',
      '--body',
      '{"error":{"code":"DOWN"}}',
      '--times',
      '2',
    ),
  ).toBe('open: refuse, 2 times\n')
  expect(await gateway(clinic, 'fail', 'read', 'slow', '--ms', '20', '--times', '1')).toBe(
    'read: slow, once\n',
  )
  expect(await gateway(clinic, 'fail', 'expire', 'time-out-after')).toBe(
    'expire: time-out-after, until clinic sandbox-gateway heal\n',
  )
  const shown = await gateway(clinic, 'faults')
  expect(shown).toMatch(/open +refuse +502 +\{"error":\{"code":"DOWN"\}\} .*2/)
  expect(shown).toMatch(/expire +time-out-after .*until healed/)
  await expect(openCheckout(house, clinic.workspaceId)).rejects.toMatchObject({
    status: 502,
    body: { error: { code: 'DOWN' } },
  })
  expect(await gateway(clinic, 'heal')).toBe('3 faults are healed\n')
  expect(await gateway(clinic, 'heal')).toBe('there was nothing to heal\n')
  expect((await openCheckout(house, clinic.workspaceId)).gatewayId).toBeTruthy()
})

it('lists checkouts with their money', async () => {
  const clinic = await house.clinic()
  expect(await gateway(clinic, 'list')).toBe('no checkout was opened yet\n')
  const checkout = await openCheckout(house, clinic.workspaceId)
  await pressPageButton(house, checkout, 'pay')
  await (await createSandboxGateway(house)).refund({
    ...checkout,
    reference: checkout.wanted.reference,
    key: 'back',
    amountMinor: 12_550,
    currency: 'INR',
  })
  expect(await gateway(clinic, 'list')).toMatch(
    new RegExp(`${checkout.wanted.reference} +PAID +500 +500 +125.5 +INR +${checkout.path}\n`),
  )
})

it('says what is wrong with the input, and changes nothing', async () => {
  const clinic = await house.clinic()
  for (const [words, problem] of [
    [['fail', 'pay', 'refuse'], 'open, read, expire, refund'],
    [['fail', 'open', 'explode'], 'wrong-amount'],
    [['fail', 'open', 'refuse', '--body', '[]'], 'not a JSON object'],
    [['fail', 'open', 'refuse', '--body', '{'], 'not a JSON object'],
    [['fail', 'open', 'refuse', '--status', '200'], 'status'],
    [['fail', 'open', 'slow'], 'give the time: clinic sandbox-gateway fail open slow --ms 2000'],
  ] as const) {
    const { code, problem: said } = await mistyped(clinic, ...words)
    expect([code === 0, said], words.join(' ')).toEqual([false, expect.stringContaining(problem)])
  }
  expect(await gateway(clinic, 'faults')).toBe('the gateway does nothing wrong\n')
})
