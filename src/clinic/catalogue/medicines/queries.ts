// The searches return the number of medicines found at a location, and the ids of one page, best
// first. They read search texts, which the database compares by code points, name before generic
// name.

import { statement } from '../../../base/db/statement.ts'

const foundPage = { count: 'bigint', ids: 'bigint[]' } as const
const search = {
  workspaceId: 'bigint',
  addressId: 'bigint',
  term: 'text',
  limit: 'bigint',
  offset: 'bigint',
} as const

/** Medicines whose text matches the pattern, which has three letters that the index covers. */
export const medicinesContaining = statement(
  'medicines_containing',
  { takes: { ...search, pattern: 'text' }, returns: foundPage },
  `
  with found as materialized (
    select medicine_id, search_text
    from medicine_stock
    where workspace_id = :workspaceId and location_id = :addressId and search_text like :pattern
  )
  select (select count(*) from found) as count, array(
    select medicine_id
    from found
    order by starts_with(search_text, :term) desc, search_text, medicine_id
    limit :limit offset :offset
  ) as ids`,
)

/**
 * The same for a term without such letters. The whole location is read, in the order of the list
 * and from one index; counting first shows where the page begins in the two parts of the list, and
 * how much of each it takes, so that the reading ends early. `strpos` prevents the planner from
 * using the trigram index, which would be read from end to end.
 */
export const medicinesContainingFewLetters = statement(
  'medicines_containing_few_letters',
  { takes: search, returns: foundPage },
  `
  with counted as materialized (
    select count(*) as found, count(*) filter (where starts_with(search_text, :term)) as beginning
    from medicine_stock
    where workspace_id = :workspaceId and location_id = :addressId and strpos(search_text, :term) > 0
  ),
  parts as materialized (
    select greatest(least(:limit::bigint + :offset, beginning) - :offset, 0) as of_beginning,
      greatest(least(:limit + :offset, found) - greatest(:offset, beginning), 0) as of_rest,
      greatest(:offset - beginning, 0) as rest_skipped
    from counted
  )
  select found as count, array(
    select medicine_id
    from (
      (
        select true as begins, search_text, medicine_id
        from medicine_stock
        where workspace_id = :workspaceId and location_id = :addressId and search_text >= :term and starts_with(search_text, :term)
        order by search_text, medicine_id
        limit (select of_beginning from parts) offset :offset
      )
      union all
      (
        select false, search_text, medicine_id
        from medicine_stock
        where workspace_id = :workspaceId and location_id = :addressId and strpos(search_text, :term) > 1
        order by search_text, medicine_id
        limit (select of_rest from parts) offset (select rest_skipped from parts)
      )
    ) as page
    order by begins desc, search_text, medicine_id
  ) as ids
  from counted`,
)

/**
 * Sets, until the end of the transaction, the similarity threshold of the index, from 0 to 1, and
 * the statement timeout in milliseconds.
 */
export const setSimilarityLimits = statement(
  'set_similarity_limits',
  { takes: { likeness: 'real', patienceMs: 'bigint' }, returns: {} },
  `
  select from set_config('pg_trgm.word_similarity_threshold', :likeness::real::text, true) as likeness,
    set_config('statement_timeout', :patienceMs::bigint::text, true) as patience`,
)

/**
 * Medicines with words in one of their names that are at least this similar to the term, most
 * similar first; of more than `foundMax`, an arbitrary selection. For a term without any letter
 * that the database recognises (another script, in the locale C), the whole index would be read.
 * `quantity` is selected because stock_by_search_text lacks it: the planner underestimates
 * what comparing texts costs, and would otherwise compare all medicines of a location.
 */
export const medicinesResembling = statement(
  'medicines_resembling',
  { takes: { ...search, foundMax: 'bigint', likeness: 'real' }, returns: foundPage },
  `
  with found as materialized (
    select medicine_id, search_text, likeness, quantity
    from medicine_stock
    cross join lateral greatest(
      word_similarity(:term, split_part(search_text, e'\\n', 1)),
      word_similarity(:term, split_part(search_text, e'\\n', 2))
    ) as likeness
    where workspace_id = :workspaceId and location_id = :addressId and :term <% search_text and show_trgm(:term) <> '{}'
      and likeness >= :likeness::real
    limit :foundMax
  )
  select (select count(*) from found) as count, array(
    select medicine_id
    from found
    order by likeness desc, search_text, medicine_id
    limit :limit offset :offset
  ) as ids`,
)

/** The list fields of medicines, in the order of the ids. */
export const medicineRecords = statement(
  'medicine_records',
  {
    takes: { workspaceId: 'bigint', addressId: 'bigint', ids: 'bigint[]' },
    returns: {
      id: 'bigint',
      name: 'text',
      genericName: 'text?',
      form: 'text?',
      strength: 'text?',
      manufacturer: 'text?',
      unitPriceMinor: 'bigint',
      stock: 'integer',
    },
  },
  `
  select m.id, m.name, m.generic_name as "genericName", m.form, m.strength, m.manufacturer,
    s.unit_price_minor as "unitPriceMinor", s.quantity as stock
  from unnest(:ids::bigint[]) with ordinality as wanted (id, place)
  join medicine_stock s on s.workspace_id = :workspaceId and s.medicine_id = wanted.id and s.location_id = :addressId
  join medicines m on m.workspace_id = s.workspace_id and m.id = s.medicine_id
  order by place`,
)

export const locationsForStock = statement(
  'locations_for_stock',
  { takes: { workspaceId: 'bigint' }, returns: { id: 'bigint', name: 'text', currency: 'text' } },
  `
  select id, name, currency
  from locations
  where workspace_id = :workspaceId and active
  order by name`,
)

/** Serialises imports of one workspace's medicines until the transaction ends. */
export const lockMedicines = statement(
  'lock_medicines',
  { takes: { workspaceId: 'bigint' }, returns: {} },
  `
  select from pg_advisory_xact_lock(hashtextextended('medicines', :workspaceId))`,
)
