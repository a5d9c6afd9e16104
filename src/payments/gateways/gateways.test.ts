import { expect, it } from 'vitest'
import type { PaymentSession } from '../payment-session-queries.ts'
import type { GatewayCheckout } from './gateway.ts'
import { readingOf } from './gateways.ts'

const session = { sessionRef: 'ps_1', gatewayId: 'cs_1', amountMinor: 50_000, currency: 'INR' } as PaymentSession
const answer: GatewayCheckout = { gatewayId: 'cs_1', url: '', reference: 'ps_1', amountMinor: 50_000, currency: 'INR', state: 'PAID' }

it('an answer is believed only for the requested checkout, reference, amount and currency [A-186]', () => {
  expect(readingOf(session, answer)).toBe('PAID')
  for (const other of [{ gatewayId: 'cs_2' }, { reference: 'ps_2' }, { amountMinor: 49_999 }, { currency: 'USD' }])
    expect(readingOf(session, { ...answer, ...other }), JSON.stringify(other)).toBe('UNTRUE')
  // Its answer was lost, so its id there is not known yet; its reference is.
  expect(readingOf({ ...session, gatewayId: null }, answer)).toBe('PAID')
  expect(readingOf({ ...session, gatewayId: null }, { ...answer, reference: 'ps_2' })).toBe('UNTRUE')
})
