import { expect, it } from 'vitest'
import { buildGrid } from './slot-grid.ts'
import { slotViews } from './slot-views.ts'

const of = { date: '2027-01-04', clinicZone: 'Asia/Kolkata', viewer: 'Asia/Kolkata' }
const modes = ['OFFLINE' as const]
const dayOfMinutes = () =>
  buildGrid(
    'Asia/Kolkata',
    of.date,
    [{ fromMinute: 0, toMinute: 24 * 60, modes }],
    { lengthMins: 1 },
    new Set(modes),
  )

it('caches what it has shown of a slot from the second list of its grid on, for each viewer separately', () => {
  const grid = dayOfMinutes()
  const once = slotViews(grid, grid, of)
  const views = slotViews(grid, grid, of)
  expect(views[3]).toEqual(once[3])
  expect(views[3]).not.toBe(once[3])
  expect(slotViews(grid, grid.slice(3), of)[0]).toBe(views[3])
  const [abroad] = slotViews(grid, grid.slice(3), { ...of, viewer: 'Europe/Berlin' })
  expect([abroad?.patientFromDateTimeIso, abroad?.fromDateTimeIso]).toEqual([
    '2027-01-03T19:33:00+01:00',
    '2027-01-04T00:03:00+05:30',
  ])
})

it('caches at most 60,000 slots: the least recently used are evicted', () => {
  const first = dayOfMinutes()
  const second = dayOfMinutes()
  const twice = (grid: typeof first) =>
    [slotViews(grid, grid, of), slotViews(grid, grid, of)].at(-1)?.[0]
  const ofFirst = twice(first)
  const ofSecond = twice(second)
  for (let day = 0; day < 60_000 / 1_440 - 1; day += 1) {
    const other = dayOfMinutes()
    slotViews(other, other, of)
    slotViews(second, second, of)
  }
  expect(slotViews(second, second, of)[0]).toBe(ofSecond)
  const again = twice(first)
  expect(again).toEqual(ofFirst)
  expect(again).not.toBe(ofFirst)
})
