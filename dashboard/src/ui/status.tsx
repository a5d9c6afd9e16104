import type { Output } from '../api/call.ts'
import { useWords } from '../words/words.tsx'
import classes from './status.module.css'

const circle = 'M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11z'
const cross = 'M4 4l8 8M12 4l-8 8'
const arrow = 'M3 11c0-6 7-7 9-3m0-4v4h-4'

type VisitDetails = Output<'visit-show'>
/** The status of a visit or a token as people see it. */
export type DisplayStatus = VisitDetails['status'] | 'ARRIVED' | 'PATIENT_CONFIRMED' | 'HELD'

/**
 * A shape for each status, so that none is recognized by its colour alone. Paths in a 16 × 16
 * square.
 */
const shapes: Record<DisplayStatus, { path: string; isFilled?: true }> = {
  SCHEDULED: { path: circle },
  WAITING: { path: circle },
  CONFIRMED: { path: `${circle}M8 2.5v11M8 5h3.5M8 8h5M8 11h3.5` },
  PATIENT_CONFIRMED: { path: `${circle}M5.5 8.2l2 2l3.4-4.2` },
  RESCHEDULED: { path: arrow },
  SKIPPED: { path: arrow },
  ARRIVED: { path: 'M8 1.5L14.5 8L8 14.5L1.5 8z', isFilled: true },
  CALLED: { path: 'M8 1.5L14.5 8L8 14.5L1.5 8z', isFilled: true },
  IN_CONSULTATION: { path: 'M4 2.5L13.5 8L4 13.5z', isFilled: true },
  COMPLETED: { path: 'M2.5 8.5l4 4l7-9' },
  NO_SHOW: { path: cross },
  MISSED: { path: cross },
  CANCELLED: { path: `${circle}M4.2 4.2l7.6 7.6` },
  OVERDUE: { path: 'M8 2v8M8 13v.5' },
  HELD: { path: 'M3 8h.5M8 8h.5M13 8h.5' },
}

/** The colour classes of a status. */
export const toneClass = (status: DisplayStatus) => `${classes.tone} ${classes[status] ?? ''}`

export function StatusShape({ status }: { status: DisplayStatus }) {
  const { path, isFilled } = shapes[status]
  return (
    <svg aria-hidden="true" className={classes.shape} viewBox="0 0 16 16" data-filled={isFilled}>
      <path d={path} />
    </svg>
  )
}

export function StatusMark({ status }: { status: DisplayStatus }) {
  const words = useWords()
  return (
    <span className={`${classes.mark} ${toneClass(status)}`}>
      <StatusShape status={status} /> {words.status[status]}
    </span>
  )
}

type StatusFields = Pick<VisitDetails, 'status' | 'paymentStatus'> & {
  arrivedAt?: string | null
  patientConfirmedAt?: string | null
}

/**
 * The status of a visit as shown: an arrival, the person who confirmed and a pending payment are
 * not statuses of the record.
 */
export function displayStatus({
  status,
  paymentStatus,
  arrivedAt,
  patientConfirmedAt,
}: StatusFields): DisplayStatus {
  if (arrivedAt && isIncluded(status, 'SCHEDULED', 'CONFIRMED', 'RESCHEDULED', 'OVERDUE'))
    return 'ARRIVED'
  if (paymentStatus === 'PENDING' && !isIncluded(status, 'CANCELLED', 'COMPLETED')) return 'HELD'
  return status === 'CONFIRMED' && patientConfirmedAt ? 'PATIENT_CONFIRMED' : status
}

/** Whether a status is one of those given; a word that is not a status does not compile. */
export const isIncluded = (status: DisplayStatus, ...candidates: DisplayStatus[]): boolean =>
  candidates.includes(status)
