// Which notices a clinic wants, and how, from its clinic file.

import {
  type Channel,
  channelRequirements,
  type MessageSettings,
} from '../../base/messages/channels.ts'

/**
 * The kinds of notices. `late`: the practitioner runs late; `turn`: the turn of a token is near;
 * `offer`: a time is held for the patient; `expiry`: a booking ended because it was not paid in
 * time; `refund`: its payment came too late and is returned; `payment`: staff request payment for
 * an unpaid booking; `packPayment`: they request it for a session pack that was sold;
 * `forms`: staff send the link to the missing forms of a visit.
 */
export const noticeKinds = [
  'confirmation',
  'reminder',
  'move',
  'cancellation',
  'late',
  'tokenConfirmation',
  'turn',
  'tokenCancellation',
  'expiry',
  'refund',
  'offer',
  'payment',
  'packPayment',
  'forms',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/**
 * The kinds whose subject is a visit or token; offers and packs have ids from their own sequences.
 */
export const visitNoticeKinds = noticeKinds.filter(
  (kind) => kind !== 'offer' && kind !== 'packPayment',
)

/** The placeholders that may appear in braces in a text, or as a parameter of a template. */
const commonPlaceholders = [
  'firstName',
  'clinic',
  'practitioner',
  'location',
  'visitAddress',
  'date',
  'time',
  'zone',
  'clinicTime',
  'videoLink',
  'reference',
  'visitPage',
  'confirmPage',
  'messagesPage',
  'formsPage',
  'minutesLate',
  'price',
] as const
const tokenPlaceholders = ['token', 'placesBefore', 'queuePage'] as const
const offerPlaceholders = ['heldUntil'] as const
const packPlaceholders = ['pack'] as const
export const placeholders = [
  ...commonPlaceholders,
  ...tokenPlaceholders,
  ...offerPlaceholders,
  ...packPlaceholders,
] as const
export type Placeholder = (typeof placeholders)[number]

/** The text of a notice; chat has no subject. */
export interface NoticeText {
  subject: string
  body: string
  /** The text of an SMS, which is paid by its length; the body if omitted. */
  short?: string
}

/** An approved WhatsApp template, with the values of its parameters in order. */
export interface NoticeTemplate {
  name: string
  language: string
  /** Further languages in which it is approved. */
  otherLanguages?: readonly string[]
  parameters?: readonly Placeholder[]
}

/** A registered SMS template; its variables `var1`, `var2`, … take these values. */
export interface SmsTemplate {
  templateId: string
  /** The ids of the same template in further languages. */
  otherLanguages?: Readonly<Record<string, string>>
  variables?: readonly Placeholder[]
}

/** A reminder, and how it differs from other notices. */
export interface ReminderSettings {
  hoursBefore: number
  channels?: readonly Channel[]
  /** By language. */
  texts?: Readonly<Record<string, NoticeText>>
}

/** When no reminder is sent: times of day, `21:00` to `08:00`. */
export interface QuietHours {
  from: string
  until: string
}

/** A kind is switched on if it is true. */
export interface NoticeSettings extends Partial<Record<NoticeKind, boolean>> {
  reminderHoursBefore?: number
  /** Instead of one reminder. */
  reminders?: readonly ReminderSettings[]
  quietHours?: QuietHours
  turnPlacesBefore?: number
  noticesPerDay?: number
  /** The first channel by which the patient can be reached is used. */
  channels?: readonly Channel[]
  language?: string
  /** Further languages: of those, patients get notices in their own. */
  languages?: readonly string[]
  /** The clinic's own texts, by language. */
  texts?: Readonly<Record<string, Partial<Record<NoticeKind, NoticeText>>>>
  templates?: Partial<Record<NoticeKind, NoticeTemplate>>
  /** The registered templates of SMS, for carriers that send nothing else. */
  smsTemplates?: Partial<Record<NoticeKind, SmsTemplate>>
}

export const defaultReminderHours = 24
export const defaultTurnPlaces = 3
export const defaultNoticesPerDay = 5_000
/** Mail costs nothing, and an SMS is paid for each time. */
export const defaultChannels: readonly Channel[] = ['email', 'chatapp', 'sms']
export const defaultLanguage = 'en'

/** The language of a tag, without its region: `pt` of `pt-BR`. */
export const baseLanguage = (tag: string) => tag.split(/[-_]/)[0] ?? tag

/**
 * The language of a patient's notices: their own, if the clinic writes in it or in that of its tag,
 * otherwise the clinic's.
 */
export function chooseLanguage(
  { language = defaultLanguage, languages = [] }: NoticeSettings,
  ofPatient: string | null,
): string {
  if (ofPatient === null) return language
  const offered = [language, ...languages]
  const isOffered = offered.some((one) => baseLanguage(one) === baseLanguage(ofPatient))
  // Dates in the patient's own region, texts as near to it as there are.
  return isOffered ? ofPatient : language
}

/** The settings of the notices of one reminder. */
export function reminderNotices(
  settings: NoticeSettings,
  { channels, texts = {} }: ReminderSettings,
): NoticeSettings {
  const ownTexts = Object.entries(texts).map(([language, reminder]) => [
    language,
    { ...settings.texts?.[language], reminder },
  ])
  return {
    ...settings,
    ...(channels && { channels }),
    texts: { ...settings.texts, ...Object.fromEntries(ownTexts) },
  }
}

/** Whether a channel of a clinic carries only templates that were approved for it. */
export function needsTemplate(
  channel: Channel,
  messages: MessageSettings | null | undefined,
): boolean {
  return (
    channelRequirements[channel].needsTemplate ||
    (channel === 'sms' && messages?.sms?.msg91 !== undefined)
  )
}

/** Whether notices of a kind can use a channel, given the clinic's message and notice settings. */
export function canCarry(
  channel: Channel,
  kind: NoticeKind,
  messages: MessageSettings | null | undefined,
  { templates, smsTemplates }: NoticeSettings,
): boolean {
  const own = channel === 'sms' ? smsTemplates : templates
  return (
    messages?.[channel] !== undefined &&
    (!needsTemplate(channel, messages) || own?.[kind] !== undefined)
  )
}
