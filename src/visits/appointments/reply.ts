// What a patient can do to a visit by answering a notice of it: confirm it (MSG-05).

import type { Database } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { Problem } from '../../base/values/problem.ts'
import { type ChangeServices, changeStatus } from './change-status.ts'
import { requesterFromLink } from './patient-limits.ts'

const upcomingOf = statement(
  'upcoming_of_visits',
  {
    takes: { workspaceId: 'bigint', appointmentIds: 'bigint[]', now: 'timestamptz' },
    returns: { id: 'bigint' },
  },
  `
  select id
  from appointments
  where workspace_id = :workspaceId and id = any(:appointmentIds) and from_at > :now and status in ('SCHEDULED', 'CONFIRMED', 'RESCHEDULED')
  order by from_at, id`,
)

/** Of some visits, those that are still to begin and not cancelled, in order of their start. */
export async function listUpcoming(
  database: Database,
  workspaceId: number,
  appointmentIds: readonly number[],
  now: Instant,
): Promise<number[]> {
  const rows = await database.rows(upcomingOf, { workspaceId, appointmentIds, now })
  return rows.map(({ id }) => id)
}

/**
 * Confirms a visit in the name of its patient, as its page does; false if it cannot be confirmed. A
 * visit that is confirmed stays so.
 */
export async function confirmByReply(
  services: ChangeServices,
  workspaceId: number,
  appointmentId: number,
): Promise<boolean> {
  const requester = requesterFromLink(workspaceId, { kind: 'visit link' })
  try {
    await changeStatus(services, requester, appointmentId, {
      status: 'CONFIRMED',
      cancellationReason: null,
      refund: undefined,
      voided: false,
      returnsSession: false,
    })
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}
