import { createReadStream } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Source } from '../../base/operations/operation.ts'
import { TerminalProblem } from './terminal-problem.ts'

/** An existing, readable file; `expectation` describes it in the error message. */
export async function fileSource(path: string, expectation: string): Promise<Source> {
  try {
    const facts = await stat(path)
    if (!facts.isFile()) throw new TerminalProblem(`${path} is not a file`, `name ${expectation}`)
    await access(path, constants.R_OK)
    return {
      name: path,
      bytes: facts.size,
      isRepeatable: true,
      read: () => createReadStream(path, { highWaterMark: 256 * 1024 }),
    }
  } catch (error) {
    if (error instanceof TerminalProblem) throw error
    throw new TerminalProblem(
      `${path} cannot be read (${(error as NodeJS.ErrnoException).code})`,
      `name ${expectation}`,
    )
  }
}

/** Standard input. */
export const standardInput: Source = {
  name: '-',
  bytes: undefined,
  isRepeatable: false,
  read: () => process.stdin,
}

/** The source for a command without a file. */
export const noSource: Source = {
  name: '',
  bytes: 0,
  isRepeatable: true,
  read: () => Readable.from([]),
}
