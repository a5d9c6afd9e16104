import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeProblems } from '../values/problem.ts'
import { createConfirmation, noteChange } from './confirmed-commits.ts'

const problem = makeProblems({ TAKEN: { sentence: 'it is taken', toDo: 'choose another' } })

/** A confirmation on a database with a synchronous standby or without one, and what it asked. */
function confirming(isWaiting: boolean) {
  const ask = vi.fn(async () => isWaiting)
  return { confirm: createConfirmation(ask), ask }
}

describe('an outcome', () => {
  it('of work that changed nothing waits for earlier commits [INV-31]', async () => {
    const { confirm, ask } = confirming(true)
    expect(await confirm(async () => 'a stored answer')).toBe('a stored answer')
    expect(ask).toHaveBeenCalledOnce()
  })

  it('of work that changed something has waited for its own commit [INV-31]', async () => {
    const { confirm, ask } = confirming(true)
    await confirm(async () => {
      await Promise.resolve()
      noteChange()
    })
    expect(ask).not.toHaveBeenCalled()
  })

  it('that refuses by what was read waits too, also where something was undone [INV-31]', async () => {
    const { confirm, ask } = confirming(true)
    const refused = confirm(async () => {
      noteChange()
      throw problem('TAKEN')
    })
    await expect(refused).rejects.toThrow('TAKEN')
    expect(ask).toHaveBeenCalledOnce()
  })

  it('is a failure without waiting', async () => {
    const { confirm, ask } = confirming(true)
    await expect(confirm(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
    expect(ask).not.toHaveBeenCalled()
  })

  it('is not told if earlier commits are not confirmed [INV-31]', async () => {
    const confirm = createConfirmation(() => Promise.reject(new Error('no standby answers')))
    await expect(confirm(async () => 'a stored answer')).rejects.toThrow('no standby answers')
  })

  it('changes of other work at the same time do not count [INV-31]', async () => {
    const { confirm, ask } = confirming(true)
    const reading = confirm(() => new Promise((resolve) => setImmediate(resolve)))
    await confirm(async () => noteChange())
    await reading
    expect(ask).toHaveBeenCalledOnce()
  })
})

it('where no commit waits for a standby, that is asked once a second at most', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { confirm, ask } = confirming(false)
  for (const advance of [0, 400, 400, 400]) {
    vi.advanceTimersByTime(advance)
    await confirm(async () => {})
  }
  expect(ask).toHaveBeenCalledTimes(2)
})
