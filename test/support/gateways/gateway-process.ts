// The sandbox gateway as a separate process with its own database, so that it and the service can
// be killed independently. It serves on loopback each call of the port, what payers do on its page,
// its faults and its clock.

import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { openDatabase } from '../../../src/base/db/database.ts'
import { statement } from '../../../src/base/db/statement.ts'
import { databaseClock } from '../../../src/base/ports/clock.ts'
import {
  advanceClock,
  clockReading,
  insertInstallation,
} from '../../../src/base/ports/clock-queries.ts'
import {
  type Gateway,
  GatewayRefused,
  GatewaySilent,
} from '../../../src/money/payments/gateways/gateway.ts'
import {
  clearFaults,
  insertFault,
} from '../../../src/money/payments/gateways/sandbox/fault-queries.ts'
import { decideCheckout } from '../../../src/money/payments/gateways/sandbox/sandbox-checkouts.ts'
import { sandboxGateway } from '../../../src/money/payments/gateways/sandbox/sandbox-gateway.ts'

const [connectionString = '', wantedPort = '0'] = process.argv.slice(2)

// In this database a workspace is only a number.
const insertWorkspace = statement(
  'test_know_workspace',
  { takes: { workspaceId: 'bigint' } },
  `
  insert into workspaces (id, name, title, timezone) overriding system value
  values (:workspaceId, 'merchant-' || :workspaceId::bigint, 'Merchant', 'UTC')
  on conflict do nothing`,
)

const database = openDatabase({ connectionString })
await database.rows(insertInstallation, { mode: 'sandbox' })
const clock = databaseClock()
const followClock = () =>
  clock.follow(
    async () =>
      (await database.rows(clockReading))[0] as { databaseNow: number; sandboxOffsetMs: number },
  )
await followClock()

let url = ''
const gateway = sandboxGateway({ database, clock, publicUrl: () => url, answerMs: 1_000 })
const at = { database, clock }

// biome-ignore lint/suspicious/noExplicitAny: what the tests send, they have in the form that each call takes
const calls: Record<string, (sent: any) => Promise<unknown>> = {
  open: (sent: Parameters<Gateway['open']>[0]) => gateway.open(sent),
  read: (sent: Parameters<Gateway['read']>[0]) => gateway.read(sent),
  expire: (sent: Parameters<Gateway['expire']>[0]) => gateway.expire(sent),
  refund: async (sent: Parameters<Gateway['refund']>[0]) => ({ state: await gateway.refund(sent) }),
  readRefund: async (sent: Parameters<Gateway['readRefund']>[0]) => ({
    state: await gateway.readRefund(sent),
  }),
  books: (sent: Parameters<Gateway['books']>[0]) => gateway.books(sent),
  pay: (sent) => decideCheckout(at, sent, 'pay'),
  decline: (sent) => decideCheckout(at, sent, 'decline'),
  'pay-late': (sent) => decideCheckout(at, sent, 'pay-late'),
  fail: (sent) =>
    database.rows(insertFault, { status: null, body: null, ms: null, timesLeft: 1, ...sent }),
  async break({ times }) {
    failingCalls = times
  },
  async heal(sent) {
    failingCalls = 0
    await database.rows(clearFaults, sent)
  },
  async advance({ ms }) {
    await database.rows(advanceClock, { byMs: ms })
    await followClock()
  },
}

const port: ReadonlySet<string> = new Set([
  'open',
  'read',
  'expire',
  'refund',
  'readRefund',
  'books',
])
/** This many calls are carried out but answered with 500. */
let failingCalls = 0

const knownWorkspaces = new Set<number>()
async function answerCall(request: IncomingMessage): Promise<unknown> {
  // biome-ignore lint/suspicious/noExplicitAny: see above
  const sent = (await json(request)) as any
  const { workspaceId } = sent
  if (workspaceId !== undefined && !knownWorkspaces.has(workspaceId))
    await database.rows(insertWorkspace, { workspaceId })
  knownWorkspaces.add(workspaceId)
  const call = (request.url ?? '').slice(1)
  const answer = (await calls[call]?.(sent)) ?? {}
  if (!port.has(call) || failingCalls === 0) return answer
  failingCalls -= 1
  throw new GatewayRefused(500, {
    error: { code: 'BROKEN', message: 'The gateway broke down after it had done it.' },
  })
}

// The client closes idle connections. If the server did so just as a call arrived, the call would
// get no answer.
const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
  const answer = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  answerCall(request).then(
    (body) => answer(200, body),
    (error: unknown) => {
      if (error instanceof GatewayRefused) answer(error.status, error.body)
      else if (error instanceof GatewaySilent) request.socket.destroy()
      else answer(500, { error: { code: 'INTERNAL', message: String(error) } })
    },
  )
})
server.listen(Number(wantedPort), '127.0.0.1', () => {
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  process.stdout.write(`is ready at ${url}\n`)
})
