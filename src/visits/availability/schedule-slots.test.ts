import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectInvalid } from '../../../test/support/clinic/front-door.ts'
import {
  book,
  type Clinic,
  type Json,
  listSlots,
  openHarness,
  queryString,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { recordStatements } from '../../../test/support/database/statements-during.ts'
import { fastCheckOptions, runSize } from '../../../test/support/run/sizes.ts'

const house = await openHarness()
const monday = '2030-01-07'

/** The schedule of a location on a date; an undefined parameter is left out. */
function loadSchedule(clinic: Clinic, more: Record<string, string | number | undefined> = {}) {
  const parameters = {
    addressId: clinic.id('location', 'jaipur'),
    appointmentDate: monday,
    ...more,
  }
  return clinic.get(
    `/v1/appointments/schedule-slots?${queryString(Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined)) as never)}`,
  )
}

const of = (schedules: Json, clinic: Clinic, doctor: string): Json =>
  schedules.find(({ doctorId }: Json) => doctorId === clinic.id('practitioner', doctor))
const namesIn = (schedules: Json): string[] => schedules.map(({ doctorName }: Json) => doctorName)
/** `09:15 BOOKED 7` for each slot. */
const states = (slots: Json[]) =>
  slots.map(({ fromDateTimeTs, status, appointmentId }) =>
    [fromDateTimeTs, status, appointmentId].filter(Boolean).join(' '),
  )

/**
 * A clinic with Dev Anand, a second practitioner in Jaipur with slots of 15 minutes, on Mondays
 * from 9 to 10.
 */
function withDev(
  change: (file: Parameters<NonNullable<Parameters<typeof house.clinic>[0]>>[0]) => void = () => {},
) {
  return house.clinic((file) => {
    file.practitioners['dev-anand'] = {
      name: 'Dev Anand',
      specialization: 'Dermatology',
      system: 'SCHEDULED',
      at: {
        jaipur: {
          slotMinutes: 15,
          fees: [{ mode: 'OFFLINE', amount: 500 }],
          hours: [{ days: ['MON'], from: '09:00', to: '10:00', modes: ['OFFLINE'] }],
        },
      },
    }
    change(file)
  })
}

describe('200', () => {
  it('lists the whole working day, with the fields of a slot, and marks what is booked and by which visit [SCHED-01] [SCHED-07] [A-102]', async () => {
    const clinic = await house.clinic()
    const doctorId = clinic.id('practitioner', 'asha-rao')
    const free = (await listSlots(clinic, 'asha-rao', 'jaipur', monday)).json.slots
    const visit = (await book(clinic, slotTimes('09:15'))).json.appointment
    const { status, json } = await loadSchedule(clinic, { doctorId })
    expect([status, json]).toEqual([
      200,
      [
        {
          doctorId,
          doctorName: 'Dr Asha Rao',
          slots: free.map((slot: Json, index: number) => ({
            ...slot,
            ...(index === 1
              ? { status: 'BOOKED', appointmentId: visit.id }
              : { status: 'AVAILABLE' }),
          })),
        },
      ],
    ])
  })

  it('lists every active practitioner of the location, one with a queue without slots [SCHED-04] [A-094]', async () => {
    const clinic = await withDev()
    const { json } = await loadSchedule(clinic)
    expect(namesIn(json)).toEqual(['Dr Asha Rao', 'Meera Shah', 'Dev Anand'])
    expect(json.map(({ slots }: Json) => slots.length)).toEqual([28, 0, 4])
    expect(
      namesIn((await loadSchedule(clinic, { addressId: clinic.id('location', 'berlin') })).json),
    ).toEqual(['Jonas Weber'])
  })

  it('lists the named practitioners, separated by commas, repeated or alone, each once [SCHED-05] [A-104]', async () => {
    const clinic = await withDev()
    const [asha, meera, dev] = ['asha-rao', 'meera-shah', 'dev-anand'].map((name) =>
      clinic.id('practitioner', name),
    )
    const listDoctorIds = async (parameters: string) => {
      const { json } = await clinic.get(
        `/v1/appointments/schedule-slots?addressId=${clinic.id('location', 'jaipur')}&appointmentDate=${monday}&${parameters}`,
      )
      return json.map(({ doctorId }: Json) => doctorId)
    }
    expect(await listDoctorIds(`doctorIds=${dev}`)).toEqual([dev])
    expect(await listDoctorIds(`doctorIds=${dev},${asha}`)).toEqual([asha, dev])
    expect(await listDoctorIds(`doctorIds=${dev}&doctorIds=${asha}`)).toEqual([asha, dev])
    expect(
      await listDoctorIds(`doctorIds=${dev},${dev}&doctorIds=${asha}&doctorId=${meera}`),
    ).toEqual([asha, meera, dev])
    expect(await listDoctorIds(`doctorId=${asha}&doctorIds=${asha}`)).toEqual([asha])
    expect(await listDoctorIds(`doctorId=${asha}`)).toEqual([asha])
  })

  it('accepts any view [SCHED-06] [A-103]', async () => {
    const clinic = await house.clinic()
    const plain = await loadSchedule(clinic)
    for (const viewType of ['DAY', 'WEEK', '', '7'])
      expect([(await loadSchedule(clinic, { viewType })).text, plain.status]).toEqual([
        plain.text,
        200,
      ])
  })

  it('marks each slot that a visit overlaps, whether longer or shorter than the grid [A-102]', async () => {
    const clinic = await house.clinic()
    const bookSlot = async (clock: string, minutes: number) => {
      const tier = clinic.id('tier', `asha-rao/jaipur/${minutes === 30 ? 'long' : 'short'}`)
      const reply = await book(clinic, {
        ...slotTimes(clock, minutes),
        consultationDurationTierId: tier,
        consultationCharge: undefined,
      })
      expect(reply.status, reply.text).toBe(201)
      return reply.json.appointment.id
    }
    const long = await bookSlot('09:30', 30)
    const short = await bookSlot('10:00', 10)
    const next = await bookSlot('10:20', 10)
    const slots = of((await loadSchedule(clinic)).json, clinic, 'asha-rao').slots
    expect(states(slots).slice(1, 7)).toEqual([
      '09:15 AVAILABLE',
      `09:30 BOOKED ${long}`,
      `09:45 BOOKED ${long}`,
      `10:00 BOOKED ${short}`,
      `10:15 BOOKED ${next}`,
      '10:30 AVAILABLE',
    ])
    const between = await bookSlot('10:10', 10)
    const later = of((await loadSchedule(clinic)).json, clinic, 'asha-rao').slots
    // Of two visits in one slot it names the first.
    expect(states(later).slice(4, 6)).toEqual([`10:00 BOOKED ${short}`, `10:15 BOOKED ${between}`])
  })

  it('marks the time of a visit at another location, and no longer that of a cancelled one', async () => {
    const clinic = await withDev(({ practitioners }) => {
      const dev = practitioners['dev-anand']
      if (dev?.at.jaipur)
        dev.at = {
          ...dev.at,
          berlin: {
            ...dev.at.jaipur,
            hours: [{ days: ['MON'], from: '04:30', to: '05:30', modes: ['OFFLINE'] }],
          },
        }
    })
    const visit = {
      addressId: clinic.id('location', 'berlin'),
      doctorId: clinic.id('practitioner', 'dev-anand'),
    }
    const { id } = (await book(clinic, { ...visit, ...slotTimes('09:00') })).json.appointment
    const first = async () =>
      states(of((await loadSchedule(clinic)).json, clinic, 'dev-anand').slots)[0]
    expect(await first()).toBe(`09:00 BOOKED ${id}`)
    await house.sql(
      "with gone as (delete from claims where appointment_id = $1) update appointments set status = 'CANCELLED' where id = $1",
      [id],
    )
    expect(await first()).toBe('09:00 AVAILABLE')
  })

  it('is empty on a day that is not worked, and accepts past days', async () => {
    const clinic = await house.clinic()
    expect(
      of((await loadSchedule(clinic, { appointmentDate: '2030-01-06' })).json, clinic, 'asha-rao')
        .slots,
    ).toEqual([])
    const past = of(
      (await loadSchedule(clinic, { appointmentDate: '2029-12-31' })).json,
      clinic,
      'asha-rao',
    ).slots
    expect(past.map(({ status }: Json) => status)).toEqual(Array(28).fill('BLOCKED'))
  })
})

describe('400', () => {
  it('requires location and date [SCHED-02] [SCHED-03]', async () => {
    const clinic = await house.clinic()
    for (const name of ['addressId', 'appointmentDate'])
      expectInvalid(await loadSchedule(clinic, { [name]: undefined }), `${name} is required`)
    for (const date of ['07-01-2030', '2030-1-7', '2030-02-30', '', 'today'])
      expectInvalid(await loadSchedule(clinic, { appointmentDate: date }), 'appointmentDate')
  })

  it.each([
    '',
    'x',
    '0',
    '1,',
    ',1',
    '1,,2',
    '1;2',
    '1, 2',
    '-1',
    '1.5',
    Array(101).fill(1).join(','),
    'x'.repeat(9_000),
  ])('refuses the practitioners %j [A-104]', async (doctorIds) => {
    expectInvalid(await loadSchedule(await house.clinic(), { doctorIds }), 'doctorIds')
  })

  it('refuses a date that cannot be booked [A-233]', async () => {
    const clinic = await house.clinic()
    expect((await loadSchedule(clinic, { appointmentDate: '2033-01-01' })).status).toBe(200)
    expectInvalid(await loadSchedule(clinic, { appointmentDate: '2033-01-02' }), 'appointmentDate')
  })

  it('requires names if more than a hundred practitioners work', async () => {
    const clinic = await house.clinic((file) => {
      for (let number = 1; number <= 99; number += 1)
        file.practitioners[`doctor-${number}`] = {
          ...(file.practitioners['asha-rao'] as NonNullable<(typeof file.practitioners)[string]>),
          name: `Doctor ${number}`,
          profile: { published: false, name: 'Nobody' },
        }
    })
    expectInvalid(await loadSchedule(clinic), 'doctorIds')
    expect(
      (await loadSchedule(clinic, { doctorIds: clinic.id('practitioner', 'doctor-7') })).json,
    ).toHaveLength(1)
  })
})

describe('403', () => {
  it('needs its own entitlement, and no other [ENT-05] [ENT-10]', async () => {
    const feature = 'devapi_appointments_schedule_slots'
    const without = await house.clinic((file) => {
      file.workspace.entitlements =
        file.workspace.entitlements?.filter((each) => each !== feature) ?? []
    })
    const { status, json } = await loadSchedule(without)
    expect([status, json]).toEqual([
      403,
      { success: false, message: expect.stringContaining(feature), requiredFeature: feature },
    ])
    const bare = await house.clinic((file) =>
      Object.assign(file.workspace, { entitlements: [feature] }),
    )
    expect((await loadSchedule(bare)).status).toBe(200)
  })
})

describe('404', () => {
  it('refuses an unknown location, and a practitioner who is unknown or deactivated [A-104]', async () => {
    const clinic = await house.clinic()
    const [asha, jonas, ravi] = ['asha-rao', 'jonas-weber', 'ravi-old'].map((name) =>
      clinic.id('practitioner', name),
    )
    const refusals = [
      await loadSchedule(clinic, { addressId: 999_999 }),
      await loadSchedule(clinic, { doctorId: jonas }),
      await loadSchedule(clinic, { doctorIds: `${asha},${ravi}` }),
      await loadSchedule(clinic, { doctorId: asha, doctorIds: 999_999 }),
    ]
    expect(refusals.map(({ status, json }) => [status, json.error])).toEqual([
      [404, 'ADDRESS_NOT_FOUND'],
      [404, 'DOCTOR_NOT_FOUND'],
      [404, 'DOCTOR_NOT_FOUND'],
      [404, 'DOCTOR_NOT_FOUND'],
    ])
  })
})

describe('the schedule', () => {
  it('is AVAILABLE exactly where available-slots lists a slot, and BOOKED with the visit that takes it [SCHED-01] [A-102]', async () => {
    const clinic = await withDev((file) => {
      const practice = file.practitioners['jonas-weber']?.at.berlin
      if (practice)
        practice.exceptions = [
          { date: '2030-03-31', hours: [{ from: '01:00', to: '05:00', modes: ['OFFLINE'] }] },
        ]
    })
    const places = [
      { doctor: 'asha-rao', location: 'jaipur', dates: [monday, '2030-01-01', '2030-01-02'] },
      { doctor: 'dev-anand', location: 'jaipur', dates: [monday, '2030-01-14'] },
      { doctor: 'jonas-weber', location: 'berlin', dates: [monday, '2030-03-31'] },
    ] as const
    await fc.assert(
      fc.asyncProperty(
        fc
          .constantFrom(...places)
          .chain((place) => fc.tuple(fc.constant(place), fc.constantFrom(...place.dates))),
        fc.nat(),
        fc.constantFrom(undefined, 10, 30),
        async ([{ doctor, location, dates: _ }, date], pick, durationMins) => {
          const listed = (
            await listSlots(
              clinic,
              doctor,
              location,
              date,
              durationMins === undefined ? {} : { durationMins },
            )
          ).json.slots
          const slot = listed[pick % Math.max(1, listed.length)]
          const ids = {
            addressId: clinic.id('location', location),
            doctorId: clinic.id('practitioner', doctor),
          }
          const mode = slot?.modes[0]
          if (slot)
            await book(clinic, {
              ...ids,
              mode,
              fromDateTimeIso: slot.fromDateTimeIso,
              toDateTimeIso: slot.toDateTimeIso,
              consultationCharge: undefined,
            })

          const { slots } = of(
            (await loadSchedule(clinic, { addressId: ids.addressId, appointmentDate: date })).json,
            clinic,
            doctor,
          )
          const expected = (await listSlots(clinic, doctor, location, date)).json.slots.map(
            (free: Json) => ({ ...free, status: 'AVAILABLE' }),
          )
          expect(slots.filter(({ status }: Json) => status === 'AVAILABLE')).toEqual(expected)
          for (const { fromDateTimeIso, toDateTimeIso, status, appointmentId } of slots) {
            const visits = await house.sql(
              'select id from appointments where workspace_id = $1 and doctor_id = $2 and from_at < $3 and to_at > $4 order by from_at',
              [clinic.workspaceId, ids.doctorId, toDateTimeIso, fromDateTimeIso],
            )
            expect([status === 'BOOKED', appointmentId]).toEqual([
              visits.length > 0,
              visits[0] ? Number(visits[0].id) : undefined,
            ])
          }
        },
      ),
      { numRuns: runSize(30, 300), ...fastCheckOptions },
    )
  })

  it('has no free slot that is past, and still shows the visits of the day [A-088]', async () => {
    const clinic = await house.clinic()
    const { id } = (await book(clinic)).json.appointment
    await house.moveTo(`${monday}T09:20:00+05:30`)
    const { slots } = of((await loadSchedule(clinic)).json, clinic, 'asha-rao')
    expect(states(slots).slice(0, 4)).toEqual([
      `09:00 BOOKED ${id}`,
      '09:15 BLOCKED',
      '09:30 AVAILABLE',
      '09:45 AVAILABLE',
    ])
  })

  it('is read in one statement, however many practitioners there are', async () => {
    const clinic = await withDev()
    await loadSchedule(clinic)
    expect(await recordStatements(house.application.database, () => loadSchedule(clinic))).toEqual([
      'schedule_of_doctors',
    ])
  })
})
