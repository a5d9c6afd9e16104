// Saves a backup of what this version writes, for the tests of all later versions
// (releases.test.ts). It is run once per release; a saved backup never changes.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { writeBackup } from '../../src/management/backup/backup.ts'
import { book, createBookingBody, openHarness, slotTimes } from '../support/clinic/harness.ts'
import {
  actOnPaymentPage,
  confirm,
  createPayingClinic,
  readBooks,
  reservableKinds,
  reservationRequest,
} from '../support/clinic/paying-clinic.ts'
import { type ReleasedClinic, releasesFolder } from '../support/processes/released.ts'
import { findContradictions } from '../support/storms/contradictions.ts'

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string }

it('saves a clinic with visits, tokens, packs, payments, refunds, blocks and a series', async () => {
  const file = new URL(`${version}.gz`, releasesFolder)
  if (existsSync(file)) return
  const harness = await openHarness()
  const clinic = await createPayingClinic(harness)
  const staff = (name: string, input: Record<string, unknown>) =>
    harness.operate(name, { workspace: clinic.name, ...input })
  const addressId = clinic.id('location', 'jaipur')
  const doctorId = clinic.id('practitioner', 'asha-rao')

  for (const [index, thing] of reservableKinds.entries()) {
    const { path, body } = reservationRequest(clinic, thing, `${9 + index}:00`.padStart(5, '0'))
    const reserved = await clinic.post(path, body)
    expect(reserved.status, reserved.text).toBe(201)
    await actOnPaymentPage(harness, reserved.json.checkoutUrl, 'pay')
    expect((await confirm(clinic, { sessionRef: reserved.json.sessionRef })).json.status).toBe(
      'SUCCESS',
    )
  }
  // Paid and refunded, at the gateway and at the desk; cancelled; moved; completed.
  const paidOnline = await harness.sql(
    "select id::int from appointments where workspace_id = $1 and payment_status = 'PAID' and patient_package_id is null",
    [clinic.workspaceId],
  )
  const half = {
    refundIssued: true,
    refundPercentage: 50,
    refundAmount: 250,
    cancellationReason: 'Doctor is ill',
  }
  expect(
    (
      await harness.call('PATCH', `/v1/appointments/${paidOnline[0].id}/cancel`, {
        key: clinic.key,
        body: half,
      })
    ).status,
  ).toBe(200)
  const known = (
    await book(clinic, {
      patientPayload: { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' },
      ...slotTimes('10:15'),
    })
  ).json.appointment
  await staff('visit-pay', { id: known.id, method: 'CASH' })
  const cancelled = (await book(clinic, { patientId: known.patientId, ...slotTimes('10:30') })).json
    .appointment
  await staff('visit-cancel', { id: cancelled.id, reason: 'Has to catch a train' })
  const moved = (await book(clinic, { patientId: known.patientId, ...slotTimes('10:45') })).json
    .appointment
  await staff('visit-move', { id: moved.id, to: '2030-01-07T11:15' })
  await staff('block-add', { addressId, doctorId, ...slotTimes('11:45'), reason: 'Meeting' })
  await staff('series-book', {
    addressId,
    doctorId,
    mode: 'OFFLINE',
    patientId: known.patientId,
    starts: ['2030-01-14', '2030-01-21'].map(
      (date) => slotTimes('09:30', 15, date).fromDateTimeIso,
    ),
  })

  expect(await findContradictions(harness, clinic.workspaceId, 'time')).toEqual({})
  const { gateway, service } = await readBooks(harness, clinic)
  expect(service).toBe(gateway)
  await harness.application.keys.writeUses()
  await harness.application.activity.write()
  const chunks: Buffer[] = []
  await writeBackup(harness.connection, async (chunk) => void chunks.push(chunk))
  writeFileSync(file, Buffer.concat(chunks))
  const { workspaceId, name, key } = clinic
  const booking = createBookingBody(clinic, slotTimes('11:30'))
  const facts: ReleasedClinic = {
    workspaceId,
    name,
    key,
    netMinor: service,
    booking,
    taken: slotTimes('11:15'),
    paidAtDesk: known.id,
  }
  writeFileSync(new URL(`${version}.json`, releasesFolder), `${JSON.stringify(facts, null, 2)}\n`)
})
