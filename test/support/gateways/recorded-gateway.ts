// The sandbox gateway with a recorder at its port: it tells which calls the service made. When it is silent it does not keep the tests
// waiting.

import type { Gateway } from '../../../src/money/payments/gateways/gateway.ts'
import { sandboxGateway } from '../../../src/money/payments/gateways/sandbox/sandbox-gateway.ts'
import { type House, type HouseOptions, openHouse } from '../clinic/harness.ts'

export type GatewayCall = 'open' | 'read' | 'expire' | 'refund' | 'readRefund' | 'books'

export interface RecordedGateway {
  /** Calls since the last look, in order. */
  calls(): GatewayCall[]
  /**
   * Pauses the next call of a kind: `before` it is made, or its answer `after`; `reached` resolves when the call is there, `goOn` continues
   * it.
   */
  keep(call: GatewayCall, when: 'before' | 'after'): { reached: Promise<void>; goOn(): void }
}

interface Kept {
  call: GatewayCall
  when: 'before' | 'after'
  reach(): void
  passed: Promise<void>
}

const answerMs = 30

/** A house with a recorded gateway. */
export async function houseWithGateway(options: HouseOptions = {}): Promise<House & RecordedGateway> {
  let made: GatewayCall[] = []
  let real: Gateway | undefined
  const waiting: Kept[] = []
  const heard =
    <T, A>(call: GatewayCall, work: (gateway: Gateway) => (asked: A) => Promise<T>) =>
    async (asked: A): Promise<T> => {
      made.push(call)
      real ??= sandboxGateway({ ...house.application, publicUrl: () => 'http://127.0.0.1:3000', answerMs })
      const at = waiting.findIndex((kept) => kept.call === call)
      const [kept] = at < 0 ? [] : waiting.splice(at, 1)
      const stop = async (when: Kept['when']) => {
        if (kept?.when !== when) return
        kept.reach()
        await kept.passed
      }
      await stop('before')
      try {
        return await work(real)(asked)
      } finally {
        await stop('after')
      }
    }
  const gateway: Gateway = {
    name: 'sandbox',
    open: heard('open', ({ open }) => open),
    read: heard('read', ({ read }) => read),
    expire: heard('expire', ({ expire }) => expire),
    refund: heard('refund', ({ refund }) => refund),
    readRefund: heard('readRefund', ({ readRefund }) => readRefund),
    books: heard('books', ({ books }) => books),
  }
  const house: House = await openHouse({ ...options, gateways: [gateway] })
  return Object.assign(house, {
    calls() {
      const since = made
      made = []
      return since
    },
    keep(call: GatewayCall, when: Kept['when']) {
      const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
      const { promise: passed, resolve: goOn } = Promise.withResolvers<void>()
      waiting.push({ call, when, reach, passed })
      return { reached, goOn }
    },
  })
}
