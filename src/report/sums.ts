// What a report counts of visits and tokens, as sums that add up: of a day, of a practitioner, of a year.

import type { CalendarDate } from '../values/calendar-date.ts'

/** Sums of visits and tokens that are read by one statement, in the order of its columns. */
export const visitCounts = {
  expected: 'bigint',
  overdue: 'bigint',
  inConsultation: 'bigint',
  completed: 'bigint',
  noShow: 'bigint',
  missed: 'bigint',
  cancelled: 'bigint',
  tokens: 'bigint',
  newPatients: 'bigint',
  bookedMinutes: 'bigint',
  bookedPlaces: 'bigint',
  leadVisits: 'bigint',
  leadMinutes: 'bigint',
  leadSameDay: 'bigint',
  leadNextDay: 'bigint',
  leadWeek: 'bigint',
  leadFortnight: 'bigint',
  leadMonth: 'bigint',
  leadLater: 'bigint',
} as const

/** Sums of how long patients with tokens waited, and were told that they would. */
export const waitCounts = { waits: 'bigint', waitedSeconds: 'bigint', toldFromMinutes: 'bigint', toldToMinutes: 'bigint', waitsAsTold: 'bigint' } as const

/** What is kept of a past day and can be counted again. */
export const keptCounts = { ...visitCounts, ...waitCounts } as const

/** What was offered; it is kept once, for it cannot be counted again. */
export const offeredCounts = { offeredMinutes: 'bigint', offeredPlaces: 'bigint' } as const

export const sumNames = [...names(keptCounts), ...names(offeredCounts)] as const
export type Sums = Record<(typeof sumNames)[number], number>

/** Whose sums of which day. */
export interface DayKey {
  date: CalendarDate
  doctorId: number
  locationId: number
}

export const dayKey = ({ date, doctorId, locationId }: DayKey) => `${date} ${doctorId} ${locationId}`

function names<Counts extends object>(counts: Counts) {
  return Object.keys(counts) as (keyof Counts)[]
}

/** `inConsultation` as the database writes it: `in_consultation`. */
export const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export function noSums(): Sums {
  return Object.fromEntries(sumNames.map((name) => [name, 0])) as Sums
}

/** Adds what there is of some sums to others. */
export function addSums(to: Sums, more: Partial<Sums>): void {
  for (const name of sumNames) to[name] += more[name] ?? 0
}

/** Money of one way of payment and currency, in minor units; `refundedMinor` is what was given back, not less than zero. */
export interface MoneySum {
  channel: MoneyChannel
  method: string
  currency: string
  payments: number
  takenMinor: number
  refundedMinor: number
}

/** DESK: at the till. ONLINE: through a gateway. ELSEWHERE: bookings came as paid, and nothing more is known of it. */
export const moneyChannels = ['DESK', 'ONLINE', 'ELSEWHERE'] as const
export type MoneyChannel = (typeof moneyChannels)[number]

/** Sums of money by way of payment and currency; two currencies are never added. */
export function moneySums() {
  const sums = new Map<string, MoneySum>()
  return {
    add({ channel, method, currency, payments, takenMinor, refundedMinor }: MoneySum) {
      const key = [channel, method, currency].join(' ')
      const sum = sums.get(key) ?? { channel, method, currency, payments: 0, takenMinor: 0, refundedMinor: 0 }
      sum.payments += payments
      sum.takenMinor += takenMinor
      sum.refundedMinor += refundedMinor
      sums.set(key, sum)
    },
    list: () =>
      [...sums]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, sum]) => sum)
        .filter(({ payments, takenMinor, refundedMinor }) => payments !== 0 || takenMinor !== 0 || refundedMinor !== 0),
  }
}
