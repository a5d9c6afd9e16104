// The other record of a merge, stored in the address by its number.

import { omitUndefined, parseId } from '../ui/address.ts'

export interface MergeSearch {
  other?: number | undefined
}

/** Reads an address; invalid parts are left out. */
export function readMergeSearch({ other }: Record<string, unknown>): MergeSearch {
  return omitUndefined({ other: parseId(other) })
}
