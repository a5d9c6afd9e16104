// Messages through the whole application: the effects of the clinic file, the mode and the secrets.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterAll, describe, expect, it } from 'vitest'
import { openHarness, runAsTester } from '../../../test/support/clinic/harness.ts'
import { createSunriseFile } from '../../../test/support/clinic/sunrise.ts'
import { createMigratedDatabase, queryRows } from '../../../test/support/database/databases.ts'
import { connectionUrl } from '../../../test/support/database/url-of.ts'
import { runClinic, startService } from '../../../test/support/processes/service-process.ts'
import { openApplication } from '../../doors/app/application.ts'
import { violatedConstraint } from '../db/database.ts'
import type { MessageSettings } from './channels.ts'
import { openMessageRails } from './message-rails.ts'
import { type CodeMessage, MessageRefused } from './rail.ts'

const byMail: CodeMessage = {
  channel: 'email',
  destination: 'meera@example.org',
  code: '048213',
  clinic: 'Sunrise Clinics',
  validMinutes: 10,
}
const byChat: CodeMessage = { ...byMail, channel: 'chatapp', destination: '+919876543210' }
const folder = mkdtempSync(join(tmpdir(), 'clinic-messages-'))
afterAll(() => rmSync(folder, { recursive: true }))

const mails: string[] = []
const mailServer = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  authOptional: true,
  onAuth: ({ username, password }, _, done) =>
    password === 'right' ? done(null, { user: username }) : done(new Error('wrong')),
  onRcptTo: ({ address }, _, done) =>
    done(
      address.startsWith('nobody')
        ? Object.assign(new Error(`${address} unknown`), { responseCode: 550 })
        : null,
    ),
  onData(stream, _, done) {
    stream.on('data', (chunk: Buffer) => mails.push(chunk.toString()))
    stream.on('end', () => done())
  },
})
await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve))
const mailUrl = `127.0.0.1:${(mailServer.server.address() as AddressInfo).port}`

const tokens: (string | undefined)[] = []
const graph = createServer((request, response) => {
  tokens.push(request.headers.authorization)
  request.resume().on('end', () => response.end(JSON.stringify({ messages: [{ id: 'wamid.1' }] })))
})
await new Promise<void>((resolve) => graph.listen(0, '127.0.0.1', resolve))
const graphUrl = `http://127.0.0.1:${(graph.address() as AddressInfo).port}`
afterAll(() => {
  graph.closeAllConnections()
  graph.close()
  mailServer.close(() => {})
})

const settings: MessageSettings = {
  email: { smtp: { url: 'secret:SMTP_URL', from: 'Sunrise Clinics <codes@sunrise.example>' } },
  chatapp: {
    whatsapp: {
      phoneNumberId: '1029',
      template: 'one_time_code',
      language: 'en',
      token: 'secret:WHATSAPP_TOKEN',
      url: graphUrl,
    },
  },
}

/** A production instance with one clinic, and everything it logs. */
async function production(
  messages: MessageSettings | undefined,
  environment: Record<string, string> = {},
) {
  const lines: string[] = []
  const log = pino(
    { level: 'trace', base: null },
    { write: (line: string) => void lines.push(line) },
  )
  const connection = await createMigratedDatabase()
  const application = await openApplication({
    connection,
    mode: 'production',
    builtInVideo: 'https://video.example/{visit}',
    databaseConnections: 2,
    environment,
    log,
  })
  afterAll(() => application.close())
  const importing = async (described: MessageSettings | undefined) => {
    const file = createSunriseFile()
    if (described) file.workspace.messages = described
    return (await runAsTester(application, 'workspace-import', {
      source: JSON.stringify(file),
    })) as { workspaceId: number; warnings: string[] }
  }
  const { workspaceId, warnings: all } = await importing(messages)
  const warnings = all.filter((warning) => warning.startsWith('CLINIC_'))
  const send = (message: CodeMessage) => application.messages.send(workspaceId, message)
  const refusalReason = async (message: CodeMessage) => {
    const error = await send(message).then(
      () => new Error('it was delivered'),
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof MessageRefused)) throw error
    return error.message
  }
  const count = async (channel: string, outcome: string) => {
    const line = (await application.metricsText())
      .split('\n')
      .find((candidate) => candidate.includes(`channel="${channel}",outcome="${outcome}"`))
    return Number(line?.split(' ')[1] ?? 0)
  }
  return {
    application,
    connection,
    importing,
    send,
    refusalReason,
    count,
    lines,
    warnings,
    workspaceId,
  }
}

describe('a production instance', () => {
  it('delivers by the rails of the clinic file, with secrets from the environment or a file', async () => {
    const file = join(folder, 'token')
    writeFileSync(file, 'EAAJone\n')
    const clinic = await production(settings, {
      CLINIC_SECRET_SMTP_URL: `smtp://codes:right@${mailUrl}`,
      CLINIC_SECRET_WHATSAPP_TOKEN_FILE: file,
    })
    expect(clinic.warnings).toEqual([])
    await clinic.send(byMail)
    expect(mails.at(-1)).toContain('Your code for Sunrise Clinics is 048213')
    await clinic.send(byChat)
    // A token is replaced without a restart.
    writeFileSync(file, 'EAAJtwo\n')
    await clinic.send(byChat)
    expect(tokens).toEqual(['Bearer EAAJone', 'Bearer EAAJtwo'])
    expect([
      await clinic.count('email', 'delivered'),
      await clinic.count('chatapp', 'delivered'),
      await clinic.count('email', 'refused'),
    ]).toEqual([1, 2, 0])
    expect(clinic.lines.join('')).not.toMatch(/048213|meera|9876543210|right|EAAJ/)
  })

  it('stores the names of secrets but never the secrets, and shows them nowhere', async () => {
    const clinic = await production(settings, {
      CLINIC_SECRET_SMTP_URL: 'smtp://codes:s3cret@mail.example.org',
      CLINIC_SECRET_WHATSAPP_TOKEN: 's3cret',
    })
    const rows = await queryRows(clinic.connection, 'select to_jsonb(w)::text from workspaces w')
    expect(rows.join('')).toContain('secret:SMTP_URL')
    expect(
      rows.join('') + (await clinic.application.metricsText()) + clinic.lines.join(''),
    ).not.toContain('s3cret')
  })

  it('refuses messages without a configured rail, and follows the clinic file at once', async () => {
    const clinic = await production(undefined)
    expect(await clinic.refusalReason(byChat)).toBe(
      'the clinic file configures no provider for chatapp messages',
    )
    expect(await clinic.refusalReason(byMail)).toBe(
      'the clinic file configures no provider for email messages',
    )
    await clinic.importing({
      email: { smtp: { url: `smtp://${mailUrl}`, from: 'codes@sunrise.example' } },
    })
    await clinic.send(byMail)
    expect(await clinic.refusalReason(byChat)).toBe(
      'the clinic file configures no provider for chatapp messages',
    )
  })

  it('logs why a rail refused, and nothing of the patient [INV-36]', async () => {
    const clinic = await production(settings, {
      CLINIC_SECRET_SMTP_URL: `smtp://codes:wr0ng@${mailUrl}`,
    })
    expect(clinic.warnings).toEqual([
      'CLINIC_SECRET_WHATSAPP_TOKEN is not set here; where the service runs in production, it refuses messages until this is mended',
    ])
    await clinic.refusalReason(byMail)
    await clinic.refusalReason(byChat)
    await clinic.importing({
      email: { smtp: { url: `smtp://${mailUrl}`, from: 'codes@sunrise.example' } },
    })
    await clinic.refusalReason({ ...byMail, destination: 'nobody@example.org' })
    const logged = clinic.lines
      .map((line) => JSON.parse(line))
      .map(({ level, time, ...fields }) => fields)
    const msg = 'a message was refused'
    expect(logged).toEqual([
      {
        workspaceId: clinic.workspaceId,
        channel: 'email',
        reason:
          'the mail server does not accept the user and password (it returned 535 to AUTH PLAIN)',
        msg,
      },
      {
        workspaceId: clinic.workspaceId,
        channel: 'chatapp',
        reason: 'CLINIC_SECRET_WHATSAPP_TOKEN is not set',
        msg,
      },
      {
        workspaceId: clinic.workspaceId,
        channel: 'email',
        reason: 'the mail server refused the message (it returned 550 to RCPT TO)',
        msg,
      },
    ])
    expect(clinic.lines.join('')).not.toMatch(/048213|meera|nobody|9876543210|wr0ng/)
    expect([
      await clinic.count('email', 'refused'),
      await clinic.count('chatapp', 'refused'),
    ]).toEqual([2, 1])
  })

  it.each<[string, Record<string, string>, string]>([
    ['is not set', {}, 'CLINIC_SECRET_SMTP_URL is not set'],
    ['is of blanks', { CLINIC_SECRET_SMTP_URL: ' ' }, 'CLINIC_SECRET_SMTP_URL is not set'],
    [
      'is in no file',
      { CLINIC_SECRET_SMTP_URL_FILE: join(folder, 'none') },
      'CLINIC_SECRET_SMTP_URL_FILE names a file that cannot be read',
    ],
    [
      'is given twice',
      { CLINIC_SECRET_SMTP_URL: 'smtp://127.0.0.1', CLINIC_SECRET_SMTP_URL_FILE: '/dev/null' },
      'CLINIC_SECRET_SMTP_URL and CLINIC_SECRET_SMTP_URL_FILE are both set; keep one; CLINIC_SECRET_SMTP_URL_FILE names a file that is empty',
    ],
    [
      'is no URL',
      { CLINIC_SECRET_SMTP_URL: 'mail.example.org' },
      'CLINIC_SECRET_SMTP_URL is not a URL such as smtps://user:password@mail.example.org',
    ],
  ])('refuses with an explanation when a secret %s', async (_, environment, reason) => {
    const refused: unknown[] = []
    const rails = openMessageRails({
      callbackUrl: async () => '',
      settingsOf: async () => settings,
      mode: 'production',
      queries: { rows: () => Promise.reject(new Error('a rail has no business in the database')) },
      clock: { now: Date.now },
      environment,
      log: { warn: (fields) => void refused.push(fields) },
      counted: () => {},
    })
    await expect(rails.send(7, byMail)).rejects.toThrow(reason)
    expect(refused).toEqual([{ workspaceId: 7, channel: 'email', reason }])
  })

  it('keeps no outbox, not even by manual SQL', async () => {
    const clinic = await production(undefined)
    const { database } = clinic.application
    const rails = openMessageRails({
      callbackUrl: async () => '',
      settingsOf: async () => null,
      mode: 'sandbox',
      queries: database,
      clock: clinic.application.clock,
      environment: {},
      log: { warn: () => {} },
      counted: () => {},
    })
    await expect(rails.send(clinic.workspaceId, byMail)).rejects.toThrow(
      'the service itself has failed',
    )
    const inserting = queryRows(
      clinic.connection,
      `insert into outbox (workspace_id, sent_at, channel, destination, code) values (${clinic.workspaceId}, now(), 'email', 'm', '1')`,
    )
    expect(violatedConstraint(await inserting.catch((error: unknown) => error))).toBe(
      'outbox_is_of_a_sandbox',
    )
    expect(await queryRows(clinic.connection, 'select count(*) from outbox')).toEqual(['0'])
    await expect(runAsTester(clinic.application, 'outbox-show', { limit: 20 })).rejects.toThrow(
      'a production instance keeps no outbox',
    )
  })
})

describe('the deadline', () => {
  const forever = () => new Promise<never>(() => {})
  const holding = (deadline: { deadlineMs?: number }) =>
    openMessageRails({
      callbackUrl: async () => '',
      settingsOf: forever,
      mode: 'production',
      queries: { rows: forever },
      clock: { now: Date.now },
      environment: {},
      log: { warn: () => {} },
      counted: () => {},
      ...deadline,
    })

  it.each([
    [{ deadlineMs: 200 }, 200],
    [{}, 5_000],
  ])('of %o also covers reading the settings', async (deadline, ms) => {
    const startedAt = performance.now()
    await expect(holding(deadline).send(1, byMail)).rejects.toThrow('it took too long')
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(ms - 5)
  })

  it('lets the rail describe what it waited for', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const mute = (): MessageSettings => ({
      email: { smtp: { url: url.replace('http', 'smtp'), from: 'codes@sunrise.example' } },
      chatapp: {
        whatsapp: { phoneNumberId: '1', template: 't', language: 'en', token: 'secret:TOKEN', url },
      },
    })
    const rails = openMessageRails({
      callbackUrl: async () => '',
      settingsOf: async () => mute(),
      mode: 'production',
      queries: { rows: async () => [] },
      clock: { now: Date.now },
      environment: { CLINIC_SECRET_TOKEN: 'EAAJ' },
      log: { warn: () => {} },
      counted: () => {},
      deadlineMs: 200,
    })
    await expect(rails.send(1, byChat)).rejects.toThrow('WhatsApp did not respond in time')
    await expect(rails.send(1, byMail)).rejects.toThrow('the mail server did not respond in time')
    silent.closeAllConnections()
    silent.close()
  })

  it('logs a defect without its text', async () => {
    const lines: unknown[] = []
    const rails = openMessageRails({
      callbackUrl: async () => '',
      settingsOf: () => Promise.reject(new Error('meera@example.org 048213')),
      mode: 'production',
      queries: { rows: async () => [] },
      clock: { now: Date.now },
      environment: {},
      log: { warn: (...line) => void lines.push(line) },
      counted: () => {},
    })
    await expect(rails.send(1, byMail)).rejects.toThrow(MessageRefused)
    expect(lines).toMatchObject([
      [
        { workspaceId: 1, channel: 'email', error: { type: 'Error' } },
        'a message could not be delivered to its provider',
      ],
    ])
    expect(JSON.stringify(lines)).not.toMatch(/meera|048213/)
  })
})

describe('a sandbox', async () => {
  const house = await openHarness()
  const outbox = (workspace: string, limit = 20) =>
    house.operate('outbox-show', { workspace, limit })

  it('keeps every message in its outbox, regardless of the clinic file, newest first [GEN-22]', async () => {
    const clinic = await house.clinic((file) => {
      file.workspace.messages = settings
    })
    const other = await house.clinic()
    const before = mails.length + tokens.length
    await house.application.messages.send(clinic.workspaceId, byMail)
    await house.operate('clock-advance', { ms: 60_000 })
    await house.application.messages.send(clinic.workspaceId, { ...byChat, code: '000001' })
    const [newer, older, ...rest] = await outbox(clinic.name)
    expect([newer, older]).toMatchObject([
      { channel: 'chatapp', destination: '+919876543210', code: '000001' },
      { channel: 'email', destination: 'meera@example.org', code: '048213' },
    ])
    expect(rest).toEqual([])
    const minutes = (Date.parse(newer.sentAt) - Date.parse(older.sentAt)) / 60_000
    expect(minutes).toBeGreaterThanOrEqual(1)
    expect(await outbox(clinic.name, 1)).toEqual([newer])
    expect(await outbox(other.name)).toEqual([])
    expect(mails.length + tokens.length).toBe(before)
  })

  it('keeps the last 200 of each workspace', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    await house.application.messages.send(other.workspaceId, byMail)
    for (let number = 1; number <= 205; number += 1)
      await house.application.messages.send(clinic.workspaceId, {
        ...byMail,
        code: String(number).padStart(6, '0'),
      })
    const kept = await outbox(clinic.name, 200)
    expect(kept).toHaveLength(200)
    expect([kept[0].code, kept.at(-1).code]).toEqual(['000205', '000006'])
    expect(
      await house.sql('select count(*)::int as count from outbox where workspace_id = $1', [
        clinic.workspaceId,
      ]),
    ).toEqual([{ count: 200 }])
    expect(await outbox(other.name)).toHaveLength(1)
    await expect(outbox(clinic.name, 201)).rejects.toThrow('limit')
  })

  it('logs nothing of a message', async () => {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    const second = await openHarness({ connection: house.connection, log })
    const clinic = await second.clinic()
    await second.application.messages.send(clinic.workspaceId, byChat)
    expect(lines.join('')).not.toMatch(/048213|9876543210/)
  })

  it('loses its outbox when it becomes production', async () => {
    const connection = await createMigratedDatabase()
    await queryRows(connection, `insert into installation (mode) values ('sandbox')`)
    await queryRows(
      connection,
      `insert into workspaces (name, title, timezone) values ('a', 'A', 'UTC')`,
    )
    await queryRows(
      connection,
      `insert into outbox (workspace_id, sent_at, channel, destination, code) select id, now(), 'email', 'm', '1' from workspaces`,
    )
    await queryRows(connection, `update installation set mode = 'production'`)
    expect(await queryRows(connection, 'select count(*) from outbox')).toEqual(['0'])
  })

  it('shows its outbox on the command line', async () => {
    const second = await openHarness()
    const clinic = await second.clinic()
    await second.application.messages.send(clinic.workspaceId, byMail)
    await second.application.messages.send(clinic.workspaceId, byChat)
    const environment = {
      DATABASE_URL: connectionUrl(second.connection),
      CLINIC_MODE: 'sandbox',
      CLINIC_DATA: folder,
    }
    const shown = await runClinic(environment, ['outbox'])
    expect(shown.split('\n').map((line) => line.split(/ {2,}/).slice(1))).toEqual([
      ['channel', 'destination', 'message'],
      expect.anything(),
      ['chatapp', '+919876543210', '048213'],
      ['email', 'meera@example.org', '048213'],
      [],
    ])
    const json = JSON.parse(
      await runClinic(environment, [
        'outbox',
        '--json',
        '--limit',
        '1',
        '--workspace',
        clinic.name,
      ]),
    )
    const ofNotices = { subject: null, body: null, calendar: null }
    expect(json).toEqual([
      {
        sentAt: expect.stringMatching(/^2030-01-01T/),
        channel: 'chatapp',
        destination: '+919876543210',
        code: '048213',
        ...ofNotices,
      },
    ])
    await expect(runClinic(environment, ['outbox', '--limit', 'many'])).rejects.toThrow('limit')
  })
})

it('a service accepts its secrets and refuses other names', async () => {
  const connection = await createMigratedDatabase()
  const environment = {
    DATABASE_URL: connectionUrl(connection),
    CLINIC_DATA: folder,
    CLINIC_MODE: 'production',
    CLINIC_VIDEO_URL: 'https://video.example/{visit}',
  }
  const service = await startService({
    ...environment,
    CLINIC_SECRET_SMTP_URL: 'smtps://u:p@mail.example.org',
  })
  const file = createSunriseFile()
  file.workspace.messages = settings
  const imported = JSON.parse(
    await runClinic(environment, ['workspace', 'import', '-', '--json'], JSON.stringify(file)),
  )
  expect(
    imported.warnings.filter((warning: string) => warning.startsWith('CLINIC_')),
    'of the service, not of the command',
  ).toEqual([expect.stringMatching(/^CLINIC_SECRET_WHATSAPP_TOKEN is not set/)])
  expect(await runClinic(environment, ['workspace', 'import', '-'], JSON.stringify(file))).toMatch(
    /\nwarning: CLINIC_SECRET_WHATSAPP_TOKEN is not set here;/,
  )
  service.child.kill('SIGTERM')
  expect(await service.ended).toBe(0)
})
