// The services that checkouts work with, and how each kind of payable is locked.

import type { Database, Queries } from '../../base/db/database.ts'
import type { Actor } from '../../base/operations/actor.ts'
import type { Clock, DatabaseClock } from '../../base/ports/clock.ts'
import type { Configurations } from '../../clinic/catalogue/configuration.ts'
import type { NoticeSettings } from '../../clinic/notices/notice-settings.ts'
import { lockReservedVisit } from '../../visits/appointments/reserved-visit.ts'
import { lockReservedToken } from '../../visits/queue/reserved-token.ts'
import { lockReservedPack } from '../packs/reserved-pack.ts'
import type { Gateways } from '../payments/gateways/gateways.ts'
import type { LockedPayable } from '../payments/payable.ts'
import type { PayableName } from '../payments/payable-name.ts'

export interface CheckoutServices {
  database: Database
  configurations: Configurations
  clock: DatabaseClock
  gateways: Gateways
  /** How long a time or token is held while its payment is awaited. */
  holdMs: number
  log: { warn(fields: Record<string, unknown>, sentence: string): void }
}

/** The actor who settles a payment, the clock, and the notice settings of the clinic. */
export interface SettlementContext {
  workspaceId: number
  actor: Actor
  notices: NoticeSettings | null
  clock: Clock
}

/**
 * Locks what a checkout pays for until the transaction ends; the payment session is locked after it
 * (docs/decisions/database.md).
 */
export function lockPayable(
  queries: Queries,
  context: SettlementContext,
  { kind, id }: PayableName,
): Promise<LockedPayable> {
  if (kind === 'APPOINTMENT') return lockReservedVisit(queries, context, id, context.clock.now())
  if (kind === 'VISIT') return lockReservedToken(queries, context, id)
  return lockReservedPack(queries, context, id, context.clock.now())
}
