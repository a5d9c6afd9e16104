import { makeProblems, type ProblemTable } from '../../base/values/problem.ts'

export const paymentProblems = {
  NO_SANDBOX_GATEWAY: {
    sentence: 'a production instance has no sandbox gateway',
    toDo: 'use a sandbox: set CLINIC_MODE=sandbox and give it its own database',
  },
  FAULT_TAKES_NO_ANSWER: {
    sentence: 'a status and a body only go with the fault refuse, not with {how}',
    toDo: 'leave them out, or choose refuse',
  },
  FAULT_TIME_INVALID: {
    sentence: 'the fault slow needs a time, and no other fault takes one',
    toDo: 'give the time: {it}',
    next: 'sandbox-gateway-fail',
    input: { call: '{call}', how: 'slow', ms: 2000 },
  },
  FAULT_HAS_NO_AMOUNT: {
    sentence: 'the answer to a refund carries no amount',
    toDo: 'choose another call, or another fault',
  },
  FAULT_FOR_REFUNDS_ONLY: {
    sentence: 'only a refund can be {how}',
    toDo: 'use the fault for refunds: {it}',
    next: 'sandbox-gateway-fail',
    input: { call: 'refund', how: '{how}' },
  },
  REFUND_NOT_POSSIBLE: {
    status: 400,
    sentence: 'The visit cannot be refunded because {reason}; cancel it with refundIssued false.',
    advice:
      'The visit is not paid, or other sessions of the pack that was bought with it have been used.',
  },
  REFUND_OUTCOME_UNKNOWN: {
    status: 500,
    shape: 'failed',
    sentence:
      'The payment gateway did not say whether it refunded the payment; the service will find out. Check the visit again in a minute.',
    advice:
      'The gateway did not answer. The visit stays unchanged until the service knows the outcome; then it is either cancelled and refunded, or left as it was.',
    next: 'payments-list',
  },
  REFUND_IN_PROGRESS: {
    status: 400,
    sentence: 'A refund of this visit is in progress; wait a minute, then check the visit again.',
    advice: 'The gateway has not yet said whether it refunded the payment.',
    next: 'payments-list',
  },
  GATEWAY_NOT_CONFIGURED: {
    status: 400,
    sentence:
      'This clinic does not accept online payments; if a booking was made, it is kept unpaid and can be paid at the clinic.',
    advice:
      'Offer payment at the clinic; do not book again. Once the clinic has a gateway, a request with the same `Idempotency-Key` opens the checkout.',
  },
} as const satisfies ProblemTable

export const problem = makeProblems(paymentProblems)
