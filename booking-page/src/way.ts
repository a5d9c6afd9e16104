// One booking: its parts, and how it begins. It is drawn in `steps/`.

import type { FunctionComponent } from 'preact'
import type { LaterStep, Step } from './answers.ts'
import { Misplaced, NoAnswer, type Workspace } from './api.ts'
import { complainOfNoAnswer } from './complain.ts'
import type { LaterWork } from './later-work.ts'
import { type Load, loadFile } from './load-file.ts'
import type { Options } from './options.ts'
import { Reading } from './reading.ts'
import { type Emit, State } from './state.ts'
import { Steps } from './steps.ts'

/** How long a patient waits without being told whom to call. */
const patienceMs = 2_000

/** The questions after the choice of a time, what they do, and their styles. */
export interface LaterFile {
  begin(state: State, reading: Reading, steps: Steps): LaterWork
  questions: Record<LaterStep, FunctionComponent>
  styles: string
}

export class Way extends State {
  readonly reading = new Reading(this)
  readonly steps = new Steps(this, this.reading, (step) => this.#enterLater(step))
  /** What comes after the choice of a time; undefined until it is loaded. */
  later: LaterFile | undefined
  readonly #laterFile: Load<{ later: LaterFile }>
  #work: LaterWork | undefined
  #loading: Promise<void> | undefined

  constructor(options: Options, draw: () => void, emit: Emit, laterFile: Load<{ later: LaterFile }>) {
    super(options, draw, emit)
    this.#laterFile = laterFile
  }

  get reserving(): LaterWork['reserving'] {
    return this.#loaded.reserving
  }

  get verifying(): LaterWork['verifying'] {
    return this.#loaded.verifying
  }

  get afterwards(): LaterWork['afterwards'] {
    return this.#loaded.afterwards
  }

  get #loaded(): LaterWork {
    if (!this.#work) throw new Error('not loaded yet')
    return this.#work
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
    await this.#loaded.enter(step)
  }

  async #loadLater(): Promise<void> {
    const { later } = await loadFile(this.#laterFile)
    this.#work = later.begin(this, this.reading, this.steps)
    this.later = later
  }

  start = (): Promise<void> =>
    this.work(async () => {
      this.lost = undefined
      const late = setTimeout(() => {
        this.isLate = true
        this.draw()
      }, patienceMs)
      const sessionRef = new URL(location.href).searchParams.get('sessionRef')
      const back = sessionRef !== null && this.showsCheckout(sessionRef) ? sessionRef : null
      try {
        // With a country, whichever it is, the answer has the fees for patients from abroad, too.
        this.workspace = await this.service.get<Workspace>('/v2/workspaces', { patientCountryCode: this.dialCode })
        await this.reading.readOffers()
        if (this.done || this.attempt || back) await this.loadLater()
      } catch (error) {
        this.lost = error instanceof Misplaced ? 'for good' : 'for now'
        if (error instanceof NoAnswer) complainOfNoAnswer(this.options.baseUrl)
        throw error
      } finally {
        clearTimeout(late)
      }
      this.emit('clinic-ready', {})
      this.forgetWithdrawn()
      if (this.done) return this.steps.go('done', 'replace')
      if (this.attempt || back) return this.reserving.resume(back)
      await this.steps.go(this.steps.allowed(this.own.ofTab<Step>('step')), 'replace')
      // While the first question is answered. What fails now is tried again when it is needed.
      void this.loadLater().then(this.draw, () => {})
    })

  goOnFromTime = () =>
    this.work(async () => {
      if (this.changing === 'move') return this.afterwards.move()
      this.near = undefined
      if (this.answers.time) await this.steps.go(this.steps.open())
    })
}
