// Many callers who book and change the visits of one clinic at once, and what their answers tell.

import { expect } from 'vitest'
import { refundMinor } from '../../src/money/payments/refund-amount.ts'
import { type Clinic, createBookingBody, type Json, slotTimes } from '../support/clinic/harness.ts'
import { request } from '../support/processes/service-process.ts'
import {
  cancelTransition,
  type ReportedChange,
  statusTransition,
  timeTransition,
  type VisitState,
  type VisitTransition,
} from '../support/storms/visit-story.ts'

/** Few enough for the callers to collide. */
export const doctors = ['doctor-1', 'doctor-2', 'doctor-3']
const rooms = ['jaipur/room-1', 'jaipur/room-2']
export const clocks = ['09:00', '09:15', '09:30', '09:45', '10:00', '10:15', '10:30', '10:45']
const packPrice = 999.99

/** A visit, as its answers describe it. */
export interface VisitStory {
  id: number
  start: VisitState
  payable: number
  packId: number | null
  /** Whether the session of its pack was returned, by the acknowledged cancellation. */
  isReturned: boolean | undefined
  changes: ReportedChange[]
}

interface Outcome {
  status: number | undefined
  json: Json
}

const pickRandom = <T>(values: readonly T[]): T =>
  values[Math.floor(Math.random() * values.length)] as T

export class Storm {
  readonly stories: VisitStory[] = []
  /** References of bookings, and their outcomes; undefined is unknown. */
  readonly bookings = new Map<string, boolean | undefined>()
  readonly tally: Record<string, number> = {}
  /** Services that owe an answer: the connection broke. */
  readonly silent = new Set<string>()
  private asked = 0
  private answered = 0
  private readonly clinic: Clinic
  private readonly packs: readonly { patientId: number; packId: number }[]
  private readonly urls: readonly [string, string]
  private readonly onAnswer: (count: number) => void

  constructor(options: {
    clinic: Clinic
    /** Packs that visits can be paid with. */
    packs: readonly { patientId: number; packId: number }[]
    /** The addresses of the two services. */
    urls: readonly [string, string]
    /** Called after each answer with the number of answers. */
    onAnswer(count: number): void
  }) {
    this.clinic = options.clinic
    this.packs = options.packs
    this.urls = options.urls
    this.onAnswer = options.onAnswer
  }

  /** One caller, who sends one request after the other. */
  async call(caller: number, requests: number): Promise<void> {
    for (let sent = 0, home = caller; sent < requests; sent += 1) {
      const url = this.urls[home % 2] as string
      const story =
        this.stories.length === 0 || Math.random() < 0.3 ? undefined : pickRandom(this.stories)
      const isAnswered = await (story ? this.change(url, story) : this.book(url))
      // A caller that gets no answer uses the other service from then on.
      if (!isAnswered) home += 1
    }
  }

  async book(url: string): Promise<boolean> {
    const tag = this.nextTag('booking')
    const slot = slotTimes(pickRandom(clocks))
    const { patientId, packId: patientPackageId } = pickRandom(this.packs)
    const patientPayload = { firstName: tag }
    const money = pickRandom([
      { patientPayload, paymentStatus: 'PAID', discountAmount: pickRandom([0, 0.07]) },
      { patientPayload, paymentStatus: 'UNPAID' },
      { patientPayload, paymentStatus: 'PENDING' },
      {
        patientPayload: undefined,
        patientId,
        bookingType: 'USE_ACTIVE_PACKAGE',
        patientPackageId,
        consultationCharge: undefined,
      },
      {
        patientPayload,
        bookingType: 'PACKAGE_PURCHASE',
        packageConfigId: this.clinic.id('sessionPack', 'three'),
        packageAmount: packPrice,
        consultationCharge: undefined,
      },
    ])
    const doctorId = this.clinic.id('practitioner', pickRandom(doctors))
    const roomId = pickRandom([undefined, this.clinic.id('room', pickRandom(rooms))])
    const body = createBookingBody(this.clinic, {
      doctorId,
      roomId,
      ...slot,
      paymentReference: tag,
      ...money,
    })
    const { status, json } = await this.send(
      url,
      'POST',
      '/v1/appointments/book-appointment-unified',
      body,
    )
    this.bookings.set(tag, status === undefined ? undefined : status === 201)
    if (status === 201) {
      const {
        id,
        fromDateTimeTs,
        payableAmount: payable,
        patientPackageId: packId,
      } = json.appointment
      expect(fromDateTimeTs).toBe(slot.fromDateTimeIso)
      const start = {
        status: 'SCHEDULED',
        from: slot.fromDateTimeIso,
        cancellationReason: null,
        rescheduleReason: null,
      }
      this.stories.push({ id, start, payable, packId, isReturned: undefined, changes: [] })
    }
    return status !== undefined
  }

  private async change(url: string, story: VisitStory): Promise<boolean> {
    const kind = pickRandom([
      'status',
      'status',
      'cancel',
      'reschedule',
      'reschedule',
      'reschedule',
    ])
    const tag = this.nextTag(kind)
    const { body, leads } = newChange(kind, story, tag)
    const tagCount = performance.now()
    const { status, json } = await this.send(
      url,
      'PATCH',
      `/v1/appointments/${story.id}/${kind}`,
      body,
    )
    if (status === undefined)
      story.changes.push({
        leads,
        isUnknown: true,
        asked: tagCount,
        answered: Number.POSITIVE_INFINITY,
      })
    else if (status === 200) {
      story.changes.push({ leads, isUnknown: false, asked: tagCount, answered: performance.now() })
      if (kind === 'cancel') {
        const isRefunded = body.refundIssued === true && body.voidBooking !== true
        expect([
          json.status,
          json.voided,
          json.paymentStatus === 'REFUNDED',
          json.refundAmount,
        ]).toEqual([
          'CANCELLED',
          body.voidBooking === true,
          isRefunded,
          isRefunded ? body.refundAmount : null,
        ])
        story.isReturned = body.refundIssued === true
      } else
        expect(kind === 'status' ? json.status : json.fromDateTimeTs).toBe(
          kind === 'status' ? body.status : body.fromDateTimeIso,
        )
    } else if (['STATUS_NOT_ALLOWED', 'VISIT_NOT_MOVABLE'].includes(json.error)) {
      // The visit was in a state from which the change is not possible.
      const keepsState: VisitTransition = (state) =>
        leads(state) === undefined ? state : undefined
      story.changes.push({
        leads: keepsState,
        isUnknown: false,
        asked: tagCount,
        answered: performance.now(),
      })
    }
    return status !== undefined
  }

  private nextTag(kind: string): string {
    this.asked += 1
    return `${kind}-${this.asked}`
  }

  private async send(
    url: string,
    method: 'POST' | 'PATCH',
    path: string,
    body: Json,
  ): Promise<Outcome> {
    try {
      const { status, json } = await request(url + path, this.clinic.key, body, method)
      const message =
        status < 300 ? `${status} ${path.split('/').at(-1)}` : `${status} ${json.error}`
      this.tally[message] = (this.tally[message] ?? 0) + 1
      return { status, json }
    } catch (error) {
      // The connection broke: it may have happened or not. Anything else that is thrown is a fault
      // of the test.
      if (!(error instanceof TypeError) || error.cause === undefined) throw error
      this.silent.add(url)
      return { status: undefined, json: undefined }
    } finally {
      this.answered += 1
      this.onAnswer(this.answered)
    }
  }
}

function newChange(kind: string, story: VisitStory, tag: string) {
  if (kind === 'status') return newStatus()
  return kind === 'cancel' ? cancellation(story, tag) : newTime(tag)
}

function newStatus(): { body: Json; leads: VisitTransition } {
  const status = pickRandom([
    'CONFIRMED',
    'CONFIRMED',
    'NO_SHOW',
    'NO_SHOW',
    'IN_CONSULTATION',
    'COMPLETED',
  ])
  return { body: { status }, leads: statusTransition(status) }
}

function cancellation(
  { payable }: VisitStory,
  cancellationReason: string,
): { body: Json; leads: VisitTransition } {
  const refundPercentage = pickRandom([0, 33.333, 50, 100])
  const refund = {
    refundIssued: true,
    refundPercentage,
    refundAmount: refundMinor(Math.round(payable * 100), refundPercentage) / 100,
  }
  const terms = pickRandom([
    {},
    { refundIssued: false },
    refund,
    refund,
    refund,
    { voidBooking: true },
    { voidBooking: true, refundIssued: true },
  ])
  return { body: { cancellationReason, ...terms }, leads: cancelTransition(cancellationReason) }
}

function newTime(reason: string): { body: Json; leads: VisitTransition } {
  const slot = slotTimes(pickRandom(clocks))
  return { body: { ...slot, reason }, leads: timeTransition(slot.fromDateTimeIso, reason) }
}
