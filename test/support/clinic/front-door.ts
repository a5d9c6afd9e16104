// Shared by the tests of request handling: requests as bytes and over a socket, and the formats of
// refusals.

import { Agent, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { afterFile } from '../run/after-file.ts'
import type { Clinic, Harness, Json, Reply } from './harness.ts'

export const workspaceDetail = '/v2/workspaces'
export const unified = '/v1/appointments/book-appointment-unified'
export const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/

/** Checks that a booking is refused and that nothing was written for it. */
export async function expectBookingRefused(
  clinic: Clinic,
  act: () => Promise<Reply>,
): Promise<Reply> {
  const before = await clinic.bookingRows()
  const reply = await act()
  expect(reply.status, reply.text).toBeGreaterThanOrEqual(400)
  expect(reply.status, reply.text).toBeLessThan(500)
  expect(await clinic.bookingRows()).toBe(before)
  return reply
}

/** Sends these bytes as a booking. */
export async function sendBytes(
  harness: Harness,
  clinic: Clinic,
  bytes: string | Buffer,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Promise<Reply> {
  const response = await harness.door.inject({
    method: 'POST',
    url: unified,
    remoteAddress: '127.0.0.1',
    headers: { 'x-api-key': clinic.key, ...headers },
    payload: bytes,
  })
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    json: JSON.parse(response.body),
  }
}

/** A 400 for a body that is not a JSON object: the documented fields, and what was received. */
export function expectFieldErrors(reply: Reply, value: unknown, error: string | RegExp = /./) {
  expect(reply.status, reply.text).toBe(400)
  expect(Object.keys(reply.json)).toEqual(['statusCode', 'status', 'message', 'fieldErrors'])
  expect(reply.json).toEqual({
    statusCode: 400,
    status: 'failed',
    message: expect.any(String),
    fieldErrors: [{ field: 'body', error: expect.stringMatching(error), value }],
  })
}

/** A 400 from the service, which names the first wrong field. */
export function expectInvalid(reply: Reply, named: string) {
  expect(reply.status, reply.text.slice(0, 300)).toBe(400)
  expect(reply.json).toEqual({
    statusCode: 400,
    status: 'failed',
    message: expect.stringMatching(/^VALIDATION_ERROR: /),
    error: 'VALIDATION_ERROR',
  })
  expect(reply.json.message).toContain(named)
}

/**
 * Sends a request over a socket, on which a path and header names arrive exactly as written;
 * `inject` would normalize them.
 */
export type SendOverSocket = (
  method: string,
  path: string,
  headers?: Record<string, string>,
  chunks?: string[],
) => Promise<{ status: number; json: Json }>

/** Makes the application listen for the rest of the file. */
export async function listenForFile({ door }: Harness): Promise<SendOverSocket> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  afterFile(() => agent.destroy())
  await door.listen({ host: '127.0.0.1', port: 0 })
  const { port } = door.server.address() as AddressInfo
  return (method, path, headers = {}, chunks = []) =>
    new Promise((resolve, reject) => {
      const sent = httpRequest(
        { host: '127.0.0.1', port, method, path, headers, agent },
        (response) => {
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => parts.push(part))
          response.on('end', () => {
            const text = Buffer.concat(parts).toString()
            resolve({
              status: response.statusCode ?? 0,
              json: text === '' ? undefined : JSON.parse(text),
            })
          })
          response.on('error', reject)
        },
      )
      sent.on('error', reject)
      for (const chunk of chunks) sent.write(chunk)
      sent.end()
    })
}
