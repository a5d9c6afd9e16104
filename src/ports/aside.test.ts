import { expect, it } from 'vitest'
import { oneAtATime } from './aside.ts'

it('one piece of work at a time, by turns of owners; more of one than may wait is refused, others are not', async () => {
  const inLine = oneAtATime(3)
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
  const works = [...['a1', 'a2', 'a3', 'a4'].map((name) => inLine(work(name), 1)), inLine(work('b1'), 2), inLine(work('c1'), 3)]
  await expect(inLine(work('a5'), 1)).rejects.toMatchObject({ code: 'BUSY' })
  const failed = inLine(() => {
    throw new Error('at once')
  }, 2)
  await expect(failed).rejects.toThrow('at once')
  expect(await Promise.all(works)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1'])
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4'])
  expect(await inLine(work('later'))).toBe('later')
})
