import { makeProblems, type ProblemTable } from '../../base/values/problem.ts'
import { catalogueProblems } from '../../clinic/catalogue/problems.ts'
import { appointmentProblems } from '../../visits/appointments/problems.ts'
import { bookingProblems } from '../../visits/booking/problems.ts'
import { queueProblems } from '../../visits/queue/problems.ts'
import { checkoutProblems } from '../checkout/problems.ts'
import { packProblems } from '../packs/problems.ts'
import { paymentProblems } from '../payments/problems.ts'

export const deskProblems = {
  MONEY_NOT_ALLOWED: {
    sentence: 'you are not allowed to take payments',
    toDo: 'leave it unpaid, and ask someone who may take payments',
  },
  PAYMENT_METHOD_REQUIRED: {
    sentence: 'an amount is given, but not how it was paid',
    toDo: 'name the method too, or leave out the amount',
  },
  STAFF_NOT_SIGNED_IN: {
    sentence: 'you are not signed in as member of staff {id}',
    toDo: 'ask them to record what they took, or leave out who took it',
  },
  NOT_A_DESK_PAYMENT: {
    sentence: 'an online payment cannot be recorded at the desk',
    toDo: 'choose another payment method',
  },
  PAYABLE_HELD_FOR_ONLINE_PAYMENT: {
    sentence: '{name} is held for an online payment, which may arrive at any moment',
    toDo: 'let the patient pay there, or end that payment and take it here: {it}',
    next: 'payments-leave',
  },
  AMOUNT_EXCEEDS_DUE: {
    sentence: '{due} {currency} is still to be paid for {name}, so {amount} is not possible',
    toDo: 'take {due} {currency} or less, or leave out the amount',
  },
  PAYABLE_NOT_PAID: {
    sentence: '{name} is {status}, so there is nothing to correct or refund',
    toDo: 'check its status: {it}',
  },
  PAYABLE_PAID_ONLINE: {
    sentence: '{name} was paid online',
    toDo: 'refund it through the gateway: {it}',
    next: 'payments-refund',
    input: { reference: '{reference}' },
  },
  PAYABLE_TOKEN_NOT_FOUND: {
    sentence: 'there is no token with visitId {id} in this workspace',
    toDo: 'look it up: {it}',
    next: 'queue-show',
  },
  DESK_PAYMENT_NOT_FOUND: {
    sentence: 'there is no desk payment {id} in this workspace',
    toDo: 'see the payments at the desk: {it}',
    next: 'payments-desk',
  },
  DESK_PAYMENT_CORRECTED: {
    sentence: 'payment {id} is already corrected',
    toDo: 'see the payments at the desk: {it}',
    next: 'payments-desk',
  },
  PURCHASED_PACK_USED: {
    sentence: 'sessions of the pack bought with payment {id} have been used',
    toDo: 'cancel those visits first, or correct the sessions of the pack: {it}',
    next: 'packs-correct',
  },
  TILL_HAS_NO_OPEN_ENTRIES: {
    sentence: 'this till has no entries since it was last closed',
    toDo: 'see the open entries: {it}',
    next: 'till-show',
  },
  TILL_CONFLICT: {
    sentence:
      'this till was closed in the meantime, or its open entries are not the ones you counted',
    toDo: 'see the open entries: {it}',
    next: 'till-show',
  },
  TILL_COUNT_MISSING: {
    sentence: '{method} in {currency} is not counted',
    toDo: 'count it; if there is none, enter 0',
  },
  TILL_DIFFERENCE_UNEXPLAINED: {
    sentence: 'what was counted differs from what was taken, and no reason is given',
    toDo: 'count again, or give the reason',
  },
  TILL_COUNTED_TWICE: {
    sentence: '{method} in {currency} is counted twice',
    toDo: 'count it once',
  },
  TILL_COUNT_INVALID: {
    sentence: 'the count of {method} is not {what} (it may be negative)',
    toDo: 'count again',
  },
  RECEIPT_NEEDS_ONE_PAYMENT: {
    sentence: 'a receipt is for a single payment',
    toDo: 'name one visit, token, session pack or payment',
  },
  RECEIPT_WITHOUT_PAYMENT: {
    sentence: 'no desk or online payment is recorded for this',
    toDo: 'take the payment first',
  },
  RECEIPT_FOR_CORRECTED_PAYMENT: {
    sentence: 'this payment was recorded by mistake and has no receipt',
    toDo: 'see the payments at the desk: {it}',
    next: 'payments-desk',
  },
  RECEIPT_ADDRESS_INVALID: {
    sentence: 'this is not a valid e-mail address',
    toDo: 'write it as name@example.org',
  },
  RECEIPT_HAS_NO_ADDRESS: {
    sentence: 'the patient has no e-mail address on record',
    toDo: 'enter one',
  },
  RECEIPT_NOT_SENT: {
    sentence: 'the mail server did not accept the e-mail; the receipt keeps its number',
    toDo: 'read the service log, then send it again',
  },
  RECEIPT_MAY_BE_SENT: {
    sentence: 'the e-mail may or may not have been sent; the receipt keeps its number',
    toDo: 'ask the patient before you send it again',
  },
} as const satisfies ProblemTable

export const problem = makeProblems({
  ...catalogueProblems,
  ...paymentProblems,
  ...packProblems,
  ...bookingProblems,
  ...queueProblems,
  ...appointmentProblems,
  ...checkoutProblems,
  ...deskProblems,
})
