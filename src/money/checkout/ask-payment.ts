// Asks the patient of an unpaid visit, token or session pack to pay online: a notice leads to its
// page (MINE-03).

import type { Queries } from '../../base/db/database.ts'
import type { RowOf } from '../../base/db/statement.ts'
import { plan } from '../../base/due-work/work.ts'
import type { Actor } from '../../base/operations/actor.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import type { Problem } from '../../base/values/problem.ts'
import { recordAccess } from '../../clinic/audit/audit.ts'
import type { Configuration } from '../../clinic/catalogue/configuration.ts'
import { toNoticeSubject } from '../../clinic/notices/noticed-visit.ts'
import { enabledNoticeKinds, noticeWorkKind } from '../../clinic/notices/plan-notices.ts'
import { lastNotice } from '../../clinic/notices/queries.ts'
import { findChannel, retryPayload } from '../../clinic/notices/send-notice.ts'
import { contactsOfPatient } from '../../clinic/patients/queries.ts'
import { type PayableName, payableIds } from '../payments/payable-name.ts'
import { paymentAskedAt, recordPaymentRequest } from './payment-request-queries.ts'
import { problem } from './problems.ts'
import { payableById } from './queries.ts'

interface PaymentRequestContext {
  configuration: Configuration
  mode: 'sandbox' | 'production'
  actor: Actor
  now: Instant
}

type OwedFacts = Pick<
  RowOf<typeof payableById.returns>,
  'paymentStatus' | 'isOver' | 'dueMinor' | 'deskMinor'
>

/** Why this cannot be paid online now; undefined if it can, according to the clinic's settings. */
function whyNotOnline(
  { paymentStatus, isOver, dueMinor, deskMinor }: OwedFacts,
  { paymentGateway }: Configuration,
  name: string,
): Problem | undefined {
  if (isOver) return problem('PAYABLE_CANCELLED', { name })
  if (paymentStatus === 'PAID' || paymentStatus === 'REFUNDED' || dueMinor === 0)
    return problem('PAYABLE_ALREADY_SETTLED', { name, status: paymentStatus })
  if (deskMinor > 0) return problem('PAYABLE_PARTLY_PAID', { name })
  return paymentGateway === null ? problem('GATEWAY_NOT_CONFIGURED') : undefined
}

/** What staff request payment for, by the id that they use. */
export type RequestedPayable = { visitId: number } | { packId: number }

const notFoundProblem = (requested: RequestedPayable) =>
  'packId' in requested
    ? problem('SOLD_PACK_NOT_FOUND', { id: requested.packId })
    : problem('VISIT_NOT_FOUND', { id: requested.visitId })

/**
 * Whether staff can ask for a payment, and when they last did. Throws VISIT_NOT_FOUND and
 * SOLD_PACK_NOT_FOUND.
 */
export async function loadOnlinePayment(
  queries: Queries,
  requested: RequestedPayable,
  context: Pick<PaymentRequestContext, 'configuration' | 'mode'>,
) {
  const { workspaceId } = context.configuration
  const found = await loadPayable(queries, workspaceId, requested)
  const [row] = await queries.rows(paymentAskedAt, { workspaceId, ...payableIds(found.payable) })
  return {
    ...found,
    askedAt: row?.askedAt ?? null,
    mayAsk: (await whyNotAsked(queries, found, context)) === undefined,
  }
}

interface FoundPayable {
  payable: PayableName
  standing: RowOf<typeof payableById.returns>
}

/**
 * What is to be paid for, with its payments; visits and tokens share one sequence of ids. Throws
 * VISIT_NOT_FOUND and SOLD_PACK_NOT_FOUND.
 */
export async function loadPayable(
  queries: Queries,
  workspaceId: number,
  requested: RequestedPayable,
): Promise<FoundPayable> {
  const names: PayableName[] =
    'packId' in requested
      ? [{ kind: 'SESSION_PACK', id: requested.packId }]
      : [
          { kind: 'APPOINTMENT', id: requested.visitId },
          { kind: 'VISIT', id: requested.visitId },
        ]
  for (const payable of names) {
    const [payableState] = await queries.rows(payableById, { workspaceId, ...payableIds(payable) })
    if (payableState) return { payable, standing: payableState }
  }
  throw notFoundProblem(requested)
}

const paymentNoticeKind = ({ kind }: PayableName) =>
  kind === 'SESSION_PACK' ? 'packPayment' : 'payment'

/** Why staff cannot ask for this payment; undefined if they can. */
async function whyNotAsked(
  queries: Queries,
  { payable, standing }: FoundPayable,
  { configuration, mode }: Pick<PaymentRequestContext, 'configuration' | 'mode'>,
) {
  const { workspaceId, notices, messages } = configuration
  const kind = paymentNoticeKind(payable)
  const name = standing.reference ?? `pack ${payable.id}`
  const refusal = whyNotOnline(standing, configuration, name)
  if (refusal) return refusal
  if (!enabledNoticeKinds(configuration).includes(kind))
    return problem('PAYMENT_NOTICES_OFF', { kind })
  const [contacts] = await queries.rows(contactsOfPatient, {
    workspaceId,
    patientId: standing.patientId,
  })
  const channel =
    contacts &&
    findChannel(
      { kind, settings: notices ?? {}, visit: contacts },
      mode === 'sandbox' ? 'all' : messages,
    )
  return channel ? undefined : problem('PATIENT_HAS_NO_CONTACT', { name })
}

/**
 * Plans the notice, even if there was one before, and records when payment was requested.
 * @throws {Problem} VISIT_NOT_FOUND, SOLD_PACK_NOT_FOUND, PAYABLE_CANCELLED, PAYABLE_ALREADY_SETTLED, PAYABLE_PARTLY_PAID, GATEWAY_NOT_CONFIGURED,
 *   PAYMENT_NOTICES_OFF, PATIENT_HAS_NO_CONTACT
 */
export async function requestPayment(
  queries: Queries,
  requested: RequestedPayable,
  context: PaymentRequestContext,
) {
  const { configuration, actor, now } = context
  const { workspaceId } = configuration
  const found = await loadPayable(queries, workspaceId, requested)
  const refusal = await whyNotAsked(queries, found, context)
  if (refusal) throw refusal
  const { payable, standing } = found
  const { kind: payableKind, id } = payable
  const kind = paymentNoticeKind(payable)
  const ids = payableIds(payable)
  await queries.rows(recordPaymentRequest, { workspaceId, ...ids, now })
  const [previousNotice] = await queries.rows(lastNotice, {
    workspaceId,
    ...toNoticeSubject(ids),
    kind,
  })
  await recordAccess(queries, workspaceId, actor, {
    action: 'CHANGED',
    patientIds: [standing.patientId],
    now,
    ...(payableKind === 'VISIT' && { visitIds: [id] }),
    ...(payableKind === 'APPOINTMENT' && { appointmentId: id }),
  })
  await plan(queries, {
    workspaceId,
    kind: noticeWorkKind(kind),
    subjectId: id,
    dueAt: now,
    ...(previousNotice && { payload: retryPayload(previousNotice.id) }),
  })
  return standing
}
