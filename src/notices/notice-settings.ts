// Which notices a clinic wants, and how, as its clinic file says it.

import { type Channel, channels, type MessageSettings, waysOf } from '../messages/channels.ts'

/**
 * What a patient can be told of a visit; `late`: its practitioner runs late; `turn`, of a token: it comes near; `offer`, of one that could be: a
 * time is held for them.
 */
export const noticeKinds = ['confirmation', 'reminder', 'move', 'cancellation', 'late', 'turn', 'offer'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** What may stand in braces in a text, or be a parameter of a template. */
const placeholdersOfAll = [
  'firstName',
  'clinic',
  'practitioner',
  'location',
  'date',
  'time',
  'zone',
  'clinicTime',
  'videoLink',
  'reference',
  'visitPage',
  'minutesLate',
] as const
const placeholdersOfTokens = ['token', 'placesBefore', 'queuePage'] as const
const placeholdersOfOffers = ['heldUntil', 'price'] as const
export const placeholders = [...placeholdersOfAll, ...placeholdersOfTokens, ...placeholdersOfOffers] as const
export type Placeholder = (typeof placeholders)[number]

/** Of e-mail; the subject is not for chat. */
export interface NoticeText {
  subject: string
  body: string
}

/** An approved template of WhatsApp, with what takes the place of its parameters, in their order. */
export interface NoticeTemplate {
  name: string
  language: string
  parameters?: readonly Placeholder[]
}

/** A kind is on where it is true. */
export interface NoticeSettings extends Partial<Record<NoticeKind, boolean>> {
  reminderHoursBefore?: number
  turnPlacesBefore?: number
  noticesPerDay?: number
  /** The first by which a patient can be reached is used. */
  channels?: readonly Channel[]
  language?: string
  /** By language. */
  texts?: Readonly<Record<string, Partial<Record<NoticeKind, NoticeText>>>>
  templates?: Partial<Record<NoticeKind, NoticeTemplate>>
}

export const defaultReminderHours = 24
export const defaultTurnPlaces = 3
export const defaultNoticesPerDay = 5_000
/** First those that take any words. */
export const defaultChannels: readonly Channel[] = channels.toSorted((a, b) => Number(waysOf[a].needsTemplate) - Number(waysOf[b].needsTemplate))
export const defaultLanguage = 'en'

/** Whether the texts that come with the service are of this language. */
export function isEnglish(language: string): boolean {
  return /^en(-|$)/.test(language)
}

/** Whether notices of a kind can go out by a channel, as the clinic's messages and notices are set up. */
export function carries(channel: Channel, kind: NoticeKind, messages: MessageSettings | null | undefined, { templates }: NoticeSettings): boolean {
  return messages?.[channel] !== undefined && (!waysOf[channel].needsTemplate || templates?.[kind] !== undefined)
}
