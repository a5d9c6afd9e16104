// Bytes on a socket that are not a valid request: malformed, smuggled, oversized, half-sent. Every
// answer has one of our shapes, or the connection is closed; none is a 5xx, and the service keeps
// serving.

import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Clinic, createBookingBody, type Json, openHarness } from './support/clinic/harness.ts'
import { expectDocumented } from './support/storms/contract.ts'

const harness = await openHarness()
const unified = '/v1/appointments/book-appointment-unified'
let port: number
let clinic: Clinic

beforeAll(async () => {
  await harness.door.listen({ host: '127.0.0.1', port: 0 })
  port = (harness.door.server.address() as AddressInfo).port
  clinic = await harness.clinic()
})

afterEach(async () => {
  const [last] = await exchange(get('/v2/workspaces', `x-api-key: ${clinic.key}`))
  expect(last?.status, 'the service still answers').toBe(200)
})

interface Answer {
  status: number
  headers: Record<string, string>
  json: Json
}

interface Sending {
  /** Waits this long between pieces. */
  pauseMs?: number
  /** Cuts the connection after the last piece, before any answer. */
  cut?: boolean
  /** Closes our half of the connection after the last piece. */
  half?: boolean
}

const lines = (...parts: string[]) => `${parts.join('\r\n')}\r\n\r\n`
const get = (target: string, ...headers: string[]) =>
  lines(`GET ${target} HTTP/1.1`, 'Host: clinic', ...headers, 'Connection: close')
const post = (body: string, ...headers: string[]) =>
  `${lines(`POST ${unified} HTTP/1.1`, 'Host: clinic', `x-api-key: ${clinic.key}`, 'Content-Type: application/json', 'Connection: close', ...headers)}${body}`

/** Sends bytes and returns everything received until the connection closed or fell silent. */
async function exchange(
  pieces: string | Buffer | (string | Buffer)[],
  { pauseMs = 5, cut = false, half = false }: Sending = {},
): Promise<Answer[]> {
  const socket = connect(port, '127.0.0.1')
  const received: Buffer[] = []
  const over = receiveUntilClosed(socket, received)
  for (const [index, piece] of [pieces].flat().entries()) {
    if (index > 0) await wait(pauseMs)
    if (socket.destroyed) break
    socket.write(piece)
  }
  if (cut) setTimeout(() => socket.destroy(), 50)
  if (half) socket.end()
  await over
  return answersIn(Buffer.concat(received))
}

const silenceMs = 3_000

function receiveUntilClosed(socket: Socket, received: Buffer[]): Promise<void> {
  return new Promise((resolve) => {
    socket.on('data', (bytes) => void received.push(bytes))
    socket.on('error', () => {})
    socket.setTimeout(silenceMs, () => socket.destroy())
    socket.on('close', () => resolve())
  })
}

/** Splits the answers by their content-length; throws if the bytes are not HTTP answers. */
function answersIn(bytes: Buffer): Answer[] {
  const answers: Answer[] = []
  for (let rest = bytes; rest.length > 0; ) {
    const end = rest.indexOf('\r\n\r\n')
    expect(end, `no end of headers in ${rest}`).toBeGreaterThan(0)
    const [first = '', ...headerLines] = rest.subarray(0, end).toString().split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1])
    expect(status, first).toBeGreaterThanOrEqual(100)
    const headers = Object.fromEntries(
      headerLines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    )
    const length = Number(headers['content-length'] ?? 0)
    const body = rest.subarray(end + 4, end + 4 + length).toString()
    answers.push({ status, headers, json: body === '' ? undefined : JSON.parse(body) })
    rest = rest.subarray(end + 4 + length)
  }
  return answers
}

/** Every answer is one of ours: no server failure, JSON in a documented shape, not cacheable. */
function expectOurs(answers: Answer[]) {
  for (const { status, headers, json } of answers.filter((answer) => answer.status !== 100)) {
    expect(status).toBeLessThan(500)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['x-request-id']).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    expect(headers.server ?? headers['x-powered-by']).toBeUndefined()
    if (status >= 400) {
      const members = Object.keys(json).join(' ')
      expect([
        'message statusCode',
        'message error statusCode',
        'statusCode status message',
        'statusCode status message error',
        'statusCode status message fieldErrors',
      ]).toContain(members)
      expect(json.statusCode).toBe(status)
    }
  }
}

const malformed = {
  statusCode: 400,
  status: 'failed',
  message: 'The request is not valid HTTP; check the client or proxy that sent it.',
}

describe('400', () => {
  it.each<[string, () => string | Buffer]>([
    ['nonsense', () => 'nonsense\r\n\r\n'],
    [
      'a TLS greeting',
      () => Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]),
    ],
    ['the preface of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['NUL bytes', () => Buffer.alloc(64)],
    ['a method in lower case', () => lines('get /v2/workspaces HTTP/1.1', 'Host: c')],
    ['an unknown method', () => lines('BREW /v2/workspaces HTTP/1.1', 'Host: c')],
    ['HTTP/9.9', () => lines('GET /v2/workspaces HTTP/9.9', 'Host: c')],
    ['a blank in the target', () => get('/v2/work spaces')],
    ['a blank before a colon', () => get('/v2/workspaces', 'x-api-key : x')],
    ['a header without a colon', () => get('/v2/workspaces', 'x-api-key')],
    ['a header without a name', () => get('/v2/workspaces', ': x')],
    ['a NUL in a header', () => get('/v2/workspaces', 'x-api-key: a\0b')],
    ['a control character in a header', () => get('/v2/workspaces', 'x-api-key: a\x01b')],
    ['a carriage return alone', () => get('/v2/workspaces', 'a: b\rx-api-key: c')],
    ['a folded header', () => get('/v2/workspaces', `x-api-key: ${clinic.key}`, ' folded')],
    ['two lengths', () => post('{}', 'Content-Length: 2', 'Content-Length: 3')],
    ['two lengths in one', () => post('{}', 'Content-Length: 2, 2')],
    ['a length with a sign', () => post('{}', 'Content-Length: +2')],
    ['a negative length', () => post('{}', 'Content-Length: -2')],
    ['a hexadecimal length', () => post('{}', 'Content-Length: 0x2')],
    ['a length beyond any number', () => post('{}', `Content-Length: ${'9'.repeat(30)}`)],
    [
      'a length and chunks',
      () =>
        post(
          '0\r\n\r\nGET /v1/nope HTTP/1.1\r\nHost: c\r\n\r\n',
          'Content-Length: 5',
          'Transfer-Encoding: chunked',
        ),
    ],
    [
      'chunks and a length',
      () => post('0\r\n\r\n', 'Transfer-Encoding: chunked', 'Content-Length: 4'),
    ],
    [
      'chunks that are not the last coding',
      () => post('0\r\n\r\n', 'Transfer-Encoding: chunked, identity'),
    ],
    [
      'a chunk size that is none',
      () => post('zz\r\n{}\r\n0\r\n\r\n', 'Transfer-Encoding: chunked'),
    ],
    ['a chunk size with a sign', () => post('-2\r\n{}\r\n0\r\n\r\n', 'Transfer-Encoding: chunked')],
    [
      'a chunk that is longer than it says',
      () => post('1\r\n{}\r\n0\r\n\r\n', 'Transfer-Encoding: chunked'),
    ],
    [
      'a chunk size beyond any number',
      () => post(`${'f'.repeat(30)}\r\n{}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked'),
    ],
  ])('answers %s once, in our shape, and closes the connection', async (_, bytes) => {
    const before = await clinic.bookingRows()
    const answers = await exchange(bytes())
    expectOurs(answers)
    expect(answers.map(({ status, json }) => [status, json])).toEqual([[400, malformed]])
    expect(answers[0]?.headers.connection).toBe('close')
    expect(await clinic.bookingRows()).toBe(before)
  })

  it.each<[string, () => string]>([
    ['no version', () => lines('GET /v2/workspaces', 'Host: c')],
    ['HTTP/0.9 with headers', () => lines('GET /v2/workspaces HTTP/0.9', 'Host: c')],
    ['HTTP/2.0', () => lines('GET /v2/workspaces HTTP/2.0', 'Host: c')],
    ['bare line feeds', () => `GET /v2/workspaces HTTP/1.1\nHost: c\nx-api-key: ${clinic.key}\n\n`],
    [
      'a bare line feed between headers',
      () => `GET /v2/workspaces HTTP/1.1\r\nHost: c\nx-api-key: ${clinic.key}\r\n\r\n`,
    ],
    ['an unknown transfer coding', () => post('{}', 'Transfer-Encoding: gzip')],
    ['a chunked coding in disguise', () => post('0\r\n\r\n', 'Transfer-Encoding: xchunked')],
    [
      'a chunked coding twice',
      () => post('0\r\n\r\n', 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'),
    ],
    ['chunk extensions', () => post('2;a=b\r\n{}\r\n0\r\n\r\n', 'Transfer-Encoding: chunked')],
    [
      'trailers that name a key',
      () => post('2\r\n{}\r\n0\r\nx-api-key: other\r\n\r\n', 'Transfer-Encoding: chunked'),
    ],
    ['an asterisk as target', () => get('*', `x-api-key: ${clinic.key}`)],
    ['OPTIONS *', () => lines('OPTIONS * HTTP/1.1', 'Host: c', 'Connection: close')],
    ['CONNECT', () => lines('CONNECT example.org:443 HTTP/1.1', 'Host: c')],
    [
      'TRACE',
      () => lines('TRACE / HTTP/1.1', 'Host: c', `x-api-key: ${clinic.key}`, 'Connection: close'),
    ],
    [
      'no Host',
      () => lines('GET /v2/workspaces HTTP/1.1', `x-api-key: ${clinic.key}`, 'Connection: close'),
    ],
    ['two Hosts', () => get('/v2/workspaces', 'Host: other', `x-api-key: ${clinic.key}`)],
    [
      'an empty Host',
      () =>
        lines(
          'GET /v2/workspaces HTTP/1.1',
          'Host:',
          `x-api-key: ${clinic.key}`,
          'Connection: close',
        ),
    ],
    [
      'bytes over 127 in a header',
      () => get('/v2/workspaces', `x-api-key: ${clinic.key}`, 'x-request-id: \xe4'),
    ],
    ['bytes over 127 in the target', () => get('/v2/workspaces\xe4', `x-api-key: ${clinic.key}`)],
    [
      'a GET with a body',
      () =>
        `${get('/v2/workspaces', `x-api-key: ${clinic.key}`, 'Content-Length: 5', 'Content-Type: text/plain')}hello`,
    ],
  ])('or the status that is due, in one of our shapes, for %s', async (_, bytes) => {
    const before = await clinic.bookingRows()
    const answers = await exchange(Buffer.from(bytes(), 'latin1'))
    expect(answers.length).toBeLessThanOrEqual(1)
    expectOurs(answers)
    expect(await clinic.bookingRows()).toBe(before)
  })
})

describe('every route', () => {
  // Any number will do as an id: it does not matter to the checks before the route whether it
  // exists.
  const routes = harness.application.routes.map(({ method, path }) => ({
    method,
    target: path.replace(/:\w+/g, '1'),
  }))
  const start = ({ method, target }: (typeof routes)[number], ...headers: string[]) =>
    lines(`${method} ${target} HTTP/1.1`, 'Host: clinic', 'Connection: close', ...headers)

  const faults: [string, number, string[], string][] = [
    ['a header without a colon', 400, ['x-api-key'], ''],
    ['two lengths', 400, ['Content-Length: 2', 'Content-Length: 3'], '{}'],
    ['headers over 16 KiB', 431, [`x-long: ${'y'.repeat(17 * 1024)}`], ''],
  ]
  it.each(faults)('documents the answer to %s: %i', async (_, status, headers, body) => {
    for (const route of routes) {
      const [answer] = await exchange(`${start(route, ...headers)}${body}`)
      expect(answer?.status).toBe(status)
      expectDocumented(route.method, route.target, status, answer?.json)
    }
  })

  it('documents the answer to a request that does not arrive in time: 408', async () => {
    for (const route of routes) {
      const accepted = once(harness.door.server, 'connection')
      const answers = exchange(start(route).slice(0, -2))
      const [socket] = await accepted
      // Emits the error that Node reports after twenty seconds.
      await vi.waitUntil(() => socket.bytesRead > 0)
      harness.door.server.emit(
        'clientError',
        Object.assign(new Error('too late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
        socket,
      )
      const [answer] = await answers
      expect(answer?.status).toBe(408)
      expectDocumented(route.method, route.target, 408, answer?.json)
    }
  })

  it('documents, if it may have a body, the answers to a body that is too long or has no type: 413, 400', async () => {
    const widget = await clinic.widgetKey()
    for (const route of routes.filter(({ method }) => method !== 'GET')) {
      const key = `x-api-key: ${route.target === '/v1/widget/session' ? widget.key : clinic.key}`
      const headers = [
        key,
        `x-acting-user-id: ${clinic.id('staff', 'nina-roy')}`,
        'x-end-user-id: patient-1',
      ]
      const [long] = await exchange(
        start(route, ...headers, 'Content-Type: application/json', `Content-Length: ${300 * 1024}`),
      )
      const [untyped] = await exchange(
        `${start(route, ...headers, 'Content-Type: ;', 'Content-Length: 2')}{}`,
      )
      expect([long?.status, untyped?.status], route.target).toEqual([413, 400])
      for (const answer of [long, untyped])
        expectDocumented(route.method, route.target, answer?.status ?? 0, answer?.json)
    }
  })
})

describe('a key over the wire', () => {
  it('sent twice is refused like any bad key [AUTH-13] [AUTH-15]', async () => {
    const [answer] = await exchange(
      get('/v2/workspaces', `x-api-key: ${clinic.key}`, `X-Api-Key: ${clinic.key}`),
    )
    expect([answer?.status, answer?.json]).toEqual([
      401,
      { message: 'Invalid API key', error: 'Unauthorized', statusCode: 401 },
    ])
  })

  it('may be surrounded by blanks, which are not part of a header value', async () => {
    expect(
      (await exchange(get('/v2/workspaces', `x-api-key:\t ${clinic.key} \t`)))[0]?.status,
    ).toBe(200)
  })
})

describe('431', () => {
  it.each<[string, () => string]>([
    ['one long header', () => get('/v2/workspaces', `x-long: ${'y'.repeat(17 * 1024)}`)],
    [
      'many headers',
      () =>
        get(
          '/v2/workspaces',
          ...Array.from({ length: 1_200 }, (_, index) => `x-${index}: yyyyyyyyy`),
        ),
    ],
    ['a long target', () => get(`/v2/workspaces?x=${'y'.repeat(17 * 1024)}`)],
    ['a long key', () => get('/v2/workspaces', `x-api-key: ${'k'.repeat(64 * 1024)}`)],
  ])('is the answer to headers over 16 KiB: %s', async (_, bytes) => {
    const answers = await exchange(bytes())
    expectOurs(answers)
    expect(answers.map(({ status }) => status)).toEqual([431])
  })

  it('is not the answer to 15 KiB of them', async () => {
    const [answer] = await exchange(
      get('/v2/workspaces', `x-api-key: ${clinic.key}`, `x-long: ${'y'.repeat(15 * 1024)}`),
    )
    expect(answer?.status).toBe(200)
  })
})

describe('unusual but valid', () => {
  it('HTTP/1.0 is served, with no Host and the connection closed after it', async () => {
    const answers = await exchange(lines('GET /v2/workspaces HTTP/1.0', `x-api-key: ${clinic.key}`))
    expect(answers.map(({ status }) => status)).toEqual([200])
    expect(
      (await exchange(lines('GET /v2/workspaces HTTP/1.0'))).map(({ status }) => status),
    ).toEqual([401])
  })

  it('an absolute target counts by its path', async () => {
    for (const target of [
      'http://clinic/v2/workspaces',
      'https://other.example/v2/workspaces',
      'http://127.0.0.1:1/v2/workspaces',
    ]) {
      const answers = await exchange(get(target, `x-api-key: ${clinic.key}`))
      expectOurs(answers)
      expect(answers.map(({ status }) => status)).toEqual([200])
    }
    const [answer] = await exchange(get('http://clinic/v1/nope', `x-api-key: ${clinic.key}`))
    expect(answer?.status).toBe(403)
  })

  it('Expect: 100-continue is answered with 100, then the request is served', async () => {
    const body = JSON.stringify(createBookingBody(clinic, { mode: 'x' }))
    const answers = await exchange(
      [post('', `Content-Length: ${body.length}`, 'Expect: 100-continue'), body],
      { pauseMs: 100 },
    )
    expectOurs(answers)
    expect(answers.map(({ status }) => status)).toEqual([100, 400])
  })

  it('any other expectation is ignored', async () => {
    for (const expectation of ['junk', '200-ok', '100-continue, junk']) {
      const answers = await exchange(
        get('/v2/workspaces', `x-api-key: ${clinic.key}`, `Expect: ${expectation}`),
      )
      expectOurs(answers)
      expect(answers.at(-1)?.status).toBe(200)
      const refused = await exchange(get('/v2/workspaces', `Expect: ${expectation}`))
      expect(refused.at(-1)?.status).toBe(401)
    }
  })

  it.each(['websocket', 'h2c', 'TLS/1.2'])('an upgrade to %s is ignored', async (protocol) => {
    for (const [headers, status] of [
      [[`x-api-key: ${clinic.key}`], 200],
      [[], 401],
    ] as [string[], number][]) {
      const upgrade = lines(
        'GET /v2/workspaces HTTP/1.1',
        'Host: c',
        ...headers,
        'Connection: Upgrade',
        `Upgrade: ${protocol}`,
        'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
        'Sec-WebSocket-Version: 13',
      )
      // The bytes that follow are still read as HTTP.
      const answers = await exchange([upgrade, get('/v2/workspaces', 'x-api-key: wrong')], {
        pauseMs: 200,
      })
      expectOurs(answers)
      expect(answers.map((answer) => answer.status)).toEqual([status, 401])
    }
  })

  it('pipelined requests on one connection are answered in order, each by its own key', async () => {
    const other = await harness.clinic()
    const row = [clinic, other, clinic, other].map(({ key }, index) =>
      lines(
        'GET /v2/workspaces HTTP/1.1',
        'Host: c',
        `x-api-key: ${key}`,
        `x-request-id: r${index}`,
      ),
    )
    const last = get('/v2/workspaces', 'x-request-id: r4')
    const answers = await exchange([row.join('') + last])
    expectOurs(answers)
    expect(
      answers.map(({ status, headers, json }) => [
        status,
        headers['x-request-id'],
        json.workspaceId,
      ]),
    ).toEqual([
      [200, 'r0', clinic.workspaceId],
      [200, 'r1', other.workspaceId],
      [200, 'r2', clinic.workspaceId],
      [200, 'r3', other.workspaceId],
      [401, 'r4', undefined],
    ])
  })

  it('a refused body does not become the next request', async () => {
    const smuggled = lines('GET /v2/workspaces HTTP/1.1', 'Host: c', `x-api-key: ${clinic.key}`)
    const outer = `${lines(`POST ${unified} HTTP/1.1`, 'Host: c', 'x-api-key: wrong', 'Content-Type: application/json', `Content-Length: ${smuggled.length}`)}${smuggled}`
    const answers = await exchange([outer, get('/v1/nope')])
    expectOurs(answers)
    expect(answers.map(({ status }) => status)).not.toContain(200)
    expect(answers[0]?.status).toBe(401)
  })

  it('a request that arrives byte by byte is served', async () => {
    const answers = await exchange([...get('/v2/workspaces', `x-api-key: ${clinic.key}`)], {
      pauseMs: 0,
    })
    expect(answers.map(({ status }) => status)).toEqual([200])
  })
})

describe('a caller that disconnects', () => {
  it.each<[string, () => string, Sending]>([
    ['after connecting', () => '', { cut: true }],
    ['in the request line', () => 'GET /v2/wor', { cut: true }],
    [
      'in the headers',
      () => `GET /v2/workspaces HTTP/1.1\r\nHost: c\r\nx-api-key: ${clinic.key}`,
      { cut: true },
    ],
    [
      'in the body',
      () => post(JSON.stringify(createBookingBody(clinic)).slice(0, 40), 'Content-Length: 400'),
      { cut: true },
    ],
    ['between chunks', () => post('5\r\n{"a":\r\n', 'Transfer-Encoding: chunked'), { cut: true }],
    [
      'having closed its half in the body',
      () => post('{"addressId":', 'Content-Length: 400'),
      { half: true },
    ],
    [
      'having closed its half in a chunk',
      () => post('5\r\n{"a', 'Transfer-Encoding: chunked'),
      { half: true },
    ],
    [
      'having closed its half in the headers',
      () => 'GET /v2/workspaces HTTP/1.1\r\nHost',
      { half: true },
    ],
  ])('%s books nothing', async (_, bytes, sending) => {
    const before = await clinic.bookingRows()
    const answers = await exchange(bytes(), sending)
    expectOurs(answers)
    expect(answers.filter(({ status }) => status < 400)).toEqual([])
    expect(await clinic.bookingRows()).toBe(before)
  })

  it('fifty at once disturbs no other caller', async () => {
    const before = await clinic.bookingRows()
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        exchange(post('{"a":'.slice(0, index % 6), 'Content-Length: 999'), { cut: true }),
      ),
    )
    expect(await clinic.bookingRows()).toBe(before)
  })
})

describe('a refusal', () => {
  it('does not wait for a body that has only been announced [AUTH-14]', async () => {
    const answers = await exchange(
      lines(
        `POST ${unified} HTTP/1.1`,
        'Host: c',
        'Content-Type: application/json',
        'Content-Length: 200000',
        'Connection: close',
      ),
    )
    expectOurs(answers)
    expect(answers[0]?.status).toBe(401)
  })

  it('of an announced body over 256 KiB is sent before the body arrives', async () => {
    const answers = await exchange(post('', 'Content-Length: 100000000'))
    expectOurs(answers)
    expect(answers.map(({ status }) => status)).toEqual([413])
  })
})

describe('slow callers', { concurrent: true }, () => {
  // This server differs from the usual one only in that it checks its timeouts every five seconds.
  const hasty = harness.application.frontDoor()
  Object.assign(hasty.server, { headersTimeout: 500, requestTimeout: 1_000 })
  beforeAll(() => hasty.listen({ host: '127.0.0.1', port: 0 }))
  afterAll(() => hasty.close())

  it.each<[string, () => string]>([
    ['headers', () => 'GET /v2/workspaces HTTP/1.1\r\n'],
    ['a body', () => post('{', 'Content-Length: 400')],
  ])('that send %s a byte at a time are cut off with a 408', async (_, start) => {
    const socket = connect((hasty.server.address() as AddressInfo).port, '127.0.0.1')
    const received: Buffer[] = []
    socket.on('data', (bytes) => void received.push(bytes)).on('error', () => {})
    socket.write(start())
    const drip = setInterval(() => socket.write('x'), 200)
    await new Promise((resolve) => socket.on('close', resolve))
    clearInterval(drip)
    expect(answersIn(Buffer.concat(received)).map(({ status }) => status)).toEqual([408])
  })

  it('have ten seconds for the headers and twenty for the whole request', () => {
    expect(harness.door.server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 20_000 })
  })
})
