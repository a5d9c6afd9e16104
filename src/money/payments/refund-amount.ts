import Big from 'big.js'

/**
 * A share of an amount in minor units, rounded half up to a whole unit. `percentage` is
 * from 0 to 100, as a decimal; the result is always exact, since nothing is divided.
 */
export function refundMinor(payableMinor: number, percentage: number): number {
  return new Big(percentage).times('0.01').times(payableMinor).round(0, Big.roundHalfUp).toNumber()
}
