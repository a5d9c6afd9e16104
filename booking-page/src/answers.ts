// The data of one booking: the answers, and the outcome.

import type { Patient } from './api.ts'
import type { OfferedShift, PaymentMethod, Time, VisitKind } from './catalogue.ts'
import type { NewPatientField } from './options.ts'
import type { WordKey } from './words.ts'

/** Chosen instead of an offer: the first free time with anyone. */
export const firstFreeOffer = 'first'

/** Chosen instead of a visit type: a practitioner who offers none. */
export const noVisitType = 'none'

/** The questions after the choice of a time, and what a patient has booked (`own`). */
export type LazyStep = 'contact' | 'code' | 'person' | 'pay' | 'payment' | 'done' | 'own'
export type Step = 'where' | 'whatFor' | 'who' | 'what' | 'when' | 'shift' | LazyStep

export const isLazyStep = (step: Step): step is LazyStep =>
  !['where', 'whatFor', 'who', 'what', 'when', 'shift'].includes(step)

export interface ContactInput {
  channel: 'chatapp' | 'email'
  /** ISO2 code. */
  country: string
  phone: string
  email: string
}

/** What a new patient enters: a name, and what else the clinic asks. */
export type NewPatient = Partial<Record<'firstName' | NewPatientField, string>>

/** The answers; undefined if not given yet. */
export interface Answers {
  addressId?: number | undefined
  /** The id of a visit type, or `noVisitType`; undefined if the clinic has none. */
  visitType?: number | typeof noVisitType | undefined
  /** The key of the chosen offer, or `firstFreeOffer`. */
  offer?: string | undefined
  kind?: VisitKind | undefined
  time?: Time | undefined
  /**
   * The date of the time that the patient gave up in order to choose another; the days are shown
   * from this date on.
   */
  formerDate?: string | undefined
  shift?: OfferedShift | undefined
  contact: ContactInput
  /** The verified contact, as `contactId` names it, and when its verification ends. */
  verified?: { contact: string; until: number } | undefined
  patients: Patient[]
  /** One of `patients`, or a new one. */
  patientId?: number | 'new' | undefined
  newPatient: NewPatient
  reason: string
  /**
   * The address of a visit at home, in one line; empty for the address that the clinic has for a
   * known patient.
   */
  visitAddress?: string | undefined
  paymentMethodId?: string | undefined
}

/** The details of a visit, from the first attempt to book it. */
export interface Summary {
  name: string
  place: string
  visitType?: { id: number; name: string } | undefined
  mode: string
  /** An instant; for a token, the start of its shift. */
  start: string
  end: string
  zone: string
  addressId: number
  doctorId: number
  profileId: number | undefined
  tierId: number | null
  amount: number
  currency: string
  paidBy: PaymentMethod['kind']
  cancelUntil: string | undefined
  moveUntil: string | undefined
}

/**
 * Whether the visit is at the patient's home: then it neither takes place nor is paid at the
 * clinic.
 */
export const isAtHome = (mode: string | undefined) =>
  mode === 'HOME_VISIT' || mode === 'HOME_COLLECTION'

/** A booking whose outcome is unknown, or that is not paid yet. */
export interface Attempt {
  id: string
  key: string
  body: object
  summary: Summary
  sessionRef?: string
  checkoutUrl?: string
}

/**
 * A time that is held until it is paid while the patient looks for another; for everyone else it is
 * taken.
 */
export interface HeldTime {
  attempt: Attempt
  time: Time
  until: string
}

export interface CompletedBooking {
  summary: Summary
  isPaid: boolean
  reference?: string | undefined
  appointmentId?: number | undefined
  videoLink?: string | undefined
  token?: { display: string; position: number | null; status: string } | undefined
  state: 'booked' | 'moved' | 'cancelled'
  /** When the visit was booked, on the service's clock. */
  bookedAt?: number
  /** How often the visit was moved in this element. */
  moves?: number
}

export interface PaymentState {
  /** What the patient can do now. */
  word: WordKey
  isAsking: boolean
  canPay: boolean
  canPayAtClinic: boolean
  /** Until when the time or token is held for the payment. */
  heldUntil?: string
  canChooseAgain: boolean
}
