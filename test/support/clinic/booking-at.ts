// The bodies of bookings in tests and measurements. It imports nothing, so that a thread can load
// it on its own.

/** A visit at the clinic, paid at the desk. */
export const plainVisit = {
  bookingType: 'ONE_TIME_APPOINTMENT',
  mode: 'OFFLINE',
  paymentMode: 'CASH',
  consultationCharge: 500,
} as const

/** The same visit with its time: an instant and a length in ms. */
export function bookingAt(from: number, lengthMs: number) {
  return {
    ...plainVisit,
    fromDateTimeIso: new Date(from).toISOString(),
    toDateTimeIso: new Date(from + lengthMs).toISOString(),
  }
}
