// A practitioner is away: the visits in the blocked time, each with an alternative, until none is
// left.

import { expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'

const house = await openHarness()

const operate = (clinic: Clinic, name: string, input: Json = {}) =>
  house.operate(name, { workspace: clinic.name, ...input })
const jaipur = (clinic: Clinic) => clinic.id('location', 'jaipur')
const asha = (clinic: Clinic) => clinic.id('practitioner', 'asha-rao')
const displaced = (clinic: Clinic, changes: Json = {}) =>
  operate(clinic, 'visit-displaced', { addressId: jaipur(clinic), ...changes })
const visitAt = async (clinic: Clinic, clock: string, changes: Json = {}) =>
  (await book(clinic, { ...slotTimes(clock), ...changes })).json.appointment.id

it('visits in a blocked time are listed, each with a different free time, and the list is empty once all are moved or cancelled [DAY-12]', async () => {
  const clinic = await house.clinic()
  const ids = [
    await visitAt(clinic, '09:00'),
    await visitAt(clinic, '09:15'),
    await visitAt(clinic, '09:30'),
  ]
  const stays = await visitAt(clinic, '10:00')
  expect(await displaced(clinic)).toEqual([])
  const { block } = await operate(clinic, 'block-add', {
    addressId: jaipur(clinic),
    doctorId: asha(clinic),
    ...slotTimes('09:00', 60),
    reason: 'Ill',
  })
  const left = await displaced(clinic)
  expect(left.map(({ id, blockIds }: Json) => [id, blockIds])).toEqual(
    ids.map((id) => [id, [block.id]]),
  )
  expect(left.map(({ next }: Json) => next.slice(11, 16))).toEqual(['10:15', '10:30', '10:45'])
  expect(await displaced(clinic, { doctorIds: [asha(clinic) + 1_000] })).toEqual([])

  // Stopped half-way, the list shows what is left; its proposals are free.
  await operate(clinic, 'visit-move', {
    id: ids[0],
    to: left[0].next.slice(0, 16),
    reason: 'Doctor is ill',
  })
  expect((await displaced(clinic)).map(({ id }: Json) => id)).toEqual(ids.slice(1))
  await operate(clinic, 'visit-cancel', { id: ids[1], reason: 'Doctor is ill' })
  const [last] = await displaced(clinic)
  expect([last.id, last.next.slice(11, 16)]).toEqual([ids[2], '10:30'])
  await operate(clinic, 'visit-move', { id: last.id, to: last.next.slice(0, 16) })
  expect(await displaced(clinic)).toEqual([])
  expect((await operate(clinic, 'visit-show', { id: stays })).status).toBe('SCHEDULED')
})

it('visits of a closed room are listed too, once each, and those of another workspace never [DAY-12]', async () => {
  const clinic = await house.clinic()
  const other = await house.clinic()
  const roomId = clinic.id('room', 'jaipur/room-1')
  const id = await visitAt(clinic, '09:00', { roomId })
  await visitAt(clinic, '09:15')
  await visitAt(other, '09:00')
  const whole = { addressId: jaipur(clinic), ...slotTimes('09:00', 15), reason: 'Paint' }
  await operate(clinic, 'block-add', { ...whole, roomId })
  await operate(clinic, 'block-add', { ...whole, doctorId: asha(clinic) })
  expect((await displaced(clinic)).map((visit: Json) => visit.id)).toEqual([id])
  expect(await displaced(other)).toEqual([])
  await expect(displaced(clinic, { addressId: jaipur(other) })).rejects.toThrow('No such location')
})
