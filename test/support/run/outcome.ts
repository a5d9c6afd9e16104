// The outcome of a test run, written to a file for CI: vitest's own JSON does not report errors
// that belong to no test, and takes a megabyte for each thousand tests.

import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule, Vitest } from 'vitest/node'

export interface FailedTest {
  /** The path within the project. */
  file: string
  /** The titles of its groups and its own title; the file itself if it failed outside its tests. */
  title: string
  failure: string
}

export interface Outcome {
  passed: number
  failed: FailedTest[]
  /** Titles of the tests that did not run. */
  notRun: string[]
  /** Errors outside all tests, such as an unhandled rejection. */
  errors: string[]
  /** Seconds by file. */
  seconds: Record<string, number>
}

interface Failure {
  message: string
  stack?: string
  cause?: { message: string }
}

/** Writes the outcome of a run to `path` when it ends. */
export class OutcomeReporter implements Reporter {
  readonly #path: string
  #root = ''

  constructor(path: string) {
    this.#path = path
  }

  onInit(vitest: Vitest) {
    this.#root = vitest.config.root
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly Failure[]) {
    const outcome: Outcome = {
      passed: 0,
      failed: [],
      notRun: [],
      errors: unhandled.map(describeError),
      seconds: {},
    }
    for (const module of modules) addModule(outcome, module, relative(this.#root, module.moduleId))
    writeFileSync(this.#path, JSON.stringify(outcome))
  }
}

function addModule(outcome: Outcome, module: TestModule, file: string) {
  outcome.seconds[file] = Math.round(module.diagnostic().duration) / 1000
  const fail = (title: string, errors: readonly Failure[] = []) =>
    outcome.failed.push({ file, title, failure: errors.map(describeError).join('\n') })
  if (module.errors().length > 0) fail(file, module.errors())
  for (const suite of module.children.allSuites()) {
    if (suite.errors().length > 0) fail(suite.fullName, suite.errors())
  }
  for (const test of module.children.allTests()) {
    const { state, errors } = test.result()
    if (state === 'passed') outcome.passed += 1
    else if (state === 'failed') fail(test.fullName, errors)
    else outcome.notRun.push(test.fullName)
  }
}

/**
 * What failed, why, and the lines of this project that led to it: CI shows only the last few lines
 * of a log.
 */
function describeError({ message, stack = '', cause }: Failure): string {
  const stackLines = stack
    .split('\n')
    .filter(
      (line) => /^ +at /.test(line) && !line.includes('node_modules') && !line.includes('node:'),
    )
  return [
    message,
    ...(cause ? [`  because of ${cause.message}`] : []),
    ...stackLines.slice(0, 4),
  ].join('\n')
}
