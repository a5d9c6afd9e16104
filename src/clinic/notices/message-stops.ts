// Contacts that want no more notices by a channel (MSG-06). A stop belongs to the contact and not to
// a record: merges, imports and new records of the same person do not lift it.

import type { Queries } from '../../base/db/database.ts'
import { narrowType, statement } from '../../base/db/statement.ts'
import type { Channel } from '../../base/messages/channels.ts'
import { readWholeWord } from '../../base/messages/whole-word.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import type { NoticeKind } from './notice-settings.ts'

/** Notices about money that is returned: they are sent whether the patient wants them or not. */
const requiredKinds: readonly NoticeKind[] = ['expiry', 'refund']

/** Whether a stop holds for notices of a kind. */
export const canBeStopped = (kind: NoticeKind) => !requiredKinds.includes(kind)

/** How a stop was asked for: on the page for stopping, by a word, or by staff for the patient. */
export const stopRequests = ['LINK', 'WORD', 'STAFF'] as const
export type StopRequest = (typeof stopRequests)[number]

const contactParameters = { workspaceId: 'bigint', destinationHash: 'bytea' } as const

const stopsOfContacts = statement(
  'stops_of_contacts',
  {
    takes: { workspaceId: 'bigint', emailHash: 'bytea?', phoneHash: 'bytea?' },
    returns: {
      channel: narrowType<Channel>('text'),
      stoppedAt: 'timestamptz',
      askedBy: narrowType<StopRequest>('text'),
    },
  },
  `
  select channel, stopped_at as "stoppedAt", asked_by as "askedBy"
  from message_stops
  where workspace_id = :workspaceId and (destination_hash = :emailHash::bytea or destination_hash = :phoneHash::bytea)`,
)

/** The stops of a patient's contacts, at most one for each channel. */
export const loadStops = (
  queries: Queries,
  workspaceId: number,
  hashes: { emailHash: Buffer | null; phoneHash: Buffer | null },
) => queries.rows(stopsOfContacts, { workspaceId, ...hashes })

/** The channels that the contacts of a patient have stopped. */
export async function listStops(...arguments_: Parameters<typeof loadStops>): Promise<Channel[]> {
  return (await loadStops(...arguments_)).map(({ channel }) => channel)
}

const insertStop = statement(
  'insert_message_stop',
  {
    takes: {
      ...contactParameters,
      channel: narrowType<Channel>('text'),
      askedBy: narrowType<StopRequest>('text'),
      now: 'timestamptz',
      onlyNoticed: 'boolean',
    },
  },
  `
  insert into message_stops (workspace_id, channel, destination_hash, stopped_at, asked_by)
  select :workspaceId, :channel, :destinationHash, :now, :askedBy
  where not :onlyNoticed or exists (
    select from notices
    where workspace_id = :workspaceId and destination_hash = :destinationHash and state in ('SENDING', 'SENT', 'UNKNOWN')
  )
  on conflict do nothing`,
)

const deleteStop = statement(
  'delete_message_stop',
  { takes: { ...contactParameters, channel: narrowType<Channel>('text') } },
  `
  delete from message_stops
  where workspace_id = :workspaceId and channel = :channel and destination_hash = :destinationHash`,
)

interface StopChange {
  workspaceId: number
  channel: Channel
  destinationHash: Buffer
}

/**
 * Stops notices to a contact by a channel. By a word, only for one that has had a notice: anyone can
 * write to the clinic's number.
 */
export async function stopMessages(
  queries: Queries,
  change: StopChange & { askedBy: StopRequest; now: Instant },
): Promise<void> {
  await queries.rows(insertStop, { ...change, onlyNoticed: change.askedBy === 'WORD' })
}

/** Sends notices to a contact by a channel again. */
export async function resumeMessages(queries: Queries, change: StopChange): Promise<void> {
  await queries.rows(deleteStop, change)
}

// Whole messages, in the languages of the pages. Not `cancel` and `end`, which carriers also know:
// patients write them about a visit.
const stopWords = new Set(
  [
    ['stop', 'stopall', 'stop all', 'unsubscribe', 'opt out', 'optout'],
    ['stopp', 'abmelden', 'baja', 'alto', 'arrêt', 'arret', 'désabonner', 'parar', 'sair'],
    ['रोकें', 'बंद करें', 'إيقاف', 'توقف', '退订', '停止'],
  ].flat(),
)
const resumeWords = new Set(
  [
    ['start', 'unstop', 'subscribe', 'alta', 'anmelden', 'reprendre', 'voltar'],
    ['शुरू करें', 'بدء', 'اشتراك', '订阅', '开始'],
  ].flat(),
)

/** What a message of a patient asks for, if it is one whole word of those; undefined for others. */
export function readStopWord(text: string): 'STOP' | 'RESUME' | undefined {
  const word = readWholeWord(text) ?? ''
  if (stopWords.has(word)) return 'STOP'
  return resumeWords.has(word) ? 'RESUME' : undefined
}
