// Saves a backup of what this version writes, for the tests of all later versions (releases.test.ts). It is run once per release; a saved
// backup never changes.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { writeBackup } from '../../src/management/backup/backup.ts'
import { book, bookingBody, openHouse, slotAt } from '../support/clinic/harness.ts'
import { atPage, books, confirm, payingClinic, reservationOf, reservedThings } from '../support/clinic/paying-clinic.ts'
import { type ReleasedClinic, releasesFolder } from '../support/processes/released.ts'
import { contradictions } from '../support/storms/contradictions.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }

it('saves a clinic with visits, tokens, packs, payments, refunds, blocks and a series', async () => {
  const file = new URL(`${version}.gz`, releasesFolder)
  if (existsSync(file)) return
  const house = await openHouse()
  const clinic = await payingClinic(house)
  const staff = (name: string, input: Record<string, unknown>) => house.operate(name, { workspace: clinic.name, ...input })
  const [addressId, doctorId] = [clinic.id('location', 'jaipur'), clinic.id('practitioner', 'asha-rao')]

  for (const [index, thing] of reservedThings.entries()) {
    const { path, body } = reservationOf(clinic, thing, `${9 + index}:00`.padStart(5, '0'))
    const reserved = await clinic.post(path, body)
    expect(reserved.status, reserved.text).toBe(201)
    await atPage(house, reserved.json.checkoutUrl, 'pay')
    expect((await confirm(clinic, { sessionRef: reserved.json.sessionRef })).json.status).toBe('SUCCESS')
  }
  // Paid and refunded, at the gateway and at the desk; cancelled; moved; completed.
  const paidOnline = await house.sql("select id::int from appointments where workspace_id = $1 and payment_status = 'PAID' and patient_package_id is null", [
    clinic.workspaceId,
  ])
  const half = { refundIssued: true, refundPercentage: 50, refundAmount: 250, cancellationReason: 'Doctor is ill' }
  expect((await house.call('PATCH', `/v1/appointments/${paidOnline[0].id}/cancel`, { key: clinic.key, body: half })).status).toBe(200)
  const known = (await book(clinic, { patientPayload: { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' }, ...slotAt('10:15') })).json
    .appointment
  await staff('visit-pay', { id: known.id, method: 'CASH' })
  const cancelled = (await book(clinic, { patientId: known.patientId, ...slotAt('10:30') })).json.appointment
  await staff('visit-cancel', { id: cancelled.id, reason: 'Has to catch a train' })
  const moved = (await book(clinic, { patientId: known.patientId, ...slotAt('10:45') })).json.appointment
  await staff('visit-move', { id: moved.id, to: '2030-01-07T11:15' })
  await staff('block-add', { addressId, doctorId, ...slotAt('11:45'), reason: 'Meeting' })
  await staff('series-book', {
    addressId,
    doctorId,
    mode: 'OFFLINE',
    patientId: known.patientId,
    starts: ['2030-01-14', '2030-01-21'].map((date) => slotAt('09:30', 15, date).fromDateTimeIso),
  })

  expect(await contradictions(house, clinic.workspaceId, 'time')).toEqual({})
  const { gateway, service } = await books(house, clinic)
  expect(service).toBe(gateway)
  await house.application.keys.writeUses()
  await house.application.activity.write()
  const chunks: Buffer[] = []
  await writeBackup(house.connection, async (chunk) => void chunks.push(chunk))
  writeFileSync(file, Buffer.concat(chunks))
  const { workspaceId, name, key } = clinic
  const booking = bookingBody(clinic, slotAt('11:30'))
  const facts: ReleasedClinic = { workspaceId, name, key, netMinor: service, booking, taken: slotAt('11:15'), paidAtDesk: known.id }
  writeFileSync(new URL(`${version}.json`, releasesFolder), `${JSON.stringify(facts, null, 2)}\n`)
})
