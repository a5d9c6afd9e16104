// Everything after the choice of a time: the patient, the payment, and what follows a booking. It is a file of its own, so that the first
// question appears sooner.

import { Afterwards } from './afterwards.ts'
import type { LaterStep } from './answers.ts'
import type { Reading } from './reading.ts'
import { Reserving } from './reserving.ts'
import type { State } from './state.ts'
import { After } from './steps/after.tsx'
import { Code, Contact, Pay, Payment, Person } from './steps/person.tsx'
import type { Steps } from './steps.ts'
import { Verifying } from './verifying.ts'

export interface Later {
  reserving: Reserving
  verifying: Verifying
  afterwards: Afterwards
}

export function laterOf(state: State, reading: Reading, steps: Steps): Later {
  const reserving = new Reserving(state, reading, steps)
  return { reserving, verifying: new Verifying(state, steps, reserving), afterwards: new Afterwards(state, reading, steps) }
}

export const questions = { contact: Contact, code: Code, person: Person, pay: Pay, payment: Payment, done: After } satisfies Record<LaterStep, () => unknown>
