// How long patients with tokens waited, compared with the estimate on their page when they began to
// wait. The estimate is not stored, but all its inputs are: who was ahead of them at that moment,
// and how long the consultations up to then had taken.

import type { Queries } from '../../base/db/database.ts'
import type { RowOf } from '../../base/db/statement.ts'
import type { CalendarDate } from '../../base/values/calendar-date.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { consultationsCounted } from '../../visits/queue/consultation-time.ts'
import { waitEstimator } from '../../visits/queue/queue-status.ts'
import { type VisitStatus, visitStatuses } from '../../visits/queue/visit-status.ts'
import type { WaitingTime } from '../../visits/queue/waiting-time.ts'
import { consultationsAround, tokenEvents, tokensOfDays } from './day-queries.ts'
import type { DayKey } from './sums.ts'

type Token = Omit<RowOf<typeof tokensOfDays.returns>, 'status'> & { status: VisitStatus }
type TokenEvent = RowOf<typeof tokenEvents.returns>

interface Consultation {
  completedAt: Instant
  seconds: number
}

/**
 * A completed wait: from when the queue was running and the patient had arrived, if that was
 * recorded, until the first call.
 */
export interface Wait extends DayKey {
  waitedSeconds: number
  told: WaitingTime
}

const eventStatuses: Readonly<Record<string, VisitStatus>> = {
  CALLED: 'CALLED',
  RECALLED: 'CALLED',
  SKIPPED: 'SKIPPED',
  BROUGHT_BACK: 'WAITING',
  BEGUN: 'IN_CONSULTATION',
  TAKEN_BACK: 'WAITING',
  COMPLETED: 'COMPLETED',
  NO_SHOW: 'NO_SHOW',
  CANCELLED: 'CANCELLED',
}

/**
 * The waits of one day's queue: its tokens in line order, their events in order, and consultations
 * of the practitioner, oldest first.
 */
function computeWaits(
  tokens: readonly Token[],
  events: readonly TokenEvent[],
  consultations: readonly Consultation[],
): Wait[] {
  const startedAt = tokens[0]?.startedAt ?? null
  if (startedAt === null) return []
  const eventsOf = Map.groupBy(events, ({ visitId }) => visitId)
  return tokens.flatMap((token) => {
    const { date, doctorId, locationId, defaultSeconds } = token
    const since = Math.max(startedAt, token.arrivedAt ?? token.createdAt)
    const until = eventsOf
      .get(token.id)
      ?.find(({ event, at }) => (event === 'CALLED' || event === 'BEGUN') && at >= since)?.at
    if (until === undefined) return []
    // A patient who was called before they arrived was not waiting yet.
    if (statusAt(token, eventsOf.get(token.id) ?? [], since).status !== 'WAITING') return []
    const line = tokens
      .filter(({ createdAt }) => createdAt <= since)
      .map((other) => {
        const { status, calledAt } = statusAt(other, eventsOf.get(other.id) ?? [], since)
        return {
          id: other.id,
          tokenLetter: other.tokenLetter,
          tokenNumber: other.tokenNumber,
          status,
          calledAt,
        }
      })
    const latestConsultations = consultations
      .filter(({ completedAt }) => completedAt < since)
      .slice(-consultationsCounted)
      .toReversed()
      .map(({ seconds }) => seconds)
    const visit = line.find(({ id }) => id === token.id)
    if (!visit) return []
    const estimate = waitEstimator({ line, latestConsultations, defaultSeconds }, since)(visit)
    return {
      date,
      doctorId,
      locationId,
      waitedSeconds: Math.round((until - since) / 1_000),
      told: estimate,
    }
  })
}

/** The status of a token just before an instant. */
function statusAt(
  token: Token,
  events: readonly TokenEvent[],
  at: Instant,
): { status: VisitStatus; calledAt: Instant | null } {
  let status: VisitStatus = 'WAITING'
  let calledAt: Instant | null = null
  for (const event of events) {
    if (event.at >= at) break
    status = eventStatuses[event.event] ?? status
    if (event.event === 'CALLED') calledAt = event.at
    if (status === 'WAITING') calledAt = null
  }
  // A cancellation by the patient is not recorded as an event of the queue.
  if (token.status === 'CANCELLED' && token.updatedAt < at) status = 'CANCELLED'
  return { status, calledAt }
}

interface WaitScope {
  workspaceId: number
  firstDate: CalendarDate
  lastDate: CalendarDate
  doctorId: number | null
  locationId: number | null
}

/** The waits of some days that are over. */
export async function loadWaits(
  queries: Queries,
  { workspaceId, firstDate, lastDate, doctorId, locationId }: WaitScope,
): Promise<Wait[]> {
  const rows = await queries.rows(tokensOfDays, {
    workspaceId,
    firstDate,
    lastDate,
    doctorId,
    locationId,
  })
  const tokens = rows
    .filter(({ startedAt }) => startedAt !== null)
    .map((row): Token => ({ ...row, status: toVisitStatus(row.status) }))
  if (tokens.length === 0) return []
  const queues = Map.groupBy(tokens, ({ queueDayId }) => queueDayId)
  const queueOf = new Map(tokens.map(({ id, queueDayId }) => [id, queueDayId]))
  const events = Map.groupBy(
    await queries.rows(tokenEvents, { workspaceId, queueDayIds: [...queues.keys()] }),
    ({ visitId }) => queueOf.get(visitId ?? 0),
  )
  const waits: Wait[] = []
  for (const practice of Map.groupBy(
    tokens,
    (token) => `${token.doctorId} ${token.locationId}`,
  ).values()) {
    const [first] = practice
    if (!first) continue
    const waitStarts = practice.map((token) =>
      Math.max(token.startedAt ?? 0, token.arrivedAt ?? token.createdAt),
    )
    const period = {
      from: waitStarts.reduce((a, b) => Math.min(a, b)),
      to: waitStarts.reduce((a, b) => Math.max(a, b)) + 1,
    }
    const scope = {
      workspaceId,
      doctorId: first.doctorId,
      locationId: first.locationId,
      before: consultationsCounted,
    }
    const consultations = await queries.rows(consultationsAround, { ...scope, ...period })
    for (const queueDayId of new Set(practice.map((token) => token.queueDayId)))
      waits.push(
        ...computeWaits(queues.get(queueDayId) ?? [], events.get(queueDayId) ?? [], consultations),
      )
  }
  return waits
}

function toVisitStatus(status: string): VisitStatus {
  const matched = visitStatuses.find((one) => one === status)
  if (!matched) throw new Error(`a token has the unknown status ${status}`)
  return matched
}

/**
 * What a wait adds to the sums of its day. A wait matches its estimate if it ends within the range,
 * both ends included.
 */
export function waitSums({ waitedSeconds, told: { fromMinutes, toMinutes } }: Wait) {
  const minutes = waitedSeconds / 60
  const isWithinEstimate = fromMinutes <= minutes && minutes <= toMinutes
  return {
    waits: 1,
    waitedSeconds,
    toldFromMinutes: fromMinutes,
    toldToMinutes: toMinutes,
    waitsAsTold: isWithinEstimate ? 1 : 0,
  }
}
