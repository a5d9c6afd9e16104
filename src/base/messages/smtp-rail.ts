// E-mail through the clinic's own mail server. One connection for each message: messages are rare,
// and an idle connection that a firewall has dropped would cost a patient the whole deadline.

import { tidyName } from '../values/text.ts'
import { isLoopback } from './loopback.ts'
import { isMailAddress, type Mailbox } from './mailbox.ts'
import { type Message, MessageRefused, MessageRejected, MessageUncertain } from './rail.ts'

export interface MailServer {
  host: string
  port: number
  /** Encrypted from the first byte (smtps), or with STARTTLS. */
  encryptedFromStart: boolean
  login: { user: string; pass: string } | undefined
}

/**
 * Parses `smtps://user:password@mail.example.org` and `smtp://127.0.0.1:25`; undefined for anything
 * else.
 */
export function readMailServer(text: string): MailServer | undefined {
  // Strict, because the library reads options from the query, which could disable certificate
  // checks.
  if (!/^smtps?:\/\/[^\s/?#]+\/?$/i.test(text) || !URL.canParse(text)) return undefined
  const { protocol, hostname, port, username, password } = new URL(text)
  if (
    !/^([a-z0-9._-]+|\[[0-9a-f:.]+\])$/i.test(hostname) ||
    (username === '') !== (password === '')
  )
    return undefined
  const encryptedFromStart = protocol === 'smtps:'
  try {
    const login =
      username === ''
        ? undefined
        : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
    return {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (encryptedFromStart ? 465 : 587),
      encryptedFromStart,
      login,
    }
  } catch {
    return undefined
  }
}

export interface SmtpRailOptions {
  server: MailServer
  from: Mailbox
  allowUnencrypted: boolean
  signal: AbortSignal
}

/** Hands a message to a mail server; throws MessageRefused. Ends with the signal at the latest. */
export async function sendByMail(message: Message, options: SmtpRailOptions): Promise<void> {
  const { destination } = message
  const { server, from, allowUnencrypted, signal } = options
  if (!isMailAddress(destination))
    throw new MessageRejected('the destination is not a valid e-mail address')
  const allowsPlain = allowUnencrypted || isLoopback(server.host)
  // The library reports this only in its log; before that the server cannot have accepted anything.
  let isOffered = false
  const noticeOffer = ({ tnx }: { tnx?: string }) => {
    isOffered ||= tnx === 'send'
  }
  // Loaded with the first message: most processes send none, and it would slow down the start.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.encryptedFromStart,
    requireTLS: !allowsPlain,
    // If unencrypted connections are allowed, unverified certificates are too.
    tls: { rejectUnauthorized: server.encryptedFromStart || !allowsPlain },
    ...(server.login ? { auth: server.login } : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: { trace() {}, debug() {}, info: noticeOffer, warn() {}, error() {}, fatal() {} },
  })
  try {
    await transport.sendMail({
      from,
      to: { name: '', address: destination },
      envelope: { from: from.address, to: [destination] },
      ...mailContent(message, from),
      // Prevents automatic replies.
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal,
    })
  } catch (error) {
    const reason = failureReason(error as MailError, signal)
    if (isOffered && isUncertain(error as MailError, signal)) throw new MessageUncertain(reason)
    throw isFinal(error as MailError) ? new MessageRejected(reason) : new MessageRefused(reason)
  }
}

function mailContent(message: Message, from: Mailbox) {
  if ('code' in message) {
    const { code, clinic, validMinutes } = message
    // The subject contains no user-supplied text, and not the code, which must not appear on the
    // lock screen.
    return { subject: 'Your one-time code', text: codeText(code, tidyName(clinic), validMinutes) }
  }
  const { name, subject, text, calendars } = message
  const messageId = `<${name}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`
  const [calendar, ...others] = calendars
  if (!calendar) return { messageId, subject, text }
  if (others.length === 0)
    return {
      messageId,
      subject,
      text,
      icalEvent: { method: calendar.method, filename: 'visit.ics', content: calendar.text },
    }
  // Mail programs only process a single entry in a message automatically (RFC 5546, 3.2); several
  // are attached to be opened.
  const attachments = calendars.map(({ method, text: content }, index) => ({
    filename: `visit-${index + 1}.ics`,
    content,
    contentType: `text/calendar; charset=utf-8; method=${method}`,
  }))
  return { messageId, subject, text, attachments }
}

function codeText(code: string, clinic: string, validMinutes: number): string {
  return [
    `Your code for ${clinic} is ${code}`,
    '',
    `It is valid for ${validMinutes} minutes and can be used once. Do not share it.`,
    'If you did not ask for a code, ignore this message.',
    '',
  ].join('\n')
}

interface MailError {
  code?: string
  /** The system's code, if `code` is the library's. */
  originalCode?: string
  response?: string
  responseCode?: number
  command?: string
}

/**
 * True if the server may have accepted the message: it did not respond in time, or the connection
 * broke.
 */
function isUncertain(
  { code, originalCode = '', response }: MailError,
  signal: AbortSignal,
): boolean {
  if (signal.aborted) return true
  return (
    response === undefined &&
    (code === 'ECONNECTION' ||
      code === 'ETIMEDOUT' ||
      ['ECONNRESET', 'EPIPE'].includes(originalCode))
  )
}

/**
 * True if the server refused this particular message; a wrong password or certificate can be fixed.
 */
function isFinal({ code = '', responseCode = 0 }: MailError): boolean {
  return ['EENVELOPE', 'EMESSAGE'].includes(code) && responseCode >= 500
}

const reasons: Record<string, string> = {
  EDNS: 'the name of the mail server is unknown',
  ESOCKET: 'the mail server cannot be reached, or its certificate is not valid',
  ECONNECTION: 'the mail server ended the connection',
  ETLS: 'the connection to the mail server cannot be encrypted, or its certificate is not valid',
  EAUTH: 'the mail server does not accept the user and password',
  EPROTOCOL: 'the url does not lead to a mail server',
}

// A server's text quotes the address, so only its numbers are kept.
const reply = /^(\d{3})[ -](?:(\d\.\d{1,3}\.\d{1,3})\b)?/

function failureReason(
  { code = '', originalCode, response = '', command = '' }: MailError,
  signal: AbortSignal,
): string {
  if (signal.aborted) return 'the mail server did not respond in time'
  const [, status, detail] = reply.exec(response) ?? []
  const returned =
    status === undefined
      ? ''
      : `it returned ${[status, detail].filter(Boolean).join(' ')} to ${/^[A-Z][A-Z0-9 -]{0,20}$/.test(command) ? command : 'a command'}`
  const system =
    originalCode !== undefined && /^[A-Z_]{1,60}$/.test(originalCode) ? originalCode : ''
  const details = [returned, system].filter(Boolean).join(', ')
  // A refusal instead of the greeting is not a different protocol.
  const reason = code === 'EPROTOCOL' && status !== undefined ? undefined : reasons[code]
  return `${reason ?? 'the mail server refused the message'}${details ? ` (${details})` : ''}`
}
