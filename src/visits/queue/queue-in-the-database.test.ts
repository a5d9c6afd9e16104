// What no code of ours can break, tried in plain SQL: the constraints of the queue.

import { describe, expect, it } from 'vitest'
import { type Clinic, openHarness } from '../../../test/support/clinic/harness.ts'
import {
  shiftId,
  shiftInput,
  startShift,
  tokenBody,
} from '../../../test/support/clinic/queue-clinic.ts'
import { actOnToken, endQueue, withQueue } from './run-queue.ts'
import { pre } from './token-bookings.fixture.ts'

const house = await openHarness()
const violated = (constraint: string) => expect.objectContaining({ constraint })

interface Queue {
  clinic: Clinic
  visitId: number
  dayId: number
}

/**
 * A queue of three, of which the second is completed and the third cancelled, in a shift of four.
 */
async function threeTokens(): Promise<Queue> {
  const clinic = await house.clinic((file) => {
    const morning = file.practitioners['meera-shah']?.at.jaipur?.shifts?.morning
    if (morning) morning.maxAppointments = 4
  })
  const visits = []
  for (const _ of [1, 2, 3]) visits.push((await clinic.post(pre, tokenBody(clinic))).json.visit)
  await startShift(house, clinic)
  for (const [token, name] of [
    [2, 'begin'],
    [2, 'complete'],
    [3, 'cancel'],
  ] as const) {
    await withQueue(house.application, shiftInput(clinic), (queries, queue) =>
      actOnToken(queries, queue, token, name),
    )
  }
  const [day] = await house.sql('select id from queue_days where workspace_id = $1', [
    clinic.workspaceId,
  ])
  return { clinic, visitId: visits[0].visitId, dayId: day.id }
}

const ofDay = async (queue: Queue, change: string) =>
  house.sql(`update queue_days set ${change} where id = $1`, [queue.dayId])
const ofToken = ({ dayId }: Queue, number: number, change: string) =>
  house.sql(`update queue_visits set ${change} where queue_day_id = $1 and token_number = $2`, [
    dayId,
    number,
  ])

/** Adds a changed copy of the first visit, after `before`, in one transaction. */
const added = (
  queue: Queue,
  changes: Record<string, unknown>,
  before = 'issued = issued + 1, booked = booked + 1, waiting = waiting + 1',
) =>
  house.sql(
    `with day as (update queue_days set ${before} where id = $1 returning id)
     insert into queue_visits
     select (jsonb_populate_record(v, jsonb_build_object('id', nextval('appointments_id_seq'), 'public_status_token', left(md5(random()::text), 26)) || $3::jsonb)).*
     from queue_visits v, day
     where v.id = $2`,
    [queue.dayId, queue.visitId, JSON.stringify(changes)],
  )

const everything = async ({ clinic }: Queue) =>
  (await clinic.bookingRows()) +
  JSON.stringify(
    await house.sql('select * from queue_events where workspace_id = $1 order by id', [
      clinic.workspaceId,
    ]),
  )

it('a visit takes the number that is issued with it, and no number is issued without a visit [INV-10]', async () => {
  const queue = await threeTokens()
  const before = await everything(queue)
  const fourth = { token_number: 4, place: 4 }
  await expect(added(queue, fourth, 'issued = issued')).rejects.toEqual(
    violated('visit_takes_the_next_number'),
  )
  await expect(added(queue, { token_number: 5, place: 5 })).rejects.toEqual(
    violated('visit_takes_the_next_number'),
  )
  await expect(added(queue, { token_number: 4, place: 1.5 })).rejects.toEqual(
    violated('visit_takes_the_next_number'),
  )
  await expect(added(queue, { token_number: 3, place: 9 })).rejects.toEqual(
    violated('token_number_unique'),
  )
  await expect(added(queue, { token_number: 0, place: 0 })).rejects.toEqual(
    violated('token_numbers_start_at_one'),
  )
  await expect(added(queue, { ...fourth, status: 'CALLED' })).rejects.toEqual(
    violated('visit_begins_waiting'),
  )
  await expect(ofDay(queue, 'issued = issued + 1')).rejects.toEqual(violated('number_is_taken'))
  await expect(ofDay(queue, 'issued = issued - 1')).rejects.toEqual(violated('number_is_taken'))
  await expect(
    added(queue, { token_number: 5, place: 5 }, 'issued = issued + 2, booked = booked + 1'),
  ).rejects.toEqual(violated('number_is_taken'))
  expect(await everything(queue)).toBe(before)
  await added(queue, fourth)
  expect(
    await house.sql('select issued, booked from queue_days where id = $1', [queue.dayId]),
  ).toEqual([{ issued: 4, booked: 3 }])
})

it('a token keeps its number, letter, day and public name for life [INV-10]', async () => {
  const queue = await threeTokens()
  const before = await everything(queue)
  for (const change of [
    'token_number = 9',
    "token_letter = 'B'",
    `public_status_token = rpad('y', 26, 'y')`,
  ]) {
    await expect(ofToken(queue, 1, change), change).rejects.toEqual(violated('token_is_for_life'))
  }
  const evening = await house.sql(
    'insert into queue_days (workspace_id, work_shift_id, date, capacity) values ($1, $2, $3, 4) returning id',
    [queue.clinic.workspaceId, shiftId(queue.clinic, 'evening'), '2030-01-01'],
  )
  await expect(ofToken(queue, 1, `queue_day_id = ${evening[0].id}`)).rejects.toEqual(
    violated('queue_visit_is_of_its_day'),
  )
  await expect(
    ofToken(
      queue,
      1,
      `queue_day_id = ${evening[0].id}, work_shift_id = ${shiftId(queue.clinic, 'evening')}`,
    ),
  ).rejects.toEqual(violated('token_is_for_life'))
  await house.sql('delete from queue_days where id = $1', [evening[0].id])
  expect(await everything(queue)).toBe(before)
})

it('a day has no more live visits than tokens [INV-11]', async () => {
  const queue = await threeTokens()
  const before = await everything(queue)
  await expect(ofDay(queue, 'capacity = 1')).rejects.toEqual(violated('queue_within_capacity'))
  await expect(ofDay(queue, 'booked = 0')).rejects.toEqual(violated('queue_counts'))
  await expect(ofDay(queue, 'waiting = 3')).rejects.toEqual(violated('queue_counts'))
  await expect(ofDay(queue, 'waiting = -1')).rejects.toEqual(violated('queue_counts'))
  expect(await everything(queue)).toBe(before)
  // Two are free again; a third is one too many.
  for (const number of [4, 5]) await added(queue, { token_number: number, place: number })
  const full = await everything(queue)
  await expect(added(queue, { token_number: 6, place: 6 })).rejects.toEqual(
    violated('queue_within_capacity'),
  )
  expect(await everything(queue)).toBe(full)
})

it('counts follow any change of a status', async () => {
  const queue = await threeTokens()
  const counts = async () =>
    (await house.sql('select booked, waiting from queue_days where id = $1', [queue.dayId]))[0]
  expect(await counts()).toEqual({ booked: 2, waiting: 1 })
  for (const [status, expected] of [
    ['CALLED', { booked: 2, waiting: 1 }],
    ['SKIPPED', { booked: 2, waiting: 0 }],
    ['WAITING', { booked: 2, waiting: 1 }],
    ['NO_SHOW', { booked: 2, waiting: 0 }],
    ['CANCELLED', { booked: 1, waiting: 0 }],
  ] as const) {
    await ofToken(queue, 1, `status = '${status}'`)
    expect(await counts(), status).toEqual(expected)
  }
})

it('a visit that is over, and the queue of a day that is over, stay over [INV-12]', async () => {
  const queue = await threeTokens()
  const again = violated('ended_queue_visit_keeps_its_status')
  await expect(ofToken(queue, 2, "status = 'WAITING', completed_at = null")).rejects.toEqual(again)
  await expect(ofToken(queue, 3, "status = 'WAITING'")).rejects.toEqual(again)
  await expect(ofToken(queue, 2, 'completed_at = null')).rejects.toEqual(
    violated('completed_visit_says_when'),
  )
  await expect(
    ofDay(queue, "started_at = null, ended_at = '2030-01-01T00:10:00Z'"),
  ).rejects.toEqual(violated('ended_queue_was_started'))
  await expect(ofDay(queue, "ended_at = started_at - interval '1 second'")).rejects.toEqual(
    violated('queue_ends_after_it_starts'),
  )
  await withQueue(house.application, shiftInput(queue.clinic), endQueue)
  const before = await everything(queue)
  await expect(added(queue, { token_number: 4, place: 4 })).rejects.toEqual(
    violated('ended_queue_takes_nobody'),
  )
  expect(await everything(queue)).toBe(before)
})

it('a visit belongs to its shift, in its mode, and to a practitioner who runs a queue [INV-13] [INV-05]', async () => {
  const queue = await threeTokens()
  const before = await everything(queue)
  await expect(ofToken(queue, 1, "mode = 'ONLINE'")).rejects.toEqual(
    violated('queue_visit_is_of_its_shift'),
  )
  await expect(
    ofToken(queue, 1, `doctor_id = ${queue.clinic.id('practitioner', 'asha-rao')}`),
  ).rejects.toEqual(
    expect.objectContaining({
      constraint: expect.stringMatching(/^(queue_visit_is_of_its_shift|doctor_runs_queue)$/),
    }),
  )
  await expect(
    house.sql("update work_shifts set mode = 'HOME_VISIT' where workspace_id = $1", [
      queue.clinic.workspaceId,
    ]),
  ).rejects.toEqual(violated('shift_mode'))
  expect(await everything(queue)).toBe(before)
})

it('events of a queue are neither changed nor removed, nor truncated', async () => {
  const queue = await threeTokens()
  const before = await everything(queue)
  const kept = violated('queue_events_are_kept')
  await expect(
    house.sql('update queue_events set at = now() where queue_day_id = $1', [queue.dayId]),
  ).rejects.toEqual(kept)
  await expect(
    house.sql("update queue_events set reason = 'otherwise' where queue_day_id = $1", [
      queue.dayId,
    ]),
  ).rejects.toEqual(kept)
  await expect(
    house.sql(
      "update queue_events set reason = 'erased', operator = 'nobody' where queue_day_id = $1",
      [queue.dayId],
    ),
  ).rejects.toEqual(kept)
  await expect(
    house.sql('delete from queue_events where queue_day_id = $1', [queue.dayId]),
  ).rejects.toEqual(kept)
  await expect(house.sql('truncate queue_events')).rejects.toEqual(kept)
  await expect(
    house.sql(
      "insert into queue_events (workspace_id, queue_day_id, event, at, by_session, by_service) values ($1, $2, 'CALLED', now(), false, true)",
      [queue.clinic.workspaceId, queue.dayId],
    ),
  ).rejects.toEqual(violated('queue_event_is_of_a_visit_or_the_day'))
  expect(await everything(queue)).toBe(before)
})

it('the number of an erased patient stays and what was written about them is removed', async () => {
  const queue = await threeTokens()
  await withQueue(house.application, shiftInput(queue.clinic), (queries, held) =>
    actOnToken(queries, held, 1, 'skip', 'Meera is in the garden'),
  )
  const [{ patient_id: patient }] = await house.sql(
    'select patient_id from queue_visits where id = $1',
    [queue.visitId],
  )
  await house.operate('patient-erase', {
    workspace: queue.clinic.name,
    id: patient,
    confirmed: true,
  })
  expect(
    await house.sql('select event, reason from queue_events where visit_id = $1 order by id', [
      queue.visitId,
    ]),
  ).toEqual([{ event: 'SKIPPED', reason: 'erased' }])
  const [shown] = await house.operate('queue-show', {
    workspace: queue.clinic.name,
    shift: String(shiftId(queue.clinic)),
  })
  expect(shown).toMatchObject({
    tokenDisplay: 'A-1',
    status: 'SKIPPED',
    patient: { firstName: null, lastName: null, phone: null, erased: true },
  })
})

describe('the database itself', () => {
  const breaks = (text: string, constraint: string) =>
    expect(house.sql(text), text).rejects.toMatchObject({ constraint })

  async function oneToken() {
    const clinic = await house.clinic()
    const { status, json, text } = await clinic.post(pre, tokenBody(clinic))
    expect(status, text).toBe(201)
    return { clinic, visitId: json.visit.visitId }
  }

  it('issues each number once, in order, and to no queue that has ended [INV-10] [INV-12]', async () => {
    const { visitId } = await oneToken()
    const copy = (
      changes: string,
    ) => `insert into queue_visits select (jsonb_populate_record(v, jsonb_build_object('id', nextval('appointments_id_seq'),
      'public_status_token', substr(md5(random()::text), 1, 26)) || '${changes}'::jsonb)).* from queue_visits v where id = ${visitId}`
    await breaks(copy('{}'), 'token_number_unique')
    await breaks(copy('{"token_number": 2, "place": 2}'), 'visit_takes_the_next_number')
    await breaks(copy('{"token_number": 0, "place": 0}'), 'token_numbers_start_at_one')
    await breaks(
      `update queue_visits set token_number = 7 where id = ${visitId}`,
      'token_is_for_life',
    )
    const day = `from queue_visits v where v.id = ${visitId} and d.id = v.queue_day_id`
    await breaks(`update queue_days d set issued = d.issued + 1 ${day}`, 'number_is_taken')
    await breaks(
      `update queue_days d set issued = 0, booked = 0, waiting = 0 ${day}`,
      'number_is_taken',
    )
    await breaks(`update queue_days d set ended_at = now() ${day}`, 'ended_queue_was_started')
    await breaks(
      `update queue_days d set started_at = now(), ended_at = now() - interval '1 second' ${day}`,
      'queue_ends_after_it_starts',
    )
  })

  it('holds no more than there is room for, and each visit in the mode of its shift [INV-11] [INV-13]', async () => {
    const { clinic, visitId } = await oneToken()
    const day = `from queue_visits v where v.id = ${visitId} and d.id = v.queue_day_id`
    await breaks(`update queue_days d set capacity = 0 ${day}`, 'queue_within_capacity')
    await breaks(`update queue_days d set booked = 2 ${day}`, 'queue_counts')
    await breaks(
      `update queue_visits set mode = 'ONLINE' where id = ${visitId}`,
      'queue_visit_is_of_its_shift',
    )
    await breaks(
      `update work_shifts set mode = 'HOME_VISIT' where id = ${shiftId(clinic)}`,
      'shift_mode',
    )
  })
})
