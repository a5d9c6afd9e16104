import { expect, it } from 'vitest'
import type { PaymentSession } from '../payment-session-queries.ts'
import { type Gateway, GatewaySilent } from './gateway.ts'
import { openCheckout } from './gateways.ts'

const opening = (url: string) => {
  const gateway = { open: async () => ({ url }) } as unknown as Gateway
  return openCheckout(gateway, {} as PaymentSession)
}

it('opens a checkout whose address is one of the web, and no other: a browser is sent there [RES-08]', async () => {
  for (const url of [
    'https://checkout.example/pay/x',
    'http://127.0.0.1:3000/sandbox-gateway/checkout/x',
  ])
    expect((await opening(url)).url).toBe(url)
  for (const url of [
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,x',
    'ftp://x',
    '/pay',
    '',
  ])
    await expect(opening(url), url).rejects.toBeInstanceOf(GatewaySilent)
})
