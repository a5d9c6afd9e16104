// What one booking is made of: what has been answered, and what became of it.

import type { Patient } from './api.ts'
import type { Kind, OfferedShift, Time, WayToPay } from './catalogue.ts'
import type { NewPatientField } from './options.ts'
import type { Word } from './words.ts'

/** In the place of an offer: the first that is free of all. */
export const firstFree = 'first'

export type Step = 'where' | 'who' | 'what' | 'when' | 'shift' | 'contact' | 'code' | 'person' | 'pay' | 'payment' | 'done'

export interface ContactTyped {
  channel: 'chatapp' | 'email'
  /** ISO2 code. */
  country: string
  phone: string
  email: string
}

/** What a new patient gives: a name, and what else the clinic asks. */
export type NewPatient = Partial<Record<'firstName' | NewPatientField, string>>

/** What has been answered; undefined where it has not. */
export interface Answers {
  addressId?: number | undefined
  /** An offer, or the first that is free. */
  offer?: string | undefined
  kind?: Kind | undefined
  time?: Time | undefined
  shift?: OfferedShift | undefined
  contact: ContactTyped
  /** The contact that was verified, as `contactId` names it, and until when that holds. */
  verified?: { contact: string; until: number } | undefined
  patients: Patient[]
  /** One of `patients`, or somebody new. */
  patientId?: number | 'new' | undefined
  newPatient: NewPatient
  reason: string
  wayToPay?: string | undefined
}

/** What is said of a visit from the moment it is tried to be booked. */
export interface Summary {
  name: string
  place: string
  mode: string
  /** An instant, and of a token the start of its shift. */
  start: string
  end: string
  zone: string
  addressId: number
  doctorId: number
  profileId: number | undefined
  tierId: number | null
  amount: number
  currency: string
  paidBy: WayToPay['kind']
  cancelUntil: string | undefined
  moveUntil: string | undefined
}

/** A booking whose outcome is not known, or not paid for. */
export interface Attempt {
  id: string
  key: string
  body: object
  summary: Summary
  sessionRef?: string
  checkoutUrl?: string
}

export interface Done {
  summary: Summary
  isPaid: boolean
  reference?: string | undefined
  appointmentId?: number | undefined
  videoLink?: string | undefined
  token?: { display: string; position: number | null; status: string } | undefined
  state: 'booked' | 'moved' | 'cancelled'
}

export interface PaymentState {
  /** What can be done now. */
  word: Word
  isAsking: boolean
  canPay: boolean
  canPayAtClinic: boolean
  canChooseAgain: boolean
}
