import { describe, expect, it } from 'vitest'
import type { PaymentSessionState } from './payment-session-queries.ts'
import {
  dayMs,
  type GatewayReading,
  nextCheck,
  nextCheckOfDoneRefund,
  nextStep,
  type SettlementSituation,
  type SettlementStep,
} from './settlement.ts'

const live = { paymentStatus: 'PENDING', isOver: false, isBegun: false } as const
const unpaid = { ...live, paymentStatus: 'UNPAID' } as const
const over = { ...live, isOver: true }
const begun = { ...live, isBegun: true }
const settlementStep = (
  state: PaymentSessionState,
  reading: GatewayReading,
  more: Partial<SettlementSituation> = {},
): SettlementStep =>
  nextStep({
    state,
    reading,
    standing: live,
    isSwept: false,
    isWatchOver: false,
    keepsBooking: false,
    ...more,
  })
const readings: GatewayReading[] = ['OPEN', 'PAID', 'FAILED', 'EXPIRED', 'SILENT', 'UNTRUE']
const steps = (state: PaymentSessionState, more: Partial<SettlementSituation> = {}) =>
  readings.map((reading) => settlementStep(state, reading, more)).join(' ')

// The table, written out again: what OPEN, PAID, FAILED, EXPIRED, SILENT and UNTRUE lead to.
describe('a payment session', () => {
  it('that is open is confirmed when it is paid, fails when it has failed, and is left alone otherwise [PAY-12] [PAY-14] [PAY-15]', () => {
    for (const state of ['OPENING', 'OPEN'] as const)
      expect(steps(state)).toBe('NOTHING CONFIRM FAIL FAIL NOTHING NOTHING')
    expect(steps('FAILED')).toBe('NOTHING CONFIRM NOTHING NOTHING NOTHING NOTHING')
  })

  it('that is swept releases its booking unless it is paid, and a booking that has been used stays [PAY-22] [A-191] [A-193]', () => {
    for (const state of ['OPENING', 'OPEN', 'FAILED'] as const) {
      expect(steps(state, { isSwept: true })).toBe(
        'RELEASE CONFIRM RELEASE RELEASE RELEASE RELEASE',
      )
      expect(steps(state, { isSwept: true, standing: begun })).toBe(
        'KEEP CONFIRM KEEP KEEP KEEP KEEP',
      )
      expect(steps(state, { isSwept: true, standing: over })).toBe(
        'WATCH RETURN WATCH WATCH WATCH WATCH',
      )
      expect(steps(state, { standing: over })).toBe(
        'NOTHING RETURN NOTHING NOTHING NOTHING NOTHING',
      )
    }
  })

  it('whose booking has expired refunds late money, and is closed after a day [PAY-23] [INV-29]', () => {
    expect(steps('RELEASED', { standing: over, isSwept: true })).toBe(
      'NOTHING RETURN NOTHING NOTHING NOTHING NOTHING',
    )
    expect(steps('RELEASED', { standing: over, isSwept: true, isWatchOver: true })).toBe(
      'NOTHING RETURN CLOSE CLOSE NOTHING DISPUTE',
    )
    // A visit that took place, and was paid later, is paid.
    expect(steps('RELEASED', { standing: { ...unpaid, isBegun: true }, isSwept: true })).toBe(
      'NOTHING CONFIRM NOTHING NOTHING NOTHING NOTHING',
    )
    expect(
      settlementStep('RELEASED', 'PAID', { standing: { ...live, paymentStatus: 'PAID' } }),
    ).toBe('DISPUTE')
  })

  it('that could not be opened is closed once its gateway says so, and still counts if it was paid', () => {
    expect(steps('NOT_OPENED', { standing: unpaid })).toBe(
      'NOTHING CONFIRM NOTHING NOTHING NOTHING NOTHING',
    )
    expect(steps('NOT_OPENED', { standing: unpaid, isSwept: true })).toBe(
      'NOTHING CONFIRM CLOSE CLOSE NOTHING NOTHING',
    )
    expect(steps('NOT_OPENED', { standing: over, isSwept: true })).toBe(
      'NOTHING RETURN CLOSE CLOSE NOTHING NOTHING',
    )
  })

  it('that is paid, over, or followed by its refund stays as it is', () => {
    for (const standing of [live, unpaid, over, begun]) {
      for (const state of ['PAID', 'RETURNING', 'RETURNED', 'CLOSED'] as const) {
        expect(
          new Set(steps(state, { standing, isSwept: true, isWatchOver: true }).split(' ')),
        ).toEqual(new Set(['NOTHING']))
      }
    }
  })

  it('is checked every minute at first, and less and less often: some thirty times in a day [A-193]', () => {
    const day = 24 * 3_600_000
    let looks = 0
    let now = 0
    while (now < day) {
      now = nextCheck(0, now)
      looks += 1
    }
    expect(nextCheck(0, 0)).toBe(60_000)
    expect(looks).toBeGreaterThan(20)
    expect(looks).toBeLessThan(50)
  })
})

it('a completed refund is checked six times in a month, less and less often', () => {
  const looks: number[] = []
  for (
    let now: number | undefined = 0;
    now !== undefined && looks.length < 20;
    now = nextCheckOfDoneRefund(0, now)
  )
    looks.push(now / dayMs)
  expect(looks).toEqual([0, 1, 2, 4, 8, 16, 30])
  // Also by due work that runs late.
  expect(nextCheckOfDoneRefund(0, 3.5 * dayMs)).toBe(7 * dayMs)
})
