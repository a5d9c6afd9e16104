import { expect, it } from 'vitest'
import { countDeadlocks } from '../../../test/support/clinic/connections.ts'
import { openHarness } from '../../../test/support/clinic/harness.ts'
import { lock } from './locks.ts'

const house = await openHarness()

it('locks are taken in one order, for any order of the names', async () => {
  const clinic = await house.clinic()
  const { id: patient } = (
    await clinic.post(
      '/v1/patients',
      { firstName: 'Meera' },
      { headers: { 'x-acting-user-id': String(clinic.id('staff', 'nina-roy')) } },
    )
  ).json
  const doctor = clinic.id('practitioner', 'asha-rao')
  const room = clinic.id('room', 'jaipur/room-1')
  const orders = [
    { patient, doctor, room },
    { room, doctor, patient },
    { doctor, room, patient },
    { room, patient },
  ]
  const { database } = house.application
  const held = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      database.transaction((queries) =>
        lock(queries, clinic.workspaceId, orders[index % orders.length] ?? {}),
      ),
    ),
  )
  expect(held.map((kinds) => [...kinds])).toEqual(
    held.map((_, index) =>
      ['patient', 'doctor', 'room'].filter((kind) =>
        Object.hasOwn(orders[index % orders.length] ?? {}, kind),
      ),
    ),
  )
})

it('a second transaction for the same doctor waits until the first one ends, and no other does', async () => {
  const clinic = await house.clinic()
  const { database } = house.application
  const ended: string[] = []
  let letGo = () => {}
  const holding = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let signalStart = () => {}
  const isHeld = new Promise<void>((resolve) => {
    signalStart = resolve
  })
  const first = database.transaction(async (queries) => {
    await lock(queries, clinic.workspaceId, { doctor: 1 })
    signalStart()
    await holding
    ended.push('first')
  })
  await isHeld
  const second = database
    .transaction((queries) => lock(queries, clinic.workspaceId, { doctor: 1 }))
    .then(() => ended.push('second'))
  // Another doctor, a room with the same number, the same doctor's number in another workspace:
  // each has its own lock.
  await database.transaction((queries) => lock(queries, clinic.workspaceId, { doctor: 2, room: 1 }))
  await database.transaction((queries) =>
    lock(queries, clinic.workspaceId + 1_000_000, { doctor: 1 }),
  )
  ended.push('others')
  letGo()
  await Promise.all([first, second])
  expect(ended).toEqual(['others', 'first', 'second'])
})

it('an unknown patient is reported as missing', async () => {
  const clinic = await house.clinic()
  expect([
    ...(await house.application.database.transaction((queries) =>
      lock(queries, clinic.workspaceId, { patient: 999_999, doctor: null }),
    )),
  ]).toEqual([])
})

it('never deadlocks in any of these tests', async () => {
  expect(await countDeadlocks(house)).toBe(0)
})
