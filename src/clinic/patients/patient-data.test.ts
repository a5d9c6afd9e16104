// Records with ages and dates of birth, with phones of several countries and with visits in
// progress: what erasures, merges and searches make of them.

import { describe, expect, it } from 'vitest'
import { type Clinic, type Json, openHarness } from '../../../test/support/clinic/harness.ts'
import {
  bookLena,
  createMeridianClinic,
  giveToken,
  people,
  runInClinic,
} from '../../../test/support/clinic/meridian.ts'
import { actOnPaymentPage } from '../../../test/support/clinic/paying-clinic.ts'
import { isSimilar } from './similar.ts'

const house = await openHarness()
const operate = (clinic: Clinic, name: string, input: Json = {}) =>
  runInClinic(house, clinic, name, input)
const add = async (clinic: Clinic, fields: Json): Promise<number> => {
  const reply = await clinic.post('/v1/patients', fields, {
    headers: { 'x-acting-user-id': String(clinic.id('staff', 'nina-roy')) },
  })
  expect(reply.status, reply.text).toBe(201)
  return reply.json.id
}

describe('the preview of an erasure', () => {
  it('names every visit that is not over and every token in line, called or not, and counts payments of both kinds [TILL-03]', async () => {
    const house = await openHarness()
    const clinic = await createMeridianClinic(house)
    const run = (name: string, input: Json = {}) => runInClinic(house, clinic, name, input)
    const patientPayload = { ...people.full, countryCode: '+91' }
    // This visit ends at nine in Jaipur.
    const over = await bookLena(house, clinic, 'berlin', '2030-01-07T04:00:00+01:00', {
      patientPayload,
    })
    await house.moveTo('2030-01-07T08:50:00+05:30')
    const visit = await bookLena(house, clinic, 'jaipur', '2030-01-07T09:00:00+05:30', {
      patientPayload,
      paidBy: 'CASH',
    })
    const { patientId } = visit
    const later = await bookLena(house, clinic, 'jaipur', '2030-01-08T09:00:00+05:30', {
      patientId,
    })
    const gone = await bookLena(house, clinic, 'jaipur', '2030-01-09T09:00:00+05:30', { patientId })
    await run('visit-cancel', { id: gone.id })
    const called = await giveToken(house, clinic, { patientId })
    const waiting = await giveToken(house, clinic, { patientId })
    const inside = await giveToken(house, clinic, { patientId })
    const shift = 'omar-said/kuwait/late'
    await run('queue-start', { shift })
    await run('queue-begin', { shift, token: inside.tokenDisplay })
    expect((await run('queue-next', { shift })).called.id).toBe(called.id)
    const packs = await clinic.post('/v1/session/packs', {
      addressId: clinic.id('location', 'berlin'),
      patientId,
      packageConfigId: clinic.id('sessionPack', 'five'),
      packageAmount: 250,
      currency: 'EUR',
      returnUrl: 'https://sunrise.example/paid',
    })
    expect(packs.status, packs.text).toBe(201)
    await actOnPaymentPage(house, packs.json.checkoutUrl, 'pay')
    // The first visit in Jaipur is under way, and the one in Berlin is over.
    await house.moveTo('2030-01-07T09:05:00+05:30')
    const preview = await run('patient-erase', { id: patientId })
    expect(preview).toMatchObject({ erased: false, visits: 7, upcoming: 4, packs: 1, payments: 2 })
    expect(preview.upcomingVisits.map(({ id }: Json) => id).toSorted()).toEqual(
      [visit.id, later.id, called.id, waiting.id].toSorted(),
    )
    expect(preview.upcomingVisits.map(({ id }: Json) => id)).not.toContain(over.id)
  })
})

describe('a merge', () => {
  it('previews the record that it makes: of ages, dates of birth, and dial codes without a phone [TILL-02]', async () => {
    const clinic = await createMeridianClinic(house)
    const pairs: [Json, Json][] = [
      [
        { firstName: 'Karl', age: 71 },
        { firstName: 'Karl', dob: '1958-02-03' },
      ],
      [
        { firstName: 'Karl', dob: '1958-02-03' },
        { firstName: 'Karl', age: 71 },
      ],
      [{ firstName: 'Karl' }, { firstName: 'Karl', age: 71 }],
      [
        { firstName: 'Karl', countryCode: '+91' },
        { firstName: 'Karl', countryCode: '+49', phoneNumber: '1709998887' },
      ],
      [
        { firstName: 'Karl', countryCode: '+965' },
        { firstName: 'Karl', countryCode: '+49' },
      ],
      [
        people.full,
        { ...people.full, phoneNumber: '9876543299', email: 'other@example.org', bloodGroup: 'A' },
      ],
    ]
    for (const [kept, other] of pairs) {
      const into = await add(clinic, kept)
      const from = await add(clinic, { ...other, mrnNumber: `M-${into}` })
      const mergeInput = { from, into, reason: 'One person' }
      const preview = await operate(clinic, 'patient-merge', mergeInput)
      const done = await operate(clinic, 'patient-merge', { ...mergeInput, confirmed: true })
      expect({ ...preview, merged: true }, JSON.stringify([kept, other])).toEqual(done)
      expect(
        done.record.dob !== null && done.record.age !== null,
        JSON.stringify(done.record),
      ).toBe(false)
    }
    const into = await add(clinic, { firstName: 'Ann', countryCode: '+91' })
    const from = await add(clinic, {
      firstName: 'Ann',
      countryCode: '+49',
      phoneNumber: '1709998811',
    })
    const { record } = await operate(clinic, 'patient-merge', {
      from,
      into,
      reason: 'One person',
      confirmed: true,
    })
    expect([record.countryCode, record.phoneNumber]).toEqual(['+49', '1709998811'])
  })

  it('counts visits that overlap, not those that touch or are over [TILL-02]', async () => {
    const house = await openHarness()
    const clinic = await createMeridianClinic(house, ({ practitioners }) => {
      const at = structuredClone(practitioners['lena-vogel']?.at) as never
      practitioners['dev-anand'] = {
        name: 'Dev Anand',
        specialization: 'Dermatology',
        system: 'SCHEDULED',
        at,
      }
    })
    const dev = { doctorId: clinic.id('practitioner', 'dev-anand') }
    const { patientId: from } = await bookLena(house, clinic, 'berlin', '2030-01-07T09:00:00+01:00')
    const { patientId: into } = await bookLena(
      house,
      clinic,
      'berlin',
      '2030-01-07T09:30:00+01:00',
      dev,
    )
    const overlapping = async () =>
      (await runInClinic(house, clinic, 'patient-merge', { from, into, reason: 'One person' }))
        .overlapping
    expect(await overlapping()).toBe(0)
    await bookLena(house, clinic, 'berlin', '2030-01-07T09:00:00+01:00', {
      ...dev,
      patientId: into,
    })
    expect(await overlapping()).toBe(1)
    await house.moveTo('2030-01-07T09:30:00+01:00')
    expect(await overlapping()).toBe(0)
  })
})

describe('a record', () => {
  it('has no age in addition to a date of birth, in whichever order they become known [A-222]', async () => {
    const clinic = await createMeridianClinic(house)
    const id = await add(clinic, people.aged)
    expect(await operate(clinic, 'patient-edit', { id, dob: '1958-02-03' })).toMatchObject({
      dob: '1958-02-03',
      age: null,
    })
    expect(await operate(clinic, 'patient-edit', { id, age: 70 })).toMatchObject({
      dob: '1958-02-03',
      age: null,
    })
  })

  it('may be of someone born today on the first islands of the day, and not tomorrow [A-224]', async () => {
    const house = await openHarness()
    await house.moveTo('2030-06-30T12:00:00Z')
    const clinic = await createMeridianClinic(house)
    const post = async (dob: string) =>
      (
        await clinic.post(
          '/v1/patients',
          { firstName: 'Neo', dob },
          { headers: { 'x-acting-user-id': String(clinic.id('staff', 'nina-roy')) } },
        )
      ).status
    expect([await post('2030-07-01'), await post('2030-07-02')]).toEqual([201, 400])
  })

  it('is found by a name with its date of birth, by three parts, and page by page [DAY-03] [PAT-13]', async () => {
    const clinic = await createMeridianClinic(house)
    const meera = await add(clinic, people.full)
    const karl = await add(clinic, people.aged)
    const twin = await add(clinic, { firstName: 'Meera', lastName: 'Iyer', dob: '1991-04-12' })
    const searchIds = async (query: string) =>
      (await operate(clinic, 'patient-search', { query })).map(({ id }: Json) => id)
    expect(await searchIds('meera 1990-04-12')).toEqual([meera])
    expect(await searchIds('1991-04-12')).toEqual([twin])
    expect(await searchIds('iyer meera 543210')).toEqual([meera])
    expect(await searchIds('brandt karl 543210')).toEqual([])
    expect(await searchIds('karl brandt')).toEqual([karl])
    expect(await searchIds('meera iyer zz')).toEqual([])
    const page = async (number: number) =>
      (await clinic.get(`/v1/patients?search=meera&size=1&page=${number}`)).json.list.map(
        ({ id }: Json) => id,
      )
    expect([await page(0), await page(1), await page(2)]).toEqual([[meera], [twin], []])
    const byName = async (query: string) =>
      (await operate(clinic, 'patient-find', { query })).map(({ id }: Json) => id)
    expect([await byName('iyer'), await byName('iyer meera'), await byName('meera iy')]).toEqual([
      [meera, twin],
      [],
      [meera, twin],
    ])
  })

  it('is likely that of a person with the name and no other date of birth, and found for a practitioner by a token too [DAY-03]', async () => {
    const clinic = await createMeridianClinic(house)
    const meera = await add(clinic, people.full)
    const { patientId } = await giveToken(house, clinic, {
      patientPayload: { firstName: 'Meera', lastName: 'Roy' },
    })
    const likely = async (more: Json) =>
      (
        await operate(clinic, 'patient-likely', { firstName: 'Meera', lastName: 'Iyer', ...more })
      ).map(({ id, because }: Json) => [id, because])
    expect(await likely({})).toEqual([[meera, 'NAME']])
    expect(await likely({ dob: '1990-04-12' })).toEqual([[meera, 'NAME_AND_BIRTH_DATE']])
    expect(await likely({ dob: '1990-04-13' })).toEqual([])
    const of = async (doctor: string) =>
      (
        await operate(clinic, 'patient-search', {
          query: 'meera',
          doctorId: clinic.id('practitioner', doctor),
        })
      ).map(({ id }: Json) => id)
    expect([await of('omar-said'), await of('lena-vogel')]).toEqual([[patientId], []])
  })
})

describe('two names', () => {
  const personWithName = (firstNameFolded: string) => ({
    firstNameFolded,
    lastNameFolded: null,
    dob: null,
    gender: null,
  })
  it.each([
    ['uma', 'usa', false],
    ['amit', 'amir', true],
    ['amit', 'amti', true],
    ['amit', 'asir', false],
    ['krishna', 'kriszza', false],
    ['margaret', 'marxxret', true],
    ['margaret', 'marxxxet', false],
  ])('%s and %s: alike is %s [DAY-03]', (one, other, alike) => {
    expect([
      isSimilar(personWithName(one), personWithName(other)),
      isSimilar(personWithName(other), personWithName(one)),
    ]).toEqual([alike, alike])
  })
})
