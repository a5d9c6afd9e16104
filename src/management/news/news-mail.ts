// Mails what patients did to the members of staff who want that (MSG-07). A mail names no patient: it
// says what happened to which visit, and the dashboard has the rest.

import { findWords, serviceWords } from '../../../words/service.ts'
import type { Database } from '../../base/db/database.ts'
import type { RowOf } from '../../base/db/statement.ts'
import type { WorkKind } from '../../base/due-work/work.ts'
import type { MessageSettings } from '../../base/messages/channels.ts'
import { isMailAddress } from '../../base/messages/mailbox.ts'
import { type MessageRails, MessageRefused, MessageRejected } from '../../base/messages/rail.ts'
import { combineRights, includesRight } from '../../base/operations/rights.ts'
import type { Clock } from '../../base/ports/clock.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import type { MaybePromise } from '../../base/values/maybe-promise.ts'
import { nextMailAt, settledMs } from './mail-times.ts'
import { mailedMembers, newsOfPatients, setMailed } from './queries.ts'

export interface NewsMailServices {
  database: Database
  clock: Clock
  rails: MessageRails
  mode: 'sandbox' | 'production'
  settingsOf(
    workspaceId: number,
  ): MaybePromise<{ messages: MessageSettings | null; notices: { language?: string } | null }>
  /** The public origin of the dashboard; undefined if it is disabled. */
  dashboardUrl(): string | undefined
}

/** The kind of due work that mails news; its subject is the workspace. */
export const newsMailKind = 'staff-news'

// The first of them; the dashboard has the others.
const toldMax = 100
const retryMs = 10 * 60_000

type MailedMember = RowOf<typeof mailedMembers.returns>
type News = RowOf<typeof newsOfPatients.returns>

/** Runs as long as a member wants news by mail. */
export function newsMailWork(services: NewsMailServices): WorkKind {
  return {
    name: newsMailKind,
    // Only the database can make it fail.
    attemptsMax: 1_000,
    async run({ workspaceId }) {
      const now = services.clock.now()
      const dueTimes: Instant[] = []
      for (const member of await services.database.rows(mailedMembers, { workspaceId })) {
        const plan = { ...member, zone: member.timezone }
        const dueAt = nextMailAt(plan)
        if (dueAt > now) dueTimes.push(dueAt)
        else if (await tellMember(services, workspaceId, member, now - settledMs))
          dueTimes.push(nextMailAt({ ...plan, mailedAt: now - settledMs }))
        else dueTimes.push(now + retryMs)
      }
      return dueTimes.length === 0 ? undefined : Math.min(...dueTimes)
    },
  }
}

/** Mails a member the news until an instant; false if the mail has to be tried again. */
async function tellMember(
  { database, rails, mode, settingsOf, dashboardUrl }: NewsMailServices,
  workspaceId: number,
  member: MailedMember,
  until: Instant,
): Promise<boolean> {
  const { userId, email, mailedAt } = member
  const rights = combineRights(member.roles)
  const { messages, notices } = await settingsOf(workspaceId)
  const canBeMailed =
    email !== null && isMailAddress(email) && (mode === 'sandbox' || messages?.email !== undefined)
  const news =
    canBeMailed && includesRight(rights, 'visits:read')
      ? await database.rows(newsOfPatients, {
          workspaceId,
          doctorIds: rights.ownVisits ? [userId] : null,
          since: mailedAt,
          until,
          limit: toldMax,
        })
      : []
  if (news.length > 0 && canBeMailed) {
    const { subject, text } = newsMailText(news, member, notices?.language, dashboardUrl())
    try {
      await rails.send(workspaceId, {
        channel: 'email',
        destination: email,
        name: `${newsMailKind}.${userId}.${until}`,
        subject,
        text,
        calendars: [],
        template: null,
      })
    } catch (error) {
      if (!(error instanceof MessageRefused)) throw error
      // A second copy does less harm than none; an address that is refused for good gets none.
      if (!(error instanceof MessageRejected)) return false
    }
  }
  await database.rows(setMailed, { workspaceId, userId, until })
  return true
}

function newsMailText(
  news: readonly News[],
  { name, clinic, timezone }: MailedMember,
  language = 'en',
  dashboardUrl: string | undefined,
) {
  const { hello, news: words } = findWords('accountMail', language) ?? serviceWords.en.accountMail
  const format = (timeZone: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone, hourCycle: 'h23', ...options })
  const happened = format(timezone, { dateStyle: 'short', timeStyle: 'short' })
  const lines = news
    .toReversed()
    .map(({ at, kind, fromAt, timezone: zone, practitioner }) =>
      [
        happened.format(at),
        words.kinds[kind],
        practitioner,
        fromAt !== null &&
          zone !== null &&
          format(zone, { dateStyle: 'medium', timeStyle: 'short' }).format(fromAt),
      ]
        .filter(Boolean)
        .join(' · '),
    )
  return {
    subject: words.subject(news.length, clinic),
    text: [
      hello(name),
      '',
      words.before(clinic),
      '',
      ...lines,
      '',
      ...(dashboardUrl === undefined ? [] : [`${words.open}: ${dashboardUrl}/dashboard`, '']),
      words.after,
      '',
      clinic,
    ].join('\n'),
  }
}
