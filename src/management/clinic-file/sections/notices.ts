import { choice, flag, integer, optional } from '../../../base/contract/schemas.ts'
import {
  defaultChannels,
  defaultLanguage,
  defaultNoticesPerDay,
  defaultReminderHours,
  defaultTurnPlaces,
  type NoticeKind,
  noticeKinds,
  placeholders,
} from '../../../clinic/notices/notice-settings.ts'
import { closed, distinct, formatted, named, several } from '../words.ts'

const ofKinds = <T>(of: (kind: NoticeKind) => T) => Object.fromEntries(noticeKinds.map((kind) => [kind, of(kind)])) as Record<NoticeKind, T>

const Text = closed(
  {
    subject: formatted('notice-subject', 'Of e-mail, up to 150 characters.', 'Your visit at {clinic}'),
    body: formatted(
      'notice-body',
      'Plain text, up to 2000 characters. A line in which all that is in braces has nothing to say is left out.',
      'Your visit with {practitioner} is on {date} at {time} ({zone}).',
    ),
  },
  `The words of a notice. Filled in: ${placeholders.map((name) => `{${name}}`).join(', ')}.`,
)

const Template = closed(
  {
    name: formatted('template', 'Name of an approved template of the category utility.', 'visit_booked'),
    language: formatted('template-language', 'Language of the template.', 'en'),
    parameters: optional(several(choice(placeholders, 'What takes the place of the parameter.'), 20, 'Of the parameters of its body, in their order.')),
  },
  'A template of WhatsApp.',
)

const whatFor: Record<NoticeKind, string> = {
  confirmation: 'Tell patients that a visit is booked.',
  reminder: 'Remind them of it.',
  move: 'Tell them of a new time.',
  cancellation: 'Tell them that it is cancelled.',
  late: 'Tell those who are still to come today that their practitioner runs late, once the dashboard says so.',
  tokenConfirmation: 'Tell patients that they have a token.',
  turn: 'Tell those who wait in a queue that their turn comes near.',
  tokenCancellation: 'Tell them that their token is cancelled.',
  expiry: 'Tell them that what they booked was not paid in time, and is free again.',
  refund: 'Tell them that a payment came too late and is returned.',
  payment: 'Let staff ask for a payment: the patient gets a link to the page where it is paid online.',
  packPayment: 'Let staff ask for the payment of a session pack in the same way.',
  offer: 'Offer free times to those on the waiting list: without it, none can be offered.',
}

/** The notices to patients about their visits; a member of the workspace. */
export const noticesOfWorkspace = {
  notices: optional(
    closed(
      {
        ...ofKinds((kind) => optional(flag(whatFor[kind], true))),
        reminderHoursBefore: optional(
          integer(`How long before the visit, in hours; ${defaultReminderHours} when omitted. Visits booked later than that have no reminder.`, 48, {
            minimum: 1,
            maximum: 24 * 30,
          }),
        ),
        turnPlacesBefore: optional(
          integer(`How many are to be called before, at most, when a turn comes near; ${defaultTurnPlaces} when omitted.`, 2, { minimum: 0, maximum: 50 }),
        ),
        noticesPerDay: optional(
          integer(`Notices within 24 hours, all of them together; ${defaultNoticesPerDay} when omitted.`, defaultNoticesPerDay, {
            minimum: 1,
            maximum: 1_000_000,
          }),
        ),
        channels: optional(
          distinct(
            choice(defaultChannels, 'A channel.'),
            1,
            `The first by which a patient can be reached is used; ${defaultChannels.join(', ')} when omitted.`,
          ),
        ),
        language: optional(
          formatted(
            'language',
            `How dates are written, and which of the texts are used; ${defaultLanguage} when omitted, and English texts come with it.`,
            'hi',
          ),
        ),
        texts: optional(
          named(
            closed(
              ofKinds(() => optional(Text)),
              'By kind.',
            ),
            'Texts of your own, by language.',
            '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
          ),
        ),
        templates: optional(
          closed(
            ofKinds(() => optional(Template)),
            'Templates of WhatsApp, by kind: without one, no such notice goes out there.',
          ),
        ),
      },
      'What patients are told of their visits, by the ways that `messages` names. Nothing is sent that is not switched on here.',
    ),
  ),
}
