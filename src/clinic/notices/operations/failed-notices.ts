// What failed in the last days, with the reasons: a number that changed, an account without credit,
// a text that the carrier refuses.

import { integer, list, nullable, object, text, timestamp } from '../../../base/contract/schemas.ts'
import { statement } from '../../../base/db/statement.ts'
import { optionalWithDefault, workspaceOperation } from '../../../base/operations/operation.ts'
import { isoAt } from '../../../base/values/clinic-time.ts'
import { failedCondition, noticeColumns, noticeSelectList } from '../queries.ts'
import { noticeOutput } from './notices.ts'

const dayMs = 24 * 3_600_000
const daysMax = 30
const listedMax = 100
const reasonsMax = 20
/** Beyond these, the counts say only that there are at least so many. */
const countedMax = 50_000

const sinceParameters = { workspaceId: 'bigint', since: 'timestamptz', max: 'bigint' } as const

const failedNotices = statement(
  'failed_notices',
  { takes: sinceParameters, returns: noticeColumns },
  `
  select ${noticeSelectList}
  from notices n
  where workspace_id = :workspaceId and at > :since and ${failedCondition}
  order by at desc
  limit :max`,
)

const failureReasons = statement(
  'reasons_of_failed_notices',
  {
    takes: { ...sinceParameters, reasonsMax: 'bigint' },
    returns: { channel: 'text?', reason: 'text', count: 'bigint', lastAt: 'timestamptz' },
  },
  `
  select channel, reason, count(*) as count, max(at) as "lastAt"
  from (
    select channel, coalesce(error, delivery_code, delivery, state) as reason, at
    from notices
    where workspace_id = :workspaceId and at > :since and ${failedCondition}
    order by at desc
    limit :max
  ) as failed
  group by channel, reason
  order by count(*) desc, max(at) desc
  limit :reasonsMax`,
)

const countsOfChannels = statement(
  'counts_of_channels',
  {
    takes: sinceParameters,
    returns: { channel: 'text?', sent: 'bigint', failed: 'bigint' },
  },
  `
  select channel, count(*) filter (where not has_failed) as sent, count(*) filter (where has_failed) as failed
  from (
    (
      select channel, false as has_failed
      from notices
      where workspace_id = :workspaceId and at > :since and state in ('SENDING', 'SENT') and delivery is distinct from 'UNDELIVERED'
      limit :max
    )
    union all
    (
      select channel, true
      from notices
      where workspace_id = :workspaceId and at > :since and ${failedCondition}
      limit :max
    )
  ) as counted
  group by channel
  order by channel`,
)

export const noticesFailures = workspaceOperation({
  name: 'notices-failures',
  right: 'visits:read',
  about: 'the whole clinic',
  summary: 'Show which notices of the last days failed, or may not have arrived, and why.',
  input: object({
    days: optionalWithDefault(
      integer(`How many days, up to ${daysMax}.`, 7, { minimum: 1, maximum: daysMax }),
      7,
    ),
  }),
  output: object({
    since: timestamp('From when on.'),
    channels: list(
      object({
        channel: nullable(text('How they were sent; null: not at all.', 'sms')),
        sent: integer(`How many went out; counted up to ${countedMax}.`, 412),
        failed: integer('How many failed or may not have arrived.', 3),
      }),
      'The channels.',
    ),
    reasons: list(
      object({
        channel: nullable(text('How they were sent.', 'sms')),
        reason: text('Why they failed, or the code of the carrier.', '30003'),
        count: integer('How many.', 3),
        lastAt: timestamp('When the last one failed.'),
      }),
      `The ${reasonsMax} most frequent reasons.`,
    ),
    notices: list(noticeOutput, `The last ${listedMax} of them, newest first.`),
  }),
  async run({ database, clock, workspaceId }, { days }) {
    const since = clock.now() - days * dayMs
    const counted = { workspaceId, since, max: countedMax }
    const channels = await database.rows(countsOfChannels, counted)
    const reasons = await database.rows(failureReasons, { ...counted, reasonsMax })
    const failed = await database.rows(failedNotices, { workspaceId, since, max: listedMax })
    return {
      since: isoAt('UTC', since),
      channels,
      reasons: reasons.map(({ lastAt, ...reason }) => ({
        ...reason,
        lastAt: isoAt('UTC', lastAt),
      })),
      notices: failed.map((row) => ({ ...row, at: isoAt('UTC', row.at) })),
    }
  },
})
