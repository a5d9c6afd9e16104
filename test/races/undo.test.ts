// Undo at the desk against everything else at the same moment: the notice that is about to be sent,
// another desk, the API, a booking of the freed time, and the end of the process. Nothing is sent
// that did not happen, and nothing stays that was undone (DAY-19).

import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'
import { countDeadlocks, waitForTransactions } from '../support/clinic/connections.ts'
import { openMemberDesk, readClinicState } from '../support/clinic/desk-member.ts'
import { book, type Clinic, type Json, openHarness, slotTimes } from '../support/clinic/harness.ts'
import { createRecordingRail } from '../support/clinic/recording-rail.ts'
import { createDatabaseGate } from '../support/database/database-gate.ts'
import type { KillPoint } from '../support/database/kill-point.ts'
import { connectionUrl } from '../support/database/url-of.ts'
import { bundleProgram } from '../support/processes/bundled.ts'
import { runSize } from '../support/run/sizes.ts'
import { openWithoutTimers } from '../support/run/without-timers.ts'

const rail = createRecordingRail()
const harness = await openWithoutTimers(() => openHarness({ rails: rail }))
const { clock, dueWork } = harness.application
await harness.moveTo('2030-01-07T01:30:00Z')
const script = fileURLToPath(new URL('operation-process.ts', import.meta.url))

const meera = {
  firstName: 'Meera',
  lastName: 'Iyer',
  phoneNumber: '9876543210',
  email: 'meera@example.org',
}
const clinicThatTells = () =>
  harness.clinic((file) => {
    file.workspace.notices = {
      move: true,
      cancellation: true,
      reminder: true,
      reminderHoursBefore: 1,
      channels: ['email'],
    }
  })
async function visitAt(
  clinic: Clinic,
  time: string,
  patientPayload: Json = meera,
): Promise<number> {
  const reply = await book(clinic, { patientPayload, ...slotTimes(time) })
  expect(reply.status, reply.text).toBe(201)
  return reply.json.appointment.id
}
const other = (clinic: Clinic) =>
  openMemberDesk(harness, clinic, clinic.id('practitioner', 'asha-rao'))
const loadState = async (id: number): Promise<string> => {
  const [row] = await harness.sql(
    `select status || ' ' || to_char(from_at at time zone 'Asia/Kolkata', 'HH24:MI') as state from appointments where id = $1`,
    [id],
  )
  return row.state
}
/** Runs everything that is due now. */
async function deliver(): Promise<void> {
  await expect
    .poll(async () => {
      await dueWork.tick()
      return (
        await harness.sql("select from due_work where state = 'WAITING' and due_at <= $1", [
          new Date(clock.now()),
        ])
      ).length
    })
    .toBe(0)
}
const subjects = () => rail.notices.map(({ subject }) => subject)
const outcomeCode = (call: Promise<unknown>) =>
  call.then(
    () => 'DONE',
    (error) => error.code ?? String(error),
  )

beforeEach(async () => {
  await harness.sql('delete from due_work')
  rail.notices.length = 0
})

describe('an undo and the notice of its change', () => {
  it('whose notice is already being sent: the change remains, is announced, and the undo says so [DAY-19]', async () => {
    const clinic = await clinicThatTells()
    const desk = openMemberDesk(harness, clinic)
    const id = await visitAt(clinic, '10:00')
    const { change } = await desk('visit-move', { id, to: '2030-01-07T11:00' })
    await dueWork.tick()
    const gate = await createDatabaseGate(harness, 'before update on appointments for each row')
    const undo = outcomeCode(desk('visit-undo', { id: change }))
    await gate.waitUntilReached()
    // The undo was in time, and is held; its time is over, and the notice begins.
    await harness.operate('clock-advance', { ms: 13_000 })
    await deliver()
    await gate.open()
    expect(await undo).toBe('CHANGE_UNDO_EXPIRED')
    expect(await loadState(id)).toBe('RESCHEDULED 11:00')
    expect(subjects()).toEqual([expect.stringMatching(/^New time .*11:00/)])
  })

  it('of which the undo was first: nothing is told, also if it is committed after the time of the notice [DAY-19]', async () => {
    const clinic = await clinicThatTells()
    const desk = openMemberDesk(harness, clinic)
    const id = await visitAt(clinic, '10:00')
    const { change } = await desk('visit-move', { id, to: '2030-01-07T11:00' })
    await dueWork.tick()
    const gate = await createDatabaseGate(harness, 'before insert on due_work for each row')
    const undo = outcomeCode(desk('visit-undo', { id: change }))
    await gate.waitUntilReached()
    await harness.operate('clock-advance', { ms: 13_000 })
    await dueWork.tick()
    await gate.open()
    expect(await undo).toBe('DONE')
    await deliver()
    expect(await loadState(id)).toBe('SCHEDULED 10:00')
    expect(subjects()).toEqual([])
  })

  it('of all kinds, at any moment around the end of its time, end in one of the two [DAY-19]', async () => {
    const rounds = runSize(12, 120)
    for (let round = 0; round < rounds; round += 1) {
      rail.notices.length = 0
      const clinic = await clinicThatTells()
      const desk = openMemberDesk(harness, clinic)
      const id = await visitAt(clinic, '10:00')
      const moves = round % 2 === 0
      const { change } = await (moves
        ? desk('visit-move', { id, to: '2030-01-07T11:00' })
        : desk('visit-cancel', { id }))
      await dueWork.tick()
      await harness.operate('clock-advance', { ms: 11_950 + 10 * (round % 8) })
      const [undone] = await Promise.all([
        outcomeCode(desk('visit-undo', { id: change })),
        dueWork.tick(),
        dueWork.tick(),
      ])
      await harness.operate('clock-advance', { ms: 15_000 })
      await deliver()
      const sentSubjects = subjects().filter((subject) => !subject.startsWith('Reminder'))
      if (undone === 'DONE')
        expect([await loadState(id), sentSubjects]).toEqual(['SCHEDULED 10:00', []])
      else {
        expect(undone).toBe('CHANGE_UNDO_EXPIRED')
        expect([await loadState(id), sentSubjects]).toEqual([
          moves ? 'RESCHEDULED 11:00' : 'CANCELLED 10:00',
          [expect.stringMatching(moves ? /^New time .*11:00/ : /cancelled: .*10:00/)],
        ])
      }
    }
  })
})

describe('an undo at the same moment as', () => {
  it('another undo of the same change is made once [DAY-19]', async () => {
    const clinic = await clinicThatTells()
    const desk = openMemberDesk(harness, clinic)
    const id = await visitAt(clinic, '10:00')
    const before = await readClinicState(harness, clinic)
    const { change } = await desk('visit-cancel', { id })
    const codes = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        outcomeCode((index % 2 ? desk : other(clinic))('visit-undo', { id: change })),
      ),
    )
    expect(codes.toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => 'CHANGE_ALREADY_UNDONE'),
      'DONE',
    ])
    expect(await readClinicState(harness, clinic)).toEqual(before)
  })

  it('changes by another desk and by the API leaves what one order of them leaves, and never deadlocks [DAY-19]', async () => {
    const before = await countDeadlocks(harness)
    for (let round = 0; round < runSize(8, 60); round += 1) {
      const clinic = await clinicThatTells()
      const desk = openMemberDesk(harness, clinic)
      const id = await visitAt(clinic, '10:00')
      const { change } = await desk('visit-move', { id, to: '2030-01-07T11:00' })
      const api = harness.call('PATCH', `/v1/appointments/${id}/reschedule`, {
        key: clinic.key,
        body: slotTimes('12:00'),
      })
      const [undone, theirs, byKey] = await Promise.all([
        outcomeCode(desk('visit-undo', { id: change })),
        outcomeCode(other(clinic)('visit-status', { id, status: 'CONFIRMED' })),
        api.then(({ status }) => status),
      ])
      expect(['DONE', 'VISIT_CHANGED_SINCE']).toContain(undone)
      expect([theirs, byKey]).toEqual(['DONE', 200])
      // The undo comes first, or not at all; of the others either may be last.
      expect(['RESCHEDULED 12:00', 'CONFIRMED 12:00']).toContain(await loadState(id))
      const [{ claims }] = await harness.sql(
        'select count(*)::int as claims from claims where workspace_id = $1',
        [clinic.workspaceId],
      )
      expect(claims).toBe(1)
    }
    expect(await countDeadlocks(harness)).toBe(before)
  })

  it('bookings of the time that it wants back gives it to one, and says so to the others [DAY-19] [INV-01]', async () => {
    const before = await countDeadlocks(harness)
    for (let round = 0; round < runSize(8, 60); round += 1) {
      const clinic = await clinicThatTells()
      const desk = openMemberDesk(harness, clinic)
      const id = await visitAt(clinic, '10:00')
      const { change } = await (round % 2
        ? desk('visit-cancel', { id })
        : desk('visit-move', { id, to: '2030-01-07T11:00' }))
      const bookings = Array.from({ length: 3 }, (_, index) =>
        book(clinic, { patientPayload: { firstName: `Tara ${index}` }, ...slotTimes('10:00') }),
      )
      const [undone, ...replies] = await Promise.all([
        outcomeCode(desk('visit-undo', { id: change })),
        ...bookings,
      ])
      const booked = replies.filter(({ status }) => status === 201).length
      expect([undone, booked]).toEqual(undone === 'DONE' ? ['DONE', 0] : ['SLOT_NOT_AVAILABLE', 1])
      const [{ visits }] = await harness.sql(
        "select count(*)::int as visits from appointments where workspace_id = $1 and status <> 'CANCELLED' and from_at = '2030-01-07T04:30:00Z'",
        [clinic.workspaceId],
      )
      expect(visits).toBe(1)
    }
    expect(await countDeadlocks(harness)).toBe(before)
  })
})

/**
 * Runs an operation in a process that kills itself at a point; resolves once it is gone and its
 * transactions have ended.
 */
async function killedAt(
  clinic: Clinic,
  point: KillPoint,
  name: string,
  input: Json,
  repeatKey: string,
): Promise<void> {
  const member = String(clinic.id('staff', 'nina-roy'))
  const child = spawn(
    process.execPath,
    [
      await bundleProgram(script),
      connectionUrl(harness.connection),
      String(clinic.workspaceId),
      member,
      name,
      JSON.stringify(input),
      repeatKey,
    ],
    {
      env: { ...process.env, KILL_POINT: JSON.stringify(point) },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const [, signal] = await once(child, 'close')
  expect(signal).toBe('SIGKILL')
  await waitForTransactions(harness)
}

describe('a process that is killed', () => {
  it.each<KillPoint>([
    { side: 'after', what: 'mark_desk_change_undone' },
    { side: 'after', what: 'restore_visit' },
    { side: 'after', what: 'plan_notices_again' },
    { side: 'before', what: 'commit of restore_visit' },
    { side: 'after', what: 'commit of restore_visit' },
  ])(
    'in an undo, $side its $what, leaves the change or the visit before it, and the same request ends it once [DAY-19] [DASH-18]',
    async (point) => {
      const clinic = await clinicThatTells()
      const desk = openMemberDesk(harness, clinic)
      const id = await visitAt(clinic, '10:00')
      await desk('visit-pay', { id, method: 'CARD' })
      const before = await readClinicState(harness, clinic)
      const { change } = await desk('visit-cancel', { id, refund: 100 })
      // The business clock goes on while a process starts.
      await harness.sql(
        "update desk_changes set until = until + interval '1 hour' where workspace_id = $1",
        [clinic.workspaceId],
      )
      const changed = await readClinicState(harness, clinic)
      const key = randomUUID()
      await killedAt(clinic, point, 'visit-undo', { id: change }, key)
      const isDone = point.side === 'after' && point.what.startsWith('commit')
      expect(await readClinicState(harness, clinic)).toEqual(isDone ? before : changed)
      expect(await desk('visit-undo', { id: change }, key)).toMatchObject({
        id,
        status: 'SCHEDULED',
      })
      expect(await readClinicState(harness, clinic)).toEqual(before)
      await harness.operate('clock-advance', { ms: 15_000 })
      await deliver()
      expect(subjects()).toEqual([])
    },
  )

  it.each<KillPoint>([
    { side: 'after', what: 'end_offer' },
    { side: 'after', what: 'move_visit' },
    { side: 'after', what: 'end_waiting_entry' },
    { side: 'before', what: 'commit of move_visit' },
    { side: 'after', what: 'commit of move_visit' },
  ])(
    'when a patient takes an earlier time, $side its $what, leaves both times as they were, or exchanged [WAIT-03]',
    async (point) => {
      const clinic = await harness.clinic((file) => {
        file.workspace.notices = { offer: true, move: true, channels: ['email'] }
      })
      const id = await visitAt(clinic, '11:00')
      const doctorId = clinic.id('practitioner', 'asha-rao')
      const entry = await harness.operate('waiting-add', {
        workspace: clinic.name,
        addressId: clinic.id('location', 'jaipur'),
        patientPayload: meera,
      })
      const time = { id: entry.id, doctorId, fromDateTimeIso: slotTimes('09:00').fromDateTimeIso }
      await harness.operate('waiting-offer', { workspace: clinic.name, ...time })
      const key = randomUUID()
      const standing = async () => [
        await loadState(id),
        (
          await harness.sql('select state from waiting_offers where workspace_id = $1', [
            clinic.workspaceId,
          ])
        )[0].state,
        (
          await harness.sql('select state from waiting_entries where workspace_id = $1', [
            clinic.workspaceId,
          ])
        )[0].state,
        (
          await harness.sql('select count(*)::int as n from claims where workspace_id = $1', [
            clinic.workspaceId,
          ])
        )[0].n,
      ]
      const asBefore = ['SCHEDULED 11:00', 'OPEN', 'OPEN', 2]
      const exchanged = ['RESCHEDULED 09:00', 'ACCEPTED', 'BOOKED', 1]
      expect(await standing()).toEqual(asBefore)
      await killedAt(clinic, point, 'waiting-book', time, key)
      expect(await standing()).toEqual(
        point.side === 'after' && point.what.startsWith('commit') ? exchanged : asBefore,
      )
      expect(await openMemberDesk(harness, clinic)('waiting-book', time, key)).toMatchObject({ id })
      expect(await standing()).toEqual(exchanged)
    },
  )
})
