import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeProblems } from '../values/problem.ts'
import { createConfirmation, noteChange } from './confirmed-commits.ts'
import type { Queries } from './database.ts'

const problem = makeProblems({ TAKEN: { sentence: 'it is taken', toDo: 'choose another' } })

/** A confirmation on a database with a synchronous standby or without one, and what it asked. */
function confirming(isWaiting: boolean) {
  const asked: string[] = []
  const rows = (async ({ name }: { name: string }) => {
    asked.push(name)
    return [{ isWaiting }]
  }) as unknown as Queries['rows']
  return { confirm: createConfirmation({ rows }), asked }
}
const once = ['confirm_earlier_commits']

describe('an outcome', () => {
  it('of work that changed nothing waits for earlier commits [INV-31]', async () => {
    const { confirm, asked } = confirming(true)
    expect(await confirm(async () => 'a stored answer')).toBe('a stored answer')
    expect(asked).toEqual(once)
  })

  it('of work that changed something has waited for its own commit [INV-31]', async () => {
    const { confirm, asked } = confirming(true)
    await confirm(async () => {
      await Promise.resolve()
      noteChange()
    })
    expect(asked).toEqual([])
  })

  it('that refuses by what was read waits too, also where something was undone [INV-31]', async () => {
    const { confirm, asked } = confirming(true)
    const refused = confirm(async () => {
      noteChange()
      throw problem('TAKEN')
    })
    await expect(refused).rejects.toThrow('TAKEN')
    expect(asked).toEqual(once)
  })

  it('is a failure without waiting', async () => {
    const { confirm, asked } = confirming(true)
    await expect(confirm(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
    expect(asked).toEqual([])
  })

  it('is not told if earlier commits are not confirmed [INV-31]', async () => {
    const rows = () => Promise.reject(new Error('no standby answers'))
    const confirm = createConfirmation({ rows })
    await expect(confirm(async () => 'a stored answer')).rejects.toThrow('no standby answers')
  })

  it('changes of other work at the same time do not count [INV-31]', async () => {
    const { confirm, asked } = confirming(true)
    const reading = confirm(() => new Promise((resolve) => setImmediate(resolve)))
    await confirm(async () => noteChange())
    await reading
    expect(asked).toEqual(once)
  })
})

it('where no commit waits for a standby, that is asked once a second at most', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { confirm, asked } = confirming(false)
  for (const advance of [0, 400, 400, 400]) {
    vi.advanceTimersByTime(advance)
    await confirm(async () => {})
  }
  expect(asked).toHaveLength(2)
})
