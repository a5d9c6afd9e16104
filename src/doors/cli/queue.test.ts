// A queue as staff run it on the command line: clinic queue.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Clinic, type Json, openHarness } from '../../../test/support/clinic/harness.ts'
import { queueDate, shiftId, tokenBody } from '../../../test/support/clinic/queue-clinic.ts'
import { connectionUrl } from '../../../test/support/database/url-of.ts'
import { runClinic } from '../../../test/support/processes/service-process.ts'
import { afterFile } from '../../../test/support/run/after-file.ts'

const house = await openHarness()
const folder = mkdtempSync(join(tmpdir(), 'clinic-queue-'))
afterFile(() => rmSync(folder, { recursive: true, force: true }))
const settings = {
  DATABASE_URL: connectionUrl(house.connection),
  CLINIC_MODE: 'sandbox',
  CLINIC_DATA: folder,
  CLINIC_OPERATOR: 'ravi',
}
const queue = (clinic: Clinic, ...words: string[]) =>
  runClinic(settings, ['queue', ...words, '--workspace', clinic.name])
const morning = 'meera-shah/jaipur/morning'

async function bookTokens(
  clinic: Clinic,
  count: number,
  changes: Record<string, unknown> = {},
): Promise<Json[]> {
  const visits = []
  for (let number = 0; number < count; number += 1) {
    const reply = await clinic.post('/v1/qms-appointments/pre/book', tokenBody(clinic, changes))
    expect(reply.status, reply.text).toBe(201)
    visits.push(reply.json.visit)
  }
  return visits
}

it('takes a shift through its day, with a message for each step', async () => {
  const clinic = await house.clinic()
  const id = shiftId(clinic)
  await bookTokens(clinic, 5, { paymentStatus: 'PAID' })
  expect(await queue(clinic, 'start', morning)).toBe(
    `shift ${id} runs on ${queueDate}, 5 waiting; call who is next: clinic queue next ${id}\n`,
  )
  expect(await queue(clinic, 'next', String(id))).toBe('A-1 is CALLED, position 1\n')
  expect(await queue(clinic, 'recall', morning, 'A-1')).toBe('A-1 is CALLED, position 1\n')
  expect(await queue(clinic, 'begin', morning, '1')).toBe('A-1 is IN_CONSULTATION\n')
  expect(await queue(clinic, 'skip', morning, 'a-2')).toBe('A-2 is SKIPPED\n')
  expect(await queue(clinic, 'return', morning, 'A-2', '--reason', 'Was at the pharmacy')).toBe(
    'A-2 is WAITING, position 1\n',
  )
  expect(await queue(clinic, 'move', morning, '5', '--to', '1', '--reason', 'In pain')).toBe(
    'A-5 is WAITING, position 1\n',
  )
  expect(await queue(clinic, 'complete', morning, '1')).toBe('A-1 is COMPLETED\n')
  expect(await queue(clinic, 'next', morning)).toBe('A-5 is CALLED, position 1\n')
  expect(await queue(clinic, 'no-show', morning, '5')).toBe('A-5 is NO_SHOW\n')
  expect(await queue(clinic, 'cancel', morning, '4')).toBe(
    'A-4 is CANCELLED; it was paid, so refund what was paid at the desk by clinic token refund VISIT_ID, what was paid online by clinic payments refund SESSION_REF\n',
  )
  expect(await queue(clinic, 'skip', morning, '3')).toBe('A-3 is SKIPPED\n')
  expect(await queue(clinic, 'begin', morning, '2')).toBe('A-2 is IN_CONSULTATION\n')
  expect(await queue(clinic, 'next', morning)).toBe('no one is waiting\n')
  expect(await queue(clinic, 'return', morning, '3')).toBe('A-3 is WAITING, position 1\n')
  expect(await queue(clinic, 'end', morning)).toBe(
    `the queue is ended: 1 completed, 0 absent, 1 cancelled\n\n1 of the cancelled had paid, see clinic queue show ${morning}; refund what was paid at the desk by clinic token refund VISIT_ID, what was paid online by clinic payments refund SESSION_REF\n`,
  )
  const events = await queue(clinic, 'events', morning)
  expect(events).toMatch(
    /^time +event +token +by +reason *\n-.*\n05:30:\d\d +STARTED +- +operator ravi/,
  )
  expect(events).toMatch(/MOVED +A-5 +operator ravi +In pain/)
  expect(events).toMatch(/BROUGHT_BACK +A-2 +operator ravi +Was at the pharmacy/)
  expect(events.trimEnd().split('\n').at(-1)).toMatch(/ENDED +- +operator ravi/)
})

it('shows the shifts of a day with their states, and the line, which is audited as read', async () => {
  const clinic = await house.clinic()
  const [first] = await bookTokens(clinic, 3)
  await queue(clinic, 'start', morning)
  await queue(clinic, 'begin', morning, '1')
  await queue(clinic, 'next', morning)
  const [am, pm] = await house.operate('queue-list', { workspace: clinic.name })
  const at = {
    doctorId: clinic.id('practitioner', 'meera-shah'),
    addressId: clinic.id('location', 'jaipur'),
  }
  const shift = { ...at, doctor: 'meera-shah', location: 'jaipur', mode: 'OFFLINE' }
  expect(am).toEqual({
    ...shift,
    qmsWorkShiftId: shiftId(clinic),
    shift: 'morning',
    startTime: '09:00',
    endTime: '13:00',
    state: 'RUNNING',
    bookedCount: 3,
    maxAppointments: 40,
    waiting: 2,
    serving: ['A-1'],
    called: ['A-2'],
  })
  expect(pm).toEqual({
    ...shift,
    qmsWorkShiftId: shiftId(clinic, 'evening'),
    shift: 'evening',
    startTime: '16:00',
    endTime: '20:00',
    state: 'NOT_STARTED',
    bookedCount: 0,
    maxAppointments: 3,
    waiting: 0,
    serving: [],
    called: [],
  })
  expect(await queue(clinic, 'list')).toMatch(
    new RegExp(
      `^id .*\n-.*\n${shiftId(clinic)} +meera-shah +jaipur +morning +OFFLINE +09:00-13:00 +RUNNING +3/40 +2 +A-1 +A-2 *\n.* NOT_STARTED +0/3 +0 +- +-\n$`,
    ),
  )
  expect(await queue(clinic, 'list', '--doctor', 'asha-rao')).toBe('no shifts on this day\n')
  expect(await queue(clinic, 'list', '--location', 'berlin')).toBe('no shifts on this day\n')
  expect(await queue(clinic, 'list', '--date', '2030-01-05')).toBe('no shifts on this day\n')
  expect(
    await queue(
      clinic,
      'list',
      '--date',
      '2030-01-02',
      '--doctor',
      'meera-shah',
      '--location',
      'jaipur',
    ),
  ).toContain('0/40')

  expect(await queue(clinic, 'show', morning)).toMatch(
    /^token .*\n-.*\nA-1 +- +IN_CONSULTATION +Meera Iyer +\+919876543210 +- +05:3\d +300 INR UNPAID +\d+\nA-2 +1 +CALLED .* 05:3\d .*\nA-3 +2 +WAITING .*\n\n2 waiting, 3 tokens\n$/,
  )
  const audit =
    "select operator, patient_id::int as id from audit_entries where workspace_id = $1 and action = 'READ'"
  expect(await house.sql(audit, [clinic.workspaceId])).toEqual([
    { operator: 'ravi', id: first.patientId },
  ])
  expect(await queue(clinic, 'show', 'meera-shah/jaipur/evening')).toBe('there are no tokens\n')
  expect(await queue(clinic, 'events', 'meera-shah/jaipur/evening')).toBe(
    'nothing has happened yet\n',
  )
})

it('shows a shift that was removed from its day as long as a patient has a token of it', async () => {
  const clinic = await house.clinic()
  await bookTokens(clinic, 1)
  await clinic.change((file) => (file.workspace.closed = [{ from: queueDate, to: queueDate }]))
  const listed = await house.operate('queue-list', { workspace: clinic.name })
  expect(listed.map(({ shift, bookedCount }: Json) => [shift, bookedCount])).toEqual([
    ['morning', 1],
  ])
})

it('names the command to use instead of a refused one, and changes nothing', async () => {
  const clinic = await house.clinic()
  const id = shiftId(clinic)
  await bookTokens(clinic, 2)
  const before = await clinic.bookingRows()
  for (const [words, sentence, next] of [
    [
      ['start', 'meera-shah/jaipur/night'],
      'there is no shift meera-shah/jaipur/night in this workspace',
      'see the list: clinic ids',
    ],
    [
      ['start', '999999'],
      'there is no shift 999999 in this workspace',
      "see that day's shifts: clinic queue list",
    ],
    [
      ['show', '999999'],
      'there is no shift 999999 in this workspace',
      "see that day's shifts: clinic queue list",
    ],
    [
      ['next', morning],
      `shift ${id} has not been started on ${queueDate}`,
      `start it: clinic queue start ${id}`,
    ],
    [
      ['end', morning],
      `shift ${id} has not been started on ${queueDate}`,
      `start it: clinic queue start ${id}`,
    ],
    [
      ['next', 'meera-shah/jaipur/evening'],
      'it has no tokens and was not started',
      "see that day's shifts: clinic queue list",
    ],
    [
      ['begin', morning, 'A-1', '--date', '2030-01-02'],
      `shift ${id} has no queue on 2030-01-02`,
      "see that day's shifts: clinic queue list",
    ],
    [
      ['cancel', morning, 'A-3'],
      `shift ${id} has no token 3 on ${queueDate}`,
      `see the queue: clinic queue show ${id}`,
    ],
    [
      ['cancel', morning, 'B-1'],
      `shift ${id} has no token B-1 on ${queueDate}; 1 is A-1`,
      `see the queue: clinic queue show ${id}`,
    ],
    [
      ['cancel', morning, 'first'],
      "'first' is not a token",
      'write it as A-12, or its number alone',
    ],
    [
      ['move', morning, '1', '--to', '2'],
      "required option '--reason <text>' not specified",
      'Usage: clinic queue move',
    ],
    [
      ['move', morning, '1', '--to', '0', '--reason', 'x'],
      'to must be at least 1',
      'change the command and try again: clinic queue move --help',
    ],
    [
      ['show', morning, '--watch', '--json'],
      '--watch is for people, and --json for scripts',
      'leave one of them out',
    ],
    [
      ['begin', morning, '1'],
      `shift ${id} has not been started on ${queueDate}`,
      `start it: clinic queue start ${id}`,
    ],
    [
      ['list', '--doctor', 'nobody'],
      'there is no practitioner nobody in this workspace',
      'see the list: clinic ids',
    ],
  ] as const) {
    await expect(queue(clinic, ...words), words.join(' ')).rejects.toThrow(
      expect.objectContaining({ message: expect.stringContaining(sentence) }),
    )
    await expect(queue(clinic, ...words), words.join(' ')).rejects.toThrow(next)
  }
  expect(await clinic.bookingRows()).toBe(before)
})

it('does not reach the shifts of another clinic', async () => {
  const clinic = await house.clinic()
  const other = await house.clinic()
  await bookTokens(clinic, 1)
  for (const words of [['show'], ['events'], ['start'], ['next'], ['end']]) {
    await expect(queue(other, ...words, String(shiftId(clinic)))).rejects.toThrow(
      `there is no shift ${shiftId(clinic)} in this workspace`,
    )
  }
  expect(
    await house.operate('queue-list', { workspace: other.name, date: queueDate }),
  ).toHaveLength(2)
  expect(
    JSON.stringify(await house.operate('queue-list', { workspace: other.name })),
  ).not.toContain('"bookedCount":1')
})
