import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fastCheckOptions } from '../../../test/support/run/sizes.ts'
import { currencyDecimals, parseAmount } from '../ui/amounts.ts'
import { completeCounts, countDifference, countKey, plainAmount } from './counts.ts'
import type { OpenTill } from './queries.ts'

const createTill = (...byMethod: { method: string; currency: string; net: number }[]) =>
  ({ byMethod }) as unknown as OpenTill

it('knows the decimals of a currency, and writes amounts with them', () => {
  expect(['INR', 'KWD', 'JPY'].map(currencyDecimals)).toEqual([2, 3, 0])
  expect(plainAmount(1234.5, 'INR', 'en')).toBe('1,234.50')
  expect(plainAmount(-1234.5, 'KWD', 'de')).toBe('-1.234,500')
  expect(plainAmount(1234, 'JPY', 'en')).toBe('1,234')
  expect(plainAmount(0, 'INR', 'en')).toBe('0.00')
})

describe('the difference of a count', () => {
  it('is what was counted less what was expected, without remainders of binary fractions [TILL-05]', () => {
    expect(countDifference(0.3, 0.1, 'INR')).toBe(0.2)
    expect(countDifference(100, 120.5, 'INR')).toBe(-20.5)
    expect(countDifference(-50, -50, 'INR')).toBe(0)
    expect(countDifference(0, 0.001, 'KWD')).toBe(-0.001)
    expect(countDifference(1001, 1000, 'JPY')).toBe(1)
  })

  it('is exact in the smallest unit of any currency [TILL-05]', () => {
    const units = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })
    fc.assert(
      fc.property(
        fc.constantFrom('INR', 'KWD', 'JPY'),
        units,
        units,
        (currency, counted, expected) => {
          const unit = 10 ** currencyDecimals(currency)
          expect(countDifference(counted / unit, expected / unit, currency)).toBe(
            (counted - expected) / unit,
          )
        },
      ),
      fastCheckOptions,
    )
  })
})

it('takes a typed amount once it is complete: negative ones too, for a till from which more was refunded than taken [TILL-05]', () => {
  expect(
    [0, '0', 480, '480.50', -20, '-20.5', '007'].map((typed) => parseAmount(typed, 'INR')),
  ).toEqual([0, 0, 480, 480.5, -20, -20.5, 7])
  for (const typed of [
    undefined,
    '',
    '-',
    '480.',
    '.5',
    '-.',
    '1,000',
    ' 5',
    '5 ',
    '1e3',
    1e21,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    'abc',
    '--5',
  ])
    expect(parseAmount(typed, 'INR'), String(typed)).toBeUndefined()
})

it('takes no amount with more decimals than its currency has [TILL-05]', () => {
  const parseAmounts = (currency: string) =>
    ['5', '5.0', '5.000', '5.5', '-5.25', '5.125', 0.0001].map((typed) =>
      parseAmount(typed, currency),
    )
  expect(parseAmounts('JPY')).toEqual([5, 5, 5, undefined, undefined, undefined, undefined])
  expect(parseAmounts('INR')).toEqual([5, 5, 5, 5.5, -5.25, undefined, undefined])
  expect(parseAmounts('KWD')).toEqual([5, 5, 5, 5.5, -5.25, 5.125, undefined])
})

it('counts every method and currency, or waits while one is missing [TILL-05]', () => {
  const cash = { method: 'CASH', currency: 'INR', net: 1500.5 }
  const card = { method: 'CARD', currency: 'INR', net: -200 }
  const dollars = { method: 'CASH', currency: 'USD', net: 0 }
  const open = createTill(cash, card, dollars)
  const typed = { [countKey(cash)]: 1500, [countKey(card)]: '-200', [countKey(dollars)]: 0 }
  expect(completeCounts(open, typed)).toEqual([
    { method: 'CASH', currency: 'INR', expected: 1500.5, amount: 1500, difference: -0.5 },
    { method: 'CARD', currency: 'INR', expected: -200, amount: -200, difference: 0 },
    { method: 'CASH', currency: 'USD', expected: 0, amount: 0, difference: 0 },
  ])
  expect(completeCounts(open, { ...typed, [countKey(dollars)]: undefined })).toBeUndefined()
  expect(completeCounts(open, { ...typed, [countKey(card)]: '-' })).toBeUndefined()
  expect(completeCounts(createTill(), {})).toEqual([])
})
