// What a browser's session may book, beside what holds for every booking. A session acts for the patient at the page: whom it books
// for must be reached by the contact they have verified, and what the visit costs is the clinic's to say.

import type { Price } from '../availability/quote.ts'
import type { Configuration } from '../catalogue/configuration.ts'
import type { Queries } from '../db/database.ts'
import type { PatientChoice, Person } from '../patients/patient-fields.ts'
import { patientContact, patientWithMrn, recordsOfContact } from '../patients/queries.ts'
import type { PaymentStatus } from '../payments/payable.ts'
import type { Instant } from '../values/clinic-time.ts'
import type { Mode } from '../values/modes.ts'
import { fromMinorUnits, toMinorUnits } from '../values/money.ts'
import { invalid, problem } from '../values/problem.ts'
import type { ConsentGate, Contact } from '../verification/consent-gate.ts'
import type { Booker } from './booker.ts'
import { lockContact, upcomingOfContact, upcomingOfSite } from './queries.ts'

// A large family has room on one phone. Without a bound a visitor who books and cancels under one name after the other fills the clinic's
// list of patients, for a record outlives its visit.
const contactRecordsMax = 20

/** What a booking asks for that a session may not choose. */
export interface Terms {
  mode: Mode
  paymentStatus: PaymentStatus | undefined
  discountAmount?: number
  roomId?: number | null
}

/** Checks in the order in which a booking meets them; each throws the problem that ends it. */
export interface SessionRules {
  /** A session can neither say that a visit is paid nor make it cheaper, nor choose what the reception does. */
  checkTerms(terms: Terms): void
  /** Checks what the body says of the patient before any record is looked for, and returns it without what nobody has verified. */
  checkChoice(queries: Queries, patient: PatientChoice): Promise<PatientChoice>
  /** Checks the record that the body led to: it may have been found by its number, or by a phone that is another's. */
  checkRecord(queries: Queries, patientId: number): Promise<void>
  /** Lets no parallel booking of the contact pass until the transaction ends; before anything of it is counted. */
  awaitTurn(queries: Queries): Promise<void>
  /** Refuses one more visit where the contact, or its site, has as many to come as it may. After `awaitTurn`. */
  checkBudget(queries: Queries, now: Instant): Promise<void>
  /** Refuses a record just made where the contact reaches more than it may. After `awaitTurn`. */
  checkRecords(queries: Queries, person: Person): Promise<void>
  /** Whom the visit is booked by, as they are counted, and from where. */
  bookedBy: { contactHash: Buffer | null; siteHash: Buffer | null }
  /** The charge may be left out, where the service sets it, but never differ from it. */
  checkCharge(consultationCharge: number | undefined, price: Price): void
}

// Domains that take every address give a stranger as many contacts as the codes of a network; patients of one household, office or
// provider share a site.
const contactsOfSite = 10

/** The rules of a caller's session; undefined for a key, which has none. */
export function sessionRules(gate: ConsentGate, caller: Booker, { sessionVisitsMax: visitsMax }: Configuration): SessionRules | undefined {
  if (caller.kind !== 'session') return undefined
  const { workspaceId, verifiedContact, countedContact } = caller
  const siteHash = gate.siteHash(caller)
  function refuseUnverified(contact: Contact) {
    if (!verifiedContact || !gate.concernsContact(verifiedContact, contact)) throw problem('NOT_VERIFIED')
  }
  return {
    checkTerms({ mode, paymentStatus, discountAmount = 0, roomId = null }) {
      if (roomId !== null) throw invalid('roomId cannot be chosen under a session; leave it out')
      if (mode === 'WALK_IN') throw invalid('mode WALK_IN is booked at the clinic; choose another')
      if (paymentStatus !== undefined && paymentStatus !== 'UNPAID') throw invalid('paymentStatus must be UNPAID under a session')
      if (discountAmount !== 0) throw invalid('discountAmount must be 0 under a session')
    },

    async checkChoice(queries, patient) {
      if ('id' in patient) return patient
      const { phone, email, mrnNumber } = patient.person
      // Where there is a phone the record is looked for by it, and it alone counts: with the e-mail address of one's own
      // beside it, one would learn whose phones the clinic knows, and make records on them.
      refuseUnverified({ phoneNormalised: phone?.normalised ?? null, email: phone ? null : email })
      // A record number is the clinic's to give: a session may name the one it has, and does not learn which others there are.
      const known = mrnNumber === null || (await queries.rows(patientWithMrn, { workspaceId, mrnNumber })).length > 0
      if (!known) throw problem('NOT_VERIFIED')
      // Beside a phone, the address is not what was verified: kept, it would get the patient's notices.
      return phone ? { person: { ...patient.person, email: null, emailFolded: null } } : patient
    },

    async checkRecord(queries, patientId) {
      const contacts = await queries.rows(patientContact, { workspaceId, patientId })
      // An unknown record like another's: a session does not learn which there are.
      const isTheirs = verifiedContact !== undefined && contacts.some((contact) => gate.concernsContact(verifiedContact, contact))
      if (!isTheirs) throw problem('NOT_VERIFIED')
    },

    async awaitTurn(queries) {
      if (!countedContact) throw problem('NOT_VERIFIED')
      await queries.rows(lockContact, { workspaceId, contact: countedContact.toString('hex') })
      await queries.rows(lockContact, { workspaceId, contact: siteHash.toString('hex') })
    },

    async checkBudget(queries, now) {
      if (!countedContact) throw problem('NOT_VERIFIED')
      const [booked] = await queries.rows(upcomingOfContact, { workspaceId, contactHash: countedContact, now })
      if ((booked?.count ?? 0) >= visitsMax) throw problem('TOO_MANY_VISITS')
      const [ofSite] = await queries.rows(upcomingOfSite, { workspaceId, siteHash, now })
      if ((ofSite?.count ?? 0) >= visitsMax * contactsOfSite) throw problem('TOO_MANY_VISITS_OF_NETWORK')
    },

    async checkRecords(queries, { phone, emailFolded }) {
      const [reached] = await queries.rows(recordsOfContact, { workspaceId, phoneNormalised: phone?.normalised ?? null, emailFolded })
      if ((reached?.count ?? 0) > contactRecordsMax) throw problem('TOO_MANY_PATIENTS')
    },

    bookedBy: { contactHash: countedContact ?? null, siteHash },

    checkCharge(consultationCharge, { amountMinor, currency }) {
      if (consultationCharge === undefined || toMinorUnits(consultationCharge, currency) === amountMinor) return
      throw invalid(`consultationCharge must be ${fromMinorUnits(amountMinor, currency)} ${currency}, the fee of this visit`)
    },
  }
}
