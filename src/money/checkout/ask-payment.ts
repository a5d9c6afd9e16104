// Asks the patient of an unpaid visit, token or session pack to pay online: a notice leads to its page (MINE-03).

import type { Queries } from '../../base/db/database.ts'
import type { RowOf } from '../../base/db/statement.ts'
import { plan } from '../../base/due-work/work.ts'
import type { Actor } from '../../base/operations/actor.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { type Problem, problem } from '../../base/values/problem.ts'
import { note } from '../../clinic/audit/audit.ts'
import type { Configuration } from '../../clinic/catalogue/configuration.ts'
import { noticed } from '../../clinic/notices/noticed-visit.ts'
import { kindsSent, workKindOf } from '../../clinic/notices/plan-notices.ts'
import { lastNotice } from '../../clinic/notices/queries.ts'
import { reachOf, retryOf } from '../../clinic/notices/send-notice.ts'
import { type PayableName, payableIds } from '../payments/payable-name.ts'
import { contactsOfPatient, notePaymentAsked, paymentAskedAt } from './payment-request-queries.ts'
import { payableAt } from './queries.ts'

interface Asking {
  configuration: Configuration
  mode: 'sandbox' | 'production'
  actor: Actor
  now: Instant
}

type Owed = Pick<RowOf<typeof payableAt.returns>, 'paymentStatus' | 'isOver' | 'dueMinor' | 'deskMinor'>

/** Why this cannot be paid online now; undefined if it can, according to the clinic's settings. */
function whyNotOnline({ paymentStatus, isOver, dueMinor, deskMinor }: Owed, { paymentGateway }: Configuration, name: string): Problem | undefined {
  if (isOver) return problem('PAYABLE_CANCELLED', { name })
  if (paymentStatus === 'PAID' || paymentStatus === 'REFUNDED' || dueMinor === 0) return problem('PAYABLE_NOT_OWED', { name, status: paymentStatus })
  if (deskMinor > 0) return problem('PAYABLE_PAID_IN_PART', { name })
  return paymentGateway === null ? problem('GATEWAY_NOT_CONFIGURED') : undefined
}

/** Something that staff request payment for, by the id that staff use. */
export type Asked = { visitId: number } | { packId: number }

const notFound = (asked: Asked) =>
  'packId' in asked ? problem('SOLD_PACK_NOT_FOUND', { id: asked.packId }) : problem('VISIT_NOT_FOUND', { id: asked.visitId })

/** Whether staff can ask for a payment, and when they last did. Throws VISIT_NOT_FOUND and SOLD_PACK_NOT_FOUND. */
export async function onlinePaymentOf(queries: Queries, asked: Asked, asking: Pick<Asking, 'configuration' | 'mode'>) {
  const { workspaceId } = asking.configuration
  const found = await payableWithMoney(queries, workspaceId, asked)
  const [row] = await queries.rows(paymentAskedAt, { workspaceId, ...payableIds(found.payable) })
  return { ...found, askedAt: row?.askedAt ?? null, mayAsk: (await whyNotAsked(queries, found, asking)) === undefined }
}

interface Found {
  payable: PayableName
  standing: RowOf<typeof payableAt.returns>
}

/**
 * What is to be paid, with its payments: visits and tokens share one sequence of ids. Throws
 * VISIT_NOT_FOUND and SOLD_PACK_NOT_FOUND.
 */
export async function payableWithMoney(queries: Queries, workspaceId: number, asked: Asked): Promise<Found> {
  const names: PayableName[] =
    'packId' in asked
      ? [{ kind: 'SESSION_PACK', id: asked.packId }]
      : [
          { kind: 'APPOINTMENT', id: asked.visitId },
          { kind: 'VISIT', id: asked.visitId },
        ]
  for (const payable of names) {
    const [standing] = await queries.rows(payableAt, { workspaceId, ...payableIds(payable) })
    if (standing) return { payable, standing }
  }
  throw notFound(asked)
}

const noticeKindOf = ({ kind }: PayableName) => (kind === 'SESSION_PACK' ? 'packPayment' : 'payment')

/** Why staff cannot ask for this payment; undefined if they can. */
async function whyNotAsked(queries: Queries, { payable, standing }: Found, { configuration, mode }: Pick<Asking, 'configuration' | 'mode'>) {
  const { workspaceId, notices, messages } = configuration
  const kind = noticeKindOf(payable)
  const name = standing.reference ?? `pack ${payable.id}`
  const refusal = whyNotOnline(standing, configuration, name)
  if (refusal) return refusal
  if (!kindsSent(configuration).includes(kind)) return problem('PAYMENT_NOTICES_OFF', { kind })
  const [contacts] = await queries.rows(contactsOfPatient, { workspaceId, patientId: standing.patientId })
  const reached = contacts && reachOf({ kind, settings: notices ?? {}, visit: contacts }, mode === 'sandbox' ? 'all' : messages)
  return reached ? undefined : problem('PATIENT_NOT_REACHED', { name })
}

/**
 * Plans the notice, again if there was one, and records when it was asked for.
 * @throws {Problem} VISIT_NOT_FOUND, SOLD_PACK_NOT_FOUND, PAYABLE_CANCELLED, PAYABLE_NOT_OWED, PAYABLE_PAID_IN_PART, GATEWAY_NOT_CONFIGURED,
 *   PAYMENT_NOTICES_OFF, PATIENT_NOT_REACHED
 */
export async function askForPayment(queries: Queries, asked: Asked, asking: Asking) {
  const { configuration, actor, now } = asking
  const { workspaceId } = configuration
  const found = await payableWithMoney(queries, workspaceId, asked)
  const refusal = await whyNotAsked(queries, found, asking)
  if (refusal) throw refusal
  const { payable, standing } = found
  const { kind: thing, id } = payable
  const kind = noticeKindOf(payable)
  const ids = payableIds(payable)
  await queries.rows(notePaymentAsked, { workspaceId, ...ids, now })
  const [last] = await queries.rows(lastNotice, { workspaceId, ...noticed(ids), kind })
  await note(queries, workspaceId, actor, {
    ...{ action: 'CHANGED', patientIds: [standing.patientId], now },
    ...(thing === 'VISIT' && { visitIds: [id] }),
    ...(thing === 'APPOINTMENT' && { appointmentId: id }),
  })
  await plan(queries, { workspaceId, kind: workKindOf(kind), subjectId: id, dueAt: now, ...(last && { payload: retryOf(last.id) }) })
  return standing
}
