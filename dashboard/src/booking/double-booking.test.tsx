import { describe, expect, it } from 'vitest'
import type { Day } from '../day/queries.ts'
import { renderPart } from '../ui/render-part.fixture.tsx'
import { WaitingPanel } from '../waiting/waiting-panel.tsx'
import { BookPanel } from './book-panel.tsx'

const none = () => {}
const meera = {
  id: 7,
  firstName: 'Meera',
  lastName: 'Iyer',
  phone: null,
  dob: null,
  mrnNumber: null,
}
const visit = (from: string, to: string) => ({
  system: 'SCHEDULED',
  id: 11,
  doctor: 'Dr Sen',
  fromDateTimeTs: `2030-01-07T${from}:00+05:30`,
  toDateTimeTs: `2030-01-07T${to}:00+05:30`,
})
const slot = {
  fromDateTimeIso: '2030-01-07T09:00:00+05:30',
  toDateTimeIso: '2030-01-07T09:15:00+05:30',
  status: 'AVAILABLE',
  modes: ['OFFLINE'],
}
const day = {
  addressId: 3,
  date: '2030-01-07',
  now: '2030-01-07T08:00:00+05:30',
  timezone: 'Asia/Kolkata',
  doctors: [
    {
      doctorId: 5,
      doctorName: 'Dr Rao',
      appointmentSystemType: 'SCHEDULED',
      isBookable: true,
      slots: [slot],
      visits: [],
      busy: [],
    },
  ],
} as unknown as Day

describe('before a patient is booked twice, the desk is told', () => {
  const hintFor = async (visits: unknown[], instead?: number) => {
    const search = {
      doctor: 5,
      from: slot.fromDateTimeIso,
      to: slot.toDateTimeIso,
      ...(instead && { instead }),
    }
    const answers = {
      'patient-search': [meera],
      'waiting-list': [],
      'patient-visits': { visits, more: false },
      'visit-quote': {
        payableAmount: 500,
        currency: 'INR',
        followableAppointmentId: null,
        plans: [],
      },
      'location-list': [],
      'doctor-list': [],
    }
    const part = await renderPart(
      <BookPanel day={day} search={search as never} close={none} choose={none} onBooked={none} />,
      { answers },
    )
    await part.user.type(part.getByRole('combobox', { name: 'Patient' }), 'meera')
    await part.user.click(await part.findByRole('option', { name: /^Meera Iyer/ }))
    await expect
      .poll(() => part.sent.some(({ operation }) => operation === 'patient-visits'))
      .toBe(true)
    await part.findByText(/500/)
    return part
  }

  it('at the time of another visit of the same patient, which can be booked all the same [DAY-03]', async () => {
    const { findByText, getByRole } = await hintFor([visit('08:50', '09:10')])
    await findByText('This patient already has a visit at 08:50, with Dr Sen.')
    expect((getByRole('button', { name: 'Book' }) as HTMLButtonElement).disabled).toBe(false)
  })

  it('and not where the visits only touch, or one replaces the other [DAY-03]', async () => {
    const cases: [unknown[], number?][] = [
      [[visit('08:45', '09:00'), visit('09:15', '09:30')]],
      [[visit('09:00', '09:15')], 11],
    ]
    for (const [visits, instead] of cases) {
      const part = await hintFor(visits, instead)
      expect(part.queryByText(/already has/)).toBeNull()
      part.unmount()
    }
  })

  it('of a patient who is on the waiting list already [DAY-15]', async () => {
    const entry = {
      id: 1,
      patientId: 7,
      patient: { ...meera, erased: false },
      doctorIds: [],
      mode: null,
      times: [],
      weekdays: [],
      partsOfDay: [],
      offer: null,
      fromDate: '2030-01-07',
      toDate: '2030-01-09',
    }
    const part = await renderPart(<WaitingPanel day={day} close={none} onBooked={none} />, {
      answers: { 'waiting-list': [entry], 'patient-search': [meera] },
    })
    await part.user.click(await part.findByRole('button', { name: 'Add to the list' }))
    await part.user.type(part.getByRole('combobox', { name: 'Patient' }), 'meera')
    await part.user.click(await part.findByRole('option', { name: /^Meera Iyer/ }))
    await part.findByText('This patient is already on the waiting list.')
  })
})
