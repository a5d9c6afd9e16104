// Connections to the database as the service needs them: to the writable server, and with its own
// settings.

import { connect, Socket } from 'node:net'
import pg from 'pg'
import { urlForEachHost } from '../values/database-url.ts'

/** How `pg` finds the database; a URL may name several hosts, one of which is writable. */
export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string }

/** The server that answers is a standby, or is set to read-only. */
export class ReadOnlyServer extends Error {}

/** PostgreSQL settings by their exact names. */
export type SessionSettings = Readonly<Record<string, string>>

/** The text formats that the reading code relies on. */
const textFormats: SessionSettings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
}

/**
 * If a process vanishes, with its host or the network in between, its session ends within a minute
 * and releases its locks.
 */
const keepAliveSettings: SessionSettings = {
  tcp_keepalives_idle: '30',
  tcp_keepalives_interval: '10',
  tcp_keepalives_count: '3',
}

// How soon a silent idle connection is probed; ten probes, a second apart, then decide.
const keepAliveMs = 5_000
// How long one host may take; then the next one is tried.
const connectMs = 3_000
// How long a server may take to close the connection, which it normally does immediately.
const disconnectMs = 1_000

/**
 * The settings of a session without time-outs; `lockMs`: how long it waits for a lock, 0 for ever.
 */
export function untimedSettings(lockMs: number): SessionSettings {
  return {
    statement_timeout: '0',
    idle_in_transaction_session_timeout: '0',
    idle_session_timeout: '0',
    transaction_timeout: '0',
    lock_timeout: String(lockMs),
  }
}

/** The code of a cancel request in PostgreSQL's protocol. */
const cancelRequest = 80_877_102

/** The hosts of a database, and which one was last known to be writable. */
export interface Servers {
  count: number
  current(): pg.ClientConfig
  /** Reports a server that could not be reached: from now on the next one is tried. */
  failed(server: pg.ClientConfig): void
}

export function createServers(connection: Connection): Servers {
  const servers =
    'connectionString' in connection
      ? urlForEachHost(connection.connectionString).map((connectionString) => ({
          connectionString,
        }))
      : [connection]
  let at = 0
  const current = () => servers[at] as pg.ClientConfig
  return {
    count: servers.length,
    current,
    failed(server) {
      // If many connections fail at once, only the first counts.
      if (server === current()) at = (at + 1) % servers.length
    },
  }
}

interface PacketStream {
  on(event: string, heard: (packet: Buffer) => void): unknown
}

/**
 * The query that sets up a session and reports whether it can write. Settings that the server does
 * not know are left out.
 */
function buildSetupQuery(settings: SessionSettings): string {
  const rows = Object.entries({ ...textFormats, ...keepAliveSettings, ...settings }).map(
    (setting) => `(${setting.map(pg.escapeLiteral).join(', ')})`,
  )
  return `
    select current_setting('transaction_read_only') = 'on' as "isReadOnly", count(set_config(name, value, false))
    from (values ${rows.join(', ')}) as wanted (name, value)
    join pg_settings using (name)`
}

/**
 * A connection to the current one of some servers. It counts as connected once its settings are in
 * force. They are set by a query and not as start-up options: options in a URL would override
 * those, and poolers do not support them.
 */
export class SessionClient extends pg.Client {
  readonly #server: pg.ClientConfig
  readonly #servers: Servers
  readonly #socket: Socket
  readonly #settingUp: string

  constructor(servers: Servers, settings: SessionSettings, config: pg.ClientConfig) {
    const socket = new Socket()
    const server = servers.current()
    super({
      ...config,
      ...server,
      stream: () => socket,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
    })
    this.#server = server
    this.#servers = servers
    this.#socket = socket
    this.#settingUp = buildSetupQuery(settings)
    // The query reports any failure; an error event without a listener would end the process.
    this.on('error', () => {})
    this.#ignoreUnreadableMessages()
  }

  /**
   * The library throws on messages that it does not know, where no code can catch it: the process
   * would end.
   */
  #ignoreUnreadableMessages() {
    const connection = this.connection as unknown as { attachListeners(stream: PacketStream): void }
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
      const { rows } = await this.query<{ isReadOnly: boolean }>(
        withAnswerLimit({ text: this.#settingUp }, connectMs),
      )
      if (rows[0]?.isReadOnly)
        throw new ReadOnlyServer(`the database at ${this.host} cannot be written`)
      return this
    } catch (error) {
      this.#servers.failed(this.#server)
      this.drop()
      throw error
    }
  }

  /**
   * Asks the server to cancel the statement of this connection, whose answer is no longer awaited.
   * A commit that waits for a lost standby would keep its session until one returns; with another
   * such session each second, the server would run out of them.
   */
  cancel(): void {
    const { processID, secretKey } = this as unknown as { processID: number; secretKey: number }
    const request = Buffer.alloc(16)
    for (const [index, number] of [request.length, cancelRequest, processID, secretKey].entries())
      request.writeInt32BE(number, 4 * index)
    const socket = this.host.startsWith('/')
      ? connect(`${this.host}/.s.PGSQL.${this.port}`)
      : connect(this.port, this.host)
    socket.on('error', () => {}).setTimeout(connectMs, () => socket.destroy())
    socket.end(request)
  }

  override end(): Promise<void>
  override end(callback: (error: Error) => void): void
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    // On a silent network the server never closes the connection, and stopping would take a quarter
    // of an hour.
    const givingUp = setTimeout(() => this.drop(), disconnectMs).unref()
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

  /** Drops the connection, in any state. */
  drop(): void {
    this.#socket.destroy()
  }
}

/**
 * A query with a time limit for its answer, if given; on timeout its connection has to be dropped.
 */
export function withAnswerLimit(
  query: pg.QueryConfig,
  answerMs: number | undefined,
): pg.QueryConfig {
  const limited: pg.QueryConfig & { query_timeout: number | undefined } = {
    ...query,
    query_timeout: answerMs,
  }
  return limited
}

/** True if no answer arrived within the time limit of `withAnswerLimit`. */
export function isUnanswered(error: unknown): boolean {
  return (error as Error).message === 'Query read timeout'
}

/**
 * True if a connection attempt or a query timed out, and the other side did not close the
 * connection.
 */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && (isUnanswered(error) || error.message === 'timeout expired')
}

/** Connects to the first writable server; throws the error of the last one. */
export async function connectSession(
  servers: Servers,
  settings: SessionSettings,
  name: string,
): Promise<SessionClient> {
  for (let attempt = 1; ; attempt += 1) {
    const client = new SessionClient(servers, settings, {
      application_name: name,
      connectionTimeoutMillis: connectMs,
    })
    try {
      await client.connect()
      return client
    } catch (error) {
      if (attempt >= servers.count) throw error
    }
  }
}
