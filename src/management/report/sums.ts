// The counts of visits and tokens in a report, as sums that can be added up, for example for a day,
// a practitioner or a year.

import type { CalendarDate } from '../../base/values/calendar-date.ts'

/** Sums of visits and tokens that one statement reads, in the order of its columns. */
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
  patientConfirmed: 'bigint',
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

/** Sums of waits with a token, and of the estimates that patients were shown. */
export const waitCounts = {
  waits: 'bigint',
  waitedSeconds: 'bigint',
  toldFromMinutes: 'bigint',
  toldToMinutes: 'bigint',
  waitsAsTold: 'bigint',
} as const

/** Sums that are stored for a past day and can be counted again. */
export const storedCounts = { ...visitCounts, ...waitCounts } as const

/** What was offered; stored once, since it cannot be counted again. */
export const offeredCounts = { offeredMinutes: 'bigint', offeredPlaces: 'bigint' } as const

export const sumNames = [...countKeys(storedCounts), ...countKeys(offeredCounts)] as const
export type Sums = Record<(typeof sumNames)[number], number>

/** The day, practitioner and location of sums. */
export interface DayKey {
  date: CalendarDate
  doctorId: number
  locationId: number
}

export const dayKey = ({ date, doctorId, locationId }: DayKey) =>
  `${date} ${doctorId} ${locationId}`

function countKeys<Counts extends object>(counts: Counts) {
  return Object.keys(counts) as (keyof Counts)[]
}

/** The column for `inConsultation`: `in_consultation`. */
export const toColumnName = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export function emptySums(): Sums {
  return Object.fromEntries(sumNames.map((name) => [name, 0])) as Sums
}

/** Adds some sums to others; missing ones count as zero. */
export function addSums(to: Sums, added: Partial<Sums>): void {
  for (const name of sumNames) to[name] += added[name] ?? 0
}

/** Money by payment channel and currency, in minor units; `refundedMinor` is not negative. */
export interface MoneySum {
  channel: MoneyChannel
  method: string
  currency: string
  payments: number
  takenMinor: number
  refundedMinor: number
}

/**
 * DESK: at the till. ONLINE: through a gateway. ELSEWHERE: the booking arrived already paid, and
 * nothing more is known.
 */
export const moneyChannels = ['DESK', 'ONLINE', 'ELSEWHERE'] as const
export type MoneyChannel = (typeof moneyChannels)[number]

/** Sums of money by payment channel and currency; different currencies are never added. */
export function createMoneySums() {
  const sums = new Map<string, MoneySum>()
  return {
    add({ channel, method, currency, payments, takenMinor, refundedMinor }: MoneySum) {
      const key = [channel, method, currency].join(' ')
      const sum = sums.get(key) ?? {
        channel,
        method,
        currency,
        payments: 0,
        takenMinor: 0,
        refundedMinor: 0,
      }
      sum.payments += payments
      sum.takenMinor += takenMinor
      sum.refundedMinor += refundedMinor
      sums.set(key, sum)
    },
    list: () =>
      [...sums]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, sum]) => sum)
        .filter(
          ({ payments, takenMinor, refundedMinor }) =>
            payments !== 0 || takenMinor !== 0 || refundedMinor !== 0,
        ),
  }
}
