// Issues receipts: one for each payment, and a counter-receipt if it was corrected or refunded. Asking again returns the same ones.
// docs/decisions/money.md

import type { Database, Queries } from '../../base/db/database.ts'
import { type Actor, whoValues } from '../../base/operations/actor.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { problem } from '../../base/values/problem.ts'
import { note } from '../../clinic/audit/audit.ts'
import type { PayableName } from '../payments/payable-name.ts'
import { payableIds } from '../payments/payable-name.ts'
import { holdSession } from '../payments/payment-session-queries.ts'
import {
  deskPaymentMeant,
  factsOfPayment,
  holdDeskPayment,
  insertReceipt,
  onlinePaymentMeant,
  type PaymentName,
  paymentOfPayable,
  type Receipt,
  type ReceiptFacts,
  receiptsOfPayment,
} from './receipt-queries.ts'

/** A payment, as the request identifies it. */
export type AskedPayment = { deskPaymentId: number } | { sessionRef: string } | { payable: PayableName }

/** The content of a receipt, with its numbers if issued. */
export interface KnownReceipt {
  facts: ReceiptFacts
  receipt: Receipt | undefined
  counterReceipt: Receipt | undefined
}

interface By {
  workspaceId: number
  actor: Actor
  now: Instant
}

/** A payment and its receipt; the read of the patient's record is audited. Throws a Problem if nothing was paid. */
export function knownReceipt(database: Database, by: By, asked: AskedPayment): Promise<KnownReceipt> {
  return database.transaction(async (queries) => read(queries, by, await paymentMeant(queries, by.workspaceId, asked)))
}

/**
 * Issues the receipt of a payment and, after a correction or refund, the counter-receipt; existing ones are kept. Throws a Problem if there
 * is none to issue.
 */
export function giveReceipt(database: Database, by: By, asked: AskedPayment): Promise<KnownReceipt> {
  return database.transaction(async (queries) => {
    const { workspaceId } = by
    const payment = await paymentMeant(queries, workspaceId, asked)
    // A parallel request waits here, and then finds the receipt.
    const { deskPaymentId, paymentSessionId } = payment
    if (deskPaymentId !== null) await queries.rows(holdDeskPayment, { workspaceId, id: deskPaymentId })
    if (paymentSessionId !== null) await queries.rows(holdSession, { workspaceId, id: paymentSessionId })
    const known = await read(queries, by, payment)
    const { facts } = known
    const who = { workspaceId, now: by.now, ...whoValues(by.actor) }
    if (!known.receipt) {
      if (facts.undoneBy === 'CORRECTED') throw problem('RECEIPT_OF_CORRECTED')
      await queries.rows(insertReceipt, { ...who, cause: 'PAYMENT', ...payment, refundId: null, reversesId: null })
    }
    if (facts.undoneBy !== null && !known.counterReceipt) {
      const { receipt } = known.receipt ? known : await numbered(queries, workspaceId, payment)
      const undone = { deskPaymentId: facts.correctionId, paymentSessionId: null, refundId: facts.refundId, reversesId: receipt?.id ?? null }
      await queries.rows(insertReceipt, { ...who, cause: 'REVERSAL', ...undone })
    }
    return { facts, ...(await numbered(queries, workspaceId, payment)) }
  })
}

/** The requested payment; throws a Problem if there is none. */
async function paymentMeant(queries: Queries, workspaceId: number, asked: AskedPayment): Promise<PaymentName> {
  if ('deskPaymentId' in asked) {
    const [found] = await queries.rows(deskPaymentMeant, { workspaceId, id: asked.deskPaymentId })
    if (!found) throw problem('DESK_PAYMENT_NOT_FOUND', { id: asked.deskPaymentId })
    return { deskPaymentId: found.id, paymentSessionId: null }
  }
  if ('sessionRef' in asked) {
    const [found] = await queries.rows(onlinePaymentMeant, { workspaceId, sessionRef: asked.sessionRef })
    if (!found) throw problem('NOTHING_PAID_ONLINE', { reference: asked.sessionRef })
    return { deskPaymentId: null, paymentSessionId: found.id }
  }
  const [found] = await queries.rows(paymentOfPayable, { workspaceId, ...payableIds(asked.payable) })
  if (!found || (found.deskPaymentId === null && found.paymentSessionId === null)) throw problem('RECEIPT_OF_NOTHING')
  return found.deskPaymentId === null ? found : { ...found, paymentSessionId: null }
}

async function read(queries: Queries, { workspaceId, actor, now }: By, payment: PaymentName): Promise<KnownReceipt> {
  const [facts] = await queries.rows(factsOfPayment, { workspaceId, ...payment })
  if (!facts) throw problem('RECEIPT_OF_NOTHING')
  const { appointmentId, visitId } = facts
  const about = { ...(appointmentId !== null && { appointmentId }), ...(visitId !== null && { visitIds: [visitId] }) }
  await note(queries, workspaceId, actor, { action: 'READ', patientIds: [facts.patientId], ...about, now })
  return { facts, ...(await numbered(queries, workspaceId, payment)) }
}

async function numbered(queries: Queries, workspaceId: number, payment: PaymentName) {
  const given = await queries.rows(receiptsOfPayment, { workspaceId, ...payment })
  return { receipt: given.find(({ cause }) => cause === 'PAYMENT'), counterReceipt: given.find(({ cause }) => cause === 'REVERSAL') }
}

const digits = 6

/** `1-2030-000012`: location, year, number; location 0 is for payments without one. Pure. */
export function receiptNumber({ locationId, year, number }: Pick<Receipt, 'locationId' | 'year' | 'number'>): string {
  return `${locationId ?? 0}-${year}-${String(number).padStart(digits, '0')}`
}
