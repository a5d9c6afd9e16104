import type { Configuration, Location } from './configuration.ts'

/** How patients pay at the desk of a location: UPI where prices are in rupees, the clinic's own methods, and the usual ones. */
export const deskMethodsAt = ({ paymentMethods }: Pick<Configuration, 'paymentMethods'>, { currency }: Pick<Location, 'currency'>): string[] => [
  ...['CASH', 'CARD', ...(currency === 'INR' ? ['UPI'] : []), 'BANK_TRANSFER'],
  ...paymentMethods,
  'OTHER',
]
