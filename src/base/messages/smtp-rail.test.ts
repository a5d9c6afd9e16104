// Against real mail servers, and some that are broken in realistic ways.

import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { readRefusalReason } from '../../../test/support/clinic/refused-message.ts'
import { isMailAddress, readMailbox } from './mailbox.ts'
import type { CodeMessage } from './rail.ts'
import { readMailServer, sendByMail } from './smtp-rail.ts'

const pem = (name: string) =>
  readFileSync(new URL(`../../../test/certificates/${name}.pem`, import.meta.url), 'utf8')
const cert = pem('mail-server')
const key = pem('mail-server-key')
const trustedCertificates = getCACertificates()

const message: CodeMessage = {
  channel: 'email',
  destination: 'meera@example.org',
  code: '048213',
  clinic: 'Sunrise Clinics',
  validMinutes: 10,
}

// Counts as another machine to the rail: only loopback addresses may be unencrypted.
const elsewhere = '0.0.0.0'

interface Received {
  from: string | false
  to: string[]
  user: unknown
  encrypted: boolean
  text: string
}

const closing: (() => unknown)[] = []
afterEach(async () => {
  setDefaultCACertificates(trustedCertificates)
  for (const close of closing.splice(0)) await close()
})

async function mailServer(
  options: SMTPServerOptions = {},
): Promise<{ port: number; received: Received[] }> {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    key,
    cert,
    closeTimeout: 10,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : mailFrom,
          to: rcptTo.map(({ address }) => address),
          user: session.user,
          encrypted: session.secure,
          text: Buffer.concat(chunks).toString('utf8'),
        })
        done()
      })
    },
    ...options,
  })
  // A client that rejects the certificate.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, elsewhere, resolve))
  closing.push(() => new Promise<void>((resolve) => server.close(resolve)))
  return { port: (server.server.address() as AddressInfo).port, received }
}

/** A server with arbitrary behaviour on a connection. */
async function anyServer(connected: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    connected(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, elsewhere, resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

interface Sending extends Partial<CodeMessage> {
  from?: string
  allowUnencrypted?: boolean
  ms?: number
}

async function send(
  url: string,
  {
    from = 'Sunrise Clinics <codes@sunrise.example>',
    allowUnencrypted = false,
    ms = 3_000,
    ...changes
  }: Sending = {},
) {
  const server = readMailServer(url)
  const mailbox = readMailbox(from)
  if (!server || !mailbox) throw new Error('the test names no server or sender')
  await sendByMail(
    { ...message, ...changes },
    { server, from: mailbox, allowUnencrypted, signal: AbortSignal.timeout(ms) },
  )
}

/** Why a message was refused; throws when it was accepted. */
const refusal = (...sending: Parameters<typeof send>) =>
  readRefusalReason(send(...sending), ['meera', message.code, 'pa:ss'])

describe('a message by mail', () => {
  it('arrives at exactly one address, with the code in plain text', async () => {
    const { port, received } = await mailServer()
    await send(`smtp://127.0.0.1:${port}`)
    expect(received).toMatchObject([{ from: 'codes@sunrise.example', to: ['meera@example.org'] }])
    const [{ text }] = received as [Received]
    const end = text.indexOf('\r\n\r\n') + 2
    const head = text.slice(0, end)
    const body = text.slice(end + 2)
    expect(head).toMatch(/^From: Sunrise Clinics <codes@sunrise\.example>\r$/m)
    expect(head).toMatch(/^To: meera@example\.org\r$/m)
    expect(head).toMatch(/^Subject: Your one-time code\r$/m)
    expect(head).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m)
    expect(head).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(head).not.toContain(message.code)
    expect(body).toBe(
      [
        'Your code for Sunrise Clinics is 048213',
        '',
        'It is valid for 10 minutes and can be used once. Do not share it.',
        'If you did not ask for a code, ignore this message.\r\n',
      ].join('\r\n'),
    )
  })

  it('logs in when the URL has a user and password', async () => {
    setDefaultCACertificates([...trustedCertificates, cert])
    const { port, received } = await mailServer({
      authOptional: false,
      onAuth: ({ username, password }, _, done) =>
        username === 'codes@sunrise' && password === 'pa:ss/#'
          ? done(null, { user: username })
          : done(new Error('wrong')),
    })
    await send(`smtp://codes%40sunrise:pa%3Ass%2F%23@${elsewhere}:${port}`)
    expect(received).toMatchObject([{ user: 'codes@sunrise', encrypted: true }])
    expect(await refusal(`smtp://codes:pa%3Ass@${elsewhere}:${port}`)).toBe(
      'the mail server does not accept the user and password (it returned 535 to AUTH PLAIN)',
    )
    expect(await refusal(`smtp://${elsewhere}:${port}`)).toBe(
      'the mail server refused the message (it returned 530 to MAIL FROM)',
    )
    expect(received).toHaveLength(1)
  })

  it('is encrypted by STARTTLS, or from the first byte', async () => {
    setDefaultCACertificates([...trustedCertificates, cert])
    const starttls = await mailServer()
    const smtps = await mailServer({ secure: true })
    await send(`smtp://${elsewhere}:${starttls.port}`)
    await send(`smtps://${elsewhere}:${smtps.port}`)
    expect([...starttls.received, ...smtps.received].map(({ encrypted }) => encrypted)).toEqual([
      true,
      true,
    ])
  })

  it('is not sent unencrypted, except to this machine or if the clinic file allows it', async () => {
    const { port, received } = await mailServer({ disabledCommands: ['STARTTLS'] })
    expect(await refusal(`smtp://${elsewhere}:${port}`)).toMatch(
      /^the connection to the mail server cannot be encrypted/,
    )
    expect(received).toEqual([])
    await send(`smtp://${elsewhere}:${port}`, { allowUnencrypted: true })
    await send(`smtp://127.0.0.1:${port}`)
    expect(received.map(({ encrypted }) => encrypted)).toEqual([false, false])
  })

  it('is not sent to a server whose certificate is not trusted', async () => {
    const starttls = await mailServer()
    const smtps = await mailServer({ secure: true })
    const distrusted =
      'the mail server cannot be reached, or its certificate is not valid (DEPTH_ZERO_SELF_SIGNED_CERT)'
    expect(await refusal(`smtp://${elsewhere}:${starttls.port}`)).toBe(distrusted)
    expect(await refusal(`smtps://${elsewhere}:${smtps.port}`, { allowUnencrypted: true })).toBe(
      distrusted,
    )
    expect([...starttls.received, ...smtps.received]).toEqual([])
    // Even if plain text is allowed.
    await send(`smtp://127.0.0.1:${starttls.port}`)
    expect(starttls.received).toMatchObject([{ encrypted: true }])
  })

  it('cannot inject headers by the name of the clinic or the destination', async () => {
    const { port, received } = await mailServer()
    const from = 'Dr "Asha", Räume & Söhne <codes@sunrise.example>'
    await send(`smtp://127.0.0.1:${port}`, {
      clinic: 'Sunrise\r\nBcc: all@example.org\r\n\r\n.\r\nQUIT',
      from,
    })
    expect(received).toMatchObject([{ to: ['meera@example.org'] }])
    const head = received[0]?.text.split('\r\n\r\n')[0] ?? ''
    expect(head.match(/^[\w-]+(?=:)/gm)?.toSorted()).toEqual(
      [
        'Auto-Submitted',
        'Content-Transfer-Encoding',
        'Content-Type',
        'Date',
        'From',
        'MIME-Version',
        'Message-ID',
        'Subject',
        'To',
      ].toSorted(),
    )
    for (const destination of [
      'a@b.c\r\nRCPT TO:<x@y.z>',
      'a@b.c, x@y.z',
      'a@b.c <x@y.z>',
      '<a@b.c>',
      '"a b"@c.d',
      'a@b.c\u0000',
      'a@b.c\u2028',
      'a@b@c',
      '',
    ]) {
      expect(await refusal(`smtp://127.0.0.1:${port}`, { destination }), destination).toBe(
        'the destination is not a valid e-mail address',
      )
    }
    expect(received).toHaveLength(1)
  })
})

describe('a mail server that refuses', () => {
  const answering = (responseCode: number, sentence: string) =>
    Object.assign(new Error(sentence), { responseCode })

  it.each<[string, SMTPServerOptions, string]>([
    [
      'the recipient for good',
      {
        onRcptTo: ({ address }, _, done) => done(answering(550, `5.1.1 <${address}> no such user`)),
      },
      'the mail server refused the message (it returned 550 5.1.1 to RCPT TO)',
    ],
    [
      'the recipient for now',
      { onRcptTo: ({ address }, _, done) => done(answering(451, `${address} try again`)) },
      'the mail server refused the message (it returned 451 to RCPT TO)',
    ],
    [
      'the sender',
      { onMailFrom: (_, __, done) => done(answering(553, '5.7.1 not yours')) },
      'the mail server refused the message (it returned 553 5.7.1 to MAIL FROM)',
    ],
    [
      'the content',
      {
        onData: (stream, _, done) =>
          stream.resume().on('end', () => done(answering(554, '5.6.0 048213 is spam'))),
      },
      'the mail server refused the message (it returned 554 5.6.0 to DATA)',
    ],
    [
      'everybody',
      { onConnect: (_, done) => done(answering(421, 'too busy')) },
      'the mail server refused the message (it returned 421 to CONN)',
    ],
  ])('%s is quoted only by its numbers', async (_, options, reason) => {
    const { port, received } = await mailServer(options)
    expect(await refusal(`smtp://127.0.0.1:${port}`)).toBe(reason)
    expect(received).toEqual([])
  })
})

describe('something that is not a mail server', () => {
  it('or nothing at all, has its own refusal', async () => {
    const gone = await anyServer(() => {})
    await closing.pop()?.()
    expect(await refusal(`smtp://127.0.0.1:${gone}`)).toBe(
      'the mail server cannot be reached, or its certificate is not valid (ECONNREFUSED)',
    )
    const web = await anyServer((socket) =>
      socket.end('HTTP/1.1 400 Bad Request\r\nserver: meera\r\n\r\n'),
    )
    expect(await refusal(`smtp://127.0.0.1:${web}`)).toMatch(
      /^the url does not lead to a mail server/,
    )
    const closed = await anyServer((socket) => socket.end())
    expect(await refusal(`smtp://127.0.0.1:${closed}`)).toMatch(
      /^the mail server ended the connection/,
    )
    expect(await refusal('smtp://mail.invalid')).toMatch(/^the name of the mail server is unknown/)
  })

  it.each<[string, (socket: Socket) => void]>([
    ['says nothing', () => {}],
    ['greets and falls silent', (socket) => socket.write('220 mail\r\n')],
    [
      'never ends its greeting',
      (socket) => setInterval(() => socket.write('220-mail\r\n'), 20).unref(),
    ],
    ['responds letter by letter', (socket) => setInterval(() => socket.write('2'), 20).unref()],
    [
      'takes the message and does not say so',
      (socket) => {
        socket.write('220 mail\r\n')
        socket.on('data', (chunk) => {
          const text = chunk.toString()
          if (/^DATA/m.test(text)) socket.write('354 go\r\n')
          else if (/^(EHLO|MAIL|RCPT)/m.test(text)) socket.write('250 ok\r\n')
        })
      },
    ],
  ])('and %s delays a message until the deadline and no longer', async (_, connected) => {
    const port = await anyServer(connected)
    expect(await refusal(`smtp://127.0.0.1:${port}`, { ms: 300 })).toBe(
      'the mail server did not respond in time',
    )
  })
})

describe('the URL of a mail server', () => {
  it.each([
    [
      'smtp://mail.example.org',
      { host: 'mail.example.org', port: 587, encryptedFromStart: false, login: undefined },
    ],
    [
      'smtps://mail.example.org/',
      { host: 'mail.example.org', port: 465, encryptedFromStart: true, login: undefined },
    ],
    [
      'smtp://u:p%40@[::1]:25',
      { host: '::1', port: 25, encryptedFromStart: false, login: { user: 'u', pass: 'p@' } },
    ],
  ])('%s is valid', (url, server) => expect(readMailServer(url)).toEqual(server))

  it.each([
    ['http://mail.example.org'],
    ['smtp://'],
    ['smtp://mail.example.org?tls.rejectUnauthorized=false'],
    ['smtp://mail.example.org/path'],
    ['smtp://user@mail.example.org'],
    ['smtp://user:12#34@mail.example.org'],
    ['smtp://user:12%34%@mail.example.org'],
    ['smtp://mail.example.org:port'],
    ['smtp://ma il.example.org'],
    ['smtp://user:pass@'],
  ])('%s is invalid', (url) => expect(readMailServer(url)).toBeUndefined())
})

describe('a sender', () => {
  it('is an address with or without a name', () => {
    expect(readMailbox('codes@sunrise.example')).toEqual({
      name: '',
      address: 'codes@sunrise.example',
    })
    expect(readMailbox('Sunrise <codes@sunrise.example>')).toEqual({
      name: 'Sunrise',
      address: 'codes@sunrise.example',
    })
    for (const text of [
      '',
      'Sunrise',
      'Sunrise <>',
      'a@b.c d@e.f',
      'A <a@b.c>, B <d@e.f>',
      'A\nBcc: x <a@b.c>',
      'A <a@b.c> x',
    ])
      expect(readMailbox(text), text).toBeUndefined()
  })

  it('and a recipient is one plain address', () => {
    for (const text of [
      "o'brien+tag@example.org",
      'müller@example.org',
      'x@localhost',
      'मीरा@उदाहरण.भारत',
    ])
      expect(isMailAddress(text), text).toBe(true)
    for (const text of [
      `${'a'.repeat(65)}@example.org`,
      'x@mail。example.org',
      'x@mail．example.org',
      'x@mail｡example.org',
    ]) {
      expect(isMailAddress(text), text).toBe(false)
    }
  })
})
