import { notifyManager } from '@tanstack/react-query'
import { expect, it, onTestFinished } from 'vitest'
import { renderPart } from '../ui/render-part.fixture.tsx'
import { useChange } from './workspace.tsx'

function Arrives() {
  const { mutate, isSuccess } = useChange('visit-arrive')
  return (
    <button type="button" onClick={() => mutate({ id: 41, arrived: true })}>
      {isSuccess ? 'Here' : 'Arrived'}
    </button>
  )
}

it('is the same change until the page shows that it is done, and another one after that [DASH-18]', async () => {
  const held: (() => void)[] = []
  const inLine: Parameters<typeof notifyManager.setScheduler>[0] = (callback) =>
    setTimeout(callback, 0)
  onTestFinished(() => notifyManager.setScheduler(inLine))
  const { user, changes, getByRole, findByText } = await renderPart(<Arrives />, {
    answers: { 'visit-arrive': { id: 41 } },
  })
  // Answered, and not drawn yet.
  notifyManager.setScheduler((callback) => void held.push(callback))
  const keys = () => changes().map(({ key }) => key)
  await user.click(getByRole('button'))
  await expect.poll(() => keys().length).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 20))
  await user.click(getByRole('button'))
  await expect.poll(() => keys().length).toBe(2)
  notifyManager.setScheduler(inLine)
  for (const draw of held) draw()
  await findByText('Here')
  await user.click(getByRole('button'))
  await expect.poll(() => keys().length).toBe(3)
  const [first, second, third] = keys()
  expect([second === first, third === first]).toEqual([true, false])
})
