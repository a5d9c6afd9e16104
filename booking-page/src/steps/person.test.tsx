import { describe, expect, it } from 'vitest'
import { RefusalError } from '../api.ts'
import type { Booking } from '../booking-in-progress.ts'
import type { Offer, PaymentMethod } from '../catalogue.ts'
import { renderStep } from './render-step.fixture.tsx'

const methods: PaymentMethod[] = [
  {
    id: 'own 7',
    kind: 'own',
    isOnline: false,
    amount: 0,
    currency: 'INR',
    packName: 'Physio',
    sessions: 1,
    patientPackageId: 7,
  },
  { id: 'single online', kind: 'single', isOnline: true, amount: 500, currency: 'INR' },
  {
    id: 'pack 2 desk',
    kind: 'pack',
    isOnline: false,
    amount: 90.5,
    currency: 'KWD',
    packName: 'Ten',
    sessions: 10,
    packageConfigId: 2,
  },
]
const pay = (booking: Booking) => {
  booking.step = 'pay'
  booking.paymentMethods = methods
}

describe('the payment methods', () => {
  it('begin with the first, and show what is paid by the chosen one, and how [PAGE-04]', async () => {
    const { booking, user, getByRole, getAllByRole, page } = await renderStep(pay)
    const price = () => page.querySelector('.aside')?.textContent?.replaceAll(/\s/g, ' ')
    expect(getAllByRole('radio').map((radio) => (radio as HTMLInputElement).checked)).toEqual([
      true,
      false,
      false,
    ])
    expect(price()).toMatch(/^INR 0/)
    getByRole('button', { name: 'Book' })
    await user.click(getAllByRole('radio')[1] as HTMLElement)
    expect([booking.chosenMethod?.id, price()]).toEqual([
      'single online',
      expect.stringMatching(/^INR 500.*online/i),
    ])
    getByRole('button', { name: /pay/i })
    await user.click(getByRole('radio', { name: /Ten/ }))
    expect([booking.chosenMethod?.id, price()]).toEqual([
      'pack 2 desk',
      expect.stringMatching(/^KWD 90\.50/),
    ])
    getByRole('button', { name: 'Book' })
  })
})

describe('a second visit of a patient', () => {
  const offer = (id: number, name: string) =>
    ({
      key: `1/${id}`,
      name,
      location: { id: 1, fullAddress: '5 Hill Road' },
      doctor: { id, appointmentTypeAndPermission: { cancellationAllowedBeforeInHours: 0 } },
      isQueue: false,
    }) as unknown as Offer
  const at = (from: string) => ({
    addressId: 1,
    doctorId: 6,
    from: `2026-11-23T${from}:00+05:30`,
    to: `2026-11-23T${from.replace(/.$/, '5')}:00+05:30`,
    zone: 'Asia/Kolkata',
    lengthMins: 5,
  })
  const done = (state: 'booked' | 'cancelled') => ({
    state,
    isPaid: false,
    appointmentId: 11,
    summary: {
      name: 'Dr Rao',
      start: '2026-11-23T09:00:00+05:30',
      end: '2026-11-23T09:15:00+05:30',
      zone: 'Asia/Kolkata',
    },
  })
  const hintFor = async (
    from: string,
    patientId: number,
    states: ('booked' | 'cancelled')[] = ['booked'],
  ) => {
    const { page } = await renderStep((booking) => {
      booking.answers.patientId = 7
      for (const state of states) {
        booking.done = done(state) as unknown as NonNullable<Booking['done']>
        booking.recordVisit()
      }
      booking.done = undefined
      booking.offers = [offer(6, 'Dr Sen')]
      booking.answers = {
        ...booking.answers,
        patientId,
        offer: '1/6',
        kind: { mode: 'OFFLINE', lengthMins: 5, tierId: null },
        time: at(from),
      }
      pay(booking)
    })
    const text = page.querySelector('[role=status].notice')?.textContent?.trim()
    sessionStorage.clear()
    return text
  }

  it('at the time of one that this tab has just booked is noticed before, and can be booked [PAGE-04]', async () => {
    expect(await hintFor('09:10', 7)).toBe(
      'You have already booked a visit for this patient at this time: Dr Rao, Mon 23 Nov, 9:00. You can book this one, too.',
    )
  })

  it('is not noticed at another time, for another patient, or once the first is cancelled [PAGE-04]', async () => {
    expect([
      await hintFor('09:20', 7),
      await hintFor('09:10', 8),
      await hintFor('09:10', 7, ['booked', 'cancelled']),
    ]).toEqual([undefined, undefined, undefined])
  })
})

it('asks a new patient for a name and what the clinic wants, and keeps what is typed [PAGE-06] [PAGE-07]', async () => {
  const { booking, user, getByLabelText, queryByLabelText } = await renderStep(
    (booking) => {
      booking.step = 'person'
      booking.answers.patientId = 'new'
      booking.paymentMethods = methods
    },
    { options: { newPatientFields: ['lastName', 'age'] } },
  )
  await user.type(getByLabelText('First name'), 'Zoë')
  await user.type(getByLabelText('Age'), '٣٦')
  expect([booking.answers.newPatient, queryByLabelText('Gender')]).toEqual([
    { firstName: 'Zoë', age: '٣٦' },
    null,
  ])
  expect(booking.ownStorage.getFromTab('answers')).toMatchObject({
    newPatient: { firstName: 'Zoë', age: '٣٦' },
  })
})

it('sends a code as soon as its sixth digit is typed, in any script, once [PAGE-06]', async () => {
  const verified: string[] = []
  const { user, getByRole } = await renderStep((booking) => {
    booking.step = 'code'
    Object.assign(booking.verificationFlow, { verify: async (code: string) => verified.push(code) })
  })
  await user.type(getByRole('textbox'), '12 ३٤5')
  expect(verified).toEqual([])
  await user.type(getByRole('textbox'), '67')
  expect(verified).toEqual(['123456'])
})

describe('a limit that is reached', () => {
  it.each([
    ['TOO_MANY_VISITS', /^You have reached the limit of upcoming visits/, true],
    [
      'TOO_MANY_VISITS_FROM_NETWORK',
      /^Many visits were booked from your internet connection/,
      true,
    ],
    ['TOO_MANY_PATIENTS', /^No more new patients .* with this contact/, true],
    ['TOO_MANY_RESERVATIONS', /unpaid bookings/, false],
  ] as const)('is said as it is: %s [PAGE-07]', async (code, text, isForTheClinic) => {
    const doctor = {
      id: 5,
      appointmentTypeAndPermission: {
        allowCancellation: false,
        allowRescheduling: false,
        cancellationAllowedBeforeInHours: 0,
      },
    }
    const offer = {
      key: '1/5',
      name: 'Dr Rao',
      isQueue: false,
      location: { id: 1, fullAddress: '' },
      doctor,
    } as unknown as Offer
    const from = '2026-11-23T09:00:00+05:30'
    const { user, getByRole } = await renderStep(
      (booking) => {
        pay(booking)
        booking.offers = [offer]
        Object.assign(booking.answers, {
          addressId: 1,
          offer: '1/5',
          patientId: 7,
          kind: { mode: 'OFFLINE', lengthMins: 15, tierId: null },
        })
        booking.answers.time = {
          addressId: 1,
          doctorId: 5,
          from,
          to: from,
          zone: 'Asia/Kolkata',
          lengthMins: 15,
          price: undefined,
        }
        booking.service.send = async () => {
          throw new RefusalError(400, { status: 'failed', message: `${code}: …`, error: code })
        }
      },
      { options: { clinicPhone: '+91 141 555 0100' } },
    )
    await user.click(getByRole('button', { name: 'Book' }))
    const alert = getByRole('alert')
    expect(alert.textContent).toMatch(text)
    expect(alert.querySelector('a')?.getAttribute('href')).toBe(
      isForTheClinic ? 'tel:+911415550100' : undefined,
    )
  })
})

it('says next to a birth date that it is in the future, by the clinic’s calendar, and does not continue [PAGE-06]', async () => {
  const from = '2026-11-26T09:00:00+05:30'
  const { booking, user, getByLabelText, getByRole, queryByText } = await renderStep(
    (booking) => {
      pay(booking)
      booking.step = 'person'
      booking.answers.patientId = 'new'
      booking.answers.newPatient.firstName = 'Zoë'
      booking.answers.time = {
        addressId: 1,
        doctorId: 5,
        from,
        to: from,
        zone: 'Asia/Kolkata',
        lengthMins: 15,
        price: undefined,
      }
      // 24 November at the clinic.
      booking.service.now = () => Date.parse('2026-11-23T20:00:00Z')
    },
    { options: { newPatientFields: ['dob'], zone: 'America/New_York' } },
  )
  const field = getByLabelText('Date of birth') as HTMLInputElement
  const says = () =>
    queryByText('This date is in the future. Please enter the date of birth.', {
      selector: `#${field.getAttribute('aria-describedby')}`,
    }) !== null
  expect(field.max).toBe('2026-11-24')
  await user.type(field, '2026-11-24')
  expect([field.getAttribute('aria-invalid'), says()]).toEqual([null, false])
  await user.clear(field)
  await user.type(field, '2026-11-25')
  expect([field.getAttribute('aria-invalid'), says()]).toEqual(['true', true])
  await user.click(getByRole('button', { name: 'Continue' }))
  expect([booking.step, document.activeElement?.id]).toEqual(['person', field.id])
  await user.clear(field)
  await user.type(field, '1990-02-03')
  expect(says()).toBe(false)
  await user.click(getByRole('button', { name: 'Continue' }))
  expect(booking.step).toBe('pay')
})
