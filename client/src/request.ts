// Turns the single input of a call into a request.

/** How an operation is sent: a row of the generated table. */
export interface Operation {
  readonly method: string
  readonly path: string
  /** Whether a call with an unknown outcome may simply be resent. */
  readonly repeatable: boolean
  readonly pathParameters: readonly string[]
  readonly queryParameters: readonly string[]
  readonly headerParameters: readonly string[]
  readonly hasBody: boolean
  /** Whether the body can name the workspace. */
  readonly hasWorkspace: boolean
}

export interface OutgoingRequest {
  method: string
  /** Path and query. */
  target: string
  headers: Record<string, string>
  body: string | null
}

/**
 * Puts every member of the input where the operation expects it; what is not a parameter belongs in
 * the body.
 */
export function buildRequest(
  { method, path, pathParameters, queryParameters, headerParameters, hasBody }: Operation,
  input: object,
): OutgoingRequest {
  const remaining = new Map<string, unknown>(
    Object.entries(input).filter(([, value]) => value !== undefined),
  )
  const takeParameters = (names: readonly string[]) => {
    const entries = names
      .filter((name) => remaining.has(name))
      .map((name) => [name, String(remaining.get(name))])
    for (const name of names) remaining.delete(name)
    return Object.fromEntries(entries) as Record<string, string>
  }
  const pathValues = takeParameters(pathParameters)
  const query = new URLSearchParams(takeParameters(queryParameters)).toString()
  const headers = takeParameters(headerParameters)
  const target =
    path.replace(/\{(\w+)\}/g, (_, name: string) => encodePathSegment(name, pathValues[name])) +
    (query && `?${query}`)
  if (!hasBody) return { method, target, headers, body: null }
  return {
    method,
    target,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(remaining)),
  }
}

/**
 * Encodes a path segment. An empty segment, or a segment that URLs resolve, would lead to the path
 * of another operation.
 */
function encodePathSegment(name: string, value = ''): string {
  if (['', '.', '..'].includes(value)) throw new TypeError(`${name} cannot be '${value}'`)
  return encodeURIComponent(value)
}
