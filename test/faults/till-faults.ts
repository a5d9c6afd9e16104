import type { PlantedFault } from './planted-fault.ts'

const tills = ['src/till/till.test.ts']
const receipts = ['src/till/receipts.test.ts']
const steps = ['src/checkout/payment-step.test.ts']

/** Faults in tills, receipts and the next steps of online payments. */
export const tillFaults: readonly PlantedFault[] = [
  {
    name: 'a till is closed with other entries than those counted',
    file: 'src/till/close-till.ts',
    text: '(firstEntry !== undefined && firstEntry !== first) || ',
    replacement: '',
    noticedBy: tills,
  },
  {
    name: 'a corrected payment still counts as taken',
    file: 'src/till/till-sums.ts',
    text: 'takenMinor + correctedMinor + refundedMinor',
    replacement: 'takenMinor + refundedMinor',
    noticedBy: tills,
  },
  {
    name: 'a close may state a different total than its entries',
    file: 'src/db/migrations/0061-tills.sql',
    text: 'where counted.minor is null or counted.minor <> coalesce(taken.minor, 0)',
    replacement: 'where false',
    noticedBy: tills,
  },
  {
    name: 'a refund has no counter-receipt',
    file: 'src/till/receipts.ts',
    text: 'if (facts.undoneBy !== null && !known.counterReceipt)',
    replacement: "if (facts.undoneBy === 'CORRECTED' && !known.counterReceipt)",
    noticedBy: receipts,
  },
  {
    name: 'the year of a receipt is that of UTC',
    file: 'src/db/migrations/0062-receipts.sql',
    text: 'new.at at time zone zone',
    replacement: "new.at at time zone 'UTC'",
    noticedBy: receipts,
  },
  {
    name: 'a receipt goes to the patient although another address is given',
    file: 'src/till/operations/receipts.ts',
    text: 'const destination = typed ?? ',
    replacement: 'const destination = ',
    noticedBy: receipts,
  },
  {
    name: 'no one is told that a bank returned a refund',
    file: 'src/checkout/payment-step.ts',
    text: "refund.hasProblem ? 'PAY_ANOTHER_WAY' : 'NOTHING'",
    replacement: "'NOTHING'",
    noticedBy: steps,
  },
]
