// The practitioners and locations of a clinic, for its booking page, and the addresses of their own pages.

import { type Configuration, type Practice, publicNameOf } from '../catalogue/configuration.ts'
import type { Queries } from '../db/database.ts'
import type { RowOf } from '../db/statement.ts'
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

/** All practitioners who can be visited, in the order of their ids, and all their locations. */
export async function peopleAndPlaces(
  queries: Queries,
  { workspaceId, practices }: Configuration,
): Promise<{ locations: ShownLocation[]; practitioners: ShownPractitioner[] }> {
  const active = practices.filter(({ doctor }) => doctor.isActiveMember)
  const doctors = new Map(active.map(({ doctor }) => [doctor.id, doctor]))
  const rows = await queries.rows(practitionersOfBookingPage, { workspaceId, doctorIds: [...doctors.keys()] })
  const slugs = slugsOf(rows)
  const byDoctor = Map.groupBy(active, ({ doctor }) => doctor)
  const placesOf = (practised: readonly Practice[]): ShownLocation[] =>
    [...Map.groupBy(practised, ({ location }) => location)].map(([location, here]) => ({ ...location, hours: hoursOf(here) }))
  const practitioners = rows.flatMap(({ doctorId, whatToExpect, treatmentPhilosophy }) => {
    const doctor = doctors.get(doctorId)
    if (!doctor) return []
    return [
      {
        id: doctorId,
        slug: slugs.get(doctorId) ?? String(doctorId),
        name: publicNameOf(doctor),
        specialization: doctor.profile?.specialization ?? doctor.specialization,
        qualification: doctor.profile?.qualification ?? null,
        experience: doctor.profile?.experience ?? null,
        portrait: doctor.profile?.profileImageUrl ?? null,
        ...{ whatToExpect, treatmentPhilosophy },
        runsQueue: doctor.appointmentSystem === 'QMS',
        locations: placesOf(byDoctor.get(doctor) ?? []),
      },
    ]
  })
  return { locations: placesOf(active), practitioners }
}
