// Sends a patient the link to the missing forms of a visit, as a notice (FORM-06).

import type { Queries } from '../../base/db/database.ts'
import { plan } from '../../base/due-work/work.ts'
import type { Actor } from '../../base/operations/actor.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { recordAccess } from '../audit/audit.ts'
import type { Configuration } from '../catalogue/configuration.ts'
import { toNoticeSubject } from '../notices/noticed-visit.ts'
import { enabledNoticeKinds, noticeWorkKind } from '../notices/plan-notices.ts'
import { lastNotice } from '../notices/queries.ts'
import { findChannel, retryPayload } from '../notices/send-notice.ts'
import { patientContact } from '../patients/queries.ts'
import { problem } from './problems.ts'
import { loadVisitForms } from './visit-forms.ts'

const kind = 'forms'

/**
 * Plans the notice, even if there was one before.
 * @throws {Problem} VISIT_HAS_NO_FORMS, FORMS_NOT_MISSING, FORM_NOTICES_OFF, FORMS_REACH_NO_ONE
 */
export async function sendForms(
  queries: Queries,
  visitId: number,
  {
    configuration,
    mode,
    actor,
    now,
  }: { configuration: Configuration; mode: 'sandbox' | 'production'; actor: Actor; now: Instant },
): Promise<void> {
  const { workspaceId, notices, messages } = configuration
  const loaded = await loadVisitForms(queries, workspaceId, visitId)
  if (!loaded) throw problem('VISIT_HAS_NO_FORMS', { id: visitId })
  const { visit, forms } = loaded
  if (!forms.some(({ state, when }) => state === 'MISSING' && when !== 'on-arrival'))
    throw problem('FORMS_NOT_MISSING', { id: visitId })
  if (!enabledNoticeKinds(configuration).includes(kind)) throw problem('FORM_NOTICES_OFF')
  const { patientId, isToken } = visit
  const [contact] = await queries.rows(patientContact, { workspaceId, patientId })
  const rails = mode === 'sandbox' ? 'all' : messages
  if (!contact || !findChannel({ kind, settings: notices ?? {}, visit: contact }, rails))
    throw problem('FORMS_REACH_NO_ONE', { id: visitId })
  const subject = isToken ? { visitId } : { appointmentId: visitId }
  const [previousNotice] = await queries.rows(lastNotice, {
    workspaceId,
    ...toNoticeSubject(subject),
    kind,
  })
  await recordAccess(queries, workspaceId, actor, {
    action: 'READ',
    patientIds: [patientId],
    ...(isToken ? { visitIds: [visitId] } : { appointmentId: visitId }),
    now,
  })
  await plan(queries, {
    workspaceId,
    kind: noticeWorkKind(kind),
    subjectId: visitId,
    dueAt: now,
    ...(previousNotice && { payload: retryPayload(previousNotice.id) }),
  })
}
