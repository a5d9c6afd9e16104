import type { Output } from '../api/call.ts'
import { type DisplayStatus, isIncluded } from './status.tsx'

/**
 * Whether something has still to be paid for a visit or a token: not for one that will not happen,
 * or that no one came to.
 */
export const isDue = ({
  paymentStatus,
  dueAmount,
  status,
}: Pick<Output<'visit-show'>, 'paymentStatus' | 'dueAmount'> & { status: DisplayStatus }) =>
  paymentStatus === 'UNPAID' &&
  dueAmount > 0 &&
  !isIncluded(status, 'CANCELLED', 'NO_SHOW', 'MISSED')
