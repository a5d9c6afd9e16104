// Draws a question of the booking element with answers and data that the test gives, without a browser and a service.

import { within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { render } from 'preact'
import { onTestFinished } from 'vitest'
import { App } from '../app.tsx'
import type { Options } from '../options.ts'
import { Way } from '../way.ts'
import { type Language, speechOf } from '../words.ts'

interface Asked {
  options?: Partial<Options>
  locale?: string
}

/** `prepare` sets what the way knows, and its step, before it is drawn. */
export async function renderStep(prepare: (way: Way) => void, { options = {}, locale = 'en-GB' }: Asked = {}) {
  const speech = await speechOf(locale.split('-')[0] as Language, locale)
  const page = document.body.appendChild(document.createElement('div'))
  const usual = { baseUrl: 'https://clinic.example', widgetKey: 'wk', zone: 'Asia/Kolkata', languages: ['en'], newPatientFields: [] } as unknown as Options
  const draw = () => render(<App way={way} speech={speech} speak={async () => {}} />, page)
  const way: Way = new Way(
    { ...usual, ...options },
    draw,
    () => {},
    () => import('../later.ts'),
  )
  way.workspace = { publicProfile: {} } as NonNullable<Way['workspace']>
  await way.loadLater()
  prepare(way)
  draw()
  onTestFinished(() => {
    way.end()
    render(null, page)
    page.remove()
  })
  return { way, speech, page, user: userEvent.setup({ pointerEventsCheck: 0 }), ...within(page) }
}
