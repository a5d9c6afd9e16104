// Marked values in every place that a request can carry one, sent through the real service with
// maximum logging, refusals and failures included. The service's output and the database server's
// log are then searched: none of the values may be there (INV-36).

import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findRunningEngineConnection } from '../../src/base/db/embedded/running-engine.ts'
import { withClient } from '../support/database/databases.ts'
import { removeFolder } from '../support/processes/abandoned-processes.ts'
import { runClinic, startService } from '../support/processes/service-process.ts'
import { afterFile } from '../support/run/after-file.ts'
import { runSize } from '../support/run/sizes.ts'

const folder = mkdtempSync(join(tmpdir(), 'clinic-canaries-'))
// The database runs as another user.
chmodSync(folder, 0o711)
const settings = { CLINIC_DATA: join(folder, 'data'), CLINIC_LOG_LEVEL: 'trace', PORT: '0' }
const rounds = runSize(2, 30)

const planted = new Set<string>()
function plant(value: string): string {
  planted.add(value)
  return value
}

let last = 0
function next(): number {
  last += 1
  return last
}
const plain = () => plant(`Qxcanary${next()}Wv`)
/** A word that no one else writes, plain or in letters that URLs and JSON escape. */
const word = () => (last % 2 === 0 ? plain() : plant(`Zwälf ünd’${next()}"Kanari`))
const phone = () => plant(`97${String(31_000_000 + next())}`)
const email = () => plant(`qx.canary.${next()}@zwv.example`)

/** How a value may be written. */
function spellings(value: string): string[] {
  const bytes = Buffer.from(value)
  return [
    value,
    value.slice(-8),
    encodeURIComponent(value),
    encodeURI(value),
    JSON.stringify(value).slice(1, -1),
    JSON.stringify(value)
      .replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .slice(1, -1),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ]
}

function findPlanted(text: string): string[] {
  return [...planted].filter((value) =>
    spellings(value).some((spelling) => text.includes(spelling)),
  )
}

function logFiles(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name)
    if (entry.isDirectory())
      return ['base', 'pg_wal', 'global', 'pg_xact'].includes(entry.name) ? [] : logFiles(path)
    return /log/.test(entry.name) && entry.isFile() && statSync(path).size > 0
      ? [readFileSync(path, 'utf8')]
      : []
  })
}

it('are in no line that is printed or logged, at any level, in any spelling [INV-36]', async () => {
  afterFile(() => removeFolder(folder))
  const service = await startService(settings)
  const clinic = async (...parameters: string[]) =>
    JSON.parse(await runClinic(settings, [...parameters, '--json']))
  const ids = await clinic('ids')
  const { key } = await clinic('key', 'create', '--allow', '127.0.0.1')
  const widget = await clinic(
    'key',
    'create',
    '--kind',
    'widget',
    '--origin',
    'https://sunrise.example',
  )
  plant(key)
  plant(widget.key)
  const doctorId = ids.practitioner['asha-rao']
  const addressId = ids.location.jaipur
  const monday = nextMonday()
  let sent = 0
  let answered = ''

  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) {
    const response = await fetch(service.url + path, {
      method,
      headers: {
        'x-api-key': key,
        'x-acting-user-id': String(doctorId),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    sent += 1
    const text = await response.text()
    answered += text
    return { status: response.status, json: JSON.parse(text || 'null') }
  }

  const [{ number: version }] = await clinic('settings', 'versions')
  await clinic(
    'settings',
    'change',
    '--version',
    String(version),
    JSON.stringify({
      path: ['forms'],
      value: {
        health: {
          title: 'Your health',
          questions: [
            { key: 'allergies', kind: 'text', label: 'Allergies?' },
            { key: 'weight', kind: 'number', label: 'Weight?' },
          ],
        },
        consent: { title: 'Consent', text: 'I agree.', signed: true, questions: [] },
      },
    }),
  )

  /** What a patient answers on the page of a visit: drafts, mistakes, signatures. */
  async function answerForms(visitId: number) {
    const { url } = await clinic('form', 'link', String(visitId))
    plant(new URL(url).pathname.split('/')[2] ?? '')
    const sendForm = async (path: string, fields: Record<string, string>) => {
      const response = await fetch(url + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { accept: 'application/json' },
        body: new URLSearchParams({ version: '1', ...fields }),
      })
      sent += 1
      answered += await response.text()
      return response.status
    }
    const allergies = { 'q.allergies': word() }
    expect(await sendForm('/health/draft', allergies)).toBe(204)
    expect(await sendForm('/health', { ...allergies, 'q.weight': word() })).toBe(409)
    expect(await sendForm('/health', { ...allergies, 'q.weight': '62' })).toBe(200)
    expect(await sendForm('/consent', { name: word() })).toBe(200)
    await sendForm(`/${encodeURIComponent(word())}`, { [`q.${word()}`]: word() })
    return () => sendForm('/health', { 'q.allergies': word() })
  }

  const person = () => ({
    firstName: word(),
    lastName: word(),
    phoneNumber: phone(),
    email: email(),
    gender: word(),
    dob: plant('1931-03-17'),
    mrnNumber: word(),
    bloodGroup: plant(`Qx${next()}Bv`),
    patientAddress: { city: word(), [word()]: word() },
    language: plant('gsw-Latn-LI'),
  })
  const booking = (slot: number, changes: Record<string, unknown> = {}) => ({
    addressId,
    doctorId,
    patientPayload: person(),
    bookingType: 'ONE_TIME_APPOINTMENT',
    mode: 'OFFLINE',
    fromDateTimeIso: new Date(monday + slot * 900_000).toISOString().replace('.000Z', '+00:00'),
    toDateTimeIso: new Date(monday + (slot + 1) * 900_000).toISOString().replace('.000Z', '+00:00'),
    paymentMode: 'CASH',
    consultationCharge: 500,
    source: 'DEVELOPER_API',
    chiefComplaint: word(),
    appointmentNotes: word(),
    discountReason: word(),
    paymentReference: word(),
    vital: { [word()]: word() },
    ...changes,
  })

  let answerAgain = () => Promise.resolve(0)
  for (let round = 0; round < rounds; round += 1) {
    const somebody = person()
    const made = await send('POST', '/v1/patients', somebody)
    expect(made.status).toBe(201)
    const { id } = made.json
    await send('POST', '/v1/patients', { id, ...person() })
    await send('POST', '/v1/patients', { ...person(), mrnNumber: somebody.mrnNumber, id: id + 1 })
    await send('POST', '/v1/patients', { ...person(), email: word() })
    await send('POST', '/v1/patients', { ...person(), [word()]: word(), dob: word() })
    await send('POST', '/v1/patients', { ...person(), firstName: `${word()}\0` })
    await send('POST', '/v1/patients', `{"firstName":"${plain()}`)
    await send('POST', '/v1/patients', { firstName: word().repeat(20_000) })
    await send('POST', '/v1/users', {
      name: word(),
      email: email(),
      phoneNumber: phone(),
      addressIds: [addressId],
      prefix: word(),
      roleNames: [word()],
    })
    await send('GET', `/v1/users?addressId=${addressId}&roleId=${encodeURIComponent(word())}`)
    await send(
      'GET',
      `/v1/patients?size=${encodeURIComponent(word())}&${encodeURIComponent(word())}=${encodeURIComponent(word())}`,
    )
    await send('GET', '/v1/patients?size=100')
    await send(
      'GET',
      `/v1/medicines/search?addressId=${addressId}&searchTerm=${encodeURIComponent(word())}`,
    )
    await send('GET', `/v1/${encodeURIComponent(word())}/${word().replace(/[^A-Za-z0-9]/g, '')}`)
    await send(
      'GET',
      `/v1/appointments/available-slots?addressId=${addressId}&doctorId=${doctorId}&appointmentDate=${encodeURIComponent(word())}`,
    )
    const booked = await send(
      'POST',
      '/v1/appointments/book-appointment-unified',
      booking(round % 15),
    )
    if (round === 0) expect(booked.status).toBe(201)
    if (booked.status === 201) answerAgain = await answerForms(booked.json.appointment.id)
    await send('POST', '/v1/appointments/book-appointment-unified', booking(round % 15))
    await send(
      'POST',
      '/v1/appointments/book-appointment-unified',
      booking(17, { mode: word(), status: word() }),
    )
    await send('POST', `/v1/appointments/${booked.json.appointment?.id ?? 1}/vitals`, {
      vital: { [word()]: word() },
    })
    await send('POST', `/v1/appointments/${encodeURIComponent(word())}/vitals`, [word()])

    const endUser = plant(`qx-canary-user-${next()}`)
    const destination = phone()
    await send('POST', '/v1/otp/send', { phoneNumber: destination }, { 'x-end-user-id': endUser })
    const [{ code }] = await clinic('outbox', '--limit', '1')
    await send(
      'POST',
      '/v1/otp/verify',
      {
        phoneNumber: destination,
        otpCode: String((Number(code) + 1) % 1_000_000).padStart(6, '0'),
      },
      { 'x-end-user-id': endUser },
    )
    await send(
      'POST',
      '/v1/patients/verify-phone-verification-otp',
      { phoneNumber: destination, otpCode: code },
      { 'x-end-user-id': endUser },
    )
    await send('GET', `/v1/patients/search-by-phone?phoneNumber=${destination}`, undefined, {
      'x-end-user-id': endUser,
    })
    await send('POST', '/v1/otp/send', { email: email() }, { 'x-end-user-id': `${endUser} blank` })

    const session = await send('POST', '/v1/widget/session', undefined, { 'x-api-key': widget.key })
    plant(session.json.token)
    await send(
      'GET',
      `/v2/workspaces?patientCountryCode=${encodeURIComponent(word())}`,
      undefined,
      { authorization: `Bearer ${session.json.token}` },
    )
    await send('GET', '/v1/patients', undefined, { 'x-api-key': plant(`qxcanarykey${next()}`) })
    await send('GET', '/v1/patients', undefined, {
      'x-api-key': '',
      authorization: `Bearer ${plant(`qxcanarytoken${next()}`)}`,
    })
    await send('POST', '/v1/patients', person(), {
      'x-acting-user-id': plant(`qxcanaryacting${next()}`),
      cookie: plant(`qxcanarycookie${next()}`),
    })
  }

  // Failures whose database errors quote the whole row.
  const connection = findRunningEngineConnection(settings.CLINIC_DATA)
  if (!connection) throw new Error('the engine of the service is not running')
  await withClient(connection, async (client) => {
    await client.query(
      'alter table patients add constraint nobody_is_born check (dob is null) not valid',
    )
    expect((await send('POST', '/v1/patients', person())).status).toBe(400)
    await client.query('alter table patients drop constraint nobody_is_born')
    await client.query(
      'create unique index one_gender on patients ((gender is not null)) where id > (1e15)',
    )
    await client.query('alter table patients rename column dob to born')
    expect((await send('POST', '/v1/patients', person())).status).toBe(500)
    await client.query('alter table patients rename column born to dob')
    await client.query('alter table filled_forms rename column sealed to closed')
    expect(await answerAgain()).toBe(500)
    await client.query('alter table filled_forms rename column closed to sealed')
    await client.query(
      "create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no % here', new.first_name; end $$",
    )
    await client.query(
      'create trigger refuse before insert on patients for each row execute function refuse()',
    )
    expect((await send('POST', '/v1/patients', person())).status).toBe(500)
    expect(
      (await send('POST', '/v1/appointments/book-appointment-unified', booking(15))).status,
    ).toBe(500)
    await client.query('drop trigger refuse on patients')
    // And the audit says who accessed whose record, without the marked values.
    const { rows } = await client.query('select to_jsonb(a)::text as entry from audit_entries a')
    expect(rows.length).toBeGreaterThan(rounds * 3)
    expect(findPlanted(rows.map(({ entry }) => entry).join('\n'))).toEqual([])
  })
  const patients = await send('GET', '/v1/patients?size=1')
  const audit = await clinic('audit', '--patient', String(patients.json.list[0].id))
  expect(findPlanted(JSON.stringify(audit))).toEqual([])

  const printed = service.readOutput()
  service.child.kill('SIGTERM')
  await service.ended
  const logs = logFiles(settings.CLINIC_DATA)
  // Proof that the search works: answers contain what was planted, and each request left a log
  // line.
  expect(findPlanted(answered).length).toBeGreaterThan(rounds * 10)
  expect(
    printed.split('\n').filter((line) => line.includes('requestUuid')).length,
  ).toBeGreaterThanOrEqual(sent)
  expect(logs.join('')).toContain('database system is ready')
  expect(planted.size).toBeGreaterThan(rounds * 60)
  expect(findPlanted(printed)).toEqual([])
  expect(findPlanted(logs.join('\n'))).toEqual([])
})

/** The Monday after next at the opening of Asha's practice, 09:00 in Jaipur. */
function nextMonday(): number {
  const today = Math.floor(Date.now() / 86_400_000)
  // Day 4 of the epoch was a Monday.
  const day = today - ((today - 4) % 7) + 14
  return day * 86_400_000 + 3.5 * 3_600_000
}
