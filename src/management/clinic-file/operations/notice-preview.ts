// Previews a notice before patients get it: shows it, and sends it to a member of staff (SETUP-08).

import { randomUUID } from 'node:crypto'
import type { Static } from 'typebox'
import { choice, id, integer, object, optional, text } from '../../../base/contract/schemas.ts'
import { statement } from '../../../base/db/statement.ts'
import { countMemberSend } from '../../../base/messages/member-sends.ts'
import { type MessageRails, MessageRefused, MessageUncertain } from '../../../base/messages/rail.ts'
import { type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import type { Counters } from '../../../base/ports/counters.ts'
import { dateAt } from '../../../base/values/clinic-time.ts'
import { normalisedEmail } from '../../../base/values/email.ts'
import { maskedEmail } from '../../../base/values/masked.ts'
import { invalid } from '../../../base/values/problem.ts'
import { countSmsSegments } from '../../../base/values/sms-segments.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import {
  defaultLanguage,
  type NoticeKind,
  type NoticeSettings,
  type NoticeText,
  noticeKinds,
  placeholders,
} from '../../../clinic/notices/notice-settings.ts'
import {
  fillText,
  isNoticeBody,
  isNoticeShort,
  isNoticeSubject,
  noticeText,
  placeholderValues,
} from '../../../clinic/notices/notice-text.ts'
import { problem } from '../problems.ts'
import { sampleVisit } from '../sample-visit.ts'

type PreviewContext = InWorkspace<Configured & { publicUrl(): string }>

const input = object({
  kind: choice(noticeKinds, 'What it tells.'),
  changes: optional(
    object(
      {
        language: optional(
          text('The language, which also determines how dates are formatted.', 'en', {
            minLength: 2,
            maxLength: 35,
          }),
        ),
        text: optional(
          object(
            {
              subject: text('The subject, with placeholders in braces.', 'Your visit at {clinic}', {
                maxLength: 1_000,
              }),
              body: text('The text.', 'Your visit with {practitioner} is on {date}.', {
                maxLength: 5_000,
              }),
              short: optional(
                text('The text of an SMS; the text when omitted.', '{clinic}: {date}, {time}.', {
                  maxLength: 2_000,
                }),
              ),
            },
            { description: 'If omitted, the text that comes with the service is used.' },
          ),
        ),
      },
      { description: 'Replaces the values of the settings.' },
    ),
  ),
})

type PreviewInput = Static<typeof input>

/** The message as a patient would get it by e-mail. */
async function previewMessage(
  { configurations, workspaceId, clock, publicUrl }: PreviewContext,
  { kind, changes }: PreviewInput,
): Promise<Required<NoticeText>> {
  const configuration = await configurations.of(workspaceId)
  const settings: NoticeSettings = changes
    ? changedSettings(kind, changes)
    : (configuration.notices ?? {})
  const now = clock.now()
  const visit = sampleVisit(configuration, kind, publicUrl(), now)
  const { language = defaultLanguage } = settings
  const facts = placeholderValues(visit, language, `${publicUrl()}/visit/example`)
  return fillText(noticeText(kind, settings, language), facts)
}

/** The settings with the changed text; refused if a clinic file with this text would be refused. */
function changedSettings(
  kind: NoticeKind,
  { language = defaultLanguage, text: changedText }: NonNullable<PreviewInput['changes']>,
): NoticeSettings {
  if (!isLanguage(language)) throw invalid('language must be a tag such as en or pt-BR')
  if (!changedText) return { language }
  const path = `workspace.notices.texts.${language}.${kind}`
  const placeholderRule = `with nothing in braces but ${placeholders.join(', ')}`
  const mistakes = [
    ...(isNoticeSubject(changedText.subject)
      ? []
      : [
          {
            path: `${path}.subject`,
            reason: `must be one line of 1 to 150 characters, ${placeholderRule}`,
          },
        ]),
    ...(isNoticeBody(changedText.body)
      ? []
      : [
          {
            path: `${path}.body`,
            reason: `must be text of 1 to 2000 characters, ${placeholderRule}`,
          },
        ]),
  ]
  if (changedText.short !== undefined && !isNoticeShort(changedText.short))
    mistakes.push({
      path: `${path}.short`,
      reason: `must be text of 1 to 600 characters, ${placeholderRule}`,
    })
  if (mistakes.length > 0) throw problem('CLINIC_FILE_INVALID', {}, { mistakes })
  return { language, texts: { [language]: { [kind]: changedText } } }
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

export const noticesPreview = workspaceOperation({
  name: 'notices-preview',
  right: 'setup:write',
  summary: 'Preview a notice for a made-up visit, as a patient would get it by e-mail.',
  input,
  output: object({
    subject: text('The subject.', 'Your visit at Sunrise Clinics'),
    body: text('The text.', 'Your visit is booked.'),
    short: text('The text of an SMS.', 'Sunrise: your visit is booked.'),
    smsSegments: integer('How many messages the SMS is charged as.', 1),
  }),
  async run(context: PreviewContext, asked) {
    const message = await previewMessage(context, asked)
    return { ...message, smsSegments: countSmsSegments(message.short) }
  },
})

const staffAddress = statement(
  'staff_address',
  { takes: { workspaceId: 'bigint', id: 'bigint' }, returns: { name: 'text', email: 'text?' } },
  `
  select display_name as name, email
  from users
  where workspace_id = :workspaceId and id = :id and status = 'active'`,
)

// The limit for each workspace: enough for manual tests, too few to fill a mailbox.
const testsPerMinute = 5

export const noticesTest = workspaceOperation({
  name: 'notices-test',
  once: 'BY_ITSELF',
  right: 'setup:write',
  summary:
    'Send a test notice about a made-up visit to a staff member by e-mail, as a patient would get it.',
  input: object({
    ...input.properties,
    staffId: optional(id('The staff member; default: the one who sends the request.', 7)),
  }),
  output: object({ destination: text('The masked recipient.', 'n***@sunrise.example') }),
  async run(
    services: PreviewContext & { rails: MessageRails; spend: Counters['spend'] },
    { staffId, ...asked },
  ) {
    const { database, clock, actor, workspaceId, rails, spend } = services
    const userId = staffId ?? (actor.kind === 'staff' ? actor.userId : undefined)
    if (userId === undefined) throw problem('TEST_NOTICE_HAS_NO_RECIPIENT')
    const { subject, body } = await previewMessage(services, asked)
    const [member] = await database.rows(staffAddress, { workspaceId, id: userId })
    if (!member) throw problem('ACTIVE_STAFF_NOT_FOUND', { id: userId })
    if (member.email === null) throw problem('TEST_NOTICE_HAS_NO_ADDRESS', { name: member.name })
    const spendResult = await spend(
      [{ name: `test notices of ${workspaceId}`, limit: testsPerMinute }],
      clock.now(),
    )
    if (spendResult?.allowed === false)
      throw problem('TEST_NOTICE_LIMIT_REACHED', {
        most: testsPerMinute,
        seconds: spendResult.retryAfterSeconds,
      })
    const { timezone } = await services.configurations.of(workspaceId)
    await countMemberSend(database, services, 'TEST_NOTICE', dateAt(timezone, clock.now()))
    const destination = normalisedEmail(member.email)
    try {
      await rails.send(workspaceId, {
        channel: 'email',
        destination,
        name: `test.${asked.kind}.${randomUUID()}`,
        subject,
        text: body,
        calendars: [],
        template: null,
      })
    } catch (error) {
      if (error instanceof MessageUncertain)
        throw problem('TEST_NOTICE_MAY_BE_SENT', { reason: error.message })
      if (error instanceof MessageRefused)
        throw problem('TEST_NOTICE_NOT_SENT', { reason: error.message })
      throw error
    }
    return { destination: maskedEmail(destination) }
  },
})

export const noticePreviewOperations = [noticesPreview, noticesTest]
