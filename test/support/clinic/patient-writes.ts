// Messages from patients, as they are stored once a carrier's callback was heard.

import { randomUUID } from 'node:crypto'
import { createSealing } from '../../../src/base/ports/sealing.ts'
import { sealContent } from '../../../src/clinic/patient-messages/message-content.ts'
import type { Clinic, Harness } from './harness.ts'

/** Stores an open message of a patient, by SMS, and tells open dashboards; returns its id. */
export async function storeMessage(
  { application, sql }: Harness,
  { workspaceId }: Clinic,
  patientId: number,
  text: string,
): Promise<number> {
  const [{ secret } = { secret: '' }] = await sql('select secret from installation')
  const sealed = sealContent(createSealing([secret], 'messages of patients'), workspaceId, {
    contact: '+919876543210',
    text,
  })
  const [row] = await sql(
    `insert into patient_messages (workspace_id, patient_id, sent_at, from_patient, channel, contact_hash, sealed, carrier_id_hash, outcome)
    values ($1, $2, $3, true, 'sms', sha256('contact'), $4, sha256(convert_to($5, 'UTF8')), 'FOR_STAFF')
    returning id::float8`,
    [workspaceId, patientId, new Date(application.clock.now()), sealed, randomUUID()],
  )
  await sql("select pg_notify('clinic_changes', concat_ws(' ', 'patient', $1::text, $2::text))", [
    workspaceId,
    patientId,
  ])
  return row?.id
}
