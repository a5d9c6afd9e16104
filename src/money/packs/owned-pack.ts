// A session pack that a patient owns: its API view, and the rule for which visits it pays for.

import { calendarDate, id, integer, namedObject } from '../../base/contract/schemas.ts'
import type { RowOf } from '../../base/db/statement.ts'
import type { CalendarDate } from '../../base/values/calendar-date.ts'
import { packMembers } from '../../clinic/catalogue/session-packs.ts'
import type { ownedPackColumns } from './queries.ts'

export type OwnedPack = RowOf<typeof ownedPackColumns>

export const ownedPackMembers = {
  id: id('The pack, which bookings call `patientPackageId`.', 5),
  packageConfigId: packMembers.packageConfigId,
  sessionPackName: packMembers.sessionPackName,
  totalSessions: packMembers.totalSessions,
  sessionsUsed: integer('Sessions that were used.', 3),
  sessionsRemaining: integer('Sessions that are left.', 7),
  durationMins: packMembers.durationMins,
  purchasedOn: calendarDate('When it was bought, on the clinic’s calendar.', '2026-11-21'),
  expiresOn: calendarDate('The last date of a visit it pays for.', '2027-05-20'),
  allowedDoctorIds: packMembers.allowedDoctorIds,
  allowFamilyBooking: packMembers.allowFamilyBooking,
}

export const ownedPackSchema = namedObject('PatientPack', ownedPackMembers)

export function ownedPackView({
  id,
  packageConfigId,
  displayName,
  totalSessions,
  sessionsUsed,
  visitMins,
  doctorIds,
  ...same
}: OwnedPack) {
  return {
    id,
    packageConfigId,
    sessionPackName: displayName,
    totalSessions,
    sessionsUsed,
    sessionsRemaining: totalSessions - sessionsUsed,
    durationMins: visitMins,
    purchasedOn: same.purchasedOn,
    expiresOn: same.expiresOn,
    allowedDoctorIds: doctorIds,
    allowFamilyBooking: same.allowFamilyBooking,
  }
}

/** The facts of a visit that matter to a pack. */
export interface CoveredVisit {
  doctorId: number
  /** The date in the clinic's calendar. */
  date: CalendarDate
  lengthMins: number
}

/** The terms of a pack, on sale or owned. */
export interface PackTerms {
  visitMins: number | null
  doctorIds: readonly number[]
}

/** Whether packs on these terms pay for visits of this doctor and length. */
export function coversVisit(
  { visitMins, doctorIds }: PackTerms,
  { doctorId, lengthMins }: Omit<CoveredVisit, 'date'>,
): boolean {
  return whyNotCovered({ visitMins, doctorIds }, { doctorId, lengthMins }) === undefined
}

/**
 * Why packs on these terms do not pay for a visit, as the rest of a sentence; undefined if they do.
 */
export function whyNotCovered(
  { visitMins, doctorIds }: PackTerms,
  { doctorId, lengthMins }: Omit<CoveredVisit, 'date'>,
): string | undefined {
  if (doctorIds.length > 0 && !doctorIds.includes(doctorId)) return 'does not pay for this doctor'
  if (visitMins !== null && visitMins !== lengthMins)
    return `pays for visits of ${visitMins} minutes`
  return undefined
}

/** Why an owned pack does not pay for a visit; undefined if it does (INV-17). */
export function whyNotUsable(
  pack: OwnedPack & { isActive: boolean },
  visit: CoveredVisit,
): string | undefined {
  if (!pack.isActive) return 'is not active'
  if (visit.date > pack.expiresOn) return `ends on ${pack.expiresOn}`
  if (pack.sessionsUsed >= pack.totalSessions) return 'has no sessions left'
  return whyNotCovered(pack, visit)
}
