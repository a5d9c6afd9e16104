// Operations on what patients did: the bell of the dashboard, and the mails of a member.

import {
  choice,
  flag,
  id,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
  timestamp,
} from '../../../base/contract/schemas.ts'
import { plan } from '../../../base/due-work/work.ts'
import { type Actor, actingMemberId } from '../../../base/operations/actor.ts'
import { optionalWithDefault, workspaceOperation } from '../../../base/operations/operation.ts'
import { formatClock, isoAt, parseClock, parseInstant } from '../../../base/values/clinic-time.ts'
import { invalid } from '../../../base/values/problem.ts'
import { newsMailKind } from '../news-mail.ts'
import { problem } from '../problems.ts'
import {
  mailChoices,
  newsKinds,
  newsOfMember,
  newsOfPatients,
  setMails,
  setSeen,
} from '../queries.ts'

const dayMs = 24 * 3_600_000
const listedDays = 14
const listedMax = 100

/** The member whose news they are: the one who is signed in, or one that an operator names. */
function findMember(actor: Actor, named: number | undefined): number {
  const userId = actor.kind === 'operator' ? named : actingMemberId(actor)
  if (userId == null) throw problem('NEWS_NEED_A_MEMBER')
  return userId
}

const memberInput = optional(
  id('The member of staff, for an operator; a member always acts for themselves.', 5),
)

export const newsList = workspaceOperation({
  name: 'news-list',
  right: 'visits:read',
  about: 'doctors',
  summary: `List what patients did in the last ${listedDays} days, newest first: booked, moved, cancelled, confirmed, paid, wrote.`,
  input: object({
    doctorIds: optional(list(id('A practitioner.', 5), 'Only news of their visits.')),
    limit: optionalWithDefault(
      integer(`How many, up to ${listedMax}.`, 30, { minimum: 1, maximum: listedMax }),
      30,
    ),
  }),
  output: object({
    news: list(
      object({
        at: timestamp('When the patient did it.'),
        kind: choice(newsKinds, 'What the patient did.'),
        visitId: nullable(id('The visit or token; null: a message about none.', 42)),
        isToken: flag('Whether it is a token of a queue.'),
        addressId: nullable(id('Its location.', 1)),
        startsAt: nullable(timestamp('Its start, for a visit with a time.')),
        practitioner: nullable(text('With whom it is.', 'Dr Asha Rao')),
        patientId: nullable(id('The patient; null once erased.', 17)),
        firstName: nullable(text('Their first name.', 'Meera')),
        lastName: nullable(text('Their last name.', 'Iyer')),
      }),
      'The news.',
    ),
    unseen: integer('How many of them the member has not seen yet.', 2),
    mails: choice(mailChoices, 'How the member gets them by mail.'),
    mailTime: nullable(text('When the mail of a day goes out.', '18:00')),
  }),
  async run({ database, clock, actor, workspaceId }, { doctorIds = null, limit }) {
    const now = clock.now()
    const userId = actingMemberId(actor)
    const [member] =
      userId === null ? [] : await database.rows(newsOfMember, { workspaceId, userId })
    const rows = await database.rows(newsOfPatients, {
      workspaceId,
      doctorIds,
      since: now - listedDays * dayMs,
      until: now,
      limit,
    })
    // To a new member, only the news of a day are new.
    const seenAt = member?.seenAt ?? now - dayMs
    return {
      news: rows.map(({ at, fromAt, timezone, ...news }) => ({
        ...news,
        at: isoAt('UTC', at),
        startsAt: fromAt === null ? null : isoAt(timezone ?? 'UTC', fromAt),
      })),
      unseen: userId === null ? 0 : rows.filter(({ at }) => at > seenAt).length,
      mails: member?.mails ?? 'NONE',
      mailTime: member?.mailMinute == null ? null : formatClock(member.mailMinute),
    }
  },
})

export const newsSeen = workspaceOperation({
  name: 'news-seen',
  right: 'visits:read',
  about: 'no record',
  summary: 'Mark the news up to an instant as seen by a member of staff.',
  input: object({
    until: timestamp('The time of the newest one that was seen.'),
    userId: memberInput,
  }),
  output: object({ until: timestamp('Up to when they are seen.') }),
  async run({ database, actor, clock, workspaceId }, { until, userId: named }) {
    const userId = findMember(actor, named)
    const seenAt = Math.min(parseInstant(until) ?? 0, clock.now())
    const [member] = await database.rows(setSeen, { workspaceId, userId, until: seenAt })
    if (!member) throw problem('ACTIVE_STAFF_NOT_FOUND', { id: userId })
    return { until: isoAt('UTC', seenAt) }
  },
})

export const newsMail = workspaceOperation({
  name: 'news-mail',
  right: 'visits:read',
  about: 'no record',
  summary: 'Choose how a member of staff gets the news of patients by mail.',
  input: object({
    mails: choice(mailChoices, 'At once, gathered by the hour, once a day at a time, or not.'),
    time: optional(text('For DAILY: the time of day, in the zone of the workspace.', '18:00')),
    userId: memberInput,
  }),
  output: object({
    mails: choice(mailChoices, 'How the news come.'),
    mailTime: nullable(text('When the mail of a day goes out.', '18:00')),
  }),
  async run({ database, clock, actor, workspaceId }, { mails, time, userId: named }) {
    const userId = findMember(actor, named)
    const mailMinute = time === undefined ? undefined : parseClock(time, 1_439)
    if ((mails === 'DAILY') !== (mailMinute !== undefined))
      throw invalid('DAILY needs a time of day such as 18:00, and only DAILY has one')
    const now = clock.now()
    await database.transaction(async (queries) => {
      const [member] = await queries.rows(setMails, {
        workspaceId,
        userId,
        mails,
        mailMinute: mailMinute ?? null,
        now,
      })
      if (!member) throw problem('ACTIVE_STAFF_NOT_FOUND', { id: userId })
      if (mails !== 'NONE')
        await plan(queries, {
          workspaceId,
          kind: newsMailKind,
          subjectId: workspaceId,
          dueAt: now,
        })
    })
    return { mails, mailTime: mailMinute === undefined ? null : formatClock(mailMinute) }
  },
})
