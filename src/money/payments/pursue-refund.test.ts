// A gateway's answers about a refund, and how they are interpreted.

import { describe, expect, it } from 'vitest'
import {
  type Gateway,
  GatewayRefused,
  GatewaySilent,
  type RefundState,
} from './gateways/gateway.ts'
import type { PaymentSession } from './payment-session-queries.ts'
import { askForRefund } from './pursue-refund.ts'
import type { Refund } from './refund-queries.ts'

const session = {
  workspaceId: 7,
  sessionRef: 'ps_1',
  gatewayId: 'cs_1',
  gateway: 'elsewhere',
  currency: 'INR',
} as PaymentSession
const refund = { gatewayKey: 'rf_1', amountMinor: 25_000, currency: 'INR' } as Refund
const body = { error: { code: 'NO' } }
const first = { isFirst: true, isRepeated: false }
const again = { isFirst: false, isRepeated: false }

type GatewayReply = RefundState | undefined | Error

/** A gateway with these answers, call by call, and what it was asked. */
function gatewaySaying(replies: {
  refund?: GatewayReply
  readRefund?: GatewayReply[]
  refundedMinor?: number
}) {
  const asked: string[] = []
  const answerCall = <T>(call: string, what: T | Error): T => {
    asked.push(call)
    if (what instanceof Error) throw what
    return what
  }
  const reads = [...(replies.readRefund ?? [])]
  const gateway = {
    refund: async () => answerCall('refund', replies.refund),
    readRefund: async () => answerCall('readRefund', reads.shift()),
    books: async () =>
      answerCall('books', { capturedMinor: 50_000, refundedMinor: replies.refundedMinor ?? 0 }),
  } as unknown as Gateway
  return { gateway, asked }
}

describe('a requested refund', () => {
  it.each(['DONE', 'PENDING', 'FAILED'] as const)(
    'has the result that the gateway returns: %s [A-205]',
    async (state) => {
      const { gateway, asked } = gatewaySaying({ refund: state })
      expect(await askForRefund(gateway, session, refund, first)).toEqual({ state })
      expect(asked).toEqual(['refund'])
    },
  )

  it('is refused by an answer below 500, which is kept for the caller [ERR-15]', async () => {
    const refused = new GatewayRefused(402, body)
    expect(
      await askForRefund(gatewaySaying({ refund: refused }).gateway, session, refund, first),
    ).toMatchObject({ state: 'REFUSED', refused })
  })

  it('has the result that is found after a breakdown, and is refused if nothing is found [A-205]', async () => {
    const broken = new GatewayRefused(500, body)
    const done = gatewaySaying({ refund: broken, readRefund: ['DONE'] })
    expect(await askForRefund(done.gateway, session, refund, first)).toEqual({ state: 'DONE' })
    expect(done.asked).toEqual(['refund', 'readRefund'])
    expect(
      await askForRefund(gatewaySaying({ refund: broken }).gateway, session, refund, first),
    ).toMatchObject({ state: 'REFUSED', refused: broken })
    const silent = gatewaySaying({ refund: broken, readRefund: [new GatewaySilent()] })
    expect(await askForRefund(silent.gateway, session, refund, first)).toMatchObject({
      state: 'UNKNOWN',
    })
  })

  it('is unknown if the gateway is silent, and a defect is not an answer [A-205]', async () => {
    const silent = await askForRefund(
      gatewaySaying({ refund: new GatewaySilent() }).gateway,
      session,
      refund,
      first,
    )
    expect(silent).toEqual({ state: 'UNKNOWN', reason: 'the gateway did not answer' })
    await expect(
      askForRefund(
        gatewaySaying({ refund: new TypeError('a defect') }).gateway,
        session,
        refund,
        first,
      ),
    ).rejects.toThrow('a defect')
  })

  it('is refused if there is no such gateway or checkout', async () => {
    expect(await askForRefund(undefined, session, refund, first)).toMatchObject({
      state: 'REFUSED',
      reason: expect.stringContaining('not set up here'),
    })
    const { gateway, asked } = gatewaySaying({ refund: 'DONE' })
    expect(
      await askForRefund(gateway, { ...session, gatewayId: null }, refund, first),
    ).toMatchObject({ state: 'REFUSED' })
    expect(asked).toEqual([])
  })

  it("after a refused one is requested only after a check of the gateway's books [INV-22]", async () => {
    const repeated = { isFirst: true, isRepeated: true }
    const free = gatewaySaying({ refund: 'DONE' })
    expect(await askForRefund(free.gateway, session, refund, repeated)).toEqual({ state: 'DONE' })
    expect(free.asked).toEqual(['books', 'refund'])
    const given = gatewaySaying({ refund: 'DONE', refundedMinor: 1 })
    expect(await askForRefund(given.gateway, session, refund, repeated)).toMatchObject({
      state: 'REFUSED',
      reason: expect.stringContaining('0.01 INR back already'),
    })
    expect(given.asked).toEqual(['books'])
  })
})

describe('a resumed refund', () => {
  it('is looked up first, and requested only if it is not there [A-205]', async () => {
    const there = gatewaySaying({ refund: 'DONE', readRefund: ['PENDING'] })
    expect(await askForRefund(there.gateway, session, refund, again)).toEqual({ state: 'PENDING' })
    expect(there.asked).toEqual(['readRefund'])
    const notThere = gatewaySaying({ refund: 'DONE' })
    expect(await askForRefund(notThere.gateway, session, refund, again)).toEqual({ state: 'DONE' })
    expect(notThere.asked).toEqual(['readRefund', 'refund'])
  })

  it('is found if the gateway refuses because it has been done by now', async () => {
    const { gateway } = gatewaySaying({
      refund: new GatewayRefused(400, body),
      readRefund: [undefined, 'DONE'],
    })
    expect(await askForRefund(gateway, session, refund, again)).toEqual({ state: 'DONE' })
  })

  it.each([401, 403, 429])('is not refused by a %i, which is about the service', async (status) => {
    const { gateway } = gatewaySaying({ refund: new GatewayRefused(status, body) })
    expect(await askForRefund(gateway, session, refund, again)).toMatchObject({ state: 'UNKNOWN' })
  })

  it('is unknown while its gateway is not set up here, because it may be done [A-205]', async () => {
    expect(await askForRefund(undefined, session, refund, again)).toEqual({
      state: 'UNKNOWN',
      reason: 'the gateway elsewhere is not set up here',
    })
  })

  it('is unknown if its gateway cannot be asked for its status', async () => {
    for (const failure of [new GatewaySilent(), new GatewayRefused(404, body)]) {
      const { gateway, asked } = gatewaySaying({ refund: 'DONE', readRefund: [failure] })
      expect(await askForRefund(gateway, session, refund, again)).toMatchObject({
        state: 'UNKNOWN',
      })
      expect(asked).toEqual(['readRefund'])
    }
  })
})
