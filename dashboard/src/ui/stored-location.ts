// The location that this browser showed last, which each screen shows first.

const storageKey = (workspace: string) => `clinic-location ${workspace}`

export const storeLocation = (workspace: string, id: number) =>
  localStorage.setItem(storageKey(workspace), String(id))

/** The location that was shown last, if it still exists; otherwise the first. */
export function findStoredLocation<Location extends { id: number }>(
  workspace: string,
  locations: readonly Location[] = [],
): Location | undefined {
  const stored = localStorage.getItem(storageKey(workspace))
  return locations.find(({ id }) => String(id) === stored) ?? locations[0]
}
