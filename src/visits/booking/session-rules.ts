// The rules for bookings by a browser's session, in addition to those of every booking. A session
// acts for the patient at the page: the verified contact must reach the patient of the booking
// and the clinic decides the price.

import type { Queries } from '../../base/db/database.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import type { Mode } from '../../base/values/modes.ts'
import { fromMinorUnits, toMinorUnits } from '../../base/values/money.ts'
import { newPatientPageFields } from '../../base/values/new-patient-fields.ts'
import { invalid } from '../../base/values/problem.ts'
import type { Configuration } from '../../clinic/catalogue/configuration.ts'
import type { PatientChoice, Person } from '../../clinic/patients/patient-fields.ts'
import { patientContact, patientWithMrn, recordsOfContact } from '../../clinic/patients/queries.ts'
import type { ConsentGate, Contact } from '../../clinic/verification/consent-gate.ts'
import type { PaymentStatus } from '../../money/payments/payable.ts'
import type { Price } from '../availability/quote.ts'
import type { Booker } from './booker.ts'
import { problem } from './problems.ts'
import { countUpcomingOfContact, countUpcomingOfSite, lockContact } from './queries.ts'

// Enough for a large family on one phone. Without a limit, a visitor who books and cancels under
// many names would fill the clinic's list of patients, since a record outlives its visit.
const contactRecordsMax = 20

/** The parts of a booking that a session may not choose. */
export interface BookingTerms {
  mode: Mode
  paymentStatus: PaymentStatus | undefined
  discountAmount?: number
  roomId?: number | null
}

/** Checks, in the order in which a booking makes them; each throws the problem that prevents it. */
export interface SessionRules {
  /**
   * Refuses a session that declares a visit paid, makes it cheaper, or sets what the reception
   * decides.
   */
  checkTerms(terms: BookingTerms): void
  /**
   * Checks the patient in the body before any record is looked up, and returns it without
   * unverified contacts.
   */
  checkChoice(queries: Queries, patient: PatientChoice): Promise<PatientChoice>
  /**
   * Checks the record that was found, since the look-up may have used a record number or someone
   * else's phone.
   */
  checkRecord(queries: Queries, patientId: number): Promise<void>
  /**
   * Blocks parallel bookings of the contact until the transaction ends; called before its bookings
   * are counted.
   */
  awaitTurn(queries: Queries): Promise<void>
  /**
   * Refuses another visit if the contact, or its site, has reached its limit of upcoming visits
   * . Called after `awaitTurn`.
   */
  checkBudget(queries: Queries, now: Instant): Promise<void>
  /**
   * Refuses a new record if the person left out what the clinic asks new patients, whatever the
   * page has shown.
   */
  checkNewPatient(person: Person): void
  /**
   * Refuses a record that was just created if the contact reaches too many. Called after
   * `awaitTurn`.
   */
  checkRecords(queries: Queries, person: Person): Promise<void>
  /** The hashes by which the booking's contact and site are counted. */
  bookedBy: { contactHash: Buffer | null; siteHash: Buffer | null }
  /**
   * Checks the charge: it may be omitted, since the service sets the price, but must not differ
   * from it.
   */
  checkCharge(consultationCharge: number | undefined, price: Price): void
}

// A domain with a catch-all address gives a stranger as many contacts as the limit on codes per
// network allows; patients of one household, office or provider share a site.
const maxContactsPerSite = 10

/** The rules of a caller's session; undefined for a key, which has none. */
export function sessionRules(
  gate: ConsentGate,
  caller: Booker,
  { sessionVisitsMax: visitsMax, askedOfNewPatients: requiredOfNewPatients }: Configuration,
): SessionRules | undefined {
  if (caller.kind !== 'session') return undefined
  const { workspaceId, verifiedContact, countedContact } = caller
  const siteHash = gate.siteHash(caller)
  function refuseUnverified(contact: Contact) {
    if (!verifiedContact || !gate.concernsContact(verifiedContact, contact))
      throw problem('NOT_VERIFIED')
  }
  return {
    checkTerms({ mode, paymentStatus, discountAmount = 0, roomId = null }) {
      if (roomId !== null) throw invalid('roomId cannot be chosen under a session; leave it out')
      if (mode === 'WALK_IN') throw invalid('mode WALK_IN is booked at the clinic; choose another')
      if (paymentStatus !== undefined && paymentStatus !== 'UNPAID')
        throw invalid('paymentStatus must be UNPAID under a session')
      if (discountAmount !== 0) throw invalid('discountAmount must be 0 under a session')
    },

    async checkChoice(queries, patient) {
      if ('id' in patient) return patient
      const { phone, email, mrnNumber } = patient.person
      // If there is a phone number, the record is looked up by it alone: otherwise, by adding their
      // own e-mail address, visitors could find out whose phone numbers the clinic knows, and
      // create records with them.
      refuseUnverified({ phoneNormalised: phone?.normalised ?? null, email: phone ? null : email })
      // Only the clinic assigns record numbers: a session may use an existing one, and cannot find
      // out which others exist.
      const isExistingNumber =
        mrnNumber === null ||
        (await queries.rows(patientWithMrn, { workspaceId, mrnNumber })).length > 0
      if (!isExistingNumber) throw problem('NOT_VERIFIED')
      // With a phone number, the e-mail address is not verified: if it were stored, it would get
      // the patient's notices.
      return phone ? { person: { ...patient.person, email: null, emailFolded: null } } : patient
    },

    async checkRecord(queries, patientId) {
      const contacts = await queries.rows(patientContact, { workspaceId, patientId })
      // An unknown record and another patient's get the same refusal: a session must not find out
      // which exist.
      const reachesRecord =
        verifiedContact !== undefined &&
        contacts.some((contact) => gate.concernsContact(verifiedContact, contact))
      if (!reachesRecord) throw problem('NOT_VERIFIED')
    },

    async awaitTurn(queries) {
      if (!countedContact) throw problem('NOT_VERIFIED')
      await queries.rows(lockContact, { workspaceId, contact: countedContact.toString('hex') })
      await queries.rows(lockContact, { workspaceId, contact: siteHash.toString('hex') })
    },

    async checkBudget(queries, now) {
      if (!countedContact) throw problem('NOT_VERIFIED')
      const [upcomingOfContactRow] = await queries.rows(countUpcomingOfContact, {
        workspaceId,
        contactHash: countedContact,
        now,
      })
      if ((upcomingOfContactRow?.count ?? 0) >= visitsMax) throw problem('TOO_MANY_VISITS')
      const [upcomingOfSiteRow] = await queries.rows(countUpcomingOfSite, {
        workspaceId,
        siteHash,
        now,
      })
      if ((upcomingOfSiteRow?.count ?? 0) >= visitsMax * maxContactsPerSite)
        throw problem('TOO_MANY_VISITS_FROM_NETWORK')
    },

    checkNewPatient(person) {
      const missing = newPatientPageFields(requiredOfNewPatients).find((member) =>
        member === 'age' ? person.age === null && person.dob === null : person[member] === null,
      )
      if (missing) throw invalid(`patientPayload.${missing} is required of new patients`)
    },

    async checkRecords(queries, { phone, emailFolded }) {
      const [recordsReached] = await queries.rows(recordsOfContact, {
        workspaceId,
        phoneNormalised: phone?.normalised ?? null,
        emailFolded,
      })
      if ((recordsReached?.count ?? 0) > contactRecordsMax) throw problem('TOO_MANY_PATIENTS')
    },

    bookedBy: { contactHash: countedContact ?? null, siteHash },

    checkCharge(consultationCharge, { amountMinor, currency }) {
      if (
        consultationCharge === undefined ||
        toMinorUnits(consultationCharge, currency) === amountMinor
      )
        return
      throw invalid(
        `consultationCharge must be ${fromMinorUnits(amountMinor, currency)} ${currency}, the fee of this visit`,
      )
    },
  }
}
