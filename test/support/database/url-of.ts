import type { Connection } from '../../../src/base/db/session.ts'

/** A connection as a URL for DATABASE_URL; a socket folder becomes the parameter `host`. */
export function connectionUrl(connection: Connection): string {
  if ('connectionString' in connection) return connection.connectionString
  const { host, port, user, database } = connection
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}
