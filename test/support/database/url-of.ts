import type { Connection } from '../../../src/db/session.ts'

/** A connection as the URL that DATABASE_URL takes; a socket folder goes into the parameter `host`. */
export function urlOf(connection: Connection): string {
  if ('connectionString' in connection) return connection.connectionString
  const { host, port, user, database } = connection
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}
