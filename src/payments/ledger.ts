// The books of money that moved through gateways. An entry takes an amount from one account to another, so they balance by their form;
// each payment comes once and goes back once, which the database keeps.

import type { Queries } from '../db/database.ts'
import { narrowed, statement } from '../db/statement.ts'
import type { Instant } from '../values/clinic-time.ts'

/** GATEWAY: what the gateway holds for the clinic. FEES: what the clinic has earned. OWED_BACK: what came too late, and goes back. */
export type Account = 'GATEWAY' | 'FEES' | 'OWED_BACK'
export type LedgerCause = 'CAPTURED' | 'REFUNDED'

const insertEntry = statement(
  'insert_ledger_entry',
  {
    takes: {
      workspaceId: 'bigint',
      paymentSessionId: 'bigint',
      cause: narrowed<LedgerCause>('text'),
      debit: narrowed<Account>('text'),
      credit: narrowed<Account>('text'),
      amountMinor: 'bigint',
      currency: 'text',
      now: 'timestamptz',
    },
  },
  `
  insert into ledger_entries (workspace_id, payment_session_id, at, cause, debit, credit, amount_minor, currency)
  values (:workspaceId, :paymentSessionId, :now, :cause, :debit, :credit, :amountMinor, :currency)`,
)

interface Moved {
  workspaceId: number
  paymentSessionId: number
  amountMinor: number
  currency: string
  now: Instant
}

/** Notes that a payment came, for a booking that stands or, `FEES` or `OWED_BACK`, for one that is given up. */
export async function noteCapture(queries: Queries, moved: Moved, account: Exclude<Account, 'GATEWAY'>): Promise<void> {
  await queries.rows(insertEntry, { ...moved, cause: 'CAPTURED', debit: 'GATEWAY', credit: account })
}

/** Notes that money went back from where it lay. */
export async function noteReturn(queries: Queries, moved: Moved, account: Exclude<Account, 'GATEWAY'>): Promise<void> {
  await queries.rows(insertEntry, { ...moved, cause: 'REFUNDED', debit: account, credit: 'GATEWAY' })
}
