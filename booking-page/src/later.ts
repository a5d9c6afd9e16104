// Everything after the choice of a time: the patient, the payment, and what follows a booking. It
// is a file of its own, so that the first question appears sooner.

import type { LaterFile } from './booking-in-progress.ts'
import styles from './later.css?inline'
import { LaterFlows } from './later-work.ts'
import { BookingConfirmation } from './steps/after.tsx'
import {
  CheckoutQuestion,
  CodeQuestion,
  ContactQuestion,
  PatientQuestion,
  PaymentMethodQuestion,
} from './steps/person.tsx'

export const later: LaterFile = {
  createFlows: (state, dataLoader, steps) => new LaterFlows(state, dataLoader, steps),
  questions: {
    contact: ContactQuestion,
    code: CodeQuestion,
    person: PatientQuestion,
    pay: PaymentMethodQuestion,
    payment: CheckoutQuestion,
    done: BookingConfirmation,
  },
  styles,
}
