// A change of a visit's status as requested, and its parsing from a body.

import type { Instant } from '../values/clinic-time.ts'
import { invalid } from '../values/problem.ts'
import type { AppointmentStatus } from './appointment-status.ts'
import type { Visit } from './visits.ts'

/** A requested change. */
export interface StatusChange {
  status: AppointmentStatus
  cancellationReason: string | null
  refund: AskedRefund | undefined
  /** As if the visit had never existed: no notice, no refund, no place in statistics (STAT-24, STAT-25). */
  voided: boolean
  /** For a visit with a pack: its session is returned (STAT-27, A-146). */
  returnsSession: boolean
  /** Throws where the locked visit cannot have the status at this moment, in addition to the table of transitions. */
  check?: (visit: Visit, now: Instant) => void
}

/** A refund as the caller calculates it; the amount must equal the service's own calculation (STAT-20). */
export interface AskedRefund {
  percentage: number
  /** In the currency of the visit. */
  amount: number
  overrideReason: string | null
}

/** Reads the members that only a cancellation may have. */
export function toStatusChange({
  status,
  cancellationReason,
  refundIssued: isRefundIssued,
  refundPercentage,
  refundAmount,
  refundOverrideReason,
  voidBooking = false,
}: {
  status: AppointmentStatus
  cancellationReason?: string
  refundIssued?: boolean
  refundPercentage?: number
  refundAmount?: number
  refundOverrideReason?: string
  voidBooking?: boolean
}): StatusChange {
  const refundIssued = isRefundIssued ?? false
  if (status !== 'CANCELLED') {
    for (const [field, given] of Object.entries({ cancellationReason, refundIssued, voidBooking })) {
      if (given !== undefined && given !== false) throw invalid(`${field} may be sent only with status CANCELLED`)
    }
  }
  if (isRefundIssued === undefined) {
    for (const [field, given] of Object.entries({ refundPercentage, refundAmount, refundOverrideReason })) {
      if (given !== undefined) throw invalid(`${field} requires refundIssued: send refundIssued true to refund, or false to keep the fee`)
    }
  }
  const refund = refundIssued && !voidBooking ? asked(refundPercentage, refundAmount, refundOverrideReason) : undefined
  return { status, cancellationReason: cancellationReason ?? null, refund, voided: voidBooking, returnsSession: refundIssued }
}

function asked(percentage: number | undefined, amount: number | undefined, overrideReason: string | undefined): AskedRefund {
  if (percentage === undefined) throw invalid('refundPercentage is required when refundIssued is true')
  if (amount === undefined) throw invalid('refundAmount is required when refundIssued is true')
  if (percentage < 0 || percentage > 100) throw invalid('refundPercentage must be from 0 to 100')
  return { percentage, amount, overrideReason: overrideReason ?? null }
}
