/** Whether a visit, token or pack has to be paid: not one that will not happen, or that nobody came to. */
export const isDue = ({ paymentStatus, payableAmount, status }: { paymentStatus: string; payableAmount: number; status: string }) =>
  paymentStatus === 'UNPAID' && payableAmount > 0 && !['CANCELLED', 'NO_SHOW', 'MISSED'].includes(status)
