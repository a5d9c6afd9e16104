import type { PlantedFault } from './planted-fault.ts'

const keys = ['src/checkout/idempotency.test.ts']

/** Faults in what an Idempotency-Key leads to: one booking, one answer, and only for the request that it came with. */
export const idempotencyFaults: readonly PlantedFault[] = [
  {
    name: 'an Idempotency-Key is accepted with a different body',
    file: 'src/checkout/idempotency.ts',
    in: 'outcomeOf',
    replace: "if (!saysTheSame(found, key)) throw problem('IDEMPOTENCY_KEY_REUSED')",
    with: '',
    noticedBy: keys,
  },
  {
    name: 'a checkout whose request died is opened after its hold',
    file: 'src/checkout/settle.ts',
    in: 'openAgain',
    replace: "'OPENING') return now < heldUntil",
    with: "'OPENING') return true",
    noticedBy: keys,
  },
  {
    name: 'the answer of a key has no appointment id',
    file: 'src/checkout/queries.ts',
    in: 'bookSlotForKey',
    replace: "|| jsonb_build_object('id', id, 'appointmentId', id, 'visitAddress', visit_address)",
    with: '',
    noticedBy: keys,
  },
  {
    name: 'a key that another booking got first is answered as an internal error',
    file: 'src/checkout/idempotency.ts',
    in: 'orTied',
    replace: 'violatedConstraint(error) === keyIsTied',
    with: 'false',
    noticedBy: keys,
  },
  {
    name: 'two visitors share an Idempotency-Key',
    file: 'src/checkout/idempotency.ts',
    in: 'sentKey',
    replace: "endUser?.toString('hex')",
    with: 'typeof endUser',
    noticedBy: ['src/checkout/reserving-visitors.test.ts'],
  },
  {
    name: "anyone who guesses an end user and a key can read another contact's answer",
    file: 'src/checkout/idempotency.ts',
    in: 'sentKey',
    replace: "verifiedContact?.toString('hex')",
    with: 'typeof verifiedContact',
    noticedBy: ['src/checkout/reserving-visitors.test.ts'],
  },
  {
    name: 'a checkout that is opened in the background can be opened by another request at the same time',
    file: 'src/checkout/idempotency.ts',
    in: 'leaseMs',
    replace: 'const leaseMs = 10_000',
    with: 'const leaseMs = 3_000',
    noticedBy: ['src/checkout/idempotency.test.ts'],
  },
]
