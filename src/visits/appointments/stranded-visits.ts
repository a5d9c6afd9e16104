// Upcoming visits that no longer fit the configuration: their hours, mode, practitioner or location
// were removed after they were booked. They remain until someone moves or cancels them.

import type { Queries } from '../../base/db/database.ts'
import { clinicDayRanges, dateAt, type Instant } from '../../base/values/clinic-time.ts'
import { type Configuration, findPractice } from '../../clinic/catalogue/configuration.ts'
import { toBookable, windowsWithWalkIns } from '../availability/bookable.ts'
import { type UpcomingVisit, upcomingVisits } from './visit-list-queries.ts'

const upcomingMax = 20_000

/**
 * Live upcoming visits that are outside all hours, by start; only the next 20,000 visits are
 * examined.
 */
export async function strandedVisits(
  queries: Queries,
  configuration: Configuration,
  now: Instant,
): Promise<UpcomingVisit[]> {
  const { workspaceId } = configuration
  const visits = await queries.rows(upcomingVisits, { workspaceId, now, limit: upcomingMax })
  return visits.filter((visit) => !isWithinHours(configuration, visit, now))
}

function isWithinHours(
  configuration: Configuration,
  { doctorId, locationId, roomId, mode, fromAt, toAt, isUnoffered }: UpcomingVisit,
  now: Instant,
): boolean {
  const practice = findPractice(configuration, doctorId, locationId)
  const bookable = practice && toBookable(configuration, practice, now)
  if (
    !bookable?.offeredModes.includes(mode) ||
    (roomId !== null && !practice?.location.roomIds.has(roomId))
  )
    return false
  // Staff knew the hours when they chose its time.
  if (isUnoffered) return true
  const { timezone } = bookable.practice.location
  const date = dateAt(timezone, fromAt)
  return windowsWithWalkIns(bookable.practice, date)
    .filter(({ modes }) => modes.includes(mode))
    .some(({ fromMinute, toMinute }) =>
      clinicDayRanges(timezone, date, fromMinute, toMinute).some(
        ({ from, to }) => from <= fromAt && toAt <= to,
      ),
    )
}
