// The other record of a merge, as stored in the address: its number.

export interface MergeSearch {
  other?: number | undefined
}

/** Reads an address; invalid parts are left out. */
export function readMergeSearch({ other }: Record<string, unknown>): MergeSearch {
  return Number.isSafeInteger(Number(other)) && Number(other) > 0 ? { other: Number(other) } : {}
}
