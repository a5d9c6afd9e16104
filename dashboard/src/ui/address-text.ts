// The address of a visit at home, on one line. Other callers may store any members.

const [first, last] = [['address'], ['city', 'state', 'postalCode', 'country']]
const depthMax = 4

/** The texts of an address, joined by commas; empty if it has none. */
export function addressText(address: object | null | undefined): string {
  const members = new Map<string, unknown>(Object.entries(address ?? {}))
  const others = [...members.keys()].filter((name) => !first.includes(name) && !last.includes(name))
  return [...first, ...others, ...last].flatMap((name) => textsIn(members.get(name), depthMax)).join(', ')
}

function textsIn(value: unknown, depth: number): string[] {
  if (typeof value === 'number') return [String(value)]
  if (typeof value === 'object' && value !== null) return depth === 0 ? [] : Object.values(value).flatMap((inside) => textsIn(inside, depth - 1))
  return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : []
}

/** The modes of visits at home, which have an address. */
export const isAtHome = (mode: string | undefined) => mode === 'HOME_VISIT' || mode === 'HOME_COLLECTION'
