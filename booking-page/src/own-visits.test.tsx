import { expect, it, vi } from 'vitest'
import { RefusalError } from './api.ts'
import type { OwnPerson, OwnVisit } from './own-visits-flow.ts'
import { renderStep } from './steps/render-step.fixture.tsx'

const visit = (id: number, changes: Partial<OwnVisit> = {}): OwnVisit => ({
  kind: 'VISIT',
  id,
  reference: `BK${id}`,
  from: `2030-01-0${id}T09:00:00+05:30`,
  to: `2030-01-0${id}T09:15:00+05:30`,
  timezone: 'Asia/Kolkata',
  status: 'SCHEDULED',
  mode: 'OFFLINE',
  location: '12 MI Road',
  practitioner: 'Dr Asha Rao',
  hasPage: true,
  forms: [],
  ...changes,
})
const person = (name: string, changes: Partial<OwnPerson> = {}): OwnPerson => ({
  id: 7,
  name,
  upcoming: { list: [visit(1)], next: null },
  past: { list: [], next: null },
  packs: [],
  receipts: [],
  waiting: [],
  ...changes,
})

/** The lists of people, with the answers of the service to the calls that follow. */
async function renderOwnVisits(
  people: OwnPerson[],
  { hasMore = false, answers = [] as unknown[] } = {},
) {
  const rendered = await renderStep(() => {}, {
    options: { ownVisits: 'sunrise', baseUrl: 'https://clinic.example' },
  })
  const { booking } = rendered
  const send = vi.spyOn(booking.service, 'send').mockResolvedValueOnce({ people, hasMore })
  for (const answer of answers)
    if (answer instanceof Error) send.mockRejectedValueOnce(answer)
    else send.mockResolvedValueOnce(answer)
  booking.answers.verified = { contact: booking.contactId(), until: Date.now() + 60_000 }
  await booking.runTask(() => booking.steps.goTo('own'))
  return { ...rendered, send }
}
const buttons = (find: { getAllByRole(role: 'button'): HTMLElement[] }) =>
  find.getAllByRole('button').map(({ textContent }) => textContent)

it('names each person where several share the contact, and each zone where there are several [MINE-04]', async () => {
  const one = await renderOwnVisits([person('Meera')])
  expect(one.queryByRole('heading', { name: 'Meera' })).toBeNull()
  expect(one.getByText('Times in Kolkata')).toBeTruthy()
  const berlin = visit(2, { timezone: 'Europe/Berlin' })
  const two = await renderOwnVisits([
    person('Meera'),
    person('Ravi', { id: 8, upcoming: { list: [berlin], next: null } }),
  ])
  expect(two.getAllByRole('heading', { level: 3 }).map((each) => each.textContent)).toEqual([
    'Meera',
    'Ravi',
  ])
  expect(two.queryByText(/^Times in/)).toBeNull()
  expect(buttons(two).filter((text) => /Kolkata|Berlin/.test(text))).toEqual([
    'Tue, 1 Jan 2030, 9:00 (Kolkata)Dr Asha Rao · 12 MI Road',
    'Wed, 2 Jan 2030, 4:30 (Berlin)Dr Asha Rao · 12 MI Road',
  ])
})

it('shows the next visits of a list, and says that there is more than it shows [MINE-04]', async () => {
  const { getByRole, getByText, user, send, page } = await renderOwnVisits(
    [person('Meera', { upcoming: { list: [visit(1)], next: '1-1' } })],
    { hasMore: true, answers: [{ list: [visit(2), visit(3)], next: null }] },
  )
  expect(getByText(/^There is more than is shown here/)).toBeTruthy()
  await user.click(getByRole('button', { name: 'Show more' }))
  expect(send).toHaveBeenLastCalledWith('POST', '/my/sunrise/records/more', {
    body: expect.objectContaining({ patientId: 7, isUpcoming: true, after: '1-1' }),
    isRepeatable: true,
  })
  expect(page.querySelectorAll('button[part=entry]')).toHaveLength(3)
  expect(getByRole('status').textContent).toBe('2 more are shown.')
})

it('opens nothing that has no page, and says so where one has just ended [MINE-04]', async () => {
  const { getByRole, findByText, queryByRole, user } = await renderOwnVisits(
    [
      person('Meera', {
        past: { list: [visit(2, { hasPage: false, status: 'NO_SHOW' })], next: null },
      }),
    ],
    { answers: [new RefusalError(404, {})] },
  )
  expect(queryByRole('button', { name: /Missed/ })).toBeNull()
  await user.click(getByRole('button', { name: /^Tue, 1 Jan/ }))
  expect(await findByText('This page can no longer be opened.')).toBeTruthy()
})

it('asks for the contact again once the half hour is over [MINE-04]', async () => {
  const { booking, getByRole, findByText, user } = await renderOwnVisits([person('Meera')], {
    answers: [new RefusalError(403, { requiresVerification: true })],
  })
  await user.click(getByRole('button', { name: /^Tue, 1 Jan/ }))
  expect(await findByText(/^Your code was entered more than half an hour ago/)).toBeTruthy()
  expect([booking.step, booking.isVerified]).toEqual(['contact', false])
})

it('signs out without an answer of the service, and keeps nothing of the contact [MINE-04]', async () => {
  const { booking, getByRole, findByText, user } = await renderOwnVisits([person('Meera')], {
    answers: [new RefusalError(500, {})],
  })
  const { visitor } = booking.service
  booking.verificationFlow.storeInput('contact', { phone: '9876543210' })
  await user.click(getByRole('button', { name: 'Sign out' }))
  expect(await findByText(/^You are signed out/)).toBeTruthy()
  const stored = () => JSON.stringify([{ ...sessionStorage }, { ...localStorage }])
  expect(stored()).not.toMatch(/9876543210/)
  expect(booking.service.visitor).not.toBe(visitor)
})

it('says that nothing is booked [MINE-04]', async () => {
  const nothing = person('Meera', { upcoming: { list: [], next: null } })
  for (const people of [[], [nothing]]) {
    const { getAllByText } = await renderOwnVisits(people)
    expect(getAllByText('Nothing is booked with this contact.').length).toBeGreaterThan(0)
  }
})
