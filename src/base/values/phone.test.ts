import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { describe, expect, it } from 'vitest'
import { fastCheckOptions, runSize } from '../../../test/support/run/sizes.ts'
import {
  countryCodePattern,
  normalisedFullPhone,
  normalisedPhone,
  parsePhone,
  phoneDialCode,
} from './phone.ts'

describe('the digits of a phone number (A-043)', () => {
  it.each([
    ['9876543210', '9876543210'],
    ['98765 43210', '9876543210'],
    ['98765-43210', '9876543210'],
    ['98765.43210', '9876543210'],
    ['98765/43210', '9876543210'],
    ['98765–43210', '9876543210'],
    ['(0141) 256-78', '014125678'],
    ['(09876) 543 - 210', '09876543210'],
    ['1234', '1234'],
    ['123456789012345', '123456789012345'],
    ['0000', '0000'],
    ['९८७६५४३२१०', '9876543210'],
    ['９８７６５ ４３２１０', '9876543210'],
    ['٩٨٧٦٥٤٣٢١٠', '9876543210'],
    // Pasted from a contact: bidi marks, no-break and zero-width spaces.
    ['\u202a98765\u00a043210\u202c', '9876543210'],
    ['\ufeff98765\u200b43210\u2060', '9876543210'],
    ['9\ufe0e8765\ufe0d-43210', '9876543210'],
  ])('of %j are %s', (text, expected) => {
    expect(parsePhone(text, undefined)).toMatchObject({ countryCode: '+91', number: expected })
  })

  it.each([
    ['123'],
    ['1234567890123456'],
    ['98765a3210'],
    ['98765,43210'],
    ['9876543210;ext=4'],
    ['9876543210 x4'],
    ['98765\u000043210'],
    ['- - - -'],
    ['98765+43210'],
    [''],
    [' '],
  ])('of %j are none', (text) => {
    expect(parsePhone(text, undefined)).toEqual({ problem: 'phoneNumber must have 4 to 15 digits' })
  })
})

describe('a dial code', () => {
  const pattern = new RegExp(countryCodePattern)
  it.each([['+1'], ['+91'], ['+971'], ['+1242'], ['+999']])('is %s', (text) => {
    expect(pattern.test(text)).toBe(true)
  })
  it.each([
    ['91'],
    [' 91'],
    ['+'],
    ['+12345'],
    ['+9a'],
    ['++91'],
    ['+91 '],
    ['0091'],
    ['IN'],
    [''],
  ])('is not %j', (text) => {
    expect(pattern.test(text)).toBe(false)
  })
})

describe('the normalized form of a phone', () => {
  it('never refuses a phone that was accepted, and keeps its last digits (A-043)', () => {
    const digit = fc.integer({ min: 0, max: 9 })
    fc.assert(
      fc.property(
        fc.array(digit, { minLength: 1, maxLength: 4 }),
        fc.array(digit, { minLength: 4, maxLength: 15 }),
        (code, number) => {
          const normal = normalisedPhone(`+${code.join('')}`, number.join(''))
          expect(normal).toMatch(/^\+\d{4,19}$/)
          expect(normal.endsWith(number.slice(-4).join(''))).toBe(true)
        },
      ),
      { numRuns: runSize(10_000, 200_000), ...fastCheckOptions },
    )
  })

  it.each([
    ['+91', '9876543210', '+919876543210'],
    ['+91', '09876543210', '+919876543210'],
    ['+44', '07911123456', '+447911123456'],
    ['+49', '015112345678', '+4915112345678'],
    // No dial code begins with a zero.
    ['+091', '9876543210', '+919876543210'],
    ['+0091', '9876543210', '+919876543210'],
    // In Italy the zero belongs to the number.
    ['+39', '0612345678', '+390612345678'],
    // Numbers the library calls invalid.
    ['+1', '5555550100', '+15555550100'],
    ['+91', '1234567890', '+911234567890'],
    ['+999', '1234', '+9991234'],
    ['+0', '1234', '+01234'],
    ['+1', '0000', '+10000'],
  ])('of %s %s is %s', (code, digits, expected) => {
    expect(normalisedPhone(code, digits)).toBe(expected)
  })

  it.each([
    ['+919876543210', '+919876543210'],
    [' 919876543210', '+919876543210'],
    ['9876543210', '+919876543210'],
    ['09876543210', '+919876543210'],
    ['98765 43210', '+919876543210'],
    ['+91 (98765) 432-10', '+919876543210'],
    [' 91 98765-43210', '+919876543210'],
    ['+1 415-555-0100', '+14155550100'],
    ['', undefined],
    ['+', undefined],
    ['+91', undefined],
    ['++919876543210', undefined],
    ['98765a43210', undefined],
    ['1234567890123456', undefined],
  ])('of the whole phone %j, in India, is %s (A-096)', (text, expected) => {
    expect(normalisedFullPhone(text, '+91')).toBe(expected)
  })
})

describe('a phone with its dial code in it (A-236)', () => {
  it.each([
    ['+919876543210', undefined, '+91', '9876543210'],
    [' +91 98765-43210', '+91', '+91', '9876543210'],
    ['+44 7911 123456', undefined, '+44', '7911123456'],
    ['+447911123456', '+044', '+44', '7911123456'],
    ['+14155550100', '+1', '+1', '4155550100'],
  ])('%j beside %j is %s %s', (phoneNumber, sent, countryCode, number) => {
    const bySplit = normalisedPhone(countryCode, number)
    expect(parsePhone(phoneNumber, sent)).toEqual({ countryCode, number, normalised: bySplit })
  })

  it.each([
    ['+919876543210', '+1', /countryCode is \+1, and phoneNumber begins with \+91/],
    ['+447911123456', '+91', /begins with \+44/],
    ['+999123456', undefined, /a dial code there is not/],
    ['+91', undefined, /4 to 15 digits/],
    ['+91123', undefined, /4 to 15 digits/],
    ['++919876543210', undefined, /4 to 15 digits/],
  ])('%j beside %j is refused', (phoneNumber, sent, problem) => {
    expect(parsePhone(phoneNumber, sent)).toMatchObject({ problem: expect.stringMatching(problem) })
  })

  it.each([
    ['+91', '919876543210', '+919876543210'],
    ['+91', '0919876543210', '+919876543210'],
    ['+44', '447911123456', '+447911123456'],
    ['+1', '14155552671', '+14155552671'],
    // Germany has numbers of that length: it may be one.
    ['+49', '491511234567', '+49491511234567'],
    ['+91', '9112345678', '+919112345678'],
  ])('repeated: %s %s is %s', (code, digits, expected) => {
    expect(normalisedPhone(code, digits)).toBe(expected)
  })
})

describe('a phone with the prefix for calls abroad [A-236]', () => {
  it.each([
    ['0049 171 1234568', '+91', '+49', '+491711234568'],
    ['0049 171 1234568', 'IN', '+49', '+491711234568'],
    ['0049 171 1234568', 'DE', '+49', '+491711234568'],
    ['011 49 171 1234568', 'US', '+49', '+491711234568'],
    ['011 49 171 1234568', '+1', '+49', '+491711234568'],
    ['0011 49 171 1234568', 'AU', '+49', '+491711234568'],
    ['8~10 49 171 1234568'.replace('~', ''), 'RU', '+49', '+491711234568'],
    ['010 49 171 1234568', 'JP', '+49', '+491711234568'],
    ['+7 863 922 22 22', 'AE', '+7', '+78639222222'],
    ['+1 264 235 1234', 'IN', '+1', '+12642351234'],
    ['0034 635 03 10 22', 'IN', '+34', '+34635031022'],
    ['00447843139657', 'DE', '+44', '+447843139657'],
    ['0031612345678', '+49', '+31', '+31612345678'],
    ['011 61 2 3456 7890', 'US', '+61', '+61234567890'],
    ['0045 12345678', 'DE', '+45', '+4512345678'],
    ['+49 123 / 42 42 42', 'IN', '+49', '+49123424242'],
    ['+965.9982.1908', 'IN', '+965', '+96599821908'],
    ['\u2068+49 176 45155875\u2069', 'IN', '+49', '+4917645155875'],
    ['\u202d07976 399087\u202c', 'GB', '+44', '+447976399087'],
    ['06 10 10 10 10', 'FR', '+33', '+33610101010'],
    // Brought from a country where that is the prefix.
    ['0049 171 1234568', 'US', '+49', '+491711234568'],
    ['0049 (0)171 / 123.4568', 'BR', '+49', '+491711234568'],
    ['00 91 98765 43210', 'IN', '+91', '+919876543210'],
    // A number of the country all the same.
    ['0037 6312345', 'JP', '+81', '+8100376312345'],
    ['0000', '+1', '+1', '+10000'],
  ])('%j in %s is of %s: %s', (phoneNumber, home, countryCode, normalised) => {
    expect(parsePhone(phoneNumber, undefined, home)).toMatchObject({ countryCode, normalised })
  })

  it.each([
    ['00 49 151 23456789', 'SG'],
    ['0081 90 1234 5678', 'KR'],
  ])('%j in %s can be two numbers, and is refused', (phoneNumber, home) => {
    expect(parsePhone(phoneNumber, undefined, home)).toEqual({
      problem: 'phoneNumber can be two numbers; write it with + and its dial code',
    })
  })

  it('must not contradict the dial code sent with it', () => {
    const problem = expect.stringMatching(/countryCode is \+91, and phoneNumber begins with \+49/)
    expect(parsePhone('0049 171 1234568', '+91')).toEqual({ problem, whole: '+491711234568' })
    expect(parsePhone('0049 171 1234568', '+49')).toEqual({
      countryCode: '+49',
      number: '1711234568',
      normalised: '+491711234568',
    })
  })
})

it.each([
  ['0171 7654399', 'DE', '+49', '+491717654399'],
  ['98765 43210', 'IN', '+91', '+919876543210'],
  ['359-1234', 'BS', '+1', '+12423591234'],
  ['6 12 34 56 78', 'FR', '+33', '+33612345678'],
  // A location without a dial code, such as Antarctica.
  ['98765 43210', 'AQ', '+91', '+919876543210'],
])(
  '%j at a location in %s is of its country: %s %s [A-222]',
  (phoneNumber, home, countryCode, normalised) => {
    expect(parsePhone(phoneNumber, undefined, home)).toMatchObject({ countryCode, normalised })
  },
)

it('the dial code of a whole number is the one that the library finds [A-236]', () => {
  const digits = fc.stringMatching(/^[0-9]{1,20}$/)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9999 }), digits, (code, rest) => {
      const fullNumber = `+${code}${rest}`
      const found = parsePhoneNumberFromString(fullNumber, { extract: false })?.countryCallingCode
      expect(phoneDialCode(fullNumber)).toBe(found && `+${found}`)
    }),
    { ...fastCheckOptions, numRuns: runSize(5_000, 100_000) },
  )
})
