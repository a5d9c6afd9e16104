import { expect, it } from 'vitest'
import { returnUrlProblem } from './return-url.ts'

const anywhere = { allowsLoopback: false }
const isFine = (text: string, allowed: Parameters<typeof returnUrlProblem>[1] = anywhere) =>
  returnUrlProblem(text, allowed) === undefined

it.each([
  'https://clinic.example',
  'https://clinic.example/',
  'https://clinic.example:8443/paid?a=1&b=%20c#top',
  // Schemes are case-insensitive (RFC 3986, 3.1).
  'HTTPS://clinic.example',
  'hTtPs://Clinic.Example/paid',
  'https://xn--mnchen-3ya.example/bezahlt',
  'https://münchen.example/bezahlt',
  'https://192.0.2.7/paid',
  'https://clinic.example/a//b?to=https://other.example',
  `https://clinic.example/${'x'.repeat(2_024)}`,
])('accepts %s [A-154]', (text) => {
  expect(isFine(text)).toBe(true)
})

it.each([
  '',
  ' ',
  'paid',
  '/paid',
  '//evil.example/paid',
  '///evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'https://',
  'http://clinic.example/paid',
  'HTTP://clinic.example/paid',
  'HTTPS:evil.example',
  'HTTPS://good.example@evil.example/',
  'http://localhost/paid',
  'javascript:alert(1)',
  'JaVaScRiPt://clinic.example/%0aalert(1)',
  'data:text/html,hi',
  'ftp://clinic.example',
  'file:///etc/passwd',
  'https://good.example@evil.example/',
  'https://good.example:x@evil.example/',
  'https://@evil.example/',
  'https://:@evil.example/',
  'https://good.example\\@evil.example/',
  'https:\\\\evil.example',
  'https://good.example\t.evil.example/',
  'https://good.example\n.evil.example/',
  'https://good.example/\r\nset-cookie: a=b',
  'https://good.example/\u0000',
  'https://good.example/\u202egpj.exe',
  'https://good\u200b.example/',
  'https://good.example/a b',
  'https://good.example:99999/',
  'https://[::1/',
  'https://%00.example/',
  'https://exa mple.org/',
  `https://clinic.example/${'x'.repeat(2_048)}`,
])('refuses %j [A-154]', (text) => {
  expect(isFine(text)).toBe(false)
})

it('accepts a page on the machine itself only if that is allowed, and no name that only looks like it [A-154]', () => {
  for (const host of ['localhost', '127.0.0.1', '[::1]', 'localhost:8080']) {
    for (const scheme of ['http', 'HTTP'])
      expect(isFine(`${scheme}://${host}/paid`, { allowsLoopback: true })).toBe(true)
    expect(isFine(`http://${host}/paid`)).toBe(false)
  }
  for (const host of [
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '0.0.0.0',
    'localhost@evil.example',
  ]) {
    expect(isFine(`http://${host}/paid`, { allowsLoopback: true })).toBe(false)
  }
})

it('accepts only the allowed origins, exactly [A-154]', () => {
  const origins = ['https://sunrise.example', 'https://two.example:8443']
  for (const text of [
    'https://sunrise.example/a',
    'https://SUNRISE.example/a',
    'HTTPS://sunrise.example/a',
    'https://sunrise.example:443/a',
    'https://two.example:8443/',
  ]) {
    expect(isFine(text, { ...anywhere, origins }), text).toBe(true)
  }
  for (const text of [
    'https://sunrise.example.evil.example/',
    'HTTPS://evil.example/',
    'https://sunrise.example:444/',
    'https://two.example/',
    'https://a.sunrise.example/',
    'https://sunrise.example./',
  ]) {
    expect(isFine(text, { ...anywhere, origins }), text).toBe(false)
  }
})

it('accepts no page at all for a key without origins, not even one on the machine itself [A-154]', () => {
  for (const text of [
    'https://sunrise.example/a',
    'https://clinic.example',
    'http://localhost/paid',
  ])
    expect(returnUrlProblem(text, { allowsLoopback: true, origins: [] }), text).toBe(
      'must be on an origin that the widget key allows',
    )
})
