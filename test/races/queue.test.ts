// Many members of staff and many bookings at once, through two applications on one database: the
// resulting queue could always have been produced by some sequential order.

import { describe, expect, it } from 'vitest'
import { DatabaseUnavailable } from '../../src/base/db/database.ts'
import { Problem } from '../../src/base/values/problem.ts'
import { openApplication } from '../../src/doors/app/application.ts'
import {
  actOnToken,
  callNext,
  endQueue,
  moveToken,
  startQueue,
  withQueue,
} from '../../src/visits/queue/run-queue.ts'
import { type Clinic, type Json, openHarness, type Reply } from '../support/clinic/harness.ts'
import { withoutLimits } from '../support/clinic/no-limits.ts'
import { shiftId, shiftInput, startShift, tokenBody } from '../support/clinic/queue-clinic.ts'

import { afterFile } from '../support/run/after-file.ts'
import { runSize } from '../support/run/sizes.ts'

const harness = await openHarness()
const second = await openApplication({
  mode: 'sandbox',
  connection: harness.connection,
  databaseConnections: 5,
  ...withoutLimits,
})
const secondDoor = second.frontDoor()
afterFile(async () => {
  await secondDoor.close()
  await second.close()
})
const applications = [harness.application, second] as const

const raceClinic = (maxAppointments: number) =>
  harness.clinic((file) => {
    const morning = file.practitioners['meera-shah']?.at.jaipur?.shifts?.morning
    if (morning) morning.maxAppointments = maxAppointments
  })

/**
 * Books a walk-in through one of the two applications, each for another patient. On a slow machine
 * so many would wait for a connection longer than allowed.
 */
async function bookThrough(
  clinic: Clinic,
  caller: number,
): Promise<Pick<Reply, 'status' | 'json'>> {
  for (;;) {
    const reply = await bookOnce(clinic, caller)
    if (reply.status !== 503) return reply
  }
}

async function bookOnce(clinic: Clinic, caller: number): Promise<Pick<Reply, 'status' | 'json'>> {
  const patientPayload = {
    firstName: `Patient ${caller}`,
    phoneNumber: `55500${String(caller).padStart(5, '0')}`,
  }
  const url = '/v1/qms-appointments/immediate/book'
  if (caller % 2 === 0) return clinic.post(url, tokenBody(clinic, { patientPayload }))
  const response = await secondDoor.inject({
    method: 'POST',
    url,
    remoteAddress: '127.0.0.1',
    headers: { 'x-api-key': clinic.key, 'content-type': 'application/json' },
    payload: JSON.stringify(tokenBody(clinic, { patientPayload })),
  })
  return { status: response.statusCode, json: response.json() }
}

const deadlocks = async () =>
  (
    await harness.sql(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    )
  )[0].deadlocks

/** The queue as the database has it. */
async function loadQueue(clinic: Clinic): Promise<{ day: Json; visits: Json[]; events: Json[] }> {
  const of = [clinic.workspaceId, shiftId(clinic)]
  const [day] = await harness.sql(
    'select * from queue_days where workspace_id = $1 and work_shift_id = $2',
    of,
  )
  const visits = await harness.sql(
    'select * from queue_visits where workspace_id = $1 and work_shift_id = $2 order by token_number',
    of,
  )
  const events = await harness.sql(
    'select * from queue_events where workspace_id = $1 order by id',
    [clinic.workspaceId],
  )
  return { day, visits, events }
}

/** What is true of every queue, regardless of what was done to it. */
async function expectSound(clinic: Clinic) {
  const { day, visits } = await loadQueue(clinic)
  const inLine = visits.filter(({ status }) => ['WAITING', 'CALLED'].includes(status))
  expect(visits.map((visit) => visit.token_number)).toEqual(visits.map((_, index) => index + 1))
  expect(day).toMatchObject({
    issued: visits.length,
    booked: visits.filter(({ status }) => status !== 'CANCELLED').length,
    waiting: inLine.length,
  })
  expect(day.booked).toBeLessThanOrEqual(day.capacity)
  const shown: Json[] = await harness.operate('queue-show', {
    workspace: clinic.name,
    shift: String(shiftId(clinic)),
  })
  const positions = shown.filter(({ position }) => position !== null)
  expect(positions.map(({ position }) => position)).toEqual(inLine.map((_, index) => index + 1))
}

/** Where events lead; the last event of a visit gives its state. */
const leadsTo: Record<string, string> = {
  CALLED: 'CALLED',
  RECALLED: 'CALLED',
  SKIPPED: 'SKIPPED',
  BROUGHT_BACK: 'WAITING',
  BEGUN: 'IN_CONSULTATION',
  COMPLETED: 'COMPLETED',
  NO_SHOW: 'NO_SHOW',
  CANCELLED: 'CANCELLED',
  MOVED: 'WAITING',
}

/** Returns whether it was done; anything but an explained refusal is a defect. */
async function tried(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return tried(act)
    expect(error).toBeInstanceOf(Problem)
    return false
  }
}

describe('staff and patients at once, through two applications', () => {
  it('leave a queue with correct numbers, counts and positions, and an event for every change [INV-10] [INV-11] [INV-14]', async () => {
    const before = await deadlocks()
    for (let round = 0; round < runSize(3, 30); round += 1) {
      const clinic = await raceClinic(30)
      await startShift(harness, clinic)
      for (let caller = 0; caller < 8; caller += 1)
        expect((await bookThrough(clinic, caller)).status).toBe(201)
      const names = [
        'call',
        'recall',
        'skip',
        'bringBack',
        'begin',
        'complete',
        'noShow',
        'cancel',
      ] as const
      const staff = Array.from({ length: 90 }, (_, step) => {
        const application = applications[step % 2] as (typeof applications)[number]
        const token = 1 + ((step * 7 + round) % 12)
        return tried(() =>
          withQueue(application, shiftInput(clinic), async (queries, queue) => {
            if (step % 10 === 8) await callNext(queries, queue)
            else if (step % 10 === 9)
              await moveToken(queries, queue, token, 1 + (step % 4), 'the race says so')
            else
              await actOnToken(
                queries,
                queue,
                token,
                names[(step * 3 + round) % names.length] as (typeof names)[number],
              )
          }),
        )
      })
      const patients = Array.from({ length: 40 }, (_, caller) => bookThrough(clinic, 100 + caller))
      const replies = await Promise.all(patients)
      const done = (await Promise.all(staff)).filter(Boolean).length
      const won = replies.filter(({ status }) => status === 201)
      expect(
        new Set(replies.filter((reply) => !won.includes(reply)).map(({ json }) => json.error)),
      ).toEqual(new Set(['SHIFT_FULL']))
      const { visits, events, day } = await loadQueue(clinic)
      expect(visits).toHaveLength(8 + won.length)
      // Some were cancelled in time for others to book; no more were booked than there are tokens.
      expect(day.booked).toBeGreaterThan(0)
      expect(new Set(won.map(({ json }) => json.visit.tokenNumber)).size).toBe(won.length)
      await expectSound(clinic)
      // Every action is one event, except calls when no one was waiting, and the last event of a
      // visit gives its state.
      const called = events.filter(
        ({ event, visit_id }) => event !== 'STARTED' && visit_id !== null,
      )
      expect(called.length).toBeLessThanOrEqual(done)
      for (const visit of visits) {
        const last = called.findLast(({ visit_id }) => visit_id === visit.id)
        expect(visit.status).toBe(last ? leadsTo[last.event] : 'WAITING')
      }
    }
    expect(await deadlocks()).toBe(before)
  })

  it('never call one token twice as the next [INV-14]', async () => {
    const clinic = await raceClinic(40)
    await startShift(harness, clinic)
    for (let caller = 0; caller < 20; caller += 1)
      expect((await bookThrough(clinic, caller)).status).toBe(201)
    const called = await Promise.all(
      Array.from({ length: 30 }, (_, desk) =>
        withQueue(
          applications[desk % 2] as (typeof applications)[number],
          shiftInput(clinic),
          callNext,
        ),
      ),
    )
    const tokens = called.flatMap((visit) => (visit ? [visit.tokenNumber] : []))
    expect(tokens.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
    await expectSound(clinic)
  })

  it('start a queue once and end it once, however many people try', async () => {
    const clinic = await raceClinic(10)
    const starts = await Promise.all(
      applications.flatMap((application) =>
        [1, 2, 3].map(() => tried(() => startQueue(application, shiftInput(clinic)))),
      ),
    )
    expect(starts.filter(Boolean)).toHaveLength(1)
    const ends = await Promise.all(
      applications.flatMap((application) =>
        [1, 2, 3].map(() => tried(() => withQueue(application, shiftInput(clinic), endQueue))),
      ),
    )
    expect(ends.filter(Boolean)).toHaveLength(1)
    expect((await loadQueue(clinic)).events.map(({ event }) => event)).toEqual(['STARTED', 'ENDED'])
  })
})

describe('a shift that is ended while people book', () => {
  it('has no visit from after its end, and everyone else is told that it ended [INV-12] [QUEUE-08]', async () => {
    const before = await deadlocks()
    for (let round = 0; round < runSize(6, 60); round += 1) {
      const clinic = await raceClinic(200)
      await startShift(harness, clinic)
      // The end comes a little later each round.
      const bookings = Array.from({ length: 24 }, (_, caller) => bookThrough(clinic, caller))
      await Promise.race(bookings.slice(round % 12))
      const ended = withQueue(
        applications[round % 2] as (typeof applications)[number],
        shiftInput(clinic),
        endQueue,
      )
      const more = Array.from({ length: 8 }, (_, caller) => bookThrough(clinic, 50 + caller))
      const replies = await Promise.all([...bookings, ...more])
      const { CANCELLED } = await ended
      const won = replies.filter(({ status }) => status === 201)
      const lost = replies.filter((reply) => !won.includes(reply))
      expect(lost.map(({ status, json }) => [status, json.error])).toEqual(
        lost.map(() => [400, 'SHIFT_ENDED']),
      )
      const { visits, day } = await loadQueue(clinic)
      // Every caller that was given a number has the visit, and it was closed with the others.
      expect(visits.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
        won.map(({ json }) => json.visit.visitId).toSorted((a, b) => a - b),
      )
      expect(CANCELLED).toBe(visits.length)
      for (const visit of visits) {
        expect(visit.status).toBe('CANCELLED')
        expect(visit.created_at).toBeLessThanOrEqual(day.ended_at)
      }
      await expectSound(clinic)
      for (const how of [0, 1])
        expect((await bookThrough(clinic, 90 + how)).json.error).toBe('SHIFT_ENDED')
    }
    expect(await deadlocks()).toBe(before)
  })
})
