// An address without any credential attacks: it holds slow sockets and floods everything it can
// reach. Honest callers are still served.

import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { defaultConnectionLimits } from '../../src/base/http/connections.ts'
import { afterFile } from '../support/run/after-file.ts'
import { runSize } from '../support/run/sizes.ts'
import {
  countValues,
  keyAddress,
  startAttackedClinic,
  unified,
} from '../support/storms/attacked-clinic.ts'
import type { HonestCallers } from '../support/storms/honest-callers-thread.ts'
import { p99, type TimedReply } from '../support/storms/honest-calls.ts'

const strangersAddress = '203.0.113.99'
const connectionsMax = defaultConnectionLimits.perAddress
const sockets = runSize(200, 2_000)
const quietMs = runSize(4_000, 30_000)

type Served = Pick<TimedReply, 'status' | 'ms'>

it('an address without a credential stops no honest caller from being served, and holds no socket or memory for long', async () => {
  const { service, call, developerKey, slotsPath } = await startAttackedClinic()
  const [, monitorUrl] = /Monitoring: (http:\S+)\/readyz/.exec(service.readOutput()) ?? []
  async function metric(name: string): Promise<number> {
    const text = await (await fetch(`${monitorUrl}/metrics`)).text()
    const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `))
    return Number(line?.slice(name.length))
  }
  const openFiles = () => metric('process_open_fds')
  const megabytes = async () =>
    Math.round((await metric('process_resident_memory_bytes')) / 1024 / 1024)

  /**
   * Honest callers with one key, eight requests a second, within its limits; returns a function
   * that stops them.
   */
  function honestCallers(): () => Promise<Served[]> {
    const workerData: HonestCallers = {
      url: service.url,
      from: keyAddress,
      key: developerKey,
      paths: [slotsPath, '/v2/workspaces', '/v1/addresses', '/v1/doctors'],
      everyMs: 125,
    }
    const thread = new Worker(
      new URL('../support/storms/honest-callers-thread.ts', import.meta.url),
      { workerData },
    )
    afterFile(() => thread.terminate())
    const result = once(thread, 'message') as Promise<[Served[]]>
    return async () => {
      thread.postMessage('enough')
      const [served] = await result
      return served
    }
  }
  async function honestCallersAlone(): Promise<Served[]> {
    const end = honestCallers()
    await sleep(quietMs)
    return end()
  }

  const { hostname, port } = new URL(service.url)
  const forwarded = `host: c\r\nx-forwarded-for: ${strangersAddress}\r\n`
  const explorer = `GET /docs/explorer.js HTTP/1.1\r\n${forwarded}\r\n`
  function dripping(socket: Socket, start: string) {
    socket.resume()
    socket.write(start)
    const drops = setInterval(() => socket.write(' '), 1_000)
    socket.once('close', () => clearInterval(drops))
  }
  const kinds: ((socket: Socket) => void)[] = [
    // Requests 16 MB of answers and reads none.
    (socket) => {
      socket.pause()
      socket.write(explorer.repeat(4))
    },
    // Sends its headers a byte a second.
    (socket) => dripping(socket, 'GET /v2/workspaces HTTP/1.1\r\nx-slow: '),
    // Announces a body and sends it a byte a second.
    (socket) =>
      dripping(
        socket,
        `POST ${unified} HTTP/1.1\r\n${forwarded}content-type: application/json\r\ncontent-length: 1000\r\n\r\n`,
      ),
    // Sends most of an unsigned gateway message.
    (socket) => {
      socket.resume()
      socket.write(
        `POST /gateways/stripe/nowhere HTTP/1.1\r\n${forwarded}stripe-signature: x\r\ncontent-length: 262144\r\n\r\n${'x'.repeat(260_000)}`,
      )
    },
    // Sends nothing at all.
    () => {},
  ]
  const held: Socket[] = []
  afterFile(() => held.forEach((socket) => void socket.destroy()))
  async function holdSockets() {
    for (let number = 0; number < sockets; number += 1) {
      const socket = connect({ host: hostname, port: Number(port) })
      socket.on('error', () => {})
      held.push(socket)
      ;(kinds[number % kinds.length] as (socket: Socket) => void)(socket)
      // Two hundred a second: these test slow sockets, not a high rate.
      if (number % 10 === 9) await sleep(50)
    }
  }

  /**
   * Takes as many connections as it gets, past the proxy, and sends nothing on them; returns how
   * many it holds.
   */
  async function crowd(): Promise<() => number> {
    const silent: Socket[] = []
    for (let number = 0; number < connectionsMax + 200; number += 1) {
      const socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.0.2' }).on(
        'error',
        () => {},
      )
      silent.push(socket.resume())
      if (number % 50 === 49) await sleep(50)
    }
    held.push(...silent)
    return () => silent.filter(({ destroyed }) => !destroyed).length
  }

  let attacking = true
  const flooded: TimedReply[] = []
  async function flood() {
    const ask = (
      method: string,
      path: string,
      headers: Record<string, string> = {},
      body?: unknown,
    ) => call(strangersAddress, method, path, headers, body)
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    const requests: (() => Promise<TimedReply>)[] = [
      () => ask('GET', '/docs'),
      () => ask('GET', '/docs/explorer.js'),
      () => ask('GET', '/openapi.json'),
      () => ask('GET', '/v2/workspaces', { 'x-api-key': `wrong-${randomInt(1e9)}` }),
      () => ask('GET', '/v1/patients', { authorization: `Bearer ${randomInt(1e9)}` }),
      () => ask('GET', '/v2/workspaces', { 'x-api-key': 'k'.repeat(15_000) }),
      () => ask('GET', '/v2/workspaces', { 'x-long': 'y'.repeat(17_000) }),
      () => ask('POST', unified, { 'x-api-key': 'wrong' }, deep),
      () =>
        ask('POST', '/v1/widget/session', {
          'x-api-key': 'wrong',
          origin: 'https://attacker.example',
        }),
      () =>
        ask('OPTIONS', unified, {
          origin: 'https://attacker.example',
          'access-control-request-method': 'POST',
        }),
      () => ask('GET', `/${randomInt(1e9)}/../v1/patients`),
    ]
    for (let number = 0; attacking; number += 1) {
      // A connection that is closed before its body was read has no response, and is owed none.
      await (requests[number % requests.length] as () => Promise<TimedReply>)().then(
        (heard) => flooded.push(heard),
        () => {},
      )
      await sleep(40)
    }
  }

  // Anything that is created on the first request exists before the comparison.
  for (const path of ['/docs', '/docs/explorer.js', '/openapi.json'])
    expect((await call('192.0.2.1', 'GET', path, {})).status).toBe(200)
  const before = await honestCallersAlone()
  const filesBefore = await openFiles()
  const megabytesBefore = await megabytes()

  const endDuring = honestCallers()
  await expect.poll(await crowd()).toBeLessThanOrEqual(connectionsMax)
  await holdSockets()
  const openedAt = performance.now()
  const flooding = flood()
  await expect.poll(openFiles).toBeGreaterThan(filesBefore + sockets / 2)
  const megabytesMost = await megabytes()
  // Counted on the service's side: a client that does not read does not notice the close either.
  await expect
    .poll(openFiles, { timeout: 300_000, interval: 500 })
    .toBeLessThanOrEqual(filesBefore + 20)
  const closedAfterMs = performance.now() - openedAt
  attacking = false
  const during = await endDuring()
  await flooding

  for (const socket of held) socket.destroy()
  const after = await honestCallersAlone()
  await expect.poll(openFiles, { interval: 500 }).toBeLessThanOrEqual(filesBefore + 5)
  const megabytesAfter = await megabytes()
  process.stdout.write(
    `${sockets} slow sockets were closed after ${Math.round(closedAfterMs / 100) / 10} s; memory ${megabytesBefore}, ${megabytesMost}, ${megabytesAfter} MB; ` +
      `flood: ${JSON.stringify(countValues(flooded.map(({ status }) => status)))}; honest: p99 ${p99(before)} ms before, ${p99(during)} ms meanwhile (${during.length}), ${p99(after)} ms after\n`,
  )
  const served = [...before, ...during, ...after]
  expect(countValues(served.map(({ status }) => status))).toEqual({ 200: served.length })
  const expected = [200, 400, 401, 403, 413, 429, 431]
  expect(
    flooded
      .filter(({ status }) => !expected.includes(status))
      .map(({ status, text }) => `${status} ${text}`),
  ).toEqual([])
  expect(megabytesAfter).toBeLessThan(megabytesBefore + 150)
})
