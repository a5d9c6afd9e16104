// The connection to a database server over TLS, as operators set it up: a private authority,
// sslmode=verify-full. The tests' server does not speak TLS, so a proxy in front of it does what
// PostgreSQL would: it accepts the client's request and starts the handshake.

import { readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { createMigratedDatabase } from './support/database/databases.ts'
import { runCommand } from './support/processes/in-process-command.ts'
import { afterFile } from './support/run/after-file.ts'

const certificate = (name: string) =>
  fileURLToPath(new URL(`./certificates/${name}.pem`, import.meta.url))
const cert = readFileSync(certificate('database-server'))
const key = readFileSync(certificate('database-server-key'))
/** The SSLRequest packet that a client sends first: its length and a magic number. */
const askForTls = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

let urlAt: (host: string, parameters: string) => string
let encrypted = 0

beforeAll(async () => {
  const { host, port, user, database } = (await createMigratedDatabase()) as {
    host: string
    port: number
    user: string
    database: string
  }
  const sockets = new Set<Socket>()
  const trackSocket = (socket: Socket) => void sockets.add(socket.on('error', () => {}))
  const server = createServer((client) => {
    trackSocket(client)
    client.once('data', (first) => {
      if (!first.equals(askForTls)) return client.destroy()
      client.write('S')
      const inside = new TLSSocket(client, { isServer: true, cert, key })
      inside.on('error', () => client.destroy())
      inside.once('secure', () => {
        encrypted += 1
        const behind = connect(`${host}/.s.PGSQL.${port}`)
        trackSocket(behind)
        inside.pipe(behind).pipe(inside)
        behind.once('close', () => inside.destroy())
        inside.once('close', () => behind.destroy())
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port: encryptedPort } = server.address() as AddressInfo
  urlAt = (name, parameters) =>
    `postgres://${user}@${name}:${encryptedPort}/${database}?${parameters}`
})

const trusting = (authority: string) => `sslmode=verify-full&sslrootcert=${certificate(authority)}`
const clinic = (url: string, ...parameters: string[]) =>
  runCommand({ PATH: process.env.PATH ?? '', CLINIC_MODE: 'sandbox', DATABASE_URL: url }, [
    ...parameters,
    '--json',
  ])

it('a server with a certificate of a private authority is used, encrypted', async () => {
  const before = encrypted
  expect(await clinic(urlAt('localhost', trusting('database-authority')), 'migrate')).toMatchObject(
    { code: 0 },
  )
  expect(
    await clinic(
      urlAt('localhost', trusting('database-authority')),
      'workspace',
      'import',
      'src/doors/demo/demo-clinic.yaml',
    ),
  ).toMatchObject({ code: 0 })
  expect(encrypted).toBeGreaterThan(before + 2)
})

it.each([
  [
    'of another authority',
    () => urlAt('localhost', trusting('mail-server')),
    /unable to verify|unable to get local issuer/,
  ],
  [
    'for another name',
    () => urlAt('127.0.0.1', trusting('database-authority')),
    /does not match certificate/,
  ],
  [
    'of an authority whose file is not there',
    () => urlAt('localhost', 'sslmode=verify-full&sslrootcert=/nowhere/ca.pem'),
    /ENOENT/,
  ],
])('a server with a certificate %s is refused with the reason', async (_, url, reason) => {
  const { code, out, problem } = await clinic(url(), 'migrate')
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(problem).toMatch(/^the database of DATABASE_URL cannot be reached/)
  expect(problem).toMatch(reason)
  expect(problem).not.toMatch(/\n\s+at /)
})
