// What the dashboard makes of clock times and of counted amounts: pure functions, with clock
// changes, amounts below zero and currencies of any number of decimals.

import { describe, expect, it } from 'vitest'
import { buildCells } from './day/cells.ts'
import { completeCounts, countDifference, plainAmount } from './till/counts.ts'
import { parseAmount } from './ui/amounts.ts'
import { addDays, endMinute, startMinute, timestampIn } from './ui/times.ts'

// The nights in which the clocks of Berlin go forward and back.
const shortNight = '2030-03-31'
const longNight = '2030-10-27'

describe('a clock time that is typed', () => {
  it.each([
    ['Europe/Berlin', shortNight, '00:30', '+01:00'],
    ['Europe/Berlin', shortNight, '01:30', '+01:00'],
    ['Europe/Berlin', shortNight, '03:00', '+02:00'],
    ['Europe/Berlin', shortNight, '03:30', '+02:00'],
    ['Europe/Berlin', longNight, '01:30', '+02:00'],
    ['Europe/Berlin', longNight, '03:00', '+01:00'],
    ['Europe/Berlin', longNight, '23:30', '+01:00'],
    ['America/New_York', '2030-03-10', '01:30', '-05:00'],
    ['America/New_York', '2030-03-10', '03:30', '-04:00'],
    ['America/New_York', '2030-11-03', '00:30', '-04:00'],
    ['America/New_York', '2030-11-03', '02:30', '-05:00'],
    ['Asia/Kolkata', shortNight, '00:00', '+05:30'],
    ['Etc/UTC', shortNight, '00:00', '+00:00'],
  ])(
    'in %s on %s at %s has the offset of that moment, %s [DASH-15]',
    (zone, date, clock, offset) => {
      expect(timestampIn(zone, date, clock)).toBe(`${date}T${clock}:00${offset}`)
    },
  )
})

describe('the day of a column', () => {
  it('begins and ends at midnight of the clinic, for what lies around it too [DAY-02]', () => {
    const minutes = (timestamp: string) => [
      startMinute(timestamp, shortNight),
      endMinute(timestamp, shortNight),
    ]
    expect(minutes('2030-03-30T23:30:00+01:00')[0]).toBe(0)
    expect(minutes(`${shortNight}T00:00:00+01:00`)[0]).toBe(0)
    expect(minutes(`${shortNight}T03:15:00+02:00`)).toEqual([195, 195])
    expect(minutes('2030-04-01T00:00:00+02:00')[1]).toBe(1440)
    expect([addDays(shortNight, 1), addDays(longNight, -1), addDays('2032-02-28', 1)]).toEqual([
      '2030-04-01',
      '2030-10-26',
      '2032-02-29',
    ])
  })

  it('has what touches in one lane and what overlaps side by side, without cancelled visits and held times [DAY-02]', () => {
    const visit = (id: number, from: string, to: string, status = 'SCHEDULED') => {
      return {
        id,
        status,
        fromDateTimeTs: `2030-01-07T${from}:00+05:30`,
        toDateTimeTs: `2030-01-07T${to}:00+05:30`,
      }
    }
    const visits = [
      visit(1, '09:00', '09:30'),
      visit(2, '09:30', '10:00'),
      visit(3, '09:45', '10:15'),
      visit(4, '09:00', '10:00', 'CANCELLED'),
    ]
    const busy = [
      {
        kind: 'HELD',
        fromDateTimeIso: '2030-01-07T11:00:00+05:30',
        toDateTimeIso: '2030-01-07T11:15:00+05:30',
      },
    ]
    const cells = buildCells({ visits, slots: [], busy } as never, '2030-01-07')
    expect(cells.map(({ key, from, to, lane, lanes }) => [key, from, to, lane, lanes])).toEqual([
      ['visit 1', 540, 570, 0, 1],
      ['visit 2', 570, 600, 0, 2],
      ['visit 3', 585, 615, 1, 2],
    ])
  })
})

describe('a count of the till', () => {
  it.each<[string | number | undefined, number | undefined]>([
    ['480', 480],
    ['-480.5', -480.5],
    [-12.125, -12.125],
    ['0', 0],
    ['480.', undefined],
    ['-', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('typed as %j is %j [TILL-05]', (typed, amount) => {
    expect(parseAmount(typed, 'KWD')).toBe(amount)
  })

  it('is compared in the smallest unit of its currency, below zero too [TILL-05]', () => {
    const byMethod = [
      { method: 'CASH', currency: 'EUR', net: -60.5 },
      { method: 'CASH', currency: 'KWD', net: 12.125 },
      { method: 'CARD', currency: 'JPY', net: 5000 },
    ]
    const open = {
      firstEntry: 1,
      lastEntry: 3,
      byMethod: byMethod.map((sum) => ({
        ...sum,
        payments: 1,
        taken: 0,
        corrected: 0,
        refunded: 0,
      })),
    }
    const typed = { 'CASH EUR': '-60.2', 'CASH KWD': '12.126', 'CARD JPY': '4999' }
    expect(
      completeCounts(open, typed)?.map(({ amount, difference }) => [amount, difference]),
    ).toEqual([
      [-60.2, 0.3],
      [12.126, 0.001],
      [4999, -1],
    ])
    expect(completeCounts(open, { ...typed, 'CARD JPY': '' })).toBeUndefined()
    expect(countDifference(0.3, 0.1 + 0.2, 'EUR')).toBe(0)
    expect([
      plainAmount(1000, 'EUR', 'en'),
      plainAmount(1000, 'KWD', 'en'),
      plainAmount(1000, 'JPY', 'en'),
    ]).toEqual(['1,000.00', '1,000.000', '1,000'])
  })
})
