// The adapters' own refusals, before a request or because of an answer: the same for every gateway.

import { minorUnitsMax } from '../../../base/values/money.ts'
import { paymentProblems } from '../problems.ts'
import { GatewayRefused } from './gateway.ts'

export function gatewayRefusal(status: number, code: string, message: string): GatewayRefused {
  return new GatewayRefused(status, { error: { code, message } })
}

/** The same refusal as for a clinic without any gateway. */
export function notConfigured(): GatewayRefused {
  const code = 'GATEWAY_NOT_CONFIGURED'
  return new GatewayRefused(400, {
    statusCode: 400,
    status: 'failed',
    message: `${code}: ${paymentProblems[code].sentence}`,
    error: code,
  })
}

export const unknownCheckout = () =>
  gatewayRefusal(404, 'CHECKOUT_NOT_FOUND', 'there is no such checkout')
export const otherCheckout = () =>
  gatewayRefusal(
    400,
    'IDEMPOTENCY_KEY_REUSED',
    'a checkout with other details was opened with this key',
  )
export const otherRefund = () =>
  gatewayRefusal(400, 'IDEMPOTENCY_KEY_REUSED', 'another refund was asked for with this key')
export const otherCurrency = () =>
  gatewayRefusal(400, 'CURRENCY_MISMATCH', 'the checkout is in another currency')
export const moreThanCaptured = () =>
  gatewayRefusal(400, 'REFUND_EXCEEDS_CAPTURE', 'the refund is larger than the captured amount')
export const noWebAddress = () =>
  gatewayRefusal(400, 'RETURN_URL_INVALID', 'returnUrl must be a URL of the web')

/** Refuses a key that a gateway could not store, before it is asked. */
export function refuseUnusableKey(key: string, lengthMax = 100): void {
  if (/^[A-Za-z0-9_-]+$/.test(key) && key.length <= lengthMax) return
  const message = `the key must be 1 to ${lengthMax} characters of A-Z a-z 0-9 _ -`
  throw gatewayRefusal(400, 'KEY_INVALID', message)
}

/** Refuses an amount that cannot be paid in any currency, before a gateway is asked. */
export function refuseUnusableAmount(amountMinor: number): void {
  if (Number.isInteger(amountMinor) && amountMinor > 0 && amountMinor <= minorUnitsMax) return
  const message = `the amount must be a whole number of minor units from 1 to ${minorUnitsMax}`
  throw gatewayRefusal(400, 'AMOUNT_INVALID', message)
}
