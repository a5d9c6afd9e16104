// The searches answer how many medicines of a location are found, and the ids of one page, best first. They read search texts,
// which the database compares by code points, name before generic name.

import { statement } from '../db/statement.ts'

const foundPage = { count: 'bigint', ids: 'bigint[]' } as const

/** Medicines whose text is like the pattern `$6`, which names three letters the index knows. */
export const medicinesContaining = statement(
  'medicines_containing',
  foundPage,
  `
  with found as materialized (
    select medicine_id, search_text
    from medicine_stock
    where workspace_id = $1 and location_id = $2 and search_text like $6
  )
  select (select count(*) from found) as count, array(
    select medicine_id
    from found
    order by starts_with(search_text, $3) desc, search_text, medicine_id
    limit $4 offset $5
  ) as ids`,
)

/**
 * The same for a term without such letters. All of the location is read, in the order of the list and from one index; counting
 * first tells where the page begins in the two parts of the list, and how much of each it takes, so that its reading ends early.
 * `strpos` keeps the planner from the index of letters, which would be read from end to end.
 */
export const medicinesContainingFewLetters = statement(
  'medicines_containing_few_letters',
  foundPage,
  `
  with counted as materialized (
    select count(*) as found, count(*) filter (where starts_with(search_text, $3)) as beginning
    from medicine_stock
    where workspace_id = $1 and location_id = $2 and strpos(search_text, $3) > 0
  ),
  parts as materialized (
    select greatest(least($4::bigint + $5, beginning) - $5, 0) as of_beginning,
      greatest(least($4 + $5, found) - greatest($5, beginning), 0) as of_rest,
      greatest($5 - beginning, 0) as rest_skipped
    from counted
  )
  select found as count, array(
    select medicine_id
    from (
      (
        select true as begins, search_text, medicine_id
        from medicine_stock
        where workspace_id = $1 and location_id = $2 and search_text >= $3 and starts_with(search_text, $3)
        order by search_text, medicine_id
        limit (select of_beginning from parts) offset $5
      )
      union all
      (
        select false, search_text, medicine_id
        from medicine_stock
        where workspace_id = $1 and location_id = $2 and strpos(search_text, $3) > 1
        order by search_text, medicine_id
        limit (select of_rest from parts) offset (select rest_skipped from parts)
      )
    ) as page
    order by begins desc, search_text, medicine_id
  ) as ids
  from counted`,
)

/** Until the end of the transaction: how alike, from 0 to 1, the index takes for resembling, and the milliseconds a statement may take. */
export const setLikeness = statement(
  'set_likeness',
  {},
  `
  select from set_config('pg_trgm.word_similarity_threshold', $1, true) as likeness, set_config('statement_timeout', $2, true) as patience`,
)

/**
 * Medicines with words in one of their names that are as like the term as `$7` says, most alike first; of more than `$6`, any so
 * many. A term of which the database knows no letter (of another script, in the locale C) would have it read the whole index.
 * `quantity` is asked for because stock_by_search_text lacks it: the planner takes comparing for cheap, and would compare all of a location.
 */
export const medicinesResembling = statement(
  'medicines_resembling',
  foundPage,
  `
  with found as materialized (
    select medicine_id, search_text, likeness, quantity
    from medicine_stock
    cross join lateral greatest(
      word_similarity($3, split_part(search_text, e'\\n', 1)),
      word_similarity($3, split_part(search_text, e'\\n', 2))
    ) as likeness
    where workspace_id = $1 and location_id = $2 and $3 <% search_text and show_trgm($3) <> '{}'
      and likeness >= $7::real
    limit $6
  )
  select (select count(*) from found) as count, array(
    select medicine_id
    from found
    order by likeness desc, search_text, medicine_id
    limit $4 offset $5
  ) as ids`,
)

/** What lists show of the medicines with the ids `$3`, in their order. */
export const medicineRecords = statement(
  'medicine_records',
  {
    id: 'bigint',
    name: 'text',
    genericName: 'text?',
    form: 'text?',
    strength: 'text?',
    manufacturer: 'text?',
    unitPriceMinor: 'bigint',
    stock: 'integer',
  },
  `
  select m.id, m.name, m.generic_name as "genericName", m.form, m.strength, m.manufacturer,
    s.unit_price_minor as "unitPriceMinor", s.quantity as stock
  from unnest($3::bigint[]) with ordinality as wanted (id, place)
  join medicine_stock s on s.workspace_id = $1 and s.medicine_id = wanted.id and s.location_id = $2
  join medicines m on m.workspace_id = s.workspace_id and m.id = s.medicine_id
  order by place`,
)
