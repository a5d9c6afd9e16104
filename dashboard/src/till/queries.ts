// The queries of the money screens.

import { useState } from 'react'
import type { Input, Output } from '../api/call.ts'
import { useOperation, useWorkspace } from '../api/workspace.tsx'
import type { TillSearch } from './till-search.ts'

export type Till = Output<'till-show'>
export type OpenTill = NonNullable<Till['open']>
export type TillClose = Output<'till-closes'>[number]
export type Payment = Output<'payments-list'>[number]
export type Receipt = Output<'receipt-show'>

const locationStorageKey = (workspace: string) => `clinic-location ${workspace}`

/**
 * The tills, and the one that is shown: the requested one, or else the last one shown, or else the
 * first.
 */
export function useTills({ at }: TillSearch) {
  const { workspace } = useWorkspace()
  const tills = useOperation('till-list', {})
  const stored = localStorage.getItem(locationStorageKey(workspace))
  const shownTill =
    tills.data?.find(({ addressId }) => (addressId ?? 0) === at) ??
    tills.data?.find(({ addressId }) => String(addressId) === stored) ??
    tills.data?.[0]
  return {
    tills,
    shown: shownTill,
    keep: (location: number) =>
      localStorage.setItem(locationStorageKey(workspace), String(location)),
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
