// Tokens as shown to staff.

import { statement } from '../../base/db/statement.ts'
import { publicNameSql } from '../../base/values/public-name.ts'
import {
  patientSummaryColumns,
  patientSummarySelectList,
} from '../../clinic/patients/visiting-patient.ts'
import { partPaidSql } from '../../money/payments/desk-payment-queries.ts'
import { queueVisitColumns, queueVisitSelectList, refundJoin } from './queue-visit.ts'

export const tokenRecords = statement(
  'token_records',
  {
    takes: { workspaceId: 'bigint', ids: 'bigint[]' },
    returns: {
      ...queueVisitColumns,
      partPaidMinor: 'bigint',
      calledAt: 'timestamptz?',
      beganAt: 'timestamptz?',
      /** The start of the shift, in the clinic's local time. */
      fromMinute: 'smallint',
      toMinute: 'smallint',
      timezone: 'text',
      doctor: 'text',
      location: 'text',
      ...patientSummaryColumns,
    },
  },
  `
  select ${queueVisitSelectList}, ${partPaidSql('v', 'visit_id')} as "partPaidMinor", v.called_at as "calledAt", v.began_at as "beganAt",
    s.from_minute as "fromMinute", s.to_minute as "toMinute", l.timezone, ${publicNameSql('u')} as doctor, l.name as location, ${patientSummarySelectList}
  from unnest(:ids::bigint[]) with ordinality as wanted (id, rank)
  join queue_visits v on v.workspace_id = :workspaceId and v.id = wanted.id
  join patients p on p.workspace_id = v.workspace_id and p.id = v.patient_id
  join work_shifts s on s.workspace_id = v.workspace_id and s.id = v.work_shift_id
  join users u on u.workspace_id = v.workspace_id and u.id = v.doctor_id
  join locations l on l.workspace_id = v.workspace_id and l.id = v.location_id
  ${refundJoin}
  order by rank`,
)

/** The latest tokens of a patient, newest first. */
export const patientTokens = statement(
  'latest_tokens_of_patient',
  {
    takes: { workspaceId: 'bigint', patientId: 'bigint', limit: 'bigint' },
    returns: { id: 'bigint' },
  },
  `
  select id
  from queue_visits
  where workspace_id = :workspaceId and patient_id = :patientId
  order by appointment_date desc, id desc
  limit :limit`,
)
