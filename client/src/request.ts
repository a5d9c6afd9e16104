// Turns the one input of a call into a request.

/** How an operation is sent: a row of the generated table. */
export interface Operation {
  readonly method: string
  readonly path: string
  /** Whether a call whose outcome is unknown may simply be resent. */
  readonly repeatable: boolean
  readonly pathParameters: readonly string[]
  readonly queryParameters: readonly string[]
  readonly headerParameters: readonly string[]
  readonly hasBody: boolean
  /** Whether its body can name the workspace. */
  readonly hasWorkspace: boolean
}

export interface OutgoingRequest {
  method: string
  /** Path and query. */
  target: string
  headers: Record<string, string>
  body: string | null
}

/** Puts every member of the input where the operation expects it; what is not a parameter belongs to the body. */
export function requestOf({ method, path, pathParameters, queryParameters, headerParameters, hasBody }: Operation, input: object): OutgoingRequest {
  const members = new Map<string, unknown>(Object.entries(input).filter(([, value]) => value !== undefined))
  const take = (names: readonly string[]) => {
    const taken = names.filter((name) => members.has(name)).map((name) => [name, String(members.get(name))])
    for (const name of names) members.delete(name)
    return Object.fromEntries(taken) as Record<string, string>
  }
  const steps = take(pathParameters)
  const query = new URLSearchParams(take(queryParameters)).toString()
  const headers = take(headerParameters)
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => pathStep(name, steps[name])) + (query && `?${query}`)
  if (!hasBody) return { method, target, headers, body: null }
  return { method, target, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(Object.fromEntries(members)) }
}

/** An empty value, or a path segment that URLs resolve, would make this the path of another operation. */
function pathStep(name: string, value = ''): string {
  if (['', '.', '..'].includes(value)) throw new TypeError(`${name} cannot be '${value}'`)
  return encodeURIComponent(value)
}
