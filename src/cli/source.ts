import { createReadStream } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Source } from '../operations/operation.ts'
import { TerminalProblem } from './terminal-problem.ts'

/** A file to read, which is there and can be read; `what` it is to be, for the sentence that refuses another. */
export async function fileSource(path: string, what: string): Promise<Source> {
  try {
    const facts = await stat(path)
    if (!facts.isFile()) throw new TerminalProblem(`${path} is not a file`, `name ${what}`)
    await access(path, constants.R_OK)
    return { name: path, bytes: facts.size, isRepeatable: true, read: () => createReadStream(path, { highWaterMark: 256 * 1024 }) }
  } catch (error) {
    if (error instanceof TerminalProblem) throw error
    throw new TerminalProblem(`${path} cannot be read (${(error as NodeJS.ErrnoException).code})`, `name ${what}`)
  }
}

/** Standard input. */
export const standardInput: Source = { name: '-', bytes: undefined, isRepeatable: false, read: () => process.stdin }

/** What is read where no file was named. */
export const noSource: Source = { name: '', bytes: 0, isRepeatable: true, read: () => Readable.from([]) }
