// A till of every location against a small model of it: payments, corrections, refunds, receipts
// and closes at any time of the clocks there, also exactly at midnight, over the end of a year.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Clinic, type Json, openHarness } from '../../../test/support/clinic/harness.ts'
import {
  bookLena,
  createMeridianClinic,
  giveToken,
  runInClinic,
} from '../../../test/support/clinic/meridian.ts'
import { withClient } from '../../../test/support/database/databases.ts'
import { fastCheckOptions, runSize } from '../../../test/support/run/sizes.ts'

const house = await openHarness()

/** What a visit or token costs at each place, in minor units. */
const places = {
  berlin: { zone: 'Europe/Berlin', currency: 'EUR', minor: 6050 },
  jaipur: { zone: 'Asia/Kolkata', currency: 'INR', minor: 50_000 },
  kuwait: { zone: 'Asia/Kuwait', currency: 'KWD', minor: 12_125 },
} as const
/** A pack is in euros, and is paid in Jaipur. */
const packMinor = 25_000
type LocationName = keyof typeof places
const hourMs = 3_600_000

interface Entry {
  number: number
  at: number
  cause: 'PAID' | 'CORRECTED' | 'REFUNDED'
  minor: number
  currency: string
  method: string
  member: string | null
}

interface Payment {
  place: LocationName
  id: number
  /** Null for a token or a pack, which this model does not refund. */
  visitId: number | null
  minor: number
  currency: string
  method: string
  member: string | null
  isUndone: boolean
  receipt: string | null
}

interface Close {
  number: number
  firstEntry: number
  lastEntry: number
  counts: { method: string; currency: string; expected: number; counted: number }[]
}

/** What should be in the tills. */
interface Model {
  clinic: Clinic
  entries: Record<LocationName, Entry[]>
  closes: Record<LocationName, Close[]>
  payments: Payment[]
  patientId: number
  /** Numbers of receipts by location and year, oldest first, with their sign. */
  receipts: Map<string, { number: string; amount: number }[]>
}

const anyPlace = fc.constantFrom<LocationName>('berlin', 'jaipur', 'kuwait')
const step = fc.oneof(
  fc.record({ what: fc.constant('pack' as const) }),
  fc.record({ what: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ what: fc.constant('midnight' as const), of: anyPlace, before: fc.boolean() }),
  fc.record({
    what: fc.constant('pay' as const),
    place: anyPlace,
    method: fc.constantFrom('CASH', 'CARD'),
    member: fc.constantFrom(null, 'Nina Roy', 'Tom Lind'),
  }),
  fc.record({ what: fc.constant('correct' as const), which: fc.nat() }),
  fc.record({ what: fc.constant('receipt' as const), which: fc.nat() }),
  fc.record({
    what: fc.constant('refund' as const),
    which: fc.nat(),
    percentage: fc.constantFrom(50, 100),
  }),
  fc.record({
    what: fc.constant('close' as const),
    place: anyPlace,
    off: fc.integer({ min: -700, max: 700 }),
    lessOne: fc.boolean(),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** A history in which each step occurs. */
const everything: Step[] = [
  { what: 'pay', place: 'berlin', method: 'CASH', member: 'Nina Roy' },
  { what: 'pay', place: 'berlin', method: 'CARD', member: null },
  { what: 'receipt', which: 0 },
  { what: 'close', place: 'berlin', off: -50, lessOne: true },
  { what: 'midnight', of: 'jaipur', before: false },
  { what: 'pay', place: 'jaipur', method: 'CASH', member: null },
  { what: 'receipt', which: 2 },
  { what: 'wait', hours: 1 },
  { what: 'midnight', of: 'berlin', before: true },
  { what: 'pay', place: 'berlin', method: 'CASH', member: 'Tom Lind' },
  { what: 'midnight', of: 'berlin', before: false },
  { what: 'pay', place: 'berlin', method: 'CASH', member: 'Tom Lind' },
  { what: 'pay', place: 'kuwait', method: 'CASH', member: null },
  { what: 'pack' },
  { what: 'correct', which: 0 },
  { what: 'receipt', which: 0 },
  { what: 'refund', which: 1, percentage: 50 },
  { what: 'close', place: 'berlin', off: 0, lessOne: false },
  { what: 'refund', which: 2, percentage: 100 },
  { what: 'close', place: 'jaipur', off: 5, lessOne: false },
  { what: 'close', place: 'kuwait', off: -5, lessOne: false },
  { what: 'close', place: 'berlin', off: 0, lessOne: false },
]

const inZone = (zone: string, at: number, what: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, ...what }).format(at)
const dateIn = (place: LocationName, at: number) =>
  inZone(places[place].zone, at, { year: 'numeric', month: '2-digit', day: '2-digit' })
const placeId = (clinic: Clinic, place: LocationName) => clinic.id('location', place)
const minorUnits = (currency: string) => (currency === 'KWD' ? 1_000 : 100)
const toAmount = (minor: number, currency: string) => minor / minorUnits(currency)
const toMinor = (amount: number, currency: string) => Math.round(amount * minorUnits(currency))
const now = () => Math.floor(house.application.clock.now())

let booked = 0

/** The next midnight of a place. */
function nextMidnight(place: LocationName): number {
  for (let at = Math.ceil((now() * 2) / hourMs) * (hourMs / 2); ; at += hourMs / 2)
    if (dateIn(place, at) > dateIn(place, at - 1)) return at
}

/**
 * Noon of the next last day of a year, where each history begins. The one before may have ended on
 * such a day.
 */
function nextLastDay(): string {
  const year = new Date(now() + 12 * hourMs).getUTCFullYear()
  const noon = `${year}-12-31T12:00:00Z`
  return Date.parse(noon) > now() ? noon : `${year + 1}-12-31T12:00:00Z`
}

async function take(model: Model, one: Step): Promise<void> {
  const { clinic, entries, payments } = model
  const operate = (name: string, input: Json) => runInClinic(house, clinic, name, input)
  /**
   * Adds an entry, and sets its time to the whole minute: after a move to midnight, to exactly
   * midnight.
   */
  async function enter(place: LocationName, entry: Omit<Entry, 'number' | 'at'>) {
    const number = entries[place].length + 1
    const at = Math.floor(now() / 60_000) * 60_000
    entries[place].push({ ...entry, number, at })
    await withClient(house.connection, async (client) => {
      await client.query('set session_replication_role = replica')
      await client.query(
        `update till_entries e set at = $3 from tills t
         where t.workspace_id = $1 and t.location_id = $2 and e.workspace_id = $1 and e.till_id = t.id and e.number = $4`,
        [clinic.workspaceId, placeId(clinic, place), new Date(at).toISOString(), number],
      )
    })
  }
  const paid = (payment: Omit<Payment, 'isUndone' | 'receipt'>) => {
    payments.push({ ...payment, isUndone: false, receipt: null })
    const { place, minor, currency, method, member } = payment
    return enter(place, { cause: 'PAID', minor, currency, method, member })
  }
  switch (one.what) {
    case 'wait':
      return house.moveTo(new Date(now() + one.hours * hourMs).toISOString())
    case 'midnight': {
      const at = nextMidnight(one.of) - (one.before ? 60_000 : 0)
      // The last minute before midnight may have begun already.
      return at > now() ? house.moveTo(new Date(at).toISOString()) : undefined
    }
    case 'pack': {
      const { id } = await operate('packs-sell', {
        patientId: model.patientId,
        pack: 'five',
        addressId: placeId(clinic, 'jaipur'),
      })
      const payment = await operate('packs-pay', {
        id,
        method: 'CASH',
        addressId: placeId(clinic, 'jaipur'),
      })
      return paid({
        place: 'jaipur',
        id: payment.id,
        visitId: null,
        minor: packMinor,
        currency: 'EUR',
        method: 'CASH',
        member: null,
      })
    }
    case 'pay': {
      const { place, method, member } = one
      const takenBy =
        member === null
          ? {}
          : { member: clinic.id('staff', member === 'Nina Roy' ? 'nina-roy' : 'tom-lind') }
      const { minor, currency } = places[place]
      if (place === 'kuwait') {
        const { id: tokenId } = await giveToken(house, clinic)
        const { id } = await operate('token-pay', { id: tokenId, method, ...takenBy })
        return paid({ place, id, visitId: null, minor, currency, method, member })
      }
      booked += 1
      const from = new Date(
        Math.ceil(now() / hourMs) * hourMs + 30 * 24 * hourMs + booked * (hourMs / 2),
      ).toISOString()
      const { id: visitId } = await bookLena(house, clinic, place, from, {
        unofferedReason: 'For the till',
      })
      const { id } = await operate('visit-pay', { id: visitId, method, ...takenBy })
      return paid({ place, id, visitId, minor, currency, method, member })
    }
    case 'correct':
    case 'refund': {
      const valid = payments.filter(
        ({ isUndone, visitId }) => !isUndone && (one.what === 'correct' || visitId !== null),
      )
      const payment = valid[one.which % Math.max(1, valid.length)]
      if (!payment) return
      const { place, minor, currency, method, member } = payment
      payment.isUndone = true
      if (one.what === 'correct') {
        await operate('payments-correct', { id: payment.id, reason: 'Mistaken' })
        return enter(place, { cause: 'CORRECTED', minor: -minor, currency, method, member })
      }
      await operate('visit-cancel', { id: payment.visitId })
      await operate('visit-refund', {
        id: payment.visitId,
        percentage: one.percentage,
        reason: 'Goodwill',
      })
      return enter(place, {
        cause: 'REFUNDED',
        minor: -(minor * one.percentage) / 100,
        currency,
        method,
        member: null,
      })
    }
    case 'receipt': {
      const valid = payments.filter(({ isUndone, receipt }) => !isUndone && receipt === null)
      const payment = valid[one.which % Math.max(1, valid.length)]
      if (!payment) return
      const { place, minor, currency } = payment
      const year = inZone(places[place].zone, now(), { year: 'numeric' })
      const before = model.receipts.get(`${place} ${year}`) ?? []
      payment.receipt = `${placeId(clinic, place)}-${year}-${String(before.length + 1).padStart(6, '0')}`
      const given = { number: payment.receipt, amount: toAmount(minor, currency) }
      model.receipts.set(`${place} ${year}`, [...before, given])
      expect((await operate('receipt-give', { deskPaymentId: payment.id })).receipt).toMatchObject(
        given,
      )
      return
    }
    case 'close': {
      const { place, off, lessOne } = one
      const open = openEntries(model, place)
      if (open.length === 0) {
        await expect(
          operate('till-close', { addressId: placeId(clinic, place), counts: [] }),
        ).rejects.toThrow('no entries')
        return
      }
      const covered = lessOne && open.length > 1 ? open.slice(0, -1) : open
      const [firstEntry = 0, lastEntry = 0] = [covered[0]?.number, covered.at(-1)?.number]
      const counts = sumByMethod(covered).map(({ method, currency, net }) => ({
        method,
        currency,
        expected: net,
        counted: net + off,
      }))
      const inputCounts = counts.map(({ method, currency, counted }) => ({
        method,
        currency,
        amount: toAmount(counted, currency),
      }))
      const why = off !== 0 && counts.length > 0 ? { reason: 'Miscounted' } : {}
      const closed = await operate('till-close', {
        addressId: placeId(clinic, place),
        counts: inputCounts,
        firstEntry,
        lastEntry,
        ...why,
      })
      model.closes[place].push({
        number: model.closes[place].length + 1,
        firstEntry,
        lastEntry,
        counts,
      })
      expect(closed).toMatchObject({ number: model.closes[place].length, firstEntry, lastEntry })
    }
  }
}

const openEntries = ({ entries, closes }: Model, place: LocationName) =>
  entries[place].filter(({ number }) => number > (closes[place].at(-1)?.lastEntry ?? 0))

function sumByMethod(entries: readonly Entry[]) {
  const groups = Map.groupBy(entries, ({ method, currency }) => `${method} ${currency}`)
  return [...groups.keys()].toSorted().map((key) => {
    const group = groups.get(key) ?? []
    const [method = '', currency = ''] = key.split(' ')
    const of = (cause: Entry['cause']) => group.filter((entry) => entry.cause === cause)
    const sum = (cause: Entry['cause']) => of(cause).reduce((all, { minor }) => all + minor, 0)
    const taken = sum('PAID')
    const corrected = sum('CORRECTED')
    const refunded = sum('REFUNDED')
    return {
      method,
      currency,
      payments: of('PAID').length,
      taken,
      corrected,
      refunded,
      net: taken + corrected + refunded,
    }
  })
}

const shownSums = (sums: Json[]) =>
  sums.map(({ method, currency, payments, taken, corrected, refunded, net }) => {
    const minor = (amount: number) => toMinor(amount, currency)
    return {
      method,
      currency,
      payments,
      taken: minor(taken),
      corrected: minor(corrected),
      refunded: minor(refunded),
      net: minor(net),
    }
  })

const byStaffMember = (
  rows: readonly { member: string | null; currency: string; minor: number }[],
) =>
  [...Map.groupBy(rows, ({ member, currency }) => `${member} ${currency}`)]
    .map(([key, of]) => [key, of.reduce((sum, { minor }) => sum + minor, 0)])
    .toSorted()

async function compareTill(model: Model, place: LocationName): Promise<void> {
  const { clinic, entries } = model
  const open = openEntries(model, place)
  const today = dateIn(place, now())
  // The day before each too: an entry at midnight is of one day alone.
  const dates = entries[place].flatMap(({ at }) => [
    dateIn(place, at),
    dateIn(place, at - 24 * hourMs),
  ])
  for (const date of new Set([today, ...dates])) {
    const ofDay = entries[place].filter(({ at }) => dateIn(place, at) === date)
    const shown = await runInClinic(house, clinic, 'till-show', {
      addressId: placeId(clinic, place),
      ...(date !== today && { date }),
    })
    const seen = shown.entries.map(
      ({ number, at, cause, amount, currency, method, member }: Json) => {
        return {
          number,
          at: Date.parse(at),
          cause,
          minor: toMinor(amount, currency),
          currency,
          method,
          member,
        }
      },
    )
    expect({ date: shown.date, today: shown.today, entries: seen }, `${place} ${date}`).toEqual({
      date,
      today,
      entries: ofDay,
    })
    expect(shownSums(shown.byMethod)).toEqual(sumByMethod(ofDay))
    expect(
      byStaffMember(
        shown.byStaffMember.map((row: Json) => ({ ...row, minor: toMinor(row.net, row.currency) })),
      ),
    ).toEqual(byStaffMember(ofDay))
    const shownOpen = shown.open && { ...shown.open, byMethod: shownSums(shown.open.byMethod) }
    expect(shownOpen).toEqual(
      open.length === 0
        ? null
        : {
            firstEntry: open[0]?.number,
            lastEntry: open.at(-1)?.number,
            byMethod: sumByMethod(open),
          },
    )
  }
}

async function compareCloses(
  { clinic, closes, ...model }: Model,
  place: LocationName,
): Promise<void> {
  const addressId = placeId(clinic, place)
  const open = openEntries({ clinic, closes, ...model }, place)
  const tills: Json[] = await runInClinic(house, clinic, 'till-list')
  const till = tills.find((one) => one.addressId === addressId)
  expect(till).toMatchObject({ timezone: places[place].zone, openEntries: open.length })
  expect(till.openSince === null ? null : Date.parse(till.openSince)).toBe(open[0]?.at ?? null)
  const listed: Json[] = await runInClinic(house, clinic, 'till-closes', { addressId })
  const shown = listed.map(({ number, firstEntry, lastEntry, counts }) => ({
    number,
    firstEntry,
    lastEntry,
    counts: counts.map(({ method, currency, expected, counted, difference }: Json) => {
      const minor = (amount: number) => toMinor(amount, currency)
      expect(minor(difference)).toBe(minor(counted) - minor(expected))
      return { method, currency, expected: minor(expected), counted: minor(counted) }
    }),
  }))
  expect(shown).toEqual(closes[place].toReversed())
  expect(till.lastClosedAt).toBe(listed[0]?.at ?? null)
  for (const [index, { number }] of listed.entries()) {
    expect(
      await runInClinic(house, clinic, 'till-closes', { addressId, before: number, limit: 1 }),
    ).toEqual(listed.slice(index + 1, index + 2))
  }
}

async function compareReceipts({ clinic, receipts }: Model, place: LocationName): Promise<void> {
  const addressId = placeId(clinic, place)
  const thisYear = inZone(places[place].zone, now(), { year: 'numeric' })
  for (const year of [thisYear, String(Number(thisYear) - 1)]) {
    const list = async (more: Json): Promise<Json[]> =>
      (
        await runInClinic(house, clinic, 'receipt-list', {
          addressId,
          ...(year !== thisYear && { year: Number(year) }),
          ...more,
        })
      ).map(({ number, amount }: Json) => ({ number, amount }))
    const wanted = (receipts.get(`${place} ${year}`) ?? []).toReversed()
    expect(await list({}), `${place} ${year}`).toEqual(wanted)
    if (wanted.length > 0) expect(await list({ before: wanted.length })).toEqual(wanted.slice(1))
  }
}

it('shows each entry on its day, and each receipt in its year, of the clock of its location [TILL-05] [TILL-07]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
      await house.moveTo(nextLastDay())
      const clinic = await createMeridianClinic(house)
      const { patientId } = await giveToken(house, clinic)
      const nothing = () => ({ berlin: [], jaipur: [], kuwait: [] })
      const model: Model = {
        clinic,
        patientId,
        entries: nothing(),
        closes: nothing(),
        payments: [],
        receipts: new Map(),
      }
      for (const one of steps) await take(model, one)
      for (const place of Object.keys(places) as LocationName[]) {
        await compareTill(model, place)
        await compareCloses(model, place)
        await compareReceipts(model, place)
      }
    }),
    { numRuns: runSize(3, 60), examples: [[everything]], ...fastCheckOptions },
  )
})
