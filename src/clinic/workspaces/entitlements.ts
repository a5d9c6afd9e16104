// The entitlements of a workspace to parts of the API, and their source: the clinic file, or a later change by an operator.

/** Entitlements that an operator has changed since the last import of a clinic file. */
export interface ByHand {
  granted: readonly string[]
  withdrawn: readonly string[]
}

/** The changes by hand; none are known if no import has recorded the file's entitlements. */
export function entitlementsByHand(held: readonly string[], ofFile: readonly string[] | null): ByHand {
  if (ofFile === null) return { granted: [], withdrawn: [] }
  return { granted: held.filter((name) => !ofFile.includes(name)), withdrawn: ofFile.filter((name) => !held.includes(name)) }
}
