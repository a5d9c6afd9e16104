import { expect, it } from 'vitest'
import { renderPart } from '../ui/render-part.fixture.tsx'
import type { Day } from './queries.ts'
import { VisitPanel } from './visit-panel.tsx'

const visit = {
  id: 41,
  patient: { id: 4, firstName: 'Meera', lastName: 'Iyer', phone: null, erased: false },
  ...{ doctorId: 5, doctor: 'Dr Rao', addressId: 3, mode: 'OFFLINE', status: 'SCHEDULED', bookingReference: 'BK1', seriesId: null },
  ...{ fromDateTimeTs: '2026-11-23T09:00:00+05:30', toDateTimeTs: '2026-11-23T09:15:00+05:30', appointmentTimezone: 'Asia/Kolkata', arrivedAt: null },
  ...{ paymentStatus: 'UNPAID', payableAmount: 500, currency: 'INR', refunds: [] },
  nextStatuses: ['CONFIRMED', 'IN_CONSULTATION', 'COMPLETED', 'NO_SHOW', 'CANCELLED'],
}

async function buttonsOf(change: Record<string, unknown>) {
  const day = { addressId: 3, date: '2026-11-23', timezone: 'Asia/Kolkata', notices: [], doctors: [], roomBlocks: [] } as unknown as Day
  const none = () => {}
  const { findByText, getAllByRole } = await renderPart(<VisitPanel id={41} day={day} ask={undefined} replace={none} close={none} openVisit={none} />, {
    answers: { 'visit-show': { ...visit, ...change }, 'visit-history': [] },
    rights: { patients: 'none' },
  })
  await findByText('500.00', { exact: false })
  return getAllByRole('button').filter(({ textContent }) => ['Confirm', 'Begin', 'Complete', 'No-show', 'Cancel …'].includes(textContent))
}

it.each([
  ['a patient is expected', null, ['Confirm', 'Begin', 'Complete', 'No-show', 'Cancel …'], 'default'],
  ['they have arrived', '2026-11-23T08:55:00+05:30', ['Begin', 'Complete', 'No-show', 'Cancel …', 'Confirm'], 'filled'],
])('offers first what comes next: once %s [DAY-07] [DAY-17]', async (_, arrivedAt, names, variant) => {
  const buttons = await buttonsOf({ arrivedAt })
  expect(buttons.map(({ textContent }) => textContent)).toEqual(names)
  expect(buttons[0]?.dataset.variant).toBe(variant)
})
