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
  SmtpSettings,
  WhatsAppSettings,
} from './channels.ts'
import { readMailbox } from './mailbox.ts'
import { storeInOutbox } from './outbox-rail.ts'
import { type Message, type MessageRails, MessageRefused, MessageUncertain } from './rail.ts'
import { readMailServer, sendByMail } from './smtp-rail.ts'
import { defaultWhatsAppUrl, defaultWhatsAppVersion, sendByWhatsApp } from './whatsapp-rail.ts'

export interface MessageRailsOptions {
  /** The message settings of a workspace; null if its clinic file has none. */
  settingsOf(workspaceId: number): Promise<MessageSettings | null>
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
  return sendThrough(settings ?? {}, message.channel, message, environment, signal)
}

type Send<Settings> = (
  settings: Settings,
  message: Message,
  environment: Environment,
  signal: AbortSignal,
) => Promise<void>

const rails: { [channel in Channel]: Send<ChannelSettings[channel]> } = {
  chatapp: ({ whatsapp }, ...sent) => deliverByWhatsApp(whatsapp, ...sent),
  email: ({ smtp }, ...sent) => deliverByMail(smtp, ...sent),
}

function sendThrough<C extends Channel>(
  settings: MessageSettings,
  channel: C,
  ...sent: [Message, Environment, AbortSignal]
): Promise<void> {
  const channelSettings = settings[channel] as ChannelSettings[C] | undefined
  if (!channelSettings)
    throw new MessageRefused(`the clinic file configures no provider for ${channel} messages`)
  return rails[channel](channelSettings, ...sent)
}

function deliverByMail(
  { url, from, allowUnencrypted = false }: SmtpSettings,
  message: Message,
  environment: Environment,
  signal: AbortSignal,
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
  environment: Environment,
  signal: AbortSignal,
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

/** The secret that a text refers to, or the text itself. */
function resolveSecret(text: string, environment: Environment): string {
  const variable = secretVariable(text)
  if (variable === undefined) return text
  const { secret, problems } = readSecret(environment, variable)
  if (problems) throw new MessageRefused(problems.join('; '))
  return secret
}
