import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it } from 'vitest'
import { createGracefulCloser } from './close-in-time.ts'

it('answers requests in flight, and ends one that takes too long, with those queued behind it', async () => {
  const server = createServer(
    ({ url }, response) => void (url === '/ends' && setTimeout(() => response.end('in time'), 700)),
  )
  const close = createGracefulCloser(server, 2_000)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const inFlight = fetch(`http://127.0.0.1:${port}/ends`)
  const endless = connect(port, '127.0.0.1').on('error', () => {})
  endless.write('GET /endless HTTP/1.1\r\nhost: test\r\n\r\n'.repeat(3))
  const ended = new Promise((resolve) => endless.once('close', resolve))
  await expect
    .poll(
      () =>
        new Promise((resolve) => server.getConnections((_, connections) => resolve(connections))),
    )
    .toBe(2)
  await close(() => new Promise((resolve) => server.close(resolve)))
  expect(await (await inFlight).text()).toBe('in time')
  await ended
})
