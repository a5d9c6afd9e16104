// The day of a visit and its status at the desk.

import { describe, expect, it } from 'vitest'
import { openMemberDesk } from '../../../../test/support/clinic/desk-member.ts'
import {
  book,
  type Clinic,
  openHarness,
  slotTimes,
} from '../../../../test/support/clinic/harness.ts'

const house = await openHarness()
const visit = async (clinic: Clinic, clock: string, date = '2030-01-07'): Promise<number> => {
  const reply = await book(clinic, slotTimes(clock, 15, date))
  expect(reply.status, reply.text).toBe(201)
  return reply.json.appointment.id
}
const loadStatus = async (id: number) =>
  (await house.sql('select status from appointments where id = $1', [id]))[0].status

describe('a visit of another day', () => {
  it.each(['IN_CONSULTATION', 'COMPLETED', 'NO_SHOW'])(
    'still to come is not set to %s at the desk; its refusal says the day and what to do [DAY-07]',
    async (status) => {
      const clinic = await house.clinic()
      const id = await visit(clinic, '09:00')
      const rows = await clinic.bookingRows()
      await expect(
        openMemberDesk(house, clinic)('visit-status', { id, status }),
      ).rejects.toMatchObject({
        code: 'VISIT_ON_ANOTHER_DAY',
        details: { id, date: '2030-01-07', today: '2030-01-01', status },
      })
      await expect(
        house.operate('visit-status', { workspace: clinic.name, id, status }),
      ).rejects.toThrow(
        `visit ${id} is on 2030-01-07, and today is 2030-01-01, so it cannot be ${status} now`,
      )
      expect(await clinic.bookingRows()).toBe(rows)
      expect(await loadStatus(id)).toBe('SCHEDULED')
      await openMemberDesk(house, clinic)('visit-status', { id, status: 'CONFIRMED' })
    },
  )
})

it('a visit begins from the midnight before it in its zone, and around midnight on the other date; one that is over is only closed [DAY-07] [DAY-19]', async () => {
  const clinic = await house.clinic((file) => {
    const { jaipur } = file.practitioners['asha-rao']?.at ?? {}
    if (jaipur)
      jaipur.hours = [
        { days: ['MON', 'TUE'], from: '08:00', to: '24:00', modes: ['OFFLINE', 'ONLINE'] },
      ]
  })
  const desk = openMemberDesk(house, clinic)
  const late = await visit(clinic, '23:45')
  const today = await visit(clinic, '10:00', '2030-01-08')
  const over = await visit(clinic, '16:00')
  // 23:30 on the Monday in Jaipur: ten hours before the visit of the next day.
  await house.moveTo('2030-01-07T18:00:00Z')
  await expect(
    desk('visit-status', { id: today, status: 'IN_CONSULTATION' }),
  ).rejects.toMatchObject({ code: 'VISIT_ON_ANOTHER_DAY' })
  await house.moveTo('2030-01-07T18:31:00Z')
  const { change } = await desk('visit-status', { id: late, status: 'IN_CONSULTATION' })
  expect(await loadStatus(late)).toBe('IN_CONSULTATION')
  await desk('visit-undo', { id: change })
  expect(await loadStatus(late)).toBe('SCHEDULED')
  await desk('visit-status', { id: today, status: 'IN_CONSULTATION' })
  await expect(desk('visit-status', { id: over, status: 'IN_CONSULTATION' })).rejects.toMatchObject(
    { code: 'VISIT_ON_ANOTHER_DAY' },
  )
  await desk('visit-status', { id: over, status: 'NO_SHOW' })
  expect(await loadStatus(over)).toBe('NO_SHOW')
})
