// Using and selling session packs. The statement that writes a visit also takes the session, so
// that neither exists without the other.

import type { Queries } from '../../base/db/database.ts'
import type { RowOf } from '../../base/db/statement.ts'
import { type Actor, authorValues } from '../../base/operations/actor.ts'
import type { CalendarDate } from '../../base/values/calendar-date.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import type { PaymentStatus } from '../payments/payable.ts'
import { type CoveredVisit, type OwnedPack, whyNotUsable } from './owned-pack.ts'
import { problem } from './problems.ts'
import {
  insertPatientPack,
  lockPackRow,
  packToUse,
  patientPacks,
  returnPackSession,
  setRefunding,
} from './queries.ts'

/**
 * The pack that pays for a visit; throws if it cannot. Another patient's pack counts as
 * nonexistent. Its terms, its owner and its last day never change; the statement that takes a
 * session checks again whether any are left.
 */
export async function loadPayingPack(
  queries: Queries,
  {
    workspaceId,
    patientPackId,
    patientId,
    visit,
  }: { workspaceId: number; patientPackId: number; patientId: number; visit: CoveredVisit },
): Promise<OwnedPack> {
  const [pack] = await queries.rows(packToUse, { workspaceId, patientPackId, patientId })
  const isUsableByPatient = pack && (pack.isOfPatient || pack.isOfFamily)
  if (!isUsableByPatient) throw problem('SESSION_PACK_NOT_FOUND', { field: 'patientPackageId' })
  const reason =
    pack.isOfPatient || pack.allowFamilyBooking
      ? whyNotUsable(pack, visit)
      : 'is for its owner alone'
  if (reason !== undefined) throw problem('SESSION_PACK_NOT_USABLE', { reason })
  return pack
}

const noOwnPayment = { paymentStatus: null, paymentMode: null, paymentReference: null }

/** Sells a pack to a patient and returns its id. An unpaid pack is not active. */
export async function sellPack(
  queries: Queries,
  sale: {
    workspaceId: number
    patientId: number
    packageConfigId: number
    currency: string
    amountMinor: number
    purchasedOn: CalendarDate
    isPaid: boolean
    /**
     * The payment of a pack that is sold on its own; a pack that is bought with a visit uses the
     * visit's payment.
     */
    payment?: { paymentStatus: PaymentStatus; paymentMode: string; paymentReference: string | null }
    now: Instant
  },
): Promise<number> {
  const { isPaid, payment = noOwnPayment, ...pack } = sale
  const [sold] = await queries.rows(insertPatientPack, {
    ...pack,
    ...payment,
    activatedAt: isPaid ? sale.now : null,
  })
  if (!sold) throw problem('SESSION_PACK_NOT_FOUND', { field: 'packageConfigId' })
  return sold.id
}

export type LockedPack = RowOf<typeof lockPackRow.returns>

/** Locks the pack of a visit that is being cancelled until the transaction ends. */
export async function lockPack(
  queries: Queries,
  workspaceId: number,
  patientPackId: number,
): Promise<LockedPack> {
  const [pack] = await queries.rows(lockPackRow, { workspaceId, patientPackId })
  if (!pack) throw new Error('the pack of a visit was not found')
  return pack
}

/** Suspends a pack while its gateway is asked to refund its price: it cannot pay for anything. */
export async function suspendPack(
  queries: Queries,
  workspaceId: number,
  patientPackId: number,
  isRefunding: boolean,
): Promise<void> {
  await queries.rows(setRefunding, { workspaceId, patientPackId, isRefunding })
}

/**
 * Returns the session of a cancelled visit, once; with `endsPack`, its pack can no longer be used.
 */
export async function returnSession(
  queries: Queries,
  actor: Actor,
  {
    packId: patientPackId,
    ...returned
  }: {
    workspaceId: number
    packId: number
    appointmentId: number
    endsPack: boolean
    now: Instant
  },
): Promise<void> {
  await queries.rows(returnPackSession, { patientPackId, ...returned, ...authorValues(actor) })
}

/** Packs with sessions left on a date: usable now, or once they are paid. */
export interface OwnedPacks {
  usable: readonly OwnedPack[]
  unpaid: readonly OwnedPack[]
}

/** The packs that these patients can use on `today` or later, their own and their family's. */
export async function loadOwnedPacks(
  queries: Queries,
  workspaceId: number,
  patientIds: readonly number[],
  today: CalendarDate,
): Promise<OwnedPacks> {
  return splitPacksByUse(
    patientIds.length === 0
      ? []
      : await queries.rows(patientPacks, { workspaceId, patientIds, today }),
  )
}

export function splitPacksByUse(packs: readonly RowOf<typeof patientPacks.returns>[]): OwnedPacks {
  return {
    usable: packs.filter(({ isActive }) => isActive),
    unpaid: packs.filter(({ isActive }) => !isActive),
  }
}
