// The front door: an HTTP server that turns requests into calls of routes, and refusals into
// documented responses.

import { randomUUID } from 'node:crypto'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify'
import { bodyBytesMax } from '../contract/body.ts'
import { type Refusal, type RefusalRows, refusal } from '../contract/errors.ts'
import { exampleZone } from '../contract/examples.ts'
import { apiTitle, openApiDocument, routeStatuses } from '../contract/openapi.ts'
import type { Route } from '../contract/route.ts'
import type { CalendarDate } from '../values/calendar-date.ts'
import { dateAt } from '../values/clinic-time.ts'
import { type IpAddress, parseIpAddress } from '../values/ip-address.ts'
import { type MaybePromise, whenAvailable } from '../values/maybe-promise.ts'
import { clientAddress, proxyHeader } from './client-address.ts'
import { type ConnectionLimits, limitConnections } from './connections.ts'
import { allowPageToRead, answerPreflight, createPageRouteMatcher } from './cross-origin.ts'
import { documentationPath } from './documentation.ts'
import { requestAddress } from './in-flight.ts'
import { matchedRoute, routePattern } from './matched-route.ts'
import { isPageRequest, type LivePage, registerLivePages, registerPage } from './pages.ts'
import {
  type AnsweredCall,
  connectionGates,
  type GateArguments,
  type GateServices,
  gates,
  type Passage,
  passGates,
} from './pipeline.ts'
import { referencePages } from './reference-pages.ts'
import { answerBrokenConnection, createErrorHandler, type Failures } from './refusing.ts'
import { parseBody } from './request-body.ts'
import { type RouteDependencies, serveRoute } from './serve-route.ts'
import { closeStalledResponses } from './stalled-responses.ts'

export interface FrontDoor extends Failures, Pick<RouteDependencies, 'staffActed'> {
  routes: readonly Route[]
  /** What the API refuses, for the API reference. */
  refusals: RefusalRows
  /** The version of the service, for the API reference. */
  version: string
  /** Whether the API reference is served. */
  docs: boolean
  /** Pages for people, in addition to the reference. */
  pages: readonly LivePage[]
  services: GateServices
  isTrustedProxy(address: IpAddress): boolean
  connectionLimits: ConnectionLimits
  /**
   * Headers, in lower case, in which a trusted proxy reports the viewer's timezone; the first one
   * sent counts.
   */
  zoneHeaders: readonly string[]
  /**
   * Called before any request with all possible responses, except those to gateways; `route` is
   * null for an unknown path.
   */
  canAnswer(
    answers: readonly { method: string; route: string | null; statuses: readonly number[] }[],
  ): void
  /** Called after each response has been sent. */
  answered(request: {
    method: string
    route: string | null
    status: number
    code: Refusal['code'] | undefined
    ms: number
  }): void
  /** Called after each response under a known key. */
  keyAnswered(call: AnsweredCall): void
}

const headersMs = 10_000
const requestMs = 20_000
const slowConnectionsCheckMs = 5_000
/** How long a response may wait for a client that does not read it. */
const stalledMs = 30_000
const headerBytesMax = 16 * 1024
const requestsPerSocketMax = 1_000

const noAddress = parseIpAddress('0.0.0.0') as IpAddress

/** The statuses with which the gates of the connection, and faults, answer any request. */
const pageStatuses = [429, 500, 503]

/** Builds the public surface, which does not listen yet. */
export function buildFrontDoor({
  routes,
  refusals,
  version,
  docs,
  pages,
  services,
  staffActed,
  isTrustedProxy,
  connectionLimits,
  zoneHeaders,
  canAnswer,
  answered,
  keyAnswered,
  ...failures
}: FrontDoor): FastifyInstance {
  const { log } = failures
  const app = fastify({
    loggerInstance: log,
    // Each log line names its request itself.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: (request) => adoptedRequestId(request.headers['x-request-id']) ?? randomUUID(),
    // Otherwise the router itself would answer a longer path parameter, before any gate.
    routerOptions: {
      caseSensitive: true,
      ignoreTrailingSlash: true,
      maxParamLength: headerBytesMax,
    },
    exposeHeadRoutes: false,
    rewriteUrl: (request) => readablePath(request.url ?? '/'),
    bodyLimit: bodyBytesMax,
    requestTimeout: requestMs,
    maxRequestsPerSocket: requestsPerSocketMax,
    http: {
      headersTimeout: headersMs,
      connectionsCheckingInterval: slowConnectionsCheckMs,
      maxHeaderSize: headerBytesMax,
      requireHostHeader: false,
      // Creates no stream where there is no body.
      optimizeEmptyRequests: true,
    },
    clientErrorHandler: answerBrokenConnection,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  })
  limitConnections(app.server, connectionLimits, isTrustedProxy)
  closeStalledResponses(app.server, { stallMs: stalledMs, checkMs: slowConnectionsCheckMs })
  const isPageRoute = createPageRouteMatcher(routes)
  // Node would answer `Expect: anything` with 417 before any gate; we ignore the header.
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  )

  app.decorateRequest('config', undefined)
  app.decorateRequest('inFlight', undefined)
  // Not an async function: if all gates answer synchronously, the request does not wait for a
  // promise.
  app.addHook('onRequest', (request, reply, done) => {
    let entered: MaybePromise<void>
    try {
      entered = enter(request, reply)
    } catch (error) {
      return done(error as Error)
    }
    if (entered instanceof Promise) entered.then(() => done(), done)
    else done()
  })

  function enter(request: FastifyRequest, reply: FastifyReply): MaybePromise<void> {
    const { headers } = request
    const address = clientAddress(
      request.socket.remoteAddress,
      headers['x-forwarded-for'],
      isTrustedProxy,
    )
    // A socket that is already closed has no address; no response reaches the caller.
    const passage: Passage = { address: address ?? noAddress }
    request.config = request.routeOptions.config
    request.inFlight = {
      passage,
      uuid: adoptedRequestId(headers['x-request-id']) ? randomUUID() : request.id,
      startedAt: performance.now(),
    }
    reply.header('x-request-id', request.id).header('cache-control', 'no-store')
    const at: GateArguments = [request, passage, matchedRoute(request), services]
    return whenAvailable(passGates(connectionGates, at), () => {
      if (isPageRequest(request)) return
      return headers.origin === undefined ? passGates(gates, at) : enterFromPage(at, reply)
    })
  }

  /**
   * A request from a page in a browser: the page may read the answer, even a refusal, if its origin
   * is known.
   */
  async function enterFromPage(at: GateArguments, reply: FastifyReply): Promise<void> {
    const [request] = at
    if (await answerPreflight(request, reply, isPageRoute, services)) return
    try {
      await passGates(gates, at)
    } finally {
      await allowPageToRead(at, reply)
    }
  }

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, parseBody)

  app.setErrorHandler(createErrorHandler(failures))
  // Gates have run before: an undocumented route never gets past them.
  app.setNotFoundHandler(() => {
    throw refusal('ROUTE_NOT_DOCUMENTED')
  })

  app.addHook('onResponse', (request, reply, done) => {
    recordAnswer(request, reply, { answered, keyAnswered, log })
    done()
  })

  const viewerTimezone = (request: FastifyRequest) =>
    proxyHeader(request.socket.remoteAddress, request.headers, zoneHeaders, isTrustedProxy)
  for (const route of routes)
    serveRoute(app, route, { viewerTimezoneOf: viewerTimezone, staffActed })
  const documentOn = (day: CalendarDate) => openApiDocument(routes, refusals, version, day)
  const hasDocumentation = pages.some(({ path }) => path === documentationPath)
  const today = () => dateAt(exampleZone, services.now())
  const reference = docs
    ? referencePages({ title: apiTitle, version, documentOn, today, hasDocumentation })
    : []
  for (const page of reference) registerPage(app, page)
  registerLivePages(app, pages, requestAddress, (error, request) => {
    log.error(
      { requestId: request.id, route: routePattern(request), error: failures.loggable(error) },
      'unexpected failure',
    )
  })
  canAnswer([
    ...routes.map((route) => ({
      method: route.method,
      route: route.path,
      statuses: routeStatuses(route, refusals),
    })),
    ...reference.flatMap(({ path }) =>
      readMethods.map((method) => ({ method, route: path, statuses: [200, 304, ...pageStatuses] })),
    ),
    ...pages.flatMap(({ path, method }) =>
      (method ? [method] : readMethods).map((one) => ({
        method: one,
        route: path,
        statuses: [200, ...pageStatuses],
      })),
    ),
    { method: 'any', route: null, statuses: [401, 403, ...pageStatuses] },
  ])

  return app
}

/** Pages answer HEAD as they answer GET, without the content. */
const readMethods = ['GET', 'HEAD']

function adoptedRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(header) ? header : undefined
}

// A path of our own routes with a query, with nothing to decode.
const plainTarget = /^\/[\w./-]*(\?[\w.,=&:+-]*)?$/

/**
 * What the router sees. A target may be absolute, as proxies write it (RFC 9112, 3.2.2). Before any
 * gate, the router would refuse a path that does not decode; no documented path is like that, so it
 * is treated as undocumented (401 without a key, 403 with one).
 */
function readablePath(target: string): string {
  if (plainTarget.test(target)) return target
  const url = target.replace(/^https?:\/\/[^/?#]+(?=\/)/i, '')
  try {
    const path = url.split('?', 1)[0] as string
    decodeURIComponent(path)
    // The router would cut off a `#`, which no path has, and might match the rest to a documented
    // path.
    return path.startsWith('/') && !path.includes('#') ? url : '/undocumented'
  } catch {
    return '/undocumented'
  }
}

/** Counts a response that was sent, records it with the calls of its key, and logs it. */
function recordAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    answered,
    keyAnswered,
    log,
  }: Pick<FrontDoor, 'answered' | 'keyAnswered'> & { log: FastifyBaseLogger },
) {
  const { passage, uuid, startedAt = performance.now(), code } = request.inFlight ?? {}
  const { method } = request
  const route = routePattern(request)
  const status = reply.statusCode
  const ms = Math.round((performance.now() - startedAt) * 10) / 10
  answered({ method, route, status, code, ms })
  const { key, address, counted } = passage ?? {}
  if (key && address)
    keyAnswered({ key, address, counted, requestId: request.id, method, route, status, code, ms })
  // The log has only allow-listed data, and the route's pattern instead of the URL: no patient data
  // and no secrets.
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
}
