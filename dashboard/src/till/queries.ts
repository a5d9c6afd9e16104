// The queries of the money screens.

import { useState } from 'react'
import type { Input, Output } from '../api/call.ts'
import { useOperation, useWorkspace } from '../api/workspace.tsx'
import { findStoredLocation, storeLocation } from '../ui/stored-location.ts'
import type { TillSearch } from './till-search.ts'

export type Till = Output<'till-show'>
export type OpenTill = NonNullable<Till['open']>
export type TillClose = Output<'till-closes'>[number]
export type Payment = Output<'payments-list'>[number]
export type Receipt = Output<'receipt-show'>

/**
 * The tills, and the one that is shown: the requested one, or else the last one shown, or else the
 * first.
 */
export function useTills({ at }: TillSearch) {
  const { workspace } = useWorkspace()
  const tills = useOperation('till-list', {})
  const shownTill =
    tills.data?.find(({ addressId }) => (addressId ?? 0) === at) ??
    findStoredLocation(
      workspace,
      tills.data?.map((till) => ({ ...till, id: till.addressId ?? 0 })),
    )
  return {
    tills,
    shown: shownTill,
    keep: (location: number) => storeLocation(workspace, location),
  }
}

/** The `addressId` of an operation's input; omitted if there is no location. */
export const tillInput = (addressId: number | null | undefined): { addressId?: number } =>
  addressId ? { addressId } : {}

/** A list that is loaded a page at a time; `more` loads a longer one. */
export function useGrowingLimit(pageSize: number, limitMax: number) {
  const [limit, setLimit] = useState(pageSize)
  return {
    limit,
    more: limit < limitMax ? () => setLimit(Math.min(limitMax, limit + pageSize)) : undefined,
  }
}

export type ReceiptQuery = Input<'receipt-show'>
