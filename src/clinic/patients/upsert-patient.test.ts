import { describe, expect, it } from 'vitest'
import {
  book,
  type CallOptions,
  type Clinic,
  type Json,
  openHarness,
  type Reply,
} from '../../../test/support/clinic/harness.ts'
import { cases } from '../../../test/support/run/cases.ts'

const house = await openHarness()

const doctor = (clinic: Clinic) => clinic.id('practitioner', 'asha-rao')
const upsert = (clinic: Clinic, body: Json, options: CallOptions = {}): Promise<Reply> =>
  clinic.post('/v1/patients', body, {
    ...options,
    headers: { 'x-acting-user-id': String(doctor(clinic)), ...options.headers },
  })
const listPatientRows = ({ workspaceId }: Clinic) =>
  house.sql('select * from patients where workspace_id = $1 order by id', [workspaceId])

const meera = { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' }

describe('201', () => {
  it('creates a patient with every field, and says who created it [PAT-01] [PAT-03] [ACT-01] [ACT-04]', async () => {
    const clinic = await house.clinic()
    const fields = {
      ...meera,
      countryCode: '+49',
      email: 'Meera@Example.org',
      gender: 'female',
      dob: '1990-04-12',
      mrnNumber: 'MRN-7',
      bloodGroup: 'O+',
      patientAddress: { city: 'Jaipur', lines: ['12 MI Road'] },
      language: 'hi',
    }
    const { status, json } = await upsert(clinic, fields)
    expect(status).toBe(201)
    expect(json).toEqual({ ...fields, id: expect.any(Number), age: null, patientFormValues: {} })
    const [row] = await listPatientRows(clinic)
    expect([Number(row.created_by), Number(row.updated_by)]).toEqual([
      doctor(clinic),
      doctor(clinic),
    ])
  })

  it('needs only a name or a phone, and no verification [PAT-04] [PAT-11] [ENT-09]', async () => {
    const clinic = await house.clinic()
    const named = await upsert(clinic, { firstName: 'मीरा' })
    const phoned = await upsert(clinic, { phoneNumber: '9876500001' })
    expect([named.status, phoned.status]).toEqual([201, 201])
    expect(named.json).toMatchObject({
      firstName: 'मीरा',
      countryCode: null,
      phoneNumber: null,
      mrnNumber: expect.stringMatching(/^MRN-/),
    })
    expect(phoned.json).toMatchObject({
      firstName: null,
      countryCode: '+91',
      phoneNumber: '9876500001',
    })
  })

  it('has the members of a patient record [PAT-09] [PAT-10]', async () => {
    const { json } = await upsert(await house.clinic(), meera)
    expect(json).toMatchObject({
      id: expect.any(Number),
      mrnNumber: expect.any(String),
      dob: null,
      gender: null,
      patientFormValues: {},
    })
  })

  it('keeps relatives on one phone apart, and age if there is no date of birth', async () => {
    const clinic = await house.clinic()
    const family = [meera, { ...meera, firstName: 'Ravi' }, { ...meera, firstName: 'Asha', age: 7 }]
    const made = await Promise.all(family.map((person) => upsert(clinic, person)))
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(made.map(({ json }) => json.id)).size).toBe(3)
    expect(made[2]?.json.age).toBe(7)
  })

  it('drops unknown members [PAT-08]', async () => {
    const clinic = await house.clinic()
    const { status, text } = await upsert(clinic, {
      firstName: 'A',
      foo: 'canary',
      created_by: 1,
      workspaceId: 99,
    })
    expect(status).toBe(201)
    expect(text).not.toContain('canary')
  })
})

describe('200', () => {
  it('accepts the joiners that belong to the spelling of a name, and a birth today', async () => {
    const clinic = await house.clinic()
    for (const firstName of ['क्\u200Dष', 'می\u200Cنا']) {
      const reply = await upsert(clinic, { firstName, dob: '2030-01-01' })
      expect([reply.status, reply.json.firstName]).toEqual([201, firstName])
    }
  })

  it('finds the same person again, in other spellings, and leaves the record unchanged [PAT-01]', async () => {
    const clinic = await house.clinic()
    const { json } = await upsert(clinic, meera)
    const before = await listPatientRows(clinic)
    for (const again of [
      meera,
      { ...meera, firstName: ' MEERA ', phoneNumber: '98765-43210' },
      { firstName: 'Meera', phoneNumber: '9876543210', email: 'other@example.org' },
    ]) {
      const reply = await upsert(clinic, again)
      expect([reply.status, reply.json.id]).toEqual([200, json.id])
    }
    expect(await listPatientRows(clinic)).toEqual(before)
  })

  it('distinguishes people with one phone and first name by their last names, and takes the oldest record if none is sent [PAT-01] [A-220]', async () => {
    const clinic = await house.clinic()
    const { phoneNumber } = meera
    const arjun = { firstName: 'Arjun', lastName: 'Rao' }
    const iyer = { firstName: 'Meera', lastName: 'Iyer' }
    const rao = { firstName: 'Meera', lastName: 'Rao' }
    const ids: number[] = []
    for (const names of [arjun, iyer, rao]) {
      const { status, json } = await upsert(clinic, { ...names, phoneNumber })
      expect(status).toBe(201)
      ids.push(json.id)
    }
    const again = [{ firstName: 'meera', lastName: 'RAO' }, { firstName: 'Meera' }, {}]
    const found: Reply[] = []
    for (const names of again) found.push(await upsert(clinic, { ...names, phoneNumber }))
    expect(found.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(found.map(({ json }) => json.id)).toEqual([ids[2], ids[1], ids[0]])
  })

  it('finds a patient who was created by a booking, and the other way round', async () => {
    const clinic = await house.clinic()
    const { patientId } = (await book(clinic, { patientPayload: meera })).json.appointment
    expect((await upsert(clinic, meera)).json.id).toBe(patientId)
  })

  it('accepts an age for a record without a date of birth, and for no other [A-222]', async () => {
    const clinic = await house.clinic()
    const { json } = await upsert(clinic, { ...meera, dob: '1990-04-12' })
    const changed = await upsert(clinic, { id: json.id, age: 20 })
    expect([changed.status, changed.json]).toEqual([200, json])
    expect(json).toMatchObject({ dob: '1990-04-12', age: null })
    const young = await upsert(clinic, { firstName: 'Ravi', age: 20 })
    expect((await upsert(clinic, { id: young.json.id, age: 21 })).json).toMatchObject({
      dob: null,
      age: 21,
    })
  })

  it('changes what is sent and nothing else, and null clears nothing [PAT-02]', async () => {
    const clinic = await house.clinic()
    const everything = {
      email: 'meera@example.org',
      gender: 'female',
      patientAddress: { city: 'Jaipur' },
      mrnNumber: 'MRN-7',
    }
    const { json } = await upsert(clinic, { ...meera, ...everything, age: 36, bloodGroup: 'O+' })
    const [before] = await listPatientRows(clinic)
    const changed = await upsert(clinic, {
      id: json.id,
      firstName: 'Mira',
      dob: '1990-04-12',
      lastName: null,
    })
    expect(changed.status).toBe(200)
    expect(changed.json).toEqual({ ...json, firstName: 'Mira', dob: '1990-04-12', age: null })
    const [{ updated_at, ...after }] = await listPatientRows(clinic)
    expect(after).toEqual({
      ...before,
      first_name: 'Mira',
      first_name_folded: 'mira',
      dob: after.dob,
      age: null,
      updated_at: undefined,
    })
    // The record is found by its new name.
    expect((await upsert(clinic, { ...meera, firstName: 'mira' })).json.id).toBe(json.id)
  })

  it('changes a phone with its dial code, or only the dial code', async () => {
    const clinic = await house.clinic()
    const { id } = (await upsert(clinic, meera)).json
    expect((await upsert(clinic, { id, countryCode: '+44' })).json).toMatchObject({
      countryCode: '+44',
      phoneNumber: '9876543210',
    })
    expect(
      (await upsert(clinic, { id, phoneNumber: '7700900123', countryCode: '+44' })).json,
    ).toMatchObject({ countryCode: '+44', phoneNumber: '7700900123' })
    expect(
      (await upsert(clinic, { ...meera, countryCode: '+44', phoneNumber: '07700 900123' })).json.id,
    ).toBe(id)
    expect((await upsert(clinic, { id, phoneNumber: '9876500009' })).json).toMatchObject({
      countryCode: '+91',
    })
  })

  it('keeps a dial code without a phone, until a phone brings its own [PAT-03]', async () => {
    const clinic = await house.clinic()
    const { json } = await upsert(clinic, { firstName: 'Ann', countryCode: '+44' })
    expect(json).toMatchObject({ countryCode: '+44', phoneNumber: null })
    expect((await upsert(clinic, { id: json.id, countryCode: '+49' })).json).toEqual({
      ...json,
      countryCode: '+49',
    })
    expect((await upsert(clinic, { id: json.id, email: 'ann@example.org' })).json).toMatchObject({
      countryCode: '+49',
      phoneNumber: null,
    })
    expect(
      (await upsert(clinic, { id: json.id, phoneNumber: '+44 7700 900123' })).json,
    ).toMatchObject({ countryCode: '+44', phoneNumber: '7700900123' })
  })

  it('returns the unchanged record for an id alone', async () => {
    const clinic = await house.clinic()
    const { json } = await upsert(clinic, meera)
    const before = await listPatientRows(clinic)
    const reply = await upsert(clinic, { id: String(json.id) })
    expect([reply.status, reply.json]).toEqual([200, json])
    expect(await listPatientRows(clinic)).toEqual(before)
  })

  it('records who changed a record', async () => {
    const clinic = await house.clinic()
    const { patientId: id } = (await book(clinic, { patientPayload: meera })).json.appointment
    expect((await listPatientRows(clinic))[0]).toMatchObject({ created_by: null, updated_by: null })
    await upsert(clinic, { id, gender: 'female' })
    expect((await listPatientRows(clinic))[0]).toMatchObject({
      created_by: null,
      updated_by: doctor(clinic),
    })
  })
})

describe('a refusal', () => {
  const wrong = cases<[string, Json]>([
    ['nothing identifiable', { lastName: 'Iyer' }],
    ['nothing at all', {}],
    ['a name of blanks', { firstName: '  ' }],
    ['a date of birth that is none', { ...meera, dob: '1990-02-30' }],
    ['an address that is text', { ...meera, patientAddress: 'Jaipur' }],
    ['an e-mail address that is none', { ...meera, email: 'a@' }],
    ['an age beyond people', { ...meera, age: 151 }],
    ['a phone of letters', { ...meera, phoneNumber: 'call me' }],
    ['a dial code without plus', { ...meera, countryCode: '91' }],
    ['an id that is none', { id: 'one' }],
    ['a date of birth in the future', { ...meera, dob: '2030-01-03' }],
    ['a name with a line break', { ...meera, lastName: 'Iy\ner' }],
    ['a name with a zero-width space', { ...meera, firstName: 'Mee\u200Bra' }],
    ['a name with a joiner between Latin letters', { ...meera, firstName: 'Mee\u200Dra' }],
    ['a name written backwards', { ...meera, lastName: '\u202EIyer' }],
    ['a list', []],
  ])
  it.each(wrong)(
    'of %s is 400 and writes nothing [PAT-04] [PAT-05] [PAT-06] [PAT-07]',
    async (_, body) => {
      const clinic = await house.clinic()
      expect((await upsert(clinic, body)).status).toBe(400)
      expect(await listPatientRows(clinic)).toEqual([])
    },
  )

  it('of an id of another workspace is 404, and that workspace’s patient is unchanged [PAT-15]', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    const { id } = (await upsert(other, meera)).json
    const before = await listPatientRows(other)
    for (const body of [{ id, firstName: 'Eve' }, { id }, { id: 999_999_999, firstName: 'Eve' }]) {
      const reply = await upsert(clinic, body)
      expect([reply.status, reply.json.error]).toEqual([404, 'PATIENT_NOT_FOUND'])
    }
    expect(await listPatientRows(other)).toEqual(before)
  })

  it('of a record number that another patient has changes nothing', async () => {
    const clinic = await house.clinic()
    await upsert(clinic, { ...meera, mrnNumber: 'MRN-1' })
    const { id } = (await upsert(clinic, { firstName: 'Ravi' })).json
    const before = await listPatientRows(clinic)
    const reply = await upsert(clinic, { id, mrnNumber: 'MRN-1', firstName: 'Changed' })
    expect([reply.status, reply.json.error]).toEqual([400, 'MRN_TAKEN'])
    expect(await listPatientRows(clinic)).toEqual(before)
  })
})

describe('many at once', () => {
  it('with one record number become one record, even if everything else differs [INV-32]', async () => {
    const clinic = await house.clinic()
    const replies = await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        upsert(clinic, {
          firstName: `P${index}`,
          phoneNumber: String(9_000_000_000 + index),
          mrnNumber: 'MRN-1',
        }),
      ),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(replies.map(({ json }) => json.id)).size).toBe(1)
    expect(await listPatientRows(clinic)).toHaveLength(1)
  })

  it('who are one person become one record, over two processes [PAT-01] [INV-32]', async () => {
    const clinic = await house.clinic()
    const replies = await Promise.all(
      Array.from({ length: 64 }, () =>
        twin.call('POST', '/v1/patients', {
          key: clinic.key,
          body: meera,
          headers: { 'x-acting-user-id': String(doctor(clinic)) },
        }),
      ).concat(Array.from({ length: 64 }, () => upsert(clinic, meera))),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(127)
    expect(await listPatientRows(clinic)).toHaveLength(1)
  })
})

const twin = await openHarness({ connection: house.connection })
