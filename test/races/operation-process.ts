// A process that runs one operation as a member of the staff, and may kill itself at a point that
// its environment names.

import type { Operation } from '../../src/base/operations/operation.ts'
import { openApplication } from '../../src/doors/app/application.ts'
import { getOperation } from '../../src/doors/register/register.ts'
import { runOperation } from '../../src/doors/register/run-operation.ts'
import { armKillPoint, type KillPoint } from '../support/database/kill-point.ts'

const [connectionString = '', workspaceId, userId, name = '', input = '{}', repeatKey] =
  process.argv.slice(2)
const { KILL_POINT } = process.env
if (KILL_POINT) armKillPoint(JSON.parse(KILL_POINT) as KillPoint)
const application = await openApplication({
  connection: { connectionString },
  mode: 'sandbox',
  databaseConnections: 5,
})
const actor = { kind: 'staff', userId: Number(userId) }
const context = {
  ...application,
  actor,
  workspaceId: Number(workspaceId),
  progress: undefined,
  repeatKey,
}
process.stdout.write(
  JSON.stringify(
    await runOperation(getOperation(name) as Operation, context as never, JSON.parse(input)),
  ),
)
await application.close()
process.exit()
