// The ledger of money that moved through gateways. An entry moves an amount from one account to
// another, so the accounts always balance; the database ensures that each payment is captured once
// and refunded once.

import type { Queries } from '../../base/db/database.ts'
import { narrowType, statement } from '../../base/db/statement.ts'
import type { Instant } from '../../base/values/clinic-time.ts'

/**
 * GATEWAY: what the gateway holds for the clinic. FEES: what the clinic has earned. OWED_BACK: late
 * payments, which are to be refunded.
 */
export type Account = 'GATEWAY' | 'FEES' | 'OWED_BACK'
export type LedgerCause = 'CAPTURED' | 'REFUNDED'

const insertEntry = statement(
  'insert_ledger_entry',
  {
    takes: {
      workspaceId: 'bigint',
      paymentSessionId: 'bigint',
      cause: narrowType<LedgerCause>('text'),
      debit: narrowType<Account>('text'),
      credit: narrowType<Account>('text'),
      amountMinor: 'bigint',
      currency: 'text',
      now: 'timestamptz',
    },
  },
  `
  insert into ledger_entries (workspace_id, payment_session_id, at, cause, debit, credit, amount_minor, currency)
  values (:workspaceId, :paymentSessionId, :now, :cause, :debit, :credit, :amountMinor, :currency)`,
)

interface LedgerMovement {
  workspaceId: number
  paymentSessionId: number
  amountMinor: number
  currency: string
  now: Instant
}

/**
 * Records a captured payment: to `FEES` for an active booking, to `OWED_BACK` for a booking that
 * was given up.
 */
export async function recordCapture(
  queries: Queries,
  movement: LedgerMovement,
  account: Exclude<Account, 'GATEWAY'>,
): Promise<void> {
  await queries.rows(insertEntry, {
    ...movement,
    cause: 'CAPTURED',
    debit: 'GATEWAY',
    credit: account,
  })
}

/** Records that money was refunded from an account. */
export async function recordReturn(
  queries: Queries,
  movement: LedgerMovement,
  account: Exclude<Account, 'GATEWAY'>,
): Promise<void> {
  await queries.rows(insertEntry, {
    ...movement,
    cause: 'REFUNDED',
    debit: account,
    credit: 'GATEWAY',
  })
}
