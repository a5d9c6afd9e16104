// One booking: its parts, and how it begins. It is drawn in `steps/`.

import { Afterwards } from './afterwards.ts'
import type { Step } from './answers.ts'
import type { Workspace } from './api.ts'
import { Reading } from './reading.ts'
import { Reserving } from './reserving.ts'
import { State } from './state.ts'
import { Steps } from './steps.ts'
import { Verifying } from './verifying.ts'

export class Way extends State {
  readonly reading = new Reading(this)
  readonly steps = new Steps(this, this.reading)
  readonly reserving = new Reserving(this, this.reading, this.steps)
  readonly verifying = new Verifying(this, this.steps, this.reserving)
  readonly afterwards = new Afterwards(this, this.reading, this.steps)

  start = (): Promise<void> =>
    this.work(async () => {
      this.isLost = false
      try {
        // With a country, whichever it is, the answer has the fees for patients from abroad, too.
        this.workspace = await this.service.get<Workspace>('/v2/workspaces', { patientCountryCode: this.dialCode })
        await this.reading.readOffers()
      } catch (error) {
        this.isLost = true
        throw error
      }
      this.emit('clinic-ready', {})
      const sessionRef = new URL(location.href).searchParams.get('sessionRef')
      const back = sessionRef !== null && this.showsCheckout(sessionRef) ? sessionRef : null
      this.forgetWithdrawn()
      if (this.done) return this.steps.go('done', 'replace')
      if (this.attempt || back) return this.reserving.resume(back)
      await this.steps.go(this.steps.allowed(this.own.ofTab<Step>('step')), 'replace')
    })

  goOnFromTime = () =>
    this.work(async () => {
      if (this.changing === 'move') return this.afterwards.move()
      this.near = undefined
      if (this.answers.time) await this.steps.go(this.steps.open())
    })
}
