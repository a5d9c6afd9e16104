// What is resent and what is not, by the number of requests that arrive: against a server that
// fails in ways the service cannot be made to.

import { getEventListeners } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import {
  type Client,
  type ClientOptions,
  type ClinicError,
  ConnectionError,
  type Credential,
  createClient,
  type Retry,
  TooManyRequestsError,
} from './index.ts'

type Act = (response: ServerResponse, request: IncomingMessage) => void

interface Arrival {
  at: number
  method: string
  headers: IncomingMessage['headers']
  body: string
}

interface Stage {
  url: string
  client: Client
  arrivals: Arrival[]
}

const servers: Server[] = []
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/** A server that does these things in turn, repeating the last one; with a client for it. */
async function stage(
  acts: Act[],
  options: Partial<Omit<ClientOptions, keyof Credential>> = {},
): Promise<Stage> {
  const arrivals: Arrival[] = []
  const server = createServer(async (request, response) => {
    const arrival = {
      at: performance.now(),
      method: request.method ?? '',
      headers: request.headers,
      body: '',
    }
    const act = acts[Math.min(arrivals.push(arrival), acts.length) - 1]
    for await (const chunk of request) arrival.body += chunk
    act?.(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servers.push(server)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, arrivals, client: createClient({ baseUrl: url, apiKey: 'secret', ...options }) }
}

function answers(status: number, body: unknown, headers: Record<string, string> = {}): Act {
  return (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body))
}

function showsPage(status: number): Act {
  return (response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Proxy</h1>')
}

const succeeds = answers(200, { ok: true })
const limits = (retryAfter: string) =>
  answers(429, { message: 'Too many requests.' }, { 'retry-after': retryAfter })
const isBusy = answers(
  503,
  { statusCode: 503, status: 'failed', message: 'Busy.' },
  { 'retry-after': '1' },
)
const fails = answers(
  500,
  { statusCode: 500, status: 'failed', message: 'Our fault.' },
  { 'x-request-id': 'theirs-1' },
)
const breaksOff: Act = (_, request) => request.socket.destroy()
/** Like a process that is killed while it handles the request. */
const resets: Act = (_, request) => request.socket.resetAndDestroy()
const breaksMidway: Act = (response) => {
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
    .write('{"ok":')
  setTimeout(() => response.destroy(), 20)
}
const isSilent: Act = () => {}
const gatewayLimits = answers(429, { error: { code: 'RATE_LIMITED' } })
const stallsMidway: Act = (response) =>
  void response.writeHead(200, { 'content-length': '100' }).write('{"ok":')

const booking = { doctorId: 1, mode: 'OFFLINE' } as const

/** The error of a call that must fail. */
function failure(call: Promise<unknown>): Promise<ClinicError> {
  return call.then(
    () => Promise.reject(new Error('the call succeeded')),
    (error: ClinicError) => error,
  )
}

/** Milliseconds between one arrival and the next. */
function gaps(arrivals: Arrival[]): number[] {
  return arrivals.slice(1).map(({ at }, index) => at - (arrivals[index]?.at ?? 0))
}

describe.concurrent('a booking', () => {
  it('is sent once when its connection breaks or is reset, before the answer or within it', async () => {
    for (const act of [breaksOff, resets, breaksMidway]) {
      const { client, arrivals } = await stage([act, succeeds])
      const error = await failure(client.bookAppointment(booking))
      expect(error).toBeInstanceOf(ConnectionError)
      expect(error).toMatchObject({
        reason: 'network',
        status: undefined,
        mayHaveHappened: true,
        requestId: arrivals[0]?.headers['x-request-id'],
      })
      expect(arrivals).toHaveLength(1)
    }
  })

  it('is sent once when a connection breaks that a read had kept open', async () => {
    const { client, arrivals } = await stage([succeeds, breaksOff, succeeds])
    await client.getWorkspace()
    expect(await failure(client.bookAppointment(booking))).toMatchObject({
      reason: 'network',
      mayHaveHappened: true,
    })
    expect(arrivals.map(({ method }) => method)).toEqual(['GET', 'POST'])
  })

  it('is sent once when the service fails, is busy or does not answer', async () => {
    for (const [act, error] of [
      [fails, { name: 'ServiceError', status: 500, requestId: 'theirs-1', mayHaveHappened: true }],
      [isBusy, { name: 'ServiceError', status: 503, retryAfterSeconds: 1, mayHaveHappened: false }],
      [showsPage(503), { name: 'ServiceError', status: 503, mayHaveHappened: true }],
      [isSilent, { name: 'ConnectionError', reason: 'timeout', mayHaveHappened: true }],
    ] as const) {
      const { client, arrivals } = await stage([act, succeeds], {
        timeoutMs: act === isSilent ? 500 : 10_000,
      })
      expect(await failure(client.bookAppointment(booking))).toMatchObject(error)
      expect(arrivals).toHaveLength(1)
    }
  })

  it('is resent after a 429, once the requested time is over', async () => {
    const { client, arrivals } = await stage([limits('2'), succeeds])
    expect(await client.bookAppointment(booking)).toEqual({ ok: true })
    expect(arrivals.map(({ body }) => JSON.parse(body))).toEqual([booking, booking])
    // Without the header the first pause would be a second.
    expect(gaps(arrivals)[0]).toBeGreaterThanOrEqual(2000)
  })

  it('certainly did not happen if no connection was made', async () => {
    const { port } = await new Promise<AddressInfo>((resolve) => {
      const server = createServer().listen(0, '127.0.0.1', () => {
        const address = server.address() as AddressInfo
        server.close(() => resolve(address))
      })
    })
    const client = createClient({
      baseUrl: `http://127.0.0.1:${port}`,
      apiKey: 'secret',
      retries: 0,
    })
    const error = await failure(client.bookAppointment(booking))
    expect(error).toMatchObject({
      name: 'ConnectionError',
      reason: 'network',
      mayHaveHappened: false,
    })
    expect(error.cause).toBeInstanceOf(Error)
    expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('a booking whose connection failed', () => {
  it.each([
    ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].map((code) => ({
      code,
      mayHaveHappened: false,
    })),
    // Any of these may also occur once the service has the whole request.
    ...['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET', undefined].map((code) => ({
      code,
      mayHaveHappened: true,
    })),
  ])('with $code may have happened: $mayHaveHappened', async ({ code, mayHaveHappened }) => {
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause: { code } }))
    const client = createClient({ baseUrl: 'http://clinic.test', apiKey: 'secret', fetch })
    expect(await failure(client.bookAppointment(booking))).toMatchObject({
      reason: 'network',
      mayHaveHappened,
    })
  })
})

describe.concurrent('a reservation', () => {
  const reservation = { ...booking, returnUrl: 'https://clinic.example/paid' } as Parameters<
    Client['reserveSlot']
  >[0]

  it('is resent with its key if its answer was lost [RES-21]', async () => {
    const { client, arrivals } = await stage([breaksOff, isBusy, succeeds])
    expect(await client.reserveSlot({ ...reservation, 'idempotency-key': 'one' })).toEqual({
      ok: true,
    })
    expect(arrivals.map(({ headers }) => headers['idempotency-key'])).toEqual(['one', 'one', 'one'])
    expect(arrivals.map(({ body }) => JSON.parse(body))).toEqual([
      reservation,
      reservation,
      reservation,
    ])
  })

  it('is sent once without a key, or with one that the operation does not accept', async () => {
    for (const send of [
      (client: Client) => client.reserveSlot(reservation),
      (client: Client) => client.reserveSlot({ ...reservation, 'idempotency-key': '' }),
      (client: Client) =>
        client.bookAppointment(booking, { headers: { 'idempotency-key': 'one' } }),
    ]) {
      const { client, arrivals } = await stage([breaksOff, succeeds])
      expect(await failure(send(client))).toMatchObject({ mayHaveHappened: true })
      expect(arrivals).toHaveLength(1)
    }
  })

  it('is sent once without a key when the gateway limits the service, which gives no time to wait [RES-16]', async () => {
    for (const send of [
      (client: Client) => client.reserveSlot(reservation),
      (client: Client) =>
        client.buySessionPack({
          addressId: 1,
          packageConfigId: 1,
          returnUrl: 'https://clinic.example/paid',
        }),
    ]) {
      const { client, arrivals } = await stage([gatewayLimits, succeeds])
      expect(await failure(send(client))).toMatchObject({
        name: 'TooManyRequestsError',
        status: 429,
        mayHaveHappened: true,
      })
      expect(arrivals).toHaveLength(1)
    }
  })

  it('is resent with its key when the gateway limits the service [RES-21]', async () => {
    const { client, arrivals } = await stage([gatewayLimits, succeeds])
    expect(await client.reserveSlot({ ...reservation, 'idempotency-key': 'one' })).toEqual({
      ok: true,
    })
    expect(arrivals.map(({ headers }) => headers['idempotency-key'])).toEqual(['one', 'one'])
  })

  it('may exist if its checkout was not opened, and not if a rule of the service refused it [RES-16]', async () => {
    const ours = (code: string) =>
      answers(400, { statusCode: 400, status: 'failed', message: `${code}: No.`, error: code })
    for (const [act, mayHaveHappened] of [
      // The body of a gateway that does not answer looks like that of a busy service.
      [isBusy, true],
      [ours('GATEWAY_NOT_CONFIGURED'), true],
      [answers(400, { error: { code: 'AMOUNT_INVALID' } }), true],
      [answers(401, { error: { type: 'authentication_error' } }), true],
      [showsPage(402), true],
      [ours('SLOT_NOT_AVAILABLE'), false],
      [answers(401, { message: 'Invalid API key', error: 'Unauthorized', statusCode: 401 }), false],
      [answers(403, { success: false, message: 'No.', requiresVerification: true }), false],
      [limits('61'), false],
    ] as const) {
      const { client, arrivals } = await stage([act])
      expect(await failure(client.reserveSlot(reservation))).toMatchObject({ mayHaveHappened })
      expect(arrivals).toHaveLength(1)
    }
  })
})

describe.concurrent('a read', () => {
  it('is resent after a connection that breaks midway and a 503, whose Retry-After counts', async () => {
    const retries: Retry[] = []
    const { client, arrivals } = await stage([breaksMidway, isBusy, succeeds], {
      onRetry: (retry) => retries.push(retry),
    })
    expect(await client.getWorkspace()).toEqual({ ok: true })
    expect(arrivals).toHaveLength(3)
    for (const gap of gaps(arrivals)) expect(gap).toBeGreaterThanOrEqual(1000)
    expect(retries).toMatchObject([
      { operation: 'getWorkspace', retry: 1, error: { name: 'ConnectionError' } },
      { operation: 'getWorkspace', retry: 2, error: { name: 'ServiceError' } },
    ])
  })

  it('is resent after a timeout, which covers the body too', async () => {
    const { client, arrivals } = await stage([stallsMidway], { timeoutMs: 500, retries: 1 })
    expect(await failure(client.getWorkspace())).toMatchObject({ reason: 'timeout' })
    expect(arrivals).toHaveLength(2)
  })

  it('is not resent after a refusal', async () => {
    for (const status of [400, 401, 403, 404, 413]) {
      const { client, arrivals } = await stage([answers(status, { message: 'No.' })])
      expect(await failure(client.getWorkspace())).toMatchObject({
        status,
        message: 'No.',
        mayHaveHappened: false,
      })
      expect(arrivals).toHaveLength(1)
    }
  })
})

describe.concurrent('a limit', () => {
  it('is a TooManyRequestsError after the last retry', async () => {
    const { client, arrivals } = await stage([limits('0')])
    const error = await failure(client.bookAppointment(booking))
    expect(error).toBeInstanceOf(TooManyRequestsError)
    expect(error).toMatchObject({
      status: 429,
      retryAfterSeconds: 0,
      message: 'Too many requests.',
      mayHaveHappened: false,
    })
    expect(arrivals).toHaveLength(4)
  })

  it('is not waited for if it asks for more than a minute, in seconds or by a date', async () => {
    for (const retryAfter of ['61', new Date(Date.now() + 90_000).toUTCString()]) {
      const { client, arrivals } = await stage([limits(retryAfter)])
      expect((await failure(client.getWorkspace())).retryAfterSeconds).toBeGreaterThan(60)
      expect(arrivals).toHaveLength(1)
    }
  })
})

describe.concurrent('an abort', () => {
  it('ends a request at once, and nothing is resent', async () => {
    const leaving = new AbortController()
    const { client, arrivals } = await stage([() => leaving.abort('enough')])
    const error = await failure(client.getWorkspace({}, { signal: leaving.signal }))
    expect(error).toMatchObject({
      name: 'ConnectionError',
      reason: 'aborted',
      mayHaveHappened: true,
      cause: 'enough',
    })
    expect(arrivals).toHaveLength(1)
  })

  it('ends a wait at once', async () => {
    const leaving = new AbortController()
    const { client, arrivals } = await stage([limits('30')], {
      onRetry: () => setTimeout(() => leaving.abort(), 50),
    })
    const error = await failure(client.bookAppointment(booking, { signal: leaving.signal }))
    expect(error).toMatchObject({ reason: 'aborted', mayHaveHappened: false })
    expect(arrivals).toHaveLength(1)
  })

  it('before the call sends nothing', async () => {
    const { client, arrivals } = await stage([succeeds])
    expect(
      await failure(client.bookAppointment(booking, { signal: AbortSignal.abort() })),
    ).toMatchObject({ reason: 'aborted', mayHaveHappened: false })
    expect(arrivals).toHaveLength(0)
  })
})

describe.concurrent('an answer of a proxy', () => {
  it('is an error with its status, with the page as its body', async () => {
    for (const [status, name] of [
      [403, 'NotAllowedError'],
      [404, 'ClinicError'],
      [502, 'ServiceError'],
    ] as const) {
      const { client } = await stage([showsPage(status)])
      const error = await failure(client.bookAppointment(booking))
      expect(error).toMatchObject({ name, status, body: '<h1>Proxy</h1>' })
      expect(error.message).toContain('not JSON')
    }
  })

  it('is an error even if it claims success', async () => {
    const { client, arrivals } = await stage([showsPage(200)])
    expect(await failure(client.bookAppointment(booking))).toMatchObject({
      name: 'ClinicError',
      status: 200,
      mayHaveHappened: true,
    })
    expect(arrivals).toHaveLength(1)
  })

  it('does not make the client send the key elsewhere', async () => {
    const elsewhere = await stage([succeeds])
    const { client } = await stage([answers(307, {}, { location: elsewhere.url })])
    expect(await failure(client.bookAppointment(booking))).toMatchObject({
      name: 'ClinicError',
      status: 307,
      mayHaveHappened: false,
    })
    expect(elsewhere.arrivals).toHaveLength(0)
  })
})

describe('a service that stays down', () => {
  afterEach(() => void vi.useRealTimers())

  it('is retried after 1, 2 and 4 seconds plus at most a quarter, then given up', async () => {
    vi.useFakeTimers()
    const pauses: number[] = []
    const sent: string[] = []
    const client = createClient({
      baseUrl: 'http://clinic.test',
      apiKey: 'secret',
      onRetry: ({ pauseMs }) => pauses.push(pauseMs),
      fetch: (url) => {
        sent.push(String(url))
        return Promise.reject(new TypeError('fetch failed'))
      },
    })
    const call = failure(client.getWorkspace())
    await vi.runAllTimersAsync()
    expect(await call).toBeInstanceOf(ConnectionError)
    expect(sent).toHaveLength(4)
    expect(pauses).toHaveLength(3)
    for (const [index, pauseMs] of pauses.entries()) {
      expect(pauseMs).toBeGreaterThanOrEqual(1000 * 2 ** index)
      expect(pauseMs).toBeLessThanOrEqual(1250 * 2 ** index)
    }
  })
})

describe('a finished call', () => {
  afterEach(() => void vi.useRealTimers())

  it("leaves nothing on its caller's abort signal and no timer, however it ended", async () => {
    const { signal } = new AbortController()
    vi.useFakeTimers()
    const fetch = () => Promise.reject(new TypeError('fetch failed'))
    const call = failure(
      createClient({ baseUrl: 'http://clinic.test', apiKey: 'secret', fetch }).getWorkspace(
        {},
        { signal },
      ),
    )
    await vi.runAllTimersAsync()
    await call
    expect(getEventListeners(signal, 'abort')).toEqual([])
    await failure(
      createClient({ baseUrl: 'http://clinic.test', apiKey: 'secret', fetch }).bookAppointment(
        booking,
        { signal },
      ),
    )
    expect(vi.getTimerCount()).toBe(0)

    // Last: a moment after an answer, fetch sets a timer for its idle connection, and repeats it.
    vi.useRealTimers()
    const served = await stage([succeeds])
    await served.client.getWorkspace({}, { signal })
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})

describe('a client', () => {
  it('sends the given headers, in any case, instead of its own', async () => {
    const { client, arrivals } = await stage([succeeds])
    await client.bookAppointment(booking, {
      requestId: 'mine-1',
      headers: { 'Content-Type': 'text/plain', 'x-more': 'yes' },
    })
    expect(arrivals[0]?.headers).toMatchObject({
      'x-api-key': 'secret',
      'x-request-id': 'mine-1',
      'content-type': 'text/plain',
      'x-more': 'yes',
    })
  })

  it('is not made for an invalid address, and an invalid header is not a failed connection', async () => {
    expect(() => createClient({ baseUrl: 'clinic', apiKey: 'secret' })).toThrow(TypeError)
    await expect(
      createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'line\nbreak' }).getWorkspace(),
    ).rejects.toThrow(TypeError)
  })
})
