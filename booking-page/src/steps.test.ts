import { describe, expect, it } from 'vitest'
import type { Step } from './answers.ts'
import { Booking } from './booking-in-progress.ts'
import type { Offer, OfferedShift, Time } from './catalogue.ts'
import type { Options } from './options.ts'

const offer = (key: string, isQueue = false) => {
  const [location, doctor] = key.split('/').map(Number)
  return { key, isQueue, location: { id: location }, doctor: { id: doctor } } as unknown as Offer
}
function createBooking(...offers: Offer[]): Booking {
  const options = { baseUrl: 'https://clinic.example', widgetKey: 'wk', zone: 'UTC' } as Options
  const booking = new Booking(
    options,
    () => {},
    () => {},
    () => import('./lazy-part.ts'),
    () => import('./own-visits.tsx'),
  )
  booking.offers = offers
  booking.answers.contact.country = 'IN'
  return booking
}
const kind = { mode: 'OFFLINE', lengthMins: 15, tierId: null }
const verify = (booking: Booking) => {
  booking.answers.verified = { contact: booking.contactId(), until: Date.now() + 60_000 }
}

describe('the open question', () => {
  it('is the first without an answer, from the location to the payment [PAGE-04]', () => {
    const booking = createBooking(offer('1/1'), offer('1/2'), offer('2/3'))
    const answered = (answer: () => void): Step => {
      answer()
      return booking.steps.open()
    }
    const { answers } = booking
    expect([
      booking.steps.open(),
      answered(() => (answers.addressId = 1)),
      answered(() => (answers.offer = '1/2')),
      answered(() => (answers.kind = kind)),
      answered(() => (answers.time = {} as Time)),
      answered(() => verify(booking)),
      answered(() => (answers.patientId = 'new')),
      answered(() => (booking.paymentMethods = [])),
    ]).toEqual(['where', 'who', 'what', 'when', 'contact', 'person', 'person', 'pay'])
  })

  it('is none with a single possible answer, and of a queue its shift [PAGE-04]', () => {
    expect(createBooking(offer('1/1')).steps.open()).toBe('what')
    const booking = createBooking(offer('1/1', true))
    expect(booking.steps.open()).toBe('shift')
    booking.answers.shift = {} as OfferedShift
    expect(booking.steps.open()).toBe('contact')
  })
})

describe('a stored or former question', () => {
  const ready = () => {
    const booking = createBooking(offer('1/1'), offer('1/2'))
    Object.assign(booking.answers, { addressId: 1, offer: '1/1', kind, time: {} })
    return booking
  }

  it('is shown again if everything before it is answered, and otherwise the open one [PAGE-07]', () => {
    const booking = ready()
    expect(
      (['who', 'when', 'contact', 'person', 'pay', 'done', undefined] as const).map((step) =>
        booking.steps.allowedStep(step),
      ),
    ).toEqual(['who', 'when', 'contact', 'contact', 'contact', 'contact', 'contact'])
  })

  it('is the code only after one was sent, and no longer once it was accepted [PAGE-06]', () => {
    const booking = ready()
    expect(booking.steps.allowedStep('code')).toBe('contact')
    booking.ownStorage.setInTab('codeAt', '…210')
    expect(booking.steps.allowedStep('code')).toBe('code')
    verify(booking)
    expect([booking.steps.allowedStep('code'), booking.steps.allowedStep('pay')]).toEqual([
      'person',
      'person',
    ])
    booking.answers.patientId = 12
    expect(booking.steps.allowedStep('pay')).toBe('pay')
  })
})

it('leads back from every question but the first', () => {
  const from = (step: Step, ...offers: Offer[]) => {
    const booking = createBooking(...offers)
    booking.step = step
    if (offers.length === 1) booking.answers.offer = offers[0]?.key
    return booking.steps.canGoBack
  }
  const one = offer('1/1')
  const other = offer('1/2')
  const elsewhere = offer('2/3')
  expect([
    from('where', one, other, elsewhere),
    from('who', one, other, elsewhere),
    from('who', one, other),
  ]).toEqual([false, true, false])
  expect([
    from('shift', offer('1/1', true)),
    from('contact', one),
    from('done', one, other),
    from('payment', one, other),
  ]).toEqual([false, true, false, false])
})
