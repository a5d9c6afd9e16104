// Has a patient told of a visit, in the transaction in which the visit is booked, moved or called off. What is told is read when it is
// sent: docs/decisions/0039-notices.md

import type { Queries } from '../db/database.ts'
import { planFor } from '../due-work/queries.ts'
import { plan, unplan, unplanAll } from '../due-work/work.ts'
import type { Instant } from '../values/clinic-time.ts'
import { defaultReminderHours, type NoticeKind, type NoticeSettings } from './notice-settings.ts'
import { gatherNotice, noticeThatWentOut } from './queries.ts'

const hourMs = 3_600_000
/** How long news of visits that were displaced waits for more of it: staff change one after the other. */
const gatheringMs = 60_000

/** What a notice is of, or a link leads to: one of the three. */
export interface Noticed {
  appointmentId: number | null
  visitId: number | null
  offerId: number | null
}

/** What a notice is of: a turn comes near in a queue, an offer is of a time that is not booked, everything else happens to an appointment. */
export function visitOfNotice(kind: NoticeKind, id: number): Noticed {
  return { appointmentId: null, visitId: null, offerId: null, [kind === 'turn' ? 'visitId' : kind === 'offer' ? 'offerId' : 'appointmentId']: id }
}

/** The kind of due work that sends notices of a kind; its subject is the visit. */
export const workKindOf = (kind: NoticeKind) => `visit-${kind}` as const

/** When a reminder is due: so many hours of elapsed time before the visit, whatever clocks do in them; null when that is over already. */
function reminderAt({ reminder, reminderHoursBefore = defaultReminderHours }: NoticeSettings, fromAt: Instant, now: Instant): Instant | null {
  const dueAt = fromAt - reminderHoursBefore * hourMs
  return reminder === true && dueAt > now ? dueAt : null
}

/** What `noticesOf` of a booking is, for the statement that books. */
export const noticeParameters = { confirmationDueAt: 'timestamptz?', reminderDueAt: 'timestamptz?' } as const

/** SQL that plans the notices of the new visits whose `id` is in `source`. */
export function planNoticesFor(source: string): string {
  return planFor(source, { [workKindOf('confirmation')]: 'confirmationDueAt', [workKindOf('reminder')]: 'reminderDueAt' })
}

/** When the notices of a new visit are due; null for those the clinic does not want. One that has to be paid for first is not confirmed yet. */
export function noticesOfBooking(settings: NoticeSettings | null, fromAt: Instant, now: Instant, waitsForPayment: boolean) {
  const { confirmation = false } = settings ?? {}
  return { confirmationDueAt: confirmation && !waitsForPayment ? now : null, reminderDueAt: settings && reminderAt(settings, fromAt, now) }
}

interface AboutVisit {
  workspaceId: number
  appointmentId: number
  now: Instant
}

/** The kind of due work that tells a patient of several visits in one message; its subject is the patient. */
export const gatheredKind = 'visit-changes'

/** What such work tells: of each visit, by its id, what has become of it last. Ids and words of ours, nothing of the patient. */
export interface GatheredPayload {
  changes: Record<string, 'move' | 'cancellation'>
}

/**
 * Tells of a change now; of a visit that a block displaced, whose patient is `displaced`, together with what else becomes of that patient's
 * visits within a minute (DAY-12). Of more than fifty each is told by itself.
 */
async function planChange(
  queries: Queries,
  { workspaceId, appointmentId, now }: AboutVisit,
  kind: 'move' | 'cancellation',
  displaced: number | null,
): Promise<void> {
  const gathered = displaced === null ? [] : [{ workspaceId, kind: gatheredKind, patientId: displaced, appointmentId, change: kind, dueAt: now + gatheringMs }]
  for (const about of gathered) if ((await queries.rows(gatherNotice, about)).length > 0) return
  await plan(queries, { workspaceId, subjectId: appointmentId, kind: workKindOf(kind), dueAt: now })
}

/** Confirms a visit that has waited for its payment. */
export async function planConfirmation(queries: Queries, settings: NoticeSettings | null, { workspaceId, appointmentId, now }: AboutVisit): Promise<void> {
  if (settings?.confirmation) await plan(queries, { workspaceId, subjectId: appointmentId, kind: workKindOf('confirmation'), dueAt: now })
}

/** Tells of a new time, and moves the reminder to it. `displaced`: the patient, where the visit leaves a blocked time. */
export async function planNoticesOfMove(
  queries: Queries,
  settings: NoticeSettings | null,
  visit: AboutVisit,
  fromAt: Instant,
  displaced: number | null,
): Promise<void> {
  const reminder = { workspaceId: visit.workspaceId, subjectId: visit.appointmentId, kind: workKindOf('reminder') }
  const dueAt = settings && reminderAt(settings, fromAt, visit.now)
  if (dueAt === null) await unplan(queries, reminder)
  else await plan(queries, { ...reminder, dueAt })
  // Last, for other visits of the patient wait for it.
  if (settings?.move) await planChange(queries, visit, 'move', displaced)
}

/** Tells of visits, in the order of their start, that their practitioner runs late; returns of how many. */
export async function planNoticesOfLateness(
  queries: Queries,
  { notices, noticesOff }: { notices: NoticeSettings | null; noticesOff: boolean },
  { workspaceId, appointmentIds, now }: { workspaceId: number; appointmentIds: readonly number[]; now: Instant },
): Promise<number> {
  if (!notices?.late || noticesOff) return 0
  for (const subjectId of appointmentIds) await plan(queries, { workspaceId, subjectId, kind: workKindOf('late'), dueAt: now })
  return appointmentIds.length
}

/** Whether a patient is told that a visit is called off; IF_TOLD_BEFORE: only one who has been told anything of it. */
export type CancellationTold = boolean | 'IF_TOLD_BEFORE'

/**
 * Tells of a cancellation, and of nothing that was still to be told; of a void, which never was, and of a visit that is over nothing at all.
 * `displaced`: the patient, where the visit was in a blocked time.
 */
export async function planNoticesOfCancellation(
  queries: Queries,
  settings: NoticeSettings | null,
  visit: AboutVisit,
  isTold: CancellationTold,
  displaced: number | null,
): Promise<void> {
  const { workspaceId, appointmentId } = visit
  await unplanAll(queries, { workspaceId, subjectId: appointmentId }, (['confirmation', 'reminder', 'move', 'late'] as const).map(workKindOf))
  if (!settings?.cancellation || !isTold) return
  // Asked after the work is taken back, which waits for whoever is beginning a notice: from here on none is begun.
  if (isTold === 'IF_TOLD_BEFORE' && (await queries.rows(noticeThatWentOut, { workspaceId, appointmentId })).length === 0) return
  await planChange(queries, visit, 'cancellation', displaced)
}
