import type { Output } from '../api/call.ts'
import { isOneOf, type ShownStatus } from './status.tsx'

/** Whether something has still to be paid for a visit or a token: not for one that will not happen, or that nobody came to. */
export const isDue = ({ paymentStatus, dueAmount, status }: Pick<Output<'visit-show'>, 'paymentStatus' | 'dueAmount'> & { status: ShownStatus }) =>
  paymentStatus === 'UNPAID' && dueAmount > 0 && !isOneOf(status, 'CANCELLED', 'NO_SHOW', 'MISSED')
