// The response to a failed request: the row of a refusal, or, for a fault of ours, no internal
// detail.

import { randomUUID } from 'node:crypto'
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, refusal, refusalForProblem } from '../contract/errors.ts'
import type { Policy } from '../contract/route.ts'
import { ForwardedAnswer } from '../values/forwarded-answer.ts'
import { invalid, Problem } from '../values/problem.ts'
import { requestUuid } from './in-flight.ts'
import { routePattern, routePolicy } from './matched-route.ts'
import { refusalPage } from './pages.ts'
import { createBodyRefusal } from './request-body.ts'

export interface Failures {
  failureKind(error: unknown): 'busy' | 'full disk' | 'bad value' | 'lost' | 'unexpected'
  /**
   * True while the database is known to be unavailable; this is logged once, not for each request.
   */
  isDatabaseUnavailable(): boolean
  /** The allow-listed part of an error that may be logged. */
  loggable(error: unknown): Record<string, unknown>
  log: FastifyBaseLogger
}

const busyLogMs = 1_000

/** How long a dropped connection stays open, so that its client can read why. */
const lingerMs = 2_000

/** Answers any error that a gate or a route throws. */
export function createErrorHandler({
  failureKind,
  isDatabaseUnavailable,
  loggable,
  log,
}: Failures) {
  const logBusy = createBusyLog(log)
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    if (error instanceof ForwardedAnswer) return sendRefusal(reply, { ...error, headers: {} })
    const shaped = shapeRefusal(routePolicy(request), toRefusal(error, request))
    // A client that sends too much must not keep its connection as well.
    if (shaped.status === 429) reply.header('connection', 'close')
    if (request.inFlight) request.inFlight.code = shaped.code
    const page = refusalPage(request, shaped.status)
    if (page)
      return reply
        .code(shaped.status)
        .headers({ ...page.headers, ...shaped.headers })
        .type(page.type)
        .serializer(String)
        .send(page.content)
    return sendRefusal(reply, shaped)
  }

  function toRefusal(error: unknown, request: FastifyRequest): Refusal {
    if (error instanceof Refusal) return error
    return error instanceof Problem
      ? refusalForProblem(error, { requestUuid: requestUuid(request) })
      : translateError(error, request)
  }

  function translateError(error: unknown, request: FastifyRequest): Refusal {
    const code = (error as { code?: unknown }).code
    // The caller disconnected in the middle of the body; no response reaches it.
    if (request.raw.destroyed && !request.raw.complete) return refusal('MALFORMED_REQUEST')
    if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refusal('BODY_TOO_LARGE')
    if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
      return createBodyRefusal(request, 'must be sent as application/json', null)
    if (typeof code === 'string' && code.startsWith('FST_ERR_CTP'))
      return refusal('MALFORMED_REQUEST')
    const uuid = requestUuid(request)
    const kind = failureKind(error)
    const logEntry = {
      requestId: request.id,
      requestUuid: uuid,
      route: routePattern(request),
      error: loggable(error),
    }
    if (kind === 'busy') {
      if (!isDatabaseUnavailable()) logBusy(logEntry)
      return refusal('BUSY')
    }
    if (kind === 'full disk') {
      log.error(
        logEntry,
        'the disk of the database is full: writes are refused with 503 until there is room',
      )
      return refusal('BUSY')
    }
    if (kind === 'bad value') {
      log.error(logEntry, 'a value passed validation that the database refused')
      return refusalForProblem(invalid('the request holds a value that cannot be stored'))
    }
    if (kind === 'lost') log.warn(logEntry, 'a write got no answer, and may have been made')
    else log.error(logEntry, 'unexpected failure')
    return refusal('UNEXPECTED', { requestUuid: uuid })
  }
}

/** Logs the first of a second's refusals, with the number of those since the last one logged. */
function createBusyLog(log: FastifyBaseLogger): (entry: object) => void {
  let loggedAt = Number.NEGATIVE_INFINITY
  let others = 0
  return (entry) => {
    if (performance.now() - loggedAt < busyLogMs) {
      others += 1
      return
    }
    log.warn({ ...entry, others }, 'refused: busy')
    loggedAt = performance.now()
    others = 0
  }
}

/** The routes of one-time codes have a single shape for all errors in a request (ERR-17). */
function shapeRefusal(policy: Policy | undefined, original: Refusal): Refusal {
  return policy?.unusableBody === 'success' && original.code === 'VALIDATION_ERROR'
    ? refusal('OTP_REQUEST_INVALID', original.details)
    : original
}

function sendRefusal(
  reply: FastifyReply,
  { status, body, headers }: Pick<Refusal, 'status' | 'body' | 'headers'>,
) {
  // Refusals have no response schema: the error table has their shapes.
  return reply
    .code(status)
    .headers(headers)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body)
}

/**
 * Input that Node's parser could not read never becomes a request; it still gets a response in our
 * shape.
 */
export function answerBrokenConnection(
  error: Error & { code?: string },
  socket: Socket & { _httpMessage?: IncomingMessage },
) {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const codes: Record<string, 'HEADERS_TOO_LARGE' | 'REQUEST_TIMEOUT'> = {
    HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
    ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  }
  const { status, body } = refusal(codes[error.code ?? ''] ?? 'MALFORMED_REQUEST')
  const content = JSON.stringify(body)
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(content)}`,
      'cache-control: no-store',
      `x-request-id: ${randomUUID()}`,
      'connection: close',
      '',
      content,
    ].join('\r\n'),
  )
  // A client that never closes its half would keep the socket open for ever. The delay gives a
  // client time to read the answer.
  setTimeout(() => socket.destroy(), lingerMs).unref()
}
