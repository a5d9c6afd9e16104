import { existsSync, lstatSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Target } from '../../base/operations/operation.ts'
import { TerminalProblem } from './terminal-problem.ts'

/**
 * A file that gets its name only once it is complete and on disk; until then it is FILE.partial. If
 * nothing was written, it is not created.
 */
export interface NewFile extends Target {
  /** Removes the partial file; does nothing after `keep`. */
  abandon(): Promise<void>
}

/** Creates a file that only its owner may read; refuses a name that is taken. */
export async function createNewFile(path: string): Promise<NewFile> {
  const partial = `${path}.partial`
  refuseExisting(path)
  if (existsSync(partial)) {
    throw new TerminalProblem(
      `${partial} exists: another command writes it, or was killed`,
      'remove it if none runs, or name another file',
    )
  }
  const throwUnwritable = (error: NodeJS.ErrnoException) => {
    throw unwritableProblem(path, error)
  }
  const file = await open(partial, 'wx', 0o600).catch(throwUnwritable)
  let settled = false
  let isEmpty = true
  async function abandon() {
    if (settled) return
    settled = true
    rmSync(partial, { force: true })
    await file.close()
  }
  return {
    name: path,
    write(chunk) {
      isEmpty = false
      return file.appendFile(chunk).catch(throwUnwritable)
    },
    async keep() {
      if (isEmpty) return abandon()
      if (settled) return
      await file.sync().catch(throwUnwritable)
      refuseExisting(path)
      await rename(partial, path).catch(throwUnwritable)
      settled = true
      await file.close()
      await syncFolder(dirname(path)).catch(throwUnwritable)
    },
    abandon,
  }
}

/** Standard output, as the target. */
export function standardOutput(): NewFile {
  // Each write reports its own errors.
  process.stdout.on('error', () => {})
  return {
    name: '-',
    write: (chunk) =>
      new Promise((resolve, reject) =>
        process.stdout.write(chunk, (error) =>
          error ? reject(unwritableProblem('standard output', error)) : resolve(),
        ),
      ),
    keep: async () => {},
    abandon: async () => {},
  }
}

/** The target if no file was named. */
export const noFile: NewFile = {
  name: '',
  write: async () => {},
  keep: async () => {},
  abandon: async () => {},
}

function refuseExisting(path: string) {
  if (lstatSync(path, { throwIfNoEntry: false }))
    throw new TerminalProblem(`${path} exists already`, 'name a new file')
}

/** Flushes a folder, so that a new name also survives a power failure. */
async function syncFolder(path: string) {
  // Windows cannot open folders.
  if (process.platform === 'win32') return
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

function unwritableProblem(
  path: string,
  { code, message }: NodeJS.ErrnoException,
): TerminalProblem {
  return new TerminalProblem(
    `${path} cannot be written (${code ?? message})`,
    'name a file in a folder that has free space and that this user can write to',
  )
}
