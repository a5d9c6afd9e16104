// Who did what with a patient's record.

import {
  currency,
  id,
  integer,
  list,
  nullable,
  number,
  object,
  optional,
  text,
  timestamp,
} from '../../../base/contract/schemas.ts'
import type { RowOf } from '../../../base/db/statement.ts'
import { describeActor } from '../../../base/operations/actor.ts'
import { optionalWithDefault, workspaceOperation } from '../../../base/operations/operation.ts'
import { isoAt } from '../../../base/values/clinic-time.ts'
import { fromMinorUnits } from '../../../base/values/money.ts'
import { auditEntries, patientAuditEntries, visitAuditEntries } from '../queries.ts'

const entriesMax = 1_000

function chargeView({
  chargedMinor,
  chargedCurrency,
  quotedMinor,
  quotedCurrency,
}: RowOf<typeof auditEntries.returns>) {
  if (
    chargedMinor === null ||
    chargedCurrency === null ||
    quotedMinor === null ||
    quotedCurrency === null
  )
    return null
  return {
    charged: fromMinorUnits(chargedMinor, chargedCurrency),
    currency: chargedCurrency,
    price: fromMinorUnits(quotedMinor, quotedCurrency),
    priceCurrency: quotedCurrency,
  }
}

export const auditShow = workspaceOperation({
  name: 'audit-show',
  right: 'insight:read',
  about: 'patientId',
  summary: 'Show who read or changed which patient record, newest first.',
  input: object({
    patientId: optional(id('Only entries of this patient.', 42)),
    before: optional(id('Only entries older than this one.', 9_000)),
    limit: optionalWithDefault(
      integer(`How many entries, up to ${entriesMax}.`, 50, { minimum: 1, maximum: entriesMax }),
      50,
    ),
  }),
  output: list(
    object({
      id: id('The entry.', 9_000),
      at: timestamp('When the action was done.'),
      action: text('What was done.', 'READ'),
      patientId: nullable(id('The patient; null for a page of several.', 42)),
      patientIds: list(id('A patient.', 42), 'Everyone the entry is about.'),
      appointmentId: nullable(id('The visit it was about.', 7)),
      visitId: nullable(id('The visit of a queue it was about.', 9)),
      by: text('Who did it.', 'key 3'),
      actingUserId: nullable(id('The member of staff who did it.', 5)),
      member: nullable(text('The name of that member.', 'Nina Roy')),
      endUserHash: nullable(text('A hash of the end user.', '9f86d081')),
      address: nullable(text('Where the request came from.', '203.0.113.7')),
      requestId: nullable(text('The request id.', 'book-1')),
      changed: nullable(
        list(
          text('A member of the record.', 'phoneNumber'),
          'For a changed record: the members that were changed.',
        ),
      ),
      charge: nullable(
        object(
          {
            charged: number('What was charged.', 400),
            currency: currency('Its ISO 4217 code.'),
            price: number('What the price was.', 500),
            priceCurrency: currency('Its ISO 4217 code.'),
          },
          { description: 'For a booking at a price other than the clinic price; null otherwise.' },
        ),
      ),
    }),
    'The entries, newest first.',
  ),
  async run({ database, workspaceId }, { patientId, before = Number.MAX_SAFE_INTEGER, limit }) {
    const page = { workspaceId, before, limit }
    const entries =
      patientId === undefined
        ? await database.rows(auditEntries, page)
        : await database.rows(patientAuditEntries, { ...page, patientId })
    return entries.map((entry) => ({
      id: entry.id,
      at: isoAt('UTC', entry.at),
      action: entry.action,
      patientId: entry.patientId,
      patientIds: entry.patientIds ?? (entry.patientId === null ? [] : [entry.patientId]),
      appointmentId: entry.appointmentId,
      visitId: entry.visitId,
      by: describeActor({ ...entry, memberName: entry.member }),
      actingUserId: entry.actingUserId,
      member: entry.member,
      endUserHash: entry.endUserHash?.toString('hex') ?? null,
      address: entry.address,
      requestId: entry.requestId,
      changed: entry.changedMembers,
      charge: chargeView(entry),
    }))
  },
})

export const visitHistory = workspaceOperation({
  name: 'visit-history',
  right: 'visits:read',
  about: 'visit',
  summary: 'Show what was done to a visit or token, by whom and when, oldest first.',
  input: object({ id: id('The visit.', 41) }),
  output: list(
    object({
      at: timestamp('When the action was done.'),
      action: text('What was done.', 'STATUS_CHANGED'),
      status: nullable(text('The new status; null if it did not change.', 'CONFIRMED')),
      movedFrom: nullable(timestamp('For a move: the previous start.')),
      changed: list(
        text('A member of the record.', 'arrivedAt'),
        'For other changes: what was changed.',
      ),
      by: text('Who did it.', 'key 3'),
      actingUserId: nullable(id('The member of staff who did it.', 5)),
    }),
    'What was done, oldest first; empty for a visit that does not exist.',
  ),
  async run({ database, workspaceId }, { id: visitId }) {
    const entries = await database.rows(visitAuditEntries, {
      workspaceId,
      id: visitId,
      before: Number.MAX_SAFE_INTEGER,
    })
    return entries.map((entry) => ({
      at: isoAt('UTC', entry.at),
      action: entry.action,
      status: entry.status,
      movedFrom: entry.movedFrom === null ? null : isoAt('UTC', entry.movedFrom),
      changed: [...(entry.changedMembers ?? [])],
      by: describeActor({ ...entry, memberName: entry.member }),
      actingUserId: entry.actingUserId,
    }))
  },
})

export const auditOperations = [auditShow, visitHistory]
