import { describe, expect, it } from 'vitest'
import {
  type CallOptions,
  type Clinic,
  type Json,
  openHarness,
  type Reply,
} from '../../../test/support/clinic/harness.ts'
import {
  openQueueDesk,
  queueDate,
  readShownShift,
  shiftId,
  startShift,
  tokenBody,
} from '../../../test/support/clinic/queue-clinic.ts'
import { cases } from '../../../test/support/run/cases.ts'
import type { ClinicFile } from '../../management/clinic-file/clinic-file.ts'

const house = await openHarness()
const everyDay: ('MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN')[] = [
  'MON',
  'TUE',
  'WED',
  'THU',
  'FRI',
  'SAT',
  'SUN',
]
const path = '/v1/qms-appointments/doctor/shifts'

/** Meera's shifts on the first day; an undefined parameter is left out. */
function loadShifts(
  clinic: Clinic,
  changes: Record<string, string | number | undefined> = {},
  options = {},
): Promise<Reply> {
  const parameters = Object.entries({
    addressId: clinic.id('location', 'jaipur'),
    doctorId: clinic.id('practitioner', 'meera-shah'),
    date: queueDate,
    ...changes,
  }).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return clinic.get(`${path}?${new URLSearchParams(parameters)}`, options)
}

/** Start and mode of each shift that is shown. */
async function listShiftStarts(
  clinic: Clinic,
  changes: Record<string, string | number | undefined> = {},
): Promise<string[]> {
  const { status, json, text } = await loadShifts(clinic, changes)
  expect(status, text).toBe(200)
  expect(json.dates.length).toBeLessThanOrEqual(1)
  return (json.dates[0]?.shifts ?? []).map(({ startTime, mode }: Json) => `${startTime} ${mode}`)
}

type Practitioner = NonNullable<ClinicFile['practitioners'][string]>
type Practice = NonNullable<Practitioner['at'][string]>

/** A clinic with changes to Meera and her practice in Jaipur. */
function withMeera(
  change: (practice: Practice, meera: Practitioner, file: ClinicFile) => void,
): Promise<Clinic> {
  return house.clinic((file) => {
    const meera = file.practitioners['meera-shah']
    if (meera?.at.jaipur) change(meera.at.jaipur, meera, file)
  })
}

/** Meera's domestic and international fees, at the clinic and online. */
const bothPriceLists: Practice['fees'] = [
  { mode: 'OFFLINE', amount: 300 },
  { mode: 'ONLINE', amount: 250.5 },
  { mode: 'OFFLINE', amount: 15, international: true },
  { mode: 'ONLINE', amount: 12.25, international: true },
]

async function take(
  clinic: Clinic,
  changes: Record<string, unknown> = {},
  way = 'pre',
): Promise<Json> {
  const { status, json, text } = await clinic.post(
    `/v1/qms-appointments/${way}/book`,
    tokenBody(clinic, changes),
  )
  expect(status, text).toBe(201)
  return json.visit
}

describe('200', () => {
  it('is the envelope with the shifts of the date, by their start, and nothing else [SHIFT-03] [SHIFT-04] [SHIFT-08] [SHIFT-10]', async () => {
    const clinic = await house.clinic()
    const { status, json } = await loadShifts(clinic)
    expect([status, json]).toEqual([
      200,
      {
        doctor: { id: clinic.id('practitioner', 'meera-shah'), name: 'Meera Shah' },
        clinicTimezone: 'Asia/Kolkata',
        international: false,
        billingCurrency: 'INR',
        domesticCurrency: 'INR',
        dates: [
          {
            date: queueDate,
            shifts: [
              {
                qmsWorkShiftId: shiftId(clinic),
                startTime: '09:00',
                endTime: '13:00',
                mode: 'OFFLINE',
                consultationFee: 300,
                internationalFee: 300,
                avgDuration: 600,
                bookedCount: 0,
                maxAppointments: 40,
                isStarted: false,
                isEnded: false,
                actualStartedAt: null,
                actualEndedAt: null,
              },
              {
                qmsWorkShiftId: shiftId(clinic, 'evening'),
                startTime: '16:00',
                endTime: '20:00',
                mode: 'OFFLINE',
                consultationFee: 300,
                internationalFee: 300,
                avgDuration: 300,
                bookedCount: 0,
                maxAppointments: 3,
                isStarted: false,
                isEnded: false,
                actualStartedAt: null,
                actualEndedAt: null,
              },
            ],
          },
        ],
      },
    ])
  })

  it('names the practitioner as the published profile does, and ignores unknown parameters [SHIFT-03]', async () => {
    const clinic = await withMeera((_, meera) =>
      Object.assign(meera, { profile: { published: true, name: 'Dr Meera Shah' } }),
    )
    const { json } = await loadShifts(clinic, {
      workspaceId: 999_999,
      __proto__x: 1,
      constructor: 'x',
    } as never)
    expect(json.doctor.name).toBe('Dr Meera Shah')
    expect(json.dates[0].shifts).toHaveLength(2)
  })

  it('shows shifts whose ids the booking routes accept [SHIFT-07] [SHIFT-16]', async () => {
    const clinic = await house.clinic()
    const { json } = await loadShifts(clinic)
    for (const { qmsWorkShiftId, mode, isStarted, isEnded } of json.dates[0].shifts) {
      expect([isStarted, isEnded]).toEqual([false, false])
      expect((await take(clinic, { qmsWorkShiftId, mode })).qmsWorkShiftId).toBe(qmsWorkShiftId)
    }
  })

  it('answers a session without a verified contact, for pages of its origin', async () => {
    const clinic = await house.clinic()
    const origin = 'https://sunrise.example'
    const reply = await loadShifts(
      clinic,
      {},
      { key: null, headers: { ...(await clinic.session()), origin } },
    )
    expect([
      reply.status,
      reply.headers['access-control-allow-origin'],
      reply.json.dates.length,
    ]).toEqual([200, origin, 1])
  })

  it('tells a session no name but that of a published profile [SHIFT-03] [A-072]', async () => {
    const clinic = await house.clinic()
    const session = { key: null, headers: await clinic.session() }
    const loadDoctorName = async (doctor: string, options?: CallOptions) =>
      (await loadShifts(clinic, { doctorId: clinic.id('practitioner', doctor) }, options)).json
        .doctor.name
    expect(await loadDoctorName('meera-shah')).toBe('Meera Shah')
    expect([
      await loadDoctorName('meera-shah', session),
      await loadDoctorName('asha-rao', session),
    ]).toEqual([null, 'Dr Asha Rao'])
  })

  it('has no dates for a practitioner without a queue there: slots, another location, unknown, foreign [SHIFT-19] [A-180]', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    const empty = async (changes: Record<string, number>, of = clinic) => {
      const { status, json } = await loadShifts(of, changes)
      expect([status, json.dates], JSON.stringify(changes)).toEqual([200, []])
      return [
        json.doctor.name,
        json.clinicTimezone,
        json.international,
        json.billingCurrency,
        json.domesticCurrency,
      ]
    }
    const [asha, jonas, meera] = ['asha-rao', 'jonas-weber', 'meera-shah'].map((name) =>
      clinic.id('practitioner', name),
    ) as [number, number, number]
    expect(await empty({ doctorId: asha })).toEqual([
      'Dr Asha Rao',
      'Asia/Kolkata',
      false,
      'INR',
      'INR',
    ])
    expect(await empty({ doctorId: jonas })).toEqual([
      'Jonas Weber',
      'Asia/Kolkata',
      false,
      'INR',
      'INR',
    ])
    expect(await empty({ addressId: clinic.id('location', 'berlin') })).toEqual([
      'Meera Shah',
      'Europe/Berlin',
      false,
      'EUR',
      'EUR',
    ])
    expect(await empty({ doctorId: Number.MAX_SAFE_INTEGER })).toEqual([
      null,
      'Asia/Kolkata',
      false,
      'INR',
      'INR',
    ])
    expect(await empty({ addressId: 999_999 })).toEqual([
      'Meera Shah',
      'Asia/Kolkata',
      false,
      null,
      null,
    ])
    // What another workspace has looks the same as what does not exist.
    expect(await empty({ doctorId: meera }, other)).toEqual([
      null,
      'Asia/Kolkata',
      false,
      'INR',
      'INR',
    ])
    expect(await empty({ addressId: clinic.id('location', 'jaipur') }, other)).toEqual([
      'Meera Shah',
      'Asia/Kolkata',
      false,
      null,
      null,
    ])
  })

  it('has no dates for a practitioner who has left, and no one can get a token of theirs [SHIFT-19] [A-071]', async () => {
    const clinic = await house.clinic()
    await take(clinic)
    await clinic.change((file) =>
      Object.assign(file.practitioners['meera-shah'] as Practitioner, { membership: 'inactive' }),
    )
    expect(await listShiftStarts(clinic)).toEqual([])
    const before = await clinic.bookingRows()
    expect((await clinic.post('/v1/qms-appointments/pre/book', tokenBody(clinic))).json.error).toBe(
      'DOCTOR_NOT_FOUND',
    )
    expect(await clinic.bookingRows()).toBe(before)
  })
})

describe('the dates', () => {
  it('have the shifts of their weekday, and one without shifts has an empty list [SHIFT-20] [A-165]', async () => {
    const clinic = await house.clinic()
    // A Friday, a Saturday, a Sunday, a Monday.
    for (const date of ['2030-01-04', '2030-01-07'])
      expect(await listShiftStarts(clinic, { date })).toEqual(['09:00 OFFLINE', '16:00 OFFLINE'])
    for (const date of ['2030-01-05', '2030-01-06'])
      expect((await loadShifts(clinic, { date })).json.dates, date).toEqual([])
  })

  it('have none of the weekly shifts while the workspace, the location or the practitioner is closed, or the date has its own hours [SHIFT-20]', async () => {
    const closedOn = (date: string) => ({ from: date, to: date })
    const clinic = await withMeera((practice, meera, file) => {
      Object.assign(file.workspace, { closed: [closedOn('2030-01-02')] })
      Object.assign(file.locations.jaipur as object, { closed: [closedOn('2030-01-03')] })
      Object.assign(meera, { closed: [closedOn('2030-01-04')] })
      practice.exceptions = [{ date: '2030-01-07', hours: [] }]
    })
    for (const date of ['2030-01-02', '2030-01-03', '2030-01-04', '2030-01-07']) {
      expect(await listShiftStarts(clinic, { date }), date).toEqual([])
      const before = await clinic.bookingRows()
      const refused = await clinic.post(
        '/v1/qms-appointments/pre/book',
        tokenBody(clinic, { appointmentDate: date }),
      )
      expect([refused.status, refused.json.error], date).toEqual([400, 'SHIFT_NOT_ON_DATE'])
      expect(await clinic.bookingRows()).toBe(before)
    }
    expect(await listShiftStarts(clinic, { date: '2030-01-08' })).toHaveLength(2)
  })

  it('have a shift of one date even if that date is closed, and that shift on no other date [SHIFT-20]', async () => {
    const clinic = await withMeera((practice, _, file) => {
      Object.assign(file.workspace, { closed: [{ from: '2030-01-02', to: '2030-01-06' }] })
      Object.assign(practice.shifts as object, {
        camp: { date: '2030-01-05', from: '07:00', to: '24:00', letter: 'C', maxAppointments: 5 },
      })
    })
    const { json } = await loadShifts(clinic, { date: '2030-01-05' })
    expect(json.dates[0].shifts).toMatchObject([
      { qmsWorkShiftId: shiftId(clinic, 'camp'), startTime: '07:00', endTime: '00:00' },
    ])
    expect(await listShiftStarts(clinic, { date: '2030-01-12' })).toEqual([])
    const camp = { qmsWorkShiftId: shiftId(clinic, 'camp') }
    expect((await take(clinic, { ...camp, appointmentDate: '2030-01-05' })).tokenDisplay).toBe(
      'C-1',
    )
    expect(
      (
        await clinic.post(
          '/v1/qms-appointments/pre/book',
          tokenBody(clinic, { ...camp, appointmentDate: '2030-01-12' }),
        )
      ).json.error,
    ).toBe('SHIFT_NOT_ON_DATE')
  })

  it('list them by their start, not in the order of the clinic file [SHIFT-08]', async () => {
    const clinic = await withMeera((practice) => {
      const at = (from: string, to: string, letter: string) => ({
        days: everyDay,
        from,
        to,
        letter,
        maxAppointments: 5,
      })
      practice.shifts = {
        late: at('20:00', '24:00', 'A'),
        noon: at('11:30', '12:00', 'B'),
        early: at('00:00', '06:05', 'C'),
      }
    })
    const { json } = await loadShifts(clinic)
    expect(
      json.dates[0].shifts.map(({ startTime, endTime }: Json) => `${startTime}-${endTime}`),
    ).toEqual(['00:00-06:05', '11:30-12:00', '20:00-00:00'])
  })

  it('reach three years ahead, inclusive, in the list as for a token [A-233]', async () => {
    const clinic = await withMeera((practice) => {
      practice.shifts = {
        morning: { days: everyDay, from: '09:00', to: '13:00', maxAppointments: 40 },
      }
    })
    expect(await listShiftStarts(clinic, { date: '2033-01-01' })).toHaveLength(1)
    expect(await listShiftStarts(clinic, { date: '2033-01-02' })).toEqual([])
    expect(await listShiftStarts(clinic, { date: '2199-12-31' })).toEqual([])
    expect((await take(clinic, { appointmentDate: '2033-01-01' })).tokenNumber).toBe(1)
    const before = await clinic.bookingRows()
    const beyond = await clinic.post(
      '/v1/qms-appointments/pre/book',
      tokenBody(clinic, { appointmentDate: '2033-01-02' }),
    )
    expect([beyond.status, beyond.json.message]).toEqual([
      400,
      expect.stringContaining('appointmentDate must be at most 3 years ahead, 2033-01-01'),
    ])
    expect(await clinic.bookingRows()).toBe(before)
  })

  it('are those of the location, not of the workspace or UTC [A-165] [A-167]', async () => {
    const clinic = await withMeera((practice, _, file) => {
      practice.shifts = {
        morning: { days: everyDay, from: '09:00', to: '13:00', maxAppointments: 40 },
      }
      Object.assign(file.locations.jaipur as object, { timezone: 'America/New_York' })
    })
    // It is New Year in Greenwich and in Jaipur, and the last evening of 2029 in New York.
    const { json } = await loadShifts(clinic, { date: '2029-12-31' })
    expect([json.clinicTimezone, json.dates[0].shifts[0].isEnded]).toEqual([
      'America/New_York',
      false,
    ])
    const visit = await take(clinic, { appointmentDate: '2029-12-31' })
    expect([
      visit.appointmentDate,
      visit.createdAt.slice(0, 10),
      visit.createdAt.slice(-6),
    ]).toEqual(['2029-12-31', '2029-12-31', '-05:00'])
    expect(await listShiftStarts(clinic, { date: '2032-12-31' })).toHaveLength(1)
    expect(await listShiftStarts(clinic, { date: '2033-01-01' })).toEqual([])
  })
})

it('says how many wait and how long a new token takes, in the same range as its page, if that is asked for [SHIFT-12]', async () => {
  const clinic = await house.clinic()
  const loadFirstShift = async (waiting = 'true') =>
    (await loadShifts(clinic, { waiting })).json.dates[0].shifts[0]
  const {
    waitingCount: _,
    waitFromMinutes: __,
    waitToMinutes: ___,
    ...plain
  } = await loadFirstShift()
  expect(await loadFirstShift('false')).toEqual(plain)
  expect(await loadFirstShift()).toMatchObject({
    waitingCount: 0,
    waitToMinutes: expect.any(Number),
  })
  for (let token = 0; token < 3; token += 1) await take(clinic, {})
  await startShift(house, clinic)
  await openQueueDesk(house, clinic).callNext()
  const before = await loadFirstShift()
  expect(before.waitingCount).toBe(3)
  const { publicStatusToken } = (
    await clinic.post('/v1/qms-appointments/immediate/book', tokenBody(clinic))
  ).json.visit
  const { view } = (await house.call('GET', `/queue/${publicStatusToken}/state`)).json
  expect({ fromMinutes: before.waitFromMinutes, toMinutes: before.waitToMinutes }).toEqual(
    view.wait,
  )
  expect((await loadFirstShift()).waitingCount).toBe(4)
  // No one is waiting for the evening.
  expect((await loadShifts(clinic, { waiting: 'true' })).json.dates[0].shifts[1]).toMatchObject({
    waitingCount: 0,
  })
  expect((await loadShifts(clinic, { waiting: 'perhaps' })).status).toBe(400)
})

describe('a past date', () => {
  it('shows only the shifts that ran on it, as ended; neither route books any [SHIFT-18] [A-167]', async () => {
    const past = await openHarness()
    const clinic = await past.clinic()
    await take(clinic, { qmsWorkShiftId: shiftId(clinic, 'evening') })
    await startShift(past, clinic)
    const today = await readShownShift(clinic)
    expect([today.isStarted, today.isEnded]).toEqual([true, false])
    // 00:00 of the second day in Jaipur: staff have not ended anything yet, and nothing is closed.
    await past.moveTo('2030-01-01T18:30:00Z')
    expect(await listShiftStarts(clinic)).toEqual(['09:00 OFFLINE'])
    expect(await readShownShift(clinic)).toMatchObject({
      isStarted: true,
      isEnded: true,
      actualStartedAt: today.actualStartedAt,
    })
    const before = await clinic.bookingRows()
    for (const way of ['pre', 'immediate']) {
      for (const name of ['morning', 'evening']) {
        const reply = await clinic.post(
          `/v1/qms-appointments/${way}/book`,
          tokenBody(clinic, { qmsWorkShiftId: shiftId(clinic, name) }),
        )
        expect([reply.status, reply.json.error]).toEqual([400, 'SHIFT_ENDED'])
      }
    }
    expect(await clinic.bookingRows()).toBe(before)
    expect(await listShiftStarts(clinic, { date: '2029-12-31' })).toEqual([])
    expect(await listShiftStarts(clinic, { date: '1900-01-01' })).toEqual([])
  })
})

describe('a mode', () => {
  const online = (practice: Practice) => {
    practice.fees = bothPriceLists
    practice.shifts = {
      morning: { days: everyDay, from: '09:00', to: '13:00', maxAppointments: 40 },
      video: {
        days: everyDay,
        from: '09:00',
        to: '13:00',
        mode: 'ONLINE',
        letter: 'V',
        maxAppointments: 40,
      },
    }
  }

  it('is OFFLINE or ONLINE, each with its own fees [SHIFT-09] [SHIFT-10]', async () => {
    const clinic = await withMeera(online)
    const { json } = await loadShifts(clinic)
    const fees = json.dates[0].shifts.map(({ mode, consultationFee, internationalFee }: Json) => [
      mode,
      consultationFee,
      internationalFee,
    ])
    expect(fees).toEqual(
      expect.arrayContaining([
        ['OFFLINE', 300, 15],
        ['ONLINE', 250.5, 12.25],
      ]),
    )
    expect(fees).toHaveLength(2)
    const visit = await take(clinic, { qmsWorkShiftId: shiftId(clinic, 'video'), mode: 'ONLINE' })
    expect([visit.mode, visit.tokenDisplay, visit.consultationCharge]).toEqual([
      'ONLINE',
      'V-1',
      250.5,
    ])
  })

  type Forbid = (meera: Practitioner, file: ClinicFile) => void
  const forbidding: [string, 'OFFLINE' | 'ONLINE', Forbid][] = [
    ['no one has video', 'ONLINE', (_, { workspace }) => void delete workspace.video],
    [
      'the permission is off',
      'ONLINE',
      (meera) => void Object.assign(meera, { permissions: { allowOnline: false } }),
    ],
    [
      'only a colleague has video',
      'ONLINE',
      (_, { workspace, practitioners }) => {
        delete workspace.video
        Object.assign(practitioners['asha-rao'] as Practitioner, { ownVideo: true })
      },
    ],
    [
      'visits at the clinic are off',
      'OFFLINE',
      (meera) => void Object.assign(meera, { permissions: { allowOffline: false } }),
    ],
  ]
  it.each(forbidding)(
    'is not listed if %s, and has no tokens: %s [A-174] [WS-32]',
    async (_, mode, forbid) => {
      const clinic = await withMeera((practice, meera, file) => {
        online(practice)
        forbid(meera, file)
      })
      expect(await listShiftStarts(clinic)).toEqual([
        `09:00 ${mode === 'ONLINE' ? 'OFFLINE' : 'ONLINE'}`,
      ])
      const before = await clinic.bookingRows()
      const qmsWorkShiftId = shiftId(clinic, mode === 'ONLINE' ? 'video' : 'morning')
      const refused = await clinic.post(
        '/v1/qms-appointments/pre/book',
        tokenBody(clinic, { qmsWorkShiftId, mode }),
      )
      expect([refused.status, refused.json.error], refused.text).toEqual([400, 'MODE_NOT_OFFERED'])
      expect(await clinic.bookingRows()).toBe(before)
    },
  )
})

describe('patientCountryCode', () => {
  const abroad = cases<[string, boolean]>([
    ['+91', false],
    ['IN', false],
    ['India', false],
    ['+1', true],
    ['GB', true],
    ['Germany', true],
    ['nonsense', false],
    ['', false],
    ['\ud83d\ude00', false],
  ])
  it.each(abroad)(
    '%j: international is %s, and the currency is the one that is charged [SHIFT-05] [SHIFT-06] [A-173]',
    async (code, international) => {
      const clinic = await withMeera((practice) => {
        practice.fees = bothPriceLists
      })
      const { json } = await loadShifts(clinic, { patientCountryCode: code })
      expect([json.international, json.billingCurrency, json.domesticCurrency]).toEqual([
        international,
        international ? 'USD' : 'INR',
        'INR',
      ])
      expect(json.dates[0].shifts[0]).toMatchObject({ consultationFee: 300, internationalFee: 15 })
    },
  )

  it('changes nothing if the practice has one price, or the date no shift [SHIFT-06]', async () => {
    const clinic = await house.clinic()
    const one = (await loadShifts(clinic, { patientCountryCode: '+1' })).json
    expect([
      one.international,
      one.billingCurrency,
      one.dates[0].shifts[0].internationalFee,
    ]).toEqual([false, 'INR', 300])
    const none = (await loadShifts(clinic, { patientCountryCode: '+1', date: '2030-01-05' })).json
    expect([none.international, none.billingCurrency, none.dates]).toEqual([false, 'INR', []])
  })

  it('is refused beyond a hundred characters, and with a null byte', async () => {
    const clinic = await house.clinic()
    expect((await loadShifts(clinic, { patientCountryCode: '+91\u0000' })).status).toBe(400)
    expect((await loadShifts(clinic, { patientCountryCode: 'x'.repeat(100) })).status).toBe(200)
    expect((await loadShifts(clinic, { patientCountryCode: 'x'.repeat(101) })).status).toBe(400)
  })
})

describe('the number of booked tokens', () => {
  it('counts tokens of that shift and date alone, less the cancelled [SHIFT-13] [SHIFT-22] [QUEUE-19]', async () => {
    const clinic = await house.clinic()
    const evening = { qmsWorkShiftId: shiftId(clinic, 'evening') }
    const counts = async () => {
      const all = [
        await readShownShift(clinic),
        await readShownShift(clinic, 'evening'),
        await readShownShift(clinic, 'evening', '2030-01-02'),
      ]
      return all.map(({ bookedCount, maxAppointments }) => `${bookedCount}/${maxAppointments}`)
    }
    expect(await counts()).toEqual(['0/40', '0/3', '0/3'])
    const { visitId } = await take(clinic, evening)
    await take(clinic, evening)
    expect(await counts()).toEqual(['0/40', '2/3', '0/3'])
    await take(clinic, evening)
    expect(await counts()).toEqual(['0/40', '3/3', '0/3'])
    expect(
      (await clinic.post('/v1/qms-appointments/pre/book', tokenBody(clinic, evening))).json.error,
    ).toBe('SHIFT_FULL')
    await house.sql("update queue_visits set status = 'CANCELLED' where id = $1", [visitId])
    expect(await counts()).toEqual(['0/40', '2/3', '0/3'])
    await take(clinic, evening)
    expect(await counts()).toEqual(['0/40', '3/3', '0/3'])
  })

  it('is full, and no more than full, if the clinic has lowered it below what was booked [SHIFT-13] [INV-11]', async () => {
    const clinic = await house.clinic()
    const evening = { qmsWorkShiftId: shiftId(clinic, 'evening') }
    const visits = [
      await take(clinic, evening),
      await take(clinic, evening),
      await take(clinic, evening),
    ]
    const lower = (maxAppointments: number) =>
      clinic.change((file) => {
        const shift = file.practitioners['meera-shah']?.at.jaipur?.shifts?.evening
        if (shift) shift.maxAppointments = maxAppointments
      })
    await lower(1)
    expect(await readShownShift(clinic, 'evening')).toMatchObject({
      bookedCount: 3,
      maxAppointments: 3,
    })
    const cancel = (index: number) =>
      house.sql("update queue_visits set status = 'CANCELLED' where id = $1", [
        visits[index].visitId,
      ])
    const status = async () =>
      (await clinic.post('/v1/qms-appointments/pre/book', tokenBody(clinic, evening))).json.error ??
      'booked'
    expect(await status()).toBe('SHIFT_FULL')
    // A cancelled token frees no place while more are booked than the shift now has.
    await cancel(0)
    expect([await readShownShift(clinic, 'evening'), await status()]).toMatchObject([
      { bookedCount: 2, maxAppointments: 2 },
      'SHIFT_FULL',
    ])
    await cancel(1)
    expect([await readShownShift(clinic, 'evening'), await status()]).toMatchObject([
      { bookedCount: 1, maxAppointments: 1 },
      'SHIFT_FULL',
    ])
    await cancel(2)
    expect(await readShownShift(clinic, 'evening')).toMatchObject({
      bookedCount: 0,
      maxAppointments: 1,
    })
    expect((await take(clinic, evening)).tokenNumber).toBe(4)
    await lower(5)
    expect(await readShownShift(clinic, 'evening')).toMatchObject({
      bookedCount: 1,
      maxAppointments: 5,
    })
  })
})

describe('a queue', () => {
  it('is not started, then running, then ended, with times, and booked by the route of its state [SHIFT-14] [SHIFT-15] [SHIFT-16] [SHIFT-17]', async () => {
    const clinic = await house.clinic()
    const state = async () => {
      const { isStarted, isEnded, actualStartedAt, actualEndedAt } = await readShownShift(clinic)
      const errors = []
      for (const way of ['pre', 'immediate']) {
        const { status, json } = await clinic.post(
          `/v1/qms-appointments/${way}/book`,
          tokenBody(clinic),
        )
        errors.push(status === 201 ? 'booked' : `${status} ${json.error}`)
      }
      return { isStarted, isEnded, actualStartedAt, actualEndedAt, errors }
    }
    expect(await state()).toEqual({
      isStarted: false,
      isEnded: false,
      actualStartedAt: null,
      actualEndedAt: null,
      errors: ['booked', '400 SHIFT_NOT_STARTED'],
    })
    await startShift(house, clinic)
    const running = await state()
    expect(running).toEqual({
      isStarted: true,
      isEnded: false,
      actualStartedAt: expect.stringMatching(/^2030-01-01T05:30:\d\d(\.\d+)?\+05:30$/),
      actualEndedAt: null,
      errors: ['400 SHIFT_STARTED', 'booked'],
    })
    await openQueueDesk(house, clinic).end()
    const ended = await state()
    expect(ended).toEqual({
      isStarted: true,
      isEnded: true,
      actualStartedAt: running.actualStartedAt,
      actualEndedAt: expect.stringMatching(/\+05:30$/),
      errors: ['400 SHIFT_ENDED', '400 SHIFT_ENDED'],
    })
    expect(Date.parse(ended.actualEndedAt)).toBeGreaterThanOrEqual(
      Date.parse(ended.actualStartedAt),
    )
    // The other shift of the day, and this one's next date, are unchanged.
    expect(await readShownShift(clinic, 'evening')).toMatchObject({
      isStarted: false,
      isEnded: false,
    })
    expect(await readShownShift(clinic, 'morning', '2030-01-02')).toMatchObject({
      isStarted: false,
      isEnded: false,
      bookedCount: 0,
    })
  })

  it('is started and ended by no operation of the API [SHIFT-21]', async () => {
    const clinic = await house.clinic()
    await take(clinic)
    const before = await clinic.bookingRows()
    const id = shiftId(clinic)
    const places = [
      path,
      `${path}/${id}`,
      `${path}/${id}/start`,
      `/v1/qms-appointments/shifts/${id}/start`,
      `/v1/qms-appointments/shifts/${id}/end`,
    ]
    for (const place of places) {
      for (const method of ['POST', 'PATCH', 'PUT', 'DELETE']) {
        const reply = await house.call(method, place, {
          key: clinic.key,
          body: { isStarted: true, isEnded: true },
        })
        expect([reply.status, reply.json.error], `${method} ${place}`).toEqual([403, 'Forbidden'])
      }
    }
    expect(await clinic.bookingRows()).toBe(before)
    expect(await readShownShift(clinic)).toMatchObject({ isStarted: false, isEnded: false })
  })
})

describe('avgDuration', () => {
  /** Sets how long the consultations of a shift's tokens took, in order. */
  async function consulted(
    clinic: Clinic,
    seconds: readonly number[],
    changes: Record<string, unknown> = {},
  ) {
    for (const [index, each] of seconds.entries()) {
      const { visitId } = await take(clinic, changes)
      await house.sql(
        "update queue_visits set status = 'COMPLETED', completed_at = timestamptz '2030-01-01T04:00:00Z' + make_interval(secs => $2), consultation_seconds = $3 where id = $1",
        [visitId, index, each],
      )
    }
  }

  it("is the shift's own until there are five, then the doctor's, not distorted by one that never ended [SHIFT-12] [A-179]", async () => {
    const clinic = await house.clinic()
    await consulted(clinic, [400, 420, 440, 90_000])
    expect((await readShownShift(clinic)).avgDuration).toBe(600)
    await consulted(clinic, [410])
    // Of 400, 410, 420, 440 and a forgotten day the shortest and the longest do not count.
    expect((await readShownShift(clinic)).avgDuration).toBe(423)
    // The doctor's pace applies in the evening and on other dates too.
    expect((await readShownShift(clinic, 'evening')).avgDuration).toBe(423)
    expect((await readShownShift(clinic, 'morning', '2030-01-02')).avgDuration).toBe(423)
  })

  it('is learned from the latest fifty of this doctor at this location [SHIFT-12]', async () => {
    const clinic = await house.clinic((file) => {
      const meera = file.practitioners['meera-shah'] as Practitioner
      const jaipur = meera.at.jaipur as Practice
      if (jaipur.shifts?.morning) jaipur.shifts.morning.maxAppointments = 100
      meera.at.berlin = structuredClone(jaipur)
      file.practitioners['dev-anand'] = {
        ...structuredClone(meera),
        name: 'Dev Anand',
        at: { jaipur: structuredClone(jaipur) },
      }
    })
    await consulted(clinic, [...Array(10).fill(3_000), ...Array(50).fill(200)])
    expect((await readShownShift(clinic)).avgDuration).toBe(200)
    const berlin = await loadShifts(clinic, { addressId: clinic.id('location', 'berlin') })
    expect(berlin.json.dates[0].shifts[0].avgDuration).toBe(600)
    const dev = await loadShifts(clinic, { doctorId: clinic.id('practitioner', 'dev-anand') })
    expect(dev.json.dates[0].shifts[0].avgDuration).toBe(600)
  })
})

describe('400', () => {
  it('is the answer to a parameter that is missing [SHIFT-01]', async () => {
    const clinic = await house.clinic()
    for (const missing of ['addressId', 'doctorId', 'date']) {
      const { status, json } = await loadShifts(clinic, { [missing]: undefined })
      expect([status, json.error, json.message], missing).toEqual([
        400,
        'VALIDATION_ERROR',
        expect.stringContaining(missing),
      ])
    }
  })

  const noDates = [
    '',
    '2030-1-1',
    '01-01-2030',
    '2030-02-30',
    '2030-13-01',
    '2030-00-10',
    '0000-01-01',
    '9999-12-31',
    '2030-01-01T00:00:00Z',
    'today',
    '20300101',
    '٢٠٣٠-٠١-٠١',
    '2030-01-01\u0000',
    ' 2030-01-01',
    '-2030-01-01',
    'x'.repeat(5_000),
  ]
  it.each(noDates)('date %j is invalid [SHIFT-02]', async (date) => {
    const clinic = await house.clinic()
    const { status, json } = await loadShifts(clinic, { date })
    expect([status, json.error]).toEqual([400, 'VALIDATION_ERROR'])
  })

  it.each([
    '0',
    '-1',
    '1.5',
    '1e1',
    '01',
    'abc',
    '9007199254740992',
    '99999999999999999999',
    '1;drop table patients',
    '',
    '[1]',
    'null',
    '\u0000',
  ])('ids are positive whole numbers, not %j [SHIFT-01] [A-180]', async (id) => {
    const clinic = await house.clinic()
    for (const name of ['addressId', 'doctorId']) {
      const { status, json } = await loadShifts(clinic, { [name]: id })
      expect([status, json.error], name).toEqual([400, 'VALIDATION_ERROR'])
    }
  })

  it('is the answer to a duplicate parameter [SHIFT-01]', async () => {
    const clinic = await house.clinic()
    const once = `addressId=${clinic.id('location', 'jaipur')}&doctorId=${clinic.id('practitioner', 'meera-shah')}&date=${queueDate}`
    for (const twice of [
      'addressId=1',
      'doctorId=1',
      'date=2030-01-02',
      'patientCountryCode=a&patientCountryCode=b',
    ]) {
      expect((await clinic.get(`${path}?${once}&${twice}`)).status, twice).toBe(400)
    }
  })
})
