// Messages that a member of staff sends by hand are limited for each member and day: they go out in
// the clinic's name.

import type { Queries } from '../db/database.ts'
import { narrowType, statement } from '../db/statement.ts'
import { type Actor, actingMemberId } from '../operations/actor.ts'
import type { CalendarDate } from '../values/calendar-date.ts'
import { problem } from './problems.ts'

/**
 * How many messages of a kind a member sends in a day; a receipt goes elsewhere if its address is
 * not the patient's.
 */
const sendsMax = { RECEIPT: 300, RECEIPT_ELSEWHERE: 20, TEST_NOTICE: 20, INVITATION: 50 } as const

type Kind = keyof typeof sendsMax

const takeMemberSend = statement(
  'take_member_send',
  {
    takes: {
      workspaceId: 'bigint',
      userId: 'bigint',
      kind: narrowType<Kind>('text'),
      day: 'date',
      most: 'integer',
    },
    returns: { sends: 'integer' },
  },
  `
  insert into member_sends as known (workspace_id, user_id, kind, day, sends)
  values (:workspaceId, :userId, :kind, :day, 1)
  on conflict on constraint member_sends_pkey do update
  set day = excluded.day, sends = case when known.day = excluded.day then known.sends + 1 else 1 end
  where known.day <> excluded.day or known.sends < :most
  returning sends`,
)

/**
 * Counts a message that is about to be sent; those of operators are not limited. `day`: in the zone
 * of the workspace.
 * @throws {Problem} DAILY_MESSAGE_LIMIT_REACHED
 */
export async function countMemberSend(
  queries: Queries,
  { workspaceId, actor }: { workspaceId: number; actor: Actor },
  kind: Kind,
  day: CalendarDate,
) {
  const userId = actingMemberId(actor)
  if (userId === null) return
  const sendsOfKindMax = sendsMax[kind]
  const [counted] = await queries.rows(takeMemberSend, {
    workspaceId,
    userId,
    kind,
    day,
    most: sendsOfKindMax,
  })
  if (!counted) throw problem('DAILY_MESSAGE_LIMIT_REACHED', { most: sendsOfKindMax })
}
