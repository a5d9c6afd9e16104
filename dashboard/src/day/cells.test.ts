import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fastCheckOptions } from '../../../test/support/run/sizes.ts'
import { clockText } from '../ui/times.ts'
import { buildCells, type Cell, hourRange, hoursText, isClosed, pixelsPerMinute } from './cells.ts'
import type { CalendarColumn, Column } from './queries.ts'

const date = '2026-11-23'
const at = (clock: string) => `${date}T${clock}:00+05:45`
const visit = (id: number, from: string, to: string, status = 'SCHEDULED') => ({
  id,
  status,
  fromDateTimeTs: at(from),
  toDateTimeTs: at(to),
})
const span = (from: string, to: string, more: object = {}) => ({
  fromDateTimeIso: at(from),
  toDateTimeIso: at(to),
  ...more,
})

type Parts = Partial<Record<'visits' | 'slots' | 'busy' | 'hours' | 'queues', object[]>>
const createColumn = (parts: Parts) =>
  ({ visits: [], slots: [], busy: [], hours: [], queues: [], ...parts }) as unknown as Column
const createCalendarColumn = (parts: Parts) =>
  ({ column: createColumn(parts), day: { date } }) as unknown as CalendarColumn
const described = ({ kind, from, to, lane, lanes }: Cell) =>
  `${kind} ${clockText(from)}-${clockText(to)} ${lane + 1}/${lanes}`

describe('the cells of a column', () => {
  it('are its visits, what takes its time, and its free slots, by time [DAY-01]', () => {
    const cells = buildCells(
      createColumn({
        visits: [
          visit(7, '10:00', '10:30'),
          visit(8, '09:00', '09:30', 'CANCELLED'),
          visit(9, '11:00', '11:30', 'NO_SHOW'),
        ],
        slots: [
          span('09:00', '09:30', { status: 'AVAILABLE' }),
          span('10:00', '10:30', { status: 'BOOKED' }),
        ],
        busy: [
          span('12:00', '13:00', { kind: 'BLOCKED', block: { id: 3 } }),
          span('13:00', '14:00', { kind: 'ELSEWHERE' }),
          span('14:00', '14:30', { kind: 'HELD' }),
          span('14:30', '14:50', { kind: 'TRAVEL' }),
          span('15:00', '15:30', { kind: 'HELD_FOR_OFFER', offer: { entryId: 5 } }),
        ],
      }),
      date,
    )
    expect(cells.map(described)).toEqual([
      'free 09:00-09:30 1/1',
      'visit 10:00-10:30 1/1',
      'visit 11:00-11:30 1/1',
      'blocked 12:00-13:00 1/1',
      'elsewhere 13:00-14:00 1/1',
      'travel 14:30-14:50 1/1',
      'offered 15:00-15:30 1/1',
    ])
    expect(cells.map(({ key }) => key)).toEqual([
      `free ${at('09:00')}`,
      'visit 7',
      'visit 9',
      'block 3',
      `ELSEWHERE ${at('13:00')}`,
      `TRAVEL ${at('14:30')}`,
      'offer 5',
    ])
  })

  it('lie side by side while they overlap, and use the full width again after that', () => {
    const visits = [
      visit(1, '09:00', '10:00'),
      visit(2, '09:15', '09:30'),
      visit(3, '09:30', '09:45'),
      visit(4, '10:00', '10:15'),
    ]
    expect(buildCells(createColumn({ visits }), date).map(described)).toEqual([
      'visit 09:00-10:00 1/2',
      'visit 09:15-09:30 2/2',
      'visit 09:30-09:45 2/2',
      'visit 10:00-10:15 1/1',
    ])
  })

  it('never cover one another', () => {
    const times = fc.tuple(fc.integer({ min: 0, max: 1430 }), fc.integer({ min: 1, max: 300 }))
    fc.assert(
      fc.property(fc.array(times, { maxLength: 12 }), (spans) => {
        const visits = spans.map(([from, length], id) =>
          visit(id, clockText(from), clockText(Math.min(1439, from + length))),
        )
        const cells = buildCells(createColumn({ visits }), date)
        for (const [index, one] of cells.entries()) {
          expect(one.lane).toBeLessThan(one.lanes)
          for (const other of cells.slice(index + 1)) {
            const overlaps = one.from < other.to && other.from < one.to
            if (overlaps) expect([one.lane === other.lane, one.lanes]).toEqual([false, other.lanes])
          }
        }
      }),
      fastCheckOptions,
    )
  })
})

it('shows whole hours around hours, visits and queues, and a usual day if there is nothing', () => {
  expect(hourRange([])).toEqual({ from: 480, to: 1080 })
  expect(hourRange([createCalendarColumn({})])).toEqual({ from: 480, to: 1080 })
  expect(hourRange([createCalendarColumn({ hours: [span('09:00', '17:00')] })])).toEqual({
    from: 540,
    to: 1020,
  })
  expect(
    hourRange([
      createCalendarColumn({ hours: [span('09:30', '12:15')] }),
      createCalendarColumn({ visits: [visit(1, '18:05', '18:20')] }),
    ]),
  ).toEqual({ from: 540, to: 1140 })
  expect(
    hourRange([createCalendarColumn({ queues: [{ startTime: '06:45', endTime: '23:30' }] })]),
  ).toEqual({
    from: 360,
    to: 1440,
  })
})

it('is as high as the shortest cell needs, within bounds', () => {
  const scaleFor = (minutes: number) =>
    pixelsPerMinute([
      createCalendarColumn({
        slots: [span('09:00', clockText(540 + minutes)), span('12:00', '14:00')],
      }),
    ])
  expect([1, 5, 10, 15, 20, 60].map((minutes) => Number(scaleFor(minutes).toFixed(2)))).toEqual([
    4, 4, 2.5, 1.67, 1.25, 1.2,
  ])
  expect(pixelsPerMinute([])).toBe(1.2)
})

it('is closed with neither hours, visits nor queues, and writes the hours as clock times', () => {
  const queues = [{ startTime: '16:00', endTime: '19:00' }]
  expect(
    [
      {},
      { hours: [span('09:00', '13:00')] },
      { visits: [visit(1, '09:00', '09:15')] },
      { queues },
    ].map((parts) => isClosed(createColumn(parts))),
  ).toEqual([true, false, false, false])
  expect(hoursText(createColumn({ hours: [span('09:00', '13:00')], queues }))).toBe(
    '09:00–13:00, 16:00–19:00',
  )
})
