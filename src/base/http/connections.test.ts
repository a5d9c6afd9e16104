// Over real sockets, from several loopback addresses: one address takes no connection from the
// others.

import { Agent, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import {
  type Clinic,
  createBookingBody,
  type Harness,
  openHarness,
} from '../../../test/support/clinic/harness.ts'
import { noLimits } from '../../../test/support/clinic/no-limits.ts'
import { afterFile } from '../../../test/support/run/after-file.ts'

const perAddress = 20
const all = 60
const proxy = '127.0.0.9'

interface Door {
  house: Harness
  clinic: Clinic
  /** Opens a connection from a loopback address. */
  open(from: string, sends?: string): Opened
}

interface Opened {
  socket: Socket
  isOpen(): boolean
  received(): string
}

async function openDoor(limits: Partial<typeof noLimits> = {}): Promise<Door> {
  const house = await openHarness({
    connectionLimits: { perAddress, all },
    trustedProxies: [proxy],
    limits: { ...noLimits, ...limits },
  })
  const clinic = await house.clinic()
  await house.operate('key-allow', {
    workspace: clinic.name,
    id: clinic.keyId,
    add: ['127.0.0.0/8'],
    remove: [],
  })
  await house.door.listen({ host: '127.0.0.1', port: 0 })
  const { port } = house.door.server.address() as AddressInfo
  const opened: Socket[] = []
  afterFile(() => opened.forEach((socket) => void socket.destroy()))
  return {
    house,
    clinic,
    open(from, sends = '') {
      const socket = connect({ port, host: '127.0.0.1', localAddress: from })
      opened.push(socket)
      let isOpen = true
      let received = ''
      socket.on('data', (bytes) => (received += bytes.toString())).on('error', () => {})
      socket.on('close', () => (isOpen = false))
      socket.write(sends)
      return { socket, isOpen: () => isOpen, received: () => received }
    },
  }
}

const get = ({ clinic }: Door) =>
  `GET /v2/workspaces HTTP/1.1\r\nhost: c\r\nx-api-key: ${clinic.key}\r\n\r\n`
const halfOfHeaders = 'GET /v2/workspaces HTTP/1.1\r\nhost: c\r\nx-slow: '

/**
 * Statuses of sequential requests that each open a connection; 0 for a connection that was closed
 * without a response.
 */
async function statuses(door: Door, from: string, count: number): Promise<number[]> {
  const { port } = door.house.door.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: false })
  const heard: number[] = []
  for (let number = 0; number < count; number += 1) {
    const headers = { 'x-api-key': door.clinic.key }
    heard.push(
      await new Promise<number>((resolve) => {
        request(
          { port, host: '127.0.0.1', localAddress: from, path: '/v2/workspaces', headers, agent },
          (response) => resolve(response.resume().statusCode ?? 0),
        )
          .on('error', () => resolve(0))
          .end()
      }),
    )
  }
  return heard
}

it('one address may have only so many connections, whether kept alive, silent or half-way through their headers', async () => {
  const door = await openDoor()
  const honest = door.open('127.0.0.1', get(door))
  await expect.poll(honest.received).toMatch(/^HTTP\/1.1 200 /)
  const held = Array.from({ length: 3 * perAddress }, (_, number) =>
    door.open('127.0.0.2', [get(door), '', halfOfHeaders][number % 3]),
  )
  await expect.poll(() => held.filter(({ isOpen }) => isOpen()).length).toBe(perAddress)
  // The connections that waited longest were closed, and no connections of other addresses.
  expect(held.slice(-perAddress / 2).every(({ isOpen }) => isOpen())).toBe(true)
  expect(honest.isOpen()).toBe(true)
  expect(await statuses(door, '127.0.0.2', 5)).toEqual(Array(5).fill(200))
})

it('idle connections of many addresses give way to a client with a request', async () => {
  const door = await openDoor()
  const held = Array.from({ length: 2 * all }, (_, number) =>
    door.open(`127.0.1.${1 + (number % 12)}`, [get(door), '', halfOfHeaders][number % 3]),
  )
  await expect.poll(() => held.filter(({ isOpen }) => isOpen()).length).toBe(all)
  expect(await statuses(door, '127.0.0.3', 47)).toEqual(Array(47).fill(200))
})

it('a connection with a request is never the one that is closed', async () => {
  const door = await openDoor()
  const content = JSON.stringify(createBookingBody(door.clinic))
  const head = `POST /v1/appointments/book-appointment-unified HTTP/1.1\r\nhost: c\r\nx-api-key: ${door.clinic.key}\r\ncontent-type: application/json\r\ncontent-length: ${content.length}\r\nexpect: 100-continue\r\n\r\n`
  const sending = Array.from({ length: perAddress }, () => door.open('127.0.0.4', head))
  // Each gets its 100 Continue once its request has arrived.
  for (const { received } of sending) await expect.poll(received).toMatch(/^HTTP\/1.1 100 /)
  const refused = door.open('127.0.0.4', get(door))
  await expect.poll(refused.isOpen).toBe(false)
  expect(refused.received()).toBe('')
  for (const { socket } of sending) socket.write(content)
  for (const { received } of sending) await expect.poll(received).toMatch(/HTTP\/1.1 (201|400) /)
  expect(sending.filter(({ received }) => received().includes('HTTP/1.1 201 '))).toHaveLength(1)
})

it('a trusted proxy may have as many as there are', async () => {
  const door = await openDoor()
  const held = Array.from({ length: 2 * perAddress }, () => door.open(proxy, get(door)))
  for (const { received } of held) await expect.poll(received).toMatch(/^HTTP\/1.1 200 /)
  expect(held.every(({ isOpen }) => isOpen())).toBe(true)
})

it('a client that sends too much keeps no connection [RATE-16]', async () => {
  const door = await openDoor({ perAddress: 1 })
  // Of three at once, two are in the same minute.
  const greedy = door.open('127.0.0.5', get(door).repeat(3))
  await expect.poll(greedy.isOpen).toBe(false)
  expect(greedy.received()).toMatch(/HTTP\/1.1 429 [\s\S]*\r\nconnection: close\r\n/)
})
