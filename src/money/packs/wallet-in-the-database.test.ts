// What no code of ours can break, tried in plain SQL: the constraints of the wallet.

import { expect, it } from 'vitest'
import { book, openHarness, slotTimes } from '../../../test/support/clinic/harness.ts'

const house = await openHarness()
const clinic = await house.clinic((file) => {
  file.sessionPacks = {
    three: {
      displayName: 'Three visits',
      sessions: 3,
      validityDays: 30,
      currency: 'INR',
      price: 900,
      doctors: ['asha-rao'],
    },
  }
})
const pack = {
  packageConfigId: clinic.id('sessionPack', 'three'),
  packageAmount: 900,
  consultationCharge: undefined,
}
const { appointment } = (await book(clinic, { bookingType: 'PACKAGE_PURCHASE', ...pack })).json
const packId: number = appointment.patientPackageId
const plainVisit: number = (await book(clinic, slotTimes('09:15'))).json.appointment.id

const violated = (constraint: string) => expect.objectContaining({ constraint })
const move = (
  cause: string,
  sessions: number,
  appointmentId: number | null,
  reason: string | null = null,
) =>
  house.sql(
    `insert into pack_movements (workspace_id, patient_pack_id, at, cause, sessions, appointment_id, reason, by_session, by_service)
     values ($1, $2, now(), $3, $4, $5, $6, false, true)`,
    [clinic.workspaceId, packId, cause, sessions, appointmentId, reason],
  )

it('movements are neither changed nor removed, nor truncated [INV-16]', async () => {
  await expect(house.sql('update pack_movements set sessions = 1')).rejects.toEqual(
    violated('movements_are_kept'),
  )
  await expect(house.sql('delete from pack_movements')).rejects.toEqual(
    violated('movements_are_kept'),
  )
  await expect(house.sql('truncate pack_movements')).rejects.toEqual(violated('movements_are_kept'))
})

it("a wallet's sessions are exactly the sum of its movements [INV-15] [INV-16]", async () => {
  for (const used of [0, 2])
    await expect(house.sql('update patient_packs set sessions_used = $1', [used])).rejects.toEqual(
      violated('wallet_is_its_movements'),
    )
  await expect(house.sql('update patient_packs set sessions_used = 4')).rejects.toEqual(
    violated('sessions_within_pack'),
  )
  await expect(move('CORRECTED', 2, null, 'more than there are')).rejects.toEqual(
    violated('sessions_within_pack'),
  )
  await expect(move('CORRECTED', -3, null, 'more than are left')).rejects.toEqual(
    violated('sessions_within_pack'),
  )
})

it('a session is used once by a visit, returned once, and corrected only with a reason [INV-16]', async () => {
  await expect(move('USED', -1, appointment.id)).rejects.toEqual(violated('movement_happens_once'))
  await expect(move('USED', -2, appointment.id)).rejects.toEqual(
    violated('movement_is_of_its_cause'),
  )
  await expect(move('USED', -1, null)).rejects.toEqual(violated('movement_is_of_its_cause'))
  await expect(move('CORRECTED', -1, null)).rejects.toEqual(violated('movement_is_of_its_cause'))
  await expect(move('RETURNED', 2, appointment.id)).rejects.toEqual(
    violated('movement_is_of_its_cause'),
  )
})

it('a pack pays only for its own visits [INV-17]', async () => {
  await expect(move('USED', -1, plainVisit)).rejects.toEqual(violated('pack_covers_its_visit'))
})

it('a pack pays for no visit after its last day, to another doctor, or before it is active and once it has ended [INV-17]', async () => {
  const other = await house.clinic((file) => {
    file.sessionPacks = {
      three: {
        displayName: 'Three visits',
        sessions: 3,
        validityDays: 30,
        currency: 'INR',
        price: 900,
        doctors: ['asha-rao'],
      },
      jonas: {
        displayName: 'Three of Jonas',
        sessions: 3,
        validityDays: 30,
        currency: 'INR',
        price: 900,
        doctors: ['jonas-weber'],
      },
    }
  })
  const visitOn = async (date: string, clock: string) =>
    (await book(other, slotTimes(clock, 15, date))).json.appointment
  // Sold on 2030-01-01, so it pays until 2030-01-31.
  const last = await visitOn('2030-01-31', '09:00')
  const late = await visitOn('2030-02-01', '09:00')
  const more = await visitOn('2030-01-31', '09:15')
  const granted = async (name: string) =>
    (
      await house.operate('packs-grant', {
        workspace: other.name,
        patientId: last.patientId,
        pack: name,
      })
    ).id
  const three = await granted('three')
  const jonas = await granted('jonas')
  const unpaid = await other.post('/v1/session/packs', {
    addressId: other.id('location', 'jaipur'),
    patientId: last.patientId,
    packageConfigId: other.id('sessionPack', 'three'),
    paymentStatus: 'UNPAID',
  })
  const uses = (pack: number, { id }: { id: number }) =>
    house.sql(
      `with visit as (
         update appointments set booking_type = 'USE_ACTIVE_PACKAGE', patient_package_id = $2, charge_minor = 0, payment_status = 'PAID' where workspace_id = $1 and id = $3
       )
       insert into pack_movements (workspace_id, patient_pack_id, at, cause, sessions, appointment_id, by_session, by_service) values ($1, $2, now(), 'USED', -1, $3, false, true)`,
      [other.workspaceId, pack, id],
    )
  const before = await other.bookingRows()
  for (const [pack, visit] of [
    [three, late],
    [jonas, last],
    [unpaid.json.id, last],
  ])
    await expect(uses(pack, visit)).rejects.toEqual(violated('pack_covers_its_visit'))
  expect(await other.bookingRows()).toBe(before)
  await uses(three, last)
  await house.sql('update patient_packs set ended_at = now() where id = $1', [three])
  await expect(uses(three, more)).rejects.toEqual(violated('pack_covers_its_visit'))
})

it('a visit of a pack costs nothing, and one that buys it costs the price of the pack [INV-19]', async () => {
  await expect(
    house.sql("update appointments set booking_type = 'USE_ACTIVE_PACKAGE' where id = $1", [
      appointment.id,
    ]),
  ).rejects.toEqual(violated('pack_pays_for_its_visit'))
  await expect(
    house.sql('update appointments set patient_package_id = null where id = $1', [appointment.id]),
  ).rejects.toEqual(violated('pack_visit_has_a_pack'))
  await expect(
    house.sql(
      "update appointments set booking_type = 'PACKAGE_PURCHASE', patient_package_id = $2 where id = $1",
      [plainVisit, packId],
    ),
  ).rejects.toEqual(violated('pack_is_bought_once'))
})

it('a visit cannot be marked as paid by a pack without a session of it [INV-16]', async () => {
  await expect(
    house.sql(
      "update appointments set booking_type = 'USE_ACTIVE_PACKAGE', patient_package_id = $2, charge_minor = 0, payment_status = 'PAID' where id = $1",
      [plainVisit, packId],
    ),
  ).rejects.toEqual(violated('visit_uses_its_pack'))
})

it('an erased owner’s packs keep their sessions, and no text about the owner', async () => {
  await house.operate('packs-correct', {
    workspace: clinic.name,
    id: packId,
    sessions: 1,
    reason: 'Meera came in vain',
  })
  const [exported] = (
    await house.operate('patient-export', { workspace: clinic.name, id: appointment.patientId })
  ).packs
  expect(exported).toMatchObject({
    id: packId,
    sessions_used: 0,
    movements: [{ cause: 'USED' }, { cause: 'CORRECTED', reason: 'Meera came in vain' }],
  })
  await house.operate('patient-erase', {
    workspace: clinic.name,
    id: appointment.patientId,
    confirmed: true,
  })
  expect(
    await house.sql(
      'select cause, sessions, reason from pack_movements where workspace_id = $1 order by id',
      [clinic.workspaceId],
    ),
  ).toEqual([
    { cause: 'USED', sessions: -1, reason: null },
    { cause: 'CORRECTED', sessions: 1, reason: 'erased' },
  ])
  await expect(
    house.sql("update pack_movements set reason = 'otherwise' where cause = 'CORRECTED'"),
  ).rejects.toEqual(violated('movements_are_kept'))
  await expect(
    house.sql(
      "update pack_movements set reason = 'erased', sessions = 2 where cause = 'CORRECTED'",
    ),
  ).rejects.toEqual(violated('movements_are_kept'))
})

it('a workspace is deleted with its wallets', async () => {
  // The audit is kept for 30 days.
  await house.moveTo('2030-03-01T00:00:00Z')
  await house.sql('select remove_workspace($1)', [clinic.workspaceId])
  for (const table of ['pack_movements', 'patient_packs', 'session_packs']) {
    expect(
      await house.sql(`select from ${table} where workspace_id = $1`, [clinic.workspaceId]),
    ).toEqual([])
  }
})
