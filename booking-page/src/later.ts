// Everything after the choice of a time: the patient, the payment, and what follows a booking. It is a file of its own, so that the first
// question appears sooner.

import styles from './later.css?inline'
import { LaterWork } from './later-work.ts'
import { After } from './steps/after.tsx'
import { Code, Contact, Pay, Payment, Person } from './steps/person.tsx'
import type { LaterFile } from './way.ts'

export const later: LaterFile = {
  begin: (state, reading, steps) => new LaterWork(state, reading, steps),
  questions: { contact: Contact, code: Code, person: Person, pay: Pay, payment: Payment, done: After },
  styles,
}
