// Payments on the command line: clinic payments.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openHarness, slotTimes } from '../../../test/support/clinic/harness.ts'
import {
  actOnPaymentPage,
  confirm,
  createPayingClinic,
  reserve,
} from '../../../test/support/clinic/paying-clinic.ts'
import { connectionUrl } from '../../../test/support/database/url-of.ts'
import { runClinic } from '../../../test/support/processes/service-process.ts'
import { afterFile } from '../../../test/support/run/after-file.ts'

const house = await openHarness()
const folder = mkdtempSync(join(tmpdir(), 'clinic-payments-'))
afterFile(() => rmSync(folder, { recursive: true, force: true }))
const settings = {
  DATABASE_URL: connectionUrl(house.connection),
  CLINIC_MODE: 'sandbox',
  CLINIC_DATA: folder,
}

it('shows payments, their status, and the books', async () => {
  const clinic = await createPayingClinic(house)
  const payments = (...words: string[]) =>
    runClinic(settings, ['payments', ...words, '--workspace', clinic.name])
  expect(await payments('list')).toBe('no online payments yet\n')
  const paid = (await reserve(clinic)).json
  const open = (await reserve(clinic, slotTimes('09:15'))).json
  await actOnPaymentPage(house, paid.checkoutUrl, 'pay')
  await confirm(clinic, { sessionRef: paid.sessionRef })

  const text = await payments('list')
  for (const part of [paid.sessionRef, paid.appointmentRef, open.sessionRef, 'PAID', 'OPEN'])
    expect(text).toContain(part)
  expect(JSON.parse(await payments('list', '--json'))).toMatchObject([
    {
      sessionRef: open.sessionRef,
      state: 'OPEN',
      paymentStatus: 'PENDING',
      amount: 500,
      nextLookAt: expect.any(String),
    },
    {
      sessionRef: paid.sessionRef,
      state: 'PAID',
      paymentStatus: 'PAID',
      amount: 500,
      nextLookAt: null,
    },
  ])
  expect(JSON.parse(await payments('list', '--state', 'open', '--json'))).toHaveLength(1)

  for (const reference of [paid.sessionRef, paid.appointmentRef]) {
    const shown = await payments('show', reference)
    expect(shown).toContain(`${paid.sessionRef} for ${paid.appointmentRef}: PAID, 500 INR, PAID`)
    expect(shown).toContain('CAPTURED 500 INR: debit GATEWAY, credit FEES')
  }
  expect(JSON.parse(await payments('show', open.sessionRef, '--json'))).toMatchObject([
    { state: 'OPEN', ledger: [] },
  ])
  const other = await house.clinic()
  await expect(
    runClinic(settings, ['payments', 'show', paid.sessionRef, '--workspace', other.name]),
  ).rejects.toThrow('clinic payments list')
})

it('refunds, reconciles and states, for people, for scripts and as CSV', async () => {
  const clinic = await createPayingClinic(house)
  const payments = (...words: string[]) =>
    runClinic(settings, ['payments', ...words, '--workspace', clinic.name])
  const days = ['--from', '2020-01-01', '--to', '2099-12-31']
  expect(await payments('statement', ...days)).toBe('nothing came or went online in these days\n')
  const { sessionRef, checkoutUrl, appointment, appointmentRef } = (await reserve(clinic)).json
  await actOnPaymentPage(house, checkoutUrl, 'pay')
  await confirm(clinic, { sessionRef })
  await expect(payments('refund', appointmentRef)).rejects.toThrow('--refund 100')
  await house.call('PATCH', `/v1/appointments/${appointment.id}/cancel`, {
    key: clinic.key,
    body: {},
  })
  expect(await payments('refund', appointmentRef, '--percentage', '25')).toBe(
    `${sessionRef} for ${appointmentRef}: RETURNED, REFUNDED\n`,
  )
  expect(await payments('reconcile')).toBe('1 payments compared: the books agree\n')
  expect(await payments('statement', ...days, '--csv')).toMatch(
    /^location,currency,payments,captured,refunds,refunded,net,late,lateReturned\n[^,\n]+,INR,1,500,1,125,375,0,0\n$/,
  )
  const entries = (await payments('statement', ...days, '--entries', '--csv')).trimEnd().split('\n')
  expect(entries[0]).toBe(
    'at,location,cause,amount,currency,late,sessionRef,description,gateway,gatewayId',
  )
  expect(entries.slice(1).map((row) => row.split(',').slice(2, 7).join(','))).toEqual([
    `CAPTURED,500,INR,,${sessionRef}`,
    `REFUNDED,-125,INR,,${sessionRef}`,
  ])
  expect(JSON.parse(await payments('statement', ...days, '--json'))).toMatchObject({
    totals: [{ currency: 'INR', net: 375 }],
    entries: [],
  })
})
