// What a patient has booked: loads it, opens its pages, and signs out.

import { NoResponseError, RefusalError } from './api.ts'
import type { BookingState } from './state.ts'
import type { Steps } from './steps.ts'

export interface OwnVisit {
  kind: 'VISIT' | 'TOKEN'
  id: number
  /** The booking reference, or the token. */
  reference: string
  from: string
  to: string
  timezone: string
  status: string
  mode: string
  /** Null for a visit that is not at the clinic. */
  location: string | null
  practitioner: string
  hasPage: boolean
  /** The forms that are still to be filled in. */
  forms: { name: string; title: string }[]
}

export interface OwnVisits {
  list: OwnVisit[]
  /** Where the list continues; null at its end. */
  next: string | null
}

interface OwnPack {
  id: number
  name: string
  totalSessions: number
  sessionsLeft: number
  expiresOn: string
  isPaid: boolean
  hasPage: boolean
}

interface OwnReceipt {
  number: string
  cause: 'PAYMENT' | 'REVERSAL'
  at: string
  timezone: string
  amount: number
  currency: string
  paidFor: { kind: 'VISIT' | 'TOKEN' | 'PACK'; id: number }
  hasPage: boolean
}

interface OwnWaiting {
  id: number
  fromDate: string
  toDate: string
  location: string
  timezone: string
  practitioners: string[]
  /** A time that is offered now. */
  offerId: number | null
  offeredAt: string | null
}

export interface OwnPerson {
  id: number
  name: string
  upcoming: OwnVisits
  past: OwnVisits
  packs: OwnPack[]
  receipts: OwnReceipt[]
  waiting: OwnWaiting[]
}

export interface OwnRecords {
  people: OwnPerson[]
  /** Whether the contact has more than is shown. */
  hasMore: boolean
}

/** What can be opened. */
export interface OwnSubject {
  kind: 'VISIT' | 'TOKEN' | 'PACK' | 'OFFER'
  id: number
}

export class OwnVisitsFlow {
  readonly #state: BookingState
  readonly #steps: Steps
  readonly #contactInput: () => object
  records: OwnRecords | undefined

  /** `contactInput` returns the contact, as the service takes it. */
  constructor(state: BookingState, steps: Steps, contactInput: () => object) {
    this.#state = state
    this.#steps = steps
    this.#contactInput = contactInput
  }

  /** Reads change nothing, and a link that is made twice is only made for nothing. */
  #ask<Answer>(path: string, more: object = {}): Promise<Answer> {
    const { service, options } = this.#state
    return service.send<Answer>('POST', `/my/${options.ownVisits}/${path}`, {
      body: { ...this.#contactInput(), ...more },
      isRepeatable: true,
    })
  }

  /** Asks for the contact again once the half hour is over. */
  async #whileVerified(task: () => Promise<void>): Promise<void> {
    try {
      await task()
    } catch (error) {
      if (!(error instanceof RefusalError) || error.code !== 'NOT_VERIFIED') throw error
      this.records = undefined
      this.#state.answers.verified = undefined
      await this.#steps.goTo('contact', 'replace')
      this.#state.notice = { word: 'codeExpired' }
    }
  }

  async load(): Promise<void> {
    await this.#whileVerified(async () => {
      this.records = await this.#ask<OwnRecords>('records')
    })
  }

  /** Adds the next visits to a list, and calls `shown` with how many there are. */
  showMore = (
    person: OwnPerson,
    list: 'upcoming' | 'past',
    shown: (count: number) => void,
  ): Promise<void> =>
    this.#state.runTask(() =>
      this.#whileVerified(async () => {
        const { next } = person[list]
        if (next === null) return
        const more = await this.#ask<OwnVisits>('records/more', {
          patientId: person.id,
          isUpcoming: list === 'upcoming',
          after: next,
        })
        person[list] = { list: [...person[list].list, ...more.list], next: more.next }
        shown(more.list.length)
      }),
    )

  /** Goes to the page of something, or to a page below it. */
  open = (subject: OwnSubject, below = ''): Promise<void> =>
    this.#state.runTask(() =>
      this.#whileVerified(async () => {
        try {
          const { path } = await this.#ask<{ path: string }>('link', subject)
          location.assign(`${this.#state.options.baseUrl}${path}${below}`)
        } catch (error) {
          if (!(error instanceof RefusalError) || error.status !== 404) throw error
          this.#state.notice = { word: 'ownGone' }
        }
      }),
    )

  /**
   * Ends the verification, and forgets the contact and everything else that this browser keeps of
   * the clinic. Without an answer, the browser forgets it all the same; then no one can use the
   * verification, which ends by itself.
   */
  signOut = (): Promise<void> =>
    this.#state.runTask(async () => {
      try {
        await this.#ask('end')
      } catch (error) {
        if (!(error instanceof RefusalError || error instanceof NoResponseError)) throw error
      }
      this.records = undefined
      this.#state.forgetVisitor()
      await this.#steps.goTo('contact', 'replace')
      this.#state.notice = { word: 'signedOut' }
    })
}
