// One booking: its parts, and how it begins. It is drawn in `steps/`.

import type { Step } from './answers.ts'
import { Misplaced, NoAnswer, type Workspace } from './api.ts'
import { complainOfNoAnswer } from './complain.ts'
import type { Later } from './later.ts'
import { type Load, loadFile } from './load-file.ts'
import { Reading } from './reading.ts'
import { State } from './state.ts'
import { Steps } from './steps.ts'

/** How long a patient waits without being told whom to call. */
const patienceMs = 2_000

type LaterFile = typeof import('./later.ts')
const laterFile: Load<LaterFile> = () => import('./later.ts')

export class Way extends State {
  readonly reading = new Reading(this)
  readonly steps = new Steps(this, this.reading, () => this.loadLater())
  /** The questions after the choice of a time; undefined until they are loaded. */
  questions: LaterFile['questions'] | undefined
  #later: Later | undefined
  #loading: Promise<void> | undefined

  get reserving(): Later['reserving'] {
    return this.#loaded.reserving
  }

  get verifying(): Later['verifying'] {
    return this.#loaded.verifying
  }

  get afterwards(): Later['afterwards'] {
    return this.#loaded.afterwards
  }

  get #loaded(): Later {
    if (!this.#later) throw new Error('not loaded yet')
    return this.#later
  }

  /** Loads what comes after the choice of a time; throws `NotLoaded`. */
  async loadLater(): Promise<void> {
    this.#loading ??= this.#loadLater().catch((error) => {
      this.#loading = undefined
      throw error
    })
    await this.#loading
  }

  async #loadLater(): Promise<void> {
    const file = await loadFile(laterFile)
    this.#later = file.laterOf(this, this.reading, this.steps)
    this.questions = file.questions
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
      void this.loadLater().catch(() => {})
    })

  goOnFromTime = () =>
    this.work(async () => {
      if (this.changing === 'move') return this.afterwards.move()
      this.near = undefined
      if (this.answers.time) await this.steps.go(this.steps.open())
    })
}
