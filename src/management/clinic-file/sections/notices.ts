import { choice, flag, integer, optional } from '../../../base/contract/schemas.ts'
import { parseClock } from '../../../base/values/clinic-time.ts'
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
import { asList, asMapping } from '../checking.ts'
import { closedObject, distinct, formatted, itemsByLanguage, several } from '../words.ts'
import type { Section } from './section.ts'

const forEachKind = <T>(forKind: (kind: NoticeKind) => T) =>
  Object.fromEntries(noticeKinds.map((kind) => [kind, forKind(kind)])) as Record<NoticeKind, T>

const Text = closedObject(
  {
    subject: formatted(
      'notice-subject',
      'Subject of the e-mail, up to 150 characters.',
      'Your visit at {clinic}',
    ),
    body: formatted(
      'notice-body',
      'Plain text, up to 2000 characters. A line is left out if all of its placeholders are empty.',
      'Your visit with {practitioner} is on {date} at {time} ({zone}).',
    ),
    short: optional(
      formatted(
        'notice-short',
        'The text of an SMS, up to 600 characters; the body when omitted.',
        '{clinic}: {date}, {time}. {visitPage}',
      ),
    ),
  },
  `The words of a notice. Filled in: ${placeholders.map((name) => `{${name}}`).join(', ')}.`,
)

const Template = closedObject(
  {
    name: formatted(
      'template',
      'Name of an approved template of the category utility.',
      'visit_booked',
    ),
    language: formatted('template-language', 'Language of the template.', 'en'),
    otherLanguages: optional(
      distinct(
        formatted('template-language', 'A language.', 'hi'),
        0,
        'Further languages in which it is approved.',
      ),
    ),
    parameters: optional(
      several(
        choice(placeholders, 'What takes the place of the parameter.'),
        20,
        'What fills the placeholders of the template, in their order.',
      ),
    ),
  },
  'A template of WhatsApp.',
)

const SmsTemplate = closedObject(
  {
    templateId: formatted(
      'sms-template',
      'The id of a registered template.',
      '64f0c1d2e3a4b5c6d7e8f901',
    ),
    otherLanguages: optional(
      itemsByLanguage(
        formatted('sms-template', 'The id of the template.', '64f0c1d2e3a4b5c6d7e8f902'),
        'The ids of the same template in further languages.',
      ),
    ),
    variables: optional(
      several(
        choice(placeholders, 'What takes the place of the variable.'),
        20,
        'What fills the variables of the template (var1, var2, …), in their order.',
      ),
    ),
  },
  'A registered template of SMS.',
)

const kindDescriptions: Record<NoticeKind, string> = {
  confirmation: 'Tell patients that a visit is booked.',
  reminder: 'Remind them of it.',
  move: 'Tell them of a new time.',
  cancellation: 'Tell patients that a visit is cancelled.',
  late: 'Tell patients who are still expected today that their practitioner is running late, once staff have reported it.',
  tokenConfirmation: 'Tell patients that they have a token.',
  turn: 'Tell patients waiting in a queue that it is almost their turn.',
  tokenCancellation: 'Tell patients that their token is cancelled.',
  expiry: 'Tell patients that their booking was not paid in time and has been released.',
  refund: 'Tell patients that a payment arrived too late and is refunded.',
  payment:
    'Let staff ask for a payment: the patient gets a link to the page where it is paid online.',
  packPayment: 'Let staff request payment for a session pack in the same way.',
  forms: 'Let staff send patients the link to the missing forms of a visit.',
  offer: 'Offer free times to patients on the waiting list; without it, no times can be offered.',
}

/** The notices to patients about their visits; a member of the workspace. */
export const noticesOfWorkspace = {
  notices: optional(
    closedObject(
      {
        ...forEachKind((kind) => optional(flag(kindDescriptions[kind], true))),
        reminderHoursBefore: optional(
          integer(
            `How long before the visit, in hours; ${defaultReminderHours} when omitted. Visits booked later than that have no reminder.`,
            48,
            {
              minimum: 1,
              maximum: 24 * 30,
            },
          ),
        ),
        reminders: optional(
          several(
            closedObject(
              {
                hoursBefore: integer('How long before the visit, in hours.', 24, {
                  minimum: 1,
                  maximum: 24 * 30,
                }),
                channels: optional(
                  distinct(
                    choice(defaultChannels, 'A channel.'),
                    1,
                    'The first channel that reaches the patient is used; those of all notices when omitted.',
                  ),
                ),
                texts: optional(itemsByLanguage(Text, 'Its own texts, by language.')),
              },
              'A reminder.',
            ),
            10,
            'Several reminders of a visit, in place of `reminderHoursBefore`. Several visits of a patient on a day are in one message.',
          ),
        ),
        quietHours: optional(
          closedObject(
            {
              from: formatted('clock', 'When they begin, HH:MM.', '21:00'),
              until: formatted('clock', 'When they end, HH:MM, perhaps on the next day.', '08:00'),
            },
            'No reminder is sent in these hours, in the zone of the patient: it comes when they end or, if less than half of its time would be left, before they begin.',
          ),
        ),
        turnPlacesBefore: optional(
          integer(
            `Patients are told when at most this many are before them; ${defaultTurnPlaces} when omitted.`,
            2,
            { minimum: 0, maximum: 50 },
          ),
        ),
        noticesPerDay: optional(
          integer(
            `Notices within 24 hours, all of them together; ${defaultNoticesPerDay} when omitted.`,
            defaultNoticesPerDay,
            {
              minimum: 1,
              maximum: 1_000_000,
            },
          ),
        ),
        channels: optional(
          distinct(
            choice(defaultChannels, 'A channel.'),
            1,
            `The first channel that reaches the patient is used; default: ${defaultChannels.join(', ')}.`,
          ),
        ),
        language: optional(
          formatted(
            'language',
            `The language of dates and texts; default: ${defaultLanguage}, with English texts.`,
            'hi',
          ),
        ),
        languages: optional(
          distinct(
            formatted('language', 'A language.', 'hi'),
            0,
            'Further languages: a patient whose record has one of them gets notices in it; none when omitted.',
          ),
        ),
        texts: optional(
          itemsByLanguage(
            closedObject(
              forEachKind(() => optional(Text)),
              'By kind.',
            ),
            'Your own texts, by language.',
          ),
        ),
        templates: optional(
          closedObject(
            forEachKind(() => optional(Template)),
            'WhatsApp templates, by kind: without a template, no such notice is sent there.',
          ),
        ),
        smsTemplates: optional(
          closedObject(
            forEachKind(() => optional(SmsTemplate)),
            'Registered SMS templates, by kind, for MSG91: without a template, no such notice is sent there.',
          ),
        ),
      },
      'Notices to patients about their visits, sent as configured in `messages`. Only notices that are switched on here are sent.',
    ),
  ),
}

export const notices = {
  members: {},

  check({ workspace }, report) {
    const { quietHours, reminders } = asMapping(asMapping(workspace).notices)
    const { from, until } = asMapping(quietHours)
    const [start, end] = [parseClock(String(from)), parseClock(String(until))]
    if (start !== undefined && end !== undefined && start % 1440 === end % 1440)
      report('workspace.notices.quietHours', 'must leave some hours of the day')
    const hours = asList(reminders).map((reminder) => asMapping(reminder).hoursBefore)
    if (new Set(hours).size < hours.length)
      report('workspace.notices.reminders', 'has two reminders at the same time')
  },

  // Stored in the workspace's row.
  async write() {},
} satisfies Section<unknown>
