import { choice, flag, optional, text } from '../../base/contract/schemas.ts'
import { codeChannels } from '../../base/messages/channels.ts'

/** The members that determine where a code is sent; the same on all four routes. */
export const destinationMembers = {
  phoneNumber: optional(
    text(
      'Number without the dial code, 4 to 15 digits; or the whole number, with `+` or the prefix for calls abroad. Required unless `channel` is `email`.',
      '9876543210',
      {
        maxLength: 40,
      },
    ),
  ),
  countryCode: optional(
    text('Dial code with its plus; `+91` when omitted. Send and verify with the same one.', '+91', {
      maxLength: 10,
    }),
  ),
  channel: optional(choice(codeChannels, 'How the code travels; `chatapp` when omitted.')),
  email: optional(
    text(
      'E-mail address. Required when `channel` is `email`, ignored otherwise.',
      'meera@example.org',
      { maxLength: 254 },
    ),
  ),
}

/** The first members of these routes' responses. */
export const outcomeMembers = {
  success: flag('Always true; false in a refusal.'),
  message: text('What was done, for people.', 'The code was sent.'),
  channel: choice(codeChannels, 'How the code travelled.'),
}
