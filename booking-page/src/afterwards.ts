// After the booking: moving it, cancelling it, and the next booking.

import type { Summary } from './answers.ts'
import { type Appointment, NoAnswer, Refused } from './api.ts'
import { nearestTo, type Time } from './catalogue.ts'
import { dateIn } from './dates.ts'
import type { Reading } from './reading.ts'
import type { State } from './state.ts'
import type { Steps } from './steps.ts'

export class Afterwards {
  readonly #state: State
  readonly #reading: Reading
  readonly #steps: Steps
  /** A cancellation whose answer was lost: if the retry is refused, it was done. */
  #lostChange = false

  constructor(state: State, reading: Reading, steps: Steps) {
    this.#state = state
    this.#reading = reading
    this.#steps = steps
  }

  startMove = () =>
    this.#state.work(async () => {
      const { done } = this.#state
      if (!done) return
      const { summary } = done
      this.#state.changing = 'move'
      this.#state.answers.offer = `${summary.addressId}/${summary.doctorId}`
      this.#state.answers.kind = { mode: summary.mode, lengthMins: (Date.parse(summary.end) - Date.parse(summary.start)) / 60_000, tierId: summary.tierId }
      this.#state.answers.time = undefined
      this.#state.answers.formerDate = dateIn(this.#state.options.zone, summary.start)
      this.#state.week = undefined
      this.#state.draw()
      await this.#reading.readWeek()
    })

  askCancel = (): void => {
    this.#state.changing = 'cancel'
    this.#state.draw()
  }

  leaveChange = (): void => {
    this.#state.changing = undefined
    this.#state.notice = undefined
    this.#state.draw()
  }

  /** Whether the chosen time is so soon that the moved visit can be changed only by the clinic. */
  get isLastChange(): boolean {
    const { done, answers } = this.#state
    if (!done || !answers.time) return false
    const { cancelUntil, moveUntil } = this.#movedTo(done.summary, answers.time)
    return [cancelUntil, moveUntil].every((until) => until === undefined || Date.parse(until) <= this.#state.service.now())
  }

  /** The details of a visit at another time; until when it can be changed moves along. */
  #movedTo(summary: Summary, { from, to }: Time): Summary {
    const late = Date.parse(from) - Date.parse(summary.start)
    const shifted = (until: string | undefined) => until && new Date(Date.parse(until) + late).toISOString()
    return { ...summary, start: from, end: to, cancelUntil: shifted(summary.cancelUntil), moveUntil: shifted(summary.moveUntil) }
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
      const code = error instanceof Refused ? error.code : undefined
      if (code === 'SLOT_NOT_AVAILABLE' || code === 'SLOT_NOT_OFFERED' || code === 'ROOM_NOT_AVAILABLE') {
        this.#state.answers.time = undefined
        await this.#reading.readWeek(dateIn(this.#state.options.zone, time.from))
        this.#state.near = nearestTo(this.#state.week?.times ?? [], time.from)
        this.#state.notice = { word: 'taken' }
        return
      }
      if (code === undefined) throw error
      this.#state.changing = undefined
      this.#state.notice = { word: 'changeRefused' }
      return
    }
    this.#state.done = {
      ...done,
      state: 'moved',
      moves: (done.moves ?? 0) + 1,
      summary: this.#movedTo(done.summary, time),
    }
    this.#state.noteVisit()
    this.#state.changing = undefined
    this.#state.near = undefined
    this.#state.emit('clinic-changed', { change: 'moved', appointmentId: done.appointmentId, fromDateTimeIso: time.from })
  }

  cancel = () =>
    this.#state.work(async () => {
      const { done } = this.#state
      if (!done?.appointmentId) return
      try {
        await this.#state.service.send<Appointment>('PATCH', `/v1/appointments/${done.appointmentId}/cancel`, { body: {} })
      } catch (error) {
        const isDone = this.#lostChange && error instanceof Refused && error.code === 'STATUS_NOT_ALLOWED'
        this.#lostChange = error instanceof NoAnswer
        if (!isDone) {
          if (!(error instanceof Refused) || error.code === 'TOO_MANY_REQUESTS') throw error
          this.#state.changing = undefined
          this.#state.notice = { word: 'changeRefused' }
          return
        }
      }
      this.#state.done = { ...done, state: 'cancelled' }
      this.#state.noteVisit()
      this.#state.changing = undefined
      this.#state.emit('clinic-changed', { change: 'cancelled', appointmentId: done.appointmentId, fromDateTimeIso: done.summary.start })
    })

  /** After a cancellation: what was asked before is kept. */
  chooseAnotherTime = () =>
    this.#state.work(async () => {
      this.#state.done = undefined
      this.#state.leaveTime()
      this.#state.ways = undefined
      await this.#steps.go(this.#steps.open(), 'replace')
    })

  bookAnother = () =>
    this.#state.work(async () => {
      this.#state.done = undefined
      this.#state.changing = undefined
      this.#state.nexts.clear()
      this.#state.kinds = undefined
      this.#state.firstDate = undefined
      this.#state.whatToExpect = undefined
      const { contact, verified, patients } = this.#state.answers
      this.#state.answers = { ...this.#state.fresh(), contact, verified, patients }
      this.#state.forget('offer')
      await this.#steps.go(this.#steps.open(), 'replace')
    })
}
