// Issues receipts: one for each payment, and a counter-receipt if it was corrected or refunded.
// Asking again returns the same ones. docs/decisions/money.md

import type { Database, Queries } from '../../base/db/database.ts'
import { type Actor, authorValues } from '../../base/operations/actor.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { recordAccess } from '../../clinic/audit/audit.ts'
import type { PayableName } from '../payments/payable-name.ts'
import { payableIds } from '../payments/payable-name.ts'
import { lockSessionRow } from '../payments/payment-session-queries.ts'
import { problem } from './problems.ts'
import {
  insertReceipt,
  latestPayment,
  lockDeskPayment,
  type PaymentName,
  paymentReceipts,
  type Receipt,
  type ReceiptFacts,
  receiptFacts,
  requestedDeskPayment,
  requestedOnlinePayment,
} from './receipt-queries.ts'

/** Identifies the payment in a request. */
export type RequestedPayment =
  | { deskPaymentId: number }
  | { sessionRef: string }
  | { payable: PayableName }

/** The content of a receipt, with its numbers if issued. */
export interface PaymentReceipt {
  facts: ReceiptFacts
  receipt: Receipt | undefined
  counterReceipt: Receipt | undefined
}

interface ReceiptContext {
  workspaceId: number
  actor: Actor
  now: Instant
}

/**
 * A payment and its receipt; reading the patient's record is audited. Throws a Problem if nothing
 * was paid.
 */
export function loadReceipt(
  database: Database,
  context: ReceiptContext,
  requested: RequestedPayment,
): Promise<PaymentReceipt> {
  return database.transaction(async (queries) =>
    readReceipt(
      queries,
      context,
      await findRequestedPayment(queries, context.workspaceId, requested),
    ),
  )
}

/**
 * Issues the receipt of a payment and, after a correction or refund, the counter-receipt; existing
 * ones are kept. Throws a Problem if there is none to issue.
 */
export function issueReceipt(
  database: Database,
  context: ReceiptContext,
  requested: RequestedPayment,
): Promise<PaymentReceipt> {
  return database.transaction(async (queries) => {
    const { workspaceId } = context
    const payment = await findRequestedPayment(queries, workspaceId, requested)
    // A parallel request waits here, and then finds the receipt.
    const { deskPaymentId, paymentSessionId } = payment
    if (deskPaymentId !== null)
      await queries.rows(lockDeskPayment, { workspaceId, id: deskPaymentId })
    if (paymentSessionId !== null)
      await queries.rows(lockSessionRow, { workspaceId, id: paymentSessionId })
    const current = await readReceipt(queries, context, payment)
    const { facts } = current
    const author = { workspaceId, now: context.now, ...authorValues(context.actor) }
    if (!current.receipt) {
      if (facts.undoneBy === 'CORRECTED') throw problem('RECEIPT_FOR_CORRECTED_PAYMENT')
      await queries.rows(insertReceipt, {
        ...author,
        cause: 'PAYMENT',
        ...payment,
        refundId: null,
        reversesId: null,
      })
    }
    if (facts.undoneBy !== null && !current.counterReceipt) {
      const { receipt } = current.receipt
        ? current
        : await loadNumberedReceipts(queries, workspaceId, payment)
      const reversal = {
        deskPaymentId: facts.correctionId,
        paymentSessionId: null,
        refundId: facts.refundId,
        reversesId: receipt?.id ?? null,
      }
      await queries.rows(insertReceipt, { ...author, cause: 'REVERSAL', ...reversal })
    }
    return { facts, ...(await loadNumberedReceipts(queries, workspaceId, payment)) }
  })
}

/** The requested payment; throws a Problem if there is none. */
async function findRequestedPayment(
  queries: Queries,
  workspaceId: number,
  requested: RequestedPayment,
): Promise<PaymentName> {
  if ('deskPaymentId' in requested) {
    const [found] = await queries.rows(requestedDeskPayment, {
      workspaceId,
      id: requested.deskPaymentId,
    })
    if (!found) throw problem('DESK_PAYMENT_NOT_FOUND', { id: requested.deskPaymentId })
    return { deskPaymentId: found.id, paymentSessionId: null }
  }
  if ('sessionRef' in requested) {
    const [found] = await queries.rows(requestedOnlinePayment, {
      workspaceId,
      sessionRef: requested.sessionRef,
    })
    if (!found) throw problem('NO_ONLINE_PAYMENT', { reference: requested.sessionRef })
    return { deskPaymentId: null, paymentSessionId: found.id }
  }
  const [found] = await queries.rows(latestPayment, {
    workspaceId,
    ...payableIds(requested.payable),
  })
  if (!found || (found.deskPaymentId === null && found.paymentSessionId === null))
    throw problem('RECEIPT_WITHOUT_PAYMENT')
  return found.deskPaymentId === null ? found : { ...found, paymentSessionId: null }
}

async function readReceipt(
  queries: Queries,
  { workspaceId, actor, now }: ReceiptContext,
  payment: PaymentName,
): Promise<PaymentReceipt> {
  const [facts] = await queries.rows(receiptFacts, { workspaceId, ...payment })
  if (!facts) throw problem('RECEIPT_WITHOUT_PAYMENT')
  const { appointmentId, visitId } = facts
  const auditFields = {
    ...(appointmentId !== null && { appointmentId }),
    ...(visitId !== null && { visitIds: [visitId] }),
  }
  await recordAccess(queries, workspaceId, actor, {
    action: 'READ',
    patientIds: [facts.patientId],
    ...auditFields,
    now,
  })
  return { facts, ...(await loadNumberedReceipts(queries, workspaceId, payment)) }
}

async function loadNumberedReceipts(queries: Queries, workspaceId: number, payment: PaymentName) {
  const issued = await queries.rows(paymentReceipts, { workspaceId, ...payment })
  return {
    receipt: issued.find(({ cause }) => cause === 'PAYMENT'),
    counterReceipt: issued.find(({ cause }) => cause === 'REVERSAL'),
  }
}
