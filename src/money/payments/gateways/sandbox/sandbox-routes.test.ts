import { describe, expect, it } from 'vitest'
import { openHarness, type Reply } from '../../../../../test/support/clinic/harness.ts'
import {
  createSandboxGateway,
  listMovements,
  openCheckout,
  pressPageButton,
  returnUrl,
} from '../../../../../test/support/gateways/sandbox-checkouts.ts'
import { bodyBytesMax } from '../../../../base/contract/body.ts'

const house = await openHarness()
const { workspaceId } = await house.clinic()
const unknownPath = '/sandbox-gateway/checkout/0123456789abcdefghjkmnpqrs'
const page = (path: string, headers = {}) => house.call('GET', path, { headers })
const advance = (ms: number) => house.operate('clock-advance', { ms })
const open = (changes: Parameters<typeof openCheckout>[2] = {}) =>
  openCheckout(house, workspaceId, changes)
const readCheckoutState = async (checkout: { workspaceId: number; gatewayId: string }) =>
  (await (await createSandboxGateway(house)).read(checkout)).state

/** The target of the link back. */
const backLink = ({ text }: Reply) =>
  /id="back" href="([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&').replaceAll('&#39;', "'")

describe('the page of a checkout', () => {
  it('shows who is paid, for what, how much and how long the clinic waits, and that no money moves', async () => {
    const { path } = await open()
    const { status, text } = await page(path)
    expect(status).toBe(200)
    for (const words of [
      'Sunrise Clinics',
      'Appointment BK7Q2M9X4KTD',
      'INR\u00a0500',
      '15 minutes',
      'no money moves',
      'two minutes after the clinic has stopped',
    ])
      expect(text).toContain(words)
    expect(
      [...text.matchAll(/<form method="post" action="([^"]*)">/g)].map(([, action]) => action),
    ).toEqual([`${path}/pay`, `${path}/decline`, `${path}/pay-late`])
    expect(text.length).toBeLessThan(10_000)
  })

  it.each([
    ['JPY', 1_200, 'JPY\u00a01,200'],
    ['KWD', 1_500, 'KWD\u00a01.500'],
    ['EUR', 12_345_678, 'EUR\u00a0123,456.78'],
  ])('shows %s with its decimals [A-135]', async (currency, amountMinor, shown) => {
    const { path } = await open({ currency, amountMinor })
    expect((await page(path)).text).toContain(`</small>${shown}</h2>`)
  })

  it('says that the hold has expired, and still accepts a payment', async () => {
    const checkout = await open()
    await advance(16 * 60_000)
    const { text } = await page(checkout.path)
    expect(text).toContain('>The clinic’s waiting time is over')
    expect(text).not.toContain('id="hold"')
    await pressPageButton(house, checkout, 'pay')
    expect(await readCheckoutState(checkout)).toBe('PAID')
  })

  it('escapes every clinic name, visit and address as text', async () => {
    const hostile = `<b>"Tom" & 'Sons'</b><script>alert(1)</script>`
    const checkout = await open({ payee: hostile, description: hostile })
    await house.sql(
      `alter table sandbox_gateway_checkouts disable trigger gateway_checkout_changes_as_it_may`,
    )
    await house.sql('update sandbox_gateway_checkouts set return_url = $2 where gateway_id = $1', [
      checkout.gatewayId,
      `https://x.example/"><script>alert(1)</script>'?a='"<#"><i>`,
    ])
    await house.sql(
      `alter table sandbox_gateway_checkouts enable trigger gateway_checkout_changes_as_it_may`,
    )
    const shown = [(await page(checkout.path)).text]
    await pressPageButton(house, checkout, 'pay')
    shown.push((await page(checkout.path)).text)
    for (const text of shown) {
      expect(text).toContain('&lt;b&gt;&quot;Tom&quot; &amp; &#39;Sons&#39;&lt;/b&gt;')
      expect(text).not.toMatch(/<script>alert|<b>|<i>/)
      expect(text.match(/<script>/g)).toHaveLength(1)
      for (const [, attribute] of text.matchAll(/(?:href|content)="([^"]*x\.example[^"]*)"/g))
        expect(attribute).not.toMatch(/['<>]/)
    }
  })

  it('is not cached, not indexed, leaks its address to no one, and sends forms only to itself', async () => {
    const { path } = await open()
    for (const { headers } of [
      await page(path),
      await page(unknownPath),
      await pressPageButton(house, await open(), 'pay'),
    ])
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
      })
    const policy = String((await page(path)).headers['content-security-policy'])
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; img-src data:; /,
    )
    expect(policy).toMatch(/; form-action 'self'; frame-ancestors 'none'$/)
    expect(policy).not.toMatch(/https?:|\*|unsafe/)
  })

  it('is a friendly not-found page under any other address', async () => {
    for (const path of [
      unknownPath,
      '/sandbox-gateway/checkout/x',
      `${unknownPath}0`,
      `${unknownPath}/pay`,
    ]) {
      const reply = await house.call(path.endsWith('/pay') ? 'POST' : 'GET', path)
      expect([reply.status, reply.headers['content-type']]).toEqual([
        404,
        'text/html; charset=utf-8',
      ])
      expect(reply.text).toContain('This checkout is not known.')
    }
  })
})

describe('a decision', () => {
  it.each([
    ['pay', 'PAID', 'Your payment has arrived.'],
    ['decline', 'FAILED', 'The payment was declined, and nothing was taken.'],
    ['pay-late', 'OPEN', 'Your payment is under way, and arrives in 17 minutes.'],
  ])(
    '%s is answered with a redirect to the page, which shows the outcome and leads back',
    async (choice, state, sentence) => {
      const checkout = await open()
      const { status, headers } = await pressPageButton(house, checkout, choice)
      expect([status, headers.location]).toEqual([303, checkout.path])
      expect(await readCheckoutState(checkout)).toBe(state)
      const shown = await page(checkout.path)
      expect(shown.text).toContain(sentence)
      expect(shown.text).not.toContain('<form')
      const back = `https://sunrise.example/booked?visit=7&theme=a%20b&sessionRef=${checkout.wanted.reference}#done`
      expect(backLink(shown)).toBe(back)
      expect(shown.text).toContain(
        `<noscript><meta http-equiv="refresh" content="3;url=${back.replaceAll('&', '&amp;')}"></noscript>`,
      )
    },
  )

  it('counts once: two tabs that pay at once take the money once', async () => {
    const checkout = await open()
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => pressPageButton(house, checkout, 'pay')),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([303]))
    expect(await listMovements(house, checkout)).toMatchObject([
      { kind: 'CAPTURED', amount: 50_000 },
    ])
  })

  it('counts once: of different concurrent ones, one decides', async () => {
    for (let round = 0; round < 5; round += 1) {
      const checkout = await open()
      await Promise.all(
        ['pay', 'decline', 'pay-late', 'pay', 'decline', 'pay-late'].map((choice) =>
          pressPageButton(house, checkout, choice),
        ),
      )
      const [{ late }] = await house.sql(
        'select late_at is not null as late from sandbox_gateway_checkouts where gateway_id = $1',
        [checkout.gatewayId],
      )
      const state = await readCheckoutState(checkout)
      expect(late ? 'OPEN' : state).toBe(state)
      expect(await listMovements(house, checkout)).toHaveLength(state === 'PAID' ? 1 : 0)
    }
  })

  it('that comes after another, or too late, shows the status', async () => {
    const paid = await open()
    await pressPageButton(house, paid, 'pay')
    expect((await pressPageButton(house, paid, 'decline')).status).toBe(303)
    expect((await page(paid.path)).text).toContain('Your payment has arrived.')
    const closed = await open()
    await (await createSandboxGateway(house)).expire(closed)
    expect((await pressPageButton(house, closed, 'pay')).status).toBe(303)
    const { text } = await page(closed.path)
    expect(text).toContain('This checkout is closed. Nothing was paid.')
    expect(text).not.toMatch(/http-equiv|after-ms/)
    expect(await listMovements(house, closed)).toEqual([])
    const late = await open()
    await pressPageButton(house, late, 'pay-late')
    await (await createSandboxGateway(house)).expire(late)
    expect((await page(late.path)).text).toContain(
      'This checkout is closed. Your payment is under way, and arrives in 17 minutes.',
    )
  })

  it.each([
    ['nothing', {}, undefined],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'amount=1&state=FAILED'],
    ['a form with files', { 'content-type': 'multipart/form-data; boundary=x' }, '--x--'],
    ['broken JSON', { 'content-type': 'application/json' }, '{'],
    ['bytes of no type', {}, 'xyz'],
    ['bytes', { 'content-type': 'application/octet-stream' }, 'xyz'],
  ])('depends only on the path: %s is sent with it', async (_, headers, body) => {
    const checkout = await open()
    expect((await house.call('POST', `${checkout.path}/pay`, { headers, body })).status).toBe(303)
    expect(await listMovements(house, checkout)).toMatchObject([
      { kind: 'CAPTURED', amount: 50_000 },
    ])
  })

  it('with a body that is too large is refused with a page, and decides nothing', async () => {
    const checkout = await open()
    const reply = await house.call('POST', `${checkout.path}/pay`, {
      body: 'x'.repeat(bodyBytesMax + 1),
    })
    expect([reply.status, reply.headers['content-type']]).toEqual([413, 'text/html; charset=utf-8'])
    expect(await readCheckoutState(checkout)).toBe('OPEN')
  })

  it('is never made by a GET: its address redirects to the page', async () => {
    const checkout = await open()
    const { status, headers } = await page(`${checkout.path}/pay`)
    expect([status, headers.location]).toEqual([303, checkout.path])
    expect((await page('/sandbox-gateway/checkout/x%0d%0aset-cookie:a/pay')).status).toBe(404)
    expect((await house.call('POST', `${checkout.path}/steal`)).status).toBe(404)
    expect((await house.call('PUT', `${checkout.path}/pay`)).status).toBe(401)
    expect(await readCheckoutState(checkout)).toBe('OPEN')
  })
})

describe('the way back', () => {
  it.each([
    ['https://sunrise.example', 'https://sunrise.example/?sessionRef=REF'],
    ['https://sunrise.example/?', 'https://sunrise.example/?sessionRef=REF'],
    ['https://sunrise.example/#/booked?x=1', 'https://sunrise.example/?sessionRef=REF#/booked?x=1'],
    ['https://sunrise.example/a?b&c=%2F+d', 'https://sunrise.example/a?b&c=%2F+d&sessionRef=REF'],
    [
      'https://sunrise.example/a?sessionRef=old&b=1&sessionReference=2',
      'https://sunrise.example/a?b=1&sessionReference=2&sessionRef=REF',
    ],
    ['http://localhost:8080/done', 'http://localhost:8080/done?sessionRef=REF'],
  ])('from %s is %s', async (wanted, expected) => {
    const checkout = await open({ returnUrl: wanted })
    expect(backLink(await page(checkout.path))).toBe(
      expected.replace('REF', checkout.wanted.reference),
    )
  })

  it('may contain a reference with any letters', async () => {
    const checkout = await open({ reference: 'a b&c=ü#' })
    expect(backLink(await page(checkout.path))).toBe(
      returnUrl.replace('#', '&sessionRef=a%20b%26c%3D%C3%BC%23#'),
    )
  })
})

it('the page asks for patience if a request is refused', async () => {
  const limits = {
    perAddress: 1,
    pages: 1,
    perKey: 1,
    perWorkspace: 1,
    perRoute: { read: 1, write: 1, sensitive: 1 },
  }
  const busy = await openHarness({ connection: house.connection, limits })
  const from = '203.0.113.9'
  await busy.call('GET', unknownPath, { from })
  const replies = await Promise.all([1, 2, 3].map(() => busy.call('GET', unknownPath, { from })))
  const refused = replies.find(({ status }) => status === 429)
  expect(refused?.text).toContain('Please go back, and look at it again.')
})

it('the address of the page is never taken from the request', async () => {
  const checkout = await open()
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    forwarded: 'host=evil.example',
  }
  const shown = await page(checkout.path, headers)
  const decided = await house.call('POST', `${checkout.path}/pay`, { headers })
  expect(shown.text + JSON.stringify(decided.headers)).not.toContain('evil')
})
