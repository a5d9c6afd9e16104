// The patient search of the reception: by anything that patients say about themselves.

import type { Queries } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import { type CalendarDate, isCalendarDate } from '../../base/values/calendar-date.ts'
import { normalisedEmail } from '../../base/values/email.ts'
import { asciiDigits, folded, foldedName } from '../../base/values/text.ts'
import { recordColumns, recordOfPatient } from './queries.ts'
import { containing, dividedAnywhere, isNumeric, patientSearchText, patientTerm } from './search-text.ts'

/** If many share a name, no more than these are sorted. */
export const lookedAtMax = 500

export const shownColumns = { ...recordColumns, phone: 'text?' } as const
export const shownOfPatient = `${recordOfPatient}, phone_normalised as phone`
/**
 * By parts of the searchable text; records whose text begins with the first part come first. With a
 * million patients, parts of three letters take up to 120 ms through the index, and two rare
 * letters half a second.
 */
const patientsSought = statement(
  'patients_sought',
  {
    takes: {
      ...{ workspaceId: 'bigint', first: 'text', beginning: 'text', second: 'text?', third: 'text?', dobs: 'text[]?' },
      ...{ limit: 'bigint', lookedAtMax: 'bigint' },
    },
    returns: shownColumns,
  },
  `
  select ${shownOfPatient}
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

/** By a name of scripts without blanks, which may be divided anywhere: one division at a time, each by the index. */
const patientsDivided = statement(
  'patients_divided',
  { takes: { workspaceId: 'bigint', divided: 'text[]', second: 'text?', third: 'text?', dobs: 'text[]?', limit: 'bigint' }, returns: shownColumns },
  `
  select ${shownOfPatient}
  from patients p
  where workspace_id = :workspaceId and erased_at is null and id = any (array(
      select found.id
      from unnest(:divided::text[]) as division (beginning)
      cross join lateral (
        select p.id
        from patients p
        where p.workspace_id = :workspaceId and p.erased_at is null and ${patientSearchText('p')} like division.beginning
        limit ${lookedAtMax}
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
  select ${shownOfPatient}
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

const patientsOfEmail = statement(
  'patients_of_email',
  { takes: { workspaceId: 'bigint', emailFolded: 'text', first: 'text?', dobs: 'text[]?', limit: 'bigint' }, returns: shownColumns },
  `
  select ${shownOfPatient}
  from patients p
  where workspace_id = :workspaceId and erased_at is null
    and id = any (
      array(select id from patients where workspace_id = :workspaceId and email_folded = :emailFolded limit ${lookedAtMax})
      || array(select merged_into from merged_patients where workspace_id = :workspaceId and email_folded = :emailFolded limit ${lookedAtMax})
    )
    and (:first::text is null or ${patientSearchText('p')} like :first) and (:dobs::text[] is null or dob = any (:dobs::text[]::date[]))
  order by id
  limit :limit`,
)

const mergedText = `(coalesce(m.first_name_folded, '') || ' ' || coalesce(m.last_name_folded, '') || e'\\n' || coalesce(m.phone_normalised, '') || e'\\n' ||
    lower(o.mrn_number collate "C"))`

/** By the values of merged records: there are few of them, so all are read. */
const patientsSoughtByMerged = statement(
  'patients_sought_by_merged',
  {
    takes: { workspaceId: 'bigint', first: 'text', divided: 'text[]?', second: 'text?', third: 'text?', dobs: 'text[]?', limit: 'bigint' },
    returns: shownColumns,
  },
  `
  select ${shownOfPatient}
  from patients
  where workspace_id = :workspaceId and erased_at is null and (:dobs::text[] is null or dob = any (:dobs::text[]::date[])) and id = any (array(
      select m.merged_into
      from merged_patients m
      join patients o on o.workspace_id = m.workspace_id and o.id = m.id
      where m.workspace_id = :workspaceId and (${mergedText} like :first or ${mergedText} like any (:divided::text[]))
        and (:second::text is null or ${mergedText} like :second) and (:third::text is null or ${mergedText} like :third)
      order by m.id
      limit ${lookedAtMax}
    ))
  order by id
  limit :limit`,
)

const dateParts = /^(\d{1,4})[./年-](\d{1,2})[./月-](\d{1,4})日?$/u

/** The dates of birth that a text can be: 1985-03-14, 14.03.1985, and 03/04/1985, which is in April or in March. */
function datesMeant(text: string): CalendarDate[] {
  const [, first = '', second = '', third = ''] = dateParts.exec(asciiDigits(text)) ?? []
  const orders =
    first.length === 4
      ? [[first, second, third]]
      : [
          [third, second, first],
          [third, first, second],
        ]
  const dates = orders.map((order) => order.map((part) => part.padStart(2, '0')).join('-')).filter(isCalendarDate)
  return [...new Set(dates)]
}

/**
 * The typed search text, parsed: a date of birth, a whole e-mail address, and up to three parts of a name, phone or record number, the
 * longest first.
 */
function partsOf(sought: string): { dobs: CalendarDate[] | null; email: string | undefined; parts: string[] } {
  // A name without blanks is one part, however it is typed; an e-mail address stays as it is.
  const typed = (isNumeric(sought) && datesMeant(sought.trim()).length === 0 ? [sought] : sought.split(/\s+/)).filter((part) => part !== '')
  const dated = typed.find((part) => datesMeant(part).length > 0)
  const email = typed.find((part) => part.includes('@'))
  const names = typed.filter((part) => part !== dated && part !== email)
  const parts = (names.length === 1 ? names : foldedName(names.join(' ')).split(' ')).map(patientTerm).filter((part) => part !== '')
  return { dobs: dated === undefined ? null : datesMeant(dated), email, parts: parts.sort((one, other) => other.length - one.length).slice(0, 3) }
}

/** The records that a search finds, at most `limit`; those that begin with the search text come first. */
export async function patientsOf(queries: Queries, workspaceId: number, sought: string, limit: number) {
  const { dobs, email, parts } = partsOf(sought)
  const [first, second = null, third = null] = parts
  if (email !== undefined) {
    const emailFolded = folded(normalisedEmail(email))
    return queries.rows(patientsOfEmail, { workspaceId, emailFolded, first: first === undefined ? null : containing(first), dobs, limit })
  }
  if (first === undefined) return dobs === null ? [] : queries.rows(patientsBornOn, { workspaceId, dobs, limit })
  const others = { second: second && containing(second), third: third && containing(third), dobs, limit }
  const found = await queries.rows(patientsSought, { workspaceId, first: containing(first), beginning: containing(first).slice(1), ...others, lookedAtMax })
  const divided = dividedAnywhere(first)
  const further = [
    () => (divided === null ? [] : queries.rows(patientsDivided, { workspaceId, divided, ...others })),
    () => queries.rows(patientsSoughtByMerged, { workspaceId, first: containing(first), divided, ...others }),
  ]
  for (const more of further) {
    if (found.length >= limit) break
    const known = new Set(found.map(({ id }) => id))
    found.push(...(await more()).filter(({ id }) => !known.has(id)))
  }
  return found.slice(0, limit)
}
