import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Refusal } from '../api/call.ts'
import { renderPart } from './render-part.fixture.tsx'
import { useUndo } from './undo.tsx'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

const undone: string[] = []

interface DeskProps {
  things: readonly string[]
  refusal?: Refusal | undefined
  /** When the service answers the changes; at once when omitted. */
  answer?: Promise<void> | undefined
}

function Desk({ things, refusal, answer = Promise.resolve() }: DeskProps) {
  const offerUndo = useUndo()
  const undoThing = (thing: string) => async () => {
    if (refusal) throw refusal
    undone.push(thing)
  }
  return (
    <>
      <input aria-label="Note" />
      {things.map((thing) => (
        <button
          key={thing}
          type="button"
          onClick={() =>
            void offerUndo(answer, () => ({
              text: `${thing} was done.`,
              undoChange: undoThing(thing),
            }))
          }
        >
          {thing}
        </button>
      ))}
    </>
  )
}

async function desk({ refusal, answer }: Omit<DeskProps, 'things'> = {}) {
  undone.length = 0
  await renderPart(<Desk things={['One', 'Two']} {...{ refusal, answer }} />)
  const user = userEvent.setup({ delay: null })
  const status = (text: RegExp) =>
    waitFor(() => expect(screen.getByRole('status').textContent).toMatch(text))
  return {
    user,
    status,
    click: async (name: string | RegExp) => user.click(await screen.findByRole('button', { name })),
  }
}

it('is said to screen readers and takes back what was done last first, by its button or by U, and not from a field [DAY-19] [DASH-19]', async () => {
  const { user, status, click } = await desk()
  await click('One')
  await click('Two')
  await status(/^Two was done\. U undoes it, for 12 seconds\.$/)
  await user.type(screen.getByLabelText('Note'), 'u')
  expect(undone).toEqual([])
  await click(/^Undo/)
  await status(/^Undone: Two was done\. One was done\. U undoes it/)
  fireEvent.keyDown(document.body, { key: 'u', code: 'KeyU' })
  await status(/^Undone: One was done\.$/)
  expect(undone).toEqual(['Two', 'One'])
  fireEvent.keyDown(document.body, { key: 'u', code: 'KeyU' })
  expect(undone).toEqual(['Two', 'One'])
})

it('by its key counts for a change that is not answered yet, once [DAY-19]', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { status, click } = await desk({ answer: promise })
  await click('One')
  for (const _ of ['once', 'twice']) fireEvent.keyDown(document.body, { key: 'u', code: 'KeyU' })
  expect(undone).toEqual([])
  resolve()
  await status(/^Undone: One was done\.$/)
  expect(undone).toEqual(['One'])
})

it('is offered for twelve seconds and no longer [DAY-19]', async () => {
  const { status, click } = await desk()
  await click('One')
  vi.advanceTimersByTime(10_000)
  await status(/^One was done\./)
  vi.advanceTimersByTime(3_000)
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
})

it('that is refused says why, and that the change remains, until it is closed [DAY-19] [DASH-17]', async () => {
  const { click } = await desk({
    refusal: new Refusal({ code: 'SLOT_NOT_AVAILABLE', message: 'taken' }),
  })
  await click('One')
  await click(/^Undo/)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(/This time has just been taken\..*Not undone: One was done\./)
  vi.advanceTimersByTime(60_000)
  await click('Close')
  expect(screen.queryByRole('alert')).toBeNull()
})
