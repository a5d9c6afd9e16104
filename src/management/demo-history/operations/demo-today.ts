// Brings the demo clinic of a sandbox to the present day.

import { calendarDate, integer, object } from '../../../base/contract/schemas.ts'
import { type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import { bringToToday } from '../bring-to-today.ts'
import { isDemo } from '../patient-queries.ts'
import { problem } from '../problems.ts'

export const demoToday = workspaceOperation({
  name: 'demo-today',
  right: 'developers:write',
  summary:
    'Bring the demo clinic of a sandbox to today: past visits get their outcomes, and new ones are booked.',
  input: object({}),
  output: object({
    today: calendarDate('The date in the zone of the demo clinic.'),
    added: integer('How many visits were added.', 14),
    changed: integer('How many earlier visits have changed.', 9),
    queueDays: integer('On how many days a queue was added.', 1),
  }),
  async run(context: InWorkspace<{ publicUrl(): string }>) {
    const { database, mode, workspaceId } = context
    if (mode !== 'sandbox') throw problem('DEMO_NOT_IN_PRODUCTION')
    const [demo] = await database.rows(isDemo, { workspaceId })
    if (!demo?.found) throw problem('NOT_THE_DEMO')
    const { queueDayIds, ...brought } = await bringToToday(context, workspaceId)
    return { ...brought, queueDays: queueDayIds.length }
  },
})
