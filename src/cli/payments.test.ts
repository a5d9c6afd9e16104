// Payments as an operator sees them from the command line: clinic payments.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { afterFile } from '../../test/after-file.ts'
import { openHouse, slotAt } from '../../test/harness.ts'
import { atPage, confirm, payingClinic, reserve } from '../../test/paying-clinic.ts'
import { runClinic } from '../../test/service-process.ts'
import { urlOf } from '../../test/url-of.ts'

const house = await openHouse()
const folder = mkdtempSync(join(tmpdir(), 'clinic-payments-'))
afterFile(() => rmSync(folder, { recursive: true, force: true }))
const settings = { DATABASE_URL: urlOf(house.connection), CLINIC_MODE: 'sandbox', CLINIC_DATA: folder }

it('shows payments, how they stand, and the books', async () => {
  const clinic = await payingClinic(house)
  const payments = (...words: string[]) => runClinic(settings, ['payments', ...words, '--workspace', clinic.name])
  expect(await payments('list')).toBe('nobody has paid online yet\n')
  const [paid, open] = [(await reserve(clinic)).json, (await reserve(clinic, slotAt('09:15'))).json]
  await atPage(house, paid.checkoutUrl, 'pay')
  await confirm(clinic, { sessionRef: paid.sessionRef })

  const text = await payments('list')
  for (const part of [paid.sessionRef, paid.appointmentRef, open.sessionRef, 'PAID', 'OPEN']) expect(text).toContain(part)
  expect(JSON.parse(await payments('list', '--json'))).toMatchObject([
    { sessionRef: open.sessionRef, state: 'OPEN', paymentStatus: 'PENDING', amount: 500, nextLookAt: expect.any(String) },
    { sessionRef: paid.sessionRef, state: 'PAID', paymentStatus: 'PAID', amount: 500, nextLookAt: null },
  ])
  expect(JSON.parse(await payments('list', '--state', 'open', '--json'))).toHaveLength(1)

  for (const reference of [paid.sessionRef, paid.appointmentRef]) {
    const shown = await payments('show', reference)
    expect(shown).toContain(`${paid.sessionRef} for ${paid.appointmentRef}: PAID, 500 INR, PAID`)
    expect(shown).toContain('CAPTURED 500 INR: FEES to GATEWAY')
  }
  expect(JSON.parse(await payments('show', open.sessionRef, '--json'))).toMatchObject([{ state: 'OPEN', ledger: [] }])
  const other = await house.clinic()
  await expect(runClinic(settings, ['payments', 'show', paid.sessionRef, '--workspace', other.name])).rejects.toThrow('clinic payments list')
})
