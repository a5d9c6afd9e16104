// The patient search of the reception: by anything that patients say about themselves.

import type { Queries } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import { type CalendarDate, isCalendarDate } from '../../base/values/calendar-date.ts'
import { normalisedEmail } from '../../base/values/email.ts'
import { asciiDigits, foldName, foldText } from '../../base/values/text.ts'
import { recordColumns } from './patient-columns.ts'
import { recordSelectList } from './queries.ts'
import {
  containsPattern,
  dividedNamePatterns,
  isNumeric,
  patientSearchText,
  patientTerm,
} from './search-text.ts'

/** The maximum number of records that are sorted, if many share a name. */
export const examinedMax = 500

export const shownColumns = { ...recordColumns, phone: 'text?' } as const
export const shownSelectList = `${recordSelectList}, phone_normalised as phone`
/**
 * Finds records by parts of the searchable text; those whose text begins with the first part come
 * first. With a million patients, parts of three letters take up to 120 ms through the index, and
 * two rare letters half a second.
 */
const patientsByText = statement(
  'patients_by_text',
  {
    takes: {
      workspaceId: 'bigint',
      first: 'text',
      beginning: 'text',
      second: 'text?',
      third: 'text?',
      dobs: 'text[]?',
      limit: 'bigint',
      lookedAtMax: 'bigint',
    },
    returns: shownColumns,
  },
  `
  select ${shownSelectList}
  from (
    select p.*, ${patientSearchText('p')} like :beginning as begins
    from patients p
    where p.workspace_id = :workspaceId and p.erased_at is null and ${patientSearchText('p')} like :first
      and (:second::text is null or ${patientSearchText('p')} like :second) and (:third::text is null or ${patientSearchText('p')} like :third)
      and (:dobs::text[] is null or p.dob = any (:dobs::text[]::date[]))
    limit :lookedAtMax
  ) found
  order by begins desc, id
  limit :limit`,
)

/**
 * Finds records by a name in a script without blanks, which may be divided anywhere: tries one
 * division at a time, each by the index.
 */
const patientsByDividedName = statement(
  'patients_by_divided_name',
  {
    takes: {
      workspaceId: 'bigint',
      divided: 'text[]',
      second: 'text?',
      third: 'text?',
      dobs: 'text[]?',
      limit: 'bigint',
    },
    returns: shownColumns,
  },
  `
  select ${shownSelectList}
  from patients p
  where workspace_id = :workspaceId and erased_at is null and id = any (array(
      select found.id
      from unnest(:divided::text[]) as division (beginning)
      cross join lateral (
        select p.id
        from patients p
        where p.workspace_id = :workspaceId and p.erased_at is null and ${patientSearchText('p')} like division.beginning
        limit ${examinedMax}
      ) as found
    ))
    and (:second::text is null or ${patientSearchText('p')} like :second) and (:third::text is null or ${patientSearchText('p')} like :third)
    and (:dobs::text[] is null or p.dob = any (:dobs::text[]::date[]))
  order by id
  limit :limit`,
)

const patientsBornOn = statement(
  'patients_born_on',
  { takes: { workspaceId: 'bigint', dobs: 'text[]', limit: 'bigint' }, returns: shownColumns },
  `
  select ${shownSelectList}
  from patients
  where workspace_id = :workspaceId and erased_at is null and id = any (array(
      -- One date at a time: for several, the planner would not use the index of each.
      select born.id
      from unnest(:dobs::text[]::date[]) as on_date (dob)
      cross join lateral (
        select id from patients where workspace_id = :workspaceId and dob = on_date.dob and erased_at is null order by id limit :limit
      ) as born
    ))
  order by id
  limit :limit`,
)

const patientsByEmail = statement(
  'patients_of_email',
  {
    takes: {
      workspaceId: 'bigint',
      emailFolded: 'text',
      first: 'text?',
      dobs: 'text[]?',
      limit: 'bigint',
    },
    returns: shownColumns,
  },
  `
  select ${shownSelectList}
  from patients p
  where workspace_id = :workspaceId and erased_at is null
    and id = any (
      array(select id from patients where workspace_id = :workspaceId and email_folded = :emailFolded limit ${examinedMax})
      || array(select merged_into from merged_patients where workspace_id = :workspaceId and email_folded = :emailFolded limit ${examinedMax})
    )
    and (:first::text is null or ${patientSearchText('p')} like :first) and (:dobs::text[] is null or dob = any (:dobs::text[]::date[]))
  order by id
  limit :limit`,
)

const mergedText = `(coalesce(m.first_name_folded, '') || ' ' || coalesce(m.last_name_folded, '') || e'\\n' || coalesce(m.phone_normalised, '') || e'\\n' ||
    lower(o.mrn_number collate "C"))`

/** Finds records by the values of merged ones, which are few, so all are read. */
const patientsByMergedRecord = statement(
  'patients_by_merged_record',
  {
    takes: {
      workspaceId: 'bigint',
      first: 'text',
      divided: 'text[]?',
      second: 'text?',
      third: 'text?',
      dobs: 'text[]?',
      limit: 'bigint',
    },
    returns: shownColumns,
  },
  `
  select ${shownSelectList}
  from patients
  where workspace_id = :workspaceId and erased_at is null and (:dobs::text[] is null or dob = any (:dobs::text[]::date[])) and id = any (array(
      select m.merged_into
      from merged_patients m
      join patients o on o.workspace_id = m.workspace_id and o.id = m.id
      where m.workspace_id = :workspaceId and (${mergedText} like :first or ${mergedText} like any (:divided::text[]))
        and (:second::text is null or ${mergedText} like :second) and (:third::text is null or ${mergedText} like :third)
      order by m.id
      limit ${examinedMax}
    ))
  order by id
  limit :limit`,
)

const dateParts = /^(\d{1,4})[./年-](\d{1,2})[./月-](\d{1,4})日?$/u

/**
 * The dates of birth that a text can be: 1985-03-14, 14.03.1985, and 03/04/1985, which is in April
 * or in March.
 */
function possibleDates(text: string): CalendarDate[] {
  const [, first = '', second = '', third = ''] = dateParts.exec(asciiDigits(text)) ?? []
  const orders =
    first.length === 4
      ? [[first, second, third]]
      : [
          [third, second, first],
          [third, first, second],
        ]
  const dates = orders
    .map((order) => order.map((part) => part.padStart(2, '0')).join('-'))
    .filter(isCalendarDate)
  return [...new Set(dates)]
}

/**
 * The typed search text, parsed: a date of birth, a whole e-mail address, and up to three parts of
 * a name, phone or record number, the longest first.
 */
function parseSearchText(searchText: string): {
  dobs: CalendarDate[] | null
  email: string | undefined
  parts: string[]
} {
  // A name without blanks is one part, however it is typed; an e-mail address stays as it is.
  const words = (
    isNumeric(searchText) && possibleDates(searchText.trim()).length === 0
      ? [searchText]
      : searchText.split(/\s+/)
  ).filter((part) => part !== '')
  const dated = words.find((part) => possibleDates(part).length > 0)
  const email = words.find((part) => part.includes('@'))
  const names = words.filter((part) => part !== dated && part !== email)
  const parts = (names.length === 1 ? names : foldName(names.join(' ')).split(' '))
    .map(patientTerm)
    .filter((part) => part !== '')
  return {
    dobs: dated === undefined ? null : possibleDates(dated),
    email,
    parts: parts.sort((one, other) => other.length - one.length).slice(0, 3),
  }
}

/** Finds at most `limit` records; records that begin with the search text come first. */
export async function searchPatients(
  queries: Queries,
  workspaceId: number,
  searchText: string,
  limit: number,
) {
  const { dobs, email, parts } = parseSearchText(searchText)
  const [first, second = null, third = null] = parts
  if (email !== undefined) {
    const emailFolded = foldText(normalisedEmail(email))
    return queries.rows(patientsByEmail, {
      workspaceId,
      emailFolded,
      first: first === undefined ? null : containsPattern(first),
      dobs,
      limit,
    })
  }
  if (first === undefined)
    return dobs === null ? [] : queries.rows(patientsBornOn, { workspaceId, dobs, limit })
  const others = {
    second: second && containsPattern(second),
    third: third && containsPattern(third),
    dobs,
    limit,
  }
  const found = await queries.rows(patientsByText, {
    workspaceId,
    first: containsPattern(first),
    beginning: containsPattern(first).slice(1),
    ...others,
    lookedAtMax: examinedMax,
  })
  const divided = dividedNamePatterns(first)
  const furtherSearches = [
    () =>
      divided === null
        ? []
        : queries.rows(patientsByDividedName, { workspaceId, divided, ...others }),
    () =>
      queries.rows(patientsByMergedRecord, {
        workspaceId,
        first: containsPattern(first),
        divided,
        ...others,
      }),
  ]
  for (const furtherSearch of furtherSearches) {
    if (found.length >= limit) break
    const foundIds = new Set(found.map(({ id }) => id))
    found.push(...(await furtherSearch()).filter(({ id }) => !foundIds.has(id)))
  }
  return found.slice(0, limit)
}
