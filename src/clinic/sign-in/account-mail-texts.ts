// The mails about a changed sign-in, in the language of the member.

import { findWords, serviceWords } from '../../../words/service.ts'

export const accountChanges = [
  ...([
    'password-changed',
    'passkey-added',
    'passkey-removed',
    'app-added',
    'app-removed',
    'recovery-codes-renewed',
  ] as const),
  'invitation-used',
] as const
export type AccountChange = (typeof accountChanges)[number]

/** The mail with an invitation to the dashboard, in the clinic's language. */
export function invitationMailText(
  language = 'en',
  { name, clinic, url }: { name: string; clinic: string; url: string },
) {
  const { hello, invitation } = findWords('accountMail', language) ?? serviceWords.en.accountMail
  const { subject, before, after } = invitation
  return {
    subject: subject(clinic),
    text: [hello(name), '', before(clinic), '', url, '', after, '', clinic].join('\n'),
  }
}

export function accountMailText(
  change: AccountChange,
  language = 'en',
  { name, clinic }: { name: string; clinic: string },
) {
  const { subject, hello, changed, otherwise } =
    findWords('accountMail', language) ?? serviceWords.en.accountMail
  return {
    subject: subject(clinic),
    text: [hello(name), '', changed[change], '', otherwise, '', clinic].join('\n'),
  }
}
