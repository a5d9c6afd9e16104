import { describe, expect, it } from 'vitest'
import {
  type Clinic,
  type Json,
  openHarness,
  queryString,
} from '../../../test/support/clinic/harness.ts'
import {
  queueDate,
  shiftId,
  startShift,
  tokenBody,
} from '../../../test/support/clinic/queue-clinic.ts'

const house = await openHarness()

const visits = (clinic: Clinic, parameters: Record<string, string | number> = {}) =>
  clinic.get(`/v1/qms-appointments/visits?${queryString(parameters)}`)
const dayVisits = (clinic: Clinic, parameters: Record<string, string | number> = {}) =>
  clinic.get(`/v1/qms-appointments/day-visits?${queryString(parameters)}`)
const displays = (list: Json[]) => list.map(({ tokenDisplay }) => tokenDisplay)

async function take(clinic: Clinic, changes: Record<string, unknown> = {}): Promise<Json> {
  const { status, json, text } = await clinic.post(
    '/v1/qms-appointments/pre/book',
    tokenBody(clinic, changes),
  )
  expect(status, text).toBe(201)
  return json.visit
}

const person = (firstName: string, phoneNumber: string) => ({
  patientPayload: { firstName, lastName: 'Rao', phoneNumber },
})

/**
 * A clinic with four tokens: Meera A-1 and B-1 and Ravi A-2 on the first day, Ravi A-1 on the next.
 */
async function clinicWithTokens() {
  const clinic = await house.clinic()
  const evening = { qmsWorkShiftId: shiftId(clinic, 'evening') }
  const meera = person('Meera', '9876543210')
  const ravi = person('Ravi', '9876500001')
  const first = await take(clinic, meera)
  await take(clinic, { ...meera, ...evening, paymentReference: 'TXN-7' })
  const second = await take(clinic, ravi)
  await take(clinic, { ...ravi, appointmentDate: '2030-01-02' })
  return { clinic, meera: first.patientId, ravi: second.patientId }
}

describe('GET /v1/qms-appointments/visits', () => {
  it('lists all visits by date, a page at a time, with their tokens and patients [VIS-01] [VIS-02] [VIS-07] [VIS-11]', async () => {
    const { clinic, meera } = await clinicWithTokens()
    const { status, json } = await visits(clinic)
    expect([status, json.count, json.countIsExact, json.page, json.size]).toEqual([
      200,
      4,
      true,
      0,
      10,
    ])
    expect(
      json.list.map(
        ({ appointmentDate, tokenDisplay }: Json) => `${appointmentDate} ${tokenDisplay}`,
      ),
    ).toEqual(['2030-01-01 A-1', '2030-01-01 B-1', '2030-01-01 A-2', '2030-01-02 A-1'])
    expect(json.list[0]).toMatchObject({
      patientId: meera,
      patient: { id: meera, firstName: 'Meera', lastName: 'Rao', phoneNumber: '9876543210' },
      addressId: clinic.id('location', 'jaipur'),
      doctorId: clinic.id('practitioner', 'meera-shah'),
      qmsWorkShiftId: shiftId(clinic),
      mode: 'OFFLINE',
      tokenNumber: 1,
      position: 1,
      status: 'WAITING',
      bookingChannel: 'PHONE_CALL',
      consultationCharge: 300,
      currency: 'INR',
      paymentStatus: 'UNPAID',
      createdAt: expect.stringMatching(/^2030-01-01T05:30:.*\+05:30$/),
    })
    const second = await visits(clinic, { page: 1, size: 1 })
    expect([second.json.count, displays(second.json.list)]).toEqual([4, ['B-1']])
  })

  it('returns what matches every filter [VIS-03] [VIS-04] [VIS-06]', async () => {
    const { clinic, meera, ravi } = await clinicWithTokens()
    await startShift(house, clinic)
    await house.sql(
      "update queue_visits set status = 'CALLED' where workspace_id = $1 and patient_id = $2 and token_number = 1 and token_letter = 'A'",
      [clinic.workspaceId, meera],
    )
    await house.sql(
      "update queue_visits set status = 'SKIPPED' where workspace_id = $1 and patient_id = $2 and appointment_date = '2030-01-01'",
      [clinic.workspaceId, ravi],
    )
    const listTokens = async (parameters: Record<string, string | number>) => {
      const { status, json } = await visits(clinic, parameters)
      expect([status, json.count]).toEqual([200, json.list.length])
      return json.list.map(
        ({ appointmentDate, tokenDisplay }: Json) => `${appointmentDate.slice(-2)} ${tokenDisplay}`,
      )
    }
    const everything = ['01 A-1', '01 B-1', '01 A-2', '02 A-1']
    expect(await listTokens({ addressId: clinic.id('location', 'jaipur') })).toEqual(everything)
    expect(await listTokens({ addressId: clinic.id('location', 'berlin') })).toEqual([])
    expect(await listTokens({ doctorId: clinic.id('practitioner', 'meera-shah') })).toEqual(
      everything,
    )
    expect(await listTokens({ doctorId: clinic.id('practitioner', 'asha-rao') })).toEqual([])
    expect(await listTokens({ patientId: meera })).toEqual(['01 A-1', '01 B-1'])
    for (const search of ['MEERA', 'eera r', '98765432', '+91 98765-43210'])
      expect(await listTokens({ search }), search).toEqual(['01 A-1', '01 B-1'])
    expect(await listTokens({ search: 'rao' })).toEqual(everything)
    expect(await listTokens({ search: 'ra', startDate: '2030-01-02' })).toEqual(['02 A-1'])
    expect(await listTokens({ search: 'nobody' })).toEqual([])
    expect(await listTokens({ startDate: '2030-01-02' })).toEqual(['02 A-1'])
    expect(await listTokens({ endDate: '2030-01-01' })).toEqual(everything.slice(0, 3))
    // A called patient is still waiting, and an absent patient did not come.
    expect(await listTokens({ status: 'WAITING' })).toEqual(['01 A-1', '01 B-1', '02 A-1'])
    expect(await listTokens({ status: 'NO_SHOW' })).toEqual(['01 A-2'])
    expect(await listTokens({ status: 'CANCELLED' })).toEqual([])
  })

  it('finds the token whose answer was lost by the reference of the payment [A-238]', async () => {
    const { clinic } = await clinicWithTokens()
    expect(displays((await visits(clinic, { paymentReference: 'TXN-7' })).json.list)).toEqual([
      'B-1',
    ])
    expect((await visits(clinic, { paymentReference: 'TXN-8' })).json).toMatchObject({
      count: 0,
      list: [],
    })
  })

  it('refuses invalid dates and unknown statuses [VIS-05] [VIS-06]', async () => {
    const clinic = await house.clinic()
    for (const wrong of [
      { startDate: '2030-02-30' },
      { endDate: '1 May' },
      { status: 'CALLED' },
      { status: 'waiting' },
      { page: -1 },
      { size: 0 },
    ]) {
      const { status, json } = await visits(clinic, wrong as Record<string, string>)
      expect([status, json.error], JSON.stringify(wrong)).toEqual([400, 'VALIDATION_ERROR'])
    }
    expect(
      (await visits(clinic, { startDate: '2030-01-02', endDate: '2030-01-01' })).json.message,
    ).toContain('startDate must not be after endDate')
  })

  it('shows nothing of another workspace [VIS-03]', async () => {
    const { clinic, meera } = await clinicWithTokens()
    const other = await house.clinic()
    expect((await visits(other)).json.count).toBe(0)
    expect((await visits(other, { patientId: meera })).json.count).toBe(0)
    expect((await dayVisits(other, { date: queueDate })).json).toEqual([])
    expect((await visits(clinic)).json.count).toBe(4)
  })

  it('needs the entitlement, and so does the list of a day [ENT-07] [ENT-08]', async () => {
    const clinic = await house.clinic((file) => {
      file.workspace.entitlements = ['devapi_catalog_addresses']
    })
    for (const [reply, feature] of [
      [await visits(clinic), 'devapi_qms_visits'] as const,
      [await dayVisits(clinic), 'devapi_qms_day_visits'] as const,
    ]) {
      expect([reply.status, reply.json]).toEqual([
        403,
        { success: false, message: expect.any(String), requiredFeature: feature },
      ])
    }
  })

  it('audits whose records were read', async () => {
    const { clinic, meera, ravi } = await clinicWithTokens()
    await visits(clinic)
    const [entry] = await house.sql(
      'select action, patient_ids from audit_entries where workspace_id = $1 order by id desc limit 1',
      [clinic.workspaceId],
    )
    expect(entry).toEqual({ action: 'READ', patient_ids: [meera, ravi] })
  })
})

describe('GET /v1/qms-appointments/day-visits', () => {
  it("lists a date's visits by shift and number, today's if none is named [VIS-08] [VIS-09] [A-219]", async () => {
    const { clinic } = await clinicWithTokens()
    expect(displays((await dayVisits(clinic)).json)).toEqual(['A-1', 'A-2', 'B-1'])
    expect(displays((await dayVisits(clinic, { date: '2030-01-02' })).json)).toEqual(['A-1'])
    expect(displays((await dayVisits(clinic, { date: '2030-01-03' })).json)).toEqual([])
    expect(
      displays(
        (
          await dayVisits(clinic, {
            date: queueDate,
            doctorId: clinic.id('practitioner', 'asha-rao'),
          })
        ).json,
      ),
    ).toEqual([])
    const here = {
      addressId: clinic.id('location', 'jaipur'),
      doctorId: clinic.id('practitioner', 'meera-shah'),
    }
    expect(displays((await dayVisits(clinic, here)).json)).toEqual(['A-1', 'A-2', 'B-1'])
    expect((await dayVisits(clinic, here)).json.map(({ position }: Json) => position)).toEqual([
      1, 2, 1,
    ])
  })

  it("takes today from the location's own zone [VIS-09]", async () => {
    const clinic = await house.clinic((file) => {
      file.workspace.timezone = 'America/New_York'
      if (file.locations.jaipur) file.locations.jaipur.timezone = 'Asia/Kolkata'
    })
    await take(clinic)
    // It is New Year in Jaipur, and New Year's Eve in New York.
    expect(
      displays((await dayVisits(clinic, { addressId: clinic.id('location', 'jaipur') })).json),
    ).toEqual(['A-1'])
    expect((await dayVisits(clinic)).json).toEqual([])
  })

  it('refuses an invalid date [VIS-10]', async () => {
    const clinic = await house.clinic()
    for (const date of ['2030-02-30', '01.01.2030', 'today'])
      expect((await dayVisits(clinic, { date })).status, date).toBe(400)
  })
})
