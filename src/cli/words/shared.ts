// Words of records that several commands show.

/** What is to be paid, and whether it is: `500 INR PAID`. */
export function paymentText({ payableAmount, currency, paymentStatus }: { payableAmount: number; currency: string; paymentStatus: string }): string {
  return `${payableAmount} ${currency} ${paymentStatus}`
}

/** Null of an erased patient, and of one who is known by a phone alone. */
export function patientName({ firstName, lastName }: { firstName: string | null; lastName: string | null }): string | null {
  return [firstName, lastName].filter(Boolean).join(' ') || null
}
