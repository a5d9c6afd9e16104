import { expect, it, vi } from 'vitest'
import { renderStep } from './steps/render-step.fixture.tsx'

it('leaves the content of the page, and reports why, when it cannot be drawn [PAGE-01]', async () => {
  const told = vi.fn()
  vi.stubGlobal('reportError', told)
  const fault = new TypeError('locations is not a function')
  const { page } = await renderStep((booking) => {
    booking.step = 'where'
    Object.defineProperty(booking, 'locations', {
      get() {
        throw fault
      },
    })
  })
  expect(page.innerHTML).toBe('<slot></slot>')
  expect(told).toHaveBeenCalledWith(fault)
})
