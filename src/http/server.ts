// The front door: turns HTTP into calls of routes, and refusals into documented responses.

import { randomUUID } from 'node:crypto'
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify, LogController } from 'fastify'
import { bodyBytesMax, isJsonObject, parseJsonBody, received } from '../contract/body.ts'
import { Refusal, type RefusalCode, refusal, refusalOf } from '../contract/errors.ts'
import { exampleZone } from '../contract/examples.ts'
import { apiTitle, openApiDocument, statusesOf } from '../contract/openapi.ts'
import type { Caller, Policy, Route } from '../contract/route.ts'
import { bodyValidator, parameterValidator } from '../contract/validation.ts'
import type { CalendarDate } from '../values/calendar-date.ts'
import { dateAt } from '../values/clinic-time.ts'
import { type IpAddress, parseIpAddress } from '../values/ip-address.ts'
import { PassedThrough } from '../values/passed-through.ts'
import { invalid, Problem } from '../values/problem.ts'
import { clientAddress, proxyHeader } from './client-address.ts'
import { boundConnections, type ConnectionLimits } from './connections.ts'
import { answerPreflight, letPageRead, pageRoutes } from './cross-origin.ts'
import { asksForPage, isForPageToRead, type LivePage, refusedPage, registerLivePages, registerPage } from './pages.ts'
import { connectionGates, type GateServices, gates, type MatchedRoute, type Passage } from './pipeline.ts'
import { referencePages } from './reference-pages.ts'
import { closeStalledResponses } from './stalled-responses.ts'

export interface FrontDoor {
  routes: readonly Route[]
  /** Of the service, for the API reference. */
  version: string
  /** Whether the API reference is served. */
  docs: boolean
  /** Pages for people, beside it. */
  pages: readonly LivePage[]
  services: GateServices
  /** Told of a member of staff in whose name something was done. */
  staffActed(workspaceId: number, userId: number): void
  isTrustedProxy(address: IpAddress): boolean
  connectionLimits: ConnectionLimits
  /** Headers in which a trusted proxy names the viewer's zone, lower case, the first one sent counts. */
  zoneHeaders: readonly string[]
  failureKind(error: unknown): 'busy' | 'full disk' | 'bad value' | 'unexpected'
  /** True while the database is known to be away, which is said once and not for each request. */
  isDatabaseAway(): boolean
  /** The allow-listed part of an error that a log may hold. */
  loggable(error: unknown): Record<string, unknown>
  /** Told, before any request, of what can be answered, but for what gateways say; `route` is null for a path that is none of ours. */
  canAnswer(answers: readonly { method: string; route: string | null; statuses: readonly number[] }[]): void
  /** Told of every answer, when it has been sent. */
  answered(request: { method: string; route: string | null; status: number; code: RefusalCode | undefined; ms: number }): void
  log: FastifyBaseLogger
}

const headersMs = 10_000
const requestMs = 20_000
const slowConnectionsCheckMs = 5_000
/** How long a response may wait for a client that does not read it. */
const stalledMs = 30_000
/** How long a connection that was given up stays open for its client to read why. */
const lingerMs = 2_000
const headerBytesMax = 16 * 1024
const requestsPerSocketMax = 1_000

/** What the gates of the connection, and faults, answer whatever is asked for. */
const statusesOfPages = [429, 500, 503]

interface Entered {
  passage: Passage
  /** Names the request in a 500 and in the log, whatever the caller's x-request-id is. */
  uuid: string
  startedAt: number
  /** Why it was refused, once it was. */
  code?: RefusalCode
}

// What the front door notes of a request in flight; gone with the request.
const entered = new WeakMap<FastifyRequest, Entered>()

/** Builds the public surface; nothing listens yet. */
export function buildFrontDoor({
  routes,
  version,
  docs,
  pages,
  services,
  staffActed,
  isTrustedProxy,
  connectionLimits,
  zoneHeaders,
  failureKind,
  isDatabaseAway,
  loggable,
  canAnswer,
  answered,
  log,
}: FrontDoor): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: (request) => adoptedRequestId(request.headers['x-request-id']) ?? randomUUID(),
    // The router would answer a longer path parameter by itself, before any gate.
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: true, maxParamLength: headerBytesMax },
    exposeHeadRoutes: false,
    rewriteUrl: (request) => readablePath(request.url ?? '/'),
    bodyLimit: bodyBytesMax,
    requestTimeout: requestMs,
    maxRequestsPerSocket: requestsPerSocketMax,
    http: { headersTimeout: headersMs, connectionsCheckingInterval: slowConnectionsCheckMs, maxHeaderSize: headerBytesMax, requireHostHeader: false },
    clientErrorHandler: answerBrokenConnection,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  })
  boundConnections(app.server, connectionLimits, isTrustedProxy)
  closeStalledResponses(app.server, { stallMs: stalledMs, checkMs: slowConnectionsCheckMs })
  const isPageRoute = pageRoutes(routes)
  // `Expect: anything` would be answered 417 by Node before any gate; we just go on without it.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  app.addHook('onRequest', async (request, reply) => {
    const uuid = adoptedRequestId(request.headers['x-request-id']) ? randomUUID() : request.id
    const address = clientAddress(request.socket.remoteAddress, request.headers['x-forwarded-for'], isTrustedProxy)
    // A socket that is already gone has no address; no response reaches the caller.
    const passage: Passage = { address: address ?? (parseIpAddress('0.0.0.0') as IpAddress) }
    entered.set(request, { passage, uuid, startedAt: performance.now() })
    reply.header('x-request-id', request.id).header('cache-control', 'no-store')
    const to = matchedRouteOf(request)
    for (const gate of connectionGates) await gate(request, passage, to, services)
    if (asksForPage(request) || (request.method === 'OPTIONS' && (await answerPreflight(request, reply, isPageRoute, services)))) return
    try {
      for (const gate of gates) await gate(request, passage, to, services)
    } finally {
      if (request.headers.origin !== undefined) await letPageRead(request, reply, passage, services)
    }
  })

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    if (isForPageToRead(request)) return done(null, bytes)
    const to = matchedRouteOf(request)
    if (asksForPage(request) || to?.takesBody === false) return done(null, undefined)
    if (bytes.length === 0 && to?.bodyMayBeAbsent) return done(null, undefined)
    if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(request.headers['content-type'] ?? '')) {
      return done(unusableBody(request, 'must be sent as application/json', null))
    }
    const parsed = parseJsonBody(bytes)
    return 'problem' in parsed ? done(unusableBody(request, parsed.problem, null)) : done(null, parsed.value)
  })

  app.setErrorHandler((error, request, reply) => {
    if (error instanceof PassedThrough) return answer(reply, { ...error, headers: {} })
    const known = inShapeOf(policyOf(request), refusalFor(error, request))
    // Who sends too much does not also keep a connection.
    if (known.status === 429) reply.header('connection', 'close')
    const noted = entered.get(request)
    if (noted) noted.code = known.code
    const page = refusedPage(request, known.status)
    if (page)
      return reply
        .code(known.status)
        .headers({ ...page.headers, ...known.headers })
        .type(page.type)
        .serializer(String)
        .send(page.content)
    return answer(reply, known)
  })
  // Gates have run before: an undocumented route never gets past them.
  app.setNotFoundHandler(() => {
    throw refusal('ROUTE_NOT_DOCUMENTED')
  })

  app.addHook('onResponse', async (request, reply) => {
    const { passage, uuid, startedAt = performance.now(), code } = entered.get(request) ?? {}
    const { method } = request
    const route = request.routeOptions.url ?? null
    const status = reply.statusCode
    const ms = Math.round((performance.now() - startedAt) * 10) / 10
    answered({ method, route, status, code, ms })
    // By allow-list, and the pattern of the route instead of its URL: nothing of a patient and no secret.
    log.info({
      requestId: request.id,
      requestUuid: uuid,
      method,
      route,
      status,
      code,
      ms,
      workspaceId: passage?.caller?.workspaceId,
      keyId: passage?.caller?.keyId,
    })
  })

  const viewerTimezoneOf = (request: FastifyRequest) => proxyHeader(request.socket.remoteAddress, request.headers, zoneHeaders, isTrustedProxy)
  for (const route of routes) register(app, route, { viewerTimezoneOf, staffActed })
  const documentOn = (day: CalendarDate) => openApiDocument(routes, version, day)
  const reference = docs ? referencePages({ title: apiTitle, version, documentOn, today: () => dateAt(exampleZone, services.now()) }) : []
  for (const page of reference) registerPage(app, page)
  registerLivePages(app, pages)
  canAnswer([
    ...routes.map((route) => ({ method: route.method, route: route.path, statuses: statusesOf(route) })),
    ...reference.map(({ path }) => ({ method: 'GET', route: path, statuses: [200, 304, ...statusesOfPages] })),
    ...pages.map(({ path, method = 'GET' }) => ({ method, route: path, statuses: [200, ...statusesOfPages] })),
    { method: 'any', route: null, statuses: [401, 403, ...statusesOfPages] },
  ])

  function refusalFor(error: unknown, request: FastifyRequest): Refusal {
    if (error instanceof Refusal) return error
    return error instanceof Problem ? refusalOf(error, { requestUuid: uuidOf(request) }) : translated(error, request)
  }

  const uuidOf = (request: FastifyRequest) => entered.get(request)?.uuid ?? randomUUID()

  function translated(error: unknown, request: FastifyRequest): Refusal {
    const code = (error as { code?: unknown }).code
    // The caller went away in the middle of the body; no response reaches it.
    if (request.raw.destroyed && !request.raw.complete) return refusal('MALFORMED_REQUEST')
    if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refusal('BODY_TOO_LARGE')
    if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return unusableBody(request, 'must be sent as application/json', null)
    if (typeof code === 'string' && code.startsWith('FST_ERR_CTP')) return refusal('MALFORMED_REQUEST')
    const uuid = uuidOf(request)
    const kind = failureKind(error)
    const noted = { requestId: request.id, requestUuid: uuid, route: request.routeOptions.url, error: loggable(error) }
    if (kind === 'busy') {
      if (!isDatabaseAway()) log.warn(noted, 'refused: busy')
      return refusal('BUSY')
    }
    if (kind === 'full disk') {
      log.error(noted, 'the disk of the database is full: writes are refused with 503 until there is room')
      return refusal('BUSY')
    }
    if (kind === 'bad value') {
      log.error(noted, 'a value passed validation that the database refused')
      return refusalOf(invalid('the request holds a value that cannot be stored'))
    }
    log.error(noted, 'unexpected failure')
    return refusal('UNEXPECTED', { requestUuid: uuid })
  }

  return app
}

function register(
  app: FastifyInstance,
  route: Route,
  { viewerTimezoneOf, staffActed }: Pick<FrontDoor, 'staffActed'> & { viewerTimezoneOf(request: FastifyRequest): string | undefined },
) {
  const { method, path, policy, bodyMayBeAbsent = false } = route
  const checkPath = route.pathParameters && parameterValidator(route.pathParameters)
  const checkQuery = route.query && parameterValidator(route.query)
  const checkBody = route.body && bodyValidator(route.body)
  app.route({
    method,
    url: path,
    config: { to: { method, path, policy, takesBody: route.body !== undefined, bodyMayBeAbsent } satisfies MatchedRoute },
    schema: { response: serialised(route.replies) },
    async handler(request, reply) {
      const { passage } = entered.get(request) as Entered
      const caller = passage.caller as Caller
      checkPath?.(request.params)
      checkQuery?.(request.query)
      const sent = request.body === undefined && bodyMayBeAbsent ? {} : request.body
      if (checkBody) {
        if (!isJsonObject(sent)) throw unusableBody(request, 'must be a JSON object', sent)
        checkReferences(sent, route.needsOneOf)
        checkBody(sent)
      }
      const { status, body } = await route.handle({
        caller,
        address: passage.address,
        viewerTimezone: viewerTimezoneOf(request),
        idempotencyKey: policy.idempotent && idempotencyKeyOf(request),
        query: request.query as never,
        body: sent as never,
        path: request.params as never,
      })
      if (caller.actingUserId !== undefined) staffActed(caller.workspaceId, caller.actingUserId)
      if (passage.limits) reply.headers(limitHeaders(passage.limits))
      return reply.code(status).send(body)
    },
  })
}

/** Throws where none of the members is there, whatever else is. */
function checkReferences(body: Readonly<Record<string, unknown>>, members: readonly string[] = []) {
  const [first] = members
  if (first === undefined || members.some((member) => (body[member] ?? '') !== '')) return
  throw refusal('REFERENCE_REQUIRED', { members: members.join(', ') }, [{ field: first, error: 'is required', value: null }])
}

/** An empty one counts as none. */
function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'] ?? ''
  if (typeof key === 'string' && /^[ -~]{0,255}$/.test(key)) return key === '' ? undefined : key
  throw refusalOf(invalid('Idempotency-Key must be at most 255 printable ASCII characters'))
}

// What these formats allow, and words of a list, need no escaping in JSON. Looking for it takes a third of the serialiser's time.
const plainFormats = new Set(['timestamp', 'calendar-date', 'clock', 'zone', 'currency'])

/** The schemas of answers as the serialiser reads them. */
function serialised(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(serialised)
  if (typeof schema !== 'object' || schema === null) return schema
  const members = Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, serialised(member)]))
  const isPlain = Array.isArray(members.enum) || plainFormats.has(String(members.format))
  return isPlain ? { ...members, format: 'unsafe' } : members
}

/** Only successes carry them. */
function limitHeaders({ key, keyLeft, route, routeLeft }: NonNullable<Passage['limits']>): Record<string, string> {
  return {
    'x-ratelimit-limit': String(key),
    'x-ratelimit-remaining': String(keyLeft),
    'x-ratelimit-route-limit': String(route),
    'x-ratelimit-route-remaining': String(routeLeft),
  }
}

function matchedRouteOf(request: FastifyRequest): MatchedRoute | undefined {
  return request.is404 ? undefined : (request.routeOptions.config as { to?: MatchedRoute }).to
}

function policyOf(request: FastifyRequest): Policy | undefined {
  return matchedRouteOf(request)?.policy
}

function adoptedRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(header) ? header : undefined
}

/**
 * What the router sees. A target may be absolute, as proxies write it (RFC 9112, 3.2.2). A path that
 * does not decode would be refused by the router before any gate; it is no documented path either, so
 * it takes the way of one (401 without a key, 403 with).
 */
function readablePath(target: string): string {
  const url = target.replace(/^https?:\/\/[^/?#]+(?=\/)/i, '')
  try {
    const path = url.split('?', 1)[0] as string
    decodeURIComponent(path)
    // The router would cut off a `#`, which no path has, and take the rest for a documented one.
    return path.startsWith('/') && !path.includes('#') ? url : '/undocumented'
  } catch {
    return '/undocumented'
  }
}

/** The routes of one-time codes have one shape for everything that is wrong with a request (ERR-17). */
function inShapeOf(policy: Policy | undefined, known: Refusal): Refusal {
  return policy?.unusableBody === 'success' && known.code === 'VALIDATION_ERROR' ? refusal('OTP_REQUEST_INVALID', known.details) : known
}

function unusableBody(request: FastifyRequest, problem: string, value: unknown): Refusal {
  return policyOf(request)?.unusableBody === 'fieldErrors'
    ? refusal('BODY_NOT_USABLE', {}, [{ field: 'body', error: problem, value: received(value) }])
    : refusalOf(invalid(`the request body ${problem}`))
}

function answer(reply: FastifyReply, { status, body, headers }: Pick<Refusal, 'status' | 'body' | 'headers'>) {
  // Refusals have no response schema: their shapes are the error table's.
  return reply.code(status).headers(headers).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
}

/** What Node's parser could not read never becomes a request; it still gets an answer in our shape. */
function answerBrokenConnection(error: Error & { code?: string }, socket: Socket & { _httpMessage?: IncomingMessage }) {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const codes: Record<string, RefusalCode> = { HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE', ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT' }
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
  // A client that never closes its half would keep the socket open for ever; one that reads has time to.
  setTimeout(() => socket.destroy(), lingerMs).unref()
}
