// POST /messages/:carrier/:workspace: what a carrier of messages reports later, and what patients
// answer. The signature proves that a callback is from the carrier; it reaches only messages that
// were sent with a reference of ours.

import type { Queries } from '../../base/db/database.ts'
import type { LivePage, PageAnswer, PageRequest } from '../../base/http/pages.ts'
import type {
  Channel,
  MessageSettings,
  SmsSettings,
  smsCarriers,
} from '../../base/messages/channels.ts'
import {
  type CallbackReader,
  type CarrierEvent,
  type HeardOutcome,
  isSameSecret,
  type MessageEvent,
  type ReportEvent,
} from '../../base/messages/sms/carrier-event.ts'
import { msg91Callbacks } from '../../base/messages/sms/msg91.ts'
import { templateGatewayCallbacks } from '../../base/messages/sms/template-gateway.ts'
import { twilioCallbacks } from '../../base/messages/sms/twilio.ts'
import { vonageCallbacks } from '../../base/messages/sms/vonage.ts'
import { whatsAppCallbacks } from '../../base/messages/whatsapp-callbacks.ts'
import type { Clock } from '../../base/ports/clock.ts'
import { type Environment, readSecret, secretVariable } from '../../base/ports/secrets.ts'
import { readStopWord, resumeMessages, stopMessages } from './message-stops.ts'
import { recordDelivery } from './queries.ts'

/** The clinic that a patient writes to, and how. */
export interface WrittenTo {
  workspaceId: number
  channel: 'sms' | 'chatapp'
}

export interface CallbackServices {
  database: Queries
  clock: Clock
  environment: Environment
  log: { warn(fields: object, sentence: string): void }
  publicUrl(): string
  settingsOf(workspaceId: number): Promise<MessageSettings | null>
  /** Keyed hash by which notices know a contact. */
  hashOf(channel: Channel, address: string): Buffer
  /** The workspace of a name. */
  findId(name: string): Promise<number | undefined>
  /** Hears what a patient writes that is no word for stopping. */
  hearMessage(to: WrittenTo, message: MessageEvent): Promise<HeardOutcome>
  /** Hears what became of a message that was no notice. */
  hearReport(workspaceId: number, report: ReportEvent): Promise<unknown>
}

type Carrier = (typeof smsCarriers)[number] | 'whatsapp'

const readers: Record<Carrier, CallbackReader> = {
  twilio: twilioCallbacks,
  vonage: vonageCallbacks,
  msg91: msg91Callbacks,
  http: templateGatewayCallbacks,
  whatsapp: whatsAppCallbacks,
}

/** The path of a carrier's callbacks. */
export const callbackPath = (carrier: string, workspace: string) =>
  `/messages/${carrier}/${workspace}`

// Most callbacks have one event; WhatsApp gathers up to a thousand.
const eventsMax = 1_000
const bodyBytesMax = 256 * 1024

const textAnswer = (content: string) => ({ type: 'text/plain; charset=utf-8', content })
const heardAnswer: PageAnswer = { status: 200, ...textAnswer('Heard.\n') }
/** The same for every cause, so that strangers learn nothing. */
const notUnderstoodAnswer: PageAnswer = {
  status: 400,
  headers: { connection: 'close' },
  ...textAnswer('Not understood.\n'),
}
/** Makes a carrier retry. */
const retryLaterAnswer: PageAnswer = {
  status: 503,
  ...textAnswer('Not now. Please send it again later.\n'),
}

export function carrierCallbacks(services: CallbackServices): LivePage[] {
  const { log, publicUrl } = services

  // Before the signature is checked, usually only memory is read, since anyone can send requests
  // here.
  async function findRecipient(carrier: string, workspace: string) {
    const reader = Object.hasOwn(readers, carrier) ? readers[carrier as Carrier] : undefined
    const workspaceId = reader && (await services.findId(workspace))
    if (!reader || workspaceId === undefined) return undefined
    const account = findAccount(await services.settingsOf(workspaceId), carrier as Carrier)
    const secret = resolveSecret(account?.secret, services.environment)
    return secret === undefined ? undefined : { workspaceId, reader, secret, account }
  }

  /** Refuses, before the body is read, a request that cannot have a valid signature. */
  async function refuseUnsigned(
    carrier: string,
    workspace: string,
    headers: PageRequest['headers'],
  ): Promise<PageAnswer | undefined> {
    const recipient = await findRecipient(carrier, workspace)
    if (recipient && (headers[recipient.reader.signatureHeader] ?? '') !== '') return undefined
    if (recipient) logUnsigned(recipient.workspaceId, carrier)
    return notUnderstoodAnswer
  }

  const logUnsigned = (workspaceId: number, carrier: string) =>
    log.warn({ workspaceId, carrier }, 'a callback has no valid signature of the carrier')

  async function answerCallback(
    carrier: string,
    workspace: string,
    { body, headers, query }: PageRequest,
  ): Promise<PageAnswer> {
    const recipient = await findRecipient(carrier, workspace)
    if (!recipient) return notUnderstoodAnswer
    const { workspaceId, reader, secret, account } = recipient
    const url = `${publicUrl()}${callbackPath(carrier, workspace)}`
    const { numberId } = account ?? {}
    const events = reader.readEvents(
      { headers, body, query, url, ...(numberId !== undefined && { numberId }) },
      secret,
    )
    if (!events) {
      logUnsigned(workspaceId, carrier)
      return notUnderstoodAnswer
    }
    // Refused whole: what is not read would otherwise count as heard, and be lost.
    if (events.length > eventsMax) return notUnderstoodAnswer
    const channel = carrier === 'whatsapp' ? 'chatapp' : 'sms'
    for (const event of events) await hearEvent(services, { workspaceId, channel }, event)
    return heardAnswer
  }

  /** WhatsApp asks once, when the address is set up, whether it is the right one. */
  async function answerChallenge(workspace: string, { query }: PageRequest): Promise<PageAnswer> {
    const workspaceId = await services.findId(workspace)
    const settings = workspaceId === undefined ? null : await services.settingsOf(workspaceId)
    const token = resolveSecret(settings?.chatapp?.whatsapp.verifyToken, services.environment)
    const { 'hub.mode': mode, 'hub.verify_token': sent, 'hub.challenge': challenge } = query
    const isAsked =
      mode === 'subscribe' && typeof challenge === 'string' && /^[\w-]{1,100}$/.test(challenge)
    return isAsked && token !== undefined && typeof sent === 'string' && isSameSecret(sent, token)
      ? { status: 200, ...textAnswer(challenge) }
      : notUnderstoodAnswer
  }

  return [
    {
      path: callbackPath(':carrier', ':workspace'),
      method: 'POST',
      takesBody: true,
      bodyBytesMax,
      refuses: ({ carrier = '', workspace = '' }, headers) =>
        refuseUnsigned(carrier, workspace, headers),
      answer: ({ carrier = '', workspace = '' }, request) =>
        answerCallback(carrier, workspace, request),
      refused: (status) =>
        status === 408 || status === 429 || status >= 500 ? retryLaterAnswer : notUnderstoodAnswer,
    },
    {
      path: callbackPath('whatsapp', ':workspace'),
      isCounted: true,
      answer: ({ workspace = '' }, request) => answerChallenge(workspace, request),
    },
  ]
}

interface CallbackAccount {
  secret: string | undefined
  numberId?: string
}

/** The secret by which the callbacks of a clinic's account are known. */
function findAccount(
  settings: MessageSettings | null,
  carrier: Carrier,
): CallbackAccount | undefined {
  if (carrier === 'whatsapp') {
    const { appSecret, phoneNumberId } = settings?.chatapp?.whatsapp ?? {}
    return { secret: appSecret, ...(phoneNumberId !== undefined && { numberId: phoneNumberId }) }
  }
  return { secret: callbackSecret(settings?.sms ?? {}, carrier) }
}

function callbackSecret(
  { twilio, vonage, msg91, http }: SmsSettings,
  carrier: keyof SmsSettings,
): string | undefined {
  return {
    twilio: twilio?.authToken,
    vonage: vonage?.signatureSecret,
    msg91: msg91?.webhookSecret,
    http: http?.webhookSecret,
  }[carrier]
}

function resolveSecret(
  reference: string | undefined,
  environment: Environment,
): string | undefined {
  const variable = reference === undefined ? undefined : secretVariable(reference)
  return variable === undefined ? undefined : readSecret(environment, variable).secret
}

/** Hears a message of a patient, which may be a word for stopping, and returns what it did. */
export async function hearMessageOrWord(
  { database, clock, hashOf, hearMessage }: CallbackServices,
  { workspaceId, channel }: WrittenTo,
  message: MessageEvent,
): Promise<HeardOutcome> {
  const contact = { workspaceId, channel, destinationHash: hashOf(channel, message.from) }
  const word = readStopWord(message.text)
  if (word === 'STOP') {
    await stopMessages(database, { ...contact, askedBy: 'WORD', now: clock.now() })
    return 'STOPPED'
  }
  if (word === 'RESUME') {
    await resumeMessages(database, contact)
    return 'RESUMED'
  }
  return hearMessage({ workspaceId, channel }, message)
}

async function hearEvent(
  services: CallbackServices,
  to: WrittenTo,
  event: CarrierEvent,
): Promise<void> {
  if (event.kind === 'message') {
    await hearMessageOrWord(services, to, event)
    return
  }
  const { database, hearReport } = services
  const { workspaceId } = to
  const { reference, delivery } = event
  const code = delivery === 'UNDELIVERED' ? event.code : null
  const recorded = await database.rows(recordDelivery, { workspaceId, reference, delivery, code })
  if (recorded.length === 0) await hearReport(workspaceId, { ...event, code })
}
