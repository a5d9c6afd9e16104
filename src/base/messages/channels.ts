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
} as const satisfies Record<string, { contact: 'phone' | 'email'; needsTemplate: boolean }>

export type Channel = keyof typeof channelRequirements
export const channels = Object.keys(channelRequirements) as [Channel, ...Channel[]]

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
  url?: string
  version?: string
}

/**
 * The limit of one-time codes for a workspace within 24 hours, unless its clinic file sets another
 * limit.
 */
export const defaultCodesPerDay = 2_000

/** The settings of each channel that a workspace uses, by the name of the rail. */
export interface ChannelSettings {
  chatapp: { whatsapp: WhatsAppSettings }
  email: { smtp: SmtpSettings }
}

export interface MessageSettings extends Partial<ChannelSettings> {
  codesPerDay?: number
}

/** Problems on this machine with the secrets that these settings name; one sentence each. */
export function secretProblems(settings: MessageSettings, environment: Environment): string[] {
  const rails = channels.flatMap((channel): object[] => Object.values(settings[channel] ?? {}))
  const texts = rails
    .flatMap((rail): unknown[] => Object.values(rail))
    .filter((value) => typeof value === 'string')
  return texts.flatMap((text) => {
    const variable = secretVariable(text)
    return variable === undefined ? [] : (readSecret(environment, variable).problems ?? [])
  })
}
