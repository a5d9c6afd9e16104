// One booking: its parts, and how it begins. The screens are in `steps/`.

import type { FunctionComponent } from 'preact'
import type { LazyStep, Step } from './answers.ts'
import { NoResponseError, PageSetupError, type Workspace } from './api.ts'
import { reportNoAnswer } from './console-messages.ts'
import { DataLoader } from './data-loader.ts'
import type { LazyFlows } from './lazy-flows.ts'
import { type Load, loadFile } from './load-file.ts'
import type { Options } from './options.ts'
import type { OwnVisitsFlow } from './own-visits-flow.ts'
import { BookingState, type Emit } from './state.ts'
import { Steps } from './steps.ts'

/** How long a patient waits without being told whom to call. */
const lateNoticeMs = 2_000

/** The questions after the choice of a time, with their behaviour and styles. */
export interface LazyPart {
  createFlows(state: BookingState, dataLoader: DataLoader, steps: Steps): LazyFlows
  questions: Record<Exclude<LazyStep, 'own'>, FunctionComponent>
  styles: string
}

/** What a patient has booked, which few pages show. */
export interface OwnVisitsPart {
  createFlow(state: BookingState, steps: Steps, contactInput: () => object): OwnVisitsFlow
  OwnVisits: FunctionComponent
}

export class Booking extends BookingState {
  readonly reading = new DataLoader(this)
  readonly steps = new Steps(this, this.reading, (step) => this.#enterLazyStep(step))
  /** What comes after the choice of a time; undefined until it is loaded. */
  lazyPart: LazyPart | undefined
  readonly #loadLazyPart: Load<{ lazyPart: LazyPart }>
  ownVisitsPart: OwnVisitsPart | undefined
  readonly #loadOwnVisitsPart: Load<{ ownVisitsPart: OwnVisitsPart }>
  #lazyFlows: LazyFlows | undefined
  #ownVisitsFlow: OwnVisitsFlow | undefined
  #loading: Promise<void> | undefined

  constructor(
    options: Options,
    rerender: () => void,
    emit: Emit,
    loadLazyPart: Load<{ lazyPart: LazyPart }>,
    loadOwnVisitsPart: Load<{ ownVisitsPart: OwnVisitsPart }>,
  ) {
    super(options, rerender, emit)
    this.#loadLazyPart = loadLazyPart
    this.#loadOwnVisitsPart = loadOwnVisitsPart
  }

  get reservationFlow(): LazyFlows['reservationFlow'] {
    return this.#loadedFlows.reservationFlow
  }

  get verificationFlow(): LazyFlows['verificationFlow'] {
    return this.#loadedFlows.verificationFlow
  }

  get changeFlow(): LazyFlows['changeFlow'] {
    return this.#loadedFlows.changeFlow
  }

  get ownVisitsFlow(): OwnVisitsFlow {
    if (!this.#ownVisitsFlow) throw new Error('not loaded yet')
    return this.#ownVisitsFlow
  }

  get #loadedFlows(): LazyFlows {
    if (!this.#lazyFlows) throw new Error('not loaded yet')
    return this.#lazyFlows
  }

  /** Loads what comes after the choice of a time; throws `LoadError`. */
  async loadLater(): Promise<void> {
    this.#loading ??= this.#loadLater().catch((error) => {
      this.#loading = undefined
      throw error
    })
    await this.#loading
  }

  async #enterLazyStep(step: LazyStep): Promise<void> {
    await this.loadLater()
    if (step === 'own') await this.#loadOwnVisits()
    this.draw()
    await (step === 'own' ? this.ownVisitsFlow.load() : this.#loadedFlows.enter(step))
  }

  async #loadLater(): Promise<void> {
    const { lazyPart } = await loadFile(this.#loadLazyPart)
    this.#lazyFlows = lazyPart.createFlows(this, this.reading, this.steps)
    this.lazyPart = lazyPart
  }

  async #loadOwnVisits(): Promise<void> {
    if (this.ownVisitsPart) return
    const { ownVisitsPart } = await loadFile(this.#loadOwnVisitsPart)
    this.#ownVisitsFlow = ownVisitsPart.createFlow(this, this.steps, () =>
      this.verificationFlow.contactInput(),
    )
    this.ownVisitsPart = ownVisitsPart
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
        // If a country is given, the answer also has the fees for patients from abroad.
        this.workspace = await this.service.get<Workspace>('/v2/workspaces', {
          patientCountryCode: this.dialCode,
        })
        if (this.options.ownVisits === undefined) await this.reading.readOffers()
        else this.answers.contact.country ||= this.workspace.addresses[0]?.country ?? 'IN'
        if (this.done || this.attempt || returnedRef) await this.loadLater()
      } catch (error) {
        this.outage = error instanceof PageSetupError ? 'for good' : 'for now'
        if (error instanceof NoResponseError) reportNoAnswer(this.options.baseUrl)
        throw error
      } finally {
        clearTimeout(lateTimer)
      }
      this.emit('clinic-ready', {})
      if (this.options.ownVisits === undefined) this.clearWithdrawn()
      if (this.done) return this.steps.goTo('done', 'replace')
      if (this.attempt || returnedRef) return this.reservationFlow.resume(returnedRef)
      await this.steps.goTo(
        this.steps.allowedStep(this.ownStorage.getFromTab<Step>('step')),
        'replace',
      )
      // This runs while the first question is being answered. What fails now is retried when it is
      // needed.
      void this.loadLater().then(this.draw, () => {})
    })

  continueFromTime = () =>
    this.runTask(async () => {
      if (this.pendingChange === 'move') return this.changeFlow.move()
      this.nearestTimes = undefined
      if (this.answers.time) await this.steps.goTo(this.steps.open())
    })
}
