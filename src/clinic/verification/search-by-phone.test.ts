import { randomInt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  book,
  type CallOptions,
  type Clinic,
  openHarness,
  queryString,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'
import { createDatabaseGate } from '../../../test/support/database/database-gate.ts'

const rail = createRecordingRail()
const house = await openHarness({ rails: rail })

const somePhone = () => `98${String(randomInt(1e8)).padStart(8, '0')}`
const as = (endUser: string): CallOptions => ({ headers: { 'x-end-user-id': endUser } })
const search = (clinic: Clinic, parameters: Record<string, string>, options: CallOptions) =>
  clinic.get(`/v1/patients/search-by-phone?${queryString(parameters)}`, options)

async function verify(clinic: Clinic, fields: Record<string, string>, options: CallOptions) {
  expect((await clinic.post('/v1/otp/send', fields, options)).status).toBe(200)
  expect(
    (
      await clinic.post(
        '/v1/otp/verify',
        { ...fields, otpCode: rail.delivered.at(-1)?.code },
        options,
      )
    ).status,
  ).toBe(200)
}

describe('a search by phone', () => {
  it('returns all patients on a verified phone, such as a family, and their packs [PAT-12] [OTP-46]', async () => {
    const clinic = await house.clinic()
    const phoneNumber = somePhone()
    for (const [firstName, clock] of [
      ['Meera', '09:00'],
      ['Ravi', '09:15'],
    ] as const) {
      expect(
        (await book(clinic, { patientPayload: { firstName, phoneNumber }, ...slotTimes(clock) }))
          .status,
      ).toBe(201)
    }
    await verify(clinic, { phoneNumber }, as('u-1'))
    const { status, json } = await search(clinic, { phoneNumber }, as('u-1'))
    expect(status).toBe(200)
    expect(Object.keys(json)).toEqual(['associatedPatients', 'activeSessionPackResponses'])
    expect(
      json.associatedPatients.map(({ firstName }: { firstName: string }) => firstName),
    ).toEqual(['Meera', 'Ravi'])
    expect(Object.keys(json.associatedPatients[0]).toSorted()).toEqual([
      'countryCode',
      'dob',
      'firstName',
      'gender',
      'id',
      'lastName',
      'mrnNumber',
      'patientFormValues',
      'phoneNumber',
    ])
    const [noted] = await house.sql(
      "select patient_id, patient_ids from audit_entries where workspace_id = $1 and action = 'READ'",
      [clinic.workspaceId],
    )
    expect(noted).toEqual({
      patient_id: null,
      patient_ids: json.associatedPatients.map(({ id }: { id: number }) => id),
    })
    // In any spelling, and with the plus of the dial code lost on the way.
    expect(
      (
        await search(
          clinic,
          { phoneNumber: `${phoneNumber.slice(0, 5)} ${phoneNumber.slice(5)}`, countryCode: ' 91' },
          as('u-1'),
        )
      ).json,
    ).toEqual(json)
  })

  it('reads a full international number, also if its plus was lost on the way [A-236] [A-096]', async () => {
    const clinic = await house.clinic()
    const phone = {
      countryCode: '+49',
      phoneNumber: `171${String(randomInt(1e7)).padStart(7, '0')}`,
    }
    await book(clinic, { patientPayload: { firstName: 'Anna', ...phone } })
    await verify(clinic, phone, as('u-2'))
    for (const plus of ['+', ' ', '00']) {
      const { json } = await search(
        clinic,
        { phoneNumber: `${plus}49${phone.phoneNumber}` },
        as('u-2'),
      )
      expect([plus, json.associatedPatients?.length]).toEqual([plus, 1])
    }
  })

  it('is repeated if its connection is lost, and audited once [PAT-12]', async () => {
    const clinic = await house.clinic()
    const phoneNumber = somePhone()
    const { patientId } = (
      await book(clinic, { patientPayload: { firstName: 'Meera', phoneNumber } })
    ).json.appointment
    await verify(clinic, { phoneNumber }, as('u-9'))
    const gate = await createDatabaseGate(house, 'before insert on audit_entries for each row')
    const searching = search(clinic, { phoneNumber }, as('u-9'))
    await gate.waitUntilReached()
    await house.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event = 'advisory'",
    )
    await gate.open()
    const { status, json } = await searching
    expect([status, json.associatedPatients.map(({ id }: { id: number }) => id)]).toEqual([
      200,
      [patientId],
    ])
    const noted = await house.sql(
      "select from audit_entries where workspace_id = $1 and action = 'READ'",
      [clinic.workspaceId],
    )
    expect(noted).toHaveLength(1)
  })

  it('needs the end user, for keys and sessions alike [PAT-12]', async () => {
    const clinic = await house.clinic()
    for (const options of [{}, { key: null, headers: await clinic.session() }]) {
      const reply = await search(clinic, { phoneNumber: somePhone() }, options)
      expect([reply.status, reply.json]).toEqual([
        400,
        { success: false, message: expect.stringContaining('x-end-user-id') },
      ])
    }
  })

  it('is refused to an unverified end user, and to one who has verified another contact [PAT-12] [OTP-46]', async () => {
    const clinic = await house.clinic()
    const phoneNumber = somePhone()
    await book(clinic, { patientPayload: { firstName: 'Meera', phoneNumber } })
    const refused = [
      403,
      { success: false, message: expect.any(String), requiresVerification: true },
    ]
    const first = await search(clinic, { phoneNumber }, as('u-2'))
    expect([first.status, first.json]).toEqual(refused)
    await verify(clinic, { phoneNumber: somePhone() }, as('u-2'))
    const second = await search(clinic, { phoneNumber }, as('u-2'))
    expect([second.status, second.json]).toEqual(refused)
    await verify(clinic, { channel: 'email', email: 'meera@example.org' }, as('u-3'))
    expect((await search(clinic, { phoneNumber }, as('u-3'))).status).toBe(403)
  })

  it('never finds the patients of another workspace with the same phone', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    const phoneNumber = somePhone()
    await book(other, { patientPayload: { firstName: 'Theirs', phoneNumber } })
    await verify(clinic, { phoneNumber }, as('u-4'))
    expect((await search(clinic, { phoneNumber }, as('u-4'))).json.associatedPatients).toEqual([])
  })

  it('refuses an invalid phone', async () => {
    const clinic = await house.clinic()
    await verify(clinic, { phoneNumber: somePhone() }, as('u-5'))
    for (const parameters of [
      {},
      { phoneNumber: 'abc' },
      { phoneNumber: '9876543210', countryCode: '91' },
    ]) {
      expect((await search(clinic, parameters as Record<string, string>, as('u-5'))).status).toBe(
        400,
      )
    }
  })
})
