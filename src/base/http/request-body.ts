// The body of a request: read after the gates, as JSON, or not at all.

import type { FastifyRequest } from 'fastify'
import { parseJsonBody, truncateReceived } from '../contract/body.ts'
import { type Refusal, refusal, refusalForProblem } from '../contract/errors.ts'
import { invalid } from '../values/problem.ts'
import { matchedRoute, routePolicy } from './matched-route.ts'
import { isBodyReadByPage, isPageRequest } from './pages.ts'

/** Reads the bytes of a body, of any content type, if its route takes one. */
export function parseBody(
  request: FastifyRequest,
  bytes: Buffer,
  done: (error: Error | null, body?: unknown) => void,
) {
  if (isBodyReadByPage(request)) return done(null, bytes)
  const to = matchedRoute(request)
  if (isPageRequest(request) || to?.takesBody === false) return done(null, undefined)
  if (bytes.length === 0 && to?.bodyMayBeAbsent) return done(null, undefined)
  if (
    !/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(
      request.headers['content-type'] ?? '',
    )
  ) {
    return done(createBodyRefusal(request, 'must be sent as application/json', null))
  }
  const parsed = parseJsonBody(bytes)
  return 'problem' in parsed
    ? done(createBodyRefusal(request, parsed.problem, null))
    : done(null, parsed.value)
}

/** Refuses an unusable body, in the shape of its route. */
export function createBodyRefusal(
  request: FastifyRequest,
  problem: string,
  value: unknown,
): Refusal {
  return routePolicy(request)?.unusableBody === 'fieldErrors'
    ? refusal('BODY_INVALID', {}, [
        { field: 'body', error: problem, value: truncateReceived(value) },
      ])
    : refusalForProblem(invalid(`the request body ${problem}`))
}
