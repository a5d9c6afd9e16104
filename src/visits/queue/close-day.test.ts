// Queues that no one ended are closed by the service, six hours after they are over.

import { beforeEach, expect, it } from 'vitest'
import { type Clinic, type Json, openHarness } from '../../../test/support/clinic/harness.ts'
import {
  shiftId,
  shiftInput,
  startShift,
  tokenBody,
} from '../../../test/support/clinic/queue-clinic.ts'
import { openWithoutTimers } from '../../../test/support/run/without-timers.ts'
import { addDays } from '../../base/values/calendar-date.ts'
import { dateAt } from '../../base/values/clinic-time.ts'
import { actOnToken, callNext, endQueue, withQueue } from './run-queue.ts'

const house = await openWithoutTimers(() => openHarness())
const { application } = house
const { clock } = application

/**
 * The date in Jaipur on which a test begins: each test has its own day, because time only moves
 * forward.
 */
let today = ''
beforeEach(async () => {
  await house.sql('delete from due_work')
  today = addDays(dateAt('Asia/Kolkata', clock.now()), 1)
  // Shifts run on weekdays.
  while ([0, 6].includes(new Date(today).getUTCDay())) today = addDays(today, 1)
  await house.moveTo(`${today}T03:00:00Z`)
})

/** 06:00 of the next day in Jaipur is 00:30 of the same date in UTC. */
const closesAt = () => `${addDays(today, 1)}T00:30:00Z`
const justBefore = () => `${addDays(today, 1)}T00:29:59Z`

async function bookToken(
  clinic: Clinic,
  how: 'pre' | 'immediate',
  changes: Record<string, unknown> = {},
): Promise<Json> {
  const { status, json, text } = await clinic.post(
    `/v1/qms-appointments/${how}/book`,
    tokenBody(clinic, { appointmentDate: today, ...changes }),
  )
  expect(status, text).toBe(201)
  return json.visit
}

const planned = (clinic: Clinic) =>
  house.sql("select due_at as at from due_work where workspace_id = $1 and kind = 'queue-day'", [
    clinic.workspaceId,
  ])

/** Runs everything that is due. */
async function doDue() {
  await expect
    .poll(async () => {
      await application.dueWork.tick()
      return (
        await house.sql("select from due_work where kind = 'queue-day' and due_at <= $1", [
          new Date(clock.now()),
        ])
      ).length
    })
    .toBe(0)
}

const listVisitRows = (clinic: Clinic) =>
  house.sql(
    'select status, cancellation_reason as reason from queue_visits where workspace_id = $1 order by token_number',
    [clinic.workspaceId],
  )
const loadDay = async (clinic: Clinic) =>
  (
    await house.sql(
      'select booked, waiting, started_at is not null as started, ended_at as "endedAt" from queue_days where workspace_id = $1',
      [clinic.workspaceId],
    )
  )[0]

it('a queue that was not ended is ended by the service, and its tokens are closed [INV-12]', async () => {
  const clinic = await house.clinic()
  for (const _ of [1, 2, 3]) await bookToken(clinic, 'pre')
  expect(await planned(clinic)).toEqual([{ at: Date.parse(closesAt()) }])
  await startShift(house, clinic)
  await withQueue(application, shiftInput(clinic), (queries, queue) =>
    actOnToken(queries, queue, 1, 'begin'),
  )
  await withQueue(application, shiftInput(clinic), (queries, queue) =>
    actOnToken(queries, queue, 2, 'skip'),
  )
  await house.moveTo(justBefore())
  await application.dueWork.tick()
  expect((await listVisitRows(clinic)).map(({ status }) => status)).toEqual([
    'IN_CONSULTATION',
    'SKIPPED',
    'WAITING',
  ])
  // Staff can still end it, or continue, until then.
  expect(
    await withQueue(application, { ...shiftInput(clinic), date: today }, callNext),
  ).toMatchObject({ tokenNumber: 3 })
  await house.moveTo(closesAt())
  await doDue()
  expect(await listVisitRows(clinic)).toEqual([
    { status: 'COMPLETED', reason: null },
    { status: 'NO_SHOW', reason: null },
    { status: 'CANCELLED', reason: 'The shift ended before your turn' },
  ])
  const { endedAt, ...day } = await loadDay(clinic)
  expect(day).toEqual({ booked: 2, waiting: 0, started: true })
  expect(endedAt).toBeGreaterThanOrEqual(Date.parse(closesAt()))
  expect(
    await house.sql(
      'select event from queue_events where workspace_id = $1 and by_service order by id',
      [clinic.workspaceId],
    ),
  ).toEqual(['COMPLETED', 'NO_SHOW', 'CANCELLED', 'ENDED'].map((event) => ({ event })))
  expect(
    await house.sql(
      'select action from audit_entries where workspace_id = $1 and by_service order by id',
      [clinic.workspaceId],
    ),
  ).toEqual(['STATUS_CHANGED', 'STATUS_CHANGED', 'CANCELLED'].map((action) => ({ action })))
  expect(await planned(clinic)).toEqual([])
})

it('a queue that was never started is ended too, and its tokens are cancelled [INV-12]', async () => {
  const clinic = await house.clinic()
  await bookToken(clinic, 'pre')
  await bookToken(clinic, 'pre')
  await house.moveTo(closesAt())
  await doDue()
  expect(await listVisitRows(clinic)).toEqual(
    [1, 2].map(() => ({ status: 'CANCELLED', reason: 'The shift did not take place' })),
  )
  expect(await loadDay(clinic)).toEqual({ booked: 0, waiting: 0, started: false, endedAt: null })
  expect(await planned(clinic)).toEqual([])
})

it('a queue that staff ended stays as they left it', async () => {
  const clinic = await house.clinic()
  await startShift(house, clinic)
  await bookToken(clinic, 'immediate')
  await withQueue(application, shiftInput(clinic), endQueue)
  const before = await clinic.bookingRows()
  await house.moveTo(closesAt())
  await doDue()
  expect(await clinic.bookingRows()).toBe(before)
  expect(await planned(clinic)).toEqual([])
})

it('each shift of a day is closed separately, and a token of a later day waits for its own', async () => {
  const clinic = await house.clinic()
  let later = addDays(today, 7)
  while ([0, 6].includes(new Date(later).getUTCDay())) later = addDays(later, 1)
  await bookToken(clinic, 'pre')
  await bookToken(clinic, 'pre', { qmsWorkShiftId: shiftId(clinic, 'evening') })
  await bookToken(clinic, 'pre', { appointmentDate: later })
  await house.moveTo(closesAt())
  await doDue()
  expect(
    await house.sql('select status from queue_visits where workspace_id = $1 order by id', [
      clinic.workspaceId,
    ]),
  ).toEqual(['CANCELLED', 'CANCELLED', 'WAITING'].map((status) => ({ status })))
  expect(await planned(clinic)).toHaveLength(1)
})

it('a clinic that has since moved west has until the end of the day there', async () => {
  const clinic = await house.clinic()
  await startShift(house, clinic)
  await bookToken(clinic, 'immediate')
  await clinic.change((file) => {
    if (file.locations.jaipur) file.locations.jaipur.timezone = 'America/New_York'
  })
  await house.moveTo(closesAt())
  await doDue()
  expect((await listVisitRows(clinic)).map(({ status }) => status)).toEqual(['WAITING'])
  expect(await planned(clinic)).toHaveLength(1)
  await house.moveTo(`${addDays(today, 1)}T11:00:00Z`)
  await doDue()
  expect((await listVisitRows(clinic)).map(({ status }) => status)).toEqual(['CANCELLED'])
})
