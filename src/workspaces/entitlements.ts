// What a workspace may use of the API, and who said so: the clinic file, or an operator since.

/** Entitlements that an operator changed since the last import of a clinic file. */
export interface ByHand {
  granted: readonly string[]
  withdrawn: readonly string[]
}

/** What was changed by hand; nothing is known of it where no import has noted what its file says. */
export function entitlementsByHand(held: readonly string[], ofFile: readonly string[] | null): ByHand {
  if (ofFile === null) return { granted: [], withdrawn: [] }
  return { granted: held.filter((name) => !ofFile.includes(name)), withdrawn: ofFile.filter((name) => !held.includes(name)) }
}
