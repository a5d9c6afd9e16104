import { describe, expect, it } from 'vitest'
import { canonicalMailbox, deliverableEmail, isEmail, normalisedEmail } from './email.ts'

describe('an e-mail address', () => {
  it.each([
    ['meera@example.org', 'meera@example.org'],
    [' Meera.Iyer+x@Example.org ', 'Meera.Iyer+x@Example.org'],
    ["o'neill_%&@a-b.co.uk", "o'neill_%&@a-b.co.uk"],
    ['मीरा@example.org', 'मीरा@example.org'],
    // The normalized domain.
    ['meera@\uFF45xample.org', 'meera@example.org'],
    ['meera@ex\u0430mple.org', 'meera@xn--exmple-4nf.org'],
    ['meera@bücher.de', 'meera@xn--bcher-kva.de'],
    ['meera@example。org', 'meera@example.org'],
  ])('%j is delivered to %s', (text, delivered) => {
    expect(deliverableEmail(text)).toBe(delivered)
    expect(normalisedEmail(text)).toBe(delivered.toLowerCase())
  })

  it.each([
    '',
    'meera',
    'meera@',
    '@example.org',
    'meera@example',
    '<a@b.c>',
    'a,b@c.d',
    'a;b@c.d',
    'Meera <meera@example.org>',
    'meera@example.org,ravi@example.org',
    '"meera"@example.org',
    'meera(home)@example.org',
    'mee ra@example.org',
    'mee\u200Bra@example.org',
    'mee\nra@example.org',
    '.meera@example.org',
    'meera.@example.org',
    'me..era@example.org',
    'meera@-example.org',
    'meera@example..org',
    'meera@example.org.',
    'meera@[127.0.0.1]',
    'meera@127.0.0.1',
    'meera@exa_mple.org',
    'a@b@c.d',
    `${'a'.repeat(65)}@example.org`,
    `meera@${'a'.repeat(64)}.org`,
  ])('is not %j', (text) => {
    expect(isEmail(text)).toBe(false)
  })
})

it.each([
  ['meera@example.org', 'meera@example.org'],
  ['meera+1@example.org', 'meera@example.org'],
  ['meera+a+b@example.org', 'meera@example.org'],
  ['me.era@example.org', 'me.era@example.org'],
  ['m.e.e.r.a+x@gmail.com', 'meera@gmail.com'],
  ['meera@googlemail.com', 'meera@gmail.com'],
  ['+meera@example.org', '+meera@example.org'],
])('%s is counted as the mailbox %s', (address, mailbox) => {
  expect(canonicalMailbox(address)).toBe(mailbox)
})
