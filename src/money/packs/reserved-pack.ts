// A session pack that was sold on its own and is not paid yet, as a checkout sees it.

import type { Queries } from '../../base/db/database.ts'
import { narrowType, statement } from '../../base/db/statement.ts'
import type { Actor } from '../../base/operations/actor.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { recordAccess } from '../../clinic/audit/audit.ts'
import { notifyPatientChanged } from '../../clinic/patients/queries.ts'
import type { LockedPayable, PaymentStatus } from '../payments/payable.ts'
import { problem } from './problems.ts'
import { activatePack, setRefunding } from './queries.ts'

const lockSoldPack = statement(
  'lock_sold_pack',
  {
    takes: { workspaceId: 'bigint', patientPackId: 'bigint' },
    returns: {
      patientId: 'bigint',
      paymentStatus: narrowType<PaymentStatus>('text'),
      isOver: 'boolean',
      isBegun: 'boolean',
    },
  },
  `
  select patient_id as "patientId", coalesce(payment_status, 'UNPAID') as "paymentStatus", ended_at is not null as "isOver", sessions_used > 0 as "isBegun"
  from patient_packs
  where workspace_id = :workspaceId and id = :patientPackId and payment_status is not null
  for no key update`,
)

const setPackPayment = statement(
  'set_pack_payment',
  {
    takes: {
      workspaceId: 'bigint',
      patientPackId: 'bigint',
      paymentStatus: narrowType<PaymentStatus>('text'),
      paymentMode: 'text?',
    },
  },
  `
  update patient_packs
  set payment_status = :paymentStatus, payment_mode = coalesce(:paymentMode, payment_mode),
    activated_at = case when :paymentStatus = 'UNPAID' then null else activated_at end
  where workspace_id = :workspaceId and id = :patientPackId`,
)

const endPack = statement(
  'end_pack',
  { takes: { workspaceId: 'bigint', patientPackId: 'bigint', now: 'timestamptz' } },
  `
  update patient_packs
  set ended_at = :now
  where workspace_id = :workspaceId and id = :patientPackId and ended_at is null`,
)

/** A pack that was sold on its own, locked until the transaction ends. */
export async function lockReservedPack(
  queries: Queries,
  { workspaceId, actor }: { workspaceId: number; actor: Actor },
  patientPackId: number,
  now: Instant,
): Promise<LockedPayable> {
  const [pack] = await queries.rows(lockSoldPack, { workspaceId, patientPackId })
  if (!pack) throw new Error('a payment session refers to a pack that was not sold separately')
  const { patientId, paymentStatus, isOver, isBegun } = pack
  return {
    standing: { paymentStatus, isOver, isBegun },
    whyKept: isBegun && !isOver ? problem('PAID_PACK_USED') : undefined,
    async setPayment(status, paymentMode) {
      await queries.rows(setPackPayment, {
        workspaceId,
        patientPackId,
        paymentStatus: status,
        paymentMode: paymentMode ?? null,
      })
      await queries.rows(notifyPatientChanged, { workspaceId, patientId })
      if (status !== 'PAID') return
      await queries.rows(activatePack, { workspaceId, patientPackId, now })
      await recordAccess(queries, workspaceId, actor, {
        action: 'PAID',
        patientIds: [patientId],
        now,
      })
    },
    async release() {
      await queries.rows(endPack, { workspaceId, patientPackId, now })
      await recordAccess(queries, workspaceId, actor, {
        action: 'CANCELLED',
        patientIds: [patientId],
        now,
      })
    },
    // Packs have no notices; only visits do.
    async notify() {},
    async keep() {
      await queries.rows(setRefunding, { workspaceId, patientPackId, isRefunding: false })
    },
  }
}
