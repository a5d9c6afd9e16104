import { fireEvent } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Day } from '../day/queries.ts'
import { renderPart } from '../ui/render-part.fixture.tsx'
import { VisitPanel } from './visit-panel.tsx'

const visit = {
  id: 41,
  patient: { id: 4, firstName: 'Meera', lastName: 'Iyer', phone: null, erased: false },
  doctorId: 5,
  doctor: 'Dr Rao',
  addressId: 3,
  mode: 'OFFLINE',
  status: 'SCHEDULED',
  bookingReference: 'BK1',
  seriesId: null,
  fromDateTimeTs: '2026-11-23T09:00:00+05:30',
  toDateTimeTs: '2026-11-23T09:15:00+05:30',
  appointmentTimezone: 'Asia/Kolkata',
  arrivedAt: null,
  paymentStatus: 'UNPAID',
  payableAmount: 500,
  currency: 'INR',
  refunds: [],
  nextStatuses: ['CONFIRMED', 'IN_CONSULTATION', 'COMPLETED', 'NO_SHOW', 'CANCELLED'],
}

function renderPanel(change: Record<string, unknown>) {
  const day = {
    addressId: 3,
    date: '2026-11-23',
    timezone: 'Asia/Kolkata',
    notices: [],
    doctors: [],
    roomBlocks: [],
  } as unknown as Day
  const none = () => {}
  return renderPart(
    <VisitPanel id={41} day={day} ask={undefined} replace={none} close={none} openVisit={none} />,
    {
      answers: { 'visit-show': { ...visit, ...change }, 'visit-history': [] },
      rights: { patients: 'none' },
    },
  )
}

async function listActions(change: Record<string, unknown>) {
  const { findByText, getAllByRole, findAllByRole, getByRole } = await renderPanel(change)
  await findByText('500.00', { exact: false })
  const main = getAllByRole('button').filter(({ textContent }) =>
    ['Arrived', 'Confirm', 'Begin', 'Complete', 'No-show', 'Cancel …'].includes(textContent),
  )
  fireEvent.click(getByRole('button', { name: 'More' }))
  return {
    main: main.map(({ textContent }) => textContent),
    more: (await findAllByRole('menuitem')).map(({ textContent }) => textContent),
  }
}

it.each([
  [
    'a patient is expected',
    null,
    'SCHEDULED',
    'Arrived',
    ['Confirm', 'Begin', 'Complete', 'No-show', 'Cancel …'],
  ],
  [
    'they have arrived',
    '2026-11-23T08:55:00+05:30',
    'SCHEDULED',
    'Begin',
    ['Complete', 'No-show', 'Cancel …', 'Confirm'],
  ],
])(
  'has one main action, which comes next, and the others in a menu: once %s [DAY-07] [DAY-17]',
  async (_, arrivedAt, status, main, more) => {
    expect(await listActions({ arrivedAt, status })).toEqual({ main: [main], more })
  },
)

it('asks for the payment of a completed visit first, next to its heading [DAY-10]', async () => {
  const { findByLabelText, getByText } = await renderPanel({
    status: 'COMPLETED',
    nextStatuses: [],
    dueAmount: 500,
    patient: { ...visit.patient, erased: true },
  })
  const money = await findByLabelText('Money')
  expect(
    money.compareDocumentPosition(getByText('Reference')) & Node.DOCUMENT_POSITION_FOLLOWING,
  ).toBeTruthy()
})
