import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Refusal } from '../api/call.ts'
import { Confirmation } from './confirmation.tsx'
import { renderPart } from './render-part.fixture.tsx'

const idle = { isPending: false, error: null }

describe('a confirmation', () => {
  it('does what it asks about only when it is confirmed', async () => {
    const [onConfirm, cancel] = [vi.fn(), vi.fn()]
    const { user } = await renderPart(
      <Confirmation
        question="Stop the key?"
        change={idle}
        confirm="Stop it"
        {...{ onConfirm, cancel }}
      />,
    )
    expect(screen.getByRole('group', { name: 'Stop the key?' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Go back' }))
    expect([onConfirm.mock.calls.length, cancel.mock.calls.length]).toEqual([0, 1])
    await user.click(screen.getByRole('button', { name: 'Stop it' }))
    expect([onConfirm.mock.calls.length, cancel.mock.calls.length]).toEqual([1, 1])
  })

  it.each([
    [true, 'Go back'],
    [false, 'Erase'],
  ])('begins at the button that does no harm: final %s, %s', async (isDanger, name) => {
    await renderPart(
      <Confirmation
        question="Erase?"
        change={idle}
        confirm="Erase"
        onConfirm={() => {}}
        cancel={() => {}}
        isDanger={isDanger}
      />,
    )
    expect(document.activeElement?.textContent).toBe(name)
  })

  it('shows why it was refused', async () => {
    await renderPart(
      <Confirmation
        question="Erase?"
        change={{
          isPending: false,
          error: new Refusal({ code: 'NO_CONNECTION', message: 'no answer' }),
        }}
        confirm="Erase"
        onConfirm={() => {}}
        cancel={() => {}}
      />,
    )
    expect(screen.getByRole('alert').textContent).toContain('NO_CONNECTION')
  })
})
