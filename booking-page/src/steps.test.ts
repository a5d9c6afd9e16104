import { describe, expect, it } from 'vitest'
import type { Step } from './answers.ts'
import type { Offer, OfferedShift, Time } from './catalogue.ts'
import type { Options } from './options.ts'
import { Way } from './way.ts'

const offer = (key: string, isQueue = false) => {
  const [location, doctor] = key.split('/').map(Number)
  return { key, isQueue, location: { id: location }, doctor: { id: doctor } } as unknown as Offer
}
function wayOf(...offers: Offer[]): Way {
  const options = { baseUrl: 'https://clinic.example', widgetKey: 'wk', zone: 'UTC' } as Options
  const way = new Way(
    options,
    () => {},
    () => {},
    () => import('./later.ts'),
  )
  way.offers = offers
  way.answers.contact.country = 'IN'
  return way
}
const kind = { mode: 'OFFLINE', lengthMins: 15, tierId: null }
const verify = (way: Way) => {
  way.answers.verified = { contact: way.contactId(), until: Date.now() + 60_000 }
}

describe('the open question', () => {
  it('is the first without an answer, from the location to the payment [PAGE-04]', () => {
    const way = wayOf(offer('1/1'), offer('1/2'), offer('2/3'))
    const answered = (answer: () => void): Step => {
      answer()
      return way.steps.open()
    }
    const { answers } = way
    expect([
      way.steps.open(),
      answered(() => (answers.addressId = 1)),
      answered(() => (answers.offer = '1/2')),
      answered(() => (answers.kind = kind)),
      answered(() => (answers.time = {} as Time)),
      answered(() => verify(way)),
      answered(() => (answers.patientId = 'new')),
      answered(() => (way.ways = [])),
    ]).toEqual(['where', 'who', 'what', 'when', 'contact', 'person', 'person', 'pay'])
  })

  it('is none with a single possible answer, and of a queue its shift [PAGE-04]', () => {
    expect(wayOf(offer('1/1')).steps.open()).toBe('what')
    const way = wayOf(offer('1/1', true))
    expect(way.steps.open()).toBe('shift')
    way.answers.shift = {} as OfferedShift
    expect(way.steps.open()).toBe('contact')
  })
})

describe('a stored or former question', () => {
  const ready = () => {
    const way = wayOf(offer('1/1'), offer('1/2'))
    Object.assign(way.answers, { addressId: 1, offer: '1/1', kind, time: {} })
    return way
  }

  it('is shown again if everything before it is answered, and otherwise the open one [PAGE-07]', () => {
    const way = ready()
    expect((['who', 'when', 'contact', 'person', 'pay', 'done', undefined] as const).map((step) => way.steps.allowed(step))).toEqual([
      ...['who', 'when', 'contact', 'contact', 'contact', 'contact', 'contact'],
    ])
  })

  it('is the code only after one was sent, and no longer once it was accepted [PAGE-06]', () => {
    const way = ready()
    expect(way.steps.allowed('code')).toBe('contact')
    way.own.inTab('codeAt', '…210')
    expect(way.steps.allowed('code')).toBe('code')
    verify(way)
    expect([way.steps.allowed('code'), way.steps.allowed('pay')]).toEqual(['person', 'person'])
    way.answers.patientId = 12
    expect(way.steps.allowed('pay')).toBe('pay')
  })
})

it('leads back from every question but the first', () => {
  const from = (step: Step, ...offers: Offer[]) => {
    const way = wayOf(...offers)
    way.step = step
    if (offers.length === 1) way.answers.offer = offers[0]?.key
    return way.steps.canGoBack
  }
  const [one, other, elsewhere] = [offer('1/1'), offer('1/2'), offer('2/3')]
  expect([from('where', one, other, elsewhere), from('who', one, other, elsewhere), from('who', one, other)]).toEqual([false, true, false])
  expect([from('shift', offer('1/1', true)), from('contact', one), from('done', one, other), from('payment', one, other)]).toEqual([false, true, false, false])
})
