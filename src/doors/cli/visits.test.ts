// A clinic's day on the command line: clinic visit and clinic patient find.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { book, type Clinic, openHarness, slotTimes } from '../../../test/support/clinic/harness.ts'
import { connectionUrl } from '../../../test/support/database/url-of.ts'
import { bundleClinic } from '../../../test/support/processes/bundled.ts'
import { runClinic } from '../../../test/support/processes/service-process.ts'
import { afterFile } from '../../../test/support/run/after-file.ts'

const house = await openHarness()
const folder = mkdtempSync(join(tmpdir(), 'clinic-visits-'))
afterFile(() => rmSync(folder, { recursive: true, force: true }))
const settings = {
  DATABASE_URL: connectionUrl(house.connection),
  CLINIC_MODE: 'sandbox',
  CLINIC_DATA: folder,
  CLINIC_OPERATOR: 'ravi',
}
const typed = (clinic: Clinic, ...parameters: string[]) =>
  runClinic(settings, [...parameters, '--workspace', clinic.name])
const monday = ['--date', '2030-01-07']

async function bookVisit(clinic: Clinic, changes: Record<string, unknown> = {}): Promise<number> {
  const reply = await book(clinic, changes)
  expect(reply.status, reply.text).toBe(201)
  return reply.json.appointment.id
}

const noVisits = 'no visits\n'

it('a day is listed by time, for all practitioners or one, with the zone', async () => {
  const clinic = await house.clinic()
  const later = await bookVisit(clinic, { ...slotTimes('10:00'), paymentStatus: 'PAID' })
  const first = await bookVisit(clinic)
  const listed = await typed(clinic, 'visits', 'list', ...monday)
  expect(listed).toMatch(
    new RegExp(
      `^time .*\n-.*\n09:00 +Meera Iyer +\\+919876543210 .* SCHEDULED +OFFLINE +500 INR UNPAID +${first}\n10:00 .* 500 INR PAID +${later}\n\n2 visits, times of the clinic \\(\\+05:30\\)\n$`,
    ),
  )
  expect(await typed(clinic, 'visit', 'list', ...monday, '--doctor', 'jonas-weber')).toBe(noVisits)
  expect(
    await typed(clinic, 'visit', 'list', ...monday, '--location', 'jaipur', '--doctor', 'asha-rao'),
  ).toContain('2 visits')
  expect(await typed(clinic, 'visit', 'list', '--date', '2030-01-08')).toBe(noVisits)
  await expect(typed(clinic, 'visit', 'list', '--doctor', 'nobody')).rejects.toThrow(
    'there is no practitioner nobody in this workspace\nnext: see the list: clinic ids',
  )
  const audit = await house.sql(
    "select operator, patient_id is not null as one from audit_entries where workspace_id = $1 and action = 'READ'",
    [clinic.workspaceId],
  )
  expect(audit).toContainEqual({ operator: 'ravi', one: true })
})

it('a visit in the evening in New York, where UTC has another date, is in the list and on the sheet of its day', async () => {
  const clinic = await house.clinic((file) => {
    const { berlin } = file.locations
    const jonas = file.practitioners?.['jonas-weber']?.at.berlin
    if (!berlin || !jonas) throw new Error('the clinic of the tests is another')
    berlin.timezone = 'America/New_York'
    jonas.hours = [{ days: ['MON'], from: '18:00', to: '21:00', modes: ['OFFLINE'] }]
  })
  const evening = {
    fromDateTimeIso: '2030-01-07T20:00:00-05:00',
    toDateTimeIso: '2030-01-07T20:30:00-05:00',
  }
  const where = {
    addressId: clinic.id('location', 'berlin'),
    doctorId: clinic.id('practitioner', 'jonas-weber'),
    consultationCharge: 60,
  }
  const id = await bookVisit(clinic, { ...where, ...evening })
  expect(await typed(clinic, 'visit', 'list', ...monday)).toMatch(
    new RegExp(`\n20:00 +Meera Iyer .* ${id}\n\n1 visit, times of the clinic \\(-05:00\\)\n$`),
  )
  expect(await typed(clinic, 'visit', 'sheet', ...monday)).toContain('<td>20:00–20:30</td>')
  expect(await typed(clinic, 'visit', 'list', '--date', '2030-01-08')).toBe(noVisits)
})

it('a visit is confirmed, moved and cancelled, and a refund recorded', async () => {
  const clinic = await house.clinic()
  const id = String(await bookVisit(clinic, { paymentStatus: 'PAID' }))
  expect(await typed(clinic, 'visit', 'status', id, 'confirmed')).toBe(
    `visit ${id} on 2030-01-07 09:00 is CONFIRMED, 500 INR PAID\n`,
  )
  expect(
    await typed(clinic, 'visit', 'move', id, '2030-01-07T11:00', '--reason', 'Doctor is late'),
  ).toContain('11:00 is RESCHEDULED')
  await expect(typed(clinic, 'visit', 'move', id, '2030-01-07T11:05')).rejects.toThrow(
    /do not match a slot/,
  )
  await expect(typed(clinic, 'visit', 'move', id, 'tomorrow')).rejects.toThrow(
    /write the date and time/,
  )
  expect(
    await typed(clinic, 'visit', 'cancel', id, '--reason', 'Doctor is ill', '--refund', '50'),
  ).toBe(`visit ${id} on 2030-01-07 11:00 is CANCELLED, 500 INR REFUNDED\n`)
  expect(
    await house.sql('select amount_minor::int as amount from refunds where workspace_id = $1', [
      clinic.workspaceId,
    ]),
  ).toEqual([{ amount: 25_000 }])
  await expect(typed(clinic, 'visit', 'status', id, 'completed')).rejects.toThrow(
    /CANCELLED cannot be set to COMPLETED/,
  )
  await expect(typed(clinic, 'visit', 'cancel', id, '--void', '--refund', '1')).rejects.toThrow(
    /a voided visit is never refunded/,
  )
  expect(await typed(clinic, 'visit', 'show', id)).toMatch(/status +CANCELLED/)
  const audit = await house.sql(
    "select action, operator from audit_entries where appointment_id = $1 and operator is not null and action <> 'READ' order by id",
    [id],
  )
  expect(audit).toEqual(
    ['STATUS_CHANGED', 'RESCHEDULED', 'CANCELLED'].map((action) => ({ action, operator: 'ravi' })),
  )
})

it('a refused command names the command to use instead, and nothing changes', async () => {
  const clinic = await house.clinic()
  const id = String(await bookVisit(clinic))
  await bookVisit(clinic, slotTimes('09:15'))
  const before = await clinic.bookingRows()
  for (const [words, sentence, next] of [
    [['cancel', '999999'], 'No such appointment', 'look it up: clinic visit list'],
    [
      ['move', '999999', '2030-01-07T11:00'],
      'No such appointment',
      'look it up: clinic visit list',
    ],
    [
      ['move', id, '2030-01-07T11:05'],
      'do not match a slot',
      'see which slots are offered: clinic availability explain',
    ],
    [
      ['move', id, '2030-01-07T09:15'],
      'This slot is taken',
      'see which slots are free: clinic availability explain',
    ],
    [
      ['cancel', id, '--return-session'],
      `visit ${id} was not paid for with a pack`,
      'leave out --return-session',
    ],
  ] as const) {
    await expect(typed(clinic, 'visit', ...words), words.join(' ')).rejects.toThrow(
      new RegExp(`${sentence}.*\nnext: ${next}`),
    )
  }
  expect(await typed(clinic, 'visit', 'list', '--patient', '999999')).toBe(noVisits)
  expect(await clinic.bookingRows()).toBe(before)
})

it('another clinic’s visit does not exist', async () => {
  const clinic = await house.clinic()
  const other = await house.clinic()
  const id = String(await bookVisit(other))
  for (const words of [
    ['show', id],
    ['status', id, 'confirmed'],
    ['cancel', id],
    ['move', id, '2030-01-07T11:00'],
  ]) {
    await expect(typed(clinic, 'visit', ...words)).rejects.toThrow(/no (such appointment|visit)/i)
  }
  expect(await house.sql('select status from appointments where id = $1', [id])).toEqual([
    { status: 'SCHEDULED' },
  ])
})

it('a sheet has a page for each practitioner, without cancelled visits, and escapes markup in names', async () => {
  const clinic = await house.clinic()
  await bookVisit(clinic, {
    patientPayload: { firstName: 'Meera <b>', phoneNumber: '9876543210' },
    chiefComplaint: 'a & b',
  })
  const cancelled = await bookVisit(clinic, {
    ...slotTimes('10:00'),
    patientPayload: { firstName: 'Arjun', phoneNumber: '9876500000' },
  })
  await typed(clinic, 'visit', 'cancel', String(cancelled))
  const sheet = await typed(clinic, 'visit', 'sheet', ...monday)
  expect(sheet).toContain('Meera &lt;b&gt;')
  expect(sheet).toContain('a &amp; b')
  expect(sheet).not.toContain('Arjun')
  expect(sheet.match(/<section>/g)).toHaveLength(1)
})

it('a patient of this clinic is found by phone, number and the beginning of a name', async () => {
  const clinic = await house.clinic()
  const other = await house.clinic()
  await bookVisit(other)
  const patientPayload = {
    firstName: 'Meera',
    lastName: 'Iyer',
    phoneNumber: '9876543210',
    mrnNumber: 'MRN-77',
  }
  const { patientId } = (await book(clinic, { patientPayload })).json.appointment
  for (const query of ['9876543210', 'MRN-77', 'mee', 'IYER', 'meera iy']) {
    expect(
      JSON.parse(await typed(clinic, 'patient', 'find', query, '--json')),
      query,
    ).toMatchObject([{ id: patientId, mrnNumber: 'MRN-77' }])
  }
  for (const query of ['%', 'era', 'meera rao'])
    expect(JSON.parse(await typed(clinic, 'patient', 'find', query, '--json')), query).toEqual([])
  expect(await typed(clinic, 'patient', 'find', 'meera')).toMatch(
    /^id +mrnNumber +name +phone +dob\n.*\n\d+ +MRN-77 +Meera Iyer/,
  )
  expect(await typed(clinic, 'patient', 'find', 'meera rao')).toBe(
    "no patient has 'meera rao' for a phone or record number, or a name that begins like it\n",
  )
  expect(await typed(clinic, 'visit', 'list', '--patient', String(patientId))).toMatch(
    /2030-01-07 +09:00/,
  )
})

it('visits whose room is gone are listed too, and those in another room are not', async () => {
  const clinic = await house.clinic()
  const inRoom = (room: string, clock: string) =>
    bookVisit(clinic, { ...slotTimes(clock), roomId: clinic.id('room', `jaipur/${room}`) })
  const gone = await inRoom('room-2', '09:00')
  const stays = await inRoom('room-1', '09:15')
  await clinic.change(
    (file) => {
      if (file.locations.jaipur) file.locations.jaipur.rooms = ['room-1']
    },
    { withUpcomingVisits: true },
  )
  const listed = await typed(clinic, 'visit', 'stranded')
  expect(listed).toMatch(new RegExp(`2030-01-07 +09:00 .* ${gone} `))
  expect(listed).not.toMatch(new RegExp(` ${stays} `))
})

it('visits whose hours were removed are reported by the import, listed with the next free time, and gone once they are moved', async () => {
  const clinic = await house.clinic()
  const stays = await bookVisit(clinic)
  const stranded = await bookVisit(clinic, slotTimes('11:00'))
  const other = await bookVisit(clinic, slotTimes('11:15'))
  const summary = await clinic.change((file) => {
    const [window] = file.practitioners['asha-rao']?.at.jaipur?.hours ?? []
    if (window) window.to = '11:00'
  })
  expect(summary.warnings).toContain(
    '2 upcoming visits lie outside the hours now: clinic visit stranded',
  )
  const listed = await typed(clinic, 'visit', 'stranded')
  expect(listed).toMatch(
    new RegExp(
      `2030-01-07 +11:00 .* ${stranded} +2030-01-07T09:15\n2030-01-07 +11:15 .* ${other} +2030-01-07T09:30\n`,
    ),
  )
  expect(listed).not.toMatch(new RegExp(` ${stays} `))
  await typed(clinic, 'visit', 'move', String(stranded), '2030-01-07T09:15')
  await typed(clinic, 'visit', 'cancel', String(other))
  expect(await typed(clinic, 'visit', 'stranded')).toBe('every visit to come lies in the hours\n')
})

it('a watched day is written again when it changes', async () => {
  const clinic = await house.clinic()
  const program = await bundleClinic()
  const child = spawn(
    process.execPath,
    [program, 'visit', 'list', ...monday, '--watch', '-w', clinic.name],
    {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  try {
    const [before] = (await once(child.stdout, 'data')) as [Buffer]
    expect(before.toString()).toBe(noVisits)
    await bookVisit(clinic)
    const [after] = (await once(child.stdout, 'data')) as [Buffer]
    expect(after.toString()).toContain('1 visit,')
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
})
