// Notices against real mail servers, and some that are broken in realistic ways: none is sent twice
// if its outcome is known or may have been a success, and the outcome of each is visible.

import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import ical from 'node-ical'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { openWithoutTimers } from '../../../test/support/run/without-timers.ts'
import { openMessageRails } from '../../base/messages/message-rails.ts'
import type { MessageRails } from '../../base/messages/rail.ts'

const warned: Json[] = []
/**
 * A mail server that answers may take as long as this machine needs; a silent server is waited for
 * only this long.
 */
const answerMs = 60_000
const silenceMs = 1_500
let deadlineMs = answerMs

const railsWithin = (deadlineMs: number) =>
  openMessageRails({
    callbackUrl: async () => '',
    settingsOf: async (workspaceId) =>
      (await house.application.configurations.of(workspaceId)).messages,
    mode: 'production',
    queries: { rows: () => Promise.reject(new Error('a rail has no business in the database')) },
    clock: { now: Date.now },
    environment: {},
    log: { warn: (fields) => void warned.push(fields) },
    counted: () => {},
    deadlineMs,
  })
const lasting = railsWithin(answerMs)
const hasty = railsWithin(silenceMs)
const rails: MessageRails = {
  send: (...message) => (deadlineMs === answerMs ? lasting : hasty).send(...message),
}
const house = await openWithoutTimers(() => openHarness({ rails }))
const { clock } = house.application

const closing: (() => unknown)[] = []
beforeEach(async () => {
  warned.length = 0
  deadlineMs = answerMs
  await house.sql('delete from due_work')
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function mailServer(options: SMTPServerOptions = {}, port = 0) {
  const mails: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 10,
    onData(stream, _, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        mails.push(Buffer.concat(chunks).toString('utf8'))
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  closing.push(() => new Promise<void>((resolve) => server.close(resolve)))
  return { port: (server.server.address() as AddressInfo).port, mails }
}

/**
 * A server that behaves normally up to DATA and then as a test says; it counts the messages that it
 * has read to their end.
 */
async function serverThat(afterData: (socket: Socket) => void, greeting = '220 mail\r\n') {
  const seen = { messages: 0, connections: 0 }
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    seen.connections += 1
    sockets.add(socket.on('error', () => {}))
    socket.write(greeting)
    let text = ''
    let isData = false
    socket.on('data', (chunk) => {
      text += chunk.toString()
      for (let end = text.indexOf('\r\n'); !isData && end >= 0; end = text.indexOf('\r\n')) {
        isData = text.startsWith('DATA')
        text = text.slice(end + 2)
        socket.write(isData ? '354 go\r\n' : '250 ok\r\n')
      }
      if (isData && text.includes('\r\n.\r\n')) {
        seen.messages += 1
        isData = false
        afterData(socket)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return { port: (server.address() as AddressInfo).port, seen }
}

const clinicAt = (port: number) =>
  house.clinic((file) => {
    file.workspace.notices = { confirmation: true, move: true, cancellation: true }
    file.workspace.messages = {
      email: {
        smtp: { url: `smtp://127.0.0.1:${port}`, from: 'Sunrise Clinics <codes@sunrise.example>' },
      },
    }
  })
const meera = { firstName: 'Meera', phoneNumber: '9876543210', email: 'meera@example.org' }
async function bookVisit(clinic: Clinic): Promise<Json> {
  const reply = await book(clinic, { patientPayload: meera })
  expect(reply.status, reply.text).toBe(201)
  return reply.json.appointment
}
const list = (clinic: Clinic): Promise<Json[]> =>
  house.operate('notices-list', { workspace: clinic.name })
const only = async (clinic: Clinic) => {
  const notices = await list(clinic)
  expect(notices).toHaveLength(1)
  return notices[0]
}

/** Runs due work until there is none. */
async function worked() {
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
}
/** Later than any wait after a failed attempt. */
async function workedLater() {
  await house.operate('clock-advance', { ms: 73 * 60_000 })
  await worked()
}

const answering = (responseCode: number, sentence: string) =>
  Object.assign(new Error(sentence), { responseCode })

describe('a mail server that accepts notices', () => {
  /** The event in a mail, as a calendar program reads it, and the parts that contain it. */
  function parseEvent(mail: string) {
    const parts = [
      ...mail.matchAll(
        /Content-Type: (text\/calendar[^\r]*|application\/ics[^\r]*)\r\n(?:[^\r]+\r\n)*\r\n([\s\S]*?)\r\n--/g,
      ),
    ]
    const types = parts.map(([, type = '']) => type)
    const texts = parts.map(([part, , body = '']) => decoded(part, body).trim())
    const [event] = Object.values(ical.sync.parseICS(texts[0] ?? '')).filter(
      (part) => part?.type === 'VEVENT',
    )
    if (event?.type !== 'VEVENT') throw new Error(`no event in ${mail}`)
    expect(new Set(texts).size).toBe(1)
    return {
      types,
      uid: event.uid,
      sequence: Number(event.sequence),
      start: event.start.toISOString(),
      status: event.status,
    }
  }
  /** ASCII is written literally. */
  const decoded = (part: string, body: string) =>
    /^Content-Transfer-Encoding: base64\r$/im.test(part)
      ? Buffer.from(body, 'base64').toString('utf8')
      : body

  it('gets several that are one message with an entry for each, as attachments [DAY-12]', async () => {
    const { port, mails } = await mailServer()
    const clinic = await clinicAt(port)
    const visits = [
      await bookVisit(clinic),
      (await book(clinic, { patientPayload: meera, ...slotTimes('09:15') })).json.appointment,
    ]
    await worked()
    const whole = {
      addressId: clinic.id('location', 'jaipur'),
      doctorId: clinic.id('practitioner', 'asha-rao'),
      ...slotTimes('09:00', 60),
      reason: 'Ill',
    }
    await house.operate('block-add', { workspace: clinic.name, ...whole })
    mails.length = 0
    for (const { id } of visits) await house.operate('visit-cancel', { workspace: clinic.name, id })
    // A slow server gets it when it is retried.
    for (let minutes = 0; mails.length === 0 && minutes < 60; minutes += 1) {
      await house.operate('clock-advance', { ms: 60_000 })
      await worked()
    }
    expect(mails).toHaveLength(1)
    const parts = [
      ...(mails[0] ?? '').matchAll(
        /Content-Type: (text\/calendar[^\r]*(?:\r\n [^\r]*)*)\r\n(?:[^\r]+\r\n)*\r\n([\s\S]*?)\r\n--/g,
      ),
    ]
    expect(parts.map(([, type = '']) => type.replace(/\s+/g, ' '))).toEqual(
      [1, 2].map(
        (number) => `text/calendar; charset=utf-8; method=CANCEL; name=visit-${number}.ics`,
      ),
    )
    const uids = parts.map(([part, , body = '']) =>
      /^UID:(.*)$/m.exec(decoded(part, body))?.[1]?.trim(),
    )
    expect(uids).toEqual(
      visits.map(({ bookingReference }) => `${bookingReference}@clinic-scheduling`),
    )
  })

  it('gets with each an entry by which calendars move and remove the visit [BOOK-43]', async () => {
    const { port, mails } = await mailServer()
    const clinic = await clinicAt(port)
    const visit = await bookVisit(clinic)
    await worked()
    const change = (what: string, body: unknown) =>
      house.call('PATCH', `/v1/appointments/${visit.id}/${what}`, { key: clinic.key, body })
    expect((await change('reschedule', slotTimes('10:00'))).status).toBe(200)
    await worked()
    expect((await change('cancel', {})).status).toBe(200)
    await worked()

    expect(mails).toHaveLength(3)
    const events = mails.map(parseEvent)
    expect(events.map(({ uid }) => uid)).toEqual(
      Array(3).fill(`${visit.bookingReference}@clinic-scheduling`),
    )
    expect(events.map(({ start, status }) => [start, status])).toEqual([
      ['2030-01-07T03:30:00.000Z', 'CONFIRMED'],
      ['2030-01-07T04:30:00.000Z', 'CONFIRMED'],
      ['2030-01-07T04:30:00.000Z', 'CANCELLED'],
    ])
    const sequences = events.map(({ sequence }) => sequence)
    expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b))
    expect(events.map(({ types }) => types[0])).toEqual(
      ['REQUEST', 'REQUEST', 'CANCEL'].map(
        (method) => `text/calendar; charset=utf-8; method=${method}`,
      ),
    )
    const [confirmation = ''] = mails
    expect(confirmation).toMatch(/^To: meera@example\.org\r$/m)
    expect(confirmation).toMatch(
      /^Subject: Your visit at Sunrise Clinics: Monday, January 7, 2030, 9:00 AM\r$/m,
    )
    expect(confirmation).toMatch(
      new RegExp(
        `^Message-ID: <${visit.bookingReference}\\.confirmation\\.\\d+@sunrise\\.example>\r$`,
        'm',
      ),
    )
    expect((await list(clinic)).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'cancellation SENT',
      'move SENT',
      'confirmation SENT',
    ])
  })

  it('gets one that it refused temporarily when it is retried', async () => {
    let busy = true
    const { port, mails } = await mailServer({
      onRcptTo: (_, __, done) => (busy ? done(answering(451, 'try again')) : done()),
    })
    const clinic = await clinicAt(port)
    await bookVisit(clinic)
    await worked()
    expect(await only(clinic)).toMatchObject({
      state: 'FAILED',
      error: 'the mail server refused the message (it returned 451 to RCPT TO)',
    })
    busy = false
    await worked()
    expect(mails).toEqual([])
    await workedLater()
    expect(mails).toHaveLength(1)
    expect(await only(clinic)).toMatchObject({ state: 'SENT', error: null })
  })

  it('after an outage gets what is not too old by then, once', async () => {
    const { port } = await mailServer()
    await closing.pop()?.()
    const clinic = await clinicAt(port)
    await bookVisit(clinic)
    await worked()
    expect(await only(clinic)).toMatchObject({
      state: 'FAILED',
      error: expect.stringContaining('ECONNREFUSED'),
    })
    const { mails } = await mailServer({}, port)
    await workedLater()
    expect(mails).toHaveLength(1)
    expect(await only(clinic)).toMatchObject({ state: 'SENT' })
  })
})

describe('a mail server that', () => {
  it('is down for good has the notice tried ten times, and it waits for an operator', async () => {
    const { port } = await mailServer()
    await closing.pop()?.()
    const clinic = await clinicAt(port)
    await bookVisit(clinic)
    await worked()
    for (let attempt = 2; attempt <= 11; attempt += 1) await workedLater()
    expect(await only(clinic)).toMatchObject({ state: 'FAILED' })
    expect(
      await house.sql('select attempts from notices where workspace_id = $1', [clinic.workspaceId]),
    ).toEqual([{ attempts: 10 }])
    expect(await house.operate('work-list', { workspace: clinic.name })).toMatchObject([
      { kind: 'visit-confirmation', attempts: 10 },
    ])
    const { mails } = await mailServer({}, port)
    await house.operate('work-retry', { allDead: true })
    await worked()
    expect(mails).toHaveLength(1)
    expect(await only(clinic)).toMatchObject({ state: 'SENT' })
  })

  it.each<[string, SMTPServerOptions, string]>([
    [
      'the recipient',
      {
        onRcptTo: ({ address }, _, done) => done(answering(550, `5.1.1 <${address}> no such user`)),
      },
      '550 5.1.1 to RCPT TO',
    ],
    [
      'the sender',
      { onMailFrom: (_, __, done) => done(answering(553, '5.7.1 not yours')) },
      '553 5.7.1 to MAIL FROM',
    ],
    [
      'the content',
      {
        onData: (stream, _, done) =>
          stream.resume().on('end', () => done(answering(554, '5.6.0 spam'))),
      },
      '554 5.6.0 to DATA',
    ],
  ])('refuses %s permanently is asked once', async (_, options, reply) => {
    let connections = 0
    const { port } = await mailServer({
      onConnect(_, done) {
        connections += 1
        done()
      },
      ...options,
    })
    const clinic = await clinicAt(port)
    await bookVisit(clinic)
    await worked()
    await workedLater()
    expect(connections).toBe(1)
    const failed = await only(clinic)
    expect(failed).toMatchObject({
      state: 'FAILED',
      error: `the mail server refused the message (it returned ${reply})`,
    })
    // Only the clinic can fix it, and sees it: it is not dead work.
    expect(await house.sql('select from due_work')).toEqual([])
    expect(JSON.stringify(warned)).not.toMatch(/meera|example\.org/i)
    await house.operate('notices-retry', { workspace: clinic.name, id: failed.id })
    await worked()
    expect(connections).toBe(2)
    expect(await only(clinic)).toMatchObject({ state: 'FAILED' })
  })

  it.each<[string, (socket: Socket) => void, string]>([
    ['ends the connection', (socket) => socket.destroy(), 'the mail server ended the connection'],
    ['says nothing more', () => {}, 'the mail server did not respond in time'],
    [
      'says something unfinished',
      (socket) => socket.write('250-'),
      'the mail server did not respond in time',
    ],
  ])(
    'has read the message and %s is not asked again, because the patient may have it',
    async (_, afterData, error) => {
      const { port, seen } = await serverThat(afterData)
      deadlineMs = silenceMs
      const clinic = await clinicAt(port)
      await bookVisit(clinic)
      await worked()
      await workedLater()
      expect(seen).toEqual({ messages: 1, connections: 1 })
      const unknown = await only(clinic)
      expect(unknown).toMatchObject({ state: 'UNKNOWN', error: expect.stringContaining(error) })
      expect(await house.sql('select from due_work')).toEqual([])
      // Until an operator says so.
      await house.operate('notices-retry', { workspace: clinic.name, id: unknown.id })
      await worked()
      expect(seen.messages).toBe(2)
      expect((await list(clinic)).map(({ state }) => state)).toEqual(['UNKNOWN', 'UNKNOWN'])
    },
  )

  it('never greets is retried, because it cannot have the message', async () => {
    const { port, seen } = await serverThat(() => {}, '')
    deadlineMs = silenceMs
    const clinic = await clinicAt(port)
    await bookVisit(clinic)
    await worked()
    expect(await only(clinic)).toMatchObject({
      state: 'FAILED',
      error: 'the mail server did not respond in time',
    })
    await workedLater()
    expect(seen).toEqual({ messages: 0, connections: 2 })
  })
})
