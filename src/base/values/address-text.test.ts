import { expect, it } from 'vitest'
import { addressText } from './address-text.ts'

it.each<[string, object | null, string]>([
  [
    'the parts of the dashboard, in their order',
    { country: 'IN', city: 'Jaipur', address: '12 MI Road', postalCode: 302_001, state: 'RJ' },
    '12 MI Road, Jaipur, RJ, 302001, IN',
  ],
  [
    'parts of other callers between street and city',
    { city: 'Jaipur', lines: ['Flat 3', ' 12 MI Road '], floor: 2 },
    'Flat 3, 12 MI Road, 2, Jaipur',
  ],
  [
    'one line of several',
    { address: '12 MI Road\r\nnear the\u2028park' },
    '12 MI Road near the park',
  ],
  ['nothing of what is no text', { city: null, verified: true, address: '  ' }, ''],
  ['nothing without an address', null, ''],
])('shows %s [HOME-01]', (_, address, text) => {
  expect(addressText(address)).toBe(text)
})

it('cuts what is too long, and what is nested too deeply, without failing [HOME-01]', () => {
  expect([...addressText({ address: '😀'.repeat(400) })]).toHaveLength(300)
  let nested: unknown = 'deep'
  for (let depth = 0; depth < 50_000; depth += 1) nested = [nested]
  expect(addressText({ address: 'a', nested })).toBe('a')
})
