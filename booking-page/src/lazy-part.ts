// Everything after the choice of a time: the patient, the payment, and what follows a booking. It
// is a separate file so that the first question appears sooner.

import type { LazyPart } from './booking-in-progress.ts'
import { LazyFlows } from './lazy-flows.ts'
import styles from './lazy-part.css?inline'
import { BookingConfirmation } from './steps/after.tsx'
import {
  CheckoutQuestion,
  CodeQuestion,
  ContactQuestion,
  PatientQuestion,
  PaymentMethodQuestion,
} from './steps/person.tsx'

export const lazyPart: LazyPart = {
  createFlows: (state, dataLoader, steps) => new LazyFlows(state, dataLoader, steps),
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
