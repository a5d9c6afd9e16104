import type { Output } from '../api/call.ts'
import { type DisplayStatus, isIncluded } from './status.tsx'

/**
 * Whether a visit or a token still has to be paid: not if it will not take place, or if no one
 * came.
 */
export const isDue = ({
  paymentStatus,
  dueAmount,
  status,
}: Pick<Output<'visit-show'>, 'paymentStatus' | 'dueAmount'> & { status: DisplayStatus }) =>
  paymentStatus === 'UNPAID' &&
  dueAmount > 0 &&
  !isIncluded(status, 'CANCELLED', 'NO_SHOW', 'MISSED')
