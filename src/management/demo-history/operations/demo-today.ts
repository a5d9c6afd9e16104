// Brings the demo clinic of a sandbox to the present day.

import { calendarDate, integer, object } from '../../../base/contract/schemas.ts'
import { type OnApplication, operation } from '../../../base/operations/operation.ts'
import { workspaceNames } from '../../../base/operations/queries.ts'
import { bringToToday, type HistoryServices } from '../bring-to-today.ts'
import { hasDemoPatient } from '../patient-queries.ts'
import { problem } from '../problems.ts'

export const demoToday = operation({
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
  async run(services: OnApplication<HistoryServices>) {
    const { database, mode } = services
    if (mode !== 'sandbox') throw problem('DEMO_NOT_IN_PRODUCTION')
    const workspaces = await database.rows(workspaceNames)
    const demo = workspaces.find(({ name }) => name === 'sunrise')
    const [patient] = demo ? await database.rows(hasDemoPatient, { workspaceId: demo.id }) : []
    if (!demo || !patient?.found) throw problem('DEMO_NOT_FOUND')
    const { queueDayIds, ...brought } = await bringToToday(services, demo.id)
    return { ...brought, queueDays: queueDayIds.length }
  },
})
