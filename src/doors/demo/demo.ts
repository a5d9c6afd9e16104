import { readFile } from 'node:fs/promises'
import { statement } from '../../base/db/statement.ts'
import { findWorkspaceId } from '../../base/operations/workspace-name.ts'
import { addDays } from '../../base/values/calendar-date.ts'
import { dateAt, isoAt } from '../../base/values/clinic-time.ts'
import { dashboardLink as dashboardLinkOf } from '../../clinic/sign-in/operations/links.ts'
import { keyCreate } from '../../clinic/workspaces/operations/keys.ts'
import { workspaceImport } from '../../management/clinic-file/operations/workspaces.ts'
import { bringToToday } from '../../management/demo-history/bring-to-today.ts'
import { lastTokenPage } from '../../management/demo-history/token-queries.ts'
import { toBookable } from '../../visits/availability/bookable.ts'
import { calendarReader, findDaysAndNext } from '../../visits/availability/next-available.ts'
import { bookingPath } from '../patient-pages/people.ts'
import type { OperatorServices } from '../register/operator-services.ts'
import { runOperation } from '../register/run-operation.ts'

/** The shift of the demo clinic, as commands name it. */
export const demoShift = 'meera-shah/jaipur/day'

/** The clinic file of a new sandbox. */
const demoClinicFile = new URL('./demo-clinic.yaml', import.meta.url)

const anyWorkspace = statement(
  'any_workspace',
  { takes: {}, returns: { exists: 'boolean' } },
  `
  select exists (select from workspaces) as exists`,
)

export interface Demo {
  key: string
  addressId: number
  doctorId: number
  /** A date with free slots, and one of them. */
  date: string
  fromDateTimeIso: string
  toDateTimeIso: string
  /** The path of a patient's queue page; null if another process has started the queue. */
  queuePage: string | null
  /** The path of the booking page. */
  bookingPage: string
  /**
   * Signs an owner in to the dashboard, once, within 15 minutes; null if the dashboard is disabled.
   */
  dashboardLink: string | null
}

export async function hasWorkspace({
  database,
}: Pick<OperatorServices, 'database'>): Promise<boolean> {
  const [found] = await database.rows(anyWorkspace)
  return found?.exists ?? false
}

/** Gives an empty sandbox a clinic with a history, and a key to try; undefined if there already is a workspace. */
export async function createDemo(services: OperatorServices): Promise<Demo | undefined> {
  if (await hasWorkspace(services)) return undefined
  const context = { ...services, actor: { kind: 'service' } as const, progress: undefined }
  const imported = await runOperation(workspaceImport, context, {
    source: await readFile(demoClinicFile, 'utf8'),
  })
  const workspaceId = await findWorkspaceId(services.database, imported.workspace)
  const { key } = await runOperation(
    keyCreate,
    { ...context, workspaceId },
    { name: 'Demo key', allow: ['127.0.0.1', '::1'] },
  )
  const addressId = imported.ids.location?.jaipur ?? 0
  const doctorId = imported.ids.practitioner?.['asha-rao'] ?? 0
  const { today, queueDayIds } = await bringToToday(services, workspaceId)
  const [last] = await services.database.rows(lastTokenPage, { workspaceId, queueDayIds, today })
  const dashboardLink =
    services.dashboardUrl() === undefined
      ? null
      : (await runOperation(dashboardLinkOf, { ...context, workspaceId }, {})).url
  return {
    key,
    addressId,
    doctorId,
    queuePage: last ? `/queue/${last.publicStatusToken}` : null,
    bookingPage: bookingPath(imported.workspace),
    dashboardLink,
    ...(await findSomeSlot(services, workspaceId, doctorId, addressId)),
  }
}

async function findSomeSlot(
  { database, configurations, clock }: OperatorServices,
  workspaceId: number,
  doctorId: number,
  addressId: number,
) {
  const configuration = await configurations.of(workspaceId)
  const practice = configuration.practices.find(
    ({ doctor, location }) => doctor.id === doctorId && location.id === addressId,
  )
  const bookable = practice && toBookable(configuration, practice, clock.now())
  if (!practice || !bookable) throw new Error('the demo clinic has no practitioner')
  const slotQuery = { mode: 'OFFLINE' as const, lengthMins: practice.slotMins }
  const zone = practice.location.timezone
  const tomorrow = addDays(dateAt(zone, clock.now()), 1)
  const { days } = await findDaysAndNext(
    calendarReader(database, workspaceId, bookable),
    bookable,
    { from: tomorrow, count: 31 },
    slotQuery,
    clock.now(),
  )
  const day = days.find(({ free }) => free.length > 0)
  const slot = day?.free[0]
  if (!day || !slot) throw new Error('the demo clinic has no free slot')
  return {
    date: day.date,
    fromDateTimeIso: isoAt(zone, slot.from),
    toDateTimeIso: isoAt(zone, slot.to),
  }
}
