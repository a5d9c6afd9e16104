import { describe, expect, it } from 'vitest'
import type { Practitioner, Shift, Slots, Workspace } from './api.ts'
import {
  findNearestTimes,
  groupByDate,
  hasTwoPriceLists,
  initials,
  listOffers,
  lowestFee,
  modesIn,
  patientName,
  priceIn,
  slotMinutes,
  type Time,
  toOfferedShifts,
} from './catalogue.ts'
import { listPaymentMethods } from './quote-loader.ts'

const fee = (amount: number, currency = 'INR', isInternational = false) => ({
  amount,
  currency,
  isInternational,
})
const doctor = (some: object) =>
  ({
    id: 1,
    specialization: 'Cardiology',
    appointmentSystemType: 'SCHEDULED',
    consultationFees: [],
    qmsConsultationCharges: [],
    ...some,
  }) as unknown as Practitioner
const plan = (amount: number, mode = 'OFFLINE', some: object = {}) => ({
  kind: 'GENERAL_CONSULTATION',
  mode,
  pricePerSession: amount,
  currency: 'INR',
  ...some,
})
const quote = (plans: object[], some: object = {}) =>
  ({
    plans,
    activeSessionPackResponses: [],
    allSessionPackResponses: [],
    ...some,
  }) as unknown as Slots
const time = (from: string) => ({ from, doctorId: 1 }) as unknown as Time

describe('the offers of a clinic', () => {
  it('are the practitioners with a price in their own system, at each location [PAGE-04]', () => {
    const addresses = [
      {
        id: 1,
        doctors: [
          doctor({ id: 1, consultationFees: [fee(500)] }),
          doctor({ id: 2, qmsConsultationCharges: [fee(300)] }),
        ],
      },
      {
        id: 2,
        doctors: [
          doctor({
            id: 3,
            appointmentSystemType: 'QMS',
            qmsConsultationCharges: [fee(0)],
            publicProfile: { name: 'Dr Rao' },
          }),
          doctor({ id: 4, appointmentSystemType: 'QMS', consultationFees: [fee(500)] }),
        ],
      },
    ]
    const offers = listOffers({ addresses } as unknown as Workspace)
    expect(offers.map(({ key, name, isQueue }) => [key, name, isQueue])).toEqual([
      ['1/1', 'Cardiology', false],
      ['2/3', 'Dr Rao', true],
    ])
  })

  it('are shown with the lowest fee for the patient’s country, which may be zero [PAGE-04]', () => {
    const both = doctor({
      consultationFees: [fee(900), fee(500), fee(2, 'USD', true), fee(3, 'USD', true)],
      qmsConsultationCharges: [fee(700)],
    })
    expect([lowestFee(both, false), lowestFee(both, true)]).toEqual([fee(500), fee(2, 'USD', true)])
    const domestic = doctor({ consultationFees: [fee(500), fee(0)] })
    expect([lowestFee(domestic, false)?.amount, lowestFee(domestic, true)?.amount]).toEqual([0, 0])
    expect(lowestFee(doctor({ consultationFees: [fee(20, 'USD', true)] }), false)).toBeUndefined()
    expect(
      [[fee(500)], [fee(500), fee(20, 'USD', true)]].map((consultationFees) =>
        hasTwoPriceLists(doctor({ consultationFees })),
      ),
    ).toEqual([false, true])
  })
})

it('quotes the price of a mode by the plan of a usual visit', () => {
  const found = quote([
    plan(700, 'ONLINE'),
    plan(0),
    plan(900, 'HOME_VISIT', { kind: 'SESSION_PACK' }),
  ])
  expect([
    priceIn(found, 'OFFLINE'),
    priceIn(found, 'ONLINE')?.amount,
    priceIn(found, 'HOME_VISIT'),
  ]).toEqual([{ amount: 0, currency: 'INR' }, 700, undefined])
  expect(modesIn(found)).toEqual(['ONLINE', 'OFFLINE'])
})

it('measures a visit in elapsed minutes, also over a change of clocks', () => {
  expect(
    slotMinutes({
      fromDateTimeIso: '2026-10-25T02:45:00+02:00',
      toDateTimeIso: '2026-10-25T02:15:00+01:00',
    }),
  ).toBe(30)
})

it('offers the shifts that have not ended, with the places left and the price for the patient’s country [PAGE-04]', () => {
  const shift = (some: object) =>
    ({
      qmsWorkShiftId: 1,
      startTime: '09:00',
      endTime: '12:00',
      mode: 'OFFLINE',
      isStarted: false,
      isEnded: false,
      maxAppointments: 10,
      bookedCount: 4,
      consultationFee: 300,
      internationalFee: 15,
      ...some,
    }) as unknown as Shift
  const shifts = [
    shift({}),
    shift({ qmsWorkShiftId: 2, isEnded: true }),
    shift({ qmsWorkShiftId: 3, bookedCount: 12, isStarted: true }),
  ]
  const of = {
    date: '2026-11-23',
    zone: 'Asia/Kolkata',
    isInternational: false,
    currency: 'USD',
    domestic: 'INR',
  }
  const offered = (isInternational: boolean) =>
    toOfferedShifts(shifts, { ...of, isInternational }).map(({ id, left, fee, currency }) => [
      id,
      left,
      fee,
      currency,
    ])
  expect(offered(false)).toEqual([
    [1, 6, 300, 'INR'],
    [3, 0, 300, 'INR'],
  ])
  expect(offered(true)[0]).toEqual([1, 6, 15, 'USD'])
  expect(toOfferedShifts(shifts, of)[1]).toMatchObject({
    from: '09:00',
    to: '12:00',
    isRunning: true,
    date: '2026-11-23',
    zone: 'Asia/Kolkata',
  })
})

describe('the payment methods', () => {
  const ids = (methods: ReturnType<typeof listPaymentMethods>) =>
    methods.map(({ id, amount, currency }) => `${id} ${amount} ${currency}`)

  it('are online and at the desk, and only at the desk if the clinic takes no payments or the visit is free [PAGE-04]', () => {
    expect(ids(listPaymentMethods(quote([plan(500)]), undefined, 'OFFLINE', true))).toEqual([
      'single online 500 INR',
      'single desk 500 INR',
    ])
    expect(ids(listPaymentMethods(quote([plan(500)]), undefined, 'OFFLINE', false))).toEqual([
      'single desk 500 INR',
    ])
    expect(ids(listPaymentMethods(quote([plan(0)]), undefined, 'OFFLINE', true))).toEqual([
      'single desk 0 INR',
    ])
    expect(listPaymentMethods(quote([plan(500)]), undefined, 'ONLINE', true)).toEqual([])
  })

  it('begin with the patient’s own packs, then a follow-up if its price differs, and end with packs on sale [PAGE-04]', () => {
    const plain = quote(
      [
        plan(500),
        { kind: 'ACTIVE_PACKAGE', patientPackageId: 7, sessionsRemaining: 3, currency: 'INR' },
        { kind: 'SESSION_PACK', packageConfigId: 2, isInternational: false },
        { kind: 'SESSION_PACK', packageConfigId: 99 },
      ],
      {
        activeSessionPackResponses: [{ id: 7, sessionPackName: 'Physio' }],
        allSessionPackResponses: [
          {
            packageConfigId: 2,
            amount: 4000,
            currency: 'INR',
            internationalAmount: 90,
            internationalCurrency: 'USD',
            sessionPackName: 'Ten',
            totalSessions: 10,
          },
        ],
      },
    )
    const methods = listPaymentMethods(plain, quote([plan(200)]), 'OFFLINE', true)
    expect(ids(methods)).toEqual([
      'own 7 0 INR',
      'followUp online 200 INR',
      'followUp desk 200 INR',
      'single online 500 INR',
      'single desk 500 INR',
      'pack 2 online 4000 INR',
      'pack 2 desk 4000 INR',
    ])
    expect(methods[0]).toMatchObject({
      kind: 'own',
      packName: 'Physio',
      sessions: 3,
      patientPackageId: 7,
      isOnline: false,
    })
    expect(methods.at(-1)).toMatchObject({
      kind: 'pack',
      packName: 'Ten',
      sessions: 10,
      packageConfigId: 2,
    })
    expect(
      ids(listPaymentMethods(plain, quote([plan(500)]), 'OFFLINE', false)).slice(0, 2),
    ).toEqual(['own 7 0 INR', 'single desk 500 INR'])
  })

  it('sell a pack at its foreign price to a patient from abroad, if it has one [PAGE-04]', () => {
    const sold = (isInternational: boolean, pack: object) =>
      ids(
        listPaymentMethods(
          quote([{ kind: 'SESSION_PACK', packageConfigId: 2, isInternational }], {
            allSessionPackResponses: [
              {
                packageConfigId: 2,
                amount: 4000,
                currency: 'INR',
                internationalAmount: 90,
                internationalCurrency: 'USD',
                ...pack,
              },
            ],
          }),
          undefined,
          'OFFLINE',
          false,
        ),
      )
    expect(sold(true, {})).toEqual(['pack 2 desk 90 USD'])
    expect(sold(false, {})).toEqual(['pack 2 desk 4000 INR'])
    expect(sold(true, { internationalAmount: null })).toEqual(['pack 2 desk 4000 INR'])
  })
})

it('offers the four times nearest to a lost one, before and after it, soonest first [PAGE-08]', () => {
  const times = ['08:00', '09:00', '09:30', '10:30', '11:00', '15:00'].map((clock) =>
    time(`2026-11-23T${clock}:00+05:30`),
  )
  const near = (count?: number) =>
    findNearestTimes(times.reverse(), '2026-11-23T04:30:00Z', count).map(({ from }) =>
      from.slice(11, 16),
    )
  expect(near()).toEqual(['09:00', '09:30', '10:30', '11:00'])
  expect(near(1)).toHaveLength(1)
  expect(findNearestTimes([], '2026-11-23T04:30:00Z')).toEqual([])
})

it('puts times under their dates in the viewer’s zone [PAGE-05]', () => {
  const days = groupByDate(
    [
      time('2026-11-23T23:30:00+05:30'),
      time('2026-11-24T04:00:00+05:30'),
      time('2026-11-24T05:30:00+05:30'),
    ],
    'UTC',
  )
  expect([...days].map(([date, times]) => [date, times.length])).toEqual([
    ['2026-11-23', 2],
    ['2026-11-24', 1],
  ])
})

it('writes names and initials, of one part too, and of letters beyond the basic plane', () => {
  expect([
    patientName({ firstName: 'Anaya', lastName: null }),
    patientName({ firstName: null, lastName: null }),
  ]).toEqual(['Anaya', ''])
  expect(
    ['Dr. Asha van Rao', 'Prof Li', 'Cardiology', 'डॉ मीरा', '𝒜nna 𝒵oe', 'Drew Barry', ''].map(
      initials,
    ),
  ).toEqual(['AR', 'L', 'C', 'डम', '𝒜𝒵', 'DB', ''])
})
