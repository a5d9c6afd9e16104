import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cases } from '../../../test/support/run/cases.ts'
import { fastCheckOptions } from '../../../test/support/run/sizes.ts'
import { maskedEmail, maskedPhone } from '../../base/values/masked.ts'
import { type DestinationFields, toDestination } from './destination.ts'

const destinationProblem = (fields: DestinationFields) => {
  try {
    return `taken as ${toDestination(fields).address}`
  } catch (error) {
    return (error as { details: { problem: string } }).details.problem
  }
}

describe('a phone', () => {
  const accepted = cases<[DestinationFields, string, string]>([
    [{ phoneNumber: '9876543210' }, '+919876543210', '******3210'],
    [{ phoneNumber: '98765 43210' }, '+919876543210', '******3210'],
    [{ phoneNumber: '+919876543210' }, '+919876543210', '******3210'],
    [{ phoneNumber: '+91 98765 43210', countryCode: '+91' }, '+919876543210', '******3210'],
    [{ phoneNumber: '919876543210' }, '+919876543210', '********3210'],
    [{ phoneNumber: '(98765)-43210' }, '+919876543210', '******3210'],
    [{ phoneNumber: '[987] 654-3210' }, '+919876543210', '******3210'],
    [{ phoneNumber: '09876543210' }, '+919876543210', '*******3210'],
    [{ phoneNumber: '98765.43210' }, '+919876543210', '******3210'],
    [{ phoneNumber: '٩٨٧٦٥٤٣٢١٠' }, '+919876543210', '******3210'],
    [{ phoneNumber: '９８７６５４３２１０' }, '+919876543210', '******3210'],
    [{ phoneNumber: '0091 98765 43210' }, '+919876543210', '******3210'],
    [{ countryCode: '+44', phoneNumber: '07700 900123' }, '+447700900123', '*******0123'],
    [{ countryCode: '+1', phoneNumber: '5550100' }, '+15550100', '***0100'],
    [
      { countryCode: '+999', phoneNumber: '123456789012345' },
      '+999123456789012345',
      '***********2345',
    ],
    [{ phoneNumber: '1234' }, '+911234', '**34'],
    [
      { channel: 'chatapp', phoneNumber: '9876543210', email: 'no address' },
      '+919876543210',
      '******3210',
    ],
  ])
  it.each(accepted)(
    '%o goes to %s and is shown as %s [OTP-08] [OTP-09] [OTP-16]',
    (fields, address, masked) => {
      expect(toDestination(fields)).toEqual({
        channel: 'chatapp',
        address,
        masked,
        countryCode: fields.countryCode ?? '+91',
      })
    },
  )

  const refused = cases<[DestinationFields, string]>([
    [{}, 'phoneNumber is required unless channel is email'],
    [{ email: 'meera@example.org' }, 'phoneNumber is required unless channel is email'],
    ...['', '123', '1234567890123456', '9876543210x'].map(
      (phoneNumber): [DestinationFields, string] => [
        { phoneNumber },
        'phoneNumber must have 4 to 15 digits',
      ],
    ),
    ...['', '91', '+', '+12345', '0091', '+٩١', 'IN', '+91 '].map(
      (countryCode): [DestinationFields, string] => [
        { countryCode, phoneNumber: '9876543210' },
        'countryCode must be a dial code with its plus, such as +91',
      ],
    ),
  ])
  it.each(refused)('%o is refused: %s', (fields, problem) => {
    expect(destinationProblem(fields)).toBe(problem)
  })
})

describe('an e-mail address', () => {
  const accepted = cases<[DestinationFields, string, string]>([
    [{ email: 'meera@example.org' }, 'meera@example.org', 'm***@example.org'],
    [{ email: ' Meera.Iyer@Example.ORG ' }, 'meera.iyer@example.org', 'm***@example.org'],
    [{ email: 'm@example.org' }, 'm@example.org', 'm***@example.org'],
    [
      { email: 'meera@example.org', countryCode: 'nowhere', phoneNumber: 'none' },
      'meera@example.org',
      'm***@example.org',
    ],
    // Two mailboxes, however similar they look to people.
    [{ email: 'mıke@example.org' }, 'mıke@example.org', 'm***@example.org'],
    [{ email: 'straße@example.org' }, 'straße@example.org', 's***@example.org'],
  ])
  it.each(accepted)(
    '%o goes to %s and is shown as %s [OTP-11] [OTP-17]',
    (fields, address, masked) => {
      expect(toDestination({ channel: 'email', ...fields })).toEqual({
        channel: 'email',
        address,
        masked,
        countryCode: '',
      })
    },
  )

  const refused = cases<[DestinationFields, string]>([
    [{ phoneNumber: '9876543210' }, 'email is required when channel is email'],
    ...[
      '',
      'meera',
      'meera@',
      '@example.org',
      'meera@example',
      'a b@example.org',
      'a@b@example.org',
      'a@example..org',
    ].map((email): [DestinationFields, string] => [{ email }, 'email must be an e-mail address']),
  ])
  it.each(refused)('%o is refused: %s [OTP-12]', (fields, problem) => {
    expect(destinationProblem({ channel: 'email', ...fields })).toBe(problem)
  })
})

describe('a mask', () => {
  it('shows at most the last four digits of a number, hides the others, and keeps the length [OTP-16]', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{4,15}$/), (digits) => {
        const masked = maskedPhone(digits)
        expect(masked).toMatch(/^\*{2,}\d{2,4}$/)
        expect(masked).toHaveLength(digits.length)
        expect(digits.endsWith(masked.replaceAll('*', ''))).toBe(true)
        if (digits.length >= 6) expect(masked).toMatch(/^\*+\d{4}$/)
      }),
      fastCheckOptions,
    )
  })

  it('shows the first letter of an address and its domain, and hides the length of the name [OTP-17]', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        const domain = address.slice(address.lastIndexOf('@'))
        expect(maskedEmail(address)).toBe(`${address[0]}***${domain}`)
      }),
      fastCheckOptions,
    )
  })
})
