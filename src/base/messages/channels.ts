// The channels of messages, and a workspace's settings for them, from its clinic file. It contains
// the names of secrets, not the secrets.

import { type Environment, readSecret, secretVariable } from '../ports/secrets.ts'

/**
 * The contact that each channel uses, and whether a notice needs a template that its provider has
 * approved.
 */
export const channelRequirements = {
  chatapp: { contact: 'phone', needsTemplate: true },
  email: { contact: 'email', needsTemplate: false },
  sms: { contact: 'phone', needsTemplate: false },
} as const satisfies Record<string, { contact: 'phone' | 'email'; needsTemplate: boolean }>

export type Channel = keyof typeof channelRequirements
export const channels = Object.keys(channelRequirements) as [Channel, ...Channel[]]

/** The channels of one-time codes; SMS carries only notices. */
export const codeChannels = ['chatapp', 'email'] as const satisfies Channel[]
export type CodeChannel = (typeof codeChannels)[number]

export interface SmtpSettings {
  /** `secret:NAME`, or a URL without a user and password. */
  url: string
  /** `Sunrise Clinic <codes@sunrise.example>` */
  from: string
  /** Allows an unencrypted connection to the server. */
  allowUnencrypted?: boolean
}

export interface WhatsAppSettings {
  phoneNumberId: string
  template: string
  language: string
  /** `secret:NAME` */
  token: string
  /** `secret:NAME`; signs its callbacks. None is accepted if it is omitted. */
  appSecret?: string
  /** `secret:NAME`; what it sends when the callbacks are set up. */
  verifyToken?: string
  url?: string
  version?: string
}

export interface TwilioSettings {
  /** `AC…` */
  accountSid: string
  /** `secret:NAME`; also signs its callbacks. */
  authToken: string
  /** A number, a sender name, or the id of a messaging service (`MG…`). */
  sender: string
  url?: string
}

export interface VonageSettings {
  apiKey: string
  /** `secret:NAME` */
  apiSecret: string
  /** A number without its plus, or a sender name. */
  sender: string
  /** `secret:NAME`; signs its callbacks. None is accepted if it is omitted. */
  signatureSecret?: string
  url?: string
}

/** MSG91 sends only templates that are registered in India; see `smsTemplates` of the notices. */
export interface Msg91Settings {
  /** `secret:NAME` */
  authKey: string
  /** `secret:NAME`; sent with its callbacks. None is accepted if it is omitted. */
  webhookSecret?: string
  url?: string
}

/** Any gateway, by a template of its request; see `sms/template-gateway.ts`. */
export interface TemplateGatewaySettings {
  url: string
  method?: 'POST' | 'PUT' | 'GET'
  headers?: Readonly<Record<string, string>>
  body?: string
  /** Further placeholders: each a `secret:NAME`. */
  secrets?: Readonly<Record<string, string>>
  /** `secret:NAME`; signs its callbacks. None is accepted if it is omitted. */
  webhookSecret?: string
}

/** The SMS carrier of a clinic: exactly one. */
export interface SmsSettings {
  twilio?: TwilioSettings
  vonage?: VonageSettings
  msg91?: Msg91Settings
  http?: TemplateGatewaySettings
}

export const smsCarriers = [
  'twilio',
  'vonage',
  'msg91',
  'http',
] as const satisfies (keyof SmsSettings)[]

/**
 * The limit of one-time codes for a workspace within 24 hours, unless its clinic file sets another
 * limit.
 */
export const defaultCodesPerDay = 2_000

/** The settings of each channel that a workspace uses, by the name of the rail. */
export interface ChannelSettings {
  chatapp: { whatsapp: WhatsAppSettings }
  email: { smtp: SmtpSettings }
  sms: SmsSettings
}

export interface MessageSettings extends Partial<ChannelSettings> {
  codesPerDay?: number
}

/** Problems on this machine with the secrets that these settings name; one sentence each. */
export function secretProblems(settings: MessageSettings, environment: Environment): string[] {
  return channels
    .flatMap((channel) => listTexts(settings[channel]))
    .flatMap((text) => {
      const variable = secretVariable(text)
      return variable === undefined ? [] : (readSecret(environment, variable).problems ?? [])
    })
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : []
}
