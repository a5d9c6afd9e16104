// The real service as a separate process, for what only several processes or a kill can show, and
// commands that run beside it.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Json } from '../clinic/harness.ts'
import { afterFile } from '../run/after-file.ts'
import { expectDocumented } from '../storms/contract.ts'
import { bundleClinic } from './bundled.ts'
import { runCommand } from './in-process-command.ts'

export interface ServiceProcess {
  url: string
  /** Everything it has printed so far, on both streams. */
  readOutput(): string
  child: ChildProcess
  /** Waits until the process has ended and returns its exit code, or null after a signal. */
  ended: Promise<number | null>
}

// Tests that are not about limits send more per minute than the limits allow, on machines that are
// busy.
const noLimits = {
  ...Object.fromEntries(
    ['ADDRESS', 'KEY', 'WORKSPACE', 'READ', 'WRITE', 'SENSITIVE'].map((name) => [
      `CLINIC_LIMIT_${name}`,
      '999999',
    ]),
  ),
  CLINIC_LIMIT_LATENESS: '60000',
  CLINIC_DATABASE_WAIT: '60000',
}

/** The environment of a child process: the clinic's variables are only those given. */
function childEnvironment(settings: Record<string, string>): Record<string, string> {
  const inheritedVariables = Object.entries(process.env).filter(
    ([name]) =>
      !name.startsWith('CLINIC_') && !['DATABASE_URL', 'REDIS_URL', 'PORT', 'HOST'].includes(name),
  )
  return {
    ...(Object.fromEntries(inheritedVariables) as Record<string, string>),
    ...noLimits,
    ...settings,
  }
}

/**
 * Starts `clinic serve` on a free port and waits until it is ready; `release` is the command of
 * another release.
 */
export async function startService(
  settings: Record<string, string>,
  release?: string,
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [release ?? (await bundleClinic()), 'serve'], {
    env: childEnvironment({ PORT: '0', ...settings }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A test that fails half-way must leave nothing running.
  afterFile(() => child.kill('SIGKILL'))
  let output = ''
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString('utf8')
      const ready = /is ready at (http:\S+)/.exec(output)
      if (ready?.[1]) resolve(ready[1])
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void ended.then((code) =>
      reject(new Error(`the service ended with ${code} before it was ready:\n${output}`)),
    )
  })
  return { url, child, ended, readOutput: () => output }
}

/**
 * Runs another `clinic` command to its end in this process; `content` is the content of the file
 * `-` among the parameters. Returns what it printed.
 */
export async function runClinic(
  settings: Record<string, string>,
  parameters: string[],
  content?: string,
): Promise<string> {
  const file = content === undefined ? '-' : await writeTemporaryFile(content)
  const { code, out, problem } = await runCommand(
    childEnvironment(settings),
    parameters.map((parameter) => (parameter === '-' ? file : parameter)),
  )
  if (code !== 0) throw new Error(`clinic ${parameters.join(' ')} ended with ${code}:\n${problem}`)
  return out
}

async function writeTemporaryFile(content: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clinic-file-'))
  afterFile(() => rm(folder, { recursive: true }))
  const file = join(folder, 'content')
  await writeFile(file, content)
  return file
}

export interface HttpReply {
  status: number
  json: Json
}

/**
 * Resends a request while the service is busy, as a client does, since nothing was done. On a slow
 * machine many requests wait for each other.
 */
export async function requestUntilServed(
  ...parameters: Parameters<typeof request>
): Promise<HttpReply> {
  for (;;) {
    const reply = await request(...parameters)
    if (reply.status !== 503) return reply
  }
}

/** Sends one request over a real connection; rejects when there is no answer. */
export async function request(
  url: string,
  key: string,
  body?: unknown,
  method = body === undefined ? 'GET' : 'POST',
): Promise<HttpReply> {
  const response = await fetch(url, {
    method,
    headers: {
      'x-api-key': key,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const json = await response.json()
  expectDocumented(method, new URL(url).pathname, response.status, json)
  return { status: response.status, json }
}
