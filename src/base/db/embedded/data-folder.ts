/**
 * The location of the embedded database's data, and the system user that the database runs as.
 *
 * PostgreSQL refuses to run as root. A service that root starts therefore gives its data to a
 * separate account, which must be able to pass every folder above the data and the binaries.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { hasEnded } from './process.ts'

/** Why the embedded database cannot be used, and what to do, in sentences for people. */
export class EngineError extends Error {
  override name = 'EngineError'
}

/** Another service has the data directory open. */
export class EngineInUse extends EngineError {}

/** A system user and group, by number. */
export interface Account {
  uid: number
  gid: number
}

/**
 * The user and group of a database server that root starts. This number is not in use: `useradd`
 * counts up from 1000, systemd's own ranges begin at 60001, and containers that map 65536 ids still
 * have it.
 */
const serverId = 58_432

/** The folder for data that root's service cannot keep in the project's folder. */
export const sharedFolder = '/var/lib/clinic-scheduling'

/** The message in a container that restricts root's privileges. */
export const limitedRoot =
  'The database must not run as root, and root may not act for another user here. ' +
  'Run the service as an ordinary user, or set DATABASE_URL to use a PostgreSQL server (version 15 or later).'

/**
 * The files that a data directory may contain before its database exists; others belong to another
 * program.
 */
const ownNames = /^(postgres($|[.-])|run$|lost\+found$)/

/** True if this data directory contains a complete database. */
export function hasDatabase(dataDirectory: string): boolean {
  return existsSync(join(dataDirectory, 'postgres', 'PG_VERSION'))
}

/**
 * The data directory of an installation for this user, before or after its first start. It differs
 * from `wanted` only for root, and only for the default location.
 */
export function reachableDataDirectory(requested: string, isDefault: boolean): string {
  if (!isDefault || process.getuid?.() !== 0 || hasDatabase(requested)) return requested
  const name = createHash('sha256').update(requested).digest('hex').slice(0, 8)
  const moved = join(sharedFolder, name)
  // Data that was once put elsewhere remains there, even if the requested location becomes
  // accessible later.
  if (hasDatabase(moved)) return moved
  return canEnter(dirname(requested), serverAccount(requested)) ? requested : moved
}

/**
 * The account that the database server runs as; undefined: that of this process. Root continues
 * with the owner of existing data, so it can serve what an ordinary user created.
 */
export function serverAccount(dataDirectory: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(join(dataDirectory, 'postgres'), { throwIfNoEntry: false })
  return owner && owner.uid !== 0
    ? { uid: owner.uid, gid: owner.gid }
    : { uid: serverId, gid: serverId }
}

/**
 * Creates the data directory, private and usable by the server's account.
 * @throws {EngineError} if that is impossible, or if it contains files of another user.
 */
export function prepareDataDirectory(dataDirectory: string, account: Account | undefined): void {
  try {
    if (!canEnter(dirname(dataDirectory), account)) {
      throw new EngineError(
        `The database runs as a user of its own (number ${account?.uid}), which cannot reach ${dataDirectory}. ` +
          'Let others pass the folders above it (chmod o+x), or set CLINIC_DATA to another directory.',
      )
    }
    makePassable(dirname(dataDirectory), account)
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 })
    const foreign = hasDatabase(dataDirectory)
      ? []
      : readdirSync(dataDirectory).filter((name) => !ownNames.test(name))
    if (foreign.length > 0) {
      throw new EngineError(
        `The data directory ${dataDirectory} holds other files (${foreign[0]}). Set CLINIC_DATA to a new or an empty directory.`,
      )
    }
    if (hasDatabase(dataDirectory)) {
      const files = join(realpathSync(dataDirectory), 'postgres')
      // Restored files, for example by root with `cp -r`, may have lost their owner and their mode.
      if (account && statSync(files).uid === 0) changeTreeOwner(files, account)
      makePrivate(files, account)
    }
    closeDataDirectory(dataDirectory, account)
    makePrivate(join(realpathSync(dataDirectory), 'run'), account)
  } catch (error) {
    if (error instanceof EngineError) throw error
    if (account && (error as NodeJS.ErrnoException).code === 'EPERM')
      throw new EngineError(limitedRoot)
    throw new EngineError(
      `The data directory ${dataDirectory} cannot be used (${(error as Error).message}). ` +
        'Let this user write there, or set CLINIC_DATA to another directory.',
    )
  }
}

/**
 * Gives the data directory to the server's account. While there is no database yet, its group may
 * pass as well: initdb runs in that group (no user is a member of it), and other starts must not
 * lock it out.
 */
export function closeDataDirectory(dataDirectory: string, account: Account | undefined): void {
  makePrivate(
    realpathSync(dataDirectory),
    account,
    account && !hasDatabase(dataDirectory) ? 0o710 : 0o700,
  )
}

/** Makes `path` a directory that only `account` may use; `mode` can extend that. */
export function makePrivate(path: string, account: Account | undefined, mode = 0o700): void {
  if (!existsSync(path)) mkdirSync(path, { mode })
  // Uses the descriptor: the account owns the folder above, and must not redirect root with a link.
  const folder = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  try {
    if (account) fchownSync(folder, account.uid, account.gid)
    fchmodSync(folder, mode)
  } finally {
    closeSync(folder)
  }
}

/** True when `path` is a directory that belongs to `account` and is closed to all others. */
export function isPrivate(path: string, account: Account | undefined): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return (
    found?.isDirectory() === true &&
    found.uid === (account?.uid ?? process.getuid?.()) &&
    (found.mode & 0o077) === 0
  )
}

/**
 * Creates missing folders down to `path`; root makes those it creates passable, whatever its umask.
 */
export function makePassable(path: string, account: Account | undefined): void {
  const highest = mkdirSync(path, { recursive: true })
  if (!highest || !account) return
  for (let created = path; created.length >= highest.length; created = dirname(created))
    chmodSync(created, 0o711)
}

/** Changes the owner of a whole tree to the account. Links themselves are changed, not followed. */
export function changeTreeOwner(path: string, account: Account): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inside = join(path, entry.name)
    if (entry.isDirectory()) changeTreeOwner(inside, account)
    else lchownSync(inside, account.uid, account.gid)
  }
  lchownSync(path, account.uid, account.gid)
}

/** Removes `<prefix><mark>.…` in `folder`: drafts of processes that ended too early. */
export function removeAbandonedDrafts(folder: string, prefix: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(prefix) || !hasEnded(name.slice(prefix.length).split('.')[0] ?? ''))
      continue
    try {
      rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 3 })
    } catch {
      // A child of the dead process is still writing there; the next start tries again.
    }
  }
}

/**
 * True if the account can pass this folder, or the nearest existing one above it. Determined by
 * trying, not from modes.
 */
export function canEnter(folder: string, account: Account | undefined): boolean {
  if (!account) return true
  let existing = folder
  while (!existsSync(existing)) existing = dirname(existing)
  const passRun = spawnSync('test', ['-x', existing], { ...account, cwd: '/', stdio: 'ignore' })
  // Without `test`, or if root may not change users, the database's own start gives a better error.
  return passRun.error !== undefined || passRun.status === 0
}
