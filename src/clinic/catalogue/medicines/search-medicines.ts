// GET /v1/medicines/search: medicines at a location, by a part of their name. The reasons for this
// search: docs/decisions/records.md.

import { limitParameters, toPage } from '../../../base/contract/paging.ts'
import { type Route, route } from '../../../base/contract/route.ts'
import {
  currency,
  id,
  integer,
  list,
  namedObject,
  nullable,
  number,
  object,
  text,
} from '../../../base/contract/schemas.ts'
import { type Database, type Queries, queryCanceled, sqlState } from '../../../base/db/database.ts'
import type { RowOf } from '../../../base/db/statement.ts'
import { fromMinorUnits } from '../../../base/values/money.ts'
import { invalid } from '../../../base/values/problem.ts'
import type { Configurations } from '../configuration.ts'
import { problem } from '../problems.ts'
import {
  medicineRecords,
  medicinesContaining,
  medicinesContainingFewLetters,
  medicinesResembling,
  setSimilarityLimits,
} from './queries.ts'
import { toSearchForm } from './search-text.ts'

const termLengthMax = 200

/**
 * How similar a misspelling must be: first the similarity after one wrong letter in a long word,
 * then in a word of six (`asprin`).
 */
const similarities = [0.6, 0.5] as const
// Shorter words are similar to too much, longer terms keep the index busy, and only letters can be
// misspelt.
const maybeMisspelled = /^[\p{L}\p{M}\p{N} .,'’+/-]{4,60}$/u
const resemblingMax = 2_500
/** How many milliseconds a search may take before it is refused as busy. */
export interface MedicineSearchLimits {
  /**
   * Looking for similar names: a guess is not worth more, and for words that half a catalogue
   * contains, comparing would take seconds.
   */
  guessMs: number
  /** Reading a whole location for a term without letters. */
  readMs: number
  /** Waiting for the searches before it. */
  queueMs: number
}
export const defaultMedicineSearchLimits: MedicineSearchLimits = {
  guessMs: 300,
  readMs: 1_000,
  queueMs: 1_000,
}
/**
 * Guesses are expensive, so the process makes one at a time; searches of one workspace never use
 * all connections.
 */
const guessesMax = 1
const searchesMax = 3

const Medicine = namedObject('Medicine', {
  id: id('The medicine.', 17),
  name: text('The name under which it is sold.', 'Dolo 650'),
  genericName: nullable(text('Generic name.', 'Paracetamol')),
  form: nullable(text('Form, such as tablet or syrup.', 'Tablet')),
  strength: nullable(text('Content of one unit.', '650 mg')),
  manufacturer: nullable(text('The manufacturer.', 'Micro Labs')),
  unitPrice: number('Price of one unit at the location, in `currency`.', 2.05),
  currency: currency("The location's currency."),
  stock: integer('Number of units in stock at the location.', 120),
})

const MedicinePage = namedObject('MedicinePage', {
  count: integer('Number of all medicines found, not only of this page.', 12),
  list: list(
    Medicine,
    'Medicines of the page: those whose name begins with the term, then by name and generic name. For a misspelling: the most similar first.',
  ),
})

export function searchMedicinesRoute({
  database,
  configurations,
  medicineSearchLimits: limits = defaultMedicineSearchLimits,
}: {
  database: Database
  configurations: Configurations
  medicineSearchLimits: MedicineSearchLimits | undefined
}): Route {
  const guesses = createTurnQueue(guessesMax, limits)
  const searches = createTurnQueue(searchesMax, limits)
  return route({
    method: 'GET',
    path: '/v1/medicines/search',
    name: 'searchMedicines',
    area: 'Catalogue',
    title: 'Search medicines',
    summary:
      'Finds medicines of a location by part of their name or generic name; if none match, by a similar name.',
    policy: { feature: 'devapi_medicines_search' },
    query: object({
      searchTerm: text('Part of a name or generic name, in any case.', 'paracet', {
        minLength: 1,
        maxLength: termLengthMax,
      }),
      addressId: id('The location whose stock is searched.'),
      ...limitParameters,
    }),
    refusals: ['ADDRESS_NOT_FOUND'],
    replies: { 200: MedicinePage },

    async handle({ caller: { workspaceId }, query: { searchTerm, addressId, page, limit } }) {
      const term = toSearchForm(searchTerm)
      if (term === '') throw invalid('searchTerm must not be blank')
      const { locations } = await configurations.of(workspaceId)
      const location = locations.find(({ id }) => id === addressId)
      if (!location) throw problem('ADDRESS_NOT_FOUND')
      const { size, offset } = toPage({ page, size: limit })
      const search = { workspaceId, addressId, term, limit: size, offset }
      const { count, ids } = await searches(workspaceId, () =>
        findMedicines({ database, guesses, limits }, search),
      )
      const records =
        ids.length === 0
          ? []
          : await database.rows(medicineRecords, { workspaceId, addressId, ids })
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

/** What a search is run with. */
interface Searching {
  database: Database
  guesses: RunInTurn
  limits: MedicineSearchLimits
}

interface Search {
  workspaceId: number
  addressId: number
  /** The term in search form, not empty. */
  term: string
  limit: number
  offset: number
}

type MatchPage = RowOf<typeof medicinesContaining.returns>

/**
 * Medicines whose text contains the term; only if there are none, similar ones. A search
 * that times out is BUSY.
 */
async function findMedicines(searching: Searching, search: Search): Promise<MatchPage> {
  const containing = await findContaining(searching, search)
  if (containing.count > 0 || !maybeMisspelled.test(search.term)) return containing
  // One queue for all workspaces.
  return (await searching.guesses(0, () => findResembling(searching, search))) ?? containing
}

/** Undefined if nothing is similar to the term. */
function findResembling(
  { database, limits }: Searching,
  search: Search,
): Promise<MatchPage | undefined> {
  return withTimeout(database, async (queries) => {
    for (const similarity of similarities) {
      await queries.rows(setSimilarityLimits, { likeness: similarity, patienceMs: limits.guessMs })
      const [found] = await queries.rows(medicinesResembling, {
        ...search,
        foundMax: resemblingMax,
        likeness: similarity,
      })
      if (found && found.count > 0) return found
    }
  })
}

/** Runs statements with a timeout; a timeout is an error, not an empty result. */
async function withTimeout<T>(
  database: Database,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  try {
    return await database.transaction(work)
  } catch (error) {
    throw sqlState(error) === queryCanceled ? problem('BUSY') : error
  }
}

type RunInTurn = <T>(workspaceId: number, work: () => Promise<T>) => Promise<T>

/**
 * Runs at most `max` pieces of work of a workspace at once; others wait in line, and fail with BUSY
 * if that takes too long.
 */
function createTurnQueue(max: number, { queueMs }: MedicineSearchLimits): RunInTurn {
  const running = new Map<number, number>()
  const queues = new Map<number, (() => void)[]>()
  return async (workspaceId, work) => {
    if ((running.get(workspaceId) ?? 0) >= max) await waitForTurn(workspaceId)
    else running.set(workspaceId, (running.get(workspaceId) ?? 0) + 1)
    try {
      return await work()
    } finally {
      releaseTurn(workspaceId)
    }
  }

  function waitForTurn(workspaceId: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waitingLine = queues.get(workspaceId) ?? []
      queues.set(workspaceId, waitingLine)
      const proceed = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waitingLine.splice(waitingLine.indexOf(proceed), 1)
        reject(problem('BUSY'))
      }, queueMs)
      waitingLine.push(proceed)
    })
  }

  /** The slot passes to the next in line, if there is one. */
  function releaseTurn(workspaceId: number) {
    const next = queues.get(workspaceId)?.shift()
    if (next) return next()
    queues.delete(workspaceId)
    const left = (running.get(workspaceId) ?? 1) - 1
    if (left === 0) running.delete(workspaceId)
    else running.set(workspaceId, left)
  }
}

async function findContaining({ database, limits }: Searching, search: Search): Promise<MatchPage> {
  const noMatches = { count: 0, ids: [] }
  // Letters and digits that are in the index with any database locale.
  if (/[a-z0-9]{3}/.test(search.term)) {
    const [found] = await database.rows(medicinesContaining, {
      ...search,
      pattern: `%${search.term.replace(/[\\%_]/g, '\\$&')}%`,
    })
    return found ?? noMatches
  }
  return withTimeout(database, async (queries) => {
    await queries.rows(setSimilarityLimits, {
      likeness: similarities[0],
      patienceMs: limits.readMs,
    })
    const [found] = await queries.rows(medicinesContainingFewLetters, search)
    return found ?? noMatches
  })
}
