// The element's content: the current question.

import { useErrorBoundary, useState } from 'preact/hooks'
import { isLater } from './answers.ts'
import { CallInstead, Notice, Screen, Shared, type Speak, useBooking } from './screen.tsx'
import { Kinds, Places, Practitioners, Waiting } from './steps/choice.tsx'
import { ShiftChoice, When } from './steps/when.tsx'
import type { Way } from './way.ts'
import type { Speech } from './words.ts'

interface AppProps {
  way: Way
  speech: Speech
  speak: Speak
}

export function App({ way, speech, speak }: AppProps) {
  const [said, announce] = useState('')
  const [fault] = useErrorBoundary((error) => reportError(error))
  const { workspace, step } = way
  // The page's own content says whom to call.
  if (fault) return <slot />
  return (
    <Shared.Provider value={{ way, speech, speak, announce }}>
      <div class="card" part="card" lang={speech.language} dir={speech.isRightToLeft ? 'rtl' : 'ltr'} aria-busy={way.isBusy}>
        <p class="hidden" role="status">
          {said}
        </p>
        {workspace && step ? <Question key={screenOf(way)} /> : <Opening />}
      </div>
    </Shared.Provider>
  )
}

/** Another screen is another question, with its own focus. */
function screenOf({ step, changing, done, later, answers }: Way): string {
  const isAfterTime = step !== undefined && isLater(step)
  // Another time may be chosen beside the element while a later question is open.
  return [step, changing, done?.state, isAfterTime && !later, isAfterTime && !changing && answers.time?.from].join(' ')
}

/** Before anything is known: the content that the page has put into the element, and why there is nothing else. */
function Opening() {
  const { way, speech } = useBooking()
  return (
    <>
      <slot />
      <div class="opening">
        {way.lost ? <Notice /> : <p class="quiet">{speech.say('loading')}</p>}
        {(way.lost || way.isLate) && <CallInstead />}
        {way.lost === 'for now' && (
          <button type="button" class="main" onClick={() => void way.start()}>
            {speech.say('tryAgain')}
          </button>
        )}
      </div>
    </>
  )
}

function Question() {
  const { way } = useBooking()
  const { step } = way
  if (step === undefined) return <Opening />
  if (isLater(step)) {
    const Later = way.later?.questions[step]
    return Later ? <Later /> : <NotYet />
  }
  switch (step) {
    case 'where':
      return <Places />
    case 'who':
      return <Practitioners />
    case 'what':
      return <Kinds />
    case 'when':
      return <When />
    case 'shift':
      return <ShiftChoice />
  }
}

/** A question whose file is still being loaded, or could not be. */
function NotYet() {
  const { way, speech } = useBooking()
  const isTrying = way.isBusy || !way.notice
  return (
    <Screen title={speech.say(isTrying ? 'loading' : 'notLoaded')} {...(!isTrying && { button: speech.say('tryAgain'), onGo: way.steps.again })}>
      {isTrying ? <Waiting rows={3} /> : <CallInstead />}
    </Screen>
  )
}
