// A patient gives up their own token, until it is called.

import type { Configuration, Configurations } from '../catalogue/configuration.ts'
import type { Actor } from '../operations/actor.ts'
import { problem } from '../values/problem.ts'
import { tokenDisplay } from './queue-visit.ts'
import { act, heldQueue, named, type QueueServices, visitOfToken } from './run-queue.ts'
import { dayOfVisit } from './staff-queries.ts'
import type { VisitStatus } from './visit-status.ts'

/** Whether a patient may give up a token of this practitioner in its present status. */
export function mayGiveUp({ doctors }: Pick<Configuration, 'doctors'>, { doctorId, status }: { doctorId: number; status: VisitStatus }): boolean {
  return status === 'WAITING' && doctors.some(({ id, allowCancellation }) => id === doctorId && allowCancellation)
}

/** Cancels a token; throws the problem that prevents it, and nothing has then changed. */
export async function giveUpToken(
  { database, clock, configurations }: QueueServices & { configurations: Configurations },
  { workspaceId, actor, visitId }: { workspaceId: number; actor: Actor; visitId: number },
): Promise<void> {
  // Read before the transaction, which holds a connection.
  const configuration = await configurations.of(workspaceId)
  await database.transaction(async (queries) => {
    const [found] = await queries.rows(dayOfVisit, { workspaceId, visitId })
    const queue = found && (await heldQueue(queries, { workspaceId, ...found, actor }, clock))
    if (!queue) throw problem('APPOINTMENT_NOT_FOUND')
    const visit = await visitOfToken(queries, queue, found.tokenNumber)
    const { status } = visit
    if (status !== 'WAITING') throw problem('TOKEN_NOT_ACTABLE', { ...named(queue.in), token: tokenDisplay(visit), status, wanted: 'given up' })
    if (!mayGiveUp(configuration, { ...found, status })) {
      throw problem('CHANGE_NOT_PERMITTED', { reason: "This practitioner's tokens cannot be cancelled from a web page" })
    }
    await act(queries, queue, found.tokenNumber, 'cancel')
  })
}
