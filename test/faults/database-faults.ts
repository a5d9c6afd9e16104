import type { PlantedFault } from './planted-fault.ts'

const database = 'src/db/database.ts'
const session = 'src/db/session.ts'
const sessions = ['src/db/session.test.ts']

/** In how the database is reached, and what is done when it cannot be. */
export const databaseFaults: readonly PlantedFault[] = [
  {
    name: 'a write whose connection is lost is done again',
    file: database,
    text: 'health.undone = statement.reads',
    replacement: 'health.undone = true',
    noticedBy: sessions,
  },
  {
    name: 'a transaction whose commit was not answered is done again',
    file: database,
    text: '          health.undone = false\n',
    replacement: '',
    noticedBy: sessions,
  },
  {
    name: 'the commit of an import is given up while it waits for bookings',
    file: database,
    text: "await command(client, 'commit', answerMs)",
    replacement: "await command(client, 'commit', limits.answerMs)",
    noticedBy: sessions,
  },
  {
    name: 'a connection that listens stays deaf when it dies silently',
    file: database,
    text: '      beatLater(opened)\n    } catch',
    replacement: '    } catch',
    noticedBy: sessions,
  },
  {
    name: 'a standby is worked with',
    file: session,
    text: 'if (rows[0]?.isReadOnly) throw',
    replacement: 'if (!rows[0]) throw',
    noticedBy: sessions,
  },
  {
    name: 'a URL says in which zone instants are written',
    file: session,
    text: "TimeZone: 'UTC', ",
    replacement: '',
    noticedBy: sessions,
  },
  {
    name: 'connections that fail together pass over the host that can be written',
    file: session,
    text: 'if (server === current()) at =',
    replacement: 'if (server) at =',
    noticedBy: sessions,
  },
  {
    name: 'a migration fails at the first table that others use',
    file: 'src/db/migrate.ts',
    text: "['55P03', '40P01']",
    replacement: "['40P01']",
    noticedBy: ['test/migrations.test.ts'],
  },
  {
    name: 'a migration that waits for a table never leaves its queue',
    file: 'src/db/migrate.ts',
    text: 'await sleep(pauseMs)',
    replacement: 'await sleep(0)',
    noticedBy: ['test/migrations.test.ts'],
  },
  {
    name: 'a migration takes its tables as it comes to them',
    file: 'src/db/migration-locks.ts',
    text: 'for (const { name, mode } of tables)',
    replacement: 'for (const { name, mode } of tables.slice(tables.length))',
    noticedBy: ['test/migrations.test.ts'],
  },
  {
    name: 'a migration waits for its tables until the server finds a deadlock',
    file: 'src/db/migrate.ts',
    text: 'Math.min(lockMs, migrating.deadlockMs / 2)',
    replacement: 'lockMs',
    noticedBy: ['test/migrations.test.ts'],
  },
  {
    name: 'a migration overlooks the tables its rows refer to',
    file: 'src/db/migration-locks.ts',
    text: '  /\\breferences (\\w+)/g,\n',
    replacement: '',
    noticedBy: ['test/migrations.test.ts'],
  },
  {
    name: 'bookings keep coming while a migration takes its tables',
    file: 'src/db/migration-locks.ts',
    text: 'return [gate, ...needed.filter(({ name }) => name !== gate.name)]',
    replacement: 'return needed',
    noticedBy: ['test/migrations.test.ts'],
  },
  {
    name: 'rules that a migration added are never checked',
    file: 'src/db/migrate.ts',
    text: 'of await uncheckedRules(client))',
    replacement: 'of [] as Rule[])',
    noticedBy: ['test/migrations.test.ts'],
  },
  {
    name: 'who waits for a migration is told of any session',
    file: 'src/db/migration-locks.ts',
    text: 'where a.pid = any(pg_blocking_pids($1))',
    replacement: 'where a.pid <> $1',
    noticedBy: ['test/migrations.test.ts'],
  },
  {
    name: 'the turn of a migration is no longer than a statement',
    file: 'src/db/migrate.ts',
    text: "'begin isolation level read committed'",
    replacement: "'select'",
    noticedBy: ['test/migrations.test.ts'],
  },
  {
    name: 'an instant in a whole-hour zone is taken for UTC',
    file: database,
    text: "text.endsWith('+00') ?",
    replacement: 'text.length > 0 ?',
    noticedBy: sessions,
  },
  {
    name: 'of many connections that are stale only one is given up',
    file: database,
    text: 'isStale ? attempt <= limits.connectionsMax',
    replacement: 'isStale ? attempt === 1',
    noticedBy: ['test/migrations.test.ts'],
  },
  {
    name: 'a command makes an installation in a database that has none',
    file: 'src/cli/open.ts',
    text: '    if (!service) await refuseWithoutInstallation(database.direct)\n',
    replacement: '',
    noticedBy: ['src/cli/clinic.test.ts'],
  },
  {
    name: 'tables alone count as an installation',
    file: 'src/db/installation.ts',
    text: " && (await client.query('select from installation')).rowCount",
    replacement: '',
    noticedBy: ['src/cli/clinic.test.ts'],
  },
]
