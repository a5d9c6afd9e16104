import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import { addressMatcher } from '../../base/values/ip-address.ts'
import { event, feed } from './feed.fixture.ts'
import { isFeedUrl, maskedFeedUrl } from './feed-url.ts'
import {
  type FetchServices,
  fetchCalendar,
  resolveRedirect,
  type Version,
} from './fetch-calendar.ts'
import { resolveReachable } from './reachable.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

interface FeedServer {
  port: number
  asked: IncomingMessage[]
}

async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  host = '127.0.0.1',
): Promise<FeedServer> {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    answer(request, response)
  })
  servers.push(server.listen(0, host))
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, asked }
}

/** Host names of these tests, all on this machine; no real name server is queried. */
const names: Record<string, { address: string; family: number }[]> = {
  'feeds.example': [{ address: '127.0.0.1', family: 4 }],
  'inside.example': [{ address: '127.0.0.2', family: 4 }],
  'two-faced.example': [
    { address: '127.0.0.1', family: 4 },
    { address: '127.0.0.2', family: 4 },
  ],
  'half-allowed.example': [
    { address: '127.0.0.1', family: 4 },
    { address: '8.8.8.8', family: 4 },
  ],
}
/** Allows 127.0.0.1 and nothing else of the machine. */
const services: FetchServices = {
  resolve: async (name) => names[name] ?? [],
  allows: addressMatcher(['127.0.0.1']),
}
const fetched = (url: string, more: Partial<FetchServices> = {}, known?: Version) =>
  fetchCalendar(url, known, { ...services, ...more })

const calendar = feed(event('DTSTART:20261124T093000Z', 'DURATION:PT1H'))

it('fetches a feed, and sends a conditional request next time', async () => {
  const { port, asked } = await serve((request, response) => {
    if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end()
    else
      response
        .writeHead(200, { etag: '"v1"', 'last-modified': 'Sat, 21 Nov 2026 08:00:00 GMT' })
        .end(calendar)
  })
  const first = await fetched(`http://feeds.example:${port}/private-abc/basic.ics`)
  expect(first).toEqual({
    bytes: Buffer.from(calendar),
    version: { etag: '"v1"', lastModified: 'Sat, 21 Nov 2026 08:00:00 GMT' },
  })
  if (typeof first === 'string' || 'problem' in first) throw new Error('no feed')
  expect(
    await fetched(`http://feeds.example:${port}/private-abc/basic.ics`, {}, first.version),
  ).toBe('unchanged')
  expect(asked[1]?.headers).toMatchObject({
    'if-modified-since': 'Sat, 21 Nov 2026 08:00:00 GMT',
    host: `feeds.example:${port}`,
  })
})

it('refuses non-public addresses, under any name, and connects to none', async () => {
  const { port, asked } = await serve((_, response) => void response.end(calendar), '0.0.0.0')
  const hosts = [
    '127.0.0.2',
    '127.2',
    '0x7f000002',
    '2130706434',
    'inside.example',
    // Only one of this name's addresses is allowed.
    'two-faced.example',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    '224.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.2]',
    '[::ffff:7f00:2]',
    '[::127.0.0.2]',
    '[fe80::1]',
    '[fec0::1]',
    '[fd00:ec2::254]',
    '[64:ff9b::7f00:2]',
    '[2002:7f00:2::]',
    '[2001:0:7f00:2::]',
    '[ff02::1]',
  ]
  for (const host of hosts) {
    for (const at of [`:${port}`, '']) {
      expect(await fetched(`http://${host}${at}/`), host).toEqual({
        problem:
          'is on a server that is not on the public internet; CLINIC_CALENDAR_NETWORKS can allow its network',
      })
    }
  }
  expect(asked).toEqual([])
})

it('connects to public addresses only on web ports, in both families', async () => {
  const reached = (url: string) => resolveReachable(new URL(url), services.resolve, services.allows)
  expect(await reached('https://8.8.8.8/')).toEqual({
    addresses: [{ address: '8.8.8.8', family: 4 }],
  })
  expect(await reached('http://[2606:4700::1111]:80/')).toEqual({
    addresses: [{ address: '2606:4700::1111', family: 6 }],
  })
  expect(await reached('https://8.8.8.8:22/')).toMatchObject({
    problem: expect.stringContaining('port'),
  })
  // Another port is only for the allowed addresses; one allowed address of a name does not extend
  // to its others.
  expect(await reached('http://feeds.example:8080/')).toEqual({
    addresses: [{ address: '127.0.0.1', family: 4 }],
  })
  expect(await reached('http://half-allowed.example:8080/')).toMatchObject({
    problem: expect.stringContaining('port'),
  })
  expect(await reached('http://half-allowed.example:80/')).toMatchObject({ addresses: [{}, {}] })
  expect(await reached('https://unknown.example/')).toEqual({
    problem: 'is on a server whose name is not known',
  })
})

it('connects to the address that was checked, not to a later resolution of the name', async () => {
  const { port } = await serve((_, response) => void response.end(calendar))
  const inside = await serve((_, response) => void response.end('secret'), '127.0.0.2')
  let requestCount = 0
  // First an allowed address, and then always a forbidden one.
  const resolve = async () => [
    { address: requestCount++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 },
  ]
  expect(await fetched(`http://rebinding.example:${port}/`, { resolve })).toMatchObject({
    bytes: Buffer.from(calendar),
  })
  expect([requestCount, inside.asked.length]).toEqual([1, 0])
})

it('follows three redirects, each checked like the first address', async () => {
  const inside = await serve((_, response) => void response.end(calendar), '127.0.0.2')
  const { port, asked } = await serve((request, response) => {
    const [, wanted = ''] = /^\/(.*)$/.exec(request.url ?? '') ?? []
    const count = Number(wanted)
    if (count > 0) response.writeHead(302, { location: `/${count - 1}` }).end()
    else if (wanted === '0') response.end(calendar)
    else response.writeHead(301, { location: decodeURIComponent(wanted) }).end()
  })
  const from = (target: string) =>
    fetched(`http://feeds.example:${port}/${encodeURIComponent(target)}`)
  expect(await from('3')).toMatchObject({ bytes: Buffer.from(calendar) })
  expect(asked).toHaveLength(4)
  expect(await from('4')).toEqual({ problem: 'was redirected by its server more than 3 times' })
  for (const target of [
    `http://127.0.0.2:${inside.port}/`,
    `http://inside.example:${inside.port}/`,
    'http://169.254.169.254/latest/meta-data/',
  ]) {
    expect(await from(target), target).toMatchObject({
      problem: expect.stringContaining('not on the public internet'),
    })
  }
  for (const target of ['file:///etc/passwd', 'http://', 'gopher://feeds.example/']) {
    expect(await from(target), target).toEqual({
      problem: 'was redirected by its server to something other than a web address',
    })
  }
  expect(inside.asked).toEqual([])
})

it('is not redirected from https to http, and sends no password elsewhere', () => {
  const from = new URL('https://user:word@feeds.example/a')
  expect(() => resolveRedirect(from, 'http://feeds.example/a')).toThrow('unencrypted')
  expect(resolveRedirect(new URL('http://feeds.example/a'), 'https://feeds.example/a').href).toBe(
    'https://feeds.example/a',
  )
  expect(resolveRedirect(from, 'https://other.example/b').href).toBe('https://other.example/b')
})

it('refuses what is not a feed, without waiting for its end, and what is too long, announced or not', async () => {
  const endless = (beginning: string) => (_: IncomingMessage, response: ServerResponse) => {
    response.write(beginning)
    const more = () => {
      while (!response.destroyed && response.write('X'.repeat(10_000)));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  }
  const at = ({ port }: FeedServer) => `http://feeds.example:${port}/`
  expect(await fetched(at(await serve(endless('<!doctype html>'))))).toEqual({
    problem: 'does not begin with BEGIN:VCALENDAR, so it is not an iCalendar feed',
  })
  expect(await fetched(at(await serve(endless('BEGIN:VCALENDAR\r\n'))))).toEqual({
    problem: 'is longer than 10 million bytes',
  })
  const honest = await serve(
    (_, response) => void response.writeHead(200, { 'content-length': 1e12 }).write('BEGIN'),
  )
  expect(await fetched(at(honest))).toEqual({ problem: 'is longer than 10 million bytes' })
  const bomb = await serve(
    (_, response) =>
      void response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(gzipSync(`BEGIN:VCALENDAR${' '.repeat(50_000_000)}`)),
  )
  expect(await fetched(at(bomb))).toMatchObject({ problem: expect.stringContaining('longer than') })
})

it.each([
  ['gzip', gzipSync],
  ['GZIP', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
])('reads a feed that its server compresses unasked: %s [SLOT-26]', async (coding, compress) => {
  const { port } = await serve(
    (_, response) =>
      void response.writeHead(200, { 'content-encoding': coding }).end(compress(calendar)),
  )
  expect(await fetched(`http://feeds.example:${port}/`)).toMatchObject({
    bytes: Buffer.from(calendar),
  })
})

it.each([
  ['gzip', calendar],
  ['gzip', gzipSync(calendar).subarray(0, -9)],
  ['br', gzipSync(calendar)],
  ['compress', calendar],
  ['gzip, br', calendar],
  ['constructor', calendar],
  ['deflate', ''],
])(
  'refuses a feed that is not compressed as its server says: %s [SLOT-26]',
  async (coding, body) => {
    const { port } = await serve(
      (_, response) => void response.writeHead(200, { 'content-encoding': coding }).end(body),
    )
    expect(await fetched(`http://feeds.example:${port}/`)).toEqual({
      problem: 'is compressed by its server in an unsupported way',
    })
  },
)

it('gives up in time on a silent, slow or missing server, and reports the status of a refusal', async () => {
  const at = ({ port }: FeedServer) => `http://feeds.example:${port}/`
  const late = { problem: 'was not given in time by its server' }
  expect(await fetched(at(await serve(() => {})), { deadlineMs: 200 })).toEqual(late)
  const slow = await serve((_, response) => {
    const timer = setInterval(() => response.write('B'), 20)
    response.once('close', () => clearInterval(timer))
  })
  expect(await fetched(at(slow), { deadlineMs: 200 })).toEqual(late)
  expect(
    await fetched('http://silent.example/', {
      resolve: () => new Promise(() => {}),
      deadlineMs: 200,
    }),
  ).toEqual(late)
  for (const status of [304, 401, 404, 429, 500]) {
    const refusing = await serve((_, response) => void response.writeHead(status).end())
    expect(await fetched(at(refusing))).toEqual({
      problem: `was refused by its server with status ${status}`,
    })
  }
  const cut = await serve((_, response) => {
    response.writeHead(200, { 'content-length': 100_000 }).write('BEGIN:VCALENDAR')
    setTimeout(() => response.destroy(), 20)
  })
  expect(await fetched(at(cut))).toEqual({
    problem: 'cannot be fetched from its server (ECONNRESET)',
  })
  const { port } = await serve(() => {})
  const gone = servers.pop() as Server
  gone.close()
  await once(gone, 'close')
  expect(await fetched(`http://feeds.example:${port}/`)).toEqual({
    problem: 'cannot be fetched from its server (ECONNREFUSED)',
  })
})

it('accepts only web addresses, and shows no more of them than the server', () => {
  for (const url of [
    'ftp://a.example/x',
    'a.example',
    '',
    'file:///etc/passwd',
    'https://',
    `https://a.example/${'x'.repeat(2_000)}`,
  ]) {
    expect(isFeedUrl(url), url).toBe(false)
  }
  for (const url of ['webcal://a.example/x', 'https://a.example/x', 'http://user:word@a.example/x'])
    expect(isFeedUrl(url), url).toBe(true)
  expect(maskedFeedUrl('webcal://user:word@calendar.example/private-abc/basic.ics?token=1')).toBe(
    'https://calendar.example/…',
  )
  expect(maskedFeedUrl('secret:ASHA_CALENDAR')).toBe('secret:ASHA_CALENDAR')
})
