// A requested change of a visit's status, and its parsing from a request body.

import type { Instant } from '../../base/values/clinic-time.ts'
import { invalid } from '../../base/values/problem.ts'
import {
  type CancellationRequest,
  type SentCancellation,
  toCancellation,
} from '../booking/cancellation.ts'
import type { AppointmentStatus } from './appointment-status.ts'
import type { Visit } from './visits.ts'

/**
 * A requested change; if it is not a cancellation, the members of a cancellation have their
 * defaults.
 */
export interface StatusChange extends CancellationRequest {
  status: AppointmentStatus
  /**
   * A check beyond the table of transitions: throws if the locked visit cannot have the status now.
   */
  check?: (visit: Visit, now: Instant) => void
}

/**
 * Reads the body of a change; throws if it has members that only a cancellation may have.
 */
export function toStatusChange({
  status,
  ...sent
}: SentCancellation & { status: AppointmentStatus }): StatusChange {
  if (status !== 'CANCELLED') {
    const { cancellationReason, refundIssued, voidBooking } = sent
    for (const [field, value] of Object.entries({
      cancellationReason,
      refundIssued,
      voidBooking,
    })) {
      if (value !== undefined && value !== false)
        throw invalid(`${field} may be sent only with status CANCELLED`)
    }
  }
  return { status, ...toCancellation(sent) }
}
