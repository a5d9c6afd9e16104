// Merges two records of one person, and shows which records were merged.

import type { Static } from 'typebox'
import {
  flag,
  id,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
  timestamp,
} from '../../../base/contract/schemas.ts'
import { narrowType, statement } from '../../../base/db/statement.ts'
import {
  type InWorkspace,
  optionalWithDefault,
  workspaceOperation,
} from '../../../base/operations/operation.ts'
import { isoAt } from '../../../base/values/clinic-time.ts'
import { recordOpening } from '../../audit/opening.ts'
import { resolvePatientForRead } from '../led-to.ts'
import { mergePatients } from '../merge-patients.ts'
import { StoredPatient } from '../patient-fields.ts'
import type { PatientRegister } from '../patient-tables.ts'
import { problem } from '../problems.ts'
import { fullPatient } from '../queries.ts'

const movedSchema = object(
  {
    visits: integer('Visits, including cancelled ones.', 3),
    tokens: integer('Tokens of queues.', 1),
    packs: integer('Session packs.', 1),
    movements: integer('Uses, returns and corrections of those packs.', 2),
    series: integer('Series of visits.', 0),
    waiting: integer('Entries of waiting lists.', 0),
    vitals: integer('Vitals of visits.', 1),
    payments: integer('Payments through a gateway.', 1),
    deskPayments: integer('Payments at the desk, and corrections of them.', 2),
    refunds: integer('Refunds.', 0),
    receipts: integer('Receipts, and counter-receipts.', 2),
    notices: integer('Notices about visits and tokens.', 4),
    messages: integer('Messages between the patient and the clinic.', 2),
    forms: integer('Forms that were filled in.', 1),
    records: integer('Records that had been merged into this one before.', 0),
  },
  { description: 'Number of rows moved, by kind.' },
)

export const patientMerge = workspaceOperation({
  name: 'patient-merge',
  right: 'patients:write',
  about: 'two patients',
  summary:
    'Merge two records of one person: everything moves from the first record to the second, and the old id then leads to it.',
  input: object({
    from: id('The record that is merged, and is blank afterwards.', 43),
    into: id('The record that is kept.', 42),
    reason: text('Why they are the same person.', 'Same date of birth, new phone', {
      minLength: 1,
      maxLength: 500,
    }),
    confirmed: optionalWithDefault(
      flag('Confirm the merge; without it, the command only shows what would be moved.'),
      false,
    ),
  }),
  output: object({
    from: id('The merged record.', 43),
    into: id('The record that is kept.', 42),
    merged: flag('Whether it was done.'),
    moved: movedSchema,
    overlapping: integer(
      'Upcoming moved visits that overlap a visit of the kept record; both stay.',
      0,
    ),
    filledFields: list(
      text('A member of the record.', 'email'),
      'Empty members of the kept record that are filled from the other.',
    ),
    record: object(StoredPatient.properties, { description: 'The kept record after the merge.' }),
  }),
  run: async (context: InWorkspace<{ patients: PatientRegister }>, input) =>
    mergePatients(context, input),
})

const recordsMergedInto = statement(
  'records_merged_into',
  {
    takes: { workspaceId: 'bigint', patientId: 'bigint' },
    returns: {
      id: 'bigint',
      mrnNumber: 'text',
      mergedAt: 'timestamptz',
      reason: 'text?',
      actingUserId: 'bigint?',
      member: 'text?',
      operator: 'text?',
      moved: narrowType<Omit<Static<typeof movedSchema>, 'forms'>>('jsonb'),
    },
  },
  `
  select m.id, p.mrn_number as "mrnNumber", m.merged_at as "mergedAt", m.reason, m.acting_user_id as "actingUserId", u.display_name as member, m.operator, m.moved
  from merged_patients m
  join patients p on p.workspace_id = m.workspace_id and p.id = m.id
  left join users u on u.workspace_id = m.workspace_id and u.id = m.acting_user_id
  where m.workspace_id = :workspaceId and m.merged_into = :patientId
  order by m.merged_at, m.id`,
)

export const patientMerged = workspaceOperation({
  name: 'patient-merged',
  right: 'patients:read',
  about: 'patient',
  summary: 'Show which record an id leads to, and which records were merged into it.',
  input: object({
    id: id('A record, possibly a merged one.', 43),
    opened: optional(
      id(
        'The audit entry of the earlier access, if a page reloads what it shows: within the hour, the access is not recorded again.',
        9_000,
      ),
    ),
  }),
  output: object({
    id: id('The record that the id leads to.', 42),
    records: list(
      object({
        id: id('The record that was merged.', 43),
        mrnNumber: text('Its record number, under which the patient is still found.', 'MRN-1042'),
        mergedAt: timestamp('When.'),
        reason: nullable(text('Why.', 'Same date of birth, new phone')),
        actingUserId: nullable(id('The member of staff who merged them.', 5)),
        member: nullable(text('The name of that member.', 'Nina Roy')),
        operator: nullable(text('The operator who did.', 'asha')),
        moved: movedSchema,
      }),
      'Records that were merged into it, in their order.',
    ),
  }),
  async run({ database, clock, actor, workspaceId }, { id: requestedId, opened }) {
    return database.transaction(async (queries) => {
      const patientId = await resolvePatientForRead(queries, workspaceId, requestedId)
      const [found] = await queries.rows(fullPatient, { workspaceId, patientId })
      if (!found) throw problem('PATIENT_NOT_FOUND')
      const records = await queries.rows(recordsMergedInto, { workspaceId, patientId })
      await recordOpening(queries, workspaceId, actor, {
        patientIds: [patientId],
        opened,
        now: clock.now(),
      })
      return {
        id: patientId,
        records: records.map((record) => ({
          ...record,
          // Records of earlier releases had none.
          moved: { forms: 0, ...record.moved },
          mergedAt: isoAt('UTC', record.mergedAt),
        })),
      }
    })
  },
})

export const mergeOperations = [patientMerge, patientMerged]
