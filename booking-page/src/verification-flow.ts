// Verification: a contact, and the code that proves it belongs to the patient.

import type { Answers } from './answers.ts'
import {
  type CodeSent,
  NoResponseError,
  type Patient,
  RefusalError,
  type VerificationResult,
} from './api.ts'
import { findCountry } from './countries.ts'
import type { DataLoader } from './data-loader.ts'
import { asciiDigits } from './dates.ts'
import { phoneInput } from './reservation.ts'
import type { ReservationFlow } from './reservation-flow.ts'
import type { BookingState } from './state.ts'
import type { Steps } from './steps.ts'

const verificationMs = 29 * 60_000

/** Verifies a contact: sends a code to it, which the patient types in. */
export class VerificationFlow {
  readonly #state: BookingState
  readonly #steps: Steps
  readonly #reservationFlow: ReservationFlow
  readonly #dataLoader: DataLoader

  constructor(
    state: BookingState,
    dataLoader: DataLoader,
    steps: Steps,
    reservationFlow: ReservationFlow,
  ) {
    this.#state = state
    this.#dataLoader = dataLoader
    this.#steps = steps
    this.#reservationFlow = reservationFlow
  }

  /** Stores the input while the patient types, so that it survives a reload. */
  storeInput = <Name extends 'contact' | 'newPatient'>(
    name: Name,
    changes: Partial<Answers[Name]>,
  ): void => {
    Object.assign(this.#state.answers[name], changes)
    this.#state.saveAnswers()
    this.#state.draw()
  }

  /** The country changes to match a number that is typed with its dial code. */
  storePhone = (phone: string): void => {
    this.storeInput('contact', { phone })
    const { country } = this.#state.answers.contact
    const typed = findCountry(phone, country)
    if (typed !== undefined && typed !== country) this.#steps.chooseCountry(typed)
  }

  storeReason = (reason: string): void => {
    this.#state.answers.reason = reason
    this.#state.saveAnswers()
  }

  storeVisitAddress = (visitAddress: string): void => {
    this.#state.answers.visitAddress = visitAddress
    this.#state.saveAnswers()
  }

  /** The contact, as the service takes it. */
  contactInput() {
    const { contact } = this.#state.answers
    const { channel, email } = contact
    return channel === 'email'
      ? { channel, email: email.trim() }
      : { channel, ...phoneInput(contact, this.#state.dialCode) }
  }

  sendCode = () =>
    this.#state.runTask(async () => {
      const { channel, email, phone } = this.#state.answers.contact
      if ((channel === 'email' ? email : phone).trim() === '') {
        this.#state.notice = { word: 'contactMissing' }
        return
      }
      if (this.#state.isVerified) return this.#steps.goTo(this.#state.stepAfterCode)
      try {
        const sent = await this.#state.service.send<CodeSent>(
          'POST',
          '/v1/patients/send-phone-verification-otp',
          { body: this.contactInput() },
        )
        this.#state.codeDestination = sent.phoneNumber
        this.#state.resentCodes += 1
      } catch (error) {
        if (error instanceof NoResponseError) {
          this.#state.codeDestination = this.#state.contactId()
          await this.#goToCode()
          this.#state.notice = { word: 'codeAnswerLost' }
          return
        }
        if (!(error instanceof RefusalError)) throw error
        if (error.status === 429) this.#state.notice = { word: 'codeWait' }
        else if (error.status === 400) await this.#handleRefusal(error)
        else throw error
        return
      }
      await this.#goToCode()
    })

  /**
   * The service has read the number as one from another country than the chosen one; this is shown
   * before a code is sent there.
   */
  async #handleRefusal({ message }: RefusalError): Promise<void> {
    const readDialCode = /it is read as (\+\d+)/.exec(message)?.[1]
    const country = readDialCode && findCountry(readDialCode, '')
    if (country) {
      // The number is shown in full: with the prefix for calls within one country, it would be a
      // different number in the other.
      Object.assign(this.#state.answers.contact, { country, phone: readDialCode })
      await this.#dataLoader.requote()
    }
    this.#state.notice = country ? { word: 'phoneOf', country } : { word: 'contactRefused' }
  }

  async #goToCode(): Promise<void> {
    this.#state.ownStorage.setInTab('codeAt', this.#state.codeDestination)
    if (this.#state.step !== 'code') {
      this.#state.resentCodes = 0
      await this.#steps.goTo('code')
    }
  }

  verify = (typed: string) =>
    this.#state.runTask(async () => {
      const otpCode = asciiDigits(typed).replace(/\D/g, '')
      if (otpCode.length !== 6) {
        this.#state.notice = { word: 'codeMissing' }
        return
      }
      try {
        const body = { ...this.contactInput(), otpCode }
        const { data } = await this.#state.service.send<VerificationResult>(
          'POST',
          '/v1/patients/verify-phone-verification-otp',
          { body },
        )
        this.#completeVerification(data.associatedPatients)
      } catch (error) {
        if (error instanceof NoResponseError && (await this.#isVerifiedByService())) {
          // Only the answer was lost; the code was accepted.
        } else if (error instanceof RefusalError && error.status === 429) {
          this.#state.notice = { word: 'codeWait' }
          return
        } else if (error instanceof RefusalError && error.status === 400) {
          if (!(await this.#isVerifiedByService())) {
            this.#state.notice = { word: 'codeWrong' }
            return
          }
        } else if (error instanceof NoResponseError) {
          this.#state.notice = { word: 'codeAnswerLost' }
          return
        } else throw error
      }
      if (this.#state.attempt) return this.#reservationFlow.resume(null)
      await this.#steps.goTo(this.#state.stepAfterCode, 'replace')
    })

  #completeVerification(patients: Patient[]): void {
    this.#state.answers.verified = {
      contact: this.#state.contactId(),
      until: Date.now() + verificationMs,
    }
    this.#state.answers.patients = patients
    if (
      !patients.some(({ id }) => id === this.#state.answers.patientId) &&
      this.#state.answers.patientId !== 'new'
    )
      this.#state.answers.patientId = undefined
    this.#state.paymentMethods = undefined
  }

  /**
   * Whether a code whose answer was lost has been accepted: the service returns the list of
   * patients only to a verified visitor.
   */
  async #isVerifiedByService(): Promise<boolean> {
    const { channel, ...phone } = this.contactInput()
    if (channel === 'email') return false
    try {
      const found = await this.#state.service.get<{ associatedPatients?: Patient[] } | Patient[]>(
        '/v1/patients/search-by-phone',
        phone as Record<string, string>,
      )
      this.#completeVerification(Array.isArray(found) ? found : (found.associatedPatients ?? []))
      return true
    } catch {
      return false
    }
  }
}
