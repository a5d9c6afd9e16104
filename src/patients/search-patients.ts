// The patient search of the reception: by anything that patients say about themselves.

import type { Queries } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import { isCalendarDate } from '../values/calendar-date.ts'
import { normalisedEmail } from '../values/email.ts'
import { folded } from '../values/text.ts'
import { recordColumns, recordOfPatient } from './queries.ts'
import { containing, patientSearchText, patientTerm } from './search-text.ts'

/** If many share a name, no more than these are sorted. */
export const lookedAtMax = 500

export const shownColumns = { ...recordColumns, phone: 'text?' } as const
export const shownOfPatient = `${recordOfPatient}, phone_normalised as phone`
/**
 * By parts of the searchable text; records whose text begins with the first part come first. Of a million patients, parts of three letters
 * take up to 120 ms through the index, and two rare letters half a second.
 */
const patientsSought = statement(
  'patients_sought',
  {
    takes: { workspaceId: 'bigint', first: 'text', beginning: 'text', second: 'text?', third: 'text?', dob: 'date?', limit: 'bigint', lookedAtMax: 'bigint' },
    returns: shownColumns,
  },
  `
  select ${shownOfPatient}
  from (
    select p.*, ${patientSearchText('p')} like :beginning as begins
    from patients p
    where p.workspace_id = :workspaceId and p.erased_at is null and ${patientSearchText('p')} like :first
      and (:second::text is null or ${patientSearchText('p')} like :second) and (:third::text is null or ${patientSearchText('p')} like :third)
      and (:dob::date is null or p.dob = :dob)
    limit :lookedAtMax
  ) found
  order by begins desc, id
  limit :limit`,
)

const patientsBornOn = statement(
  'patients_born_on',
  { takes: { workspaceId: 'bigint', dob: 'date', limit: 'bigint' }, returns: shownColumns },
  `
  select ${shownOfPatient}
  from patients
  where workspace_id = :workspaceId and dob = :dob and erased_at is null
  order by id
  limit :limit`,
)

const patientsOfEmail = statement(
  'patients_of_email',
  { takes: { workspaceId: 'bigint', emailFolded: 'text', first: 'text?', dob: 'date?', limit: 'bigint' }, returns: shownColumns },
  `
  select ${shownOfPatient}
  from patients p
  where workspace_id = :workspaceId and erased_at is null
    and id = any (
      array(select id from patients where workspace_id = :workspaceId and email_folded = :emailFolded limit ${lookedAtMax})
      || array(select merged_into from merged_patients where workspace_id = :workspaceId and email_folded = :emailFolded limit ${lookedAtMax})
    )
    and (:first::text is null or ${patientSearchText('p')} like :first) and (:dob::date is null or dob = :dob)
  order by id
  limit :limit`,
)

const mergedText = `(coalesce(m.first_name_folded, '') || ' ' || coalesce(m.last_name_folded, '') || e'\\n' || coalesce(m.phone_normalised, '') || e'\\n' ||
    lower(o.mrn_number collate "C"))`

/** By the values of merged records: there are few of them, so all are read. */
const patientsSoughtByMerged = statement(
  'patients_sought_by_merged',
  {
    takes: { workspaceId: 'bigint', first: 'text', second: 'text?', third: 'text?', dob: 'date?', limit: 'bigint' },
    returns: shownColumns,
  },
  `
  select ${shownOfPatient}
  from patients
  where workspace_id = :workspaceId and erased_at is null and (:dob::date is null or dob = :dob) and id = any (array(
      select m.merged_into
      from merged_patients m
      join patients o on o.workspace_id = m.workspace_id and o.id = m.id
      where m.workspace_id = :workspaceId and ${mergedText} like :first
        and (:second::text is null or ${mergedText} like :second) and (:third::text is null or ${mergedText} like :third)
      order by m.id
      limit ${lookedAtMax}
    ))
  order by id
  limit :limit`,
)

/**
 * The typed search text, parsed: a date of birth, a whole e-mail address, and up to three parts of a name, phone or record number, the
 * longest first.
 */
function partsOf(sought: string): { dob: string | null; email: string | undefined; parts: string[] } {
  const typed = /^[+\d\s()-]+$/.test(sought) && !isCalendarDate(sought.trim()) ? [sought] : sought.split(/\s+/)
  const dob = typed.find(isCalendarDate) ?? null
  const email = typed.find((part) => part.includes('@'))
  const parts = typed.filter((part) => part !== '' && part !== dob && part !== email).map(patientTerm)
  return { dob, email, parts: parts.sort((one, other) => other.length - one.length).slice(0, 3) }
}

/** The records that a search finds, at most `limit`; those that begin with the search text come first. */
export async function patientsOf(queries: Queries, workspaceId: number, sought: string, limit: number) {
  const { dob, email, parts } = partsOf(sought)
  const [first, second = null, third = null] = parts
  if (email !== undefined) {
    const emailFolded = folded(normalisedEmail(email))
    return queries.rows(patientsOfEmail, { workspaceId, emailFolded, first: first === undefined ? null : containing(first), dob, limit })
  }
  if (first === undefined) return dob === null ? [] : queries.rows(patientsBornOn, { workspaceId, dob, limit })
  const others = { second: second && containing(second), third: third && containing(third) }
  const terms = { workspaceId, first: containing(first), ...others, dob, limit }
  const found = await queries.rows(patientsSought, { ...terms, beginning: containing(first).slice(1), lookedAtMax })
  if (found.length === limit) return found
  const known = new Set(found.map(({ id }) => id))
  const byMerged = await queries.rows(patientsSoughtByMerged, terms)
  return [...found, ...byMerged.filter(({ id }) => !known.has(id))].slice(0, limit)
}
