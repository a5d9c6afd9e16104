// How CI judges tests that fail once.

import { describe, expect, it } from 'vitest'
import { canRunAgain, findTooOften, judgeRun } from './second-chance.ts'
import type { Outcome } from './support/run/outcome.ts'

const failing = (file: string, title: string) => ({ file, title, failure: 'Error: no\n at once' })
const outcome = (changes: Partial<Outcome> = {}): Outcome => ({
  passed: 10,
  failed: [],
  notRun: [],
  errors: [],
  seconds: {},
  ...changes,
})
const screen = failing('test/screens/dashboard/print.test.ts', 'prints a day [DAY-13]')

describe('a second chance', () => {
  it('calls what passes alone flaky, and counts it as passed', () => {
    const asked: string[][] = []
    const verdict = judgeRun(outcome({ failed: [screen] }), (files) => {
      asked.push(files)
      return outcome({ seconds: { [screen.file]: 1 } })
    })
    expect(verdict).toEqual({ passed: 11, failed: [], flaky: [screen] })
    expect(asked).toEqual([[screen.file]])
  })

  it('leaves what fails again, does not run or ends with an error outside its tests failed', () => {
    const seconds = { [screen.file]: 1 }
    for (const again of [
      { failed: [screen], seconds },
      { notRun: [screen.title], seconds },
      { seconds: {} },
      { errors: ['a rejection'], seconds },
    ]) {
      const verdict = judgeRun(outcome({ failed: [screen] }), () => outcome(again))
      expect(verdict).toEqual({ passed: 10, failed: [screen], flaky: [] })
    }
  })

  it.each([
    failing('test/races/bookings.test.ts', 'two book one time'),
    failing('test/crashes/checkouts.test.ts', 'is paid once'),
    failing('test/attacks/by-stranger.test.ts', 'reads nothing'),
    failing('src/money/payments/refunds.test.ts', 'refunds once'),
    failing('src/clinic/sign-in/sessions.test.ts', 'ends a session'),
    failing('src/visits/queue/book-token.test.ts', 'gives one number [INV-09]'),
    failing('test/screens/dashboard/till.test.ts', 'takes cash [TILL-03]'),
    failing('src/visits/appointments/change-status.test.ts', 'refunds what was paid [STAT-11]'),
  ])('is not given to races, crashes, rights and money: $file $title', (test) => {
    expect(canRunAgain(test)).toBe(false)
    const rerun = () => outcome({ seconds: { [test.file]: 1 } })
    expect(judgeRun(outcome({ failed: [test] }), rerun).failed).toEqual([test])
  })

  it('is not given to errors outside all tests, nor to tests that did not run', () => {
    const verdict = judgeRun(
      outcome({ errors: ['a rejection'], notRun: ['a todo', 'waits (needs pgbouncer 1.21)'] }),
      () => outcome(),
    )
    expect(verdict.failed.map(({ title }) => title)).toEqual([
      'an error outside all tests',
      'a todo',
    ])
  })
})

it('fails a test that was flaky three times within thirty days', () => {
  const entries = ['2030-01-01', '2030-01-15', '2030-01-31'].map((date) => ({
    file: 'a',
    title: 'b',
    date,
    commit: 'c',
    failure: 'd',
  }))
  expect(findTooOften(entries, '2030-01-30')).toHaveLength(3)
  expect(findTooOften(entries, '2030-01-31')).toEqual([])
  expect(findTooOften(entries.slice(1), '2030-01-31')).toEqual([])
})
