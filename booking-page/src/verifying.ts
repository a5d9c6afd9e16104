// Verification: a contact, and the code that proves it.

import type { Answers } from './answers.ts'
import { type CodeSent, NoAnswer, type Patient, Refused, type Verified } from './api.ts'
import { countryOf } from './countries.ts'
import { asciiDigits } from './dates.ts'
import type { Reading } from './reading.ts'
import { phoneOf } from './reservation.ts'
import type { Reserving } from './reserving.ts'
import type { State } from './state.ts'
import type { Steps } from './steps.ts'

const halfHourMs = 29 * 60_000

/** The gate: a code that is sent to the contact and typed in. */
export class Verifying {
  readonly #state: State
  readonly #steps: Steps
  readonly #reserving: Reserving
  readonly #reading: Reading

  constructor(state: State, reading: Reading, steps: Steps, reserving: Reserving) {
    this.#state = state
    this.#reading = reading
    this.#steps = steps
    this.#reserving = reserving
  }

  /** Stores the input while it is typed, so that a reload finds it. */
  type = <Name extends 'contact' | 'newPatient'>(name: Name, changes: Partial<Answers[Name]>): void => {
    Object.assign(this.#state.answers[name], changes)
    this.#state.keep()
    this.#state.draw()
  }

  /** The country follows a number that is typed with its dial code. */
  typePhone = (phone: string): void => {
    this.type('contact', { phone })
    const { country } = this.#state.answers.contact
    const typed = countryOf(phone, country)
    if (typed !== undefined && typed !== country) this.#steps.chooseCountry(typed)
  }

  typeReason = (reason: string): void => {
    this.#state.answers.reason = reason
    this.#state.keep()
  }

  typeVisitAddress = (visitAddress: string): void => {
    this.#state.answers.visitAddress = visitAddress
    this.#state.keep()
  }

  #contactMembers() {
    const { contact } = this.#state.answers
    const { channel, email } = contact
    return channel === 'email' ? { channel, email: email.trim() } : { channel, ...phoneOf(contact, this.#state.dialCode) }
  }

  sendCode = () =>
    this.#state.work(async () => {
      const { channel, email, phone } = this.#state.answers.contact
      if ((channel === 'email' ? email : phone).trim() === '') {
        this.#state.notice = { word: 'contactMissing' }
        return
      }
      if (this.#state.isVerified) return this.#steps.go('person')
      try {
        const sent = await this.#state.service.send<CodeSent>('POST', '/v1/patients/send-phone-verification-otp', { body: this.#contactMembers() })
        this.#state.codeAt = sent.phoneNumber
        this.#state.codesAgain += 1
      } catch (error) {
        if (error instanceof NoAnswer) {
          this.#state.codeAt = this.#state.contactId()
          await this.#toCode()
          this.#state.notice = { word: 'codeAnswerLost' }
          return
        }
        if (!(error instanceof Refused)) throw error
        if (error.status === 429) this.#state.notice = { word: 'codeWait' }
        else if (error.status === 400) await this.#refused(error)
        else throw error
        return
      }
      await this.#toCode()
    })

  /** The service has read a number of another country than the chosen one: that is shown, before a code is sent there. */
  async #refused({ message }: Refused): Promise<void> {
    const read = /it is read as (\+\d+)/.exec(message)?.[1]
    const country = read && countryOf(read, '')
    if (country) {
      // Whole: with the prefix for calls from one country it would be another number in the other.
      Object.assign(this.#state.answers.contact, { country, phone: read })
      await this.#reading.requote()
    }
    this.#state.notice = country ? { word: 'phoneOf', country } : { word: 'contactRefused' }
  }

  async #toCode(): Promise<void> {
    this.#state.own.inTab('codeAt', this.#state.codeAt)
    if (this.#state.step !== 'code') {
      this.#state.codesAgain = 0
      await this.#steps.go('code')
    }
  }

  verify = (typed: string) =>
    this.#state.work(async () => {
      const otpCode = asciiDigits(typed).replace(/\D/g, '')
      if (otpCode.length !== 6) {
        this.#state.notice = { word: 'codeMissing' }
        return
      }
      try {
        const body = { ...this.#contactMembers(), otpCode }
        const { data } = await this.#state.service.send<Verified>('POST', '/v1/patients/verify-phone-verification-otp', { body })
        this.#verified(data.associatedPatients)
      } catch (error) {
        if (error instanceof NoAnswer && (await this.#isVerifiedThere())) {
          // Only the answer was lost.
        } else if (error instanceof Refused && error.status === 429) {
          this.#state.notice = { word: 'codeWait' }
          return
        } else if (error instanceof Refused && error.status === 400) {
          if (!(await this.#isVerifiedThere())) {
            this.#state.notice = { word: 'codeWrong' }
            return
          }
        } else if (error instanceof NoAnswer) {
          this.#state.notice = { word: 'codeAnswerLost' }
          return
        } else throw error
      }
      if (this.#state.attempt) return this.#reserving.resume(null)
      await this.#steps.go('person', 'replace')
    })

  #verified(patients: Patient[]): void {
    this.#state.answers.verified = { contact: this.#state.contactId(), until: Date.now() + halfHourMs }
    this.#state.answers.patients = patients
    if (!patients.some(({ id }) => id === this.#state.answers.patientId) && this.#state.answers.patientId !== 'new') this.#state.answers.patientId = undefined
    this.#state.ways = undefined
  }

  /** Whether a code whose answer was lost has been accepted: the list of patients is returned only to a verified visitor. */
  async #isVerifiedThere(): Promise<boolean> {
    const { channel, ...phone } = this.#contactMembers()
    if (channel === 'email') return false
    try {
      const found = await this.#state.service.get<{ associatedPatients?: Patient[] } | Patient[]>(
        '/v1/patients/search-by-phone',
        phone as Record<string, string>,
      )
      this.#verified(Array.isArray(found) ? found : (found.associatedPatients ?? []))
      return true
    } catch {
      return false
    }
  }
}
