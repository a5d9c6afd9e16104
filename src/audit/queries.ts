import { statement } from '../db/statement.ts'

/** What an entry says, in the order in which both statements that add one give it. */
export const entryColumns = 'workspace_id, at, action, patient_id, appointment_id, key_id, by_session, acting_user_id, end_user_hash, address, request_id'

export const noteAccess = statement(
  'note_access',
  {},
  `
  insert into audit_entries (${entryColumns})
  select $1, $2, $3, patient_id, $5, $6, $7, $8, $9, $10, $11
  from unnest($4::bigint[]) as patient_id`,
)

export const auditEntries = statement(
  'audit_entries',
  {
    id: 'bigint',
    at: 'timestamptz',
    action: 'text',
    patientId: 'bigint',
    appointmentId: 'bigint?',
    keyId: 'bigint?',
    bySession: 'boolean',
    actingUserId: 'bigint?',
    endUserHash: 'bytea?',
    address: 'text?',
    requestId: 'text?',
  },
  `
  select id, at, action, patient_id as "patientId", appointment_id as "appointmentId", key_id as "keyId", by_session as "bySession",
    acting_user_id as "actingUserId", end_user_hash as "endUserHash", address, request_id as "requestId"
  from audit_entries
  where workspace_id = $1 and id < $2
  order by id desc
  limit $3`,
)

export const auditOfPatient = statement('audit_of_patient', auditEntries.columns, auditEntries.text.replace('id < $2', 'patient_id = $4 and id < $2'))

/** Past keeping, ten thousand at a time, so that no tick holds locks for long. */
export const deletePastAudit = statement(
  'delete_past_audit',
  { id: 'bigint' },
  `
  delete from audit_entries
  -- By their place: rows that are never changed stay in it.
  where ctid = any (array(
    select ctid from audit_entries where at < $1 limit 10000 for update skip locked
  ))
  returning id`,
)
