// A payable as its route shows it.

import type { Queries } from '../../base/db/database.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import type { AppointmentRecord } from '../../visits/appointments/appointment-record.ts'
import { appointmentView } from '../../visits/appointments/appointment-record.ts'
import { loadVisit } from '../../visits/appointments/visits.ts'
import { type QueueVisit, queueVisitView } from '../../visits/queue/queue-visit.ts'
import { linePositions, queueVisitRecords } from '../../visits/queue/visit-queries.ts'
import { soldPackById } from '../packs/queries.ts'
import { soldPackView } from '../packs/sold-pack.ts'
import type { PayableName } from '../payments/payable-name.ts'

export const visitAnswer = (record: AppointmentRecord) => ({
  system: 'SCHEDULED',
  appointment: appointmentView(record),
  visit: null,
})
export const tokenAnswer = (visit: QueueVisit) => ({
  system: 'QMS',
  appointment: null,
  visit: queueVisitView(visit),
})

/** A payable in its present state, as its route shows it. */
export async function loadPayableAnswer(
  queries: Queries,
  workspaceId: number,
  { kind, id }: PayableName,
  now: Instant,
): Promise<Record<string, unknown>> {
  if (kind === 'APPOINTMENT') return visitAnswer(await loadVisit(queries, workspaceId, id, now))
  if (kind === 'VISIT') {
    const [record] = await queries.rows(queueVisitRecords, { workspaceId, ids: [id] })
    const [row] = await queries.rows(linePositions, { workspaceId, ids: [id] })
    if (!record) throw new Error('the reserved visit was not found')
    return tokenAnswer({ ...record, position: row?.position ?? null })
  }
  const [pack] = await queries.rows(soldPackById, { workspaceId, patientPackId: id })
  if (!pack) throw new Error('the reserved session pack was not found')
  return soldPackView(pack)
}
