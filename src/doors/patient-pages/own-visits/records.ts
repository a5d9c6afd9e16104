// What the page "My visits" shows to someone who has verified a contact: what everyone on that
// contact has booked, bought, been given a receipt for or is waiting for (MINE-04).

import type { Caller } from '../../../base/contract/route.ts'
import type { Database, Queries } from '../../../base/db/database.ts'
import { channelRequirements } from '../../../base/messages/channels.ts'
import { dateAt, type Instant, isoAt } from '../../../base/values/clinic-time.ts'
import { normalisedEmail } from '../../../base/values/email.ts'
import { fromMinorUnits } from '../../../base/values/money.ts'
import { receiptNumber } from '../../../base/values/receipt-number.ts'
import { foldText } from '../../../base/values/text.ts'
import { recordAccess } from '../../../clinic/audit/audit.ts'
import { listFormsOfVisits } from '../../../clinic/forms/visit-forms.ts'
import { linkMs } from '../../../clinic/notices/visit-links.ts'
import type { Destination } from '../../../clinic/verification/destination.ts'
import { isFormOpen } from '../visit/visit.ts'
import {
  type ListedReceipt,
  type ListedVisit,
  packsOfPeople,
  pastOfPeople,
  peopleOfEmail,
  peopleOfPhone,
  receiptsOfPeople,
  upcomingOfPeople,
  waitingOfPeople,
} from './queries.ts'

/** The people of a contact who are shown; a family is smaller. */
const peopleMax = 20
/** How many records are read for an e-mail address, some of which may have a similar one. */
const similarMax = 100
/** The visits of a person in one answer. */
const visitsMax = 10
/** The packs, receipts or waiting-list entries of a contact. */
const entriesMax = 50

/** What a link can be made for on this page. */
export type SubjectKind = 'VISIT' | 'TOKEN' | 'PACK' | 'OFFER'

/** Where a list of visits continues. */
export interface VisitCursor {
  at: Instant
  id: number
}

export interface ReadingContext {
  caller: Caller
  contact: Destination
  now: Instant
}

interface Person {
  id: number
  name: string
}

/**
 * Runs `read` for the people whom the contact reaches, in a transaction that audits that it did;
 * no one of them can be erased until it ends.
 */
export async function readForPeople<Result>(
  database: Database,
  { caller, contact, now }: ReadingContext,
  read: (queries: Queries, people: readonly Person[], hasMore: boolean) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (queries) => {
    const found = await findPeople(queries, caller.workspaceId, contact)
    const people = found.slice(0, peopleMax).map(({ id, firstName, lastName }) => ({
      id,
      name: [firstName, lastName].filter(Boolean).join(' '),
    }))
    const result = await read(queries, people, found.length > peopleMax)
    const patientIds = people.map(({ id }) => id)
    await recordAccess(queries, caller.workspaceId, caller, { action: 'READ', patientIds, now })
    return result
  })
}

async function findPeople(
  queries: Queries,
  workspaceId: number,
  { channel, address }: Destination,
) {
  if (channelRequirements[channel].contact === 'phone')
    return queries.rows(peopleOfPhone, {
      workspaceId,
      phoneNormalised: address,
      limit: peopleMax + 1,
    })
  const found = await queries.rows(peopleOfEmail, {
    workspaceId,
    emailFolded: foldText(address),
    limit: similarMax,
  })
  const reached = found.filter(({ foundBy }) => normalisedEmail(foundBy) === address)
  // A person may be found by several records that were merged.
  return [...new Map(reached.map((person) => [person.id, person])).values()]
}

export interface ListedForm {
  name: string
  title: string
}

/** A visit or token as shown in the list. */
function visitView(
  { patientId: _, isToken, fromAt, toAt, location, mode, ...same }: ListedVisit,
  forms: readonly ListedForm[],
  now: Instant,
) {
  return {
    kind: isToken ? 'TOKEN' : 'VISIT',
    ...same,
    mode,
    from: isoAt(same.timezone, fromAt),
    to: isoAt(same.timezone, toAt),
    location: mode === 'OFFLINE' || mode === 'WALK_IN' ? location : null,
    hasPage: now <= toAt + linkMs,
    forms,
  } as const
}

/** Where a list continues after a visit, as the page sends it back. */
const toCursor = ({ fromAt, id }: ListedVisit) => `${fromAt}-${id}`

/** Reads such a text; undefined if it is not one. */
export function readCursor(text: string): VisitCursor | undefined {
  const [, at, id] = /^(\d{1,13})-(\d{1,15})$/.exec(text) ?? []
  return at === undefined ? undefined : { at: Number(at), id: Number(id) }
}

/** The visits of people, by their ids: the first ones, or those after a cursor. */
async function loadVisits(
  queries: Queries,
  workspaceId: number,
  {
    patientIds,
    isUpcoming,
    after,
    now,
  }: {
    patientIds: readonly number[]
    isUpcoming: boolean
    after?: VisitCursor
    now: Instant
  },
) {
  const rows = await queries.rows(isUpcoming ? upcomingOfPeople : pastOfPeople, {
    workspaceId,
    patientIds,
    now,
    afterAt: after?.at ?? null,
    afterId: after?.id ?? null,
    limit: visitsMax + 1,
  })
  const forms = isUpcoming
    ? await listFormsOfVisits(
        queries,
        workspaceId,
        rows.map(({ id }) => id),
      )
    : new Map<number, never>()
  const openForms = (visit: ListedVisit): ListedForm[] =>
    (forms.get(visit.id) ?? [])
      .filter((form) => form.state === 'MISSING' && isFormOpen(form, visit, now))
      .map(({ name, title }) => ({ name, title }))
  return (patientId: number) => {
    const own = rows.filter((row) => row.patientId === patientId)
    const shown = own.slice(0, visitsMax)
    const last = shown.at(-1)
    return {
      list: shown.map((visit) => visitView(visit, openForms(visit), now)),
      next: own.length > visitsMax && last ? toCursor(last) : null,
    }
  }
}

/** Everything of a contact that the page shows first. */
export async function loadRecords(
  database: Database,
  context: ReadingContext & { timezone: string },
) {
  const { caller, now, timezone } = context
  const { workspaceId } = caller
  return readForPeople(database, context, async (queries, people, hasMorePeople) => {
    const patientIds = people.map(({ id }) => id)
    const ofPeople = { workspaceId, patientIds, limit: entriesMax + 1 }
    const upcoming = await loadVisits(queries, workspaceId, { patientIds, isUpcoming: true, now })
    const past = await loadVisits(queries, workspaceId, { patientIds, isUpcoming: false, now })
    const packs = await queries.rows(packsOfPeople, { ...ofPeople, today: dateAt(timezone, now) })
    const receipts = await queries.rows(receiptsOfPeople, ofPeople)
    const waiting = await queries.rows(waitingOfPeople, { ...ofPeople, now })
    return {
      people: people.map(({ id, name }) => ({
        id,
        name,
        upcoming: upcoming(id),
        past: past(id),
        packs: packs
          .slice(0, entriesMax)
          .filter(({ patientId }) => patientId === id)
          .map(({ patientId: _, wasSoldAlone, totalSessions, sessionsUsed, ...pack }) => ({
            ...pack,
            totalSessions,
            sessionsLeft: totalSessions - sessionsUsed,
            hasPage: wasSoldAlone,
          })),
        receipts: receipts
          .slice(0, entriesMax)
          .filter(({ patientId }) => patientId === id)
          .map((receipt) => receiptView(receipt, now)),
        waiting: waiting
          .slice(0, entriesMax)
          .filter(({ patientId }) => patientId === id)
          .map(({ patientId: _, offeredAt, ...entry }) => ({
            ...entry,
            offeredAt: offeredAt === null ? null : isoAt(entry.timezone, offeredAt),
          })),
      })),
      hasMore:
        hasMorePeople || [packs, receipts, waiting].some(({ length }) => length > entriesMax),
    }
  })
}

function receiptView(
  { cause, at, timezone, amountMinor, currency, toAt, hasPage, ...receipt }: ListedReceipt,
  now: Instant,
) {
  const { appointmentId, visitId, patientPackId } = receipt
  const subject = [
    ['VISIT', appointmentId],
    ['TOKEN', visitId],
    ['PACK', patientPackId],
  ] as const
  const [kind, subjectId] = subject.find(([, id]) => id !== null) ?? subject[0]
  return {
    number: receiptNumber(receipt),
    cause,
    at: isoAt(timezone, at),
    timezone,
    amount: fromMinorUnits(amountMinor, currency),
    currency,
    /** What was paid for, on whose page the payment is. */
    paidFor: { kind, id: subjectId },
    hasPage: hasPage && now <= toAt + linkMs,
  }
}

/** More visits of one person; undefined if the contact does not reach that person. */
export async function loadMoreVisits(
  database: Database,
  context: ReadingContext,
  { patientId, isUpcoming, after }: { patientId: number; isUpcoming: boolean; after: VisitCursor },
) {
  const { caller, now } = context
  return readForPeople(database, context, async (queries, people) => {
    if (!people.some(({ id }) => id === patientId)) return undefined
    const load = await loadVisits(queries, caller.workspaceId, {
      patientIds: [patientId],
      isUpcoming,
      after,
      now,
    })
    return load(patientId)
  })
}
