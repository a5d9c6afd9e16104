// The other record of a merge, as stored in the address: its number.

import { idOf, known } from '../ui/address.ts'

export interface MergeSearch {
  other?: number | undefined
}

/** Reads an address; invalid parts are left out. */
export function readMergeSearch({ other }: Record<string, unknown>): MergeSearch {
  return known({ other: idOf(other) })
}
