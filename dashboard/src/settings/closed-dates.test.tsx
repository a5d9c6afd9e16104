import { expect, it, onTestFinished, vi } from 'vitest'
import { renderPart } from '../ui/render-part.fixture.tsx'
import { ClosedDates } from './closed-dates.tsx'
import { settingsWords } from './words.ts'

it('closing days begin in the month of the clinic, and are of people and places by their names [SETUP-09]', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-12-31T19:00:00Z'), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  await settingsWords.load('en')
  const shown = {
    workspace: { timezone: 'Asia/Kolkata' },
    locations: { jaipur: { city: 'Jaipur' } },
    practitioners: { 'asha-rao': { name: 'Asha Rao' } },
  }
  const draft = { shown, mistakes: [], set: () => {} }
  const { getByRole, getAllByRole } = await renderPart(<ClosedDates schema={{}} draft={draft} />)
  // Half past midnight in Jaipur.
  getByRole('group', { name: 'January 2027' })
  expect(getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Every location',
    'Jaipur',
    'Asha Rao',
  ])
})
