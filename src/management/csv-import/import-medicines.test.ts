import { describe, expect, it } from 'vitest'
import { type Clinic, openHarness, queryString } from '../../../test/support/clinic/harness.ts'
import { createSunriseFile } from '../../../test/support/clinic/sunrise.ts'
import { cases } from '../../../test/support/run/cases.ts'
import { withLongSession } from '../../base/db/long-session.ts'
import type { ClinicFile } from '../clinic-file/clinic-file.ts'
import { importMedicines, type MedicineImportOutcome } from './import-medicines.ts'

const house = await openHarness()

const heading = 'code,name,genericName,form,strength,manufacturer,location,unitPrice,stock'
const dolo = 'dolo,Dolo 650,Paracetamol,Tablet,650 mg,Micro Labs'
const brufen = 'brufen,Brufen 400,Ibuprofen,,,'
const example = [`${dolo},jaipur,2.05,120`, `${dolo},berlin,0.17,200`, `${brufen},jaipur,1.3,0`]

/** Imports these lines below the heading as `clinic medicines import` does. */
function importing(
  clinic: Clinic,
  lines: readonly string[],
  { replace = false, first = heading } = {},
): Promise<MedicineImportOutcome> {
  return withLongSession(house.connection, 'test', (client, queries) =>
    importMedicines(
      {
        queries,
        async transaction(work) {
          await client.query('begin')
          const result = await work()
          await client.query('commit')
          return result
        },
        async *read() {
          yield Buffer.from([first, ...lines].join('\n'))
        },
        progress: undefined,
      },
      { workspaceId: clinic.workspaceId, replace },
    ),
  )
}

const none = { created: 0, changed: 0, removed: 0 }

/**
 * Every medicine and all stock, of every workspace, as stored: a row that is written again counts
 * as a different one.
 */
const everything = async () =>
  JSON.stringify([
    await house.sql('select xmin, m.* from medicines m order by workspace_id, id'),
    await house.sql(
      'select xmin, s.* from medicine_stock s order by workspace_id, medicine_id, location_id',
    ),
  ])

function listStock({ workspaceId }: Clinic) {
  return house.sql(
    `select m.code, l.name as location, s.unit_price_minor::int as price, s.quantity
     from medicine_stock s join medicines m on m.workspace_id = s.workspace_id and m.id = s.medicine_id
     join locations l on l.workspace_id = s.workspace_id and l.id = s.location_id
     where s.workspace_id = $1 order by code, location`,
    [workspaceId],
  )
}

async function searchMedicines(
  clinic: Clinic,
  searchTerm: string,
  location = 'jaipur',
): Promise<unknown> {
  return (
    await clinic.get(
      `/v1/medicines/search?${queryString({ searchTerm, addressId: clinic.id('location', location) })}`,
    )
  ).json
}

describe('importing medicines', () => {
  it('imports what the file says, in the currency of each location', async () => {
    const clinic = await house.clinic()
    expect(await importing(clinic, example)).toEqual({
      rows: 3,
      medicines: { ...none, created: 2 },
      stock: { ...none, created: 3 },
    })
    expect(await listStock(clinic)).toEqual([
      { code: 'brufen', location: 'jaipur', price: 130, quantity: 0 },
      { code: 'dolo', location: 'berlin', price: 17, quantity: 200 },
      { code: 'dolo', location: 'jaipur', price: 205, quantity: 120 },
    ])
    expect(await searchMedicines(clinic, 'paracetamol', 'berlin')).toMatchObject({
      count: 1,
      list: [{ name: 'Dolo 650', strength: '650 mg', unitPrice: 0.17 }],
    })
  })

  it('a second time writes no row', async () => {
    const clinic = await house.clinic()
    await importing(clinic, example)
    const before = await everything()
    for (const replace of [false, true]) {
      expect(await importing(clinic, example, { replace })).toEqual({
        rows: 3,
        medicines: none,
        stock: none,
      })
      expect(await everything()).toBe(before)
    }
  })

  it('matches a code in any case and spelling of its letters', async () => {
    const clinic = await house.clinic()
    for (const code of ['café', 'cafe\u0301'])
      await importing(clinic, [`${code},Café,,,,,jaipur,1,1`])
    expect(await listStock(clinic)).toEqual([
      { code: 'café', location: 'jaipur', price: 100, quantity: 1 },
    ])
  })

  it('changes what differs under the same ids, and its search text', async () => {
    const clinic = await house.clinic()
    await importing(clinic, example)
    const before = await searchMedicines(clinic, 'dolo')
    const changed = example.map((line) =>
      line.replace('Dolo 650', 'Calpol').replace('2.05,120', '2.10,90'),
    )
    expect(await importing(clinic, changed)).toEqual({
      rows: 3,
      medicines: { ...none, changed: 1 },
      stock: { ...none, changed: 1 },
    })
    expect(await searchMedicines(clinic, 'dolo')).toEqual({ count: 0, list: [] })
    const { list } = before as { list: object[] }
    expect(await searchMedicines(clinic, 'calpol')).toEqual({
      count: 1,
      list: [{ ...list[0], name: 'Calpol', unitPrice: 2.1, stock: 90 }],
    })
    expect(await searchMedicines(clinic, 'calpol', 'berlin')).toMatchObject({
      count: 1,
      list: [{ unitPrice: 0.17 }],
    })
  })

  it('keeps what the file does not name, and removes it when told to replace', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    for (const each of [clinic, other]) await importing(each, example)
    const next = [`${brufen},berlin,0.32,80`]
    expect(await importing(clinic, next)).toEqual({
      rows: 1,
      medicines: none,
      stock: { ...none, created: 1 },
    })
    expect(await listStock(clinic)).toHaveLength(4)
    expect(await importing(clinic, next, { replace: true })).toEqual({
      rows: 1,
      medicines: { ...none, removed: 1 },
      stock: { ...none, removed: 3 },
    })
    expect(await listStock(clinic)).toEqual([
      { code: 'brufen', location: 'berlin', price: 32, quantity: 80 },
    ])
    expect(await listStock(other)).toHaveLength(3)
  })

  it('accepts a decimal comma and columns in any order', async () => {
    const clinic = await house.clinic()
    await importing(clinic, ['120;2,5;jaipur;Dolo 650;dolo'], {
      first: 'stock;unitPrice;location;name;code',
    })
    expect(await listStock(clinic)).toEqual([
      { code: 'dolo', location: 'jaipur', price: 250, quantity: 120 },
    ])
  })

  const wrong = cases<[string, string, string[]]>([
    [
      'an unknown location',
      `${dolo},delhi,2.05,120`,
      ['line 2: location must be one of berlin, jaipur'],
    ],
    [
      'more decimals than the currency has',
      `${dolo},jaipur,2.055,120`,
      ['line 2: unitPrice must be digits with at most 2 decimals, those of INR'],
    ],
    [
      'a mark between thousands',
      `${dolo},jaipur,"1,234",120`,
      ['line 2: unitPrice must be digits with at most 2 decimals, those of INR'],
    ],
    [
      'a negative price',
      `${dolo},jaipur,-1,120`,
      ['line 2: unitPrice must be digits with at most 2 decimals, those of INR'],
    ],
    [
      'a price that is no decimal',
      `${dolo},jaipur,1e3,120`,
      ['line 2: unitPrice must be digits with at most 2 decimals, those of INR'],
    ],
    [
      'a price beyond all bills',
      `${dolo},jaipur,9999999999999,120`,
      ['line 2: unitPrice must be digits with at most 2 decimals, those of INR'],
    ],
    ['half a unit', `${dolo},jaipur,2,1.5`, ['line 2: stock must be of type integer']],
    ['less than nothing', `${dolo},jaipur,2,-1`, ['line 2: stock must be at least 0']],
    [
      'more than can be',
      `${dolo},jaipur,2,9999999999`,
      ['line 2: stock must be at most 1000000000'],
    ],
    ['no code', `,Dolo,,,,,jaipur,2,1`, ['line 2: code is required']],
    ['no name', `dolo,,,,,,jaipur,2,1`, ['line 2: name is required']],
    [
      'a long code',
      `${'c'.repeat(64)},Dolo,,,,,jaipur,2,1`,
      ['line 2: code must have at most 63 characters'],
    ],
    [
      'a long name',
      `dolo,${'n'.repeat(201)},,,,,jaipur,2,1`,
      ['line 2: name must have at most 200 characters'],
    ],
    [
      'names that are long to be searched',
      `dolo,${'ﷺ'.repeat(200)},,,,,jaipur,2,1`,
      ['line 2: name and genericName are too long to be searched'],
    ],
    [
      'a medicine twice at one location',
      `${dolo},jaipur,2,1\n${dolo},berlin,2,1\n${dolo},jaipur,3,1`,
      ['line 4: names dolo at the location of line 2 again'],
    ],
    [
      'a code with two descriptions',
      `${dolo},jaipur,2,1\ndolo,Dolo 500,,,,,berlin,2,1`,
      ['line 3: describes dolo otherwise than line 2'],
    ],
    [
      'several wrong lines',
      `${dolo},jaipur,2,1\n${dolo},delhi,2,1\ndolo,Dolo,,,,,jaipur,x,1`,
      ['line 3: location must be', 'line 4: unitPrice must be digits'],
    ],
  ])
  it.each(wrong)('refuses %s, by its line, and imports nothing', async (_, lines, mistakes) => {
    const clinic = await house.clinic()
    await importing(clinic, example)
    const before = await everything()
    const problem = await importing(clinic, [lines]).then(
      () => undefined,
      (error: { mistakes: { path: string; reason: string }[] }) => error,
    )
    expect(problem).toMatchObject({ code: 'FILE_HAS_INVALID_LINES' })
    expect(problem?.mistakes.map(({ path, reason }) => `${path}: ${reason}`)).toEqual(
      mistakes.map((mistake) => expect.stringContaining(mistake)),
    )
    expect(await everything()).toBe(before)
  })

  it('shows the first two hundred wrong lines, and the number of others', async () => {
    const clinic = await house.clinic()
    const lines = Array.from({ length: 12_000 }, (_, index) => `m-${index},Name,,,,,delhi,1,1`)
    const problem = await importing(clinic, lines).catch(
      (error: { mistakes: { path: string; reason: string }[] }) => error.mistakes,
    )
    expect(problem).toHaveLength(201)
    expect(problem).toMatchObject({
      0: { path: 'line 2' },
      199: { path: 'line 201' },
      200: {
        path: 'file',
        reason: 'has 9800 further wrong lines; the lines after them were not read',
      },
    })
  })

  it('treats a file without rows as a mistake, not as an empty catalogue', async () => {
    const clinic = await house.clinic()
    await importing(clinic, example)
    await expect(importing(clinic, [], { replace: true })).rejects.toThrow('FILE_HAS_NO_ROWS')
    expect(await listStock(clinic)).toHaveLength(3)
  })

  it('at the same time as another import leaves the result of one of the files', async () => {
    const clinic = await house.clinic()
    const others = Array.from(
      { length: 300 },
      (_, index) => `m-${index},Name ${index},,,,,berlin,1,1`,
    )
    await Promise.all([
      importing(clinic, example, { replace: true }),
      importing(clinic, others, { replace: true }),
    ])
    expect([example.length, others.length]).toContain((await listStock(clinic)).length)
  })
})

describe('medicines of a clinic file', () => {
  const medicines: NonNullable<ClinicFile['medicines']> = {
    dolo: {
      name: 'Dolo 650',
      at: { jaipur: { unitPrice: 2.05, stock: 120 }, berlin: { unitPrice: 0.17, stock: 200 } },
    },
    brufen: { name: 'Brufen 400', at: { jaipur: { unitPrice: 1.3, stock: 0 } } },
  }

  it('replace all others, under ids that stay the same', async () => {
    const clinic = await house.clinic((file) => Object.assign(file, { medicines }))
    await importing(
      clinic,
      example.slice(2).map((line) => line.replaceAll('rufen', 'rufinol')),
    )
    const before = await searchMedicines(clinic, 'dolo')
    await clinic.change(() => {})
    expect(await searchMedicines(clinic, 'dolo')).toEqual(before)
    expect((await listStock(clinic)).map(({ code, location }) => `${code} ${location}`)).toEqual([
      'brufen jaipur',
      'dolo berlin',
      'dolo jaipur',
    ])
    const ids = () =>
      house.sql('select code, id from medicines where workspace_id = $1 order by code', [
        clinic.workspaceId,
      ])
    const idsBefore = await ids()
    await clinic.change((file) => Object.assign(file.medicines?.dolo ?? {}, { at: {} }))
    expect(await ids()).toEqual(idsBefore)
    expect((await listStock(clinic)).map(({ code }) => code)).toEqual(['brufen'])
    await clinic.change((file) => Object.assign(file, { medicines: {} }))
    expect(await ids()).toEqual([])
  })

  it('are left alone by a file without that section', async () => {
    const clinic = await house.clinic()
    await importing(clinic, example)
    const before = await everything()
    await clinic.change((file) => Object.assign(file.workspace, { title: 'Sunset' }))
    expect(await everything()).toBe(before)
  })

  it('are refused with every mistake by its path', async () => {
    const file = createSunriseFile()
    file.medicines = {
      ' dolo': { name: 'Dolo 650', at: { delhi: { unitPrice: 1, stock: 1 } } },
      mox: {
        name: ' ',
        genericName: 'ﷺ'.repeat(200),
        at: { jaipur: { unitPrice: 1.234, stock: 0.5 } },
      },
    }
    await expect(
      house.operate('workspace-import', { source: JSON.stringify(file) }),
    ).rejects.toMatchObject({
      mistakes: [
        {
          path: 'medicines',
          reason:
            "has a member named ' dolo'; a code is 1 to 63 characters, with no blank at either end",
        },
        { path: 'medicines.mox.name', reason: 'must not be blank; found " "' },
        { path: 'medicines.mox.at.jaipur.stock', reason: 'must be integer; found 0.5' },
        { path: 'medicines. dolo.at.delhi', reason: 'is not one of the locations of this file' },
        { path: 'medicines.mox', reason: 'has names too long to be searched' },
        {
          path: 'medicines.mox.at.jaipur.unitPrice',
          reason: 'is no amount of INR, which has 2 decimals; found 1.234',
        },
      ],
    })
  })

  it('that are left out keep the currency of their location, which their prices use', async () => {
    const clinic = await house.clinic((file) => Object.assign(file, { medicines }))
    const before = await everything()
    const inYen = (file: ClinicFile) => {
      delete file.medicines
      Object.assign(file.locations.jaipur as object, { currency: 'JPY' })
    }
    await expect(clinic.change(inYen)).rejects.toMatchObject({
      mistakes: [{ path: 'locations.jaipur.currency', reason: 'must stay INR' }],
    })
    expect(await everything()).toBe(before)
  })

  it('are written once, however often the file is imported', async () => {
    const clinic = await house.clinic((file) => Object.assign(file, { medicines }))
    const before = await everything()
    await clinic.change(() => {})
    expect(await everything()).toBe(before)
  })
})
