import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../../../test/support/clinic/harness.ts'
import { queueDate, startShift, tokenBody } from '../../../../test/support/clinic/queue-clinic.ts'

const house = await openHarness()
const operate = (clinic: Clinic, name: string, input: Json) =>
  house.operate(name, { workspace: clinic.name, ...input })
const arrive = (clinic: Clinic, id: number, arrived = true) =>
  operate(clinic, 'visit-arrive', { id, arrived })

const visit = async (clinic: Clinic, clock = '10:00') =>
  (await book(clinic, slotTimes(clock))).json.appointment.id
async function token(clinic: Clinic): Promise<number> {
  return (await clinic.post('/v1/qms-appointments/pre/book', tokenBody(clinic))).json.visit.visitId
}

describe.each([
  ['visit', visit],
  ['token', token],
])('the patient of a %s', (kind, made) => {
  it('is marked as arrived by the reception, wherever the visit is shown, and it can be undone within a minute [DAY-17]', async () => {
    const clinic = await house.clinic()
    const id = await made(clinic)
    const { arrivedAt } = await arrive(clinic, id)
    expect(Math.abs(Date.parse(arrivedAt) - house.application.clock.now())).toBeLessThan(60_000)
    // Marked again, it keeps its time.
    expect((await arrive(clinic, id)).arrivedAt).toBe(arrivedAt)
    expect((await operate(clinic, 'visit-show', { id })).arrivedAt).toBe(arrivedAt)
    const day = await operate(clinic, 'day-show', {
      addressId: clinic.id('location', 'jaipur'),
      date: kind === 'token' ? queueDate : '2030-01-07',
    })
    expect(JSON.stringify(day)).toContain(`"arrivedAt":"${arrivedAt}"`)
    const listed =
      kind === 'token'
        ? await clinic.get(`/v1/qms-appointments/day-visits?appointmentDate=${queueDate}`)
        : await clinic.post('/v1/appointments/search', {
            startDate: '2030-01-07',
            endDate: '2030-01-07',
          })
    expect(listed.text).toContain(`"arrivedAt":"${arrivedAt}"`)
    expect(await arrive(clinic, id, false)).toMatchObject({ id, arrivedAt: null })
    await arrive(clinic, id)
    await house.operate('clock-advance', { ms: 61_000 })
    await expect(arrive(clinic, id, false)).rejects.toThrow('recorded more than a minute ago')
    expect((await operate(clinic, 'visit-show', { id })).arrivedAt).not.toBeNull()
    expect(
      (await operate(clinic, 'visit-history', { id })).map(({ action }: Json) => action),
    ).toEqual(['BOOKED', 'CHANGED', 'CHANGED', 'CHANGED'])
  })

  it('of another clinic cannot be marked here [DAY-17]', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    const id = await made(other)
    await expect(arrive(clinic, id)).rejects.toThrow('No such appointment in this workspace')
    expect((await operate(other, 'visit-show', { id })).arrivedAt).toBeNull()
  })
})

describe('an arrival is refused', () => {
  it.each(['IN_CONSULTATION', 'COMPLETED', 'NO_SHOW'])(
    'for a visit that is %s, and so is undoing it [DAY-17]',
    async (status) => {
      const clinic = await house.clinic()
      const id = await visit(clinic)
      const come = await visit(clinic, '10:15')
      await arrive(clinic, come)
      for (const one of [id, come])
        await house.call('PATCH', `/v1/appointments/${one}/status`, {
          key: clinic.key,
          body: { status },
        })
      const before = await clinic.bookingRows()
      await expect(arrive(clinic, id)).rejects.toThrow(
        `visit ${id} is ${status}, so its patient is no longer expected`,
      )
      await expect(arrive(clinic, come, false)).rejects.toThrow('is no longer expected')
      expect(await clinic.bookingRows()).toBe(before)
    },
  )

  it('for a cancelled visit, or a token in consultation [DAY-17]', async () => {
    const clinic = await house.clinic()
    const id = await visit(clinic)
    await operate(clinic, 'visit-cancel', { id })
    await expect(arrive(clinic, id)).rejects.toThrow('is CANCELLED')
    await startShift(house, clinic)
    const seen = (await clinic.post('/v1/qms-appointments/immediate/book', tokenBody(clinic))).json
      .visit.visitId
    await operate(clinic, 'queue-begin', { shift: 'meera-shah/jaipur/morning', token: '1' })
    await expect(arrive(clinic, seen)).rejects.toThrow('is IN_CONSULTATION')
  })
})

it('an arrival is cleared when the visit is moved [DAY-17]', async () => {
  const clinic = await house.clinic()
  const id = await visit(clinic)
  await arrive(clinic, id)
  expect(await operate(clinic, 'visit-move', { id, to: '2030-01-08T10:00' })).toMatchObject({
    status: 'RESCHEDULED',
    arrivedAt: null,
  })
})
