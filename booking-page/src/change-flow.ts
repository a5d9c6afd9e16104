// After the booking: moving it, cancelling it, and the next booking.

import { noVisitType, type Summary } from './answers.ts'
import { type Appointment, NoResponseError, RefusalError } from './api.ts'
import { findNearestTimes, type Time } from './catalogue.ts'
import type { DataLoader } from './data-loader.ts'
import { dateIn } from './dates.ts'
import type { BookingState } from './state.ts'
import type { Steps } from './steps.ts'

export class ChangeFlow {
  readonly #state: BookingState
  readonly #dataLoader: DataLoader
  readonly #steps: Steps
  /**
   * Whether the answer to a cancellation was lost: if the retry is refused, the cancellation was
   * made.
   */
  #isChangeAnswerLost = false

  constructor(state: BookingState, dataLoader: DataLoader, steps: Steps) {
    this.#state = state
    this.#dataLoader = dataLoader
    this.#steps = steps
  }

  startMove = () =>
    this.#state.runTask(async () => {
      const { done } = this.#state
      if (!done) return
      const { summary } = done
      this.#state.pendingChange = 'move'
      this.#state.answers.visitType = summary.visitType?.id ?? noVisitType
      this.#state.answers.offer = `${summary.addressId}/${summary.doctorId}`
      this.#state.answers.kind = {
        mode: summary.mode,
        lengthMins: (Date.parse(summary.end) - Date.parse(summary.start)) / 60_000,
        tierId: summary.tierId,
      }
      this.#state.answers.time = undefined
      this.#state.answers.formerDate = dateIn(this.#state.options.zone, summary.start)
      this.#state.week = undefined
      this.#state.draw()
      await this.#dataLoader.readWeek()
    })

  askCancel = (): void => {
    this.#state.pendingChange = 'cancel'
    this.#state.draw()
  }

  abandonChange = (): void => {
    this.#state.pendingChange = undefined
    this.#state.notice = undefined
    this.#state.draw()
  }

  /** Whether the chosen time is so soon that only the clinic can change the moved visit. */
  get isLastChange(): boolean {
    const { done, answers } = this.#state
    if (!done || !answers.time) return false
    const { cancelUntil, moveUntil } = this.#moveSummary(done.summary, answers.time)
    return [cancelUntil, moveUntil].every(
      (until) => until === undefined || Date.parse(until) <= this.#state.service.now(),
    )
  }

  /** The details of a visit at another time; its deadlines for changes move along with it. */
  #moveSummary(summary: Summary, { from, to }: Time): Summary {
    const shiftMs = Date.parse(from) - Date.parse(summary.start)
    const shiftInstant = (until: string | undefined) =>
      until && new Date(Date.parse(until) + shiftMs).toISOString()
    return {
      ...summary,
      start: from,
      end: to,
      cancelUntil: shiftInstant(summary.cancelUntil),
      moveUntil: shiftInstant(summary.moveUntil),
    }
  }

  async move(): Promise<void> {
    const { done, answers } = this.#state
    const { time } = answers
    if (!done?.appointmentId || !time) return
    const body = { fromDateTimeIso: time.from, toDateTimeIso: time.to }
    try {
      const path = `/v1/appointments/${done.appointmentId}/reschedule`
      await this.#state.service.send<Appointment>('PATCH', path, { body, isRepeatable: true })
    } catch (error) {
      const code = error instanceof RefusalError ? error.code : undefined
      if (
        code === 'SLOT_NOT_AVAILABLE' ||
        code === 'SLOT_NOT_OFFERED' ||
        code === 'ROOM_NOT_AVAILABLE'
      ) {
        this.#state.answers.time = undefined
        await this.#dataLoader.readWeek(dateIn(this.#state.options.zone, time.from))
        this.#state.nearestTimes = findNearestTimes(this.#state.week?.times ?? [], time.from)
        this.#state.notice = { word: 'taken' }
        return
      }
      if (code === undefined) throw error
      this.#state.pendingChange = undefined
      this.#state.notice = { word: 'changeRefused' }
      return
    }
    this.#state.done = {
      ...done,
      state: 'moved',
      moves: (done.moves ?? 0) + 1,
      summary: this.#moveSummary(done.summary, time),
    }
    this.#state.recordVisit()
    this.#state.pendingChange = undefined
    this.#state.nearestTimes = undefined
    this.#state.emit('clinic-changed', {
      change: 'moved',
      appointmentId: done.appointmentId,
      fromDateTimeIso: time.from,
    })
  }

  cancel = () =>
    this.#state.runTask(async () => {
      const { done } = this.#state
      if (!done?.appointmentId) return
      try {
        await this.#state.service.send<Appointment>(
          'PATCH',
          `/v1/appointments/${done.appointmentId}/cancel`,
          { body: {} },
        )
      } catch (error) {
        const isAlreadyCancelled =
          this.#isChangeAnswerLost &&
          error instanceof RefusalError &&
          error.code === 'STATUS_NOT_ALLOWED'
        this.#isChangeAnswerLost = error instanceof NoResponseError
        if (!isAlreadyCancelled) {
          if (!(error instanceof RefusalError) || error.code === 'TOO_MANY_REQUESTS') throw error
          this.#state.pendingChange = undefined
          this.#state.notice = { word: 'changeRefused' }
          return
        }
      }
      this.#state.done = { ...done, state: 'cancelled' }
      this.#state.recordVisit()
      this.#state.pendingChange = undefined
      this.#state.emit('clinic-changed', {
        change: 'cancelled',
        appointmentId: done.appointmentId,
        fromDateTimeIso: done.summary.start,
      })
    })

  /** Asks for another time after a cancellation; the other answers are kept. */
  chooseAnotherTime = () =>
    this.#state.runTask(async () => {
      this.#state.done = undefined
      this.#state.discardTime()
      this.#state.paymentMethods = undefined
      await this.#steps.goTo(this.#steps.open(), 'replace')
    })

  bookAnother = () =>
    this.#state.runTask(async () => {
      this.#state.done = undefined
      this.#state.pendingChange = undefined
      this.#state.kinds = undefined
      this.#state.firstDate = undefined
      this.#state.whatToExpect = undefined
      const { contact, verified, patients } = this.#state.answers
      this.#state.answers = { ...this.#state.createAnswers(), contact, verified, patients }
      this.#state.clearFrom('visitType')
      await this.#steps.goTo(this.#steps.open(), 'replace')
    })
}
