import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderPart } from '../ui/render-part.fixture.tsx'
import { CloseTill } from './close-till.tsx'
import type { OpenTill } from './queries.ts'

const open = {
  firstEntry: 11,
  lastEntry: 19,
  byMethod: [
    { method: 'CASH', currency: 'INR', net: -200 },
    { method: 'CARD', currency: 'KWD', net: 1.5 },
    { method: 'CASH', currency: 'JPY', net: 3000 },
  ],
} as unknown as OpenTill
const answers = { 'till-close': { number: 4 } }
const rendered = (language = 'en') =>
  renderPart(<CloseTill addressId={3} open={open} />, { language, answers })

describe('closing a till', () => {
  it('sends every count exactly as it was typed, once, after it was confirmed [TILL-05]', async () => {
    const { user, changes, getByRole, getByLabelText, findByText } = await rendered()
    await user.type(getByLabelText('Counted: Cash, INR'), '-199.5')
    await user.type(getByLabelText('Counted: Card, KWD'), '1.505')
    expect(getByRole('button', { name: /^Close the till/ })).toHaveProperty('disabled', true)
    await user.type(getByLabelText('Counted: Cash, JPY'), '3001')
    await user.click(getByRole('button', { name: /^Close the till/ }))
    expect(getByRole('button', { name: 'Close the till' })).toHaveProperty('disabled', true)
    await user.type(getByLabelText(/^Why the count differs/), ' Coins ')
    expect(changes()).toEqual([])
    await user.click(getByRole('button', { name: 'Close the till' }))
    await findByText('Close 4 is saved.')
    expect(changes()).toMatchObject([
      {
        operation: 'till-close',
        input: {
          addressId: 3,
          firstEntry: 11,
          lastEntry: 19,
          reason: 'Coins',
          counts: [
            { method: 'CASH', currency: 'INR', amount: -199.5 },
            { method: 'CARD', currency: 'KWD', amount: 1.505 },
            { method: 'CASH', currency: 'JPY', amount: 3001 },
          ],
        },
      },
    ])
  })

  it('says what is missing or over, in words, and takes no more decimals than the currency has [TILL-05]', async () => {
    const { user, getByLabelText, getByRole } = await rendered()
    const [cash, card, yen] = ['Cash, INR', 'Card, KWD', 'Cash, JPY'].map(
      (name) => getByLabelText(`Counted: ${name}`) as HTMLInputElement,
    )
    if (!cash || !card || !yen) throw new Error('a field is missing')
    await user.type(cash, '-200')
    await user.type(card, '1.4999')
    await user.type(yen, '3000.00')
    const differences = () =>
      within(getByRole('region', { name: 'To be counted' }))
        .getAllByRole('status')
        .map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))
    expect([cash.value, card.value, yen.value]).toEqual(['-200', '1.499', '3000.0'])
    expect(differences()).toEqual(['matches', 'KWD 0.001 missing', 'matches'])
    await user.clear(yen)
    await user.type(yen, '30.75')
    expect([yen.value, differences()[2]]).toEqual(['30.7', ''])
    await user.clear(cash)
    await user.type(cash, '-')
    expect(differences()[0]).toBe('')
    await user.type(cash, '100')
    expect(differences()[0]).toBe('INR 100.00 over')
  })

  it('reads a comma as the decimals of a language that writes them so [TILL-05]', async () => {
    const { user, getByLabelText } = await rendered('de')
    const cash = getByLabelText(/Bar.*INR/) as HTMLInputElement
    await user.type(cash, '199,5')
    expect(cash.value).toMatch(/^199[.,]5$/)
  })

  it('can be left before it is confirmed, with the counts kept [TILL-05]', async () => {
    const { user, changes, getByRole, getByLabelText } = await rendered()
    for (const name of ['Cash, INR', 'Card, KWD', 'Cash, JPY'])
      await user.type(getByLabelText(`Counted: ${name}`), '5')
    await user.click(getByRole('button', { name: /^Close the till/ }))
    await user.click(getByRole('button', { name: 'Count again' }))
    expect(getByLabelText('Counted: Cash, JPY')).toHaveProperty('value', '5')
    expect(changes()).toEqual([])
  })

  it('is refused next to the form, which keeps the counts [DASH-17]', async () => {
    const { user, getByRole, getByLabelText, findByRole } = await renderPart(
      <CloseTill addressId={null} open={open} />,
    )
    for (const name of ['Cash, INR', 'Card, KWD', 'Cash, JPY'])
      await user.type(getByLabelText(`Counted: ${name}`), '5')
    await user.click(getByRole('button', { name: /^Close the till/ }))
    await user.type(getByLabelText(/^Why the count differs/), 'Coins')
    await user.click(getByRole('button', { name: 'Close the till' }))
    await findByRole('alert')
    expect(getByLabelText('Counted: Cash, INR')).toHaveProperty('value', '5')
  })
})
