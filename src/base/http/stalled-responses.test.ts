import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { closeStalledResponses } from './stalled-responses.ts'

const megabytes = Buffer.alloc(32 * 1024 * 1024)

async function listening(
  stallMs: number,
): Promise<{ server: Server; open(): Socket[]; ask(): Promise<Socket> }> {
  const server = createServer((_, response) => void response.end(megabytes))
  closeStalledResponses(server, { stallMs, checkMs: 50 })
  const sockets: Socket[] = []
  server.on('connection', (socket) => sockets.push(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    server,
    open: () => sockets.filter((socket) => !socket.destroyed),
    async ask() {
      const socket = connect({ port, host: '127.0.0.1' })
      socket.on('error', () => {})
      socket.pause()
      await new Promise<void>((resolve) => socket.once('connect', resolve))
      socket.write('GET / HTTP/1.1\r\nhost: test\r\n\r\n')
      return socket
    },
  }
}

const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20))
}

it('closes the socket of a client that does not read, even if it keeps sending', async () => {
  const { open, ask } = await listening(300)
  const silent = await ask()
  const chatty = await ask()
  const chatting = setInterval(() => chatty.write('x'), 40)
  onTestFinished(() => clearInterval(chatting))
  await until(() => open().length === 2)
  await until(() => open().length === 0)
  silent.destroy()
  chatty.destroy()
})

it('leaves alone a client that reads slowly but reads, and one that waits between two requests', async () => {
  // Longer than other tests may delay this one, and less than half of what the whole takes.
  const { open, ask } = await listening(2_000)
  const slow = await ask()
  let received = 0
  // A piece at a time; each is progress.
  const reading = setInterval(() => {
    const piece = slow.read(2 * 1024 * 1024) ?? slow.read()
    received += piece?.length ?? 0
  }, 300)
  onTestFinished(() => clearInterval(reading))
  await until(() => received > megabytes.length)
  expect(open()).toHaveLength(1)
  // Nothing is left to deliver: time alone does not close it.
  await new Promise((resolve) => setTimeout(resolve, 4_000))
  expect(open()).toHaveLength(1)
  slow.destroy()
})
