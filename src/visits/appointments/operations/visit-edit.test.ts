// The kind, the room and the address of a visit, changed after it was booked.

import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../../../test/support/clinic/harness.ts'
import { addHomeVisits } from '../../../../test/support/clinic/home-clinic.ts'

const house = await openHarness()
const operate = (clinic: Clinic, name: string, input: Json) =>
  house.operate(name, { workspace: clinic.name, ...input })

/** A clinic with two rooms in Jaipur, and one in Berlin. */
const clinicWithRooms = () =>
  house.clinic((file) => {
    Object.assign(file.locations.jaipur ?? {}, { rooms: ['one', 'two'] })
    Object.assign(file.locations.berlin ?? {}, { rooms: ['far'] })
  })
const findRoomId = async (clinic: Clinic, name: string, location = 'jaipur'): Promise<number> => {
  const [place] = (await operate(clinic, 'location-list', {})).filter(
    ({ id }: Json) => id === clinic.id('location', location),
  )
  return place.rooms.find((room: Json) => room.name === name).id
}
async function bookVisit(clinic: Clinic, changes: Json = {}): Promise<Json> {
  const { json, text } = await book(clinic, changes)
  expect(json.appointment, text).toBeTruthy()
  return json.appointment
}
const loadClaim = async ({ workspaceId }: Clinic, id: number) =>
  (
    await house.sql(
      'select room_id::int as room from claims where workspace_id = $1 and appointment_id = $2',
      [workspaceId, id],
    )
  )[0]

describe('visit-edit', () => {
  it('changes the kind and the room, once, and holds the room [DAY-14] [INV-02]', async () => {
    const clinic = await clinicWithRooms()
    const one = await findRoomId(clinic, 'one')
    const two = await findRoomId(clinic, 'two')
    const { id } = await bookVisit(clinic, { roomId: one })
    expect(await operate(clinic, 'visit-edit', { id, type: 'EMERGENCY' })).toMatchObject({
      type: 'EMERGENCY',
      roomId: one,
      status: 'SCHEDULED',
    })
    expect(await operate(clinic, 'visit-edit', { id, roomId: two })).toMatchObject({
      type: 'EMERGENCY',
      roomId: two,
      room: 'two',
    })
    expect(await loadClaim(clinic, id)).toEqual({ room: two })
    const history = await operate(clinic, 'visit-history', { id })
    expect(history.filter(({ action }: Json) => action === 'CHANGED').length).toBe(2)
    expect(await operate(clinic, 'visit-edit', { id, withoutRoom: true })).toMatchObject({
      roomId: null,
      room: null,
    })
    expect(await loadClaim(clinic, id)).toEqual({ room: null })
    expect(await operate(clinic, 'visit-edit', { id, type: 'FOLLOW_UP' })).toMatchObject({
      type: 'CONSULTATION',
    })
  })

  it('is refused with nothing changed where the room is taken, blocked, of another location or workspace, or the visit is over [DAY-14]', async () => {
    const clinic = await house.clinic((file) => {
      Object.assign(file.locations.jaipur ?? {}, { rooms: ['one', 'two'] })
      Object.assign(file.locations.berlin ?? {}, { rooms: ['far'] })
      const asha = file.practitioners['asha-rao']
      if (asha)
        file.practitioners['lina-sen'] = {
          ...structuredClone(asha),
          email: 'lina@sunrise.example',
          profile: undefined,
        } as never
    })
    const one = await findRoomId(clinic, 'one')
    const two = await findRoomId(clinic, 'two')
    const far = await findRoomId(clinic, 'far', 'berlin')
    const { id } = await bookVisit(clinic)
    await bookVisit(clinic, { doctorId: clinic.id('practitioner', 'lina-sen'), roomId: one })
    await operate(clinic, 'block-add', {
      addressId: clinic.id('location', 'jaipur'),
      roomId: two,
      reason: 'Painted',
      fromDateTimeIso: slotTimes('09:00').fromDateTimeIso,
      toDateTimeIso: slotTimes('12:00').fromDateTimeIso,
    })
    const refused = async (input: Json, says: string) => {
      const before = await clinic.bookingRows()
      await expect(operate(clinic, 'visit-edit', input)).rejects.toThrow(says)
      expect(await clinic.bookingRows()).toBe(before)
    }
    const elsewhere = await clinicWithRooms()
    await refused({ id, roomId: one }, 'The room is taken')
    await refused({ id, roomId: two }, 'The room is taken')
    await refused({ id, roomId: far }, 'not a room at this location')
    await refused({ id, roomId: await findRoomId(elsewhere, 'one') }, 'not a room at this location')
    await refused({ id, type: 'emergency' }, 'type')
    await refused({ id, roomId: one, withoutRoom: true }, 'cannot be sent together')
    await refused({ id: (await bookVisit(elsewhere)).id, type: 'EMERGENCY' }, 'No such appointment')
    await operate(clinic, 'visit-cancel', { id })
    await refused({ id, type: 'EMERGENCY' }, 'can no longer be changed')
  })

  it('changes the address of a visit at home, and of no other [DAY-14] [HOME-01]', async () => {
    const clinic = await addHomeVisits(house)
    const { id } = await bookVisit(clinic, {
      mode: 'HOME_VISIT',
      consultationCharge: 800,
      visitAddress: { address: '4 Lake View' },
    })
    const moved = { address: '9 Hill Road', city: 'Jaipur' }
    expect(await operate(clinic, 'visit-edit', { id, visitAddress: moved })).toMatchObject({
      visitAddress: moved,
      type: 'CONSULTATION',
    })
    expect(await operate(clinic, 'visit-edit', { id, type: 'EMERGENCY' })).toMatchObject({
      visitAddress: moved,
      type: 'EMERGENCY',
    })
    const history = await operate(clinic, 'visit-history', { id })
    expect(history.filter(({ action }: Json) => action === 'CHANGED').length).toBe(2)
    const atClinic = await bookVisit(clinic, slotTimes('10:00'))
    const before = await clinic.bookingRows()
    await expect(
      operate(clinic, 'visit-edit', { id: atClinic.id, visitAddress: moved }),
    ).rejects.toThrow('does not go with mode OFFLINE')
    expect(await clinic.bookingRows()).toBe(before)
  })

  it('gives one room to one of twenty visits that ask for it at once [INV-02]', async () => {
    const clinic = await house.clinic((file) => {
      Object.assign(file.locations.jaipur ?? {}, { rooms: ['one'] })
      const asha = file.practitioners['asha-rao']
      for (let index = 0; index < 20; index += 1) {
        if (asha)
          file.practitioners[`lina-${index}`] = {
            ...structuredClone(asha),
            email: `lina${index}@sunrise.example`,
            profile: undefined,
          } as never
      }
    })
    const room = await findRoomId(clinic, 'one')
    const visits: number[] = []
    for (let index = 0; index < 20; index += 1)
      visits.push(
        (await bookVisit(clinic, { doctorId: clinic.id('practitioner', `lina-${index}`) })).id,
      )
    const outcomes = await Promise.allSettled(
      visits.map((id) => operate(clinic, 'visit-edit', { id, roomId: room })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(String(outcome.reason)).toContain('The room is taken')
    const rows = await house.sql(
      'select count(*)::int as count from appointments where workspace_id = $1 and room_id = $2',
      [clinic.workspaceId, room],
    )
    expect(rows).toEqual([{ count: 1 }])
  })
})
