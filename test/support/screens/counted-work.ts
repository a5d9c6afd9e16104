// What work on a screen takes, in clicks, drags, keys and seconds, by the kind of task.

import type { Locator, Page } from 'playwright-core'
import { findCentre } from './settled-page.ts'

interface WorkCount {
  clicks: number
  drags: number
  keys: number
  ms: number
}

/** Does what a person does with mouse and keyboard, and counts it. */
export function createWorkCounter(page: Page) {
  const spent: WorkCount = { clicks: 0, drags: 0, keys: 0, ms: 0 }
  let notWorkedMs = 0
  const tasks = new Map<string, WorkCount & { times: number }>()
  return {
    tasks,
    async click(target: Locator) {
      await target.click()
      spent.clicks += 1
    },
    /** Chooses from a list that a click opens. */
    async choose(list: Locator, label: string) {
      await list.selectOption({ label })
      spent.clicks += 2
    },
    async drag(from: Locator, to: Locator) {
      await from.scrollIntoViewIfNeeded()
      const start = await findCentre(from)
      await page.mouse.move(start.x, start.y)
      await page.mouse.down()
      const { x, y } = await findCentre(to)
      await page.mouse.move(x, y - 8, { steps: 4 })
      await page.mouse.move(x, y, { steps: 2 })
      await page.mouse.up()
      spent.drags += 1
    },
    async type(text: string) {
      await page.keyboard.type(text)
      spent.keys += text.length
    },
    async press(...keys: string[]) {
      for (const key of keys) await page.keyboard.press(key)
      spent.keys += keys.length
    },
    /**
     * Waits for or reads what a person at the desk would not: its time is not counted towards the
     * task.
     */
    async uncounted<Result>(check: () => Promise<Result>): Promise<Result> {
      const from = performance.now()
      try {
        return await check()
      } finally {
        notWorkedMs += performance.now() - from
      }
    },
    /** Does a task, and returns what it took. */
    async task(name: string, work: () => Promise<void>): Promise<WorkCount> {
      const before = { ...spent }
      const from = performance.now()
      const notWorkedBefore = notWorkedMs
      await work()
      spent.ms += performance.now() - from - (notWorkedMs - notWorkedBefore)
      const sum = tasks.get(name) ?? { times: 0, clicks: 0, drags: 0, keys: 0, ms: 0 }
      const took = { clicks: 0, drags: 0, keys: 0, ms: 0 }
      for (const what of ['clicks', 'drags', 'keys', 'ms'] as const) {
        took[what] = spent[what] - before[what]
        sum[what] += took[what]
      }
      sum.times += 1
      tasks.set(name, sum)
      return took
    },
    report: () =>
      [...tasks].map(([name, { times, ms, ...sums }]) => {
        const rounded = (sum: number) => Math.round((10 * sum) / times) / 10
        const each = Object.entries(sums).flatMap(([what, sum]) =>
          sum === 0 ? [] : [`${rounded(sum)} ${what}`],
        )
        return `${name}: ${times} ×, ${[...each, `${rounded(ms / 1_000)} s`].join(' and ')} each`
      }),
  }
}
