import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { askInChildProcess, createSerialQueue } from './ask-in-child-process.ts'

const module = new URL('./answering-module.fixture.ts', import.meta.url)
const ask = (
  question: 'who' | 'hang' | 'fill',
  limits: { deadlineMs?: number; signal?: AbortSignal } = {},
) =>
  askInChildProcess<number>(module, question, { deadlineMs: 60_000, heapMegabytes: 64, ...limits })

it('what is read in a child process is read by one process after the other, and by a new one after one that ended or was killed', async () => {
  const first = await ask('who')
  expect(first).not.toBe(process.pid)
  expect([await ask('who'), await ask('who')]).toEqual([first, first])

  process.kill(first as number, 'SIGKILL')
  const second = await ask('who')
  expect(second).toEqual(expect.any(Number))
  expect(second).not.toBe(first)

  expect(await ask('hang', { deadlineMs: 200 })).toBeUndefined()
  expect(() => process.kill(second as number, 0)).toThrow('ESRCH')
  const third = await ask('who')
  expect(third).not.toBe(second)

  const abort = new AbortController()
  const [aborted] = await Promise.all([
    ask('hang', { signal: abort.signal }),
    sleep(10).then(() => abort.abort()),
  ])
  expect(aborted).toBeUndefined()
  expect(await ask('fill')).toBeUndefined()
  expect(await ask('who')).toEqual(expect.any(Number))
})

it('two questions at once are answered by two processes', async () => {
  const [one, other] = await Promise.all([ask('who'), ask('who')])
  expect(one).not.toBe(other)
})

it('one piece of work at a time, by turns of owners; more of one than may wait is refused, others are not', async () => {
  const inLine = createSerialQueue(3)
  const order: string[] = []
  let running = 0
  const work = (name: string) => async () => {
    running += 1
    expect(running).toBe(1)
    await new Promise((done) => setImmediate(done))
    order.push(name)
    running -= 1
    return name
  }
  const works = [
    ...['a1', 'a2', 'a3', 'a4'].map((name) => inLine(work(name), 1)),
    inLine(work('b1'), 2),
    inLine(work('c1'), 3),
  ]
  await expect(inLine(work('a5'), 1)).rejects.toMatchObject({ code: 'BUSY' })
  const failed = inLine(() => {
    throw new Error('at once')
  }, 2)
  await expect(failed).rejects.toThrow('at once')
  expect(await Promise.all(works)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1'])
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4'])
  expect(await inLine(work('later'))).toBe('later')
})
