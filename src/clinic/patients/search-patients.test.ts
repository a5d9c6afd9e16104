// People are found however they are spelt: at the desk, by GET /v1/patients, in the search of
// visits, and as themselves when they come again.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  queryString,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { foldName, foldText } from '../../base/values/text.ts'

const house = await openHarness()
const upsert = (clinic: Clinic, body: Json) =>
  clinic.post('/v1/patients', body, {
    headers: { 'x-acting-user-id': String(clinic.id('practitioner', 'asha-rao')) },
  })
const upsertPatient = async (clinic: Clinic, body: Json): Promise<number> =>
  (await upsert(clinic, body)).json.id
const byKey = async (clinic: Clinic, search: string) =>
  (await clinic.get(`/v1/patients?${queryString({ search })}`)).json.list.map(({ id }: Json) => id)
const atDesk = async (clinic: Clinic, query: string) =>
  (await house.operate('patient-search', { workspace: clinic.name, query })).map(
    ({ id }: Json) => id,
  )

describe('a name', () => {
  it.each([
    [
      { firstName: 'Sinéad', lastName: 'O’Connor' },
      ["O'Connor", 'OConnor', "sinead o'connor", 'o´connor'],
    ],
    [{ firstName: 'Niamh', lastName: "O'Brien" }, ['O’Brien', 'OʼBrien', 'o‘brien']],
    [{ firstName: '山田 太郎' }, ['山田太郎', '山田　太郎', '山田']],
    [{ firstName: '太郎', lastName: '山田' }, ['山田太郎', '山田 太郎', '太郎 山田']],
    [{ firstName: 'ﾊﾅｺ', lastName: 'スズキ' }, ['ハナコ', 'スズキハナコ', 'ｽｽﾞｷ ﾊﾅｺ']],
    [{ firstName: 'Işıl', lastName: 'Yıldız' }, ['isil yildiz', 'IŞIL', 'ışıl']],
    [{ firstName: 'José', lastName: 'Muñoz Ørsted' }, ['jose munoz', 'orsted', 'MUÑOZ']],
    [{ firstName: 'Luc', lastName: 'Bélanger' }, ['Bela', 'béla', 'belanger luc']],
    [{ firstName: 'Matteo', lastName: 'Van Kirk' }, ['mattéo', 'VAN KIRK']],
    [{ firstName: '山田 むらう' }, ['山田むらう', '山田　むらう', 'むらう']],
    [{ firstName: 'Ｋｅｉ', lastName: '斎藤' }, ['kei', 'Ｋｅｉ 斎藤']],
    [{ firstName: 'Łukasz', lastName: 'Þór' }, ['lukasz thor', 'Łukasz']],
    [{ firstName: 'Ｙａｍａ', lastName: 'Strauß' }, ['yama strauss', 'STRAUSS']],
    [{ firstName: 'أحمد', lastName: 'مُحَمَّد' }, ['احمد محمد', 'محمّد']],
    [{ firstName: 'फ़ातिमा', lastName: 'क़ुरैशी' }, ['फातिमा', 'कुरैशी']],
    [{ firstName: 'Алёна', lastName: 'Соловьёва' }, ['алена соловьева']],
    [{ firstName: '민수', lastName: '김' }, ['김민수', '김 민수']],
  ])('%j is found by %j [VIS-04] [DAY-03]', async (person, searches) => {
    const clinic = await house.clinic()
    const id = await upsertPatient(clinic, { ...person, phoneNumber: '9876522222' })
    await upsertPatient(clinic, {
      firstName: 'Anders',
      lastName: 'Jemand',
      phoneNumber: '9876533333',
    })
    for (const search of searches)
      expect([search, await byKey(clinic, search), await atDesk(clinic, search)]).toEqual([
        search,
        [id],
        [id],
      ])
  })

  it('that differs in a vowel or a letter is another one', async () => {
    const clinic = await house.clinic()
    const id = await upsertPatient(clinic, { firstName: 'किरण', lastName: 'Rao' })
    expect(await byKey(clinic, 'करण')).toEqual([])
    expect(await byKey(clinic, 'किरण')).toEqual([id])
    await upsertPatient(clinic, { firstName: 'かな', phoneNumber: '9876522222' })
    expect(await byKey(clinic, 'がな')).toEqual([])
  })

  it.each([
    ['Sinéad', 'O’Connor', 'Sinead', "O'Connor"],
    ['山田 太郎', undefined, '山田', '太郎'],
    ['Ｙａｍａ', 'Iyer', 'Yama', 'IYER'],
    ['Işık', 'Kaya', 'Isik', 'Kaya'],
    ['Anna Maria', 'Rossi', 'Anna', 'Maria Rossi'],
  ])('%s %s on one phone is %s %s [A-220]', async (firstName, lastName, again, lastAgain) => {
    const clinic = await house.clinic()
    const id = await upsertPatient(clinic, { firstName, lastName, phoneNumber: '9876522222' })
    expect(
      await upsertPatient(clinic, {
        firstName: again,
        lastName: lastAgain,
        phoneNumber: '09876522222',
      }),
    ).toBe(id)
    expect(
      await upsertPatient(clinic, {
        firstName: 'Meera',
        lastName: lastAgain,
        phoneNumber: '9876522222',
      }),
    ).not.toBe(id)
  })

  it('is found among visits and tokens by either spelling [SRCH-02] [VIS-04]', async () => {
    const clinic = await house.clinic()
    const { id } = (
      await book(clinic, {
        patientPayload: { firstName: 'Sinéad', lastName: 'O’Connor', phoneNumber: '9876522222' },
      })
    ).json.appointment
    await book(clinic, {
      ...slotTimes('09:15'),
      patientPayload: { firstName: '太郎', lastName: '山田', phoneNumber: '9876533333' },
    })
    const searchVisitIds = async (search: string) =>
      (await clinic.post('/v1/appointments/search', { search })).json.list.map(
        (visit: Json) => visit.id,
      )
    for (const search of [
      "o'connor",
      'sinead',
      '09876522222',
      '0091 98765 22222',
      '９８７６５２２２２２',
    ])
      expect([search, await searchVisitIds(search)]).toEqual([search, [id]])
    expect(await searchVisitIds('山田太郎')).toHaveLength(1)
  })

  it('is folded alike by the service and by the database, also of a process of before', async () => {
    const clinic = await house.clinic()
    const names = Array.from({ length: 0xffff }, (_, code) => String.fromCodePoint(code))
      .filter((letter) => /[\p{L}\p{M}\p{P}\p{N}]/u.test(letter) && letter.isWellFormed())
      .map((letter) => `b${letter}山 ${letter}c`)
    const rows = await house.sql(
      'select name, folded_name(name) as folded from unnest($1::text[]) as name',
      [names.map(foldText)],
    )
    const differing = rows.filter(
      ({ folded: there }, index) => there !== foldName(names[index] as string),
    )
    expect(differing).toEqual([])
    await house.sql(
      `insert into patients (workspace_id, mrn_number, first_name, first_name_folded, created_at, updated_at)
       values ($1, 'OLD', 'Sinéad', 'sinéad', now(), now())`,
      [clinic.workspaceId],
    )
    expect(await byKey(clinic, 'Sinead')).toHaveLength(1)
    // The folded name as written before the database folded names.
    await house.sql("update patients set first_name_folded = 'sinéad' where workspace_id = $1", [
      clinic.workspaceId,
    ])
    expect(await byKey(clinic, 'Sinead')).toEqual([])
    await house.sql(
      readFileSync(
        new URL('../../base/db/upgrade-from-0.1.0/0080-names-of-before.sql', import.meta.url),
        'utf8',
      ),
    )
    expect(await byKey(clinic, 'Sinead')).toHaveLength(1)
  })
})

it.each([
  [
    '9876522222',
    [
      '09876522222',
      '0091 98765 22222',
      '+91 98765 22222',
      '98765.22222',
      '٩٨٧٦٥٢٢٢٢٢',
      '\u202a+91\u00a098765-22222\u202c',
      '22222',
    ],
  ],
  [
    '+49 171 1234568',
    ['0171 1234568', '0049 171 1234568', '011 49 171 1234568', '+49 (0)171 / 1234568', '1234568'],
  ],
])('the phone %s is found by %j [VIS-04] [DAY-03]', async (phoneNumber, searches) => {
  const clinic = await house.clinic()
  const id = await upsertPatient(clinic, { firstName: 'Meera', phoneNumber })
  await upsertPatient(clinic, { firstName: 'Arjun', phoneNumber: '+44 7911 123456' })
  for (const search of searches)
    expect([search, await byKey(clinic, search), await atDesk(clinic, search)]).toEqual([
      search,
      [id],
      [id],
    ])
})

it.each([
  [
    '1985-03-14',
    [
      '14.03.1985',
      '14/03/1985',
      '14-3-1985',
      '3/14/1985',
      '1985/03/14',
      '1985年3月14日',
      '1985-03-14',
      'meera 14.03.1985',
      '١٤/٠٣/١٩٨٥',
    ],
  ],
  ['1985-04-03', ['03/04/1985', '3.4.1985', '4/3/1985']],
])('the birth date %s is found by %j [DAY-03]', async (dob, searches) => {
  const clinic = await house.clinic()
  const id = await upsertPatient(clinic, { firstName: 'Meera', phoneNumber: '9876522222', dob })
  await upsertPatient(clinic, { firstName: 'Arjun', phoneNumber: '9876533333', dob: '1990-01-01' })
  for (const search of searches)
    expect([search, await byKey(clinic, search), await atDesk(clinic, search)]).toEqual([
      search,
      [id],
      [id],
    ])
})
