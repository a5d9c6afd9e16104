/**
 * The first start: creates the files of a database, exactly once, whichever processes start at the
 * same time or are killed in the middle.
 */
import { execFile } from 'node:child_process'
import {
  closeSync,
  fsyncSync,
  lchownSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { programEnvironment } from './binaries.ts'
import { type Cluster, databaseUser, findErrorLine } from './cluster.ts'
import {
  type Account,
  changeTreeOwner,
  closeDataDirectory,
  EngineError,
  hasDatabase,
  removeAbandonedDrafts,
} from './data-folder.ts'
import { hasEnded, ownMark } from './process.ts'

const creationWaitMs = 20_000
const pollMs = 20

/**
 * Creates the database files unless they exist; true if this call did. Safe with any number of
 * parallel starts and a kill at any moment: the files appear atomically, by a rename.
 */
export async function createIfMissing(cluster: Cluster): Promise<boolean> {
  const { dataDirectory } = cluster
  removeAbandonedDrafts(dataDirectory, 'postgres.new-')
  // Taking turns avoids a second initdb (0.6 s of CPU). The rename alone ensures correctness, so a
  // process that waits in vain (another program may have got the holder's id) proceeds.
  const turn = join(dataDirectory, 'postgres.creating')
  const giveUpAt = performance.now() + creationWaitMs
  while (!hasDatabase(dataDirectory) && !takeTurn(turn) && performance.now() < giveUpAt)
    await sleep(pollMs)
  try {
    return hasDatabase(dataDirectory) ? false : await create(cluster)
  } finally {
    releaseTurn(turn)
    if (hasDatabase(dataDirectory)) closeDataDirectory(dataDirectory, cluster.account)
  }
}

/**
 * A symbolic link that names a process is a lock whose holder can be checked, created in one step.
 */
function takeTurn(turn: string): boolean {
  try {
    symlinkSync(ownMark, turn)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  try {
    if (hasEnded(readlinkSync(turn))) rmSync(turn, { force: true })
  } catch {
    // The lock was released in the meantime.
  }
  return false
}

function releaseTurn(turn: string): void {
  try {
    if (readlinkSync(turn) === ownMark) rmSync(turn, { force: true })
  } catch {
    // The lock was never taken: the database already existed.
  }
}

async function create(cluster: Cluster): Promise<boolean> {
  const { dataDirectory, account } = cluster
  const draft = mkdtempSync(join(dataDirectory, `postgres.new-${ownMark}.`))
  try {
    if (account) {
      // initdb needs a user with a name, which our account lacks, so it runs as the user `nobody`.
      // initdb runs in our group, which may enter the data directory while initdb runs, so no other
      // process of `nobody` gets in.
      const nobodyAccount = { uid: nobodyId(), gid: account.gid }
      lchownSync(draft, nobodyAccount.uid, nobodyAccount.gid)
      await initialise(cluster, join(draft, 'postgres'), nobodyAccount)
      changeTreeOwner(join(draft, 'postgres'), account)
    } else {
      await initialise(cluster, join(draft, 'postgres'), undefined)
    }
    renameSync(join(draft, 'postgres'), cluster.directory)
    syncFolder(dataDirectory)
    return true
  } catch (error) {
    // Another start was faster, and may have closed the data directory to our initdb.
    if (hasDatabase(dataDirectory)) return false
    throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Runs initdb. Takes 0.6 to 1.1 s. */
async function initialise(
  cluster: Cluster,
  directory: string,
  account: Account | undefined,
): Promise<void> {
  const { initdb } = cluster.binaries
  const choices = [
    '-D',
    directory,
    '-U',
    databaseUser,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--data-checksums',
  ]
  if (cluster.settings.fsync === 'off') choices.push('--no-sync')
  try {
    try {
      await runProgram(initdb, choices, account)
    } catch (error) {
      // In a container, our user id may have no name. In its own user namespace, the program sees
      // itself as `nobody`, while its files still belong to our user id.
      if (account || !/effective user/.test(String(error))) throw error
      await runProgram('unshare', ['--user', initdb, ...choices], undefined)
    }
  } catch (error) {
    const nameless = /effective user|unshare/.test(String(error))
    const next = nameless
      ? 'Run the service as a user with an entry in /etc/passwd, or set DATABASE_URL to use a PostgreSQL server.'
      : 'Make room or set CLINIC_DATA to another directory, then start again.'
    throw new EngineError(
      `The database could not be created in ${cluster.dataDirectory} (${(error as Error).message}). ${next}`,
    )
  }
}

async function runProgram(
  program: string,
  choices: string[],
  account: Account | undefined,
): Promise<void> {
  try {
    await promisify(execFile)(program, choices, { ...account, cwd: '/', env: programEnvironment })
  } catch (error) {
    const { message, stderr } = error as Error & { stderr?: string }
    throw new Error(findErrorLine(stderr ?? '') || message, { cause: error })
  }
}

function nobodyId(): number {
  const entry = /^nobody:[^:]*:(-?\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  return entry ? Number(entry[1]) : 65_534
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  fsyncSync(folder)
  closeSync(folder)
}
