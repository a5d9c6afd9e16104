// The element's content: the current question.

import { useErrorBoundary, useState } from 'preact/hooks'
import { isLazyStep } from './answers.ts'
import type { Booking } from './booking-in-progress.ts'
import {
  BookingContext,
  CallClinicHint,
  type ChangeLanguage,
  Notice,
  QuestionScreen,
  useBooking,
} from './screen.tsx'
import {
  LoadingPlaceholder,
  LocationChoice,
  PractitionerChoice,
  VisitKindChoice,
  VisitTypeChoice,
} from './steps/choice.tsx'
import { ShiftChoice, TimeChoice } from './steps/when.tsx'
import type { Localization } from './words.ts'

interface AppProps {
  booking: Booking
  localization: Localization
  changeLanguage: ChangeLanguage
}

export function App({ booking, localization, changeLanguage }: AppProps) {
  const [announcement, setAnnouncement] = useState('')
  const [fault] = useErrorBoundary((error) => reportError(error))
  const { workspace, step } = booking
  // The page's own content says whom to call.
  if (fault) return <slot />
  return (
    <BookingContext.Provider
      value={{ booking, localization, changeLanguage, announce: setAnnouncement }}
    >
      <div
        class="card"
        part="card"
        lang={localization.language}
        dir={localization.isRightToLeft ? 'rtl' : 'ltr'}
        aria-busy={booking.isBusy}
      >
        <p class="hidden" role="status">
          {announcement}
        </p>
        {workspace && step ? <Question key={screenKey(booking)} /> : <OpeningScreen />}
        <LegalLinks />
      </div>
    </BookingContext.Provider>
  )
}

/** A different screen is a different question, with its own focus. */
function screenKey({
  step,
  pendingChange,
  done,
  lazyPart,
  ownVisitsPart,
  answers,
}: Booking): string {
  const isAfterTime = step !== undefined && isLazyStep(step)
  // Another time may be chosen outside the element while a later question is open.
  return [
    step,
    pendingChange,
    done?.state,
    isAfterTime && !(step === 'own' ? ownVisitsPart : lazyPart),
    isAfterTime && !pendingChange && answers.time?.from,
  ].join(' ')
}

/**
 * Shown before anything is known: the content that the page has put into the element, and why there
 * is nothing else.
 */
function OpeningScreen() {
  const { booking, localization } = useBooking()
  return (
    <>
      <slot />
      <div class="opening">
        {booking.outage ? <Notice /> : <p class="quiet">{localization.translate('loading')}</p>}
        {(booking.outage || booking.isOpeningLate) && <CallClinicHint />}
        {booking.outage === 'for now' && (
          <button type="button" class="main" onClick={() => void booking.start()}>
            {localization.translate('tryAgain')}
          </button>
        )}
      </div>
    </>
  )
}

/** Who is responsible for patients' data, below each question. */
function LegalLinks() {
  const { booking, localization } = useBooking()
  const { legal } = booking.workspace ?? {}
  if (!legal) return null
  return (
    <p class="legal small" part="legal">
      {(['privacy', 'imprint', 'terms'] as const).map(
        (name) =>
          legal[name] && (
            <a
              key={name}
              class="inline"
              href={`${legal[name]}?lang=${localization.language}`}
              target="_blank"
              rel="noopener noreferrer"
            >
              {localization.translate(name)}
            </a>
          ),
      )}
    </p>
  )
}

function Question() {
  const { booking } = useBooking()
  const { step } = booking
  if (step === undefined) return <OpeningScreen />
  if (isLazyStep(step)) {
    const LazyQuestion =
      step === 'own' ? booking.ownVisitsPart?.OwnVisits : booking.lazyPart?.questions[step]
    return LazyQuestion ? <LazyQuestion /> : <LoadingQuestion />
  }
  switch (step) {
    case 'where':
      return <LocationChoice />
    case 'whatFor':
      return <VisitTypeChoice />
    case 'who':
      return <PractitionerChoice />
    case 'what':
      return <VisitKindChoice />
    case 'when':
      return <TimeChoice />
    case 'shift':
      return <ShiftChoice />
  }
}

/** A question whose file is still loading, or could not be loaded. */
function LoadingQuestion() {
  const { booking, localization } = useBooking()
  const isLoading = booking.isBusy || !booking.notice
  return (
    <QuestionScreen
      title={localization.translate(isLoading ? 'loading' : 'notLoaded')}
      {...(!isLoading && { button: localization.translate('tryAgain'), onGo: booking.steps.retry })}
    >
      {isLoading ? <LoadingPlaceholder rows={3} /> : <CallClinicHint />}
    </QuestionScreen>
  )
}
