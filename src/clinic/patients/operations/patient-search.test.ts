import { describe, expect, it } from 'vitest'
import { type Clinic, type Json, openHarness } from '../../../../test/support/clinic/harness.ts'

const house = await openHarness()
const operate = (clinic: Clinic, name: string, input: Json) =>
  house.operate(name, { workspace: clinic.name, ...input })

/** Patients, by their first names. */
async function people(clinic: Clinic, ...described: Json[]): Promise<Record<string, number>> {
  const ids: Record<string, number> = {}
  for (const person of described) {
    const { status, json, text } = await clinic.post('/v1/patients', person, {
      headers: { 'x-acting-user-id': String(clinic.id('staff', 'nina-roy')) },
    })
    expect(status, text).toBe(201)
    ids[person.firstName] = json.id
  }
  return ids
}
const meera = {
  firstName: 'Meera',
  lastName: 'Iyer',
  phoneNumber: '9876543210',
  dob: '1990-04-12',
  mrnNumber: 'OLD-77',
}
const others = [
  { firstName: 'Ameera', lastName: 'Khan', phoneNumber: '9876500001', dob: '1990-04-12' },
  { firstName: 'Arjun', lastName: 'Iyer', phoneNumber: '9876543210', dob: '2015-01-02' },
  { firstName: 'Zoë', lastName: "O'Neil-100%", phoneNumber: '9811113210' },
]

describe('a search for a patient', () => {
  it('finds any part of the name, the last digits of the phone, record number and date of birth, at most twenty [DAY-03]', async () => {
    const clinic = await house.clinic()
    await people(clinic, meera, ...others)
    const searchNames = async (query: string) =>
      (await operate(clinic, 'patient-search', { query })).map(({ firstName }: Json) => firstName)
    expect(await searchNames('meera')).toEqual(['Meera', 'Ameera'])
    expect(await searchNames('EER')).toEqual(['Meera', 'Ameera'])
    expect(await searchNames('iyer mee')).toEqual(['Meera'])
    expect(await searchNames('3210')).toEqual(['Meera', 'Arjun', 'Zoë'])
    expect(await searchNames('98765 43210')).toEqual(['Meera', 'Arjun'])
    expect(await searchNames('old-77')).toEqual(['Meera'])
    expect(await searchNames('1990-04-12')).toEqual(['Meera', 'Ameera'])
    expect(await searchNames('khan 1990-04-12')).toEqual(['Ameera'])
    expect(await searchNames('zoë 3210')).toEqual(['Zoë'])
    expect([await searchNames('100%'), await searchNames('%%'), await searchNames('__')]).toEqual([
      ['Zoë'],
      [],
      [],
    ])
    expect(await searchNames('nobody')).toEqual([])
    await people(
      clinic,
      ...Array.from({ length: 21 }, (_, index) => ({ firstName: `Twin${index}` })),
    )
    expect(await searchNames('twin')).toHaveLength(20)
  })

  it('shows no patient of another clinic and no erased one, and audits who was shown [DASH-14]', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    const { Meera: id } = await people(clinic, meera)
    await people(other, meera)
    const [shown, ...more] = await operate(clinic, 'patient-search', { query: 'meera' })
    expect([shown.id, more]).toEqual([id, []])
    expect((await operate(clinic, 'audit-show', { patientId: id, limit: 1 }))[0]).toMatchObject({
      action: 'READ',
      by: 'operator tester',
    })
    await operate(clinic, 'patient-erase', { id, confirmed: true })
    for (const name of ['patient-search', 'patient-find'])
      expect(await operate(clinic, name, { query: 'meera' })).toEqual([])
    expect(await operate(clinic, 'patient-search', { query: '1990-04-12' })).toEqual([])
    expect(
      await operate(clinic, 'patient-likely', {
        firstName: 'Meera',
        phoneNumber: '9876543210',
        dob: '1990-04-12',
      }),
    ).toEqual([])
  })
})

it('with a description finds everyone who shares the phone, or a name without a different date of birth [DAY-03]', async () => {
  const clinic = await house.clinic()
  await people(clinic, meera, ...others)
  const likely = async (described: Json) =>
    (await operate(clinic, 'patient-likely', described)).map(
      ({ firstName, because }: Json) => `${firstName} ${because}`,
    )
  expect(await likely({ firstName: 'Meera', phoneNumber: '98765 43210' })).toEqual([
    'Meera PHONE_AND_NAME',
    'Arjun PHONE',
    'Ameera NAME',
  ])
  expect(await likely({ firstName: 'Mera', lastName: 'Iyer', phoneNumber: '9876543210' })).toEqual([
    'Meera PHONE_AND_NAME',
    'Arjun PHONE',
  ])
  expect(await likely({ firstName: 'Meerra', lastName: 'Iyer', dob: '1990-04-12' })).toEqual([
    'Meera NAME_AND_BIRTH_DATE',
  ])
  expect(await likely({ firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9000000000' })).toEqual(
    ['Meera NAME'],
  )
  expect(await likely({ firstName: 'Meera', lastName: 'Iyer', dob: '1950-01-01' })).toEqual([])
  expect(await likely({ dob: '1990-04-12' })).toEqual([])
  expect(await likely({})).toEqual([])
})

describe('an edit of a record', () => {
  it('changes the named members as the API does, and the audit says which members changed [DASH-14]', async () => {
    const clinic = await house.clinic()
    const { Meera: id, Arjun } = await people(clinic, meera, ...others)
    const edited = await operate(clinic, 'patient-edit', {
      id,
      lastName: 'Rao',
      phoneNumber: '9876500099',
      dob: '1990-04-12',
    })
    expect(edited).toMatchObject({
      id,
      firstName: 'Meera',
      lastName: 'Rao',
      phoneNumber: '9876500099',
      dob: '1990-04-12',
    })
    expect((await operate(clinic, 'audit-show', { patientId: id, limit: 1 }))[0]).toMatchObject({
      action: 'CHANGED',
      changed: ['lastName', 'phoneNumber'],
    })
    const before = await clinic.bookingRows()
    const refused: [Json, string][] = [
      [{ id: Arjun, mrnNumber: 'OLD-77' }, 'Another patient has this mrnNumber'],
      [{ id, dob: '2090-01-01' }, 'dob must not be in the future'],
      [{ id, email: 'nowhere' }, 'email must be an e-mail address'],
      [{ id }, 'name at least one member to change'],
      [{ id: 999_999_999, firstName: 'X' }, 'No such patient'],
    ]
    for (const [input, sentence] of refused)
      await expect(operate(clinic, 'patient-edit', input), JSON.stringify(input)).rejects.toThrow(
        sentence,
      )
    const other = await house.clinic()
    await expect(operate(other, 'patient-edit', { id, firstName: 'X' })).rejects.toThrow(
      'No such patient',
    )
    expect(await clinic.bookingRows()).toBe(before)
  })
})
