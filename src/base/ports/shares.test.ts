import { expect, it } from 'vitest'
import { createWorkspaceShare } from './shares.ts'

it('runs so many of one workspace at a time, in their order, and refuses more than may wait', async () => {
  const share = createWorkspaceShare({ runningMax: 2, waitingMax: 2 })
  const running = new Set<string>()
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => async () => {
    running.add(name)
    begun.push(name)
    await new Promise<void>((end) => ends.set(name, end))
    running.delete(name)
    if (name === 'a2') throw new Error('a2 fails')
    return name
  }
  const works = ['a1', 'a2', 'a3', 'a4'].map((name) => share(1, work(name)))
  const other = share(2, work('b1'))
  await expect(share(1, work('a5'))).rejects.toMatchObject({ code: 'BUSY' })
  expect([...running]).toEqual(['a1', 'a2', 'b1'])
  ends.get('a2')?.()
  await expect(works[1]).rejects.toThrow('a2 fails')
  expect([...running]).toEqual(['a1', 'b1', 'a3'])
  for (const name of ['a1', 'b1', 'a3']) ends.get(name)?.()
  await expect.poll(() => [...running]).toEqual(['a4'])
  ends.get('a4')?.()
  expect(await Promise.all([works[0], works[2], works[3], other])).toEqual(['a1', 'a3', 'a4', 'b1'])
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
  const again = share(1, work('a6'))
  ends.get('a6')?.()
  expect(await again).toBe('a6')
})
