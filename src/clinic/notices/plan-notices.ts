// Plans notices in the transaction that books, moves or cancels a visit, so that none is missed.
// The content is read when the notice is sent: docs/decisions/visits.md

import type { Queries } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import { planWorkSql } from '../../base/due-work/queries.ts'
import { plan, removeAllPlanned, removePlanned } from '../../base/due-work/work.ts'
import type { Actor } from '../../base/operations/actor.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { type NoticeKind, type NoticeSettings, noticeKinds } from './notice-settings.ts'
import { type NoticeSubject, toNoticeSubject } from './noticed-visit.ts'
import { planGatheredNotice, possiblySentNotice } from './queries.ts'
import { nextReminderAt } from './reminder-times.ts'

/**
 * How long notices about displaced visits wait for more of them, and the changes can be undone:
 * staff change the visits one after the other.
 */
const gatheringMs = 60_000

/**
 * How long a change at the desk can be undone, and its notices wait. The dashboard offers to undo
 * it for as long (dashboard/src/ui/undo.tsx).
 */
export const deskUndoMs = 12_000

/**
 * How long a change at the desk can be undone; longer for a visit that a block displaced, which is
 * one of many changes.
 */
export const undoPeriodMs = (isDisplaced: boolean) => (isDisplaced ? gatheringMs : deskUndoMs)

/**
 * When a notice about a change by `actor` is due: at the desk it may be changed again at once, and
 * one notice then reports the final state.
 */
export const noticeDueAt = (actor: Actor, now: Instant) =>
  actor.kind === 'staff' ? now + deskUndoMs : now

/** The kind of due work that sends notices of a kind; its subject is the visit. */
export const noticeWorkKind = (kind: NoticeKind) =>
  `visit-${kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** What `bookingNoticeTimes` plans, as parameters of the statement that books. */
export const noticeParameters = {
  confirmationDueAt: 'timestamptz?',
  reminderDueAt: 'timestamptz?',
} as const

/** SQL that plans the notices of the new visits whose `id` is in `source`. */
export function planNoticesFor(source: string): string {
  return planWorkSql(source, {
    [noticeWorkKind('confirmation')]: 'confirmationDueAt',
    [noticeWorkKind('reminder')]: 'reminderDueAt',
  })
}

/**
 * Returns when a new visit's notices are due; null for notices that the clinic does not send. A
 * booking that has to be paid first is not confirmed yet.
 */
export function bookingNoticeTimes(
  settings: NoticeSettings | null,
  visit: { fromAt: Instant; zone: string },
  now: Instant,
  actor: Actor,
  waitsForPayment: boolean,
) {
  const { confirmation = false } = settings ?? {}
  return {
    confirmationDueAt: confirmation && !waitsForPayment ? noticeDueAt(actor, now) : null,
    reminderDueAt: settings && nextReminderAt(settings, visit, now),
  }
}

interface VisitToNotify {
  workspaceId: number
  appointmentId: number
  now: Instant
}

/**
 * The kind of due work that notifies a patient of several visits in one message; its subject is the
 * patient.
 */
export const gatheredKind = 'visit-changes'

/**
 * The payload of such work: for each visit, by its id, the last change. Only ids and our own words,
 * no patient data.
 */
export interface GatheredPayload {
  changes: Record<string, 'move' | 'cancellation'>
}

/**
 * Plans the notice of a change: immediately or, for a visit that a block displaced, whose patient
 * is `displaced`, together with other changes of that patient's visits within a minute (DAY-12).
 * Beyond fifty visits, each gets its own notice.
 */
async function planChange(
  queries: Queries,
  { workspaceId, appointmentId, now }: VisitToNotify,
  kind: 'move' | 'cancellation',
  displacedPatientId: number | null,
): Promise<void> {
  const gathered =
    displacedPatientId === null
      ? []
      : [
          {
            workspaceId,
            kind: gatheredKind,
            patientId: displacedPatientId,
            appointmentId,
            change: kind,
            dueAt: now + gatheringMs,
          },
        ]
  for (const entry of gathered)
    if ((await queries.rows(planGatheredNotice, entry)).length > 0) return
  await plan(queries, {
    workspaceId,
    subjectId: appointmentId,
    kind: noticeWorkKind(kind),
    dueAt: now,
  })
}

/**
 * Plans a notice to the patient about the outcome of an awaited payment; none about an expiry if
 * they already get a notice of the cancellation.
 */
export async function planPaymentNotice(
  queries: Queries,
  settings: NoticeSettings | null,
  {
    workspaceId,
    now,
    ...noticeSubject
  }: Pick<VisitToNotify, 'workspaceId' | 'now'> & Partial<NoticeSubject>,
  kind: 'expiry' | 'refund',
): Promise<void> {
  if (!settings?.[kind]) return
  const subject = toNoticeSubject(noticeSubject)
  if (
    kind === 'expiry' &&
    settings[subject.visitId === null ? 'cancellation' : 'tokenCancellation']
  ) {
    if ((await queries.rows(possiblySentNotice, { workspaceId, ...subject })).length > 0) return
  }
  await plan(queries, {
    workspaceId,
    subjectId: (subject.appointmentId ?? subject.visitId) as number,
    kind: noticeWorkKind(kind),
    dueAt: now,
  })
}

/** Confirms a visit whose payment has arrived. */
export async function planConfirmation(
  queries: Queries,
  settings: NoticeSettings | null,
  { workspaceId, appointmentId, now }: VisitToNotify,
): Promise<void> {
  if (settings?.confirmation)
    await plan(queries, {
      workspaceId,
      subjectId: appointmentId,
      kind: noticeWorkKind('confirmation'),
      dueAt: now,
    })
}

/**
 * Locks the planned confirmation of a visit, so that no process begins it before this transaction
 * ends; returns no row if it has begun.
 */
const lockPlannedConfirmation = statement(
  'lock_planned_confirmation',
  { takes: { workspaceId: 'bigint', subjectId: 'bigint' }, returns: { id: 'bigint' } },
  `
  select id
  from due_work
  where workspace_id = :workspaceId and kind = '${noticeWorkKind('confirmation')}' and subject_id = :subjectId and state = 'WAITING' and leased_until is null
  for no key update`,
)

/**
 * Plans the notice of a new time, and moves the reminder. `displaced`: the patient, if the visit
 * leaves a blocked time.
 */
export async function planMoveNotices(
  queries: Queries,
  settings: NoticeSettings | null,
  visit: VisitToNotify,
  time: { fromAt: Instant; zone: string },
  displacedPatientId: number | null,
): Promise<void> {
  const reminder = {
    workspaceId: visit.workspaceId,
    subjectId: visit.appointmentId,
    kind: noticeWorkKind('reminder'),
  }
  const dueAt = settings && nextReminderAt(settings, time, visit.now)
  if (dueAt === null) await removePlanned(queries, reminder)
  else await plan(queries, { ...reminder, dueAt })
  // Last, because other visits of the patient wait for this lock. A confirmation that is still to
  // be sent says the new time.
  if (
    settings?.move &&
    (
      await queries.rows(lockPlannedConfirmation, {
        workspaceId: visit.workspaceId,
        subjectId: visit.appointmentId,
      })
    ).length === 0
  )
    await planChange(queries, visit, 'move', displacedPatientId)
}

interface ClinicNotices {
  notices: NoticeSettings | null
  noticesOff: boolean
}

/**
 * The kinds of notices that patients get: those the clinic file asks for, and none while they are
 * switched off.
 */
export const enabledNoticeKinds = ({ notices, noticesOff }: ClinicNotices): NoticeKind[] =>
  noticeKinds.filter((kind) => !noticesOff && notices?.[kind] === true)

/**
 * Plans notices that the practitioner runs late, for visits in the order of their start; returns
 * how many.
 */
export async function planLatenessNotices(
  queries: Queries,
  clinic: ClinicNotices,
  {
    workspaceId,
    appointmentIds,
    dueAt,
  }: { workspaceId: number; appointmentIds: readonly number[]; dueAt: Instant },
): Promise<number> {
  if (!enabledNoticeKinds(clinic).includes('late')) return 0
  for (const subjectId of appointmentIds)
    await plan(queries, { workspaceId, subjectId, kind: noticeWorkKind('late'), dueAt })
  return appointmentIds.length
}

/**
 * Whether a patient is notified of a cancellation; IF_NOTIFIED_BEFORE: only a patient who has had a
 * notice of the visit.
 */
export type CancellationNotice = boolean | 'IF_NOTIFIED_BEFORE'

/**
 * Plans the notice of a cancellation and removes notices still to be sent. Void visits and visits
 * that are over get no notice. `displaced`: the patient, if the visit was in a blocked time.
 */
export async function planCancellationNotices(
  queries: Queries,
  settings: NoticeSettings | null,
  visit: VisitToNotify,
  notifies: CancellationNotice,
  displacedPatientId: number | null,
): Promise<void> {
  const { workspaceId, appointmentId } = visit
  await removeAllPlanned(
    queries,
    { workspaceId, subjectId: appointmentId },
    (['confirmation', 'reminder', 'move', 'late'] as const).map(noticeWorkKind),
  )
  if (!settings?.cancellation || !notifies) return
  // Checked after the work is removed, which waits for a notice that is being begun: from here on
  // none can begin.
  if (
    notifies === 'IF_NOTIFIED_BEFORE' &&
    (await queries.rows(possiblySentNotice, { workspaceId, ...toNoticeSubject({ appointmentId }) }))
      .length === 0
  )
    return
  await planChange(queries, visit, 'cancellation', displacedPatientId)
}
