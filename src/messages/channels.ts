// How a workspace's messages are sent, as its clinic file says it. Secrets are named here, not held.

import { type Environment, readSecret, secretVariable } from '../ports/secrets.ts'

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

export interface MessageSettings {
  codesPerDay?: number
  email?: { smtp: SmtpSettings }
  chatapp?: { whatsapp: WhatsAppSettings }
}

/** What is wrong, on this machine, with the secrets these settings name; a sentence each. */
export function secretProblems(settings: MessageSettings, environment: Environment): string[] {
  const named = [settings.email?.smtp.url, settings.chatapp?.whatsapp.token]
  return named.flatMap((text) => {
    const variable = text === undefined ? undefined : secretVariable(text)
    return variable === undefined ? [] : (readSecret(environment, variable).problems ?? [])
  })
}
