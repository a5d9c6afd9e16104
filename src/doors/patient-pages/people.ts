// The practitioners and locations of a clinic, for its booking page, and the addresses of their own pages.

import type { Queries } from '../../base/db/database.ts'
import type { RowOf } from '../../base/db/statement.ts'
import { publicNameOf } from '../../base/values/public-name.ts'
import { remembering } from '../../base/values/remembering.ts'
import type { Configuration, Practice } from '../../clinic/catalogue/configuration.ts'
import { hoursOf } from './hours.ts'
import { practitionersOfBookingPage } from './queries.ts'
import type { ShownLocation, ShownPractitioner } from './shown-page.ts'

/** The path of a workspace's booking page. */
export const bookingPath = (workspace: string) => `/book/${workspace}`

const slugPattern = /^[a-z0-9][a-z0-9-]{0,99}$/

/**
 * Slugs of profiles, otherwise names in the clinic file. A slug may not be another practitioner's name, and the first of two with the same
 * slug keeps it.
 */
function slugsOf(rows: readonly Pick<RowOf<typeof practitionersOfBookingPage.returns>, 'doctorId' | 'name' | 'slug'>[]): Map<number, string> {
  const slugs = new Map<number, string>()
  const taken = new Set(rows.map(({ name }) => name))
  for (const { doctorId, name, slug } of rows) {
    // A practitioner whom no clinic file has described has only an id.
    const fallback = name ?? String(doctorId)
    const own = slug !== null && slugPattern.test(slug) && !taken.has(slug) ? slug : fallback
    taken.add(own)
    slugs.set(doctorId, own)
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
const visited = remembering(({ practices }: Configuration) => {
  const active = practices.filter(({ doctor }) => doctor.isActiveMember)
  return { byDoctor: Map.groupBy(active, ({ doctor }) => doctor.id), places: placesOf(active) }
})

function placesOf(practised: readonly Practice[]): ShownLocation[] {
  return [...Map.groupBy(practised, ({ location }) => location)].slice(0, locationsMax).map(([location, here]) => ({ ...location, hours: hoursOf(here) }))
}

/**
 * The practitioners who can be visited, in the order of their ids, and their locations: at most
 * `max` or, with a slug, only the one with that slug.
 */
export async function peopleAndPlaces(
  queries: Queries,
  configuration: Configuration,
  { slug, max = Number.POSITIVE_INFINITY }: { slug?: string | undefined; max?: number } = {},
): Promise<{ locations: readonly ShownLocation[]; practitioners: ShownPractitioner[]; hasMore: boolean }> {
  const { byDoctor, places } = visited(configuration)
  const rows = await queries.rows(practitionersOfBookingPage, { workspaceId: configuration.workspaceId, doctorIds: [...byDoctor.keys()] })
  const slugs = slugsOf(rows)
  const wanted = slug === undefined ? rows.slice(0, max) : rows.filter(({ doctorId }) => slugs.get(doctorId) === slug)
  const practitioners = wanted.flatMap(({ doctorId, whatToExpect, treatmentPhilosophy }) => {
    const practised = byDoctor.get(doctorId) ?? []
    const [practice] = practised
    if (!practice) return []
    const { doctor } = practice
    return [
      {
        id: doctorId,
        slug: slugs.get(doctorId) ?? String(doctorId),
        name: publicNameOf(doctor),
        specialization: doctor.profile?.specialization ?? doctor.specialization,
        qualification: doctor.profile?.qualification ?? null,
        experience: doctor.profile?.experience ?? null,
        languages: doctor.profile?.languages ?? [],
        portrait: doctor.profile?.profileImageUrl ?? null,
        ...{ whatToExpect, treatmentPhilosophy },
        runsQueue: doctor.appointmentSystem === 'QMS',
        locations: placesOf(practised),
      },
    ]
  })
  return { locations: places, practitioners, hasMore: slug === undefined && rows.length > max }
}
