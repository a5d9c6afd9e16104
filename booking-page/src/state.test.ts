import { describe, expect, it } from 'vitest'
import { firstFreeOffer } from './answers.ts'
import { NoResponseError, RefusalError } from './api.ts'
import type { NextAvailability, Offer, Time } from './catalogue.ts'
import { countries } from './countries.ts'
import type { Options } from './options.ts'
import { BookingState } from './state.ts'

function createState(options: Partial<Options> = {}): BookingState {
  const usual = {
    baseUrl: 'https://clinic.example',
    widgetKey: 'wk',
    zone: 'Asia/Kolkata',
  } as Options
  return new BookingState(
    { ...usual, ...options },
    () => {},
    () => {},
  )
}
const offer = (key: string, some: object = {}) =>
  ({
    key,
    isQueue: false,
    location: { id: Number(key.split('/')[0]) },
    doctor: { consultationFees: [], qmsConsultationCharges: [] },
    ...some,
  }) as unknown as Offer
const next = (some: Partial<NextAvailability>): NextAvailability => ({
  times: [],
  lengths: [],
  modes: [],
  ...some,
})
const free = (from: string) => next({ times: [{ from } as NextAvailability['times'][0]] })

describe('a contact that the page gives', () => {
  it.each([
    ['+919876543210', 'IN', '9876543210'],
    ['+15550100', 'US', '5550100'],
    ['+79161234567', 'RU', '9161234567'],
    ['+447700900123', 'GB', '7700900123'],
    ['+358401234567', 'FI', '401234567'],
    ['+212612345678', 'MA', '612345678'],
    ['+3906123456', 'IT', '06123456'],
    ['+97798412345', 'NP', '98412345'],
    ['98765', '', '98765'],
    ['+999123', '', '+999123'],
  ])('as the phone number %s is of the country %j', (phone, country, rest) => {
    expect(createState({ phone }).answers.contact).toEqual({
      channel: 'chatapp',
      country,
      phone: rest,
      email: '',
    })
  })

  it('is an e-mail address only without a phone number', () => {
    expect(createState({ email: 'a@example.org' }).answers.contact.channel).toBe('email')
    expect(createState({ email: 'a@example.org', phone: '+915' }).answers.contact.channel).toBe(
      'chatapp',
    )
  })
})

it('has each country once, with a dial code that begins no other', () => {
  expect(new Set(countries.map(({ code }) => code)).size).toBe(countries.length)
  for (const { code, dialCode } of countries)
    expect(`${code} ${dialCode}`).toMatch(/^[A-Z]{2} \+[1-9]\d{0,2}$/)
  const codes = new Set(countries.map(({ dialCode }) => dialCode))
  for (const one of codes)
    expect([...codes].filter((other) => other.startsWith(one))).toEqual([one])
})

it('is verified for the contact that was proven, until it expires [PAGE-06]', () => {
  const state = createState({ phone: '+919876543210' })
  expect(state.isVerified).toBe(false)
  state.answers.verified = { contact: state.contactId(), until: Date.now() + 60_000 }
  expect(state.isVerified).toBe(true)
  state.answers.contact.phone = '98765 ४३२१०'
  expect(state.isVerified).toBe(true)
  state.answers.contact.country = 'NP'
  expect(state.isVerified).toBe(false)
  state.answers.contact.country = 'IN'
  state.answers.contact.phone = '9876543211'
  expect(state.isVerified).toBe(false)
  state.answers.verified = { contact: state.contactId(), until: Date.now() - 1 }
  expect(state.isVerified).toBe(false)
})

describe('the practitioners', () => {
  const offers = [
    offer('1/1'),
    offer('1/2'),
    offer('1/3', { isQueue: true }),
    offer('1/4'),
    offer('2/5'),
  ]
  const withNexts = () => {
    const state = createState()
    state.offers = offers
    state.answers.addressId = 1
    state.nextByOffer.set('1/1', free('2026-11-24T09:00:00+05:30'))
    state.nextByOffer.set('1/2', free('2026-11-25T09:00:00+05:30'))
    state.nextByOffer.set(
      '1/3',
      next({ shift: { isRunning: true } as NextAvailability['shift'] & object }),
    )
    return state
  }

  it('keep their order until all next times are known, then come soonest first, without those who cannot be booked', () => {
    const state = withNexts()
    expect(state.offersBySoonest.map(({ key }) => key)).toEqual(['1/1', '1/2', '1/3', '1/4'])
    state.nextByOffer.set('1/4', undefined)
    expect(state.offersBySoonest.map(({ key }) => key)).toEqual(['1/3', '1/1', '1/2'])
    state.nextByOffer.set('1/4', free('2026-11-23T09:00:00+05:30'))
    expect(state.offersBySoonest.map(({ key }) => key)).toEqual(['1/3', '1/4', '1/1', '1/2'])
    expect(state.candidates.map(({ key }) => key)).toEqual(['1/4', '1/1', '1/2'])
  })

  it('include, for the first free time, the one who has the chosen time', () => {
    const state = withNexts()
    state.answers.offer = firstFreeOffer
    expect(state.offer).toBeUndefined()
    state.answers.time = { addressId: 1, doctorId: 2 } as Time
    expect(state.offer?.key).toBe('1/2')
    state.answers.offer = '2/5'
    expect(state.offer?.key).toBe('2/5')
  })
})

it('forgets the answers that depend on a changed one, and no others', () => {
  const stored = (from: 'offer' | 'kind' | 'time') => {
    const state = createState()
    Object.assign(state.answers, {
      addressId: 1,
      offer: '1/1',
      kind: { mode: 'ONLINE' },
      time: {},
      shift: {},
      paymentMethodId: 'x',
      reason: 'cough',
    })
    Object.assign(state, { paymentMethods: [], week: {}, nearestTimes: [] })
    state.clearFrom(from)
    expect([
      state.paymentMethods,
      state.week,
      state.nearestTimes,
      state.answers.time,
      state.answers.shift,
    ]).toEqual(Array(5).fill(undefined))
    expect([state.answers.addressId, state.answers.reason]).toEqual([1, 'cough'])
    return (['offer', 'kind'] as const).filter((name) => state.answers[name] !== undefined)
  }
  expect([stored('offer'), stored('kind'), stored('time')]).toEqual([
    [],
    ['offer'],
    ['offer', 'kind'],
  ])
})

it('does one thing at a time, accepts an answer in the meantime, and says what failed', async () => {
  const state = createState()
  const done: string[] = []
  let finish = () => {}
  const first = state.runTask(() => new Promise((resolve) => (finish = resolve)))
  await state.runTask(async () => void done.push('refused while busy'))
  state.acceptAnswer(async () => void done.push('accepted'))
  expect([state.isBusy, done]).toEqual([true, []])
  finish()
  await first
  await expect.poll(() => [state.isBusy, done]).toEqual([false, ['accepted']])
  const noticeAfter = async (error: unknown) => {
    await state.runTask(() => Promise.reject(error))
    return state.notice?.word
  }
  expect(await noticeAfter(new NoResponseError())).toBe('notReached')
  expect(await noticeAfter(new RefusalError(429, {}))).toBe('askLater')
  expect(await noticeAfter(new RefusalError(503, { status: 'failed', error: 'BUSY' }))).toBe(
    'askLater',
  )
  expect(
    await noticeAfter(new RefusalError(400, { status: 'failed', error: 'X', message: 'X: wrong' })),
  ).toBe('problem')
  expect(state.notice?.message).toBe('wrong')
})

describe('what is kept', () => {
  const phone = '+919876543210'
  /** Ends the element and begins it again, as a reload does. */
  const reloaded = (state: BookingState, options: Partial<Options> = {}) => {
    state.end()
    return createState(options)
  }
  const visitReason = ({ answers }: BookingState) => answers.reason

  it('are the answers of this element after a reload, and nothing of another key [PAGE-07]', () => {
    const state = createState({ doctor: '5' })
    state.answers.reason = 'cough'
    state.saveAnswers()
    const visitor = state.service.visitor
    const again = reloaded(state, { doctor: '5' })
    expect([visitReason(again), again.service.visitor]).toEqual(['cough', visitor])
    expect(visitReason(createState({ doctor: '5', widgetKey: 'other' }))).toBe('')
  })

  it('is nothing of an element with other attributes, of another element of the page, and of another page [PAGE-07]', () => {
    const state = createState({ doctor: '6' })
    Object.assign(state.answers, { reason: 'cough', time: { from: '2026-11-24T09:00:00+05:30' } })
    state.done = { state: 'booked' } as BookingState['done']
    state.attempt = { id: '1' } as BookingState['attempt']
    state.saveAnswers()
    state.done = undefined
    state.saveAnswers()
    const beside = createState({ doctor: '6' })
    for (const other of [beside, createState({ doctor: '7' }), createState({ location: '1' })]) {
      expect([visitReason(other), other.answers.time, other.done, other.attempt]).toEqual([
        '',
        undefined,
        undefined,
        undefined,
      ])
      other.end()
    }
    history.replaceState(null, '', '/book/sunrise/dr-noor-khan')
    expect(visitReason(reloaded(state, { doctor: '6' }))).toBe('')
    history.replaceState(null, '', '/')
  })

  it('is who asks, for all elements of a key, unless the page says it [PAGE-06]', () => {
    const state = createState({ doctor: '8', widgetKey: 'who' })
    state.answers.contact = { channel: 'chatapp', country: 'IN', phone: '9812345678', email: '' }
    state.answers.verified = { contact: state.contactId(), until: Date.now() + 60_000 }
    state.saveAnswers()
    expect(createState({ doctor: '9', widgetKey: 'who' }).isVerified).toBe(true)
    expect(createState({ doctor: '9', widgetKey: 'who', phone }).isVerified).toBe(false)
    expect(createState({ doctor: '9', widgetKey: 'others' }).isVerified).toBe(false)
  })

  it('is a checkout for the element that began it, or for the first of another page that it returns to [PAGE-07]', () => {
    const first = createState({ widgetKey: 'paid' })
    const second = createState({ widgetKey: 'paid' })
    second.attempt = { id: '1', sessionRef: 'ps_1' } as BookingState['attempt']
    second.recordCheckout({ sessionRef: 'ps_1' } as Parameters<BookingState['recordCheckout']>[0])
    expect([first.showsCheckout('ps_1'), second.showsCheckout('ps_1')]).toEqual([false, true])
    expect([
      first.showsCheckout('ps_of_another_browser'),
      second.showsCheckout('ps_of_another_browser'),
    ]).toEqual([true, false])
    const elsewhere = [first, second].map((state) =>
      reloaded(state, { widgetKey: 'paid', doctor: '5' }),
    )
    expect(
      elsewhere.map((state) => [state.showsCheckout('ps_1'), state.attempt?.sessionRef]),
    ).toEqual([
      [true, 'ps_1'],
      [false, undefined],
    ])
  })

  it('is forgotten where the clinic no longer offers it [PAGE-07]', () => {
    const answers = {
      addressId: 1,
      offer: '1/1',
      kind: { mode: 'OFFLINE', lengthMins: 15, tierId: null },
      time: { addressId: 1, doctorId: 1 } as Time,
    }
    const stored = (offers: Offer[]) => {
      const state = createState()
      Object.assign(state.answers, structuredClone(answers))
      state.offers = offers
      state.clearWithdrawn()
      const { addressId, offer, kind, time } = state.answers
      return [addressId, offer, kind?.mode, time?.doctorId]
    }
    expect(stored([offer('1/1')])).toEqual([1, '1/1', 'OFFLINE', 1])
    expect(stored([offer('1/2')])).toEqual([1, undefined, undefined, undefined])
    expect(stored([offer('2/1')])).toEqual([undefined, undefined, undefined, undefined])
  })
})
