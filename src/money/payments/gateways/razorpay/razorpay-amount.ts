// Amounts for Razorpay: integers in a currency's minor units, with the number of decimals in
// Razorpay's own list.

import { currencyDecimals, isCurrency, minorUnitsMax } from '../../../../base/values/money.ts'

/** Razorpay's list of currencies (About International Payments), by their decimals. */
const currenciesByDecimals: Readonly<Record<0 | 2 | 3, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  2: `AED ALL AMD AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BZD CAD CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ETB EUR FJD
    GBP GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR JMD KES KGS KHR KYD KZT LAK LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK
    MXN MYR MZN NAD NGN NIO NOK NPR NZD PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SCR SEK SGD SOS SVC SZL THB TRY TTD TWD TZS UAH USD UYU
    UZS XCD YER ZAR ZMW`,
  3: 'BHD IQD JOD KWD OMR TND',
}

const razorpayDecimals = new Map(
  Object.entries(currenciesByDecimals).flatMap(([decimals, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(decimals)]),
  ),
)

/** Whether Razorpay accepts a currency, with the same minor units as the service. */
export function takesCurrency(currency: string): boolean {
  return isCurrency(currency) && razorpayDecimals.get(currency) === currencyDecimals(currency)
}

/**
 * An amount in minor units for Razorpay; undefined if it cannot be sent exactly: of three decimals,
 * the last must be 0 (Create a Standard Payment Link).
 */
export function toRazorpayAmount(minor: number, currency: string): number | undefined {
  if (!takesCurrency(currency) || !Number.isInteger(minor) || minor <= 0 || minor > minorUnitsMax)
    return undefined
  return currencyDecimals(currency) === 3 && minor % 10 !== 0 ? undefined : minor
}

/** An amount from Razorpay in minor units; undefined if it is not one. */
export function fromRazorpayAmount(amount: unknown, currency: string): number | undefined {
  return takesCurrency(currency) &&
    typeof amount === 'number' &&
    Number.isSafeInteger(amount) &&
    amount >= 0
    ? amount
    : undefined
}
