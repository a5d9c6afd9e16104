// A process that issues receipts for desk payments, many at a time, and may kill itself at a point
// that its environment names.

import { once } from 'node:events'
import { Problem } from '../../src/base/values/problem.ts'
import { openApplication } from '../../src/doors/app/application.ts'
import { runForOperator } from '../../src/doors/register/run-operation.ts'
import { receiptGive } from '../../src/money/desk/operations/receipts.ts'
import { armKillPoint, type KillPoint } from '../support/database/kill-point.ts'

const [connectionString = '', workspace = '', payments = ''] = process.argv.slice(2)
const { KILL_POINT } = process.env
if (KILL_POINT) armKillPoint(JSON.parse(KILL_POINT) as KillPoint)
const application = await openApplication({
  connection: { connectionString },
  mode: 'sandbox',
  databaseConnections: 10,
})
const context = {
  ...application,
  actor: { kind: 'operator', name: 'process' },
  progress: undefined,
} as const
/** Gives receipts. On a slow machine so many would wait for a connection longer than allowed. */
async function giveReceipts(deskPaymentId: string): Promise<string | undefined> {
  for (;;) {
    try {
      const { receipt } = await runForOperator(receiptGive, context, {
        workspace,
        deskPaymentId: Number(deskPaymentId),
      })
      return receipt?.number
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'BUSY') throw error
    }
  }
}

// Both processes start at the same moment.
process.stdout.write('ready\n')
await once(process.stdin, 'data')
await Promise.all(
  payments
    .split(',')
    .map(async (payment) => process.stdout.write(`${payment} ${await giveReceipts(payment)}\n`)),
)
await application.close()
process.exit()
