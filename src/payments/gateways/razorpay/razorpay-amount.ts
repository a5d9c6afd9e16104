// Amounts as Razorpay takes them: whole numbers of a currency's smallest unit, with the decimals of its own list.

import { decimalsOf, isCurrency, minorUnitsMax } from '../../../values/money.ts'

/** Razorpay's list of currencies (About International Payments), by their decimals. */
const currenciesByDecimals: Readonly<Record<0 | 2 | 3, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  2: `AED ALL AMD AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BZD CAD CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ETB EUR FJD
    GBP GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR JMD KES KGS KHR KYD KZT LAK LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK
    MXN MYR MZN NAD NGN NIO NOK NPR NZD PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SCR SEK SGD SOS SVC SZL THB TRY TTD TWD TZS UAH USD UYU
    UZS XCD YER ZAR ZMW`,
  3: 'BHD IQD JOD KWD OMR TND',
}

const decimalsThere = new Map(Object.entries(currenciesByDecimals).flatMap(([decimals, codes]) => codes.split(/\s+/).map((code) => [code, Number(decimals)])))

/** Whether Razorpay takes a currency, in the same smallest unit as the service. */
export function takesCurrency(currency: string): boolean {
  return isCurrency(currency) && decimalsThere.get(currency) === decimalsOf(currency)
}

/**
 * An amount in minor units as Razorpay takes it; undefined where it cannot be taken exactly: of three decimals the last has to be 0 (Create a
 * Standard Payment Link).
 */
export function toRazorpayAmount(minor: number, currency: string): number | undefined {
  if (!takesCurrency(currency) || !Number.isInteger(minor) || minor <= 0 || minor > minorUnitsMax) return undefined
  return decimalsOf(currency) === 3 && minor % 10 !== 0 ? undefined : minor
}

/** What Razorpay calls an amount, in minor units; undefined where it is none. */
export function fromRazorpayAmount(amount: unknown, currency: string): number | undefined {
  return takesCurrency(currency) && typeof amount === 'number' && Number.isSafeInteger(amount) && amount >= 0 ? amount : undefined
}
