import { expect, it } from 'vitest'
import type { Practice } from '../../clinic/catalogue/configuration.ts'
import { daysText, formatMinute, groupEqualDays, mergeHours, timesText } from './hours.ts'

type PracticeHours = Parameters<typeof mergeHours>[0][number]
const practice = (days: Record<number, [from: number, to: number, modes?: string[]][]>) =>
  ({
    doctor: { appointmentSystem: 'SCHEDULED' },
    shifts: [],
    weeklyHours: new Map(
      Object.entries(days).map(([day, windows]) => [
        Number(day),
        windows.map(([from, to, modes = ['OFFLINE']]) => ({
          fromMinute: from * 60,
          toMinute: to * 60,
          modes,
        })),
      ]),
    ),
  }) as unknown as PracticeHours
const hours = (...practices: PracticeHours[]) =>
  mergeHours(practices).map(({ weekday, fromMinute, toMinute }) => [
    weekday,
    fromMinute / 60,
    toMinute / 60,
  ])

it('are those in which anyone can be seen at the place [PAGE-03]', () => {
  const one = practice({ 1: [[9, 13]], 2: [[9, 12, ['ONLINE']]] })
  const other = practice({
    1: [
      [12, 15],
      [15, 16],
      [18, 20],
    ],
    7: [[0, 24, ['HOME_VISIT', 'OFFLINE']]],
  })
  expect(hours(one, other)).toEqual([
    [1, 9, 16],
    [1, 18, 20],
    [7, 0, 24],
  ])
  expect(hours(practice({ 3: [[9, 17, ['HOME_VISIT']]] }))).toEqual([])
})

it('that go on after midnight end at a time of the next morning [PAGE-03] [PAGE-11]', () => {
  const night = mergeHours([practice({ 5: [[20, 26]] })])
  expect(timesText(groupEqualDays(night)[0]?.windows ?? [], 'en-GB')).toBe('20:00\u00a0–\u00a02:00')
  expect(
    night.map(({ fromMinute, toMinute }) => [formatMinute(fromMinute), formatMinute(toMinute)]),
  ).toEqual([['20:00', '02:00']])
})

it('of a queue are its weekly shifts [PAGE-03]', () => {
  const shift = { mode: 'OFFLINE', weekdays: [1, 3], fromMinute: 540, toMinute: 780 }
  const queue = {
    ...practice({ 1: [[7, 8]] }),
    doctor: { appointmentSystem: 'QMS' },
    shifts: [shift, { ...shift, mode: 'ONLINE' }, { ...shift, weekdays: null }],
  }
  expect(hours(queue as unknown as Pick<Practice, 'doctor' | 'shifts' | 'weeklyHours'>)).toEqual([
    [1, 9, 13],
    [3, 9, 13],
  ])
})

it('are written once for days that have the same, in the reader’s language [PAGE-03] [PAGE-11]', () => {
  const all = mergeHours([
    practice({ 1: [[9, 13]], 2: [[9, 13]], 3: [[9, 13]], 5: [[9, 13]], 6: [[10, 12]] }),
    practice({
      6: [
        [14, 15],
        [23, 24],
      ],
    }),
  ])
  const formatHours = (locale: string) =>
    groupEqualDays(all).map(({ weekdays, windows }) =>
      `${daysText(weekdays, locale)}: ${timesText(windows, locale)}`.replaceAll('\u00a0', ' '),
    )
  expect(formatHours('en-GB')).toEqual([
    'Mon – Wed, Fri: 9:00 – 13:00',
    'Sat: 10:00 – 12:00, 14:00 – 15:00, 23:00 – 0:00',
  ])
  expect(formatHours('de')).toEqual([
    'Mo – Mi, Fr: 9:00 – 13:00',
    'Sa: 10:00 – 12:00, 14:00 – 15:00, 23:00 – 0:00',
  ])
  expect(formatHours('zh')[0]).toMatch(/^周一 – 周三、周五: /)
})
