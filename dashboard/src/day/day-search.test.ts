import { expect, it } from 'vitest'
import { isPanelOpen, readDaySearch, readWeekSearch } from './day-search.ts'

it('reads every part of an address that the day writes into it', () => {
  const search = {
    at: 3,
    date: '2026-11-23',
    view: 'list',
    visit: 7,
    ask: 'move',
    book: true,
    block: 'new',
    waiting: true,
    late: 5,
    instead: 8,
    patient: 9,
    doctor: 4,
    from: '2026-11-23T09:00:00+05:30',
    to: '2026-11-23T09:30:00+05:30',
  }
  expect(readDaySearch(search)).toEqual(search)
  expect(readDaySearch({ block: 12 })).toEqual({ block: 12 })
  expect(readWeekSearch({ ...search, place: 6 })).toEqual({ ...search, place: 6 })
})

it('leaves out what is invalid or unknown', () => {
  const invalid = {
    at: 0,
    date: '2026-99-99',
    view: 'map',
    visit: -1,
    ask: 'erase',
    book: 0,
    block: 'old',
    late: true,
    doctor: 'x',
    patient: 'Meera',
    from: 'now',
    more: 1,
  }
  expect(readDaySearch(invalid)).toEqual({})
  expect(readWeekSearch({ ...invalid, place: 'x' })).toEqual({})
})

it('has a panel open for each of its kinds, and for nothing else', () => {
  for (const open of [
    { visit: 1 },
    { block: 'new' as const },
    { block: 2 },
    { book: true as const },
    { waiting: true as const },
    { late: 3 },
  ])
    expect(isPanelOpen(open), JSON.stringify(open)).toBe(true)
  expect(
    isPanelOpen({ at: 1, date: '2026-11-23', view: 'list', doctor: 2, instead: 4, ask: 'move' }),
  ).toBe(false)
})
