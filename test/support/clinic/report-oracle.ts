// What a report must say, computed independently: from the answers of search and the list of
// tokens, and from the payments that a test made.

import type { Clinic, Json } from './harness.ts'

/** Money as a test moved it, by the date at its location. */
export interface MoneyMovement {
  date: string
  doctorId: number | null
  addressId: number | null
  channel: 'DESK' | 'ONLINE'
  method: string
  currency: string
  /** Negative for a correction. */
  taken: number
  refunded: number
}

export interface ReportFilter {
  from: string
  to: string
  doctorId?: number
  addressId?: number
}

/**
 * Every visit of the clinic that was not voided, as search returns it; if dates are given, only for
 * these, one date after the other.
 */
async function searchVisits(clinic: Clinic, dates: readonly string[] | undefined): Promise<Json[]> {
  const withInstants = (visit: Json) => ({
    ...visit,
    from: Date.parse(visit.fromDateTimeTs),
    to: Date.parse(visit.toDateTimeTs),
  })
  const found: Json[] = []
  for (const date of dates ?? [undefined]) {
    for (let page = 0; ; page += 1) {
      const dateFilter = date === undefined ? {} : { startDate: date, endDate: date }
      const { json } = await clinic.post('/v1/appointments/search', {
        voided: false,
        size: 50,
        page,
        ...dateFilter,
      })
      found.push(...json.list.map(withInstants))
      if (json.list.length < 50) break
    }
  }
  return found
}

async function listTokens(clinic: Clinic): Promise<Json[]> {
  const found: Json[] = []
  for (let page = 0; ; page += 1) {
    const { json } = await clinic.get(`/v1/qms-appointments/visits?size=50&page=${page}`)
    found.push(...json.list.filter(({ voided }: Json) => !voided))
    if (json.list.length < 50) return found
  }
}

const outcomes: Record<string, string> = {
  SCHEDULED: 'expected',
  CONFIRMED: 'expected',
  RESCHEDULED: 'expected',
  WAITING: 'expected',
  OVERDUE: 'overdue',
  IN_CONSULTATION: 'inConsultation',
  COMPLETED: 'completed',
  NO_SHOW: 'noShow',
  MISSED: 'missed',
  CANCELLED: 'cancelled',
}
const leadBuckets: [number, string][] = [
  [30, 'leadLater'],
  [14, 'leadMonth'],
  [7, 'leadFortnight'],
  [2, 'leadWeek'],
  [1, 'leadNextDay'],
  [0, 'leadSameDay'],
]
const didAttend = ({ status }: Json) => status === 'COMPLETED' || status === 'IN_CONSULTATION'
const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/**
 * Figures of a report that can be computed from search, by practitioner, location and date, grouped
 * by `key`.
 */
export async function expectedReport(
  clinic: Clinic,
  { from, to, doctorId, addressId }: ReportFilter,
  movements: readonly MoneyMovement[],
  zones: Record<number, string>,
  dates?: readonly string[],
) {
  const visits = await searchVisits(clinic, dates)
  const tokens = await listTokens(clinic)
  const dateIn = (zone: string, iso: string) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(new Date(iso))
  const hourIn = (zone: string, iso: string) =>
    Number(
      new Intl.DateTimeFormat('en-GB', {
        timeZone: zone,
        hour: '2-digit',
        hourCycle: 'h23',
      }).format(new Date(iso)),
    )
  const matchesFilter = (thing: Json) =>
    (doctorId === undefined || thing.doctorId === doctorId) &&
    (addressId === undefined || thing.addressId === addressId)
  // The first visit that each patient ever attended.
  const first = new Map<number, Json>()
  const ordered = [
    ...visits.map((visit) => ({ ...visit, kind: 0, at: visit.from })),
    ...tokens.map((token) => ({ ...token, kind: 1, at: 0, id: token.visitId })),
  ]
    .filter(didAttend)
    .sort((a, b) => {
      if (a.appointmentDate < b.appointmentDate) return -1
      if (a.appointmentDate > b.appointmentDate) return 1
      return a.kind - b.kind || a.at - b.at || a.id - b.id
    })
  for (const one of ordered) if (!first.has(one.patientId)) first.set(one.patientId, one)
  const firstIds = new Set([...first.values()].map(({ kind, id }) => `${kind} ${id}`))

  const rows: Json[] = []
  const starts = new Map<string, number>()
  const countStart = (date: string, hour: number) => {
    const key = `${['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'][new Date(`${date}T12:00:00Z`).getUTCDay()]} ${hour}`
    starts.set(key, (starts.get(key) ?? 0) + 1)
  }
  const money: MoneyMovement[] = movements
    .filter((one) => one.date >= from && one.date <= to && matchesFilter(one))
    .map((one) => ({ ...one }))
  for (const visit of visits.filter(matchesFilter)) {
    const { appointmentDate: date, status } = visit
    if (date < from || date > to) continue
    const zone = zones[visit.addressId] ?? 'Etc/UTC'
    const row: Json = {
      date,
      doctorId: visit.doctorId,
      addressId: visit.addressId,
      visits: 1,
      [outcomes[status] ?? status]: 1,
    }
    if (firstIds.has(`0 ${visit.id}`)) row.newPatients = 1
    if (visit.patientConfirmedAt !== null) row.patientConfirmed = 1
    if (status !== 'CANCELLED') {
      if (visit.unofferedReason == null) row.bookedMinutes = (visit.to - visit.from) / 60_000
      const created = Date.parse(visit.createdAt)
      row.leadVisits = 1
      row.leadMinutes = Math.max(0, Math.floor((visit.from - created) / 60_000))
      const lead = Math.max(0, daysBetween(dateIn(zone, visit.createdAt), date))
      row[leadBuckets.find(([least]) => lead >= least)?.[1] ?? ''] = 1
      countStart(date, hourIn(zone, new Date(visit.from).toISOString()))
    }
    rows.push(row)
  }
  for (const token of tokens.filter(matchesFilter)) {
    const { appointmentDate: date, status } = token
    if (date < from || date > to) continue
    const row: Json = {
      date,
      doctorId: token.doctorId,
      addressId: token.addressId,
      visits: 1,
      tokens: 1,
      [outcomes[status] ?? status]: 1,
    }
    if (firstIds.has(`1 ${token.visitId}`)) row.newPatients = 1
    if (status !== 'CANCELLED') row.bookedPlaces = 1
    rows.push(row)
  }
  const sumRows = (chosen: Json[]) => {
    const sum: Json = {}
    for (const row of chosen)
      for (const [name, value] of Object.entries(row))
        if (!['date', 'doctorId', 'addressId'].includes(name))
          sum[name] = (sum[name] ?? 0) + (value as number)
    return sum
  }
  const groupSums = (key: string) =>
    Object.fromEntries(
      [...Map.groupBy(rows, (row) => row[key])].map(([value, chosen]) => [value, sumRows(chosen)]),
    )
  const sums = new Map<string, { taken: number; refunded: number }>()
  for (const one of money) {
    const key = `${one.channel} ${one.method} ${one.currency}`
    const sum = sums.get(key) ?? { taken: 0, refunded: 0 }
    sums.set(key, { taken: sum.taken + one.taken, refunded: sum.refunded + one.refunded })
  }
  return {
    total: sumRows(rows),
    byDate: groupSums('date'),
    byDoctor: groupSums('doctorId'),
    byLocation: groupSums('addressId'),
    starts: Object.fromEntries([...starts].sort()),
    money: Object.fromEntries(
      [...sums].filter(([, { taken, refunded }]) => taken !== 0 || refunded !== 0).sort(),
    ),
  }
}

const searchableFigures = [
  'visits',
  'tokens',
  'expected',
  'overdue',
  'inConsultation',
  'completed',
  'noShow',
  'missed',
  'cancelled',
  'newPatients',
  'bookedMinutes',
  'bookedPlaces',
  'leadVisits',
  'leadMinutes',
  ...leadBuckets.map(([, name]) => name),
]
const toFigures = (figures: Json) =>
  Object.fromEntries(
    searchableFigures.map((name) => [name, figures[name]]).filter(([, value]) => value !== 0),
  )
const byKey = (rows: Json[], key: string) =>
  Object.fromEntries(
    rows
      .map((row) => [row[key], toFigures(row)])
      .filter(([, figures]) => Object.keys(figures as object).length > 0),
  )

/**
 * The same figures for a report by day. Tokens count among the busy hours at the time of their
 * consultations, which search does not return.
 */
export function normalizeReport(report: Json) {
  const money = report.money.filter(({ channel }: Json) => channel !== 'ELSEWHERE')
  return {
    total: toFigures(report.total),
    byDate: byKey(report.periods, 'date'),
    byDoctor: byKey(report.practitioners, 'doctorId'),
    byLocation: byKey(report.locations, 'addressId'),
    starts: Object.fromEntries(
      report.busyHours
        .map(({ weekday, hour, visits }: Json) => [`${weekday} ${hour}`, visits])
        .sort(),
    ),
    money: Object.fromEntries(
      money
        .map(
          ({ channel, method, currency, taken, refunded }: Json) =>
            [`${channel} ${method} ${currency}`, { taken, refunded }] as const,
        )
        .filter(([, { taken, refunded }]: Json) => taken !== 0 || refunded !== 0)
        .sort(),
    ),
  }
}
