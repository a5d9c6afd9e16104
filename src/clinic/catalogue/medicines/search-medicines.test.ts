import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import {
  type Clinic,
  type Json,
  openHarness,
  queryString,
} from '../../../../test/support/clinic/harness.ts'
import { cases } from '../../../../test/support/run/cases.ts'
import { fastCheckOptions, runSize } from '../../../../test/support/run/sizes.ts'
import type { ClinicFile } from '../../../management/clinic-file/clinic-file.ts'
import { defaultMedicineSearchLimits } from './search-medicines.ts'
import { buildSearchText, toSearchForm } from './search-text.ts'

const house = await openHarness()
const limited = await openHarness({
  connection: house.connection,
  medicineSearchLimits: defaultMedicineSearchLimits,
})

type Medicines = NonNullable<ClinicFile['medicines']>
const atJaipur = { jaipur: { unitPrice: 2.05, stock: 120 } }

/** A clinic with these medicines, sold in Jaipur; a pair is a name and a generic name. */
function clinicWith(...names: (string | [name: string, genericName: string])[]): Promise<Clinic> {
  return house.clinic((file) => {
    file.medicines = Object.fromEntries(
      names.map((entry, index): [string, Medicines[string]] => {
        const [name, genericName] = typeof entry === 'string' ? [entry] : entry
        return [
          `m-${index}`,
          { name, ...(genericName === undefined ? {} : { genericName }), at: atJaipur },
        ]
      }),
    )
  })
}

function search(clinic: Clinic, searchTerm: string, more: Record<string, string | number> = {}) {
  return clinic.get(
    `/v1/medicines/search?${queryString({ searchTerm, addressId: clinic.id('location', 'jaipur'), ...more })}`,
  )
}

async function searchNames(
  clinic: Clinic,
  searchTerm: string,
  more: Record<string, string | number> = {},
): Promise<string[]> {
  const { status, json, text } = await search(clinic, searchTerm, more)
  expect(status, text).toBe(200)
  expect(json.list.length).toBeLessThanOrEqual(json.count)
  return json.list.map(({ name }: Json) => name)
}

const twelve = Array.from({ length: 12 }, (_, index) => `Paracet ${String(index).padStart(2, '0')}`)

describe('200', () => {
  it('returns exactly the record and its envelope, in the currency of the location [CAT-26] [ENT-04]', async () => {
    const clinic = await house.clinic((file) => {
      const described = {
        genericName: 'Ibuprofen',
        form: 'Tablet',
        strength: '400 mg',
        manufacturer: 'Abbott',
      }
      const at = { jaipur: { unitPrice: 1.3, stock: 0 }, berlin: { unitPrice: 0.32, stock: 80 } }
      file.medicines = {
        brufen: { name: 'Brufen 400', ...described, at },
        dolo: { name: 'Dolo 650', at: atJaipur },
      }
    })
    const record = {
      id: expect.any(Number),
      name: 'Brufen 400',
      genericName: 'Ibuprofen',
      form: 'Tablet',
      strength: '400 mg',
      manufacturer: 'Abbott',
    }
    const none = { genericName: null, form: null, strength: null, manufacturer: null }
    const jaipur = await search(clinic, 'o')
    const berlin = await search(clinic, 'o', { addressId: clinic.id('location', 'berlin') })
    expect(jaipur.json).toEqual({
      count: 2,
      list: [
        { ...record, unitPrice: 1.3, currency: 'INR', stock: 0 },
        {
          id: expect.any(Number),
          name: 'Dolo 650',
          ...none,
          unitPrice: 2.05,
          currency: 'INR',
          stock: 120,
        },
      ],
    })
    expect(berlin.json).toEqual({
      count: 1,
      list: [{ ...record, unitPrice: 0.32, currency: 'EUR', stock: 80 }],
    })
  })

  const matches = cases<[string, string, string, boolean]>([
    ['any case', 'Dolo 650', 'dOLO', true],
    ['any case of letters beyond ASCII', 'ΣΑΣΑ Ünal', 'σας', true],
    ['a sigma at the end', 'σας', 'ΣΑΣ', true],
    ['a letter in pieces', 'Cremé', 'creme\u0301', true],
    ['full width letters', 'Dolo', 'ＤＯＬＯ', true],
    ['runs of blanks', 'Dolo  650', ' dolo\u3000 650 ', true],
    ['another script', 'डोलो ६५०', 'लो ६', true],
    ['a single letter', 'Dolo', 'o', true],
    ['a percent sign', 'Salicyl 2% gel', '2% g', true],
    ['a percent sign for anything', 'Salicyl 25 gel', '2%g', false],
    ['an underscore', 'a_b', 'a_b', true],
    ['an underscore for anything', 'acb acbd', 'a_b', false],
    ['a percent sign within a word', 'Paracetamol', 'par%mol', false],
    ['a backslash', 'a\\b', 'a\\b', true],
    ['a backslash at the end', 'abc', 'abc\\', false],
    ['a quote', "Reddy's", "y's", true],
  ])
  it.each(matches)('matches %s', async (_, name, term, found) => {
    expect(await searchNames(await clinicWith(name), term)).toEqual(
      found ? [name.replace(/ +/g, ' ')] : [],
    )
  })

  it('finds by the generic name, but nothing that spans both names', async () => {
    const clinic = await clinicWith(['Dolo', 'Paracetamol'], ['Mox', 'Amoxicillin'])
    expect(await searchNames(clinic, 'cetam')).toEqual(['Dolo'])
    for (const term of ['lo pa', 'lopa', 'lo\npa', 'lo\\npa'])
      expect(await searchNames(clinic, term), term).toEqual([])
  })

  it('lists first what begins with the term, then by name and id', async () => {
    const clinic = await clinicWith('Zinc', 'Ambroxol Zin', 'zinc', 'Zinacef', 'Baby Zinc')
    expect(await searchNames(clinic, 'zin')).toEqual([
      'Zinacef',
      'Zinc',
      'zinc',
      'Ambroxol Zin',
      'Baby Zinc',
    ])
    expect(await searchNames(clinic, 'z')).toEqual([
      'Zinacef',
      'Zinc',
      'zinc',
      'Ambroxol Zin',
      'Baby Zinc',
    ])
  })

  it('returns ten a page by default, a hundred at most, from page 0 [CAT-27] [CAT-28]', async () => {
    const clinic = await clinicWith(...twelve)
    expect(await searchNames(clinic, 'paracet')).toEqual(twelve.slice(0, 10))
    expect(await searchNames(clinic, 'paracet', { page: 0 })).toEqual(twelve.slice(0, 10))
    expect(await searchNames(clinic, 'paracet', { page: 1 })).toEqual(twelve.slice(10))
    expect((await search(clinic, 'paracet', { page: 7 })).json).toEqual({ count: 12, list: [] })
    expect(await searchNames(clinic, 'paracet', { limit: 1_000_000_000 })).toEqual(twelve)
    const many = await clinicWith(...Array.from({ length: 101 }, (_, index) => `Many ${index}`))
    expect(await searchNames(many, 'many', { limit: 101 })).toHaveLength(100)
  })

  it('pages through all of it once, for any term', async () => {
    const clinic = await clinicWith(...twelve, ...twelve.map((name) => `Better ${name}`))
    for (const term of ['paracet', 'p', 'pa', 'e', 'paracett']) {
      const allNames = await searchNames(clinic, term, { limit: 100 })
      expect(allNames).toHaveLength(24)
      for (const limit of [1, 5, 7]) {
        const pages = await Promise.all(
          Array.from({ length: Math.ceil(24 / limit) + 1 }, (_, page) =>
            searchNames(clinic, term, { limit, page }),
          ),
        )
        expect(pages.flat(), `${term} by ${limit}`).toEqual(allNames)
      }
    }
  })

  it('drops q, size and every other unknown name [CAT-29] [CAT-30] [CAT-31]', async () => {
    const clinic = await clinicWith(...twelve)
    const plain = await search(clinic, 'paracet')
    for (const unknown of [{ q: 'zinc' }, { size: 3 }, { size: 'x' }, { foo: 1 }])
      expect((await search(clinic, 'paracet', unknown)).text).toBe(plain.text)
    const q = await clinic.get(
      `/v1/medicines/search?${queryString({ q: 'paracet', addressId: clinic.id('location', 'jaipur') })}`,
    )
    expect([q.status, q.json.message]).toEqual([400, expect.stringContaining('searchTerm')])
  })

  const misspelled = cases<[string, string]>([
    ['paracetmol', 'Paracetamol'],
    ['amoxcillin', 'Amoxicillin'],
    ['ibuprofin', 'Ibuprofen'],
    ['asprin', 'Aspirin'],
    ['warfrin', 'Warfarin'],
  ])
  it.each(misspelled)(
    'finds for %s what is meant, the most similar first',
    async (term, generic) => {
      const clinic = await clinicWith(
        ['Dolo 650', 'Paracetamol'],
        ['Mox 500', 'Amoxicillin'],
        ['Brufen 400', 'Ibuprofen'],
        ['Ecosprin', 'Aspirin'],
        ['Coumadin', 'Warfarin'],
        ['Xylocaine', 'Lidocaine'],
      )
      const { json } = await search(clinic, term)
      expect([json.count, json.list[0]?.genericName]).toEqual([1, generic])
    },
  )

  it('ignores misspellings if something matches the exact term', async () => {
    expect(await searchNames(await clinicWith('Asprinol', 'Aspirin'), 'asprin')).toEqual([
      'Asprinol',
    ])
  })

  it('finds nothing without any similarity, and nothing that is sold elsewhere or by others', async () => {
    const other = await clinicWith('Zyrtec', ['Dolo', 'Paracetamol'])
    const clinic = await house.clinic((file) => {
      file.medicines = {
        dolo: { name: 'Dolo', at: { berlin: { unitPrice: 0.2, stock: 1 } } },
        crocin: { name: 'Crocin', at: atJaipur },
      }
    })
    for (const term of ['xyzzy', 'dolo', 'zyrtec', 'paracetmol', 'd'])
      expect((await search(clinic, term)).json, term).toEqual({ count: 0, list: [] })
    expect(await searchNames(other, 'zyrtec')).toEqual(['Zyrtec'])
  })

  it('finds every medicine by every part of its folded names, and accepts any text', async () => {
    const letters = fc.constantFrom(...'aAbBzßẞσςΣİıéＡﬁ ½%_\\\'"-+०क्षñ\u0301💊.0')
    const name = fc.oneof(
      fc.string({ unit: letters, minLength: 1, maxLength: 12 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    )
    const names = fc.sample(
      name.filter(
        (text) => toSearchForm(text) !== '' && text.isWellFormed() && !text.includes('\0'),
      ),
      runSize(60, 300),
    )
    const clinic = await clinicWith(
      ...names.map((text, index): [string, string] => [
        text,
        names[names.length - 1 - index] ?? '',
      ]),
    )
    const part = fc
      .tuple(fc.nat(names.length - 1), fc.nat(), fc.integer({ min: 1, max: 12 }))
      .map(([index, from, length]) => {
        const folded = [...toSearchForm(names[index] ?? '')]
        return {
          index,
          term: folded.slice(from % folded.length, (from % folded.length) + length).join(''),
        }
      })
    await fc.assert(
      fc.asyncProperty(
        part,
        fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
        async ({ index, term }, anything) => {
          expect((await search(clinic, anything)).status).toBeOneOf([200, 400])
          fc.pre(toSearchForm(term) !== '')
          const found = new Set<string>()
          for (let page = 0; ; page += 1) {
            const { json } = await search(clinic, term, { page, limit: 100 })
            for (const medicine of json.list)
              found.add(buildSearchText(medicine.name, medicine.genericName))
            if (json.list.length < 100) break
          }
          expect([...found].filter((text) => !text.includes(toSearchForm(term)))).toEqual([])
          expect([...found].map((text) => text.split('\n')[0])).toContain(
            toSearchForm(names[index] ?? ''),
          )
        },
      ),
      { numRuns: runSize(100, 1_000), ...fastCheckOptions },
    )
  })
})

describe('400', () => {
  async function refusalMessage(parameters: Record<string, string>): Promise<string> {
    const { status, json } = await (await house.clinic()).get(
      `/v1/medicines/search?${queryString(parameters)}`,
    )
    expect([status, json.error]).toEqual([400, 'VALIDATION_ERROR'])
    return json.message
  }

  it('needs a searchTerm that is not blank [CAT-24]', async () => {
    expect(await refusalMessage({ addressId: '1' })).toContain('searchTerm is required')
    expect(await refusalMessage({ searchTerm: '', addressId: '1' })).toContain(
      'searchTerm must not be empty',
    )
    expect(await refusalMessage({ searchTerm: ' \u3000', addressId: '1' })).toContain(
      'searchTerm must not be blank',
    )
  })

  it('needs an addressId [CAT-25]', async () => {
    expect(await refusalMessage({ searchTerm: 'a' })).toContain('addressId is required')
    expect(await refusalMessage({ searchTerm: 'a', addressId: 'jaipur' })).toContain(
      'addressId must be an id',
    )
  })

  it('refuses a term that is too long, and an impossible page [CAT-27]', async () => {
    expect(await refusalMessage({ searchTerm: '💊'.repeat(201), addressId: '1' })).toContain(
      'searchTerm must have at most 200 characters',
    )
    expect(await refusalMessage({ searchTerm: 'a', addressId: '1', limit: '0' })).toContain(
      'limit must be at least 1',
    )
    expect(await refusalMessage({ searchTerm: 'a', addressId: '1', limit: '1.5' })).toContain(
      'limit must be of type integer',
    )
    expect(await refusalMessage({ searchTerm: 'a', addressId: '1', page: '-1' })).toContain(
      'page must be at least 0',
    )
  })

  it('refuses a duplicate parameter', async () => {
    const clinic = await house.clinic()
    for (const name of ['searchTerm', 'addressId', 'limit']) {
      const reply = await clinic.get(
        `/v1/medicines/search?searchTerm=a&addressId=${clinic.id('location', 'jaipur')}&limit=1&${name}=1`,
      )
      expect([reply.status, reply.json.message]).toEqual([
        400,
        expect.stringContaining(`${name} was sent more than once`),
      ])
    }
  })

  it('accepts a term of 200 characters, however long it becomes when folded', async () => {
    const clinic = await clinicWith('Dolo')
    for (const letter of ['💊', 'ﷺ', 'a', '%', '\\', "'", 'ΐ', 'क्']) {
      expect(
        (await search(clinic, [...letter.repeat(200)].slice(0, 200).join(''))).json,
        letter,
      ).toEqual({ count: 0, list: [] })
    }
  })
})

describe('404', () => {
  it('finds no location of another workspace, nor an unknown one', async () => {
    const clinic = await clinicWith('Dolo')
    const other = await clinicWith('Dolo')
    for (const addressId of [other.id('location', 'jaipur'), 999_999]) {
      const reply = await search(clinic, 'dolo', { addressId })
      expect([reply.status, reply.json.error]).toEqual([404, 'ADDRESS_NOT_FOUND'])
    }
  })
})

describe('503', () => {
  const searchWithinLimits = ({ key, id }: Clinic, searchTerm: string) =>
    limited.call(
      'GET',
      `/v1/medicines/search?${queryString({ searchTerm, addressId: id('location', 'jaipur') })}`,
      { key },
    )

  /** Blocks every search until it is released. */
  async function heldUp<T>(work: () => Promise<T>): Promise<T> {
    const client = new pg.Client(house.connection)
    await client.connect()
    try {
      await client.query('begin')
      await client.query('lock table medicine_stock in access exclusive mode')
      return await work()
    } finally {
      await client.end()
    }
  }

  it('is returned to searches of a workspace beyond a few at once, while running ones continue, and says when to retry', async () => {
    const clinic = await clinicWith('Paracetamol')
    const settled: number[] = []
    const searching = await heldUp(async () => {
      const all = Array.from({ length: 8 }, async () => {
        const reply = await searchWithinLimits(clinic, 'para')
        settled.push(reply.status)
        return reply
      })
      while (settled.length < 5) await sleep(10)
      expect(settled).toEqual([503, 503, 503, 503, 503])
      return all
    })
    const replies = await Promise.all(searching)
    expect(replies.map(({ status }) => status).toSorted()).toEqual([
      200, 200, 200, 503, 503, 503, 503, 503,
    ])
    expect(
      replies
        .filter(({ status }) => status === 503)
        .every(({ headers }) => headers['retry-after'] === '1'),
    ).toBe(true)
    expect((await searchWithinLimits(clinic, 'para')).status).toBe(200)
  })

  it('is returned when a search timed out: that is not the same as nothing found', async () => {
    const clinic = await clinicWith('Paracetamol')
    const reply = await heldUp(() => searchWithinLimits(clinic, 'ä'))
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, '1'])
    expect((await searchWithinLimits(clinic, 'ä')).json).toMatchObject({ count: 0, list: [] })
  })
})
