import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fastCheckOptions, runSize } from '../../../test/support/run/sizes.ts'
import {
  currencyDecimals,
  describeAmounts,
  formatMoney,
  fromMinorUnits,
  isCurrency,
  minorUnitsMax,
  toMinorUnits,
} from './money.ts'

// ISO 4217, column "minor unit", of the codes in use; every other currency has two decimals.
const withoutDecimals = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(
  ' ',
)
const withThree = 'BHD IQD JOD KWD LYD OMR TND'.split(' ')
const withFour = 'CLF UYW'.split(' ')
const withTwo = (
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK ' +
  'DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR ' +
  'LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR ' +
  'SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG'
).split(' ')
const decimals = new Map([
  ...withoutDecimals.map((code) => [code, 0] as const),
  ...withTwo.map((code) => [code, 2] as const),
  ...withThree.map((code) => [code, 3] as const),
  ...withFour.map((code) => [code, 4] as const),
])

/** The decimal of this many minor units, by moving the point in text. */
function decimalText(minor: bigint, places: number): string {
  const digits = String(minor).padStart(places + 1, '0')
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

describe('currencies', () => {
  it('have the decimals of ISO 4217', () => {
    const wrong = [...decimals].filter(
      ([code, places]) => !isCurrency(code) || currencyDecimals(code) !== places,
    )
    expect(
      wrong.map(([code]) => `${code} ${isCurrency(code) ? currencyDecimals(code) : 'unknown'}`),
    ).toEqual([])
  })

  // In practice the ouguiya and the ariary are divided by five, in ISO 4217 by a hundred.
  it.each([['MGA'], ['MRU']])('%s has the two decimals of ISO 4217 (A-068)', (code) => {
    expect(currencyDecimals(code)).toBe(2)
    expect(toMinorUnits(10.25, code)).toBe(1025)
  })

  it.each([['XXQ'], ['inr'], ['INR '], ['IN'], ['RUPEE'], ['₹'], ['constructor'], ['']])(
    'do not include %j',
    (code) => {
      expect(isCurrency(code)).toBe(false)
      expect(() => currencyDecimals(code)).toThrow()
    },
  )
})

describe('amounts', () => {
  it('are unchanged after conversion to minor units and back, in every currency', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...decimals),
        fc.bigInt({ min: 0n, max: BigInt(minorUnitsMax) }),
        ([code, places], minor) => {
          const amount = Number(decimalText(minor, places))
          expect(toMinorUnits(amount, code)).toBe(Number(minor))
          expect(fromMinorUnits(Number(minor), code)).toBe(amount)
          expect(
            toMinorUnits(JSON.parse(JSON.stringify(fromMinorUnits(Number(minor), code))), code),
          ).toBe(Number(minor))
        },
      ),
      { numRuns: runSize(20_000, 500_000), ...fastCheckOptions },
    )
  })

  it('with one decimal more than the currency are refused (A-068)', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...decimals),
        fc.bigInt({ min: 0n, max: 10n ** 9n }),
        fc.integer({ min: 1, max: 9 }),
        ([code, places], minor, digit) => {
          expect(
            toMinorUnits(Number(decimalText(minor * 10n + BigInt(digit), places + 1)), code),
          ).toBeUndefined()
        },
      ),
      { numRuns: runSize(5_000, 100_000), ...fastCheckOptions },
    )
  })

  it.each([
    [12.5, 'INR', 1250],
    [12.5, 'KWD', 12_500],
    [12, 'JPY', 12],
    [0, 'INR', 0],
    [0.01, 'INR', 1],
    [1.1, 'INR', 110],
    [8.2, 'INR', 820],
    [1.005, 'KWD', 1005],
    [1e3, 'INR', 100_000],
    [10_000_000_000, 'INR', minorUnitsMax],
    [10_000_000_000.01, 'INR', undefined],
    [10_000_000_001, 'INR', undefined],
    [12.5, 'JPY', undefined],
    [12.345, 'INR', undefined],
    [0.001, 'INR', undefined],
    [1e-7, 'INR', undefined],
    [Number.MIN_VALUE, 'INR', undefined],
    [0.1 + 0.2, 'INR', undefined],
    [-1, 'INR', undefined],
    [-0.01, 'INR', undefined],
    [Number.NaN, 'INR', undefined],
    [Number.POSITIVE_INFINITY, 'INR', undefined],
    [1e21, 'INR', undefined],
    [Number.MAX_VALUE, 'INR', undefined],
  ])('%d %s is %s in minor units', (amount, currency, expected) => {
    expect(toMinorUnits(amount, currency)).toBe(expected)
  })
})

describe('an amount for people', () => {
  it.each([
    [50_000, 'INR', 'INR\u00a0500.00'],
    [1_200, 'JPY', 'JPY\u00a01,200'],
    [1_500, 'KWD', 'KWD\u00a01.500'],
    // ICU by itself would show none of its decimals.
    [1_005, 'IQD', 'IQD\u00a01.005'],
    [minorUnitsMax, 'USD', 'USD\u00a010,000,000,000.00'],
  ])('%d minor units of %s are %s', (minor, currency, expected) => {
    expect(formatMoney(minor, currency)).toBe(expected)
  })
})

describe('the rule for amounts', () => {
  it('is stated with the decimals of its currency', () => {
    expect(describeAmounts('INR')).toBe(
      'an amount of INR with at most 2 decimals, up to 10000000000',
    )
    expect(describeAmounts('KWD')).toBe(
      'an amount of KWD with at most 3 decimals, up to 1000000000',
    )
    expect(describeAmounts('JPY')).toBe('an amount of JPY without decimals, up to 1000000000000')
  })
})
