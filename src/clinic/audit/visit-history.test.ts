// What was done with a visit or token, by whom and when.

import { expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { openQueueDesk, startShift, tokenBody } from '../../../test/support/clinic/queue-clinic.ts'

const house = await openHarness()

const loadHistory = (clinic: Clinic, id: number): Promise<Json[]> =>
  house.operate('visit-history', { workspace: clinic.name, id })
const summariseHistory = async (clinic: Clinic, id: number) =>
  (await loadHistory(clinic, id)).map(({ action, status, movedFrom }) => [
    action,
    status,
    movedFrom,
  ])

it('the history of a visit shows its statuses and moves, by whom, and not who looked', async () => {
  const clinic = await house.clinic()
  const { id } = (await book(clinic, slotTimes('09:00'))).json.appointment
  const patch = (what: string, body: unknown) =>
    house.call('PATCH', `/v1/appointments/${id}/${what}`, { key: clinic.key, body })
  expect((await patch('status', { status: 'CONFIRMED' })).status).toBe(200)
  expect((await patch('reschedule', slotTimes('10:00'))).status).toBe(200)
  expect(
    (await clinic.post('/v1/appointments/search', { statuses: ['RESCHEDULED'] })).json.count,
  ).toBe(1)
  await house.operate('visit-show', { workspace: clinic.name, id })
  expect((await patch('cancel', { cancellationReason: 'Is travelling' })).status).toBe(200)
  expect(await summariseHistory(clinic, id)).toEqual([
    ['BOOKED', null, null],
    ['STATUS_CHANGED', 'CONFIRMED', null],
    ['RESCHEDULED', null, '2030-01-07T03:30:00+00:00'],
    ['CANCELLED', 'CANCELLED', null],
  ])
  const [booked] = await loadHistory(clinic, id)
  expect(booked).toMatchObject({
    by: `key ${clinic.keyId}`,
    actingUserId: null,
    at: expect.stringMatching(/^2030-01-01T.*\+00:00$/),
  })
})

it('the history of a token follows it through its queue, until it was settled at the end', async () => {
  const clinic = await house.clinic()
  const take = async (firstName: string) =>
    (
      await clinic.post(
        '/v1/qms-appointments/pre/book',
        tokenBody(clinic, { patientPayload: { firstName, phoneNumber: '9876543210' } }),
      )
    ).json.visit.visitId
  const first = await take('Meera')
  const second = await take('Ravi')
  await startShift(house, clinic)
  const staff = openQueueDesk(house, clinic)
  await staff.callNext()
  await staff.act(1, 'begin')
  await staff.act(1, 'complete')
  await staff.callNext()
  await staff.act(2, 'skip')
  await staff.end()
  expect((await summariseHistory(clinic, first)).map(([, status]) => status)).toEqual([
    null,
    'CALLED',
    'IN_CONSULTATION',
    'COMPLETED',
  ])
  expect((await summariseHistory(clinic, second)).map(([, status]) => status)).toEqual([
    null,
    'CALLED',
    'SKIPPED',
    'NO_SHOW',
  ])
  expect((await loadHistory(clinic, second)).map(({ by }) => by)).toEqual([
    `key ${clinic.keyId}`,
    'operator tester',
    'operator tester',
    'operator tester',
  ])
})

it('the history of a visit of another clinic is empty', async () => {
  const clinic = await house.clinic()
  const other = await house.clinic()
  const { id } = (await book(clinic, slotTimes('09:00'))).json.appointment
  expect(await loadHistory(other, id)).toEqual([])
})
