// GET /v1/medicines/search: medicines a location has, by a part of their name. Why it searches so: docs/decisions/0018.

import { type Database, type Queries, queryCanceled, sqlState } from '../../db/database.ts'
import type { RowOf } from '../../db/statement.ts'
import { limitParameters, pageOf } from '../../http/paging.ts'
import { type Route, route } from '../../http/route.ts'
import { currency, id, integer, list, nullable, number, object, text } from '../../http/schemas.ts'
import { fromMinorUnits } from '../../values/money.ts'
import { invalid, problem } from '../../values/problem.ts'
import type { Configurations } from '../configuration.ts'
import { medicineRecords, medicinesContaining, medicinesContainingFewLetters, medicinesResembling, setLikeness } from './queries.ts'
import { searchForm } from './search-text.ts'

const termLengthMax = 200

/** How alike a misspelling has to be: what one letter leaves of a long word, and else of a word of six (`asprin`). */
const likenesses = [0.6, 0.5] as const
// Shorter words resemble too much, longer terms keep the index busy, and what is no letter is not misspelled.
const maybeMisspelled = /^[\p{L}\p{M}\p{N} .,'’+/-]{4,60}$/u
const resemblingMax = 2_500
// A guess is worth no more: of words that half a catalogue has, the comparing would take seconds.
const guessMs = 150
/** A search whose turn does not come in this time finds nothing. */
const guessInLineMs = 500

const MedicinePage = object({
  count: integer('Of all medicines found, not of the page alone.', 12),
  list: list(
    object({
      id: id('The medicine.', 17),
      name: text('The name it is sold by.', 'Dolo 650'),
      genericName: nullable(text('The name of what it contains.', 'Paracetamol')),
      form: nullable(text('What it comes as.', 'Tablet')),
      strength: nullable(text('How much a unit contains.', '650 mg')),
      manufacturer: nullable(text('Who makes it.', 'Micro Labs')),
      unitPrice: number('Price of one unit at the location, in `currency`.', 2.05),
      currency: currency("The location's currency."),
      stock: integer('Units the location has.', 120),
    }),
    'Medicines of the page: those whose name begins with the term, then by name and generic name. For a misspelling: the most similar first.',
  ),
})

export function searchMedicinesRoute({ database, configurations }: { database: Database; configurations: Configurations }): Route {
  const inTurn = oneAtATime(guessInLineMs)
  return route({
    method: 'GET',
    path: '/v1/medicines/search',
    name: 'searchMedicines',
    area: 'Catalogue',
    summary: 'Medicines of a location by a part of their name or generic name; where none has it, by a similar one.',
    policy: { feature: 'devapi_medicines_search' },
    query: object({
      searchTerm: text('Part of a name or generic name, in any case.', 'paracet', { minLength: 1, maxLength: termLengthMax }),
      addressId: id('The location whose stock is searched.'),
      ...limitParameters,
    }),
    refusals: ['ADDRESS_NOT_FOUND'],
    replies: { 200: MedicinePage },

    async handle({ caller: { workspaceId }, query: { searchTerm, addressId, page, limit } }) {
      const term = searchForm(searchTerm)
      if (term === '') throw invalid('searchTerm must not be blank')
      const { locations } = await configurations.of(workspaceId)
      const location = locations.find(({ id }) => id === addressId)
      if (!location) throw problem('ADDRESS_NOT_FOUND')
      const { size, offset } = pageOf({ page, size: limit })
      const { count, ids } = await find(database, inTurn, { workspaceId, addressId, term, limit: size, offset })
      const records = ids.length === 0 ? [] : await database.rows(medicineRecords, { workspaceId, addressId, ids })
      return {
        status: 200,
        body: {
          count,
          list: records.map(({ unitPriceMinor, ...medicine }) => ({
            ...medicine,
            unitPrice: fromMinorUnits(unitPriceMinor, location.currency),
            currency: location.currency,
          })),
        },
      }
    },
  })
}

interface Search {
  workspaceId: number
  addressId: number
  /** In search form, not empty. */
  term: string
  limit: number
  offset: number
}

type Found = RowOf<typeof medicinesContaining.returns>

/** What has the term in its text as it stands; only when nothing has, what resembles it. */
async function find(database: Database, inTurn: ReturnType<typeof oneAtATime>, search: Search): Promise<Found> {
  const containing = await findContaining(database, search)
  if (containing.count > 0 || !maybeMisspelled.test(search.term)) return containing
  return (await inTurn(() => findResembling(database, search))) ?? containing
}

/** Undefined when nothing resembles the term, or not in time. */
async function findResembling(database: Database, search: Search): Promise<Found | undefined> {
  try {
    return await database.transaction(async (queries) => {
      for (const likeness of likenesses) {
        await queries.rows(setLikeness, { likeness, patienceMs: guessMs })
        const [found] = await queries.rows(medicinesResembling, { ...search, foundMax: resemblingMax, likeness })
        if (found && found.count > 0) return found
      }
    })
  } catch (error) {
    if (sqlState(error) === queryCanceled) return undefined
    throw error
  }
}

/** Runs work one after the other, so that guesses never take more than one of the database's cores from other callers. */
function oneAtATime(inLineMs: number) {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T | undefined> => {
    const inLineSince = performance.now()
    const mine = last.then(() => (performance.now() - inLineSince > inLineMs ? undefined : work()))
    last = mine.catch(() => {})
    return mine
  }
}

async function findContaining(queries: Queries, search: Search): Promise<Found> {
  // Letters and digits that a database of any locale has in its index.
  const [found] = /[a-z0-9]{3}/.test(search.term)
    ? await queries.rows(medicinesContaining, { ...search, pattern: `%${search.term.replace(/[\\%_]/g, '\\$&')}%` })
    : await queries.rows(medicinesContainingFewLetters, search)
  return found ?? { count: 0, ids: [] }
}
