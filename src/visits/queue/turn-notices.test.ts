// Patients in a queue get one notice when their turn comes near, if the clinic wants it.

import { beforeEach, describe, expect, it } from 'vitest'
import { type Clinic, type Json, openHarness } from '../../../test/support/clinic/harness.ts'
import {
  openQueueDesk,
  queueDate,
  shiftInput,
  startShift,
  tokenBody,
} from '../../../test/support/clinic/queue-clinic.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'
import { openWithoutTimers } from '../../../test/support/run/without-timers.ts'
import type { NoticeMessage } from '../../base/messages/rail.ts'
import type { ClinicFile } from '../../management/clinic-file/clinic-file.ts'
import { moveToken, withQueue } from './run-queue.ts'

const rail = createRecordingRail()
const house = await openWithoutTimers(() =>
  openHarness({ rails: rail, publicUrl: 'https://clinic.example.org' }),
)
const { clock } = house.application

const clinicWith = (notices: NonNullable<ClinicFile['workspace']['notices']>) =>
  house.clinic((file) => {
    file.workspace.notices = notices
  })

const names = ['Meera', 'Ravi', 'Uma', 'Arjun', 'Lata']

/** Tokens, each of a patient with their own address. */
async function withLine(clinic: Clinic): Promise<Json[]> {
  const visits: Json[] = []
  for (const [index, firstName] of names.entries()) {
    const patientPayload = {
      firstName,
      phoneNumber: `987654321${index}`,
      email: `${firstName.toLowerCase()}@example.org`,
    }
    const { status, json, text } = await clinic.post(
      '/v1/qms-appointments/pre/book',
      tokenBody(clinic, { patientPayload }),
    )
    expect(status, text).toBe(201)
    visits.push(json.visit)
  }
  return visits
}

/** Runs everything that is due, and returns what was sent since the last time. */
async function sendDueNotices(): Promise<NoticeMessage[]> {
  await expect
    .poll(async () => {
      await house.application.dueWork.tick()
      return (
        await house.sql("select from due_work where state = 'WAITING' and due_at <= $1", [
          new Date(clock.now()),
        ])
      ).length
    })
    .toBe(0)
  return rail.notices
    .splice(0)
    .toSorted((one, other) => (one.destination < other.destination ? -1 : 1))
}
const notifyPatients = async () =>
  (await sendDueNotices()).map(({ destination }) => destination.split('@')[0])
const list = (clinic: Clinic, more: Record<string, unknown> = {}): Promise<Json[]> =>
  house.operate('notices-list', { workspace: clinic.name, ...more })

beforeEach(async () => {
  await house.sql('delete from due_work')
  rail.behaves = 'delivers'
  rail.notices.length = 0
})

describe('a turn that comes near', () => {
  it('is announced once, to patients with at most as many before them as the clinic says, from the start of the queue on', async () => {
    const clinic = await clinicWith({ turn: true, turnPlacesBefore: 1 })
    await withLine(clinic)
    expect(await notifyPatients()).toEqual([])
    await startShift(house, clinic)
    expect(await notifyPatients()).toEqual(['meera', 'ravi'])
    const staff = openQueueDesk(house, clinic)
    await staff.callNext()
    expect(await notifyPatients()).toEqual([])
    await staff.act(1, 'begin')
    expect(await notifyPatients()).toEqual(['uma'])
    await staff.act(2, 'cancel', 'Is travelling')
    expect(await notifyPatients()).toEqual(['arjun'])
    // Patients who were told and moved are not told again.
    await withQueue(house.application, shiftInput(clinic), (queries, queue) =>
      moveToken(queries, queue, 3, 3, 'Is late'),
    )
    expect(await notifyPatients()).toEqual(['lata'])
    await withQueue(house.application, shiftInput(clinic), (queries, queue) =>
      moveToken(queries, queue, 3, 1, 'Is there'),
    )
    expect(await house.sql("select subject_id from due_work where kind = 'visit-turn'")).toEqual([])
    expect(await notifyPatients()).toEqual([])
  })

  it('names the token, how many are before it, and where its place can be seen', async () => {
    const clinic = await clinicWith({ turn: true })
    const [, , , arjun] = await withLine(clinic)
    await startShift(house, clinic)
    // Three before, unless the clinic says otherwise.
    const notices = await sendDueNotices()
    expect(notices.map(({ destination }) => destination.split('@')[0])).toEqual([
      'arjun',
      'meera',
      'ravi',
      'uma',
    ])
    const [first] = notices
    expect({
      ...first,
      text: first?.text.replace(/(\/visit\/)[a-z0-9]{26}$/m, '$1…'),
    }).toMatchObject({
      channel: 'email',
      name: `visit-${arjun?.visitId}.turn.0`,
      subject: 'It is almost your turn at Sunrise Clinics: A-4',
      calendars: [],
      text: [
        'Hello Arjun,',
        '',
        'It is almost your turn with Meera Shah. Your token is A-4.',
        '',
        'People ahead of you: 3',
        `Your place in line: https://clinic.example.org/queue/${arjun?.publicStatusToken}`,
        'Tell us that you have arrived: https://clinic.example.org/visit/…',
        'Where: 12 MI Road, Jaipur 302001',
        '',
        'Sunrise Clinics',
        '',
      ].join('\n'),
    })
    const [notice] = await list(clinic, { visitId: arjun?.visitId })
    expect(notice).toMatchObject({
      kind: 'turn',
      state: 'SENT',
      appointmentId: null,
      visitId: arjun?.visitId,
      destination: 'a***@example.org',
    })
  })

  it('is not announced if the clinic does not want it, nor to patients who have been called', async () => {
    const silent = await clinicWith({ confirmation: true, reminder: true })
    await withLine(silent)
    await startShift(house, silent)
    expect(await notifyPatients()).toEqual([])
    expect((await list(silent)).filter(({ kind }) => kind === 'turn')).toEqual([])
    const clinic = await clinicWith({ turn: true, turnPlacesBefore: 0 })
    const [meera] = await withLine(clinic)
    await startShift(house, clinic)
    // Called before the notice was sent.
    await openQueueDesk(house, clinic).callNext()
    expect(await notifyPatients()).toEqual([])
    expect(await list(clinic, { visitId: meera?.visitId })).toMatchObject([
      { state: 'SKIPPED', error: 'the visit has changed its status since' },
    ])
  })

  it('is announced once by work that two processes take, or that is retried', async () => {
    const clinic = await clinicWith({ turn: true, turnPlacesBefore: 0 })
    const [meera] = await withLine(clinic)
    await startShift(house, clinic)
    expect(await notifyPatients()).toEqual(['meera'])
    await house.sql(
      "insert into due_work (workspace_id, kind, subject_id, due_at) values ($1, 'visit-turn', $2, $3)",
      [clinic.workspaceId, meera?.visitId, new Date(clock.now())],
    )
    expect(await notifyPatients()).toEqual([])
    // Unless an operator wants it.
    const [{ id }] = (await house.sql(
      "update notices set state = 'UNKNOWN', error = 'lost' where visit_id = $1 returning id::int8 as id",
      [meera?.visitId],
    )) as [Json]
    await house.operate('notices-retry', { workspace: clinic.name, id: Number(id) })
    expect(await list(clinic, { visitId: meera?.visitId, state: 'PLANNED' })).toMatchObject([
      { kind: 'turn', visitId: meera?.visitId },
    ])
    expect(await notifyPatients()).toEqual(['meera'])
  })

  it('is erased and exported with the patient', async () => {
    const clinic = await clinicWith({ turn: true, turnPlacesBefore: 0 })
    const [meera] = await withLine(clinic)
    await startShift(house, clinic)
    expect(await notifyPatients()).toEqual(['meera'])
    const exported = await house.operate('patient-export', {
      workspace: clinic.name,
      id: meera?.patientId,
    })
    expect(JSON.stringify(exported)).toContain('"kind":"turn"')
    await openQueueDesk(house, clinic).end()
    await house.operate('patient-erase', {
      workspace: clinic.name,
      id: meera?.patientId,
      confirmed: true,
    })
    expect(await list(clinic, { visitId: meera?.visitId })).toMatchObject([{ destination: null }])
  })

  it('of another day is not near', async () => {
    const clinic = await clinicWith({ turn: true })
    await clinic.post(
      '/v1/qms-appointments/pre/book',
      tokenBody(clinic, { appointmentDate: '2030-01-02' }),
    )
    const visits = await withLine(clinic)
    expect(visits.every(({ appointmentDate }) => appointmentDate === queueDate)).toBe(true)
    await startShift(house, clinic)
    expect((await sendDueNotices()).length).toBe(4)
  })
})
