// clinic staff, clinic audit and clinic patient, as they are typed.

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { book, type Clinic, openHarness, slotTimes } from '../../../test/support/clinic/harness.ts'
import { connectionUrl } from '../../../test/support/database/url-of.ts'
import { runClinic } from '../../../test/support/processes/service-process.ts'
import { afterFile } from '../../../test/support/run/after-file.ts'
import { event, feed } from '../../visits/calendars/feed.fixture.ts'

const house = await openHarness()
const folder = mkdtempSync(join(tmpdir(), 'clinic-records-'))
afterFile(() => rmSync(folder, { recursive: true, force: true }))
const settings = {
  DATABASE_URL: connectionUrl(house.connection),
  CLINIC_MODE: 'sandbox',
  CLINIC_DATA: folder,
  CLINIC_OPERATOR: 'ravi',
}

const typed = (clinic: Clinic, ...parameters: string[]) =>
  runClinic(settings, [...parameters, '--workspace', clinic.name])
const acting = (clinic: Clinic) => ({
  headers: { 'x-acting-user-id': String(clinic.id('practitioner', 'asha-rao')) },
})

it('staff are listed, including those who were added through the API', async () => {
  const clinic = await house.clinic()
  const { id } = (
    await clinic.post(
      '/v1/users',
      {
        name: 'Nina Sen',
        email: 'sen@sunrise.example',
        addressIds: [clinic.id('location', 'jaipur')],
      },
      acting(clinic),
    )
  ).json
  expect(await typed(clinic, 'staff', 'list')).toMatch(
    new RegExp(`${id} +Nina Sen +invited +sen@sunrise.example +- +-\n`),
  )
  expect(await typed(clinic, 'staff', 'activate', String(id))).toBe(
    `member ${id} is active, everywhere within seconds\n`,
  )
  expect(JSON.parse(await typed(clinic, 'staff', 'list', '--json'))).toContainEqual(
    expect.objectContaining({ id, status: 'active' }),
  )
  const [first] = JSON.parse(await typed(clinic, 'staff', 'list', '--json'))
  await expect(typed(clinic, 'staff', 'deactivate', String(first.id))).rejects.toThrow(
    /staff member \d+ comes from a clinic file, as \S+\nnext: .*clinic workspace import/,
  )
})

it('a calendar is imported from a file whose lines are folded within a character [SLOT-26]', async () => {
  const clinic = await house.clinic((file) => {
    const asha = file.practitioners['asha-rao']
    if (asha) asha.calendars = { holidays: {} }
  })
  const text = Buffer.from(feed(event('SUMMARY:दाँत', 'DTSTART:20300107T093000Z', 'DURATION:PT1H')))
  const cut = text.indexOf('ाँ') + 1
  const path = join(folder, 'holidays.ics')
  writeFileSync(
    path,
    Buffer.concat([text.subarray(0, cut), Buffer.from('\r\n '), text.subarray(cut)]),
  )
  expect(await typed(clinic, 'calendar', 'import', 'asha-rao/holidays', path)).toBe(
    'asha-rao/holidays: 1 busy times are new, 0 are no more\n',
  )
})

it('a notice is shown as a patient would get it, with changes, and sent to a member of the staff', async () => {
  const clinic = await house.clinic((file) => {
    if (file.staff?.['nina-roy']) file.staff['nina-roy'].email = 'nina@sunrise.example'
  })
  expect(await typed(clinic, 'notices', 'preview', 'move')).toMatch(
    /^New time for your visit at Sunrise Clinics: [^\n]+\n\nHello Meera,\n/,
  )
  const own = JSON.stringify({
    language: 'de',
    text: { subject: 'Neu: {time}', body: 'Bei {practitioner}' },
  })
  expect(
    JSON.parse(await typed(clinic, 'notices', 'preview', 'move', '--changes', own, '--json')),
  ).toEqual({
    subject: 'Neu: 10:00',
    body: 'Bei Dr Asha Rao\n',
    short: 'Bei Dr Asha Rao',
    smsSegments: 1,
  })
  await expect(typed(clinic, 'notices', 'test', 'move')).rejects.toThrow('clinic staff list')
  expect(
    await typed(
      clinic,
      'notices',
      'test',
      'move',
      '--staff',
      String(clinic.id('staff', 'nina-roy')),
    ),
  ).toBe('sent to n***@sunrise.example\n')
  expect(await typed(clinic, 'outbox')).toContain('New time for your visit')
})

it('no control character of a caller reaches the terminal', async () => {
  const clinic = await house.clinic()
  const name = 'Eve \u001b[31m\u001b]0;x\u0007'
  await clinic.post(
    '/v1/users',
    { name, email: 'eve@sunrise.example', addressIds: [clinic.id('location', 'jaipur')] },
    acting(clinic),
  )
  const listed = await typed(clinic, 'staff', 'list')
  expect(listed).toContain('Eve ·[31m·]0;x·')
  expect(listed.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
})

it('a record is exported to a file that only its owner can read, erased once confirmed, and the audit shows both', async () => {
  const clinic = await house.clinic()
  const { patientId } = (await book(clinic, {}, { headers: { 'x-request-id': 'book-1' } })).json
    .appointment
  const file = join(folder, 'meera.json')
  expect(await typed(clinic, 'patient', 'export', String(patientId), file)).toBe('')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    patient: { id: patientId, first_name: 'Meera' },
    appointments: [{ patient_id: patientId }],
  })
  await expect(typed(clinic, 'patient', 'export', String(patientId), file)).rejects.toThrow(
    'exists already',
  )
  expect(
    JSON.parse(await typed(clinic, 'patient', 'export', String(patientId))).patient.first_name,
  ).toBe('Meera')

  await expect(typed(clinic, 'patient', 'erase', String(patientId))).rejects.toThrow(
    new RegExp(
      `patient ${patientId} would be erased for good; 1 visit stays, 1 still to come: BK\\w+ on 2030-01-07 with Dr Asha Rao\nnext: do it: clinic patient erase ${patientId} --yes --workspace ${clinic.name}`,
    ),
  )
  expect((await clinic.get('/v1/patients')).json.count).toBe(1)
  expect(await typed(clinic, 'patient', 'erase', String(patientId), '--yes')).toMatch(
    /^patient \d+ is erased; 1 visit stays/,
  )
  expect((await clinic.get('/v1/patients')).json.count).toBe(0)
  const missing = join(folder, 'nobody.json')
  await expect(typed(clinic, 'patient', 'export', '999999999', missing)).rejects.toThrow(
    'No such patient in this workspace',
  )
  expect(existsSync(missing)).toBe(false)

  const table = await typed(clinic, 'audit', '--patient', String(patientId))
  const actions = [...table.matchAll(/ ([A-Z]{4,}) /g)].map(([, action]) => action)
  expect(actions).toEqual(['ERASED', 'READ', 'EXPORTED', 'EXPORTED', 'BOOKED', 'CREATED'])
  expect(table).toMatch(/BOOKED .* key \d+ .* 127\.0\.0\.1 +book-1\n/)
  const newest = JSON.parse(await typed(clinic, 'audit', '--limit', '1', '--json'))
  expect(newest).toEqual([
    expect.objectContaining({ action: 'ERASED', by: 'operator ravi', patientId }),
  ])
  const older = JSON.parse(await typed(clinic, 'audit', '--before', String(newest[0].id), '--json'))
  expect(older).toHaveLength(5)
})

it('a record is shown with its family, visits and payments, and a pack is sold, page by page if there is more [TILL-01] [TILL-04]', async () => {
  const clinic = await house.clinic((file) => {
    file.sessionPacks = {
      ten: {
        displayName: 'Ten visits',
        sessions: 10,
        validityDays: 180,
        currency: 'INR',
        price: 4000,
        familyBooking: true,
      },
    }
  })
  const meera = {
    firstName: 'Meera',
    lastName: 'Iyer',
    phoneNumber: '9876543210',
    dob: '1990-04-12',
  }
  const { patientId } = (await book(clinic, { patientPayload: meera })).json.appointment
  const last = (await book(clinic, { patientPayload: undefined, patientId, ...slotTimes('09:30') }))
    .json.appointment
  await book(clinic, {
    patientPayload: { ...meera, firstName: 'Arjun', dob: '2015-01-02' },
    ...slotTimes('09:15'),
  })
  const id = String(patientId)
  const shown = await typed(clinic, 'patient', 'show', id)
  expect(shown).toMatch(/^patient \d+, Meera Iyer: MRN-\w+, 1990-04-12, \+919876543210\n/)
  expect(shown).toMatch(/\d+ +MRN-\w+ +Arjun Iyer +2015-01-02/)
  const first = await typed(clinic, 'patient', 'visits', id, '--limit', '1')
  const after = /more: --after (\d+)/.exec(first)?.[1] ?? ''
  expect(await typed(clinic, 'patient', 'visits', id, '--limit', '1', '--after', after)).toMatch(
    new RegExp(
      `${last.id} +2030-01-07 09:30 +${last.bookingReference} +Dr Asha Rao +jaipur +SCHEDULED`,
    ),
  )
  const jaipur = String(clinic.id('location', 'jaipur'))
  expect(await typed(clinic, 'packs', 'offered', id, '--location', jaipur)).toMatch(
    /ten +Ten visits +10 +180 +4000 +INR/,
  )
  expect(
    await typed(clinic, 'packs', 'sell', id, 'ten', '--location', jaipur, '--paid-by', 'CASH'),
  ).toMatch(/has pack \d+ for 4000 INR, PAID/)
  expect(await typed(clinic, 'patient', 'payments', id)).toMatch(/PAID +pack \d+ +4000 +INR +CASH/)
})

it('two records are merged once confirmed, and singular and plural are right', async () => {
  const clinic = await house.clinic()
  const { patientId: into } = (await book(clinic)).json.appointment
  const { patientId: from } = (
    await book(clinic, {
      patientPayload: { firstName: 'Mira', phoneNumber: '9876543299' },
      ...slotTimes('09:30'),
    })
  ).json.appointment
  const words = ['patient', 'merge', String(from), String(into), '--reason', 'Registered twice']
  await expect(typed(clinic, ...words)).rejects.toThrow(/what goes over: 1 visit[,;\n]/)
  expect(await typed(clinic, ...words, '--yes')).toMatch(
    new RegExp(
      `^patient ${from} is merged into ${into}, to which its id leads; what goes over: 1 visit[,\n]`,
    ),
  )
})
