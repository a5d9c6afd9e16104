// Every operation there is, in one list.

import { Type } from 'typebox'
import { integer, object } from '../http/schemas.ts'
import { advanceClock } from '../ports/clock-queries.ts'
import { secretProblems } from '../ports/messages/message-settings.ts'
import { newestOfOutbox } from '../ports/messages/outbox-queries.ts'
import { outboxMessagesMax } from '../ports/messages/outbox-rail.ts'
import { isoAt } from '../values/clinic-time.ts'
import { readClinicFile } from './clinic-file.ts'
import { entitlementOperations } from './entitlement-operations.ts'
import { idsOf, importClinic } from './import-clinic.ts'
import { keyOperations } from './key-operations.ts'
import { type Operation, OperatorProblem, operation } from './operation.ts'
import { patientOperations } from './patient-operations.ts'
import { staffOperations } from './staff-operations.ts'
import { workspaceIdOf, workspaceName } from './which-workspace.ts'

// Beyond it calendars end, and a clock never goes back.
const clockMax = Date.parse('2100-01-01T00:00:00Z')

export const operations: readonly Operation[] = [
  operation('workspace-import', object({ source: Type.String() }), async ({ database, clock, configurations, environment }, { source }) => {
    const read = readClinicFile(source)
    if ('mistakes' in read) throw new OperatorProblem('the clinic file has mistakes and nothing was imported', 'mend them and import it again', read.mistakes)
    const { workspaceId, ids } = await importClinic(database, read.file, clock.now())
    configurations.forget(workspaceId)
    const { name, messages = {} } = read.file.workspace
    // The command may run elsewhere than the service, so it is no mistake.
    const warnings = secretProblems(messages, environment).map(
      (problem) => `${problem} here; where the service runs in production, it refuses messages until this is mended`,
    )
    return { workspaceId, workspace: name, ids, warnings }
  }),

  operation('ids', object({ workspace: workspaceName }), async ({ database }, { workspace }) => idsOf(database, await workspaceIdOf(database, workspace))),

  ...keyOperations,
  ...entitlementOperations,
  ...staffOperations,
  ...patientOperations,

  operation(
    'outbox-show',
    object({ workspace: workspaceName, limit: integer('How many messages.', 20, { minimum: 1, maximum: outboxMessagesMax }) }),
    async ({ database, mode }, { workspace, limit }) => {
      if (mode !== 'sandbox')
        throw new OperatorProblem('a production instance keeps no outbox', 'its messages go out as the clinic file says; a sandbox shows them')
      const messages = await database.rows(newestOfOutbox, [await workspaceIdOf(database, workspace), limit])
      return messages.map(({ sentAt, ...message }) => ({ sentAt: isoAt('UTC', sentAt), ...message }))
    },
  ),

  operation('clock-show', object({}), async ({ clock, mode, followClock }) => {
    await followClock()
    return { now: isoAt('UTC', clock.now()), mode, hostLagMs: clock.skewMs(), advancedMs: clock.sandboxOffsetMs() }
  }),

  operation(
    'clock-advance',
    object({ ms: integer('How far, in milliseconds.', 1_800_000, { minimum: 1, maximum: 10 * 366 * 86_400_000 }) }),
    async ({ database, clock, mode, followClock }, { ms }) => {
      if (mode !== 'sandbox')
        throw new OperatorProblem('the clock of a production instance does not move', 'use a sandbox: CLINIC_MODE=sandbox and a database of its own')
      if (clock.now() + ms > clockMax)
        throw new OperatorProblem('the clock goes to the year 2100 at most', 'advance it less, or start a new sandbox with another CLINIC_DATA')
      await database.rows(advanceClock, [ms])
      await followClock()
      return { now: isoAt('UTC', clock.now()), mode, advancedMs: clock.sandboxOffsetMs() }
    },
  ),
]
