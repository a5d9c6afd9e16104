// Texts about records that several commands show.

/** The amount and its payment status: `500 INR PAID`. */
export function formatPayment({
  payableAmount,
  currency,
  paymentStatus,
}: {
  payableAmount: number
  currency: string
  paymentStatus: string
}): string {
  return `${payableAmount} ${currency} ${paymentStatus}`
}

/** The patient's name; null for an erased patient, and for one with only a phone number. */
export function patientName({
  firstName,
  lastName,
}: {
  firstName: string | null
  lastName: string | null
}): string | null {
  return [firstName, lastName].filter(Boolean).join(' ') || null
}
