// Draws a question of the booking element with answers and data from the test, without a browser or
// a service.

import { within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { render } from 'preact'
import { onTestFinished } from 'vitest'
import type { Language } from '../../../words/languages.ts'
import { App } from '../app.tsx'
import { Booking } from '../booking-in-progress.ts'
import type { Options } from '../options.ts'
import { loadLocalization } from '../words.ts'

interface RenderStepOptions {
  options?: Partial<Options>
  locale?: string
}

/** `prepare` sets the booking's data and its step before it is drawn. */
export async function renderStep(
  prepare: (booking: Booking) => void,
  { options = {}, locale = 'en-GB' }: RenderStepOptions = {},
) {
  const localization = await loadLocalization(locale.split('-')[0] as Language, locale)
  const page = document.body.appendChild(document.createElement('div'))
  const defaultOptions = {
    baseUrl: 'https://clinic.example',
    widgetKey: 'wk',
    zone: 'Asia/Kolkata',
    languages: ['en'],
    newPatientFields: [],
  } as unknown as Options
  const rerender = () =>
    render(
      <App booking={booking} localization={localization} changeLanguage={async () => {}} />,
      page,
    )
  const booking: Booking = new Booking(
    { ...defaultOptions, ...options },
    rerender,
    () => {},
    () => import('../lazy-part.ts'),
    () => import('../own-visits.tsx'),
  )
  booking.workspace = { publicProfile: {} } as NonNullable<Booking['workspace']>
  await booking.loadLater()
  prepare(booking)
  rerender()
  onTestFinished(() => {
    booking.end()
    render(null, page)
    page.remove()
  })
  return {
    booking,
    localization,
    page,
    user: userEvent.setup({ pointerEventsCheck: 0 }),
    ...within(page),
  }
}
