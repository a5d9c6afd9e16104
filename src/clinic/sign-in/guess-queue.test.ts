import { expect, it } from 'vitest'
import { createGuessQueue } from './guess-queue.ts'

/** Work that ends when it is told to. */
function works() {
  const running: { site: string; end: (failing?: Error) => void }[] = []
  const ended: string[] = []
  const inLine = createGuessQueue()
  const check = (site: string) =>
    inLine(site, async () => {
      await new Promise<void>((resolve, reject) =>
        running.push({ site, end: (failing) => (failing ? reject(failing) : resolve()) }),
      )
      ended.push(site)
      return site
    })
  return { check, running, ended, sites: () => running.map(({ site }) => site) }
}

it('checks one password of a site at a time, and another site waits for none of them [DASH-06]', async () => {
  const { check, running, sites } = works()
  const first = check('a')
  const second = check('a')
  const other = check('b')
  await expect.poll(sites).toEqual(['a', 'b'])
  running[1]?.end()
  expect(await other).toBe('b')
  expect(sites()).toEqual(['a', 'b'])
  running[0]?.end(new Error('the database is gone'))
  await expect(first).rejects.toThrow('the database is gone')
  await expect.poll(sites).toEqual(['a', 'b', 'a'])
  running[2]?.end()
  expect(await second).toBe('a')
})

it('refuses the seventeenth of a site and the sixty-fifth of all, unchecked, and takes more once some are done [DASH-06]', async () => {
  const { check, running, sites } = works()
  const all = Array.from({ length: 64 }, (_, index) => check(`site ${index % 4}`))
  expect(await check('site 0')).toBeUndefined()
  expect(await check('another')).toBeUndefined()
  await expect.poll(sites).toHaveLength(4)
  running[0]?.end()
  await all[0]
  const later = check('another')
  await expect.poll(sites).toContain('another')
  expect(await check('yet another')).toBeUndefined()
  for (let index = 1; index < 65; index += 1) {
    await expect.poll(() => running.length).toBeGreaterThan(index)
    running[index]?.end()
  }
  expect(await later).toBe('another')
  expect(await Promise.all(all)).toHaveLength(64)
})
