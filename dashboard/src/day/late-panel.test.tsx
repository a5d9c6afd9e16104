import { expect, it } from 'vitest'
import { renderPart } from '../ui/render-part.fixture.tsx'
import { LatePanel } from './late-panel.tsx'
import type { Column, Day } from './queries.ts'

const rendered = (minutesLate: number, notices: string[] = ['late']) =>
  renderPart(
    <LatePanel
      day={{ addressId: 3, notices } as unknown as Day}
      column={{ doctorId: 5, doctorName: 'Dr Rao', minutesLate } as Column}
      close={() => {}}
    />,
    {
      answers: { 'doctor-late': { minutes: 20, upcomingPatients: 2, told: 2 } },
    },
  )

it('sends the minutes as typed, also a fraction, which the service refuses [DAY-12]', async () => {
  const { user, changes, getByRole, getByLabelText, findByText } = await rendered(0)
  const field = getByLabelText('Minutes') as HTMLInputElement
  for (const typed of ['7.5', '20']) {
    await user.clear(field)
    await user.type(field, typed)
    await user.click(getByRole('button', { name: 'Tell patients' }))
    await findByText('2 patients are being told.')
  }
  await expect
    .poll(() => changes().map(({ input }) => input))
    .toEqual([7.5, 20].map((minutes) => ({ addressId: 3, doctorId: 5, minutes })))
})

it('tells no one of no lateness, and ends a lateness by a button of its own [DAY-12]', async () => {
  const { user, changes, getByRole, getByLabelText } = await rendered(15)
  await user.clear(getByLabelText('Minutes'))
  expect(getByRole('button', { name: 'Tell patients' })).toHaveProperty('disabled', true)
  await user.click(getByRole('button', { name: 'On time again' }))
  await expect
    .poll(() => changes().map(({ input }) => input))
    .toEqual([{ addressId: 3, doctorId: 5, minutes: 0 }])
})

it('promises no message where the clinic sends none of the kind [DAY-12]', async () => {
  const { getByRole, getByText, queryByRole } = await rendered(0, ['move'])
  getByText(/Patients are not told/)
  getByRole('button', { name: 'Show as late' })
  expect(queryByRole('button', { name: 'Tell patients' })).toBeNull()
})
