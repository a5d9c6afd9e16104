import { act } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { DaySheet } from '../day/day-sheet.tsx'
import type { CalendarColumn, Day } from '../day/queries.ts'
import { renderPart } from '../ui/render-part.fixture.tsx'
import { VisitPanel } from '../visit/visit-panel.tsx'
import { BookPanel } from './book-panel.tsx'

const none = () => {}
const meera = {
  id: 7,
  firstName: 'Meera',
  lastName: 'Iyer',
  phone: null,
  dob: null,
  mrnNumber: null,
  erased: false,
}
const registered = { city: 'Jaipur', address: '12 MI Road' }
const times = {
  fromDateTimeIso: '2030-01-07T09:00:00+05:30',
  toDateTimeIso: '2030-01-07T09:15:00+05:30',
}
const slot = { ...times, status: 'AVAILABLE', modes: ['OFFLINE', 'HOME_VISIT', 'HOME_COLLECTION'] }
const column = {
  doctorId: 5,
  doctorName: 'Dr Rao',
  appointmentSystemType: 'SCHEDULED',
  isBookable: true,
  slots: [slot],
  visits: [],
  busy: [],
}
const day = {
  addressId: 3,
  date: '2030-01-07',
  now: '2030-01-07T08:00:00+05:30',
  timezone: 'Asia/Kolkata',
  notices: [],
  roomBlocks: [],
  doctors: [column],
} as unknown as Day
const visit = {
  id: 41,
  doctorId: 5,
  doctor: 'Dr Rao',
  addressId: 3,
  mode: 'HOME_VISIT',
  status: 'SCHEDULED',
  bookingReference: 'BK1',
  seriesId: null,
  patient: meera,
  fromDateTimeTs: times.fromDateTimeIso,
  toDateTimeTs: times.toDateTimeIso,
  appointmentTimezone: 'Asia/Kolkata',
  arrivedAt: null,
  refunds: [],
  paymentStatus: 'UNPAID',
  payableAmount: 500,
  dueAmount: 500,
  currency: 'INR',
  room: null,
  followUp: false,
  patientPackageId: null,
  unofferedReason: null,
  chiefComplaint: null,
  appointmentNotes: null,
  visitAddress: registered,
  nextStatuses: [],
}

describe('the panel that books', () => {
  async function panelFor(
    mode: string,
    answer: Record<string, unknown> = {
      'patient-show': { patient: { ...meera, patientAddress: registered }, opened: 1 },
    },
  ) {
    const answers = {
      'patient-search': [meera],
      'waiting-list': [],
      'patient-visits': { visits: [], more: false },
      'location-list': [],
      'doctor-list': [],
      'visit-quote': {
        payableAmount: 500,
        currency: 'INR',
        followableAppointmentId: null,
        plans: [],
      },
      'visit-book': visit,
      ...answer,
    }
    const search = { doctor: 5, from: slot.fromDateTimeIso, to: slot.toDateTimeIso }
    const part = await renderPart(
      <BookPanel day={day} search={search as never} close={none} choose={none} onBooked={none} />,
      { answers },
    )
    await part.user.selectOptions(part.getByLabelText('Mode'), mode)
    await part.user.type(part.getByRole('combobox', { name: 'Patient' }), 'meera')
    await part.user.click(await part.findByRole('option', { name: /^Meera Iyer/ }))
    const field = () =>
      part.queryByRole('textbox', { name: 'Address of the visit' }) as HTMLInputElement | null
    const bookVisit = async () => {
      await part.user.click(part.getByRole('button', { name: 'Book' }))
      await expect.poll(() => part.changes().length).toBe(1)
      return part.changes()[0]?.input as Record<string, unknown>
    }
    return { ...part, field, bookVisit }
  }

  it('shows the address of the patient, and leaves it to the service [HOME-01]', async () => {
    const { field, bookVisit } = await panelFor('HOME_VISIT')
    await expect.poll(() => field()?.value).toBe('12 MI Road, Jaipur')
    const input = await bookVisit()
    expect(input).toMatchObject({ mode: 'HOME_VISIT', patientId: 7 })
    expect(input).not.toHaveProperty('visitAddress')
  })

  it('sends another address, for both modes at home [HOME-01]', async () => {
    for (const mode of ['HOME_VISIT', 'HOME_COLLECTION']) {
      const part = await panelFor(mode)
      await expect.poll(() => part.field()?.value).toBe('12 MI Road, Jaipur')
      await part.user.clear(part.field() as HTMLInputElement)
      await part.user.type(part.field() as HTMLInputElement, ' 4 Lake View ')
      expect(await part.bookVisit()).toMatchObject({
        mode,
        visitAddress: { address: '4 Lake View' },
      })
      part.unmount()
    }
  })

  it('asks a member who may not read records for it, too [HOME-01]', async () => {
    const { field, user, bookVisit } = await panelFor('HOME_VISIT', {})
    expect(field()?.value).toBe('')
    await user.type(field() as HTMLInputElement, '4 Lake View')
    expect(await bookVisit()).toMatchObject({ visitAddress: { address: '4 Lake View' } })
  })

  it('asks nothing, and reads no record, for a visit elsewhere [HOME-01]', async () => {
    const { field, sent, bookVisit } = await panelFor('OFFLINE')
    expect(field()).toBeNull()
    expect(await bookVisit()).not.toHaveProperty('visitAddress')
    expect(sent.map(({ operation }) => operation)).not.toContain('patient-show')
  })
})

describe('a visit at home', () => {
  it('has its address in the panel, and no other visit has one [HOME-01]', async () => {
    const shownFor = async (change: Record<string, unknown>) => {
      const answers = { 'visit-show': { ...visit, ...change }, 'visit-history': [] }
      const rights = { patients: 'none' } as const
      const part = await renderPart(
        <VisitPanel
          id={41}
          day={day}
          ask={undefined}
          replace={none}
          close={none}
          openVisit={none}
        />,
        { answers, rights },
      )
      await part.findByText('Dr Rao')
      return part
    }
    const atHome = await shownFor({})
    expect(atHome.getByText('Address of the visit').nextElementSibling?.textContent).toBe(
      '12 MI Road, Jaipur',
    )
    atHome.unmount()
    expect(
      (await shownFor({ mode: 'OFFLINE', visitAddress: null })).queryByText('Address of the visit'),
    ).toBeNull()
  })

  it('has its address on the printed day [HOME-01]', async () => {
    const ofVisits = {
      ...column,
      hours: [],
      queues: [],
      minutesLate: 0,
      visits: [visit, { ...visit, id: 42, mode: 'OFFLINE', visitAddress: null }],
    }
    const columns = [{ key: '5', day, column: ofVisits }] as unknown as CalendarColumn[]
    const { container } = await renderPart(<DaySheet columns={columns} />, {
      answers: { 'location-list': [] },
    })
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    const rows = [...container.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toContain('12 MI Road, Jaipur')
    expect(rows[1]).not.toContain('Jaipur')
  })
})
