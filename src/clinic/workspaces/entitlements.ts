// A workspace's entitlements to parts of the API, and their source: the clinic file, or a later
// change by an operator.

/** Entitlements that an operator has changed since the last import of a clinic file. */
export interface ManualEntitlements {
  granted: readonly string[]
  withdrawn: readonly string[]
}

/** The changes by hand; none are known if no import has recorded the file's entitlements. */
export function findManualEntitlements(
  entitlements: readonly string[],
  fileEntitlements: readonly string[] | null,
): ManualEntitlements {
  if (fileEntitlements === null) return { granted: [], withdrawn: [] }
  return {
    granted: entitlements.filter((name) => !fileEntitlements.includes(name)),
    withdrawn: fileEntitlements.filter((name) => !entitlements.includes(name)),
  }
}
