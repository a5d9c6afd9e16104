// Records of patients, as staff may open them over HTTP: what is audited, and whom members with own
// visits only can reach.

import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  type Reply,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import {
  createMeera,
  createRecordClinic,
  meera,
} from '../../../test/support/clinic/patient-desk.ts'

const house = await openHarness()
const ownPage = { origin: 'http://clinic.test', host: 'clinic.test' }

/** Calls the operations as a signed-in member. */
async function member(
  clinic: Clinic,
  id: number,
): Promise<(name: string, input: Json) => Promise<Reply>> {
  const { url } = await house.operate('dashboard-link', { workspace: clinic.name, id })
  const signedIn = await house.call('POST', '/dashboard/api/sign-in/link', {
    headers: ownPage,
    body: { token: url.split('#')[1] },
  })
  const headers = {
    ...ownPage,
    cookie: String(signedIn.headers['set-cookie']).split(';')[0] ?? '',
    'x-workspace': clinic.name,
  }
  return (name, body) => house.call('POST', `/dashboard/api/operations/${name}`, { headers, body })
}
const nina = (clinic: Clinic) => clinic.id('staff', 'nina-roy')
const boss = (clinic: Clinic) => clinic.id('practitioner', 'asha-rao')
const readings = async (clinic: Clinic, patientId: number): Promise<Json[]> =>
  (await house.operate('audit-show', { workspace: clinic.name, patientId, limit: 1000 })).filter(
    ({ action }: Json) => action === 'READ',
  )

describe('opening a record', () => {
  it('is audited once for the requests of one page entry, record and visits alike [DASH-14] [TILL-01]', async () => {
    const clinic = await createRecordClinic(house)
    const { patientId } = await createMeera(house, clinic)
    const call = await member(clinic, nina(clinic))
    const before = (await readings(clinic, patientId)).length
    const first = await call('patient-show', { id: patientId })
    expect(first.status, first.text).toBe(200)
    const { opened, family } = first.json
    const [entry] = await readings(clinic, patientId)
    expect(entry).toMatchObject({
      id: opened,
      actingUserId: nina(clinic),
      member: 'Nina Roy',
      patientIds: [patientId, family[0].id],
    })
    for (const [name, input] of [
      ['patient-show', { id: patientId, opened }],
      ['patient-visits', { patientId, opened }],
      ['patient-visits', { patientId, which: 'PAST', opened }],
    ] as const)
      expect((await call(name, input)).status, name).toBe(200)
    expect(await readings(clinic, patientId)).toHaveLength(before + 1)
    expect((await call('patient-show', { id: patientId })).json.opened).toBeGreaterThan(opened)
    expect(await readings(clinic, patientId)).toHaveLength(before + 2)
    await call('patient-visits', { patientId })
    expect(await readings(clinic, patientId)).toHaveLength(before + 3)
  })

  it('is audited again for another member, another record, an hour later, or after someone joined the family [DASH-14]', async () => {
    const clinic = await createRecordClinic(house)
    const { patientId } = await createMeera(house, clinic)
    const call = await member(clinic, nina(clinic))
    const other = await member(clinic, boss(clinic))
    const { patientId: stranger } = (
      await book(clinic, { patientPayload: { firstName: 'Tara' }, ...slotTimes('11:00') })
    ).json.appointment
    const { opened } = (await call('patient-show', { id: patientId })).json
    const isNew = async (who: typeof call, input: Json) => {
      const before = (await readings(clinic, input.id)).length
      expect((await who('patient-show', input)).status).toBe(200)
      return (await readings(clinic, input.id)).length === before + 1
    }
    expect(await isNew(call, { id: patientId, opened })).toBe(false)
    expect(await isNew(other, { id: patientId, opened })).toBe(true)
    expect(await isNew(call, { id: stranger, opened })).toBe(true)
    expect(await isNew(call, { id: patientId, opened: 999_999_999 })).toBe(true)
    const [changed] = await house.sql(
      "select id from audit_entries where workspace_id = $1 and action <> 'READ' and patient_id = $2 order by id desc limit 1",
      [clinic.workspaceId, patientId],
    )
    expect(await isNew(call, { id: patientId, opened: Number(changed.id) })).toBe(true)
    await book(clinic, {
      patientPayload: { firstName: 'Kavya', lastName: 'Iyer', phoneNumber: '9876543210' },
      ...slotTimes('11:15'),
    })
    expect(await isNew(call, { id: patientId, opened })).toBe(true)
    const { opened: again } = (await call('patient-show', { id: patientId })).json
    expect(await isNew(call, { id: patientId, opened: again })).toBe(false)
    await house.operate('clock-advance', { ms: 3_600_000 })
    expect(await isNew(call, { id: patientId, opened: again })).toBe(true)
  })
})

describe('a member who sees own visits only', () => {
  const clinicOfHealers = () =>
    createRecordClinic(house, (file) => {
      const money = { rights: { money: 'write' } }
      Object.assign(file.roles ?? {}, {
        healer: { displayName: 'Healer', dashboard: 'practitioner', ...money },
      })
      for (const name of ['meera-shah', 'jonas-weber'])
        Object.assign(file.practitioners[name] ?? {}, { roles: ['healer'] })
    })

  it('opens and changes the records of their own patients, with only their own visits and family [DASH-10] [TILL-01]', async () => {
    const clinic = await clinicOfHealers()
    const { patientId } = await createMeera(house, clinic)
    const call = await member(clinic, clinic.id('practitioner', 'meera-shah'))
    expect((await call('patient-show', { id: patientId })).json).toMatchObject({
      patient: { firstName: 'Meera' },
      family: [],
      moreFamily: false,
    })
    const { visits } = (await call('patient-visits', { patientId })).json
    expect(visits.map(({ doctor }: Json) => doctor)).toEqual(['Meera Shah'])
    expect((await call('patient-visits', { patientId, doctorId: boss(clinic) })).status).toBe(403)
    expect((await call('patient-edit', { id: patientId, gender: 'woman' })).status).toBe(200)
    expect((await call('packs-show', { patientId })).json).toHaveLength(1)
  })

  it('is told that other records are unknown, regardless of the right that the operation needs [DASH-10] [DASH-11]', async () => {
    const clinic = await clinicOfHealers()
    const { patientId, packId } = await createMeera(house, clinic)
    const call = await member(clinic, clinic.id('practitioner', 'jonas-weber'))
    const before = await clinic.bookingRows()
    for (const [name, input, absent] of [
      ['patient-show', { id: patientId }, { id: 999_999 }],
      ['patient-show', { id: patientId, doctorId: boss(clinic) }, { id: 999_999 }],
      ['patient-edit', { id: patientId, firstName: 'Eve' }, { id: 999_999, firstName: 'Eve' }],
      ['patient-payments', { patientId }, { patientId: 999_999 }],
      ['packs-show', { patientId }, { patientId: 999_999 }],
      ['packs-sell', { patientId, pack: 'ten' }, { patientId: 999_999, pack: 'ten' }],
      ['packs-grant', { patientId, pack: 'ten' }, { patientId: 999_999, pack: 'ten' }],
      [
        'packs-correct',
        { id: packId, sessions: 1, reason: 'x' },
        { id: 999_999, sessions: 1, reason: 'x' },
      ],
    ] as const) {
      const foreign = await call(name, input)
      const none = await call(name, absent)
      expect([name, foreign.status, foreign.json.code]).toEqual([
        name,
        none.status,
        name === 'packs-correct' ? 'PACK_NOT_FOUND' : 'PATIENT_NOT_FOUND',
      ])
      expect(none.json.code).toBe(foreign.json.code)
    }
    expect((await call('patient-visits', { patientId })).json).toEqual({ visits: [], more: false })
    expect((await call('notices-list', { patientId })).json.code).toBe('NOT_ALLOWED')
    expect(await clinic.bookingRows()).toBe(before)
    expect(
      (await readings(clinic, patientId)).filter(({ actingUserId }) => actingUserId !== null),
    ).toEqual([])
  })

  it('is not the same as one whose role sees patients but no visits at all [DASH-10]', async () => {
    const clinic = await createRecordClinic(house, (file) => {
      Object.assign(file.roles ?? {}, {
        desk: {
          displayName: 'Records',
          dashboard: 'reception',
          rights: { visits: 'none', queue: 'none' },
        },
      })
    })
    const { patientId } = (await book(clinic, { patientPayload: meera })).json.appointment
    const call = await member(clinic, nina(clinic))
    expect((await call('patient-show', { id: patientId })).json.patient.firstName).toBe('Meera')
    expect((await call('patient-visits', { patientId })).json.code).toBe('NOT_ALLOWED')
  })
})

describe('a role that sees own visits only, with money and audit', () => {
  it('pays and refunds own visits, and reaches no payment, receipt, till or audit of others [DASH-10] [TILL-01]', async () => {
    const clinic = await house.clinic((file: Json) => {
      const rights = {
        ownVisits: true,
        visits: 'write',
        patients: 'write',
        money: 'write',
        insight: 'write',
      }
      file.roles = {
        ...file.roles,
        healer: { displayName: 'Healer', dashboard: 'practitioner', rights },
        owner: { displayName: 'Owner', dashboard: 'owner' },
      }
      file.practitioners['asha-rao'].roles = ['healer']
      file.practitioners['meera-shah'].roles = ['healer']
      file.staff['nina-roy'].roles = ['owner']
    })
    const { id, patientId } = (await book(clinic)).json.appointment
    const own = await member(clinic, clinic.id('practitioner', 'asha-rao'))
    const other = await member(clinic, clinic.id('practitioner', 'meera-shah'))
    const addressId = clinic.id('location', 'jaipur')
    const payment = { id, method: 'CASH', amount: 500 }
    const before = await clinic.bookingRows()
    expect((await other('visit-pay', payment)).json.code).toBe('VISIT_NOT_FOUND')
    expect((await other('audit-show', { patientId })).json.code).toBe('PATIENT_NOT_FOUND')
    for (const call of [own, other]) {
      expect((await call('audit-show', {})).json.code).toBe('PATIENT_NOT_FOUND')
      for (const [name, input] of [
        ['till-show', { addressId, date: '2030-01-01' }],
        ['till-list', {}],
        ['receipt-list', { addressId }],
        ['payments-list', {}],
        ['payments-desk', { addressId }],
        ['payments-statement', { from: '2030-01-01', to: '2030-01-31' }],
      ] as const)
        expect([name, (await call(name, input)).json.code]).toEqual([name, 'NOT_ALLOWED'])
    }
    expect(await clinic.bookingRows()).toBe(before)
    expect((await own('visit-pay', payment)).status).toBe(200)
    expect((await own('audit-show', { patientId })).json.length).toBeGreaterThan(0)
  })
})
