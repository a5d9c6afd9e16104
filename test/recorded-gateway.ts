// The sandbox gateway with an ear at the port: which calls the service made of it. It does not keep the tests waiting when it is silent.

import type { Gateway } from '../src/payments/gateways/gateway.ts'
import { sandboxGateway } from '../src/payments/gateways/sandbox/sandbox-gateway.ts'
import { type House, openHouse } from './harness.ts'

export type GatewayCall = 'open' | 'read' | 'expire' | 'refund' | 'readRefund' | 'books'

export interface RecordedGateway {
  /** Made since the last look, in their order. */
  calls(): GatewayCall[]
}

const answerMs = 30

/** A house whose gateway is listened to. */
export async function houseWithGateway(): Promise<House & RecordedGateway> {
  let made: GatewayCall[] = []
  let real: Gateway | undefined
  const heard =
    <T, A>(call: GatewayCall, work: (gateway: Gateway) => (asked: A) => Promise<T>) =>
    (asked: A): Promise<T> => {
      made.push(call)
      real ??= sandboxGateway({ ...house.application, publicUrl: () => 'http://127.0.0.1:3000', answerMs })
      return work(real)(asked)
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
  const house: House = await openHouse({ gateways: [gateway] })
  return Object.assign(house, {
    calls() {
      const since = made
      made = []
      return since
    },
  })
}
