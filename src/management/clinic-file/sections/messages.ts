import { flag, integer, optional, text } from '../../../base/contract/schemas.ts'
import { defaultCodesPerDay, smsCarriers } from '../../../base/messages/channels.ts'
import { defaultMsg91Url } from '../../../base/messages/sms/msg91.ts'
import {
  gatewayPlaceholders,
  listGatewayPlaceholders,
} from '../../../base/messages/sms/template-gateway.ts'
import { defaultTwilioUrl } from '../../../base/messages/sms/twilio.ts'
import { defaultVonageUrl } from '../../../base/messages/sms/vonage.ts'
import { defaultWhatsAppUrl, defaultWhatsAppVersion } from '../../../base/messages/whatsapp-rail.ts'
import { asMapping, type Mapping, type Report } from '../checking.ts'
import {
  choiceOrDefault,
  closedObject,
  formatted,
  headerPattern,
  itemsByName,
  requestNamePattern,
} from '../words.ts'
import type { Section } from './section.ts'

const ownUrl = (usual: string) =>
  optional(formatted('api-url', `Where the API is; ${usual} when omitted.`, usual))
const callbackSecret = (what: string, example: string) =>
  optional(
    formatted(
      'secret',
      `${what}, as secret:NAME. Omitted: delivery reports and answers of patients are not received.`,
      example,
    ),
  )

const Smtp = closedObject(
  {
    url: formatted(
      'mail-server',
      'The mail server: smtps:// or smtp:// with STARTTLS. With a user and password only as secret:NAME.',
      'secret:SMTP_URL',
    ),
    from: formatted(
      'mailbox',
      'The address that mails come from, with a name if you like.',
      'Sunrise Clinics <codes@sunrise.example>',
    ),
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
    appSecret: callbackSecret(
      'The secret of the app, which signs callbacks',
      'secret:WHATSAPP_APP',
    ),
    verifyToken: optional(
      formatted(
        'secret',
        'The token with which WhatsApp checks the address of the callbacks, as secret:NAME.',
        'secret:WHATSAPP_VERIFY',
      ),
    ),
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

const Twilio = closedObject(
  {
    accountSid: formatted(
      'twilio-sid',
      'The id of the account.',
      `AC${'0123456789abcdef'.repeat(2)}`,
    ),
    authToken: formatted(
      'secret',
      'The token of the account, which also signs callbacks, as secret:NAME.',
      'secret:TWILIO_TOKEN',
    ),
    sender: formatted(
      'sms-sender',
      'A number with its plus, a sender name, or the id of a messaging service (MG…).',
      '+15017122661',
    ),
    url: ownUrl(defaultTwilioUrl),
  },
  'An account at Twilio.',
)

const Vonage = closedObject(
  {
    apiKey: formatted('api-key', 'The API key, which is no secret.', 'abcd1234'),
    apiSecret: formatted('secret', 'The API secret, as secret:NAME.', 'secret:VONAGE_SECRET'),
    sender: formatted('sms-sender', 'A number without its plus, or a sender name.', 'SUNRISE'),
    signatureSecret: callbackSecret(
      'The signature secret, which signs callbacks',
      'secret:VONAGE_SIGNATURE',
    ),
    url: ownUrl(defaultVonageUrl),
  },
  'An account at Vonage, for its Messages API.',
)

const Msg91 = closedObject(
  {
    authKey: formatted('secret', 'The auth key, as secret:NAME.', 'secret:MSG91_KEY'),
    webhookSecret: callbackSecret(
      'What its webhook sends in the header x-webhook-secret',
      'secret:MSG91_WEBHOOK',
    ),
    url: ownUrl(defaultMsg91Url),
  },
  'An account at MSG91, which sends only registered templates: `notices.smsTemplates`.',
)

const TemplateGateway = closedObject(
  {
    url: formatted(
      'gateway-url',
      'The address of the request. In it, in headers and in the body, {to} is the number with its plus, {digits} without, {text} the text, {reference} the name of the message, {callback} the address to report to, and each name of `secrets` its secret.',
      'https://sms.example/send',
    ),
    method: choiceOrDefault(['POST', 'PUT', 'GET'], 'POST', 'How it is sent.'),
    headers: optional(
      itemsByName(
        text('The value.', 'Bearer {apiKey}', { maxLength: 500 }),
        'The headers of the request, by name.',
        headerPattern,
      ),
    ),
    body: optional(
      text(
        'The body. What takes the place of names is escaped as its content-type needs it: JSON, a form, XML.',
        '{"to":"{to}","text":"{text}"}',
        { maxLength: 4_000 },
      ),
    ),
    secrets: optional(
      itemsByName(
        formatted('secret', 'A secret, as secret:NAME.', 'secret:SMS_KEY'),
        'The secrets of the request, by the names that take their place.',
        requestNamePattern,
      ),
    ),
    webhookSecret: callbackSecret(
      'What signs callbacks in the header x-signature-256',
      'secret:SMS_WEBHOOK',
    ),
  },
  'Any gateway that takes an SMS by one request.',
)

export const messages = {
  members: {},

  check({ workspace }, report) {
    const { sms } = asMapping(asMapping(asMapping(workspace).messages))
    if (sms === undefined) return
    const namedCarriers = smsCarriers.filter((name) => asMapping(sms)[name] !== undefined)
    if (namedCarriers.length !== 1)
      report('workspace.messages.sms', `must have exactly one of ${smsCarriers.join(', ')}`)
    checkTemplate(asMapping(asMapping(sms).http), report)
  },

  // Stored in the workspace's row.
  async write() {},
} satisfies Section<unknown>

/** Reports names in braces that nothing takes the place of. */
function checkTemplate(http: Mapping, report: Report): void {
  const known = [...gatewayPlaceholders, ...Object.keys(asMapping(http.secrets))]
  const templates = [
    ['url', http.url],
    ['body', http.body],
    ...Object.entries(asMapping(http.headers)),
  ]
  for (const [name, template] of templates)
    for (const placeholder of listGatewayPlaceholders(String(template ?? '')))
      if (!known.includes(placeholder))
        report(
          `workspace.messages.sms.http.${name === 'url' || name === 'body' ? name : `headers.${name}`}`,
          `has {${placeholder}}, which is none of ${known.join(', ')}`,
        )
}

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
        sms: optional(
          closedObject(
            {
              twilio: optional(Twilio),
              vonage: optional(Vonage),
              msg91: optional(Msg91),
              http: optional(TemplateGateway),
            },
            'How SMS are sent, by one of these. SMS carries notices, never one-time codes.',
          ),
        ),
      },
      'How one-time codes are sent. Without a provider for a channel, production refuses its messages; a sandbox keeps all messages in its outbox.',
    ),
  ),
}
