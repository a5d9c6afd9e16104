// Connections to the database as the service counts on them: to the server that can be written, and with settings of their own.

import { connect, Socket } from 'node:net'
import pg from 'pg'
import { urlsOf } from '../values/database-url.ts'

/** What `pg` needs to find the database; a URL may name several hosts, one of which can be written. */
export type Connection = { connectionString: string } | { host: string; port: number; user: string; database: string }

/** The server that answers is a standby, or was told to take nothing. */
export class ReadOnlyServer extends Error {}

/** Values of settings of PostgreSQL by their exact names. */
export type SessionSettings = Readonly<Record<string, string>>

/** How values are written, in which the code that reads them believes. */
const spelling: SessionSettings = { TimeZone: 'UTC', DateStyle: 'ISO', IntervalStyle: 'postgres', bytea_output: 'hex', extra_float_digits: '1' }

/** A session whose process has vanished, with its host or the network between, ends with its locks within a minute. */
const noticing: SessionSettings = { tcp_keepalives_idle: '30', tcp_keepalives_interval: '10', tcp_keepalives_count: '3' }

// How soon silence on an idle connection is looked into; ten probes a second apart then decide.
const keepAliveMs = 5_000
// How long one host may take; another one is then tried.
const connectMs = 3_000
// How long a server may take to hang up, which it does at once.
const goodbyeMs = 1_000

/** Of a session whose work nothing cuts short; `lockMs`: how long it waits for a lock, 0 for ever. */
export function unhurried(lockMs: number): SessionSettings {
  return {
    ...{ statement_timeout: '0', idle_in_transaction_session_timeout: '0', idle_session_timeout: '0', transaction_timeout: '0' },
    lock_timeout: String(lockMs),
  }
}

/** What stands for the question in a message to the server, as its protocol says. */
const cancelRequest = 80_877_102

/** The hosts of a database, and which of them was last known to be the one that can be written. */
export interface Servers {
  count: number
  current(): pg.ClientConfig
  /** One that could not be had: the next one is tried from now on. */
  failed(server: pg.ClientConfig): void
}

export function serversOf(connection: Connection): Servers {
  const servers = 'connectionString' in connection ? urlsOf(connection.connectionString).map((connectionString) => ({ connectionString })) : [connection]
  let at = 0
  const current = () => servers[at] as pg.ClientConfig
  return {
    count: servers.length,
    current,
    failed(server) {
      // Of many connections that fail at once, the first one counts.
      if (server === current()) at = (at + 1) % servers.length
    },
  }
}

interface Reads {
  on(event: string, heard: (packet: Buffer) => void): unknown
}

/** What sets a session up, and says whether it can write. Settings that the server does not know are left out. */
function settingUp(settings: SessionSettings): string {
  const rows = Object.entries({ ...spelling, ...noticing, ...settings }).map((setting) => `(${setting.map(pg.escapeLiteral).join(', ')})`)
  return `
    select current_setting('transaction_read_only') = 'on' as "isReadOnly", count(set_config(name, value, false))
    from (values ${rows.join(', ')}) as wanted (name, value)
    join pg_settings using (name)`
}

/**
 * A connection to the current one of some servers. It counts as connected once its settings are in force, which are sent then and not as
 * options of its start: those of a URL would win over them, and a pooler knows none.
 */
export class SessionClient extends pg.Client {
  readonly #server: pg.ClientConfig
  readonly #servers: Servers
  readonly #socket: Socket
  readonly #settingUp: string

  constructor(servers: Servers, settings: SessionSettings, config: pg.ClientConfig) {
    const socket = new Socket()
    const server = servers.current()
    super({ ...config, ...server, stream: () => socket, keepAlive: true, keepAliveInitialDelayMillis: keepAliveMs })
    this.#server = server
    this.#servers = servers
    this.#socket = socket
    this.#settingUp = settingUp(settings)
    // Whatever breaks is noticed by the query; an error without a listener would end the process.
    this.on('error', () => {})
    this.#surviveWhatCannotBeRead()
  }

  /** The library throws at an answer it does not know, where nobody catches it: the process would end. */
  #surviveWhatCannotBeRead() {
    const connection = this.connection as unknown as { attachListeners(stream: Reads): void }
    const attach = connection.attachListeners.bind(connection)
    connection.attachListeners = (stream) =>
      attach({
        on: (event, heard) =>
          stream.on(event, (packet) => {
            try {
              heard(packet)
            } catch (error) {
              this.#socket.destroy(error as Error)
            }
          }),
      })
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error | null) => void): void
  override connect(callback?: (error: Error | null) => void): Promise<pg.Client> | undefined {
    const connected = this.#connect()
    if (!callback) return connected
    connected.then(() => callback(null), callback)
    return undefined
  }

  async #connect(): Promise<pg.Client> {
    try {
      await super.connect()
      const { rows } = await this.query<{ isReadOnly: boolean }>(withPatience({ text: this.#settingUp }, connectMs))
      if (rows[0]?.isReadOnly) throw new ReadOnlyServer(`the database at ${this.host} cannot be written`)
      return this
    } catch (error) {
      this.#servers.failed(this.#server)
      this.drop()
      throw error
    }
  }

  /**
   * Asks the server to leave what it does for this connection, whose answer nobody waits for any more. A commit that waits for a standby
   * which has gone would keep its session until one comes back, and with a second of them each second the server has none left.
   */
  cancel(): void {
    const { processID, secretKey } = this as unknown as { processID: number; secretKey: number }
    const request = Buffer.alloc(16)
    for (const [index, number] of [request.length, cancelRequest, processID, secretKey].entries()) request.writeInt32BE(number, 4 * index)
    const socket = this.host.startsWith('/') ? connect(`${this.host}/.s.PGSQL.${this.port}`) : connect(this.port, this.host)
    socket.on('error', () => {}).setTimeout(connectMs, () => socket.destroy())
    socket.end(request)
  }

  override end(): Promise<void>
  override end(callback: (error: Error) => void): void
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    // Where the network is silent nobody hangs up, and whoever stops would wait for a quarter of an hour.
    const givingUp = setTimeout(() => this.drop(), goodbyeMs).unref()
    this.once('end', () => clearTimeout(givingUp))
    if (!callback) return super.end()
    super.end(callback)
    return undefined
  }

  /** An open connection keeps the process alive, which is the default. */
  ref(): void {
    this.#socket.ref()
  }

  /** The connection alone does not keep the process alive. */
  unref(): void {
    this.#socket.unref()
  }

  /** Gives the connection up, whatever state it is in. */
  drop(): void {
    this.#socket.destroy()
  }
}

/** A query that gives up where no answer comes in time, if it has one; its connection is to be dropped then. */
export function withPatience(query: pg.QueryConfig, answerMs: number | undefined): pg.QueryConfig {
  const patient: pg.QueryConfig & { query_timeout: number | undefined } = { ...query, query_timeout: answerMs }
  return patient
}

/** True when no answer came in the time that `withPatience` gives it. */
export function isUnanswered(error: unknown): boolean {
  return (error as Error).message === 'Query read timeout'
}

/** True when nothing was heard in the time there is for a connection or an answer, and the other side did not hang up. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && (isUnanswered(error) || error.message === 'timeout expired')
}

/** Connects to the first of the servers that can be written; throws what the last one refused with. */
export async function connectSession(servers: Servers, settings: SessionSettings, name: string): Promise<SessionClient> {
  for (let tried = 1; ; tried += 1) {
    const client = new SessionClient(servers, settings, { application_name: name, connectionTimeoutMillis: connectMs })
    try {
      await client.connect()
      return client
    } catch (error) {
      if (tried >= servers.count) throw error
    }
  }
}
