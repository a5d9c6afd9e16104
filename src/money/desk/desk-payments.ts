// Money at the clinic's desk: payments of what is owed, corrections of payments that were recorded
// by mistake, and refunds of what was not paid through a gateway. As for a checkout, the payable is
// locked first (docs/decisions/database.md). docs/decisions/money.md

import { type Queries, violatedConstraint } from '../../base/db/database.ts'
import type { RowOf } from '../../base/db/statement.ts'
import {
  type Actor,
  actingMemberId,
  type authorParameters,
  authorValues,
} from '../../base/operations/actor.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { fromMinorUnits, toMinorUnits } from '../../base/values/money.ts'
import type { Problem } from '../../base/values/problem.ts'
import { recordAccess } from '../../clinic/audit/audit.ts'
import { checkPaymentMode } from '../../visits/booking/booking-members.ts'
import {
  attachDeskPayment,
  beginUndo,
  finishUndo,
  loadChange,
  saveBeforeChange,
} from '../../visits/booking/desk-changes.ts'
import {
  type CheckoutServices,
  lockPayable,
  type SettlementContext,
} from '../checkout/checkout-services.ts'
import type { RefundShare } from '../checkout/give-back.ts'
import { payableById } from '../checkout/queries.ts'
import { deskPaymentById, insertDeskPayment } from '../payments/desk-payment-queries.ts'
import type { LockedPayable } from '../payments/payable.ts'
import { type PayableName, payableIds, toPayableName } from '../payments/payable-name.ts'
import { findLatestSession } from '../payments/payment-session.ts'
import { refundMinor } from '../payments/refund-amount.ts'
import { recordRefund } from '../payments/refunds.ts'
import { problem } from './problems.ts'

type DeskServices = Pick<CheckoutServices, 'database' | 'configurations'>

/** A payment at the desk. */
export interface DeskPaymentInput {
  /** How it is paid: any `paymentMode` of a booking except ONLINE. */
  method: string
  /**
   * The amount in the currency of the payable: the whole amount due, or a part of it; the whole
   * amount if undefined.
   */
  amount: number | undefined
  /** Who took it: an id in `users`. */
  takenBy: number | null
  /** Where it was taken, if the payable has no location. */
  locationId?: number | undefined
}

/**
 * Who took the money: the staff member who is signed in; operators may name one.
 * @throws {Problem} STAFF_NOT_SIGNED_IN
 */
export function paymentTaker(actor: Actor, userId: number | undefined): number | null {
  const member = actingMemberId(actor)
  if (userId !== undefined && member !== null && userId !== member)
    throw problem('STAFF_NOT_SIGNED_IN', { id: userId })
  return userId ?? member
}

/**
 * Records a payment at the desk, of the whole amount due or a part of it; returns its id. Throws a
 * Problem if nothing is owed, if less than the amount is owed, or if it is being paid online.
 */
export async function payAtDesk(
  services: DeskServices,
  context: SettlementContext,
  payable: PayableName,
  { method, amount, takenBy, locationId: takenAt }: DeskPaymentInput,
): Promise<number> {
  checkPaymentMode(await services.configurations.of(context.workspaceId), method)
  if (method === 'ONLINE') throw problem('NOT_A_DESK_PAYMENT')
  return withLockedPayable(
    services,
    context,
    payable,
    async (queries, { held: locked, shown: payableState, now }) => {
      const {
        reference,
        paymentStatus,
        isOver,
        dueMinor,
        deskMinor,
        currency,
        locationId,
        patientId,
        hasOpenCheckout,
      } = payableState
      const name = payableLabel(payable, reference)
      if (paymentStatus === 'PAID' || paymentStatus === 'REFUNDED')
        throw problem('PAYABLE_ALREADY_SETTLED', { name, status: paymentStatus }, nextShow(payable))
      if (isOver) throw problem('PAYABLE_CANCELLED', { name })
      if (hasOpenCheckout)
        throw problem('PAYABLE_HELD_FOR_ONLINE_PAYMENT', { name }, nextLeave(payable))
      const openMinor = dueMinor - deskMinor
      const amountMinor = amountDue({ name, openMinor, currency, amount })
      const isWhole = amountMinor === openMinor
      const { appointmentId, visitId } = payableIds(payable)
      const visit = {
        workspaceId: context.workspaceId,
        ...(appointmentId !== null && { appointmentId }),
        ...(visitId !== null && { visitId }),
      }
      // A payable that is waiting for a checkout is not put on hold again.
      if (paymentStatus === 'UNPAID')
        await saveBeforeChange(queries, context.actor, visit, { kind: 'MONEY', now })
      await locked.setPayment(isWhole ? 'PAID' : 'UNPAID', method)
      if (!isWhole)
        await recordAccess(queries, context.workspaceId, context.actor, {
          action: 'CHANGED',
          patientIds: [patientId],
          ...auditFields(payable),
          now,
        })
      const entry = {
        workspaceId: context.workspaceId,
        ...payableIds(payable),
        locationId: locationId ?? takenAt ?? null,
        method,
        amountMinor,
        currency,
        takenBy,
        now,
      }
      const deskPaymentId = await insertEntry(queries, context, {
        ...entry,
        cause: 'PAID',
        correctsId: null,
        reason: null,
      })
      await attachDeskPayment(queries, {
        workspaceId: context.workspaceId,
        appointmentId,
        visitId,
        deskPaymentId,
      })
      return deskPaymentId
    },
  )
}

/** A payment in minor units; throws unless it is the whole open amount or a part of it. */
function amountDue({
  name,
  openMinor,
  currency,
  amount,
}: {
  name: string
  openMinor: number
  currency: string
  amount: number | undefined
}): number {
  if (amount === undefined) return openMinor
  const amountMinor = toMinorUnits(amount, currency)
  if (
    amountMinor === undefined ||
    amountMinor > openMinor ||
    (amountMinor === 0 && openMinor > 0)
  ) {
    throw problem('AMOUNT_EXCEEDS_DUE', {
      name,
      due: fromMinorUnits(openMinor, currency),
      currency,
      amount,
    })
  }
  return amountMinor
}

/** What was really paid, if a payment was recorded by mistake. */
export type ReplacementPayment = Pick<DeskPaymentInput, 'method' | 'amount'>

/**
 * Undoes a desk payment that was recorded by mistake, and records what was paid instead, if
 * anything was, by the member who took it; returns the correction's id. Both go into today's till,
 * whether or not the original payment's till was closed since. Throws if it was already corrected
 * or refunded, or if its pack was used. `undoneChangeId`: the change at the desk that this undoes,
 * so that the visit also gets its former payment method back.
 */
export async function correctDeskPayment(
  services: DeskServices,
  context: SettlementContext,
  id: number,
  reason: string,
  {
    instead,
    undoneChangeId,
  }: { instead?: ReplacementPayment | undefined; undoneChangeId?: number } = {},
): Promise<number> {
  const { workspaceId } = context
  if (instead) checkPaymentMode(await services.configurations.of(workspaceId), instead.method)
  if (instead?.method === 'ONLINE') throw problem('NOT_A_DESK_PAYMENT')
  const payment = await loadDeskPayment(services.database, workspaceId, id)
  const payable = toPayableName(payment)
  try {
    return await withLockedPayable(
      services,
      context,
      payable,
      async (queries, { held: locked, shown: payableState, now }) => {
        const { isCorrected } = await loadDeskPayment(queries, workspaceId, id)
        if (isCorrected) throw problem('DESK_PAYMENT_CORRECTED', { id })
        const name = payableLabel(payable, payableState.reference)
        if (payableState.paymentStatus === 'REFUNDED')
          throw problem(
            'PAYABLE_NOT_PAID',
            { name, status: payableState.paymentStatus },
            nextShow(payable),
          )
        const { isCorrected: _, id: correctsId, ...entry } = payment
        const openMinor = payableState.dueMinor - payableState.deskMinor + payment.amountMinor
        const amountMinor =
          instead &&
          amountDue({ name, openMinor, currency: payment.currency, amount: instead.amount })
        const change =
          undoneChangeId === undefined
            ? undefined
            : await beginUndo(
                queries,
                context,
                { id: undoneChangeId, kind: 'MONEY' },
                payableState.patientId,
                now,
              )
        await locked.setPayment(
          amountMinor === openMinor ? 'PAID' : 'UNPAID',
          instead?.method ?? change?.paymentModeBefore ?? undefined,
        )
        await recordAccess(queries, workspaceId, context.actor, {
          action: 'CHANGED',
          patientIds: [payableState.patientId],
          ...auditFields(payable),
          now,
        })
        const correction = await insertEntry(queries, context, {
          ...entry,
          cause: 'CORRECTED',
          correctsId,
          reason,
          now,
        })
        if (instead && amountMinor !== undefined) {
          await insertEntry(queries, context, {
            ...entry,
            method: instead.method,
            amountMinor,
            cause: 'PAID',
            correctsId: null,
            reason: null,
            now,
          })
        }
        if (change) await finishUndo(queries, workspaceId, change, payableState.patientId)
        return correction
      },
    )
  } catch (error) {
    if (violatedConstraint(error) !== 'used_pack_stays_active') throw error
    throw problem('PURCHASED_PACK_USED', { id })
  }
}

/**
 * Undoes a payment that was just recorded (DAY-19): it is corrected, and both entries are kept.
 * Returns the correction's id.
 * @throws {Problem} CHANGE_NOT_FOUND, CHANGE_ALREADY_UNDONE, CHANGE_UNDO_EXPIRED, VISIT_CHANGED_SINCE, or as a correction
 */
export async function undoDeskPayment(
  services: DeskServices,
  context: SettlementContext,
  id: number,
): Promise<number> {
  const { deskPaymentId, isUndone, subjectId } = await loadChange(
    services.database,
    context.workspaceId,
    id,
    'MONEY',
  )
  if (isUndone || deskPaymentId === null)
    throw problem('CHANGE_ALREADY_UNDONE', { id, visit: subjectId })
  return correctDeskPayment(services, context, deskPaymentId, 'Taken back at the desk', {
    undoneChangeId: id,
  })
}

/**
 * Refunds a share of a payment that was not made through a gateway: for a cancelled visit or token,
 * or for an unused pack, which then ends. Throws a Problem if it cannot be refunded.
 */
export async function refundAtDesk(
  services: DeskServices,
  context: SettlementContext,
  payable: PayableName,
  { percentage, reason }: RefundShare,
): Promise<void> {
  const { workspaceId } = context
  await withLockedPayable(
    services,
    context,
    payable,
    async (queries, { held: locked, shown: payableState, now }) => {
      const { reference, paymentStatus, dueMinor, deskMinor, currency, patientId } = payableState
      const name = payableLabel(payable, reference)
      const session = await findLatestSession(queries, workspaceId, payable)
      if (session && ['PAID', 'RETURNING', 'RETURNED'].includes(session.state))
        throw problem('PAYABLE_PAID_ONLINE', { name, reference: session.sessionRef })
      const isPartPaid = paymentStatus === 'UNPAID' && deskMinor > 0
      if (paymentStatus !== 'PAID' && !isPartPaid)
        throw problem('PAYABLE_NOT_PAID', { name, status: paymentStatus }, nextShow(payable))
      if (locked.whyKept) throw locked.whyKept
      const amountMinor = refundMinor(isPartPaid ? deskMinor : dueMinor, percentage)
      if (amountMinor === 0) throw problem('REFUND_ROUNDS_TO_ZERO', { percentage })
      if (payable.kind === 'SESSION_PACK') await locked.release(reason, 'REFUNDED')
      await locked.setPayment('REFUNDED')
      await recordRefund(queries, payable, {
        workspaceId,
        actor: context.actor,
        percentage,
        amountMinor,
        currency,
        overrideReason: reason,
        now,
      })
      await recordAccess(queries, workspaceId, context.actor, {
        action: 'CHANGED',
        patientIds: [patientId],
        ...auditFields(payable),
        now,
      })
    },
  )
}

/** The operation that shows it, as the next step. */
const nextShow = ({ kind, id }: PayableName) => ({
  next:
    kind === 'SESSION_PACK'
      ? { operation: 'packs-show', input: {} }
      : { operation: 'visit-show', input: { id } },
})

/** The operation that ends its online payment, as the next step. */
const nextLeave = ({ kind, id }: PayableName) => ({
  next: { operation: kind === 'SESSION_PACK' ? 'packs-leave' : 'payments-leave', input: { id } },
})

const payableLabel = ({ kind, id }: PayableName, reference: string | null) =>
  kind === 'SESSION_PACK' ? `pack ${id}` : `${reference}`

/** The fields of the audit entry. */
function auditFields(payable: PayableName) {
  const { appointmentId, visitId } = payableIds(payable)
  return {
    ...(appointmentId !== null && { appointmentId }),
    ...(visitId !== null && { visitIds: [visitId] }),
  }
}

interface LockedAtDesk {
  held: LockedPayable
  /** The payable's state, read after it was locked. */
  shown: NonNullable<Awaited<ReturnType<typeof loadPayableState>>>
  now: Instant
}

async function loadPayableState(queries: Queries, workspaceId: number, payable: PayableName) {
  const [payableState] = await queries.rows(payableById, { workspaceId, ...payableIds(payable) })
  return payableState
}

async function withLockedPayable<T>(
  { database }: DeskServices,
  context: SettlementContext,
  payable: PayableName,
  work: (queries: Queries, at: LockedAtDesk) => Promise<T>,
): Promise<T> {
  return database.transaction(async (queries) => {
    if (!(await loadPayableState(queries, context.workspaceId, payable)))
      throw notFoundProblem(payable)
    const locked = await lockPayable(queries, context, payable)
    const payableState = await loadPayableState(queries, context.workspaceId, payable)
    if (!payableState) throw notFoundProblem(payable)
    if (payableState.isRefunding) throw problem('REFUND_IN_PROGRESS')
    return work(queries, { held: locked, shown: payableState, now: context.clock.now() })
  })
}

function notFoundProblem({ kind, id }: PayableName): Problem {
  return problem(
    (
      {
        APPOINTMENT: 'VISIT_NOT_FOUND',
        VISIT: 'PAYABLE_TOKEN_NOT_FOUND',
        SESSION_PACK: 'SOLD_PACK_NOT_FOUND',
      } as const
    )[kind],
    { id },
  )
}

async function loadDeskPayment(queries: Queries, workspaceId: number, id: number) {
  const [payment] = await queries.rows(deskPaymentById, { workspaceId, id })
  if (!payment) throw problem('DESK_PAYMENT_NOT_FOUND', { id })
  return payment
}

type DeskEntry = Omit<RowOf<typeof insertDeskPayment.takes>, keyof typeof authorParameters>

async function insertEntry(
  queries: Queries,
  { actor }: SettlementContext,
  entry: DeskEntry,
): Promise<number> {
  const [row] = await queries.rows(insertDeskPayment, { ...entry, ...authorValues(actor) })
  if (!row) throw new Error('the recorded payment was not found')
  return row.id
}
