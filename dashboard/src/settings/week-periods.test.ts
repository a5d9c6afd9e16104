import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  addBreak,
  addPeriods,
  copyDay,
  hasRoomForBreak,
  movePeriod,
  nextFreeSpan,
  type Period,
  periodsOnDay,
  readMinute,
  resizePeriod,
  toHours,
  toPeriods,
} from './week-periods.ts'

const modes = ['OFFLINE']
const period = (day: number, from: number, to: number): Period => ({
  day,
  from: from * 60,
  to: to * 60,
  modes,
})
const [morning, afternoon] = [period(0, 9, 13), period(0, 14, 18)]
const monday = [morning, afternoon]

it('hours of several days become periods of single days, and days with equal hours one entry again [SETUP-04]', () => {
  const hours = [
    { days: ['MON', 'WED'], from: '09:00', to: '13:00', modes },
    { days: ['MON'], from: '20:00', to: '26:00', modes: ['ONLINE'] },
  ]
  const periods = toPeriods(hours)
  expect(periods).toEqual([
    period(0, 9, 13),
    { day: 0, from: 1200, to: 1560, modes: ['ONLINE'] },
    period(2, 9, 13),
  ])
  expect(toHours(periods, hours)).toEqual(hours)
})

it('a time that is half typed is not drawn, and is kept [SETUP-04]', () => {
  const half = { days: ['MON'], from: '9', to: '13:00', modes }
  const withoutDays = { days: [], from: '09:00', to: '13:00', modes }
  expect(toPeriods([half, withoutDays])).toEqual([])
  expect(toHours([], [half, withoutDays])).toEqual([half, withoutDays])
})

it('a period moves to the nearest free time of the day, and not to a day without room [SETUP-04]', () => {
  expect(movePeriod(monday, morning, { day: 0, from: 11 * 60 })?.changed).toEqual(period(0, 10, 14))
  expect(movePeriod(monday, morning, { day: 1, from: -60 })?.changed).toEqual(period(1, 0, 4))
  const full = [...monday, period(1, 2, 23)]
  expect(movePeriod(full, morning, { day: 1, from: 540 })).toBeUndefined()
})

it('a period grows as far as the next one, and never shrinks to nothing [SETUP-04]', () => {
  expect(resizePeriod(monday, morning, { to: 16 * 60 }).changed).toEqual(period(0, 9, 14))
  expect(resizePeriod(monday, morning, { to: 0 }).changed).toEqual(period(0, 9, 9.25))
  expect(resizePeriod(monday, afternoon, { from: 0 }).changed).toEqual(period(0, 13, 18))
})

it('the same hours are added on several days, around those that are there [SETUP-04]', () => {
  const { periods } = addPeriods(monday, { days: [0, 1], from: 12 * 60, to: 15 * 60, modes }) ?? {}
  expect(periods).toEqual([morning, period(0, 13, 14), afternoon, period(1, 12, 15)])
  expect(addPeriods(monday, { days: [0], from: 600, to: 720, modes })).toBeUndefined()
})

it('a break is at lunchtime, or in the middle of hours without one, also of a night [SETUP-04]', () => {
  const split = (whole: Period) => addBreak([whole], whole).periods
  expect(split(period(0, 9, 17))).toEqual([period(0, 9, 13), period(0, 14, 17)])
  expect(split(period(0, 8, 12))).toEqual([period(0, 8, 9.5), period(0, 10.5, 12)])
  expect(split(period(0, 20, 26))).toEqual([period(0, 20, 21.5), period(0, 22.5, 26)])
  expect(hasRoomForBreak(period(0, 9, 10))).toBe(false)
})

it('a day is copied over others, whatever they had [SETUP-04]', () => {
  const copied = copyDay([...monday, period(1, 6, 20)], 0, [0, 1, 4])
  for (const day of [0, 1, 4])
    expect(periodsOnDay(copied, day)).toEqual(monday.map((one) => ({ ...one, day })))
})

it('the next hours of a day begin after its last ones [SETUP-04]', () => {
  expect(nextFreeSpan([], 0)).toEqual({ from: 540, to: 1020 })
  expect(nextFreeSpan(monday, 0)).toEqual({ from: 1140, to: 1380 })
  expect(nextFreeSpan([period(0, 9, 24)], 0)).toEqual({ from: 0, to: 240 })
  expect(nextFreeSpan([period(0, 0, 24)], 0)).toBeUndefined()
})

it('only times of day are minutes [SETUP-04]', () => {
  expect(['09:05', '24:00', '36:00', '36:01', '9:00', '10:60', ''].map(readMinute)).toEqual([
    545,
    1440,
    2160,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

it('whatever is drawn, hours of a day never overlap, begin on their day and are kept by the file [SETUP-04]', () => {
  const minute = fc.integer({ min: 0, max: 96 }).map((step) => step * 15)
  const day = fc.nat(6)
  const command = fc.record({
    kind: fc.constantFrom('add', 'move', 'resize', 'break', 'copy'),
    which: fc.nat(20),
    day,
    days: fc.uniqueArray(day, { maxLength: 7 }),
    from: minute,
    to: minute,
  })
  fc.assert(
    fc.property(fc.array(command, { maxLength: 25 }), (commands) => {
      let periods: Period[] = []
      for (const { kind, which, day: target, days, from, to } of commands) {
        const one = periods[which % Math.max(periods.length, 1)]
        if (kind === 'add')
          periods = addPeriods(periods, { days, from, to, modes })?.periods ?? periods
        else if (kind === 'copy') periods = copyDay(periods, target, days)
        else if (one && kind === 'move')
          periods = movePeriod(periods, one, { day: target, from })?.periods ?? periods
        else if (one && kind === 'resize')
          periods = resizePeriod(periods, one, which % 2 === 0 ? { from } : { to }).periods
        else if (one && hasRoomForBreak(one)) periods = addBreak(periods, one).periods
      }
      for (const [index, { day: own, from, to }] of periods.entries()) {
        expect(from).toBeLessThan(Math.min(to, 1440))
        const next = periods[index + 1]
        if (next?.day === own) expect(to).toBeLessThanOrEqual(next.from)
      }
      expect(toPeriods(toHours(periods, []))).toEqual(periods)
    }),
  )
})
