// A separately sold session pack, as shown to its buyer: the pack and its payment.

import {
  choice,
  currency,
  exampleNull,
  flag,
  id,
  number,
  text,
} from '../../base/contract/schemas.ts'
import type { RowOf } from '../../base/db/statement.ts'
import { fromMinorUnits } from '../../base/values/money.ts'
import { paymentStatuses } from '../payments/payable.ts'
import { ownedPackMembers, ownedPackView } from './owned-pack.ts'
import type { soldPackById } from './queries.ts'

type SoldPack = RowOf<typeof soldPackById.returns>

export const soldPackMembers = {
  ...ownedPackMembers,
  patientPackageId: id('The same id, under the name that bookings use.', 5),
  isActive: flag('Whether it can be used, which requires that it is paid.', true),
  packageAmount: number('Price of the pack, in `currency`.', 4000),
  currency: currency('ISO 4217 code of the price.'),
  paymentStatus: choice(paymentStatuses, 'Whether it is paid.'),
  paymentMode: text('How it is paid.', 'CASH'),
  paymentReference: exampleNull(text("The caller's own transaction id.", 'TXN-881')),
}

export function soldPackView(pack: SoldPack) {
  const { isActive, amountMinor, currency, paymentStatus, paymentMode, paymentReference } = pack
  return {
    ...ownedPackView(pack),
    patientPackageId: pack.id,
    isActive,
    packageAmount: fromMinorUnits(amountMinor, currency),
    currency,
    paymentStatus,
    paymentMode,
    paymentReference,
  }
}
