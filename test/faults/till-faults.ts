import type { PlantedFault } from './planted-fault.ts'

const tills = ['src/till/till.test.ts']
const receipts = ['src/till/receipts.test.ts']
const steps = ['src/checkout/payment-step.test.ts']

/** Faults in tills, receipts and the next steps of online payments. */
export const tillFaults: readonly PlantedFault[] = [
  {
    name: 'a till is closed with other entries than those counted',
    file: 'src/till/close-till.ts',
    in: 'closeTill',
    replace: '(firstEntry !== undefined && firstEntry !== first) ||',
    with: '',
    noticedBy: tills,
  },
  {
    name: 'a corrected payment still counts as taken',
    file: 'src/till/till-sums.ts',
    in: 'netMinor',
    replace: 'takenMinor + correctedMinor + refundedMinor',
    with: 'takenMinor + refundedMinor',
    noticedBy: tills,
  },
  {
    name: 'a close may state a different total than its entries',
    file: 'src/db/migrations/0085-part-payments.sql',
    in: 'till_close_follows_the_last',
    replace: 'where counted.minor is null or counted.minor <> coalesce(taken.minor, 0)',
    with: 'where false',
    noticedBy: tills,
  },
  {
    name: 'a till is closed with a difference and without a reason',
    file: 'src/till/close-till.ts',
    in: 'closeTill',
    replace: 'if (differs && reason === undefined)',
    with: 'if (differs && counted.size === 0)',
    noticedBy: tills,
  },
  {
    name: 'a refund has no counter-receipt',
    file: 'src/till/receipts.ts',
    in: 'giveReceipt',
    replace: 'if (facts.undoneBy !== null && !known.counterReceipt)',
    with: "if (facts.undoneBy === 'CORRECTED' && !known.counterReceipt)",
    noticedBy: receipts,
  },
  {
    name: 'the year of a receipt is that of UTC',
    file: 'src/db/migrations/0085-part-payments.sql',
    in: 'receipt_is_numbered',
    replace: 'new.at at time zone zone',
    with: "new.at at time zone 'UTC'",
    noticedBy: receipts,
  },
  {
    name: 'a receipt goes to the patient although another address is given',
    file: 'src/till/operations/receipts.ts',
    in: 'receiptSend',
    replace: 'const destination = typed ??',
    with: 'const destination =',
    noticedBy: receipts,
  },
  {
    name: 'no one is told that a bank returned a refund',
    file: 'src/checkout/payment-step.ts',
    in: 'nextStepOf',
    replace: "refund.hasProblem ? 'PAY_ANOTHER_WAY' : 'NOTHING'",
    with: "'NOTHING'",
    noticedBy: steps,
  },
]
