// Asks the patient of an unpaid visit or token to pay online: a notice leads to its page (MINE-03).

import { note } from '../audit/audit.ts'
import type { Configuration } from '../catalogue/configuration.ts'
import type { Queries } from '../db/database.ts'
import type { RowOf } from '../db/statement.ts'
import { plan } from '../due-work/work.ts'
import { kindsSent, noticed, workKindOf } from '../notices/plan-notices.ts'
import { lastNotice } from '../notices/queries.ts'
import { reachOf, retryOf } from '../notices/send-notice.ts'
import type { Actor } from '../operations/actor.ts'
import { type PayableName, payableIds } from '../payments/payable-name.ts'
import type { Instant } from '../values/clinic-time.ts'
import { type Problem, problem } from '../values/problem.ts'
import { contactsOfPatient, notePaymentAsked, paymentAskedAt } from './payment-request-queries.ts'
import { payableAt } from './queries.ts'

interface Asking {
  configuration: Configuration
  mode: 'sandbox' | 'production'
  actor: Actor
  now: Instant
}

type Owed = Pick<RowOf<typeof payableAt.returns>, 'paymentStatus' | 'isOver' | 'dueMinor' | 'deskMinor'>

/** Why this cannot be paid online now; undefined if it can, as far as the clinic has set it up. */
function whyNotOnline({ paymentStatus, isOver, dueMinor, deskMinor }: Owed, { paymentGateway }: Configuration, name: string): Problem | undefined {
  if (isOver) return problem('PAYABLE_CANCELLED', { name })
  if (paymentStatus === 'PAID' || paymentStatus === 'REFUNDED' || dueMinor === 0) return problem('PAYABLE_NOT_OWED', { name, status: paymentStatus })
  if (deskMinor > 0) return problem('PAYABLE_PAID_IN_PART', { name })
  return paymentGateway === null ? problem('GATEWAY_NOT_CONFIGURED') : undefined
}

/** Whether staff can ask for the payment of a visit or token, and when they last did. Throws VISIT_NOT_FOUND. */
export async function onlinePaymentOf(queries: Queries, visitId: number, asking: Pick<Asking, 'configuration' | 'mode'>) {
  const { workspaceId } = asking.configuration
  const found = await payableOfVisit(queries, workspaceId, visitId)
  if (!found) throw problem('VISIT_NOT_FOUND', { id: visitId })
  const [row] = await queries.rows(paymentAskedAt, { workspaceId, visitId })
  return { ...found, askedAt: row?.askedAt ?? null, mayAsk: !('refusal' in (await look(queries, visitId, asking))) }
}

/** A visit or token with its money, by its id: both take theirs from one sequence. */
export async function payableOfVisit(queries: Queries, workspaceId: number, id: number) {
  for (const kind of ['APPOINTMENT', 'VISIT'] as const) {
    const payable: PayableName = { kind, id }
    const [standing] = await queries.rows(payableAt, { workspaceId, ...payableIds(payable) })
    if (standing) return { payable, standing }
  }
  return undefined
}

async function look(queries: Queries, visitId: number, { configuration, mode }: Pick<Asking, 'configuration' | 'mode'>) {
  const { workspaceId, notices, messages } = configuration
  const found = await payableOfVisit(queries, workspaceId, visitId)
  if (!found) return { refusal: problem('VISIT_NOT_FOUND', { id: visitId }) }
  const { standing } = found
  const name = standing.reference ?? String(visitId)
  const refusal = whyNotOnline(standing, configuration, name)
  if (refusal) return { refusal }
  if (!kindsSent(configuration).includes('payment')) return { refusal: problem('PAYMENT_NOTICES_OFF') }
  const [contacts] = await queries.rows(contactsOfPatient, { workspaceId, patientId: standing.patientId })
  const reached = contacts && reachOf({ kind: 'payment', settings: notices ?? {}, visit: contacts }, mode === 'sandbox' ? 'all' : messages)
  return reached ? found : { refusal: problem('PATIENT_NOT_REACHED', { name }) }
}

/**
 * Plans the notice, again if there was one, and records when it was asked for.
 * @throws {Problem} VISIT_NOT_FOUND, PAYABLE_CANCELLED, PAYABLE_NOT_OWED, PAYABLE_PAID_IN_PART, GATEWAY_NOT_CONFIGURED, PAYMENT_NOTICES_OFF,
 *   PATIENT_NOT_REACHED
 */
export async function askForPayment(queries: Queries, visitId: number, asking: Asking) {
  const { configuration, actor, now } = asking
  const { workspaceId } = configuration
  const looked = await look(queries, visitId, asking)
  if ('refusal' in looked) throw looked.refusal
  const { payable, standing } = looked
  await queries.rows(notePaymentAsked, { workspaceId, visitId, now })
  const isToken = payable.kind === 'VISIT'
  const about = isToken ? { visitId } : { appointmentId: visitId }
  const [last] = await queries.rows(lastNotice, { workspaceId, ...noticed(about), kind: 'payment' })
  await note(queries, workspaceId, actor, {
    ...{ action: 'CHANGED', patientIds: [standing.patientId], now },
    ...(isToken ? { visitIds: [visitId] } : { appointmentId: visitId }),
  })
  await plan(queries, { workspaceId, kind: workKindOf('payment'), subjectId: visitId, dueAt: now, ...(last && { payload: retryOf(last.id) }) })
  return standing
}
