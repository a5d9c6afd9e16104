// Which patients a clinic soon keeps no longer.

import {
  id,
  integer,
  list,
  nullable,
  object,
  optional,
  timestamp,
} from '../../../base/contract/schemas.ts'
import { optionalWithDefault, workspaceOperation } from '../../../base/operations/operation.ts'
import { isoAt } from '../../../base/values/clinic-time.ts'
import { listExpiringPatients } from '../retention.ts'

const dayMs = 24 * 3_600_000
const listedMax = 100

export const patientsExpiring = workspaceOperation({
  name: 'patients-expiring',
  right: 'setup:write',
  about: 'the whole clinic',
  summary:
    'List the patients that are erased within some days, because they have had no visit for as long as the clinic keeps patients.',
  input: object({
    days: optionalWithDefault(
      integer('Within how many days.', 30, { minimum: 0, maximum: 366 }),
      30,
    ),
    after: optional(id('Only patients after this one.', 42)),
  }),
  output: object({
    patients: list(
      object({
        id: id('The patient.', 42),
        lastAt: timestamp('The last visit, or when the record was made.'),
        erasedFrom: timestamp('From when on the patient is erased.'),
      }),
      `The patients, by id, up to ${listedMax}.`,
    ),
    next: nullable(id('The patient to go on after; null: there are no more.', 42)),
  }),
  async run({ database, clock, workspaceId }, { days, after = 0 }) {
    const { patients, next } = await listExpiringPatients({ database, clock }, workspaceId, {
      after,
      withinMs: days * dayMs,
      limit: listedMax,
    })
    return {
      patients: patients.map(({ id: patientId, lastAt, erasedFrom }) => ({
        id: patientId,
        lastAt: isoAt('UTC', lastAt),
        erasedFrom: isoAt('UTC', erasedFrom),
      })),
      next,
    }
  },
})
