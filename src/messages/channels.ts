// The channels by which messages reach people, and how a workspace's are set up, as its clinic file says it. Secrets are named here, not held.

import { type Environment, readSecret, secretVariable } from '../ports/secrets.ts'

/** By which contact each channel reaches a person, and whether a notice there needs a template that its provider has approved. */
export const waysOf = {
  chatapp: { contact: 'phone', needsTemplate: true },
  email: { contact: 'email', needsTemplate: false },
} as const satisfies Record<string, { contact: 'phone' | 'email'; needsTemplate: boolean }>

export type Channel = keyof typeof waysOf
export const channels = Object.keys(waysOf) as [Channel, ...Channel[]]

export interface SmtpSettings {
  /** `secret:NAME`, or a URL without a user and password. */
  url: string
  /** `Sunrise Clinic <codes@sunrise.example>` */
  from: string
  /** The server may be spoken to without encryption. */
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

/** One-time codes of a workspace within 24 hours, where its clinic file says nothing else. */
export const defaultCodesPerDay = 2_000

/** How a workspace sends by each channel it uses, by the name of the rail. */
export interface ChannelSettings {
  chatapp: { whatsapp: WhatsAppSettings }
  email: { smtp: SmtpSettings }
}

export interface MessageSettings extends Partial<ChannelSettings> {
  codesPerDay?: number
}

/** What is wrong, on this machine, with the secrets these settings name; a sentence each. */
export function secretProblems(settings: MessageSettings, environment: Environment): string[] {
  const rails = channels.flatMap((channel): object[] => Object.values(settings[channel] ?? {}))
  const texts = rails.flatMap((rail): unknown[] => Object.values(rail)).filter((value) => typeof value === 'string')
  return texts.flatMap((text) => {
    const variable = secretVariable(text)
    return variable === undefined ? [] : (readSecret(environment, variable).problems ?? [])
  })
}
