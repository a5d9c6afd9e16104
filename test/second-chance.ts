// Judges CI's test runs: node test/second-chance.ts STEPS_FAILED OUTCOME [OTHER_OUTCOME...]
//
// What failed in the first run runs once more, alone. What passes then is flaky: it is printed with
// its first failure and kept in test/flaky.json, and does not fail the run. Three entries for one
// test within a month do. Races, storms, crashes, money and rights get no second chance: what they
// find once is there.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FailedTest, Outcome } from './support/run/outcome.ts'

export interface FlakyEntry {
  file: string
  title: string
  /** The day, such as 2030-01-31. */
  date: string
  commit: string
  /** The first line of its failure. */
  failure: string
}

const project = fileURLToPath(new URL('..', import.meta.url))
const listPath = join(project, 'test', 'flaky.json')

const onceOnlyFiles =
  /(races|storms|crashes|attack|isolation|failover|releases)|src\/\w+\/(booking|checkout|desk|occupancy|operations|packs|payments|sign-in)\//
const onceOnlyAreas = /\[(INV|AUTH|ENT|ACT|OTP|RES|IDEM|PAY|PACK|TILL|STAT)-\d+\]/

/** Whether a failure may be repeated: not where chance itself is what the test looks for. */
export function canRunAgain({ file, title }: FailedTest): boolean {
  return !onceOnlyFiles.test(file) && !onceOnlyAreas.test(title)
}

const daysKept = 30
const flakyTimesMax = 2

/** The entries whose tests were flaky more than twice in the month before `today`. */
export function findTooOften(entries: readonly FlakyEntry[], today: string): FlakyEntry[] {
  const from = new Date(Date.parse(today) - daysKept * 86_400_000).toISOString().slice(0, 10)
  const recent = entries.filter(({ date }) => date > from)
  const byTest = Map.groupBy(recent, ({ file, title }) => `${file} ${title}`)
  return [...byTest.values()].filter(({ length }) => length > flakyTimesMax).flat()
}

export interface Verdict {
  passed: number
  failed: FailedTest[]
  flaky: FailedTest[]
}

// What a machine need not have: these tests say in their titles what they need.
const optionalTests = /\(needs pgbouncer[^)]*\)/

/**
 * What a run came to. `runAgain` runs files alone, one after another, and returns the outcome.
 * A test that did not run has proven nothing, and counts as failed.
 */
export function judgeRun(outcome: Outcome, runAgain?: (files: string[]) => Outcome): Verdict {
  const { passed } = outcome
  const failed = [
    ...outcome.failed,
    ...outcome.errors.map((failure) => ({
      file: '',
      title: 'an error outside all tests',
      failure,
    })),
    ...outcome.notRun
      .filter((title) => !optionalTests.test(title))
      .map((title) => ({ file: '', title, failure: 'it did not run' })),
  ]
  const repeatable = failed.filter((test) => test.file !== '' && canRunAgain(test))
  if (!runAgain || repeatable.length === 0) return { passed, failed, flaky: [] }
  const again = runAgain([...new Set(repeatable.map(({ file }) => file))])
  if (again.errors.length > 0) return { passed, failed, flaky: [] }
  const didFailAgain = ({ file, title }: FailedTest) =>
    again.failed.some((other) => other.file === file && other.title === title) ||
    again.notRun.includes(title) ||
    !(file in again.seconds)
  const flaky = repeatable.filter((test) => !didFailAgain(test))
  return {
    passed: passed + flaky.length,
    failed: failed.filter((test) => !flaky.includes(test)),
    flaky,
  }
}

function readOutcome(path: string): Outcome {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Outcome
  } catch {
    return { passed: 0, failed: [], notRun: [], errors: [`the run wrote no ${path}`], seconds: {} }
  }
}

/** The outcome of a CI run, which keeps its exit code beside it. */
function readRun(path: string): Outcome {
  const outcome = readOutcome(path)
  const code = readFileSync(`${path}.exit`, 'utf8')
  if (code === '0' || outcome.failed.length + outcome.errors.length > 0) return outcome
  return { ...outcome, errors: [`the run ended with ${code}, though no test failed`] }
}

function runAlone(files: string[]): Outcome {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-again-'))
  const path = join(folder, 'outcome.json')
  const env = { ...process.env, TEST_RESULTS: path }
  spawnSync('npx', ['vitest', 'run', '--no-file-parallelism', ...files], {
    cwd: project,
    env,
    stdio: 'inherit',
  })
  const outcome = readOutcome(path)
  rmSync(folder, { recursive: true })
  return outcome
}

/** Short, so that the end of a log shows all failures of a bad run. */
const firstLine = (text: string) => (text.split('\n', 1)[0] ?? '').slice(0, 160)

function judge(stepsFailed: number, [first = '', ...others]: string[]): number {
  const { flaky, ...judged } = judgeRun(readRun(first), runAlone)
  const verdicts = [judged, ...others.map((path) => judgeRun(readRun(path)))]
  const passed = verdicts.reduce((sum, verdict) => sum + verdict.passed, 0)
  const failed = verdicts.flatMap((verdict) => verdict.failed)
  const today = new Date().toISOString().slice(0, 10)
  const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: project,
    encoding: 'utf8',
  })
  const entries: FlakyEntry[] = [
    ...(JSON.parse(readFileSync(listPath, 'utf8')) as FlakyEntry[]),
    ...flaky.map(({ file, title, failure }) => ({
      file,
      title,
      date: today,
      commit: commit.stdout.trim(),
      failure: firstLine(failure),
    })),
  ]
  if (flaky.length > 0) writeFileSync(listPath, `${JSON.stringify(entries, undefined, 2)}\n`)
  const print = (line: string) => process.stdout.write(`${line}\n`)
  for (const { file, title, failure } of flaky)
    print(`FLAKY ${file} ${title}\n  ${firstLine(failure)}`)
  for (const { file, title, failure } of failed)
    print(`FAILED ${file} ${title}\n  ${firstLine(failure)}`)
  const tooOften = findTooOften(entries, today)
  for (const { file, title, date, failure } of tooOften) {
    print(`FLAKY TOO OFTEN ${date} ${file} ${title}\n  ${failure}`)
  }
  const notPassed = failed.length + stepsFailed + (tooOften.length > 0 ? 1 : 0)
  print(`${flaky.length} flaky`)
  print(`${passed} passed, ${notPassed} failed`)
  return notPassed > 0 ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [stepsFailed, ...paths] = process.argv.slice(2)
  process.exitCode = judge(Number(stepsFailed), paths)
}
