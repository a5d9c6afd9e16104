import type { Configuration, Location } from './configuration.ts'

/**
 * How patients pay at the desk of a location: UPI if prices are in rupees, the clinic's own
 * methods, and the usual ones.
 */
export function listDeskPaymentMethods(
  { paymentMethods }: Pick<Configuration, 'paymentMethods'>,
  { currency }: Pick<Location, 'currency'>,
): string[] {
  const usualMethods = ['CASH', 'CARD', ...(currency === 'INR' ? ['UPI'] : []), 'BANK_TRANSFER']
  // A clinic may also list one of the usual methods.
  return [...new Set([...usualMethods, ...paymentMethods, 'OTHER'])]
}
