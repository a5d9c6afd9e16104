// The alert of a patient: what everyone at the clinic has to see first, such as an allergy. Shown
// wherever the patient is; never in the API.

import { id, nullable, object, text } from '../../../base/contract/schemas.ts'
import { statement } from '../../../base/db/statement.ts'
import { workspaceOperation } from '../../../base/operations/operation.ts'
import { recordAccess } from '../../audit/audit.ts'
import { lockPatient } from '../led-to.ts'
import { problem } from '../problems.ts'
import { notifyPatientChanged } from '../queries.ts'

const alertLengthMax = 200

const currentAlert = statement(
  'alert_of_patient',
  { takes: { workspaceId: 'bigint', patientId: 'bigint' }, returns: { alert: 'text?' } },
  `
  select alert
  from patients
  where workspace_id = :workspaceId and id = :patientId`,
)

const setAlert = statement(
  'set_patient_alert',
  { takes: { workspaceId: 'bigint', patientId: 'bigint', alert: 'text?', now: 'timestamptz' } },
  `
  update patients
  set alert = :alert, updated_at = :now
  where workspace_id = :workspaceId and id = :patientId`,
)

export const patientAlert = workspaceOperation({
  name: 'patient-alert',
  right: 'patients:write',
  about: 'patient',
  summary: 'Set the alert of a patient, unless someone else has changed it since it was read.',
  input: object({
    id: id('The patient.', 42),
    alert: text(`At most ${alertLengthMax} characters; none if empty.`, 'Allergic to penicillin', {
      maxLength: alertLengthMax,
    }),
    before: nullable(text('The alert as it was read; null if there was none.', 'Diabetic')),
  }),
  output: object({
    id: id('The patient.', 42),
    alert: nullable(text('The alert.', 'Allergic to penicillin')),
  }),
  async run({ database, clock, actor, workspaceId }, { id: requestedId, alert, before }) {
    const now = clock.now()
    return database.transaction(async (queries) => {
      const patientId = await lockPatient(queries, workspaceId, requestedId)
      const patient = { workspaceId, patientId }
      const [stored] = await queries.rows(currentAlert, patient)
      const newAlert = alert.trim() || null
      // A change that was sent before has already been made.
      if (stored?.alert === newAlert) {
        await recordAccess(queries, workspaceId, actor, {
          action: 'READ',
          patientIds: [patientId],
          now,
        })
        return { id: patientId, alert: newAlert }
      }
      if (stored?.alert !== before) throw problem('ALERT_CHANGED', { id: patientId })
      await queries.rows(setAlert, { ...patient, alert: newAlert, now })
      await queries.rows(notifyPatientChanged, patient)
      await recordAccess(queries, workspaceId, actor, {
        action: 'CHANGED',
        changedMembers: ['alert'],
        patientIds: [patientId],
        now,
      })
      return { id: patientId, alert: newAlert }
    })
  },
})
