import { expect, it } from 'vitest'
import { renderPart } from '../ui/render-part.fixture.tsx'
import type { Cell } from './cells.ts'
import { DayCell } from './day-cell.tsx'

const visit = {
  id: 7,
  status: 'SCHEDULED',
  type: 'CONSULTATION',
  mode: 'OFFLINE',
  fromDateTimeTs: '2030-01-07T09:00:00+05:30',
  arrivedAt: null,
  patient: { firstName: 'Meera', lastName: 'Iyer', erased: false },
  paymentStatus: 'PAID',
  dueAmount: 0,
  currency: 'INR',
  appointmentNotes: null,
  unofferedReason: null,
  followUp: false,
  patientPackageId: null,
  patientConfirmedAt: null,
}

async function rendered(change: Partial<Record<keyof typeof visit, unknown>>, height: number) {
  const cell = {
    key: 'visit 7',
    kind: 'visit',
    from: 540,
    to: 555,
    lane: 0,
    lanes: 1,
    visit: { ...visit, ...change },
  } as unknown as Cell
  const ignored = () => {}
  const { getByRole } = await renderPart(
    <DayCell
      {...{
        cell,
        height,
        id: '1 visit 7',
        top: 0,
        doctorId: 1,
        addressId: 1,
        isActive: true,
        isSelected: false,
        isNear: true,
        isExpected: false,
      }}
      {...{
        nowMinute: undefined,
        openBooking: undefined,
        setActive: ignored,
        openVisit: ignored,
        openBlock: ignored,
      }}
    />,
  )
  const drawn = getByRole('gridcell')
  return {
    signs: [...drawn.querySelectorAll('svg[data-sign]')].map((sign) =>
      sign.getAttribute('data-sign'),
    ),
    text: drawn.textContent,
  }
}

it.each([
  [{ mode: 'ONLINE' }, ['online'], 'Online'],
  [{ mode: 'HOME_VISIT' }, ['home'], 'Home visit'],
  [{ appointmentNotes: 'Wheelchair' }, ['note'], 'note'],
  [{ mode: 'HOME_COLLECTION', appointmentNotes: 'Wheelchair' }, ['home', 'note'], 'note'],
  [{}, [], 'Scheduled'],
])(
  'a low cell with %j has the signs %j, and is read as words [DAY-02]',
  async (change, signs, word) => {
    const low = await rendered(change, 24)
    expect(low.signs).toEqual(signs)
    expect(low.text).toContain(word)
  },
)

it('a tall cell has words and no signs [DAY-02]', async () => {
  const tall = await rendered({ mode: 'ONLINE', appointmentNotes: 'Wheelchair' }, 48)
  expect(tall.signs).toEqual([])
  expect(tall.text).toMatch(/Online · note$/)
})
