// The address of a visit at home, in one line. Other callers of the API may store any members.

const firstMembers = ['address']
const lastMembers = ['city', 'state', 'postalCode', 'country']
const depthMax = 4

/** The texts in an address, joined by commas; empty if it has none. */
export function addressText(address: object | null | undefined): string {
  const members = new Map<string, unknown>(Object.entries(address ?? {}))
  const otherMembers = [...members.keys()].filter(
    (name) => !firstMembers.includes(name) && !lastMembers.includes(name),
  )
  return [...firstMembers, ...otherMembers, ...lastMembers]
    .flatMap((name) => collectTexts(members.get(name), depthMax))
    .join(', ')
}

function collectTexts(value: unknown, depth: number): string[] {
  if (typeof value === 'number') return [String(value)]
  if (typeof value === 'object' && value !== null)
    return depth === 0
      ? []
      : Object.values(value).flatMap((nested) => collectTexts(nested, depth - 1))
  return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : []
}

/** The modes of visits at home, which have an address. */
export const isAtHome = (mode: string | undefined) =>
  mode === 'HOME_VISIT' || mode === 'HOME_COLLECTION'
