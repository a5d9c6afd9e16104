// `clinic` commands inside the process of the test: the same program, with its own environment and
// streams, but without the seconds that a new process takes to load. What only a process shows
// (signals, kill -9, pipes, the exit code in a shell) is tested with a real one: see
// service-process.ts.

import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable, Writable } from 'node:stream'
import { clinicProgram } from '../../../src/doors/cli/program.ts'
import { reportFailure } from '../../../src/doors/cli/terminal.ts'

export interface CommandResult {
  /** The exit code, or null after a signal. */
  code: number | null
  /** Everything on standard output. */
  out: string
  /** Everything on standard error. */
  problem: string
}

/** What a command finds in `process` under these names. */
interface ProcessOverrides {
  env: Record<string, string>
  stdout: Writable
  stderr: Writable
  stdin: Readable
}

const processOverrides = new AsyncLocalStorage<ProcessOverrides>()
for (const name of ['env', 'stdout', 'stderr', 'stdin'] as const) {
  let usual: unknown
  const { get = () => usual } = Object.getOwnPropertyDescriptor(process, name) ?? {}
  if (name === 'env') usual = process.env
  Object.defineProperty(process, name, {
    configurable: true,
    enumerable: true,
    get: () => processOverrides.getStore()?.[name] ?? get.call(process),
    set: (value) => {
      usual = value
    },
  })
}

/**
 * Runs a `clinic` command to its end. It gets only the variables in `environment`. Its standard
 * input contains only what a person types, if anything; then both input and output are a terminal.
 */
export async function runCommand(
  environment: Record<string, string>,
  parameters: string[],
  typed?: string,
): Promise<CommandResult> {
  const out = createCollector()
  const problem = createCollector()
  const stdin = Readable.from(typed === undefined ? [] : [typed])
  if (typed !== undefined)
    for (const stream of [stdin, problem.stream]) Object.assign(stream, { isTTY: true })
  const code = await processOverrides.run(
    { env: environment, stdout: out.stream, stderr: problem.stream, stdin },
    () => exitCode(parameters),
  )
  return { code, out: out.text(), problem: problem.text() }
}

/** What src/main.ts does, without ending the process. */
async function exitCode(parameters: string[]): Promise<number> {
  try {
    await (await clinicProgram(parameters)).parseAsync(parameters, { from: 'user' })
    return 0
  } catch (error) {
    return reportFailure(error)
  }
}

function createCollector() {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      chunks.push(chunk)
      done()
    },
  })
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') }
}
