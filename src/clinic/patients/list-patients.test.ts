import { describe, expect, it } from 'vitest'
import { type Clinic, type Json, openHarness } from '../../../test/support/clinic/harness.ts'

const house = await openHarness()

async function clinicWith(patients: number): Promise<Clinic> {
  const clinic = await house.clinic()
  await house.sql(
    `insert into patients (workspace_id, mrn_number, first_name, first_name_folded, created_at, updated_at)
     select $1, 'M' || n, 'P' || n, 'p' || n, now(), now() from generate_series(1, $2::int) n`,
    [clinic.workspaceId, patients],
  )
  return clinic
}
const firstNames = (json: Json) =>
  json.list.map(({ firstName }: { firstName: string }) => firstName)

describe('the list of patients', () => {
  it('comes in pages of ten, from 0, and counts all [PAT-13] [PAT-09]', async () => {
    const clinic = await clinicWith(23)
    const first = (await clinic.get('/v1/patients')).json
    expect(first).toMatchObject({ count: 23, page: 0, size: 10 })
    expect(firstNames(first)).toEqual(Array.from({ length: 10 }, (_, index) => `P${index + 1}`))
    expect(Object.keys(first.list[0])).toEqual([
      'id',
      'mrnNumber',
      'firstName',
      'lastName',
      'countryCode',
      'phoneNumber',
      'dob',
      'gender',
      'patientFormValues',
    ])
    const last = (await clinic.get('/v1/patients?page=2')).json
    expect([last.count, firstNames(last)]).toEqual([23, ['P21', 'P22', 'P23']])
    expect((await clinic.get('/v1/patients?page=3')).json).toEqual({
      count: 23,
      page: 3,
      size: 10,
      list: [],
    })
  })

  it('lowers a page size that is too large, and refuses an invalid one [LIM-06]', async () => {
    const clinic = await clinicWith(101)
    expect((await clinic.get('/v1/patients?size=1000')).json).toMatchObject({
      size: 100,
      list: { length: 100 },
    })
    // The second page begins where the first one, as lowered, ended.
    const second = (await clinic.get('/v1/patients?size=150&page=1')).json
    expect([second.page, second.size, firstNames(second)]).toEqual([1, 100, ['P101']])
    for (const wrong of [
      'size=0',
      'size=-1',
      'size=x',
      'size=1.5',
      'page=-1',
      'page=x',
      'page=9999999999999',
    ]) {
      expect((await clinic.get(`/v1/patients?${wrong}`)).status, wrong).toBe(400)
    }
  })

  it('holds no patient of another workspace', async () => {
    await clinicWith(3)
    expect((await (await clinicWith(1)).get('/v1/patients')).json).toMatchObject({
      count: 1,
      list: { length: 1 },
    })
  })

  it('is not available to sessions', async () => {
    const clinic = await clinicWith(1)
    const reply = await clinic.get('/v1/patients', { key: null, headers: await clinic.session() })
    expect([reply.status, reply.json.message]).toEqual([
      403,
      expect.stringContaining('Developer API keys'),
    ])
  })

  it('with a search contains matches by name, phone, record number, e-mail and birth, in pages, and audits who was read [PAT-13]', async () => {
    const clinic = await clinicWith(120)
    const acting = { headers: { 'x-acting-user-id': String(clinic.id('staff', 'nina-roy')) } }
    const meera = {
      firstName: 'Meera',
      lastName: 'Iyer',
      phoneNumber: '9876543210',
      dob: '1990-04-12',
      email: 'Meera@Example.org',
      mrnNumber: 'OLD-77',
    }
    for (const person of [
      meera,
      { firstName: 'Arjun', lastName: 'Iyer', phoneNumber: '9876543210', mrnNumber: 'OLD-78' },
    ])
      expect((await clinic.post('/v1/patients', person, acting)).status).toBe(201)
    const other = await house.clinic()
    const searchPatients = async (search: string, more = '', from = clinic) =>
      (await from.get(`/v1/patients?search=${encodeURIComponent(search)}${more}`)).json
    for (const query of [
      'meera',
      'EERA iy',
      '3210 mee',
      'old-77',
      'meera@example.org',
      '1990-04-12',
      'iyer meera@example.org 1990-04-12',
    ])
      expect([query, firstNames(await searchPatients(query))]).toEqual([query, ['Meera']])
    expect(firstNames(await searchPatients('43210'))).toEqual(['Meera', 'Arjun'])
    expect(await searchPatients('43210', '&size=1&page=1')).toMatchObject({
      count: 2,
      page: 1,
      size: 1,
      list: [{ firstName: 'Arjun' }],
    })
    for (const nobody of [
      'khan meera@example.org',
      'meera@example.org 1991-04-12',
      '%%',
      'mee%',
      'm@',
    ])
      expect((await searchPatients(nobody)).list, nobody).toEqual([])
    expect(await searchPatients('meera', '', other)).toMatchObject({ count: 0, list: [] })
    // At most a hundred are found.
    expect((await searchPatients('1990-04-12', '&size=100&page=1')).list).toEqual([])
    expect(await searchPatients('p1', '&size=1')).toMatchObject({ count: 32 })
    expect((await clinic.get('/v1/patients?search=m')).json).toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('at least 2 characters'),
    })
    const { list } = await searchPatients('43210', '&size=1')
    const [entry] = await house.operate('audit-show', {
      workspace: clinic.name,
      patientId: list[0].id,
      limit: 1,
    })
    expect(entry).toMatchObject({ action: 'READ' })
  })
})
