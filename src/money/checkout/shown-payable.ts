// A payable as its route shows it.

import type { Queries } from '../../base/db/database.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import type { AppointmentRecord } from '../../visits/appointments/appointment-record.ts'
import { appointmentView } from '../../visits/appointments/appointment-record.ts'
import { visitOf } from '../../visits/appointments/visits.ts'
import { type QueueVisit, queueVisitView } from '../../visits/queue/queue-visit.ts'
import { placesInLine, queueVisitRecords } from '../../visits/queue/visit-queries.ts'
import { soldPackById } from '../packs/queries.ts'
import { soldPackView } from '../packs/sold-pack.ts'
import type { PayableName } from '../payments/payable-name.ts'

export const shownVisit = (record: AppointmentRecord) => ({ system: 'SCHEDULED', appointment: appointmentView(record), visit: null })
export const shownToken = (visit: QueueVisit) => ({ system: 'QMS', appointment: null, visit: queueVisitView(visit) })

/** A payable in its present state, as its route shows it. */
export async function shownPayable(queries: Queries, workspaceId: number, { kind, id }: PayableName, now: Instant): Promise<Record<string, unknown>> {
  if (kind === 'APPOINTMENT') return shownVisit(await visitOf(queries, workspaceId, id, now))
  if (kind === 'VISIT') {
    const [record] = await queries.rows(queueVisitRecords, { workspaceId, ids: [id] })
    const [place] = await queries.rows(placesInLine, { workspaceId, ids: [id] })
    if (!record) throw new Error('the reserved visit was not found')
    return shownToken({ ...record, position: place?.position ?? null })
  }
  const [pack] = await queries.rows(soldPackById, { workspaceId, patientPackId: id })
  if (!pack) throw new Error('the reserved session pack was not found')
  return soldPackView(pack)
}
