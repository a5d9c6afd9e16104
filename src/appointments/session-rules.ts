// What a browser's session may book, beside what holds for every booking. A session acts for the patient at the page: whom it books
// for must be reached by the contact they have verified, and what the visit costs is the clinic's to say.

import type { Price } from '../availability/quote.ts'
import type { Queries } from '../db/database.ts'
import type { Caller } from '../http/route.ts'
import { patientContact, patientWithMrn } from '../patients/queries.ts'
import { fromMinorUnits, toMinorUnits } from '../values/money.ts'
import { invalid, problem } from '../values/problem.ts'
import type { ConsentGate, Contact } from '../verification/consent-gate.ts'
import type { BookingRequest, PatientChoice } from './booking-body.ts'

/** Checks in the order in which a booking meets them; each throws the problem that ends it. */
export interface SessionRules {
  /** A session can neither say that a visit is paid nor make it cheaper. */
  checkTerms(request: BookingRequest): void
  /** Checks what the body says of the patient, before any record is looked for. */
  checkChoice(queries: Queries, patient: PatientChoice): Promise<void>
  /** Checks the record that the body led to: it may have been found by its number, or by a phone that is another's. */
  checkRecord(queries: Queries, patientId: number): Promise<void>
  /** The charge may be left out, where the service sets it, but never differ from it. */
  checkCharge(request: BookingRequest, price: Price): void
}

export function sessionRules(gate: ConsentGate, { workspaceId, verifiedContact }: Caller): SessionRules {
  function refuseUnverified(contact: Contact) {
    if (!verifiedContact || !gate.concernsContact(verifiedContact, contact)) throw problem('NOT_VERIFIED')
  }
  return {
    checkTerms({ paymentStatus, discountAmount }) {
      if (paymentStatus !== 'UNPAID') throw invalid('paymentStatus must be UNPAID under a session')
      if (discountAmount !== 0) throw invalid('discountAmount must be 0 under a session')
    },

    async checkChoice(queries, patient) {
      if ('id' in patient) return
      const { phone, email, mrnNumber } = patient.person
      // Where there is a phone the record is looked for by it, and it alone counts: with the e-mail address of one's own
      // beside it, one would learn whose phones the clinic knows, and make records on them.
      refuseUnverified({ phoneNormalised: phone?.normalised ?? null, email: phone ? null : email })
      if (mrnNumber === null) return
      // A record number is the clinic's to give: a session may name the one it has, and does not learn which others there are.
      const [known] = await queries.rows(patientWithMrn, { workspaceId, mrnNumber })
      if (!known) throw problem('NOT_VERIFIED')
    },

    async checkRecord(queries, patientId) {
      const [contact] = await queries.rows(patientContact, { workspaceId, patientId })
      if (!contact) throw problem('PATIENT_NOT_FOUND')
      refuseUnverified(contact)
    },

    checkCharge({ consultationCharge }, { amountMinor, currency }) {
      if (consultationCharge === undefined || toMinorUnits(consultationCharge, currency) === amountMinor) return
      throw invalid(`consultationCharge must be ${fromMinorUnits(amountMinor, currency)} ${currency}, the fee of this visit`)
    },
  }
}
