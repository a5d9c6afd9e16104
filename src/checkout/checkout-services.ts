// The services that checkouts work with, and how each kind of payable is locked.

import { holdReservedVisit } from '../appointments/reserved-visit.ts'
import type { Configurations } from '../catalogue/configuration.ts'
import type { Database, Queries } from '../db/database.ts'
import type { NoticeSettings } from '../notices/notice-settings.ts'
import type { Actor } from '../operations/actor.ts'
import { holdReservedPack } from '../packs/reserved-pack.ts'
import type { Gateways } from '../payments/gateways/gateways.ts'
import type { HeldPayable } from '../payments/payable.ts'
import type { PayableName } from '../payments/payable-name.ts'
import type { Clock, DatabaseClock } from '../ports/clock.ts'
import { holdReservedToken } from '../queue/reserved-token.ts'

export interface CheckoutServices {
  database: Database
  configurations: Configurations
  clock: DatabaseClock
  gateways: Gateways
  /** How long a place is held while its payment is awaited. */
  holdMs: number
  log: { warn(fields: Record<string, unknown>, sentence: string): void }
}

/** The actor who settles a payment, the clock, and the notice settings of the clinic. */
export interface SettledBy {
  workspaceId: number
  actor: Actor
  notices: NoticeSettings | null
  clock: Clock
}

/**
 * Locks what a checkout pays for until the transaction ends; the payment session is locked after it
 * (docs/decisions/0022-order-of-locks.md).
 */
export function holdPayable(queries: Queries, by: SettledBy, { kind, id }: PayableName): Promise<HeldPayable> {
  if (kind === 'APPOINTMENT') return holdReservedVisit(queries, by, id, by.clock.now())
  if (kind === 'VISIT') return holdReservedToken(queries, by, id)
  return holdReservedPack(queries, by, id, by.clock.now())
}
