import { expect, it } from 'vitest'
import type { PaymentSession } from '../payment-session-queries.ts'
import { type Gateway, type GatewayCheckout, GatewaySilent } from './gateway.ts'
import { openCheckout, toGatewayReading } from './gateways.ts'

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

it('believes an answer about this session alone, with what was requested (A-186)', () => {
  const session = {
    sessionRef: 'PS1',
    gatewayId: 'cs_1',
    amountMinor: 50_000,
    currency: 'INR',
  } as PaymentSession
  const answer = {
    reference: 'PS1',
    gatewayId: 'cs_1',
    amountMinor: 50_000,
    currency: 'INR',
    state: 'PAID',
  } as GatewayCheckout
  expect(toGatewayReading(session, answer)).toBe('PAID')
  // Before the answer to its opening, the id at the gateway is not known yet.
  expect(toGatewayReading({ ...session, gatewayId: null }, answer)).toBe('PAID')
  for (const other of [
    { reference: 'PS2' },
    { gatewayId: 'cs_2' },
    { amountMinor: 49_999 },
    { currency: 'USD' },
  ])
    expect(toGatewayReading(session, { ...answer, ...other }), JSON.stringify(other)).toBe('UNTRUE')
})
