import type { Configuration, Location } from './configuration.ts'

/**
 * How patients pay at the desk of a location: UPI if prices are in rupees, the clinic's own
 * methods, and the usual ones.
 */
export function deskMethodsAt({ paymentMethods }: Pick<Configuration, 'paymentMethods'>, { currency }: Pick<Location, 'currency'>): string[] {
  const usual = ['CASH', 'CARD', ...(currency === 'INR' ? ['UPI'] : []), 'BANK_TRANSFER']
  // A clinic may also list one of the usual methods.
  return [...new Set([...usual, ...paymentMethods, 'OTHER'])]
}
