import { describe, expect, it } from 'vitest'
import { paymentSessionStates } from '../payments/payment-session-queries.ts'
import { refundStates } from '../payments/refund-queries.ts'
import { nextPaymentStep, type PaymentSituation } from './payment-step.ts'

const plain: PaymentSituation = {
  state: 'PAID',
  isLookedAt: false,
  isGivenUp: false,
  isOver: true,
  isOwed: false,
  refund: null,
}
const step = (changes: Partial<PaymentSituation>) => nextPaymentStep({ ...plain, ...changes })

describe('the next step of an online payment', () => {
  it('is the patient’s while the hold lasts, and the service’s after it [TILL-06]', () => {
    for (const state of ['OPENING', 'OPEN'] as const) {
      expect(step({ state, isOver: false })).toBe('PATIENT_PAYS')
      expect(step({ state, isLookedAt: true })).toBe('SERVICE_CHECKS')
    }
    for (const state of ['FAILED', 'RELEASED', 'RETURNING'] as const)
      expect(step({ state, isLookedAt: true })).toBe('SERVICE_CHECKS')
  })

  it('is the desk’s if no checkout was opened, as long as it is owed [TILL-06]', () => {
    expect(step({ state: 'NOT_OPENED', isOwed: true })).toBe('PAY_AT_DESK')
    expect(step({ state: 'NOT_OPENED', isOwed: false })).toBe('NOTHING')
  })

  it('is left to staff once the service has stopped checking, in every other state [TILL-06]', () => {
    for (const state of paymentSessionStates) {
      expect(
        step({ state, isGivenUp: true, refund: { state: 'PENDING', hasProblem: false } }),
      ).toBe('SETTLE')
    }
    for (const state of ['FAILED', 'RELEASED', 'RETURNING'] as const)
      expect(step({ state })).toBe('SETTLE')
  })

  it('follows the refund: the gateway’s while it is in progress, and a person’s if it did not arrive [TILL-06]', () => {
    const steps = refundStates.map((state) => [
      state,
      step({ refund: { state, hasProblem: false } }),
    ])
    expect(steps).toEqual([
      ['REQUESTED', 'GATEWAY_REFUNDS'],
      ['PENDING', 'GATEWAY_REFUNDS'],
      ['DONE', 'NOTHING'],
      ['REFUSED', 'REFUND_AGAIN'],
      ['FAILED', 'REFUND_AGAIN'],
    ])
    expect(step({ state: 'RETURNED', refund: { state: 'DONE', hasProblem: true } })).toBe(
      'REFUND_ANOTHER_WAY',
    )
    expect(
      step({
        state: 'RETURNING',
        isLookedAt: true,
        refund: { state: 'REFUSED', hasProblem: true },
      }),
    ).toBe('SERVICE_CHECKS')
  })

  it('is none once it is over [TILL-06]', () => {
    for (const state of ['PAID', 'RETURNED', 'CLOSED'] as const)
      expect(step({ state })).toBe('NOTHING')
  })
})
