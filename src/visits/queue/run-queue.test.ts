// What staff do with a queue: start and end it, call, skip, bring back, see, move and cancel.

import { describe, expect, it } from 'vitest'
import { type Clinic, type Json, openHarness } from '../../../test/support/clinic/harness.ts'
import {
  actOnPaymentPage,
  createPayingClinic,
  readBooks,
  reservationRequest,
} from '../../../test/support/clinic/paying-clinic.ts'
import {
  queueDate,
  shiftId,
  shiftInput,
  startShift,
  tokenBody,
} from '../../../test/support/clinic/queue-clinic.ts'
import type { Queries } from '../../base/db/database.ts'
import type { Actor } from '../../base/operations/actor.ts'
import {
  actOnToken,
  callNext,
  callUndoMs,
  endQueue,
  type LockedQueue,
  moveToken,
  startQueue,
  undoTokenAction,
  withQueue,
} from './run-queue.ts'
import { type StaffActionName, staffActions } from './staff-actions.ts'
import { type VisitStatus, visitStatuses } from './visit-status.ts'

const house = await openHarness()
const { application } = house

/** A clinic whose morning has as many tokens as requested. */
const wideClinic = () =>
  house.clinic((file) => {
    const morning = file.practitioners['meera-shah']?.at.jaipur?.shifts?.morning
    if (morning) morning.maxAppointments = 500
  })

async function bookToken(
  clinic: Clinic,
  changes: Record<string, unknown> = {},
  how: 'pre' | 'immediate' = 'immediate',
): Promise<Json> {
  const { status, json, text } = await clinic.post(
    `/v1/qms-appointments/${how}/book`,
    tokenBody(clinic, changes),
  )
  expect(status, text).toBe(201)
  return json.visit
}

const doing = <T>(
  clinic: Clinic,
  work: (queries: Queries, queue: LockedQueue) => Promise<T>,
  actor?: Actor,
) => withQueue(application, { ...shiftInput(clinic), ...(actor && { actor }) }, work)
const acting = (
  clinic: Clinic,
  token: number,
  name: StaffActionName,
  reason: string | null = null,
  actor?: Actor,
) =>
  doing(
    clinic,
    (queries, queue) => {
      if (name === 'move') return moveToken(queries, queue, token, 1, reason ?? 'why')
      return name === 'undo'
        ? undoTokenAction(queries, queue, token, reason)
        : actOnToken(queries, queue, token, name, reason)
    },
    actor,
  )
const line = (clinic: Clinic): Promise<Json[]> =>
  house.operate('queue-show', { workspace: clinic.name, shift: String(shiftId(clinic)) })
const waitingTokens = async (clinic: Clinic) =>
  (await line(clinic))
    .filter(({ position }) => position !== null)
    .toSorted((a, b) => a.position - b.position)
    .map(({ tokenDisplay, position }) => `${position} ${tokenDisplay}`)
const queueRows = async (clinic: Clinic) =>
  (await clinic.bookingRows()) +
  JSON.stringify(
    await house.sql(
      'select to_jsonb(e) as row from queue_events e where workspace_id = $1 order by id',
      [clinic.workspaceId],
    ),
  )

/** How a visit gets a status. */
const ways: Record<VisitStatus, StaffActionName[]> = {
  WAITING: [],
  CALLED: ['call'],
  SKIPPED: ['skip'],
  IN_CONSULTATION: ['begin'],
  COMPLETED: ['begin', 'complete'],
  NO_SHOW: ['noShow'],
  CANCELLED: ['cancel'],
}

/** The promised status after each action; anything else is refused. */
const allowed: Record<StaffActionName, Partial<Record<VisitStatus, VisitStatus>>> = {
  call: { WAITING: 'CALLED' },
  recall: { CALLED: 'CALLED' },
  skip: { WAITING: 'SKIPPED', CALLED: 'SKIPPED' },
  bringBack: { SKIPPED: 'WAITING', NO_SHOW: 'WAITING' },
  begin: { WAITING: 'IN_CONSULTATION', CALLED: 'IN_CONSULTATION' },
  complete: { IN_CONSULTATION: 'COMPLETED' },
  noShow: { WAITING: 'NO_SHOW', CALLED: 'NO_SHOW', SKIPPED: 'NO_SHOW' },
  cancel: { WAITING: 'CANCELLED', CALLED: 'CANCELLED', SKIPPED: 'CANCELLED', NO_SHOW: 'CANCELLED' },
  undo: { CALLED: 'WAITING', IN_CONSULTATION: 'WAITING' },
  move: { WAITING: 'WAITING' },
}
const actions = Object.keys(allowed) as StaffActionName[]

/** `booked` and `waiting` of the day beside what its visits say. */
async function loadCounts(clinic: Clinic, name = 'morning'): Promise<Json> {
  const [row] = await house.sql(
    `select booked, waiting, issued, count(v) filter (where v.status <> 'CANCELLED')::int as live,
       count(v) filter (where v.status in ('WAITING', 'CALLED'))::int as "inLine", count(v)::int as numbers
     from queue_days d left join queue_visits v on v.workspace_id = d.workspace_id and v.queue_day_id = d.id
     where d.workspace_id = $1 and d.work_shift_id = $2 group by d.workspace_id, d.id`,
    [clinic.workspaceId, shiftId(clinic, name)],
  )
  return row
}

async function expectCounts(clinic: Clinic) {
  const { booked, waiting, issued, live, inLine, numbers } = await loadCounts(clinic)
  expect([booked, waiting, issued]).toEqual([live, inLine, numbers])
}

describe('a visit of a queue', () => {
  it('follows the table, from every status by every action, and nothing else [INV-10] [INV-11]', async () => {
    expect(Object.keys(staffActions).toSorted()).toEqual(actions.toSorted())
    const clinic = await wideClinic()
    await startShift(house, clinic)
    for (const name of actions) {
      for (const from of visitStatuses) {
        const { tokenNumber } = await bookToken(clinic)
        for (const step of ways[from]) await acting(clinic, tokenNumber, step)
        const to = allowed[name][from]
        const before = await queueRows(clinic)
        if (to === undefined) {
          await expect(
            acting(clinic, tokenNumber, name),
            `${name} of ${from}`,
          ).rejects.toMatchObject({
            code: 'TOKEN_ACTION_NOT_ALLOWED',
            details: { token: `A-${tokenNumber}`, status: from },
            next: { operation: 'queue-show' },
          })
          expect(await queueRows(clinic)).toBe(before)
        } else {
          expect((await acting(clinic, tokenNumber, name)).status, `${name} of ${from}`).toBe(to)
          const [{ status }] = await house.sql(
            'select status from queue_visits where workspace_id = $1 and token_number = $2',
            [clinic.workspaceId, tokenNumber],
          )
          expect(status).toBe(to)
        }
        await expectCounts(clinic)
      }
    }
  })

  it('can only be moved or cancelled before its queue runs, and not at all once it is over [INV-12]', async () => {
    const clinic = await wideClinic()
    for (const _ of [1, 2, 3]) await bookToken(clinic, {}, 'pre')
    for (const name of actions.filter((name) => name !== 'move' && name !== 'cancel')) {
      const before = await queueRows(clinic)
      await expect(acting(clinic, 1, name), name).rejects.toMatchObject({
        code: 'QUEUE_NOT_STARTED',
        next: { operation: 'queue-start', input: { shift: String(shiftId(clinic)) } },
      })
      expect(await queueRows(clinic)).toBe(before)
    }
    expect((await acting(clinic, 2, 'move')).position).toBe(1)
    expect((await acting(clinic, 1, 'cancel')).status).toBe('CANCELLED')
    await startShift(house, clinic)
    for (const from of visitStatuses) {
      const { tokenNumber } = await bookToken(clinic)
      for (const step of ways[from]) await acting(clinic, tokenNumber, step)
    }
    await doing(clinic, endQueue)
    const before = await queueRows(clinic)
    for (const name of actions) {
      for (const token of [2, 4, 5, 6, 7, 8, 9, 10]) {
        await expect(acting(clinic, token, name), `${name} of ${token}`).rejects.toThrow(
          'QUEUE_ENDED',
        )
      }
    }
    await expect(doing(clinic, callNext)).rejects.toThrow('QUEUE_ENDED')
    await expect(doing(clinic, endQueue)).rejects.toThrow('QUEUE_ENDED')
    expect(await queueRows(clinic)).toBe(before)
  })

  it('is unknown under a number that was not issued, or in a shift of another clinic', async () => {
    const clinic = await wideClinic()
    const other = await wideClinic()
    await expect(acting(clinic, 1, 'cancel')).rejects.toThrow('QUEUE_NOT_FOUND')
    await bookToken(clinic, {}, 'pre')
    await expect(acting(clinic, 2, 'cancel')).rejects.toThrow('TOKEN_NOT_FOUND')
    const foreign = { ...shiftInput(other), workShiftId: shiftId(clinic) }
    await expect(
      withQueue(application, foreign, (queries, queue) => actOnToken(queries, queue, 1, 'cancel')),
    ).rejects.toThrow('QUEUE_SHIFT_NOT_FOUND')
    expect((await line(clinic)).map(({ status }) => status)).toEqual(['WAITING'])
  })

  it('keeps every event with who, when and why, and the audit names patient and visit', async () => {
    const clinic = await wideClinic()
    await bookToken(clinic, {}, 'pre')
    const { visitId, patientId } = await bookToken(clinic, {}, 'pre')
    await startShift(house, clinic)
    const nina: Actor = { kind: 'staff', userId: clinic.id('staff', 'nina-roy') }
    const steps: [StaffActionName, string, string | null][] = [
      ['call', 'CALLED', null],
      ['recall', 'RECALLED', null],
      ['skip', 'SKIPPED', 'did not answer'],
      ['bringBack', 'BROUGHT_BACK', 'was at the pharmacy'],
      ['move', 'MOVED', 'in pain'],
      ['begin', 'BEGUN', null],
      ['undo', 'TAKEN_BACK', 'wrong patient'],
      ['begin', 'BEGUN', null],
      ['complete', 'COMPLETED', null],
    ]
    const begun = application.clock.now()
    for (const [name, , reason] of steps) await acting(clinic, 2, name, reason, nina)
    const events = await house.sql(
      'select event, at, reason, acting_user_id::int as "by", operator, key_id from queue_events where workspace_id = $1 and visit_id = $2 order by id',
      [clinic.workspaceId, visitId],
    )
    expect(events).toEqual(
      steps.map(([, event, reason]) => ({
        event,
        reason,
        at: expect.any(Number),
        by: clinic.id('staff', 'nina-roy'),
        operator: null,
        key_id: null,
      })),
    )
    const times = [
      Math.floor(begun),
      ...events.map(({ at }) => at),
      Math.ceil(application.clock.now()),
    ]
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    const audit = await house.sql(
      'select action, patient_id::int as "patientId", acting_user_id::int as "by" from audit_entries where workspace_id = $1 and visit_id = $2 order by id',
      [clinic.workspaceId, visitId],
    )
    expect(audit).toEqual([
      { action: 'BOOKED', patientId, by: null },
      ...steps.map(() => ({
        action: 'STATUS_CHANGED',
        patientId,
        by: clinic.id('staff', 'nina-roy'),
      })),
    ])
    expect(
      await house.sql(
        'select event, operator from queue_events where workspace_id = $1 and visit_id is null',
        [clinic.workspaceId],
      ),
    ).toEqual([{ event: 'STARTED', operator: 'tester' }])
  })
})

describe('a mistake', () => {
  const visit = async (clinic: Clinic) =>
    (
      await house.sql(
        'select status, called_at as "calledAt", began_at as "beganAt" from queue_visits where workspace_id = $1',
        [clinic.workspaceId],
      )
    )[0]

  it('is undone within a minute: a call returns to its former place, a consultation to the call before it [LINE-05]', async () => {
    const clinic = await wideClinic()
    await startShift(house, clinic)
    await bookToken(clinic)
    await acting(clinic, 1, 'call')
    const called = await visit(clinic)
    await acting(clinic, 1, 'begin')
    expect((await acting(clinic, 1, 'undo')).status).toBe('CALLED')
    expect(await visit(clinic)).toEqual({
      status: 'CALLED',
      calledAt: called.calledAt,
      beganAt: null,
    })
    const { status, position } = await acting(clinic, 1, 'undo', 'wrong number')
    expect([status, position]).toEqual(['WAITING', 1])
    expect(await visit(clinic)).toEqual({ status: 'WAITING', calledAt: null, beganAt: null })
    await expectCounts(clinic)
    const events = await house.operate('queue-events', {
      workspace: clinic.name,
      shift: String(shiftId(clinic)),
    })
    expect(events.map(({ event, reason }: Json) => [event, reason])).toEqual([
      ['STARTED', null],
      ['CALLED', null],
      ['BEGUN', null],
      ['TAKEN_BACK', null],
      ['TAKEN_BACK', 'wrong number'],
    ])
  })

  it('cannot be undone after a minute, and the refusal says what can be done instead [LINE-05]', async () => {
    const clinic = await wideClinic()
    await startShift(house, clinic)
    await bookToken(clinic)
    for (const name of ['call', 'begin'] as const) {
      await acting(clinic, 1, name)
      await house.moveTo(new Date(application.clock.now() + callUndoMs + 1_000).toISOString())
      const before = await queueRows(clinic)
      const refused = house.operate('queue-take-back', {
        workspace: clinic.name,
        shift: String(shiftId(clinic)),
        token: 'A-1',
      })
      await expect(refused).rejects.toMatchObject({
        message: expect.stringMatching(
          /^A-1 has been (CALLED|IN_CONSULTATION) for more than a minute and can no longer be undone$/,
        ),
        nextStep: expect.stringContaining('clinic queue show'),
      })
      expect(await queueRows(clinic)).toBe(before)
    }
  })
})

describe("a desk's view", () => {
  it("is every queue of its location, with places, the wait shown on each patient's page, and what can be undone [LINE-01]", async () => {
    const clinic = await wideClinic()
    await startShift(house, clinic)
    const booked = []
    for (const _ of [1, 2, 3, 4]) booked.push(await bookToken(clinic))
    await acting(clinic, 1, 'begin')
    await acting(clinic, 2, 'call')
    await acting(clinic, 4, 'move')
    const addressId = clinic.id('location', 'jaipur')
    const seen = await house.operate('queue-line', { workspace: clinic.name, addressId })
    expect(seen.queues.map(({ shift, state }: Json) => [shift, state])).toContainEqual([
      'morning',
      'RUNNING',
    ])
    const { tokens } = seen.queues.find(({ shift }: Json) => shift === 'morning')
    expect(
      tokens.map(({ tokenDisplay, status, position, takeBackUntil }: Json) => [
        tokenDisplay,
        status,
        position,
        takeBackUntil !== null,
      ]),
    ).toEqual([
      ['A-1', 'IN_CONSULTATION', null, true],
      ['A-4', 'WAITING', 1, false],
      ['A-2', 'CALLED', 2, true],
      ['A-3', 'WAITING', 3, false],
    ])
    const state = await house.call('GET', `/queue/${booked[2].publicStatusToken}/state`)
    expect(tokens[3].wait).toEqual(state.json.view.wait)
    expect(tokens[2].wait).toBeNull()
    const read = await house.sql(
      "select count(*)::int as n from audit_entries where workspace_id = $1 and action = 'READ' and operator = 'tester'",
      [clinic.workspaceId],
    )
    expect(read).toEqual([{ n: 1 }])
    const others = await house.operate('queue-line', {
      workspace: clinic.name,
      addressId,
      doctorIds: [clinic.id('practitioner', 'asha-rao')],
    })
    expect(others.queues).toEqual([])
    await expect(
      house.operate('queue-line', { workspace: (await house.clinic()).name, addressId }),
    ).rejects.toThrow('No such location')
  })
})

describe('the line', () => {
  it('is in the order of the tokens, without those who no longer wait, and a patient who returns has the place of the token [INV-14] [A-171]', async () => {
    const clinic = await wideClinic()
    await startShift(house, clinic)
    for (let token = 1; token <= 5; token += 1)
      expect((await bookToken(clinic)).position).toBe(token)
    await acting(clinic, 1, 'begin')
    await acting(clinic, 2, 'skip')
    await acting(clinic, 4, 'cancel')
    expect(await waitingTokens(clinic)).toEqual(['1 A-3', '2 A-5'])
    expect((await bookToken(clinic)).position).toBe(3)
    expect((await acting(clinic, 2, 'bringBack')).position).toBe(1)
    expect(await waitingTokens(clinic)).toEqual(['1 A-2', '2 A-3', '3 A-5', '4 A-6'])
    // A called patient is in line until they are seen.
    expect(await doing(clinic, callNext)).toMatchObject({
      tokenNumber: 2,
      status: 'CALLED',
      position: 1,
    })
    expect(await doing(clinic, callNext)).toMatchObject({
      tokenNumber: 3,
      status: 'CALLED',
      position: 2,
    })
    expect(await waitingTokens(clinic)).toEqual(['1 A-2', '2 A-3', '3 A-5', '4 A-6'])
    await expectCounts(clinic)
  })

  it('differs from the order of the tokens only if a patient is moved, to any position [INV-14]', async () => {
    const clinic = await wideClinic()
    const order = [1, 2, 3, 4, 5, 6]
    for (const _ of order) await bookToken(clinic, {}, 'pre')
    await startShift(house, clinic)
    // Two who no longer wait keep their places between the others.
    for (const [token, name] of [
      [2, 'skip'],
      [4, 'cancel'],
    ] as const) {
      await acting(clinic, token, name)
      order.splice(order.indexOf(token), 1)
    }
    for (const [token, to] of [
      [6, 1],
      [1, 4],
      [3, 3],
      [5, 2],
      [6, 9],
      [1, 1],
      [1, 1],
      [5, 4],
      [5, 2],
    ] as const) {
      order.splice(order.indexOf(token), 1)
      order.splice(to - 1, 0, token)
      const { position } = await doing(clinic, (queries, queue) =>
        moveToken(queries, queue, token, to, 'the model says so'),
      )
      expect(position).toBe(order.indexOf(token) + 1)
      expect(await waitingTokens(clinic), `${token} to ${to}`).toEqual(
        order.map((number, index) => `${index + 1} A-${number}`),
      )
    }
    // The next token comes behind everyone, and is called last.
    expect(await bookToken(clinic)).toMatchObject({ tokenNumber: 7, position: order.length + 1 })
    for (const expected of [...order, 7])
      expect((await doing(clinic, callNext))?.tokenNumber).toBe(expected)
    expect(await doing(clinic, callNext)).toBeUndefined()
  })

  it('of one patient stays the same when that one is moved', async () => {
    const clinic = await wideClinic()
    await bookToken(clinic, {}, 'pre')
    expect((await acting(clinic, 1, 'move')).position).toBe(1)
    expect(
      await house.sql('select place from queue_visits where workspace_id = $1', [
        clinic.workspaceId,
      ]),
    ).toEqual([{ place: '1' }])
  })
})

describe('a queue', () => {
  const starting = (clinic: Clinic, name = 'morning', date?: string) =>
    startQueue(application, { ...shiftInput(clinic, name), date })

  it('starts once, on its day, however many start it at once [INV-12] [A-165]', async () => {
    const clinic = await wideClinic()
    await expect(starting(clinic, 'morning', '2030-01-02')).rejects.toMatchObject({
      code: 'QUEUE_ON_ANOTHER_DAY',
      details: { date: '2030-01-02', today: queueDate },
    })
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(() => starting(clinic)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ code: 'QUEUE_ALREADY_RUNNING' })
    }
    expect(
      await house.sql('select event from queue_events where workspace_id = $1', [
        clinic.workspaceId,
      ]),
    ).toEqual([{ event: 'STARTED' }])
    await doing(clinic, endQueue)
    await expect(starting(clinic)).rejects.toThrow('QUEUE_ENDED')
  })

  it('of a shift that is not on offer today is not started, unless a patient has a token of it [A-165]', async () => {
    const clinic = await house.clinic((file) => {
      const shifts = file.practitioners['meera-shah']?.at.jaipur?.shifts
      if (shifts)
        shifts.night = {
          days: ['SUN'],
          from: '21:00',
          to: '23:00',
          letter: 'N',
          maxAppointments: 9,
        }
    })
    await bookToken(clinic, {}, 'pre')
    await bookToken(clinic, { qmsWorkShiftId: shiftId(clinic, 'evening') }, 'pre')
    await doing(clinic, (queries, queue) => actOnToken(queries, queue, 1, 'cancel'))
    await clinic.change((file) => (file.workspace.closed = [{ from: queueDate, to: queueDate }]))
    const before = await queueRows(clinic)
    // Never on offer today; and on offer until it was closed, with its only token cancelled.
    for (const name of ['night', 'morning']) {
      await expect(starting(clinic, name)).rejects.toMatchObject({
        code: 'QUEUE_NOT_OFFERED',
        details: { shift: String(shiftId(clinic, name)), date: queueDate },
        next: { operation: 'queue-list' },
      })
    }
    expect(await queueRows(clinic)).toBe(before)
    await starting(clinic, 'evening')
    expect(await loadCounts(clinic, 'evening')).toMatchObject({ booked: 1, waiting: 1 })
    const refused = await clinic.post(
      '/v1/qms-appointments/immediate/book',
      tokenBody(clinic, { qmsWorkShiftId: shiftId(clinic, 'evening') }),
    )
    expect(refused.json.error).toBe('SHIFT_NOT_ON_DATE')
  })

  it('is also started when its shift, with tokens, was removed from the clinic file', async () => {
    const clinic = await house.clinic()
    const id = shiftId(clinic)
    await bookToken(clinic, {}, 'pre')
    await clinic.change(
      (file) => delete file.practitioners['meera-shah']?.at.jaipur?.shifts?.morning,
      { withUpcomingVisits: true },
    )
    await startQueue(application, { ...shiftInput(clinic, 'evening'), workShiftId: id })
    expect(
      await withQueue(application, { ...shiftInput(clinic, 'evening'), workShiftId: id }, callNext),
    ).toMatchObject({ tokenNumber: 1, status: 'CALLED' })
  })

  it('that ends closes the visits still in it, and accepts no more [QUEUE-08] [INV-12]', async () => {
    const clinic = await wideClinic()
    for (const _ of visitStatuses) await bookToken(clinic, { paymentStatus: 'PAID' }, 'pre')
    await bookToken(clinic, {}, 'pre')
    await expect(doing(clinic, endQueue)).rejects.toThrow('QUEUE_NOT_STARTED')
    await startShift(house, clinic)
    for (const [index, status] of visitStatuses.entries())
      for (const step of ways[status]) await acting(clinic, index + 1, step)
    const settled = await doing(clinic, endQueue)
    expect(settled).toEqual({ COMPLETED: 1, NO_SHOW: 1, CANCELLED: 3, cancelledPaid: 2 })
    const visits = await house.sql(
      'select token_number as token, status, cancellation_reason as reason, completed_at is not null as completed, consultation_seconds from queue_visits where workspace_id = $1 order by token_number',
      [clinic.workspaceId],
    )
    const ended = 'The shift ended before your turn'
    expect(
      visits.map(({ token, status, reason, completed }) => [token, status, reason, completed]),
    ).toEqual([
      [1, 'CANCELLED', ended, false],
      [2, 'CANCELLED', ended, false],
      [3, 'NO_SHOW', null, false],
      [4, 'COMPLETED', null, true],
      [5, 'COMPLETED', null, true],
      [6, 'NO_SHOW', null, false],
      [7, 'CANCELLED', null, false],
      [8, 'CANCELLED', ended, false],
    ])
    // No one recorded when the current consultation was done.
    expect(visits[3].consultation_seconds).toBeNull()
    const [day] = await house.sql(
      'select started_at, ended_at, booked, waiting from queue_days where workspace_id = $1',
      [clinic.workspaceId],
    )
    expect(day).toMatchObject({ booked: 4, waiting: 0 })
    expect(day.ended_at).toBeGreaterThanOrEqual(day.started_at)
    const events = await house.sql(
      'select e.event, v.token_number as token, e.reason from queue_events e left join queue_visits v on v.workspace_id = e.workspace_id and v.id = e.visit_id where e.workspace_id = $1 order by e.id desc limit 6',
      [clinic.workspaceId],
    )
    expect(events).toEqual([
      { event: 'ENDED', token: null, reason: null },
      ...[8, 2, 1].map((token) => ({ event: 'CANCELLED', token, reason: ended })),
      { event: 'NO_SHOW', token: 3, reason: null },
      { event: 'COMPLETED', token: 4, reason: null },
    ])
    const audit = await house.sql(
      'select action, v.token_number as token from audit_entries a join queue_visits v on v.workspace_id = a.workspace_id and v.id = a.visit_id and v.patient_id = a.patient_id where a.workspace_id = $1 and a.at = $2 order by a.id',
      [clinic.workspaceId, new Date(day.ended_at)],
    )
    expect(audit).toEqual([
      { action: 'STATUS_CHANGED', token: 4 },
      { action: 'STATUS_CHANGED', token: 3 },
      ...[1, 2, 8].map((token) => ({ action: 'CANCELLED', token })),
    ])
    const before = await queueRows(clinic)
    for (const how of ['pre', 'immediate']) {
      expect(
        (await clinic.post(`/v1/qms-appointments/${how}/book`, tokenBody(clinic))).json.error,
      ).toBe('SHIFT_ENDED')
    }
    expect(await queueRows(clinic)).toBe(before)
  })

  it('that ends has the checkouts of the tokens it cancels closed at once, and refunds what they still pay [A-210] [INV-29]', async () => {
    const clinic = await createPayingClinic(house)
    const reserved = []
    for (const name of ['Asha', 'Ravi', 'Meera']) {
      const { path, body } = reservationRequest(clinic, 'token', '09:00', {
        patientPayload: { firstName: name },
        appointmentDate: queueDate,
      })
      reserved.push((await clinic.post(path, body)).json)
    }
    await startShift(house, clinic)
    await acting(clinic, 1, 'call')
    await acting(clinic, 3, 'skip')
    await actOnPaymentPage(house, reserved[1].checkoutUrl, 'pay-late')
    // Nothing has been paid yet, so nothing is owed.
    expect(await doing(clinic, endQueue)).toEqual({
      COMPLETED: 0,
      NO_SHOW: 1,
      CANCELLED: 2,
      cancelledPaid: 0,
    })
    const states = async () =>
      (
        await house.sql('select state from payment_sessions where workspace_id = $1 order by id', [
          clinic.workspaceId,
        ])
      ).map(({ state }) => state)
    await expect.poll(states).toEqual(['RELEASED', 'RELEASED', 'OPEN'])
    expect((await house.call('GET', new URL(reserved[0].checkoutUrl).pathname)).text).toMatch(
      /closed|expired|over/i,
    )
    await actOnPaymentPage(house, reserved[0].checkoutUrl, 'pay')
    await house.operate('clock-advance', { ms: 20 * 60_000 })
    await expect.poll(states).toEqual(['RELEASED', 'RETURNED', 'RELEASED'])
    const visits = await house.sql(
      'select status, payment_status as payment from queue_visits where workspace_id = $1 order by token_number',
      [clinic.workspaceId],
    )
    expect(visits).toEqual([
      { status: 'CANCELLED', payment: 'PENDING' },
      { status: 'CANCELLED', payment: 'REFUNDED' },
      { status: 'NO_SHOW', payment: 'UNPAID' },
    ])
    expect(await readBooks(house, clinic)).toEqual({ gateway: 0, service: 0 })
  })

  it('has the checkout of a token that staff cancel closed at once, and takes no money for it [A-210] [INV-29]', async () => {
    const clinic = await createPayingClinic(house)
    const { path, body } = reservationRequest(clinic, 'token', '09:00', {
      appointmentDate: queueDate,
    })
    const { checkoutUrl } = (await clinic.post(path, body)).json
    expect((await acting(clinic, 1, 'cancel', 'Doctor is ill')).status).toBe('CANCELLED')
    const state = async () =>
      (
        await house.sql('select state from payment_sessions where workspace_id = $1', [
          clinic.workspaceId,
        ])
      )[0].state
    // Long before its hold ends.
    await expect.poll(state).toBe('RELEASED')
    expect((await house.call('GET', new URL(checkoutUrl).pathname)).text).toMatch(
      /closed|expired|over/i,
    )
    await actOnPaymentPage(house, checkoutUrl, 'pay')
    expect(await readBooks(house, clinic)).toEqual({ gateway: 0, service: 0 })
  })

  it('counts the consultation of a patient who was called, was away and came back from when it began [A-179]', async () => {
    const clinic = await wideClinic()
    await startShift(house, clinic)
    await bookToken(clinic)
    for (const [name, seconds] of [
      ['call', 60],
      ['skip', 600],
      ['bringBack', 30],
      ['begin', 120],
      ['complete', 1],
    ] as const) {
      await acting(clinic, 1, name)
      await house.operate('clock-advance', { ms: seconds * 1_000 })
    }
    const [{ seconds }] = await house.sql(
      'select consultation_seconds as seconds from queue_visits where workspace_id = $1',
      [clinic.workspaceId],
    )
    // The consultation lasted as long as the clock was advanced, plus the real seconds that passed.
    expect(seconds).toBeGreaterThanOrEqual(120)
    expect(seconds).toBeLessThan(600)
  })

  it('learns how long a consultation takes: from the call, but not from before the last one was over [A-179]', async () => {
    const clinic = await wideClinic()
    await startShift(house, clinic)
    for (const _ of [1, 2, 3]) await bookToken(clinic)
    const later = (seconds: number) => house.operate('clock-advance', { ms: seconds * 1000 })
    const took = async () =>
      (
        await house.sql(
          'select consultation_seconds as seconds from queue_visits where workspace_id = $1 order by token_number',
          [clinic.workspaceId],
        )
      ).map(({ seconds }) => seconds)
    await acting(clinic, 1, 'call')
    await later(60)
    await acting(clinic, 1, 'begin')
    await acting(clinic, 2, 'call')
    await later(300)
    await acting(clinic, 1, 'complete')
    await later(120)
    await acting(clinic, 2, 'begin')
    await later(60)
    await acting(clinic, 2, 'complete')
    await later(600)
    await acting(clinic, 3, 'begin')
    await later(240)
    await acting(clinic, 3, 'complete')
    const [first, second, third] = await took()
    for (const [seconds, expected] of [
      [first, 360],
      [second, 180],
      [third, 240],
    ]) {
      expect(seconds).toBeGreaterThanOrEqual(expected)
      expect(seconds).toBeLessThan(expected + 60)
    }
  })

  it('records no consultation of negative length when two hosts disagree about the time', async () => {
    const clinic = await wideClinic()
    await startShift(house, clinic)
    await bookToken(clinic)
    await acting(clinic, 1, 'begin')
    const behind = { ...application, clock: { now: () => application.clock.now() - 5_000 } }
    await withQueue(behind, shiftInput(clinic), (queries, queue) =>
      actOnToken(queries, queue, 1, 'complete'),
    )
    expect(
      await house.sql('select consultation_seconds from queue_visits where workspace_id = $1', [
        clinic.workspaceId,
      ]),
    ).toEqual([{ consultation_seconds: 0 }])
    await bookToken(clinic)
    await withQueue(behind, shiftInput(clinic), endQueue)
    const [{ settled }] = await house.sql(
      'select bool_and(v.created_at <= d.ended_at and d.started_at <= d.ended_at) as settled from queue_visits v join queue_days d on d.workspace_id = v.workspace_id and d.id = v.queue_day_id where v.workspace_id = $1',
      [clinic.workspaceId],
    )
    expect(settled).toBe(true)
  })
})
