// The practitioners and locations of a clinic, for its booking page, and the addresses of their own
// pages.

import type { Queries } from '../../base/db/database.ts'
import type { RowOf } from '../../base/db/statement.ts'
import { resolvePublicName } from '../../base/values/public-name.ts'
import { memoize } from '../../base/values/remembering.ts'
import type { Configuration, Practice } from '../../clinic/catalogue/configuration.ts'
import { mergeHours } from './hours.ts'
import { bookingPagePractitioners } from './queries.ts'
import type { ShownLocation, ShownPractitioner } from './shown-page.ts'

/** The path of a workspace's booking page. */
export const bookingPath = (workspace: string) => `/book/${workspace}`

const slugPattern = /^[a-z0-9][a-z0-9-]{0,99}$/

/**
 * Slugs of profiles, otherwise names in the clinic file. A slug may not be another practitioner's
 * name, and the first of two with the same slug keeps it.
 */
function assignSlugs(
  rows: readonly Pick<
    RowOf<typeof bookingPagePractitioners.returns>,
    'doctorId' | 'name' | 'slug'
  >[],
): Map<number, string> {
  const slugs = new Map<number, string>()
  const takenSlugs = new Set(rows.map(({ name }) => name))
  for (const { doctorId, name, slug } of rows) {
    // A practitioner whom no clinic file has described has only an id.
    const fallback = name ?? String(doctorId)
    const ownSlug =
      slug !== null && slugPattern.test(slug) && !takenSlugs.has(slug) ? slug : fallback
    takenSlugs.add(ownSlug)
    slugs.set(doctorId, ownSlug)
  }
  return slugs
}

/**
 * A page with all practitioners of a large clinic would be megabytes, computed for anyone who
 * requests it.
 */
export const practitionersShownMax = 200
const locationsMax = 50

/** The practices that can be visited, and all their locations. */
const visitedPractices = memoize(({ practices }: Configuration) => {
  const active = practices.filter(({ doctor }) => doctor.isActiveMember)
  return { byDoctor: Map.groupBy(active, ({ doctor }) => doctor.id), places: toLocations(active) }
})

function toLocations(practices: readonly Practice[]): ShownLocation[] {
  return [...Map.groupBy(practices, ({ location }) => location)]
    .slice(0, locationsMax)
    .map(([location, practicesThere]) => ({ ...location, hours: mergeHours(practicesThere) }))
}

/**
 * The practitioners who can be visited, in the order of their ids, and their locations: at most
 * `max` or, with a slug, only the one with that slug.
 */
export async function loadPeopleAndLocations(
  queries: Queries,
  configuration: Configuration,
  { slug, max = Number.POSITIVE_INFINITY }: { slug?: string | undefined; max?: number } = {},
): Promise<{
  locations: readonly ShownLocation[]
  practitioners: ShownPractitioner[]
  hasMore: boolean
}> {
  const { byDoctor, places } = visitedPractices(configuration)
  const rows = await queries.rows(bookingPagePractitioners, {
    workspaceId: configuration.workspaceId,
    doctorIds: [...byDoctor.keys()],
  })
  const slugs = assignSlugs(rows)
  const requestedRows =
    slug === undefined
      ? rows.slice(0, max)
      : rows.filter(({ doctorId }) => slugs.get(doctorId) === slug)
  const practitioners = requestedRows.flatMap(({ doctorId, whatToExpect, treatmentPhilosophy }) => {
    const practices = byDoctor.get(doctorId) ?? []
    const [practice] = practices
    if (!practice) return []
    const { doctor } = practice
    return [
      {
        id: doctorId,
        slug: slugs.get(doctorId) ?? String(doctorId),
        name: resolvePublicName(doctor),
        specialization: doctor.profile?.specialization ?? doctor.specialization,
        qualification: doctor.profile?.qualification ?? null,
        experience: doctor.profile?.experience ?? null,
        languages: doctor.profile?.languages ?? [],
        portrait: doctor.profile?.profileImageUrl ?? null,
        whatToExpect,
        treatmentPhilosophy,
        runsQueue: doctor.appointmentSystem === 'QMS',
        locations: toLocations(practices),
      },
    ]
  })
  return { locations: places, practitioners, hasMore: slug === undefined && rows.length > max }
}
