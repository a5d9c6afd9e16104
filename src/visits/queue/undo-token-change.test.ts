// What was done last to a token at the desk is undone, at its place in line (DAY-19).

import { describe, expect, it } from 'vitest'
import { openMemberDesk, readClinicState } from '../../../test/support/clinic/desk-member.ts'
import { type Clinic, type Json, openHarness } from '../../../test/support/clinic/harness.ts'
import { queueDate, startShift, tokenBody } from '../../../test/support/clinic/queue-clinic.ts'
import { openWithoutTimers } from '../../../test/support/run/without-timers.ts'

const house = await openWithoutTimers(() => openHarness())
const shift = 'meera-shah/jaipur/morning'

/**
 * A running queue of four tokens: A-1 was called and is inside, A-2 is called, A-3 and A-4 wait.
 */
async function line(
  maxAppointments = 40,
): Promise<{ clinic: Clinic; desk: ReturnType<typeof openMemberDesk> }> {
  const clinic = await house.clinic((file) => {
    file.workspace.notices = {
      turn: true,
      tokenCancellation: true,
      turnPlacesBefore: 1,
      channels: ['email'],
    }
    const morning = file.practitioners['meera-shah']?.at.jaipur?.shifts?.morning
    if (morning) morning.maxAppointments = maxAppointments
  })
  await startShift(house, clinic)
  for (const firstName of ['Meera', 'Tara', 'Arjun', 'Devi']) await give(clinic, firstName)
  const desk = openMemberDesk(house, clinic)
  await desk('queue-next', { shift })
  await desk('queue-begin', { shift, token: '1' })
  await desk('queue-next', { shift })
  return { clinic, desk }
}
async function give(clinic: Clinic, firstName: string) {
  const body = tokenBody(clinic, {
    appointmentDate: queueDate,
    patientPayload: { firstName, email: `${firstName}@example.org` },
  })
  const reply = await clinic.post('/v1/qms-appointments/immediate/book', body)
  expect(reply.status, reply.text).toBe(201)
}
const listEvents = async (clinic: Clinic): Promise<string[]> =>
  (await house.operate('queue-events', { workspace: clinic.name, shift })).map(
    ({ event, token }: Json) => `${event} ${token}`,
  )

describe('undone within 12 seconds, as it was', () => {
  it.each([
    ['a call', 'queue-next', {}, ({ called }: Json) => called.change],
    ['another call', 'queue-recall', { token: '2' }, undefined],
    ['a skip', 'queue-skip', { token: '2' }, undefined],
    ['a skip of who waits', 'queue-skip', { token: '3' }, undefined],
    ['a beginning', 'queue-begin', { token: '2' }, undefined],
    ['a completion', 'queue-complete', { token: '1' }, undefined],
    ['a no-show', 'queue-no-show', { token: '2' }, undefined],
    ['a cancellation', 'queue-cancel', { token: '3', reason: 'Went home' }, undefined],
    [
      'a move in line',
      'queue-move',
      { token: '4', to: 1, reason: 'Has to catch a train' },
      undefined,
    ],
  ])('%s [DAY-19] [LINE-05]', async (_, name, input, changeIn = ({ change }: Json) => change) => {
    const { clinic, desk } = await line()
    for (const _time of ['first', 'second']) {
      const before = await readClinicState(house, clinic)
      const events = await listEvents(clinic)
      const change = changeIn(await desk(name, { shift, ...input }))
      expect(await listEvents(clinic)).toHaveLength(events.length + 1)
      expect(await desk('queue-undo', { id: change })).toMatchObject({ system: 'QMS' })
      expect(await readClinicState(house, clinic)).toEqual(before)
      expect((await listEvents(clinic)).at(-1)).toMatch(/^TAKEN_BACK A-\d$/)
    }
  })

  it('the return of a skipped token is skipped again [DAY-19]', async () => {
    const { clinic, desk } = await line()
    await desk('queue-skip', { shift, token: '2' })
    const before = await readClinicState(house, clinic)
    const { change } = await desk('queue-return', { shift, token: '2' })
    await desk('queue-undo', { id: change })
    expect(await readClinicState(house, clinic)).toEqual(before)
  })
})

describe('is refused', () => {
  async function refused(
    { clinic, desk }: Awaited<ReturnType<typeof line>>,
    change: number,
    code: string,
  ) {
    const before = await readClinicState(house, clinic)
    const events = await listEvents(clinic)
    await expect(desk('queue-undo', { id: change })).rejects.toMatchObject({ code })
    expect([await readClinicState(house, clinic), await listEvents(clinic)]).toEqual([
      before,
      events,
    ])
  }

  it('once another desk has acted on the token, the queue has ended, or it was undone [DAY-19] [LINE-02]', async () => {
    const at = await line()
    const other = openMemberDesk(house, at.clinic, at.clinic.id('practitioner', 'asha-rao'))
    const { change } = await at.desk('queue-skip', { shift, token: '2' })
    await other('queue-return', { shift, token: '2' })
    await refused(at, change, 'VISIT_CHANGED_SINCE')
    const completed = await at.desk('queue-complete', { shift, token: '1' })
    await at.desk('queue-undo', { id: completed.change })
    await refused(at, completed.change, 'CHANGE_ALREADY_UNDONE')
    const cancelled = await at.desk('queue-cancel', { shift, token: '4' })
    await at.desk('queue-end', { shift })
    await refused(at, cancelled.change, 'QUEUE_ENDED')
  })

  it('where the place of a cancelled token was given to another [DAY-19]', async () => {
    const at = await line(4)
    const { change } = await at.desk('queue-cancel', { shift, token: '4' })
    await give(at.clinic, 'Esha')
    await refused(at, change, 'SHIFT_FULL')
  })
})

it('tells no one that their turn is near because of what was undone, and waits for it [DAY-19]', async () => {
  const { clinic, desk } = await line()
  const turns = async (): Promise<[string, Date][]> =>
    (
      await house.sql(
        `select 'A-' || v.token_number as token, d.due_at from due_work d join queue_visits v on v.workspace_id = d.workspace_id and v.id = d.subject_id
         where d.workspace_id = $1 and d.kind = 'visit-turn' order by 1`,
        [clinic.workspaceId],
      )
    ).map(({ token, due_at: dueAt }) => [token, dueAt])
  await house.sql('delete from due_work where workspace_id = $1', [clinic.workspaceId])
  const now = house.application.clock.now()
  const { change } = await desk('queue-begin', { shift, token: '2' })
  const planned = await turns()
  expect(planned.map(([token]) => token)).toEqual(['A-3', 'A-4'])
  for (const [, dueAt] of planned)
    expect(new Date(dueAt).getTime()).toBeGreaterThanOrEqual(now + 12_000)
  await desk('queue-undo', { id: change })
  expect((await turns()).map(([token]) => token)).toEqual(['A-3'])
})
