import { beforeAll, describe, expect, it } from 'vitest'
import { expectInvalid } from '../../../test/support/clinic/front-door.ts'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'

const house = await openHarness()

const search = (clinic: Clinic, body: unknown = {}) => clinic.post('/v1/appointments/search', body)
async function searchIds(clinic: Clinic, body: unknown): Promise<number[]> {
  const { status, json, text } = await search(clinic, body)
  expect(status, text).toBe(200)
  expect([json.count, json.countIsExact]).toEqual([json.list.length, true])
  return json.list.map(({ id }: Json) => id)
}
async function bookVisit(clinic: Clinic, changes: Record<string, unknown> = {}): Promise<Json> {
  const reply = await book(clinic, changes)
  expect(reply.status, reply.text).toBe(201)
  return reply.json.appointment
}

describe('200', () => {
  // Three visits of three people on two dates.
  let clinic: Clinic
  let [meera, arjun, nobody]: Json[] = []
  beforeAll(async () => {
    clinic = await house.clinic()
    arjun = await bookVisit(clinic, {
      ...slotTimes('10:00'),
      patientPayload: {
        firstName: 'Arjun',
        lastName: 'Nair',
        phoneNumber: '98765 00000',
        mrnNumber: 'MRN-77',
      },
      bookingChannel: 'PHONE_CALL',
      paymentStatus: 'PAID',
      paymentReference: 'TXN-1',
    })
    meera = await bookVisit(clinic, { ...slotTimes('09:00'), paymentReference: 'TXN-2' })
    nobody = await bookVisit(clinic, {
      ...slotTimes('09:15', 15, '2030-01-14'),
      patientPayload: { firstName: 'Жрец', phoneNumber: '+49 30 901820' },
    })
    await house.sql('update appointments set updated_at = $2 where id = $1', [
      nobody.id,
      '2030-01-01T12:00:00Z',
    ])
  })

  it.each([
    ['without a content type', {}],
    ['as JSON', { 'content-type': 'application/json' }],
    ['as JSON of no bytes', { 'content-type': 'application/json', 'content-length': '0' }],
  ])('accepts no body at all, %s, as no filters [SRCH-06] [A-058]', async (_, headers) => {
    const { status, json } = await house.call('POST', '/v1/appointments/search', {
      key: clinic.key,
      headers,
    })
    expect([status, json.count]).toEqual([200, 3])
  })

  it('returns the same records as booking, in its own envelope, by their start [SRCH-01] [SRCH-06] [SRCH-08] [A-214] [A-078]', async () => {
    const { status, json } = await search(clinic)
    expect([status, { ...json, list: [] }]).toEqual([
      200,
      { count: 3, countIsExact: true, page: 0, size: 10, list: [] },
    ])
    expect(json.list.map(({ id }: Json) => id)).toEqual([meera.id, arjun.id, nobody.id])
    expect(json.list.slice(0, 2)).toEqual([meera, arjun])
  })

  const filters: [string, () => Json, () => number[]][] = [
    [
      'addressId',
      () => ({ addressId: clinic.id('location', 'jaipur') }),
      () => [meera.id, arjun.id, nobody.id],
    ],
    [
      'addressId as text',
      () => ({ addressId: String(clinic.id('location', 'jaipur')) }),
      () => [meera.id, arjun.id, nobody.id],
    ],
    [
      'doctorId',
      () => ({ doctorId: clinic.id('practitioner', 'asha-rao') }),
      () => [meera.id, arjun.id, nobody.id],
    ],
    ['another doctorId', () => ({ doctorId: clinic.id('practitioner', 'meera-shah') }), () => []],
    ['an unknown addressId', () => ({ addressId: 999_999 }), () => []],
    [
      'a doctorId of no one at its location',
      () => ({ doctorId: 999_999, addressId: clinic.id('location', 'jaipur') }),
      () => [],
    ],
    ['startDate', () => ({ startDate: '2030-01-14' }), () => [nobody.id]],
    ['startDate after all', () => ({ startDate: '2030-01-15' }), () => []],
    ['endDate', () => ({ endDate: '2030-01-07' }), () => [meera.id, arjun.id]],
    ['endDate before all', () => ({ endDate: '2030-01-06' }), () => []],
    [
      'one date',
      () => ({ startDate: '2030-01-07', endDate: '2030-01-07' }),
      () => [meera.id, arjun.id],
    ],
    [
      'statuses',
      () => ({ statuses: ['SCHEDULED', 'CANCELLED'] }),
      () => [meera.id, arjun.id, nobody.id],
    ],
    ['no statuses', () => ({ statuses: [] }), () => [meera.id, arjun.id, nobody.id]],
    ['other statuses', () => ({ statuses: ['CONFIRMED', 'OVERDUE', 'MISSED'] }), () => []],
    ['patientId', () => ({ patientId: arjun.patientId }), () => [arjun.id]],
    [
      'patientId and another search',
      () => ({ patientId: arjun.patientId, search: 'meera' }),
      () => [],
    ],
    ['patientPhoneNumber', () => ({ patientPhoneNumber: '9876500000' }), () => [arjun.id]],
    [
      'patientPhoneNumber with its dial code',
      () => ({ patientPhoneNumber: '+4930901820' }),
      () => [nobody.id],
    ],
    ['patientPhoneNumber of no one', () => ({ patientPhoneNumber: '9999999999' }), () => []],
    [
      'patientPhoneNumber and search',
      () => ({ patientPhoneNumber: '9876500000', search: 'nair' }),
      () => [arjun.id],
    ],
    [
      'patientPhoneNumber and another search',
      () => ({ patientPhoneNumber: '9876500000', search: 'meera' }),
      () => [],
    ],
    ['search by name', () => ({ search: 'ARJUN' }), () => [arjun.id]],
    ['search by both names', () => ({ search: 'arjun  nair' }), () => [arjun.id]],
    ['search by two letters', () => ({ search: 'ju' }), () => [arjun.id]],
    ['search by letters no index knows', () => ({ search: 'жр' }), () => [nobody.id]],
    ['search by phone', () => ({ search: '+91 98765 0' }), () => [arjun.id]],
    ['search by a part of the phone', () => ({ search: '6500' }), () => [arjun.id]],
    ['search by record number', () => ({ search: 'mrn-77' }), () => [arjun.id]],
    ['search with what has a meaning elsewhere', () => ({ search: 'a%_\\' }), () => []],
    ['blank search', () => ({ search: '  ' }), () => [meera.id, arjun.id, nobody.id]],
    ['bookingReference', () => ({ bookingReference: arjun.bookingReference }), () => [arjun.id]],
    ['paymentReference', () => ({ paymentReference: 'TXN-2' }), () => [meera.id]],
    ['part of a paymentReference', () => ({ paymentReference: 'TXN' }), () => []],
    ['paymentStatus', () => ({ paymentStatus: 'PAID' }), () => [arjun.id]],
    ['mode', () => ({ mode: 'OFFLINE' }), () => [meera.id, arjun.id, nobody.id]],
    ['another mode', () => ({ mode: 'ONLINE' }), () => []],
    ['type', () => ({ type: meera.type }), () => [meera.id, arjun.id, nobody.id]],
    ['bookingType', () => ({ bookingType: 'PACKAGE_PURCHASE' }), () => []],
    ['source', () => ({ source: 'DEVELOPER_API' }), () => [meera.id, arjun.id, nobody.id]],
    ['another source', () => ({ source: 'WIDGET' }), () => []],
    ['bookingChannel', () => ({ bookingChannel: 'PHONE_CALL' }), () => [arjun.id]],
    ['voided', () => ({ voided: true }), () => []],
    ['not voided', () => ({ voided: false }), () => [meera.id, arjun.id, nobody.id]],
    ['updatedFrom', () => ({ updatedFrom: '2030-01-01T17:30:00+05:30' }), () => [nobody.id]],
    ['updatedTo', () => ({ updatedTo: '2030-01-01T11:59:59Z' }), () => [meera.id, arjun.id]],
    [
      'updatedTo, itself included',
      () => ({ updatedTo: '2030-01-01T12:00:00Z' }),
      () => [meera.id, arjun.id, nobody.id],
    ],
    [
      'null',
      () => ({ doctorId: null, statuses: null, changedAfter: null }),
      () => [meera.id, arjun.id, nobody.id],
    ],
    ['all together', () => ({ ...filterAll(), search: 'arj' }), () => [arjun.id]],
    ['all but one', () => ({ ...filterAll(), bookingChannel: 'WALK_IN' }), () => []],
  ]
  function filterAll() {
    const {
      patientId,
      bookingReference,
      paymentReference,
      paymentStatus,
      mode,
      type,
      bookingType,
      source,
      bookingChannel,
      doctorId,
      addressId,
    } = arjun
    const when = {
      startDate: '2030-01-07',
      endDate: '2030-01-07',
      updatedFrom: '2030-01-01T00:00:00Z',
      updatedTo: '2030-01-02T00:00:00Z',
    }
    const which = {
      patientId,
      bookingReference,
      paymentReference,
      paymentStatus,
      mode,
      type,
      bookingType,
      source,
      bookingChannel,
      doctorId,
      addressId,
    }
    return {
      ...when,
      ...which,
      patientPhoneNumber: '9876500000',
      statuses: ['SCHEDULED'],
      voided: false,
    }
  }
  it.each(filters)(
    'filters by %s [SRCH-02] [SRCH-03] [SRCH-04] [SRCH-07] [A-213] [A-214] [A-215] [A-238]',
    async (_, body, expected) => {
      expect(await searchIds(clinic, body())).toEqual(expected())
    },
  )

  it('ignores any workspace that is named [GEN-07]', async () => {
    const other = await house.clinic()
    const own = await searchIds(clinic, {})
    for (const named of [
      { workspaceId: other.workspaceId },
      { workspaceId: 'x' },
      { workspaceId: null },
    ]) {
      expect(await searchIds(clinic, named)).toEqual(own)
      expect(await searchIds(other, named)).toEqual([])
    }
  })

  it('pages without a gap or a duplicate, and counts all on each page [SRCH-05] [A-066]', async () => {
    const pages: number[] = []
    for (const page of [0, 1, 2, 3]) {
      const { json } = await search(clinic, { page, size: 1 })
      expect([json.count, json.countIsExact, json.page, json.size]).toEqual([3, true, page, 1])
      pages.push(...json.list.map(({ id }: Json) => id))
    }
    expect(pages).toEqual([meera.id, arjun.id, nobody.id])
    expect((await search(clinic, { size: 1000 })).json.size).toBe(100)
    expect((await search(clinic, { page: 1_000_000_000 })).json).toMatchObject({
      count: 3,
      list: [],
    })
  })

  it('orders visits with the same start by their id, so that pages are stable [A-214]', async () => {
    const own = await house.clinic((file) => {
      for (let number = 0; number < 5; number += 1)
        file.practitioners[`doctor-${number}`] = structuredClone(
          file.practitioners['asha-rao'] as never,
        )
    })
    const ids: number[] = []
    for (const number of [3, 1, 4, 0, 2])
      ids.push((await bookVisit(own, { doctorId: own.id('practitioner', `doctor-${number}`) })).id)
    const paged: number[] = []
    for (const page of [0, 1, 2])
      paged.push(...(await search(own, { page, size: 2 })).json.list.map(({ id }: Json) => id))
    expect(paged).toEqual(ids)
  })

  it('shows at once what staff changed outside the API [GEN-21] [SRCH-09]', async () => {
    const own = await house.clinic()
    const { id } = await bookVisit(own)
    await own.post('/v1/appointments/search', {})
    await house.call('PATCH', `/v1/appointments/${id}/cancel`, {
      key: own.key,
      body: { cancellationReason: 'ill' },
    })
    expect((await search(own, { statuses: ['CANCELLED'] })).json.list).toMatchObject([
      { id, status: 'CANCELLED', cancellationReason: 'ill' },
    ])
    const other = await bookVisit(own)
    await house.sql("update appointments set appointment_notes = 'by hand' where id = $1", [
      other.id,
    ])
    expect((await search(own, { statuses: ['SCHEDULED'] })).json.list).toMatchObject([
      { id: other.id, appointmentNotes: 'by hand' },
    ])
  })

  it('filters by the status that is shown: at its start a visit is OVERDUE, at the end of its clinic day MISSED [STAT-34] [SRCH-04]', async () => {
    const own = await openHarness()
    const clinic = await own.clinic()
    const { id } = (await book(clinic, slotTimes('09:00'))).json.appointment
    const cancelled = (await book(clinic, slotTimes('09:15'))).json.appointment.id
    await own.call('PATCH', `/v1/appointments/${cancelled}/cancel`, { key: clinic.key, body: {} })
    for (const [moment, shown] of [
      ['2030-01-07T08:59:59.000+05:30', 'SCHEDULED'],
      ['2030-01-07T09:00:00.000+05:30', 'OVERDUE'],
      ['2030-01-07T23:59:59.000+05:30', 'OVERDUE'],
      ['2030-01-08T00:00:00.000+05:30', 'MISSED'],
      ['2031-01-08T00:00:00.000+05:30', 'MISSED'],
    ] as const) {
      await own.moveTo(moment)
      for (const statuses of [
        ['SCHEDULED'],
        ['OVERDUE'],
        ['MISSED'],
        ['CONFIRMED', 'OVERDUE'],
        ['SCHEDULED', 'MISSED'],
      ]) {
        const { json } = await clinic.post('/v1/appointments/search', { statuses })
        const expected = statuses.some((status) => status === shown) ? [[id, shown]] : []
        expect([moment, statuses, json.list.map(({ id, status }: Json) => [id, status])]).toEqual([
          moment,
          statuses,
          expected,
        ])
      }
    }
  })

  it('treats each date as that of the clinic, wherever in the world it is [A-214]', async () => {
    const own = await house.clinic()
    const { id } = await bookVisit(own)
    for (const [timezone, offset] of [
      ['Pacific/Kiritimati', 14 * 60],
      ['Pacific/Pago_Pago', -11 * 60],
    ] as const) {
      // The first and the last quarter of an hour of the local day.
      for (const minute of [0, 24 * 60 - 15]) {
        await house.sql(
          `with moved as (select (timestamp '2030-01-07' + ($2::int - $3::int) * interval '1 minute') at time zone 'UTC' as start),
             claim as (update claims set from_at = start, to_at = start + interval '15 minutes' from moved where appointment_id = $1)
           update appointments set from_at = start, to_at = start + interval '15 minutes', from_offset_mins = $3, to_offset_mins = $3, timezone = $4 from moved where id = $1`,
          [id, minute, offset, timezone],
        )
        expect(await searchIds(own, { startDate: '2030-01-07', endDate: '2030-01-07' })).toEqual([
          id,
        ])
        expect([
          ...(await searchIds(own, { endDate: '2030-01-06' })),
          ...(await searchIds(own, { startDate: '2030-01-08' })),
        ]).toEqual([])
      }
    }
  })

  it('audits each page that shows visits, for each of their patients, and none that is empty', async () => {
    const own = await house.clinic()
    const read = () =>
      house.sql(
        "select patient_id::int as one, patient_ids::int[] as many from audit_entries where workspace_id = $1 and action = 'READ'",
        [own.workspaceId],
      )
    await search(own)
    expect(await read()).toEqual([])
    const first = await bookVisit(own)
    await search(own)
    expect(await read()).toEqual([{ one: first.patientId, many: null }])
    const second = await bookVisit(own, {
      ...slotTimes('10:00'),
      patientPayload: { firstName: 'Arjun', phoneNumber: '9876500000' },
    })
    await bookVisit(own, slotTimes('10:15'))
    await search(own)
    expect(await read()).toContainEqual({ one: null, many: [first.patientId, second.patientId] })
  })

  it('waits for a patient who is being erased, and then shows what is left of the visit', async () => {
    const own = await house.clinic()
    const { id, patientId } = await bookVisit(own, { chiefComplaint: 'Rash' })
    const [erased, found] = await Promise.all([
      house.operate('patient-erase', { workspace: own.name, id: patientId, confirmed: true }),
      Promise.all(Array.from({ length: 5 }, () => search(own))),
    ])
    expect(erased).toMatchObject({ erased: true })
    expect(found.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect((await search(own)).json.list).toMatchObject([{ id, chiefComplaint: null }])
    expect(await searchIds(own, { search: 'meera' })).toEqual([])
  })
})

describe('403', () => {
  it('needs its own entitlement, and no other [ENT-06] [ENT-10]', async () => {
    const feature = 'devapi_appointments_search'
    const without = await house.clinic((file) => {
      file.workspace.entitlements =
        file.workspace.entitlements?.filter((each) => each !== feature) ?? []
    })
    const { status, json } = await search(without)
    expect([status, json]).toEqual([
      403,
      { success: false, message: expect.stringContaining(feature), requiredFeature: feature },
    ])
    const bare = await house.clinic((file) =>
      Object.assign(file.workspace, { entitlements: [feature] }),
    )
    expect((await search(bare)).status).toBe(200)
  })
})

describe('400', () => {
  it.each([
    [{ startDate: '2030-02-30' }, 'startDate'],
    [{ startDate: '07.01.2030' }, 'startDate'],
    // A misspelled filter would find every visit.
    [
      { bookingRef: 'BK7Q2M9X4KTD' },
      'bookingRef is not a member of this request; the nearest is bookingReference.',
    ],
    [{ clinicName: ['x'] }, 'clinicName is not a member of this request; leave it out.'],
    [{ endDate: 20300107 }, 'endDate'],
    [{ startDate: '2030-01-08', endDate: '2030-01-07' }, 'startDate'],
    [{ statuses: 'CANCELLED' }, 'statuses'],
    [{ statuses: ['DONE'] }, 'statuses'],
    [{ statuses: ['cancelled'] }, 'statuses'],
    [{ statuses: Array(51).fill('CANCELLED') }, 'statuses'],
    [{ addressId: 'jaipur' }, 'addressId'],
    [{ doctorId: [1] }, 'doctorId'],
    [{ patientId: 0 }, 'patientId'],
    [{ patientPhoneNumber: 'abc' }, 'patientPhoneNumber'],
    [{ search: 'x'.repeat(101) }, 'search'],
    [{ search: 7 }, 'search'],
    [{ paymentReference: 'x'.repeat(201) }, 'paymentReference'],
    [{ paymentStatus: 'DUE' }, 'paymentStatus'],
    [{ mode: 'VIDEO' }, 'mode'],
    [{ bookingType: 'OTHER' }, 'bookingType'],
    [{ voided: 'true' }, 'voided'],
    [{ updatedFrom: '2030-01-01' }, 'updatedFrom'],
    [{ updatedFrom: '2030-01-02T00:00:00Z', updatedTo: '2030-01-01T00:00:00Z' }, 'updatedFrom'],
    [{ page: -1 }, 'page'],
    [{ page: '0' }, 'page'],
    [{ size: 0 }, 'size'],
    [{ size: 1.5 }, 'size'],
    [{ changedAfter: 'x' }, 'changedAfter'],
    [{ changedAfter: 7 }, 'changedAfter'],
    [{ changedAfter: '', page: 1 }, 'page'],
  ])('refuses %j and changes nothing [SRCH-03] [SRCH-04] [A-066] [A-215]', async (body, field) => {
    const clinic = await house.clinic()
    await bookVisit(clinic)
    const before = await clinic.bookingRows()
    expectInvalid(await search(clinic, body), field)
    expect(await clinic.bookingRows()).toBe(before)
    expect(
      await house.sql("select from audit_entries where workspace_id = $1 and action = 'READ'", [
        clinic.workspaceId,
      ]),
    ).toEqual([])
  })

  it('refuses a search that would read too much, and leaves nothing out silently', async () => {
    const clinic = await house.clinic()
    const { id, patientId, doctorId, addressId } = await bookVisit(clinic)
    // A hundred thousand past visits, written as they would be by now.
    await house.sql(
      `with history as (select set_config('session_replication_role', 'replica', true))
       insert into appointments (workspace_id, booking_reference, patient_id, doctor_id, location_id, appointment_date, from_at, to_at, timezone, from_offset_mins, to_offset_mins,
         status, mode, type, booking_type, source, payment_mode, payment_status, currency, charge_minor, discount_minor, follow_up, created_at, updated_at)
       select $1, 'BK' || lpad(n::text, 10, '0'), $2, $3, $4, '2020-01-01', timestamptz '2020-01-01 00:00Z' + n * interval '1 ms', timestamptz '2020-01-01 00:05Z' + n * interval '1 ms', 'UTC', 0, 0,
         'COMPLETED', 'OFFLINE', 'CONSULTATION', 'ONE_TIME_APPOINTMENT', 'DEVELOPER_API', 'CASH', case when n <= 50 then 'UNPAID' else 'PAID' end, 'INR', 0, 0, false, now(), now()
       from generate_series(1, 100000) n, history`,
      [clinic.workspaceId, patientId, doctorId, addressId],
    )
    const refused = await search(clinic, { statuses: ['CANCELLED'] })
    expect([refused.status, refused.json.error]).toEqual([400, 'SEARCH_TOO_BROAD'])
    expect((await search(clinic, { page: 1000, size: 100 })).json.error).toBe('SEARCH_TOO_BROAD')
    const first = (await search(clinic, { size: 100 })).json
    expect([first.count, first.countIsExact, first.list.length]).toEqual([10_100, false, 100])
    // The later the page, the more rows are known to exist.
    expect((await search(clinic, { size: 100, page: 50 })).json.count).toBe(15_100)
    // Fifty visits are found, and it is unknown whether there are more.
    expect((await search(clinic, { paymentStatus: 'UNPAID', size: 20 })).json).toMatchObject({
      count: 50,
      countIsExact: false,
    })
    expect((await search(clinic, { statuses: ['SCHEDULED'] })).json).toMatchObject({
      count: 1,
      countIsExact: true,
      list: [{ id }],
    })
    expect((await search(clinic, { search: 'жр' })).json.error).toBe('SEARCH_TOO_BROAD')
    expect((await search(clinic, { startDate: '2030-01-01', search: 'жр' })).json).toMatchObject({
      count: 0,
      countIsExact: true,
    })
  })
})
