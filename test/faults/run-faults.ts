// Plants faults in a copy of the project, one at a time, and checks whether the tests notice.

import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { namedParts } from './named-parts.ts'
import type { PlantedFault } from './planted-fault.ts'

export const project = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The outcome of a planted fault: a test failed; all passed; its code was not found exactly once;
 * or no test ran.
 */
export type Outcome = 'noticed' | 'not noticed' | 'code not found' | 'tests did not run'

export interface Trial {
  fault: PlantedFault
  outcome: Outcome
  /** The first test that failed, or the reason for another outcome. */
  by: string
  seconds: number
}

/** A pattern of some code, however the formatter spaces it and breaks it into lines. */
function buildPattern(code: string): string {
  const tokens = code.match(/\w+|[^\w\s]/g) ?? []
  return tokens
    .map((token, index) => gapBefore(token, tokens[index - 1]) + escapeToken(token))
    .join('')
}

const escapeToken = (token: string) => token.replace(/\W/g, '\\$&')

function gapBefore(token: string, previous: string | undefined): string {
  if (previous === undefined) return ''
  if (/\w/.test(token) && /\w/.test(previous)) return '\\s+'
  return /[)\]}]/.test(token) ? '\\s*,?\\s*' : '\\s*'
}

/**
 * Where the code of a fault is in its source file: once, unless the fault no longer fits the file.
 */
function occurrences(
  source: string,
  { file, in: name, replace }: PlantedFault,
): readonly { start: number; end: number }[] {
  const pattern = new RegExp(buildPattern(replace), 'g')
  return namedParts(file, source)
    .filter((part) => part.name === name)
    .flatMap(({ start, end }) =>
      [...source.slice(start, end).matchAll(pattern)].map((match) => ({
        match,
        start,
      })),
    )
    .map(({ match, start }) => ({
      start: start + match.index,
      end: start + match.index + match[0].length,
    }))
}

/** The source with the fault in it; undefined if its code does not occur exactly once. */
export function planted(source: string, fault: PlantedFault): string | undefined {
  const [found, ...more] = occurrences(source, fault)
  return found && more.length === 0
    ? source.slice(0, found.start) + fault.with + source.slice(found.end)
    : undefined
}

/**
 * Tries every fault, `lanes` at a time, each lane in a copy of its own, and reports each trial when
 * it is over. First the test files must pass without any fault; throws their failure otherwise,
 * because then they would fail with any fault.
 */
export async function tryFaults(
  faults: readonly PlantedFault[],
  { lanes, tried }: { lanes: number; tried(trial: Trial): void },
): Promise<Trial[]> {
  const copies = await Promise.all(Array.from({ length: lanes }, copyOfProject))
  try {
    const waiting = [...faults]
    const trials: Trial[] = []
    const files = [...new Set(faults.flatMap(({ noticedBy }) => noticedBy))]
    await Promise.all(
      copies.map((folder, lane) =>
        expectNoFailure(
          folder,
          files.filter((_, index) => index % lanes === lane),
        ),
      ),
    )
    async function work(folder: string) {
      for (let fault = waiting.shift(); fault; fault = waiting.shift()) {
        const trial = await tryFault(folder, fault)
        trials.push(trial)
        tried(trial)
      }
    }
    await Promise.all(copies.map(work))
    return faults.flatMap((fault) => trials.find((trial) => trial.fault === fault) ?? [])
  } finally {
    for (const folder of copies) await rm(folder, { recursive: true, force: true })
  }
}

const left = ['node_modules', '.git', 'clinic-data', 'bench']

async function copyOfProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clinic-faults-'))
  await cp(project, folder, {
    recursive: true,
    filter: (source) => !left.some((name) => source === join(project, name)),
  })
  await symlink(join(project, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

async function expectNoFailure(folder: string, files: readonly string[]): Promise<void> {
  if (files.length === 0) return
  const { ran, failed, message } = await runTests(folder, files)
  if (failed !== undefined)
    throw new Error(`without any planted fault this test fails: ${failed}\n${message}`)
  if (!ran) throw new Error(`without any planted fault no test runs of ${files.join(' ')}`)
}

async function tryFault(folder: string, fault: PlantedFault): Promise<Trial> {
  const startedAt = performance.now()
  const ended = (outcome: Outcome, by: string): Trial => ({
    fault,
    outcome,
    by,
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
  })
  const path = join(folder, fault.file)
  const source = await readFile(path, 'utf8')
  const changed = planted(source, fault)
  if (changed === undefined)
    return ended(
      'code not found',
      `its code is ${occurrences(source, fault).length} times in ${fault.in} of ${fault.file}`,
    )
  await writeFile(path, changed)
  try {
    let run = await runTests(folder, fault.noticedBy)
    // A run that stops at its first failure may end before the failure is written down: it is tried
    // once more.
    if (!run.ran && run.failed === undefined) run = await runTests(folder, fault.noticedBy)
    const { ran, failed, output } = run
    if (failed !== undefined) return ended('noticed', failed)
    // A file that cannot be loaded proves nothing about the tests.
    return ran
      ? ended('not noticed', fault.noticedBy.join(' '))
      : ended('tests did not run', output.slice(-2_000))
  } finally {
    await writeFile(path, source)
  }
}

interface TestRun {
  /** Whether any test ran, and nothing but a test ended the run. */
  ran: boolean
  /** The first test that failed. */
  failed: string | undefined
  /** What it said. */
  message?: string | undefined
  output: string
}

interface Results {
  numPassedTests: number
  success: boolean
  testResults: {
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

// Of the enclosing run, if there is one.
const notHandedOn = (name: string) => /^(VITEST|TEST_|NODE_ENV$|DEV$|PROD$|SSR$)/.test(name)

async function runTests(folder: string, files: readonly string[]): Promise<TestRun> {
  const resultFile = join(folder, 'fault-results.json')
  await rm(resultFile, { force: true })
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !notHandedOn(name)),
  )
  const parameters = [
    'run',
    '--bail',
    '1',
    '--reporter',
    'json',
    '--outputFile',
    resultFile,
    ...files,
  ]
  const child = spawn(
    process.execPath,
    [join(project, 'node_modules/vitest/vitest.mjs'), ...parameters],
    {
      cwd: folder,
      // Its own limit of a test, a quarter of an hour, is for busy machines.
      env: { ...environment, TEST_FAULT: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on(
      'data',
      (chunk: Buffer) => (output = (output + chunk.toString('utf8')).slice(-20_000)),
    )
  await new Promise((resolve) => child.once('close', resolve))
  const written = await readFile(resultFile, 'utf8').catch(() => undefined)
  if (written === undefined) return { ran: false, failed: undefined, output }
  const { numPassedTests, success, testResults } = JSON.parse(written) as Results
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed')
  return {
    ran: numPassedTests > 0 && success,
    failed: failed?.fullName,
    message: failed?.failureMessages.join('\n'),
    output,
  }
}
