// The sandbox gateway with a recorder at its port, which reports the calls that the service made.
// When the gateway is silent, it does not keep the tests waiting.

import type { Gateway } from '../../../src/money/payments/gateways/gateway.ts'
import { sandboxGateway } from '../../../src/money/payments/gateways/sandbox/sandbox-gateway.ts'
import { type Harness, type HarnessOptions, openHarness } from '../clinic/harness.ts'

export type GatewayCall = 'open' | 'read' | 'expire' | 'refund' | 'readRefund' | 'books'

export interface RecordedGateway {
  /** The calls since they were last read, in order. */
  calls(): GatewayCall[]
  /**
   * Pauses the next call of a kind, `before` it is made or `after` that, before its answer.
   * `reached` resolves when the call is paused, and `goOn` continues it.
   */
  pauseNext(call: GatewayCall, when: 'before' | 'after'): { reached: Promise<void>; goOn(): void }
}

interface PausedCall {
  call: GatewayCall
  when: 'before' | 'after'
  reach(): void
  passed: Promise<void>
}

const answerMs = 30

/** An application with a recorded gateway. */
export async function openHarnessWithGateway(
  options: HarnessOptions = {},
): Promise<Harness & RecordedGateway> {
  let recordedCalls: GatewayCall[] = []
  let sandbox: Gateway | undefined
  const waiting: PausedCall[] = []
  const recordCall =
    <T, A>(call: GatewayCall, work: (gateway: Gateway) => (input: A) => Promise<T>) =>
    async (input: A): Promise<T> => {
      recordedCalls.push(call)
      sandbox ??= sandboxGateway({
        ...harness.application,
        publicUrl: () => 'http://127.0.0.1:3000',
        answerMs,
      })
      const waitingIndex = waiting.findIndex((paused) => paused.call === call)
      const [paused] = waitingIndex < 0 ? [] : waiting.splice(waitingIndex, 1)
      const pauseAt = async (when: PausedCall['when']) => {
        if (paused?.when !== when) return
        paused.reach()
        await paused.passed
      }
      await pauseAt('before')
      try {
        return await work(sandbox)(input)
      } finally {
        await pauseAt('after')
      }
    }
  const gateway: Gateway = {
    name: 'sandbox',
    open: recordCall('open', ({ open }) => open),
    read: recordCall('read', ({ read }) => read),
    expire: recordCall('expire', ({ expire }) => expire),
    refund: recordCall('refund', ({ refund }) => refund),
    readRefund: recordCall('readRefund', ({ readRefund }) => readRefund),
    books: recordCall('books', ({ books }) => books),
  }
  const harness: Harness = await openHarness({ ...options, gateways: [gateway] })
  return Object.assign(harness, {
    calls() {
      const callsSince = recordedCalls
      recordedCalls = []
      return callsSince
    },
    pauseNext(call: GatewayCall, when: PausedCall['when']) {
      const { promise: reached, resolve: markReached } = Promise.withResolvers<void>()
      const { promise: passed, resolve: goOn } = Promise.withResolvers<void>()
      waiting.push({ call, when, reach: markReached, passed })
      return { reached, goOn }
    },
  })
}
