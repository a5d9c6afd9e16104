// A caller that costs little itself: it keeps one connection alive, writes each request in one
// piece, and reads each answer by its content-length. A full HTTP client would use more of the
// machine than the service it measures.

import { connect, type Socket } from 'node:net'

export interface Answer {
  status: number
  /** The body as text. */
  text(): string
}

export interface Caller {
  send(request: Buffer): Promise<Answer>
  close(): void
}

/** The bytes of a request. */
export function requestBytes(
  path: string,
  headers: Record<string, string>,
  body?: unknown,
  method = body === undefined ? 'GET' : 'POST',
): Buffer {
  const content = body === undefined ? '' : JSON.stringify(body)
  const lines = Object.entries({
    host: 'localhost',
    ...headers,
    ...(body === undefined
      ? {}
      : {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(content)),
        }),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${content}`)
}

export function openCaller(port: number): Caller {
  let socket: Socket | undefined
  let received: Buffer[] = []
  let waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined

  function readChunk(chunk: Buffer) {
    received.push(chunk)
    const bytes = received.length === 1 ? chunk : Buffer.concat(received)
    received = [bytes]
    const headEnd = bytes.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const head = bytes.toString('latin1', 0, headEnd)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (bytes.length < headEnd + 4 + length) return
    received = []
    // The service closes a connection after a thousand requests.
    if (/connection: close/i.test(head)) {
      socket?.destroy()
      socket = undefined
    }
    const answeredCall = waiting
    waiting = undefined
    answeredCall?.resolve({
      status: Number(head.slice(9, 12)),
      text: () => bytes.toString('utf8', headEnd + 4, headEnd + 4 + length),
    })
  }

  function failCall(error: Error) {
    const failedCall = waiting
    waiting = undefined
    failedCall?.reject(error)
  }

  function openSocket(): Socket {
    const created = connect(port, '127.0.0.1')
    created.setNoDelay(true)
    created.on('data', readChunk)
    created.on('error', failCall)
    // The service closes a connection that has been idle for a minute; on a slow machine the other
    // measurements take longer than that.
    created.on('close', () => {
      if (socket !== created) return
      socket = undefined
      failCall(new Error('the connection was closed before the response came'))
    })
    return created
  }

  return {
    send(request) {
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket ??= openSocket()
        socket.write(request)
      })
    },
    close: () => socket?.destroy(),
  }
}
