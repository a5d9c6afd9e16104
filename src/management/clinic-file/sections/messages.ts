import { flag, integer, optional } from '../../../base/contract/schemas.ts'
import { defaultCodesPerDay } from '../../../base/messages/channels.ts'
import { defaultWhatsAppUrl, defaultWhatsAppVersion } from '../../../base/messages/whatsapp-rail.ts'
import { closedObject, formatted } from '../words.ts'

const Smtp = closedObject(
  {
    url: formatted(
      'mail-server',
      'The mail server: smtps:// or smtp:// with STARTTLS. With a user and password only as secret:NAME.',
      'secret:SMTP_URL',
    ),
    from: formatted('mailbox', 'The sender.', 'Sunrise Clinics <codes@sunrise.example>'),
    allowUnencrypted: optional(
      flag(
        'Also use a server that offers no encryption. A server on the same machine needs none.',
        false,
      ),
    ),
  },
  'A mail server.',
)

const WhatsApp = closedObject(
  {
    phoneNumberId: formatted(
      'digits',
      "Id of the clinic's phone number at WhatsApp.",
      '106540352242922',
    ),
    template: formatted(
      'template',
      'Name of an approved template of the category authentication, with a copy-code button.',
      'one_time_code',
    ),
    language: formatted('template-language', 'Language of the template.', 'en'),
    token: formatted('secret', 'Access token, as secret:NAME.', 'secret:WHATSAPP_TOKEN'),
    version: optional(
      formatted(
        'graph-version',
        `Version of the API; ${defaultWhatsAppVersion} when omitted.`,
        defaultWhatsAppVersion,
      ),
    ),
    url: optional(
      formatted(
        'api-url',
        `Where the API is; ${defaultWhatsAppUrl} when omitted.`,
        defaultWhatsAppUrl,
      ),
    ),
  },
  'The WhatsApp Cloud API.',
)

/** How a workspace sends messages; a member of the workspace. */
export const messagesOfWorkspace = {
  messages: optional(
    closedObject(
      {
        codesPerDay: optional(
          integer(
            `One-time codes within 24 hours, all of them together; ${defaultCodesPerDay} when omitted.`,
            defaultCodesPerDay,
            {
              minimum: 1,
              maximum: 1_000_000,
            },
          ),
        ),
        email: optional(closedObject({ smtp: Smtp }, 'How e-mail is sent.')),
        chatapp: optional(closedObject({ whatsapp: WhatsApp }, 'How chat messages are sent.')),
      },
      'How one-time codes are sent. Without a provider for a channel, production refuses its messages; a sandbox keeps all messages in its outbox.',
    ),
  ),
}
