// A gateway over HTTP. It imports nothing from the tests, so that another process can load it on
// its own.

import {
  type Gateway,
  type GatewayBooks,
  type GatewayCheckout,
  GatewayRefused,
  GatewaySilent,
  type RefundState,
} from '../../../src/money/payments/gateways/gateway.ts'

/** The calls of the port that a gateway receives. */
export type GatewayCall = 'open' | 'read' | 'expire' | 'refund' | 'readRefund' | 'books'

// Long enough for a busy machine: a call that times out is retried after half a minute of business
// time, for which no test waits.
const answerMs = 5_000

/** Posts JSON and returns the answer; throws the errors that a gateway is documented to throw. */
export async function callGateway(url: string, call: string, sent: object): Promise<unknown> {
  const response = await fetch(`${url}/${call}`, {
    method: 'POST',
    body: JSON.stringify(sent),
    signal: AbortSignal.timeout(answerMs),
  }).catch(() => {
    throw new GatewaySilent('the gateway did not answer in time')
  })
  const body = (await response.json().catch(() => {
    throw new GatewaySilent('the gateway broke off in the middle')
  })) as Record<string, unknown>
  if (!response.ok) throw new GatewayRefused(response.status, body)
  return body
}

/**
 * The sandbox gateway at an address; `passed` is called before each call is sent and after it is
 * answered.
 */
export function remoteGateway(
  url: string,
  passed: (call: GatewayCall, side: 'before' | 'after') => void = () => {},
): Gateway {
  async function sendCall<T = GatewayCheckout>(call: GatewayCall, sent: object): Promise<T> {
    passed(call, 'before')
    const answer = await callGateway(url, call, sent)
    passed(call, 'after')
    return answer as T
  }
  return {
    name: 'sandbox',
    open: (checkout) => sendCall('open', checkout),
    read: (name) => sendCall('read', name),
    expire: (name) => sendCall('expire', name),
    refund: async (input) => (await sendCall<{ state: RefundState }>('refund', input)).state,
    readRefund: async (input) =>
      (await sendCall<{ state?: RefundState }>('readRefund', input)).state,
    books: (name) => sendCall<GatewayBooks>('books', name),
  }
}
