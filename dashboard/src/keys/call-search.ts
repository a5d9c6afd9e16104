// Which calls of a key are shown, as stored in the address. Routes are stored as patterns, so no
// address names a person.

export interface CallSearch {
  refused?: true | undefined
  status?: number | undefined
  /** A route with its method: `GET /v1/addresses`. */
  route?: string | undefined
}

/** Reads an address; invalid parts are left out. */
export function readCallSearch({ refused, status, route }: Record<string, unknown>): CallSearch {
  return {
    ...(refused === true && { refused }),
    ...(Number.isInteger(status) &&
      Number(status) >= 100 &&
      Number(status) <= 599 && { status: Number(status) }),
    ...(typeof route === 'string' && /^[A-Z]+ \/[\w/:-]{1,180}$/.test(route) && { route }),
  }
}
