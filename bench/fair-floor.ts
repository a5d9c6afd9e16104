// The fair floor: Fastify with a hand-written minimum of what every request to the service needs.
// Each request finds its key by its digest, passes an allowlist and four buckets, and gets its
// headers, a log line and three metrics; then it is answered with a constant, one prepared query of
// twenty rows, or one statement that books. Whatever the service needs beyond that is the cost of
// its gates, rules and checks. Started by bench.ts, which gives it DATABASE_URL and a key, and
// reads its port.

import { hash, randomUUID } from 'node:crypto'
import { fastify, LogController } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import { Counter, Histogram, Registry } from 'prom-client'
import { type BookableThings, fairBooking } from './plain-booking.ts'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const log = pino(
  { base: null, timestamp: pino.stdTimeFunctions.isoTime },
  pino.destination({ dest: 2, sync: true }),
)
const registers = [new Registry()]
const requests = new Counter({
  name: 'requests',
  help: 'requests',
  labelNames: ['method', 'route', 'status'],
  registers,
})
const seconds = new Histogram({
  name: 'seconds',
  help: 'seconds',
  labelNames: ['route'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1],
  registers,
})

const keys = new Map([
  [
    hash('sha256', process.env.FLOOR_KEY ?? '', 'base64url'),
    { id: 1, workspaceId: 1, allowed: ['127.0.0.1'] },
  ],
])
let counts = new Map<string, number>()
let minute = 0

/** Takes one from every bucket, and returns what is left in the last bucket. */
function takeFromBuckets(names: readonly string[], limit: number): number {
  const current = Math.floor(Date.now() / 60_000)
  if (current !== minute) counts = new Map()
  minute = current
  let used = 0
  for (const name of names) {
    used = (counts.get(name) ?? 0) + 1
    if (used > limit) throw new Error('too many')
    counts.set(name, used)
  }
  return limit - used
}

const app = fastify({
  loggerInstance: log,
  logController: new LogController({ disableRequestLogging: true }),
  childLoggerFactory: (logger) => logger,
  genReqId: () => randomUUID(),
  http: { optimizeEmptyRequests: true },
})

const limit = 999_999
app.addHook('onRequest', (request, reply, done) => {
  const address = request.socket.remoteAddress ?? ''
  takeFromBuckets([`address ${address}`], limit)
  const key = keys.get(hash('sha256', String(request.headers['x-api-key']), 'base64url'))
  if (!key?.allowed.includes(address)) return done(new Error('not allowed'))
  const route = request.routeOptions.url
  const left = takeFromBuckets(
    [`key ${key.id}`, `workspace ${key.workspaceId}`, `route ${key.id} ${route}`],
    limit,
  )
  reply.headers({
    'x-request-id': request.id,
    'cache-control': 'no-store',
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(left),
    'x-ratelimit-route-limit': String(limit),
    'x-ratelimit-route-remaining': String(left),
  })
  done()
})
app.addHook('onResponse', (request, reply, done) => {
  const route = request.routeOptions.url ?? 'none'
  const ms = Math.round(reply.elapsedTime * 10) / 10
  requests.inc({ method: request.method, route, status: reply.statusCode })
  seconds.observe({ route }, ms / 1000)
  log.info({
    requestId: request.id,
    requestUuid: request.id,
    method: request.method,
    route,
    status: reply.statusCode,
    ms,
    workspaceId: 1,
    keyId: 1,
  })
  done()
})

const constants = new Map<string, unknown>()
app.post('/constant/:name', async (request) => {
  constants.set((request.params as { name: string }).name, request.body)
  return {}
})
app.get('/constant/:name', async (request) =>
  constants.get((request.params as { name: string }).name),
)
app.get(
  '/query',
  async () =>
    (await pool.query({ name: 'rows', text: 'select id, from_at, to_at from floor_rows' })).rows,
)
const bookableThings = JSON.parse(process.env.FLOOR_BOOKABLE ?? '{}') as BookableThings
let bookedCount = 0
app.post('/booking', async (request, reply) => {
  const { doctorId } = request.body as { doctorId: number }
  bookedCount += 1
  const { rows } = await pool.query(fairBooking(bookableThings, doctorId, bookedCount))
  return reply
    .code(201)
    .send({ appointment: { ...(constants.get('booking') as object), id: rows[0]?.appointmentId } })
})

await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${(app.server.address() as { port: number }).port}\n`)
