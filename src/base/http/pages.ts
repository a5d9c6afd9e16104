// Pages outside the API: only the gates of the connection apply. A page is made once for all
// readers, or for each request.

import { hash } from 'node:crypto'
import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CalendarDate } from '../values/calendar-date.ts'
import type { IpAddress } from '../values/ip-address.ts'
import { compressionBytesMin, createCompressor, negotiateCoding } from './compression.ts'
import { routeConfig } from './matched-route.ts'
import { createBodyLimiter } from './unsigned-bodies.ts'

/** A page that is the same for every reader. */
export interface Page {
  path: string
  type: string
  headers: Record<string, string>
  /**
   * Whether the page is served only to clients that accept HTML; for others its path is unknown.
   */
  isForBrowsers?: boolean
  /** The day it is made for; when that changes, it is made again. */
  day?(): CalendarDate
  content(): string | Promise<string>
}

/** A request to a page, as it arrived. */
export interface PageRequest {
  body: Buffer
  headers: IncomingHttpHeaders
  /** The query by name; several values of one name are a list. */
  query: Readonly<Record<string, unknown>>
  /** Where it came from, and the id of the request. */
  address: IpAddress
  requestId: string
}

/** A page that is made for each request. */
export interface LivePage {
  path: string
  /** `POST`: the page receives a form. Its content is not read; only the path counts. */
  method?: 'POST'
  /** The body is still read, whatever its content type. */
  takesBody?: boolean
  /** Served even when the process is overloaded: a payment has been made. */
  evenWhenLate?: boolean
  /** The maximum size of the body, where it differs from the default. */
  bodyBytesMax?: number
  /**
   * `refuses` admits only known senders: their bodies count against a separate limit from
   * strangers', and may take longer.
   */
  knowsSender?: boolean
  /**
   * A reader needs few of these, so requests are counted as those for static pages are
   * (CLINIC_LIMIT_PAGES).
   */
  isCounted?: boolean
  /**
   * Whether the page is the same for anyone who may read it, and without secrets: it is sent
   * compressed.
   */
  isPublic?: boolean
  /** Refuses a request by its path and headers, before its body is read; undefined lets it pass. */
  refuses?(
    parameters: Record<string, string>,
    headers: IncomingHttpHeaders,
  ): Promise<PageAnswer | undefined>
  /** The parameters come from the path. */
  answer(parameters: Record<string, string>, sent: PageRequest): Promise<PageAnswer | HeldAnswer>
  /**
   * The response to a request that is refused with this status (rate limit, busy, fault); the API's
   * response if omitted.
   */
  refused?(status: number, headers: IncomingHttpHeaders): Omit<PageAnswer, 'status'>
}

export interface PageAnswer {
  status: number
  type: string
  headers?: Record<string, string | string[]>
  content: string | Buffer
}

/**
 * A response that stays open until its holder ends it, its client disconnects or the service stops.
 */
export interface HeldAnswer {
  type: string
  headers?: Record<string, string>
  /**
   * Takes over the response, whose headers have been sent. It acquires its resources only now: it
   * is not called if the client is gone.
   */
  hold(response: ServerResponse): void | Promise<void>
}

interface PageRoute {
  isForBrowsers: boolean
  /** Whether the page is made for each request. */
  isLive?: boolean
  isCounted?: boolean
  takesBody?: boolean
  evenWhenLate?: boolean
  refused?: LivePage['refused']
}

function findPageRoute(request: FastifyRequest): PageRoute | undefined {
  return (routeConfig(request) as { page?: PageRoute }).page
}

/** Whether a request is for a page, and so not for the API. */
export function isPageRequest(request: FastifyRequest): boolean {
  const page = findPageRoute(request)
  return (
    page !== undefined &&
    (!page.isForBrowsers || /(^|,)\s*text\/html\b/i.test(request.headers.accept ?? ''))
  )
}

/**
 * Whether a request is for a page of which one reader needs few: a static one, which is large, or
 * one marked as counted.
 */
export function isCountedPageRequest(request: FastifyRequest): boolean {
  const page = findPageRoute(request)
  return isPageRequest(request) && (page?.isLive !== true || page.isCounted === true)
}

/** Whether a request is for a page that is served even when the process is late. */
export function isServedWhenLate(request: FastifyRequest): boolean {
  return findPageRoute(request)?.evenWhenLate === true
}

/** Whether the page itself reads the body of a request. */
export function isBodyReadByPage(request: FastifyRequest): boolean {
  return findPageRoute(request)?.takesBody === true
}

/** What a page shows if a request for it is refused; undefined if it gets the API's response. */
export function refusalPage(
  request: FastifyRequest,
  status: number,
): Omit<PageAnswer, 'status'> | undefined {
  return findPageRoute(request)?.refused?.(status, request.headers)
}

interface RenderedPage {
  bytes: Buffer
  etag: string
  /** The compressed form, for clients that accept it; absent where that saves little. */
  compressed?: { bytes: Buffer; etag: string }
}

// A front page fits into a few packets anyway; the explorer's script has four megabytes.
const largeBytesMin = 16 * 1024
const compress = promisify(gzip)

async function renderPage(content: string | Promise<string>): Promise<RenderedPage> {
  const text = await content
  const bytes = Buffer.from(text)
  const name = hash('sha256', text, 'base64url')
  const plain = { bytes, etag: `"${name}"` }
  return bytes.length < largeBytesMin
    ? plain
    : { ...plain, compressed: { bytes: await compress(bytes), etag: `"${name}-gzip"` } }
}

/**
 * Serves a page. It is made at the first request of a day and cached, so that a crowd costs neither
 * time nor memory.
 */
export function registerPage(
  app: FastifyInstance,
  { path, type, headers, isForBrowsers = false, day, content }: Page,
) {
  let rendered: Promise<RenderedPage> | undefined
  let renderedOn: CalendarDate | undefined
  app.route({
    method: 'GET',
    url: path,
    exposeHeadRoute: true,
    config: { page: { isForBrowsers } satisfies PageRoute },
    async handler(request, reply) {
      const today = day?.()
      if (today !== renderedOn) rendered = undefined
      renderedOn = today
      rendered ??= renderPage(content())
      rendered.catch(() => {
        rendered = undefined
      })
      const { compressed, ...plain } = await rendered
      const isCompressed =
        compressed !== undefined &&
        negotiateCoding(request.headers['accept-encoding'], ['gzip']) !== undefined
      const { bytes, etag } = isCompressed ? compressed : plain
      reply.headers({ 'cache-control': 'no-cache', ...headers, etag })
      if (compressed) reply.header('vary', 'accept-encoding')
      if (isCompressed) reply.header('content-encoding', 'gzip')
      if (request.headers['if-none-match']?.includes(etag))
        return reply.removeHeader('content-encoding').code(304).send()
      return reply.type(type).send(bytes)
    },
  })
}

const isText = /^(text\/|image\/svg|application\/(json|xml))/

// Uploads by signed-in members, in this process, while they arrive.
const signedBytesMax = 64 * 1024 * 1024
const signedBodyMs = 20_000

/**
 * Serves pages that are made for each request. Responses they hold open end before the server
 * closes, which would wait for them.
 */
export function registerLivePages(
  app: FastifyInstance,
  pages: readonly LivePage[],
  getAddress: (request: FastifyRequest) => IpAddress,
  onFailure: (error: unknown, request: FastifyRequest) => void,
) {
  const heldResponses = new Set<ServerResponse>()
  const { compress } = createCompressor()

  /**
   * The content in a coding that the caller accepts, if that saves anything, and the headers that
   * say so.
   */
  async function compressAnswer(
    { type, content, headers }: PageAnswer,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string | Buffer> {
    if (content.length < compressionBytesMin || !isText.test(type)) return content
    reply.header('vary', [headers?.vary ?? [], 'accept-encoding'].flat().join(', '))
    const coding = negotiateCoding(request.headers['accept-encoding'])
    if (!coding) return content
    reply.header('content-encoding', coding)
    return compress(content, coding)
  }

  const unsigned = createBodyLimiter()
  const signed = createBodyLimiter({ bytesMax: signedBytesMax, ms: signedBodyMs })
  for (const {
    path,
    method = 'GET',
    isCounted = false,
    takesBody = false,
    evenWhenLate = false,
    bodyBytesMax,
    knowsSender,
    isPublic,
    ...page
  } of pages) {
    const { refuses, answer, refused } = page
    const limitBody = knowsSender ? signed : unsigned
    app.route({
      method,
      url: path,
      exposeHeadRoute: method === 'GET',
      ...(bodyBytesMax !== undefined && { bodyLimit: bodyBytesMax }),
      config: {
        page: {
          isForBrowsers: false,
          isLive: true,
          isCounted,
          takesBody,
          evenWhenLate,
          refused,
        } satisfies PageRoute,
      },
      async onRequest(request, reply) {
        const earlyRefusal = await refuses?.(
          request.params as Record<string, string>,
          request.headers,
        )
        // The rest of this connection is the body that is not read.
        if (earlyRefusal)
          return reply
            .code(earlyRefusal.status)
            .type(earlyRefusal.type)
            .headers({ ...earlyRefusal.headers, connection: 'close' })
            .send(earlyRefusal.content)
      },
      ...(takesBody && {
        preParsing(_, reply, body, done) {
          done(
            null,
            limitBody(body, (over) => reply.raw.once('close', over)),
          )
        },
      }),
      async handler(request, reply) {
        const answered = await answer(request.params as Record<string, string>, {
          body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
          headers: request.headers,
          query: request.query as Record<string, unknown>,
          address: getAddress(request),
          requestId: request.id,
        })
        reply.type(answered.type).headers(answered.headers ?? {})
        if ('content' in answered)
          return reply
            .code(answered.status)
            .send(isPublic ? await compressAnswer(answered, request, reply) : answered.content)
        if (request.method === 'HEAD') return reply.send()
        reply.hijack()
        const response = reply.raw
        // The client is already gone, so its 'close' event will not come.
        if (response.destroyed) return
        response.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
        response.flushHeaders()
        heldResponses.add(response)
        response.once('close', () => heldResponses.delete(response))
        try {
          await answered.hold(response)
        } catch (error) {
          onFailure(error, request)
          endHeldResponse(response)
        }
      },
    })
  }
  app.addHook('preClose', async () => {
    for (const response of heldResponses) endHeldResponse(response)
  })
}

// A client that reads has received the rest by then; a client that does not read would keep the
// response and its socket.
const lingerMs = 2_000

/** Ends a held response, even if its client does not read it. */
export function endHeldResponse(response: ServerResponse) {
  const timer = setTimeout(() => response.destroy(), lingerMs)
  timer.unref()
  response.once('close', () => clearTimeout(timer))
  response.end()
}
