// One booking: its parts, and how it begins. It is drawn in `steps/`.

import type { FunctionComponent } from 'preact'
import type { LaterStep, Step } from './answers.ts'
import { NoResponseError, PageSetupError, type Workspace } from './api.ts'
import { reportNoAnswer } from './complain.ts'
import type { LaterFlows } from './later-work.ts'
import { type Load, loadFile } from './load-file.ts'
import type { Options } from './options.ts'
import { DataLoader } from './reading.ts'
import { BookingState, type Emit } from './state.ts'
import { Steps } from './steps.ts'

/** How long a patient waits without being told whom to call. */
const lateNoticeMs = 2_000

/** The questions after the choice of a time, what they do, and their styles. */
export interface LaterFile {
  createFlows(state: BookingState, dataLoader: DataLoader, steps: Steps): LaterFlows
  questions: Record<LaterStep, FunctionComponent>
  styles: string
}

export class Booking extends BookingState {
  readonly reading = new DataLoader(this)
  readonly steps = new Steps(this, this.reading, (step) => this.#enterLater(step))
  /** What comes after the choice of a time; undefined until it is loaded. */
  later: LaterFile | undefined
  readonly #laterFile: Load<{ later: LaterFile }>
  #laterFlows: LaterFlows | undefined
  #loading: Promise<void> | undefined

  constructor(
    options: Options,
    rerender: () => void,
    emit: Emit,
    laterFile: Load<{ later: LaterFile }>,
  ) {
    super(options, rerender, emit)
    this.#laterFile = laterFile
  }

  get reservationFlow(): LaterFlows['reservationFlow'] {
    return this.#loadedFlows.reservationFlow
  }

  get verificationFlow(): LaterFlows['verificationFlow'] {
    return this.#loadedFlows.verificationFlow
  }

  get changeFlow(): LaterFlows['changeFlow'] {
    return this.#loadedFlows.changeFlow
  }

  get #loadedFlows(): LaterFlows {
    if (!this.#laterFlows) throw new Error('not loaded yet')
    return this.#laterFlows
  }

  /** Loads what comes after the choice of a time; throws `NotLoaded`. */
  async loadLater(): Promise<void> {
    this.#loading ??= this.#loadLater().catch((error) => {
      this.#loading = undefined
      throw error
    })
    await this.#loading
  }

  async #enterLater(step: LaterStep): Promise<void> {
    await this.loadLater()
    this.draw()
    await this.#loadedFlows.enter(step)
  }

  async #loadLater(): Promise<void> {
    const { later } = await loadFile(this.#laterFile)
    this.#laterFlows = later.createFlows(this, this.reading, this.steps)
    this.later = later
  }

  start = (): Promise<void> =>
    this.runTask(async () => {
      this.outage = undefined
      const lateTimer = setTimeout(() => {
        this.isOpeningLate = true
        this.draw()
      }, lateNoticeMs)
      const sessionRef = new URL(location.href).searchParams.get('sessionRef')
      const returnedRef = sessionRef !== null && this.showsCheckout(sessionRef) ? sessionRef : null
      try {
        // With any country, the answer also has the fees for patients from abroad.
        this.workspace = await this.service.get<Workspace>('/v2/workspaces', {
          patientCountryCode: this.dialCode,
        })
        await this.reading.readOffers()
        if (this.done || this.attempt || returnedRef) await this.loadLater()
      } catch (error) {
        this.outage = error instanceof PageSetupError ? 'for good' : 'for now'
        if (error instanceof NoResponseError) reportNoAnswer(this.options.baseUrl)
        throw error
      } finally {
        clearTimeout(lateTimer)
      }
      this.emit('clinic-ready', {})
      this.clearWithdrawn()
      if (this.done) return this.steps.goTo('done', 'replace')
      if (this.attempt || returnedRef) return this.reservationFlow.resume(returnedRef)
      await this.steps.goTo(
        this.steps.allowedStep(this.ownStorage.getFromTab<Step>('step')),
        'replace',
      )
      // While the first question is answered. What fails now is tried again when it is needed.
      void this.loadLater().then(this.draw, () => {})
    })

  continueFromTime = () =>
    this.runTask(async () => {
      if (this.pendingChange === 'move') return this.changeFlow.move()
      this.nearestTimes = undefined
      if (this.answers.time) await this.steps.goTo(this.steps.open())
    })
}
