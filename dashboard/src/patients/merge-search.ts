// The other record of a merge, as the address says it: by its number.

export interface MergeSearch {
  other?: number | undefined
}

/** Reads an address; what cannot be understood is left out. */
export function readMergeSearch({ other }: Record<string, unknown>): MergeSearch {
  return Number.isSafeInteger(Number(other)) && Number(other) > 0 ? { other: Number(other) } : {}
}
