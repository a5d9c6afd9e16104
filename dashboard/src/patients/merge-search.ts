// The other record of a merge, as stored in the address: its number.

import { omitUndefined, parseId } from '../ui/address.ts'

export interface MergeSearch {
  other?: number | undefined
}

/** Reads an address; invalid parts are left out. */
export function readMergeSearch({ other }: Record<string, unknown>): MergeSearch {
  return omitUndefined({ other: parseId(other) })
}
