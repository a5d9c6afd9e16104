// Sends messages: in a sandbox to the outbox, in production by the rail that the clinic file names
// for the channel.

import type { Queries } from '../db/database.ts'
import { loggableError } from '../db/failures.ts'
import type { Clock } from '../ports/clock.ts'
import { type Environment, readSecret, secretVariable } from '../ports/secrets.ts'
import type {
  Channel,
  ChannelSettings,
  MessageSettings,
  SmsSettings,
  SmtpSettings,
  WhatsAppSettings,
} from './channels.ts'
import { readMailbox } from './mailbox.ts'
import { storeInOutbox } from './outbox-rail.ts'
import {
  type Message,
  type MessageRails,
  MessageRefused,
  MessageRejected,
  MessageUncertain,
} from './rail.ts'
import { defaultMsg91Url, sendByMsg91 } from './sms/msg91.ts'
import { sendByTemplate } from './sms/template-gateway.ts'
import { defaultTwilioUrl, sendByTwilio } from './sms/twilio.ts'
import { defaultVonageUrl, sendByVonage } from './sms/vonage.ts'
import { readMailServer, sendByMail } from './smtp-rail.ts'
import { defaultWhatsAppUrl, defaultWhatsAppVersion, sendByWhatsApp } from './whatsapp-rail.ts'

export interface MessageRailsOptions {
  /** The message settings of a workspace; null if its clinic file has none. */
  settingsOf(workspaceId: number): Promise<MessageSettings | null>
  /** The address to which a carrier reports what became of a workspace's messages. */
  callbackUrl(workspaceId: number, carrier: string): Promise<string>
  mode: 'sandbox' | 'production'
  queries: Queries
  clock: Clock
  /** Contains the secrets. */
  environment: Environment
  log: { warn(fields: Record<string, unknown>, sentence: string): void }
  counted(channel: Channel, outcome: 'delivered' | 'refused'): void
  deadlineMs?: number
}

// A person waits for a code, but not for a notice.
const codeDeadlineMs = 5_000
const noticeDeadlineMs = 20_000

export function openMessageRails(options: MessageRailsOptions): MessageRails {
  const { log, counted } = options
  return {
    async send(workspaceId, message) {
      const { channel } = message
      const signal = AbortSignal.timeout(
        options.deadlineMs ?? ('code' in message ? codeDeadlineMs : noticeDeadlineMs),
      )
      try {
        await Promise.race([
          deliver(options, workspaceId, message, signal),
          rejectAtDeadline(signal),
        ])
      } catch (error) {
        counted(channel, 'refused')
        if (error instanceof MessageRefused) {
          log.warn({ workspaceId, channel, reason: error.message }, 'a message was refused')
          throw error
        }
        log.warn(
          { workspaceId, channel, error: loggableError(error) },
          'a message could not be delivered to its provider',
        )
        throw new MessageRefused('the service itself has failed')
      }
      counted(channel, 'delivered')
    },
  }
}

/** Rejects at the deadline: a rail observes the signal too, but a database statement may not. */
function rejectAtDeadline(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    // Rejects in the next turn of the event loop, so that a rail can report what it waited for.
    const refuse = () => setImmediate(() => reject(new MessageUncertain('it took too long')))
    signal.addEventListener('abort', refuse, { once: true })
  })
}

async function deliver(
  options: MessageRailsOptions,
  workspaceId: number,
  message: Message,
  signal: AbortSignal,
): Promise<void> {
  const { settingsOf: readSettings, mode, queries, clock, environment } = options
  if (mode === 'sandbox') return storeInOutbox(queries, workspaceId, message, clock.now())
  const settings = await readSettings(workspaceId)
  const sendOptions = {
    environment,
    signal,
    callbackUrl: (carrier: string) => options.callbackUrl(workspaceId, carrier),
  }
  return sendThrough(settings ?? {}, message.channel, message, sendOptions)
}

/** What every rail needs besides its settings and the message. */
interface SendOptions {
  environment: Environment
  signal: AbortSignal
  callbackUrl(carrier: string): Promise<string>
}

type Send<Settings> = (settings: Settings, message: Message, options: SendOptions) => Promise<void>

const rails: { [channel in Channel]: Send<ChannelSettings[channel]> } = {
  chatapp: ({ whatsapp }, ...sent) => deliverByWhatsApp(whatsapp, ...sent),
  email: ({ smtp }, ...sent) => deliverByMail(smtp, ...sent),
  sms: deliverBySms,
}

function sendThrough<C extends Channel>(
  settings: MessageSettings,
  channel: C,
  ...sent: [Message, SendOptions]
): Promise<void> {
  const channelSettings = settings[channel] as ChannelSettings[C] | undefined
  if (!channelSettings)
    throw new MessageRefused(`the clinic file configures no provider for ${channel} messages`)
  return rails[channel](channelSettings, ...sent)
}

function deliverByMail(
  { url, from, allowUnencrypted = false }: SmtpSettings,
  message: Message,
  { environment, signal }: SendOptions,
) {
  const server = readMailServer(resolveSecret(url, environment))
  const mailbox = readMailbox(from)
  if (!server)
    throw new MessageRefused(
      `${secretVariable(url) ?? 'the url'} is not a URL such as smtps://user:password@mail.example.org`,
    )
  if (!mailbox) throw new MessageRefused('the sender is not a valid e-mail address')
  return sendByMail(message, { server, from: mailbox, allowUnencrypted, signal })
}

function deliverByWhatsApp(
  settings: WhatsAppSettings,
  message: Message,
  { environment, signal }: SendOptions,
) {
  const {
    phoneNumberId,
    template,
    language,
    token,
    url = defaultWhatsAppUrl,
    version = defaultWhatsAppVersion,
  } = settings
  return sendByWhatsApp(message, {
    url,
    version,
    phoneNumberId,
    template,
    language,
    token: resolveSecret(token, environment),
    signal,
  })
}

async function deliverBySms(
  { twilio, vonage, msg91, http }: SmsSettings,
  message: Message,
  { environment, signal, callbackUrl }: SendOptions,
): Promise<void> {
  if ('code' in message) throw new MessageRejected('SMS carries no one-time codes')
  const resolve = (text: string) => resolveSecret(text, environment)
  const address = (url: string) => url.replace(/\/$/, '')
  if (twilio)
    return sendByTwilio(message, {
      ...twilio,
      url: address(twilio.url ?? defaultTwilioUrl),
      authToken: resolve(twilio.authToken),
      callbackUrl: await callbackUrl('twilio'),
      signal,
    })
  if (vonage)
    return sendByVonage(message, {
      ...vonage,
      url: address(vonage.url ?? defaultVonageUrl),
      apiSecret: resolve(vonage.apiSecret),
      callbackUrl: await callbackUrl('vonage'),
      signal,
    })
  if (msg91)
    return sendByMsg91(message, {
      url: address(msg91.url ?? defaultMsg91Url),
      authKey: resolve(msg91.authKey),
      signal,
    })
  if (!http) throw new MessageRefused('the clinic file configures no provider for sms messages')
  const { url, method = 'POST', headers = {}, body, secrets = {} } = http
  return sendByTemplate(message, {
    url,
    method,
    headers,
    body,
    secrets: Object.fromEntries(
      Object.entries(secrets).map(([name, secret]) => [name, resolve(secret)]),
    ),
    callbackUrl: await callbackUrl('http'),
    signal,
  })
}

/** The secret that a text refers to, or the text itself. */
function resolveSecret(text: string, environment: Environment): string {
  const variable = secretVariable(text)
  if (variable === undefined) return text
  const { secret, problems } = readSecret(environment, variable)
  if (problems) throw new MessageRefused(problems.join('; '))
  return secret
}
