// The modes that a practice offers: modes with hours from today on that its permissions do not
// forbid.

import { addDays, type CalendarDate } from '../../base/values/calendar-date.ts'
import { modes as everyMode, type Mode } from '../../base/values/modes.ts'
import type { Configuration, Doctor, Practice } from './configuration.ts'

// The modes of a practice, which is immutable, are computed once a day: the workspace detail asks
// for every practice of the clinic.
const offeredByPractice = new WeakMap<Practice, { today: CalendarDate; offered: readonly Mode[] }>()

/**
 * Lists the permitted modes with hours from today on, in the specification's order (A-092, WS-32).
 */
export function listOfferedModes(
  configuration: Configuration,
  practice: Practice,
  today: CalendarDate,
): readonly Mode[] {
  const before = offeredByPractice.get(practice)
  if (before?.today === today) return before.offered
  const worked = workedModes(practice, today)
  const offered = everyMode.filter(
    (mode) =>
      worked.has(mode) &&
      isModeOfType(practice, mode) &&
      forbiddenReason(configuration, practice.doctor, mode) === undefined,
  )
  offeredByPractice.set(practice, { today, offered })
  return offered
}

/** Whether the visit type, if there is one, has the mode; in-clinic visits include walk-ins. */
export function isModeOfType({ visitType }: Pick<Practice, 'visitType'>, mode: Mode): boolean {
  const modes = visitType?.modes ?? []
  return (
    modes.length === 0 || modes.includes(mode) || (mode === 'WALK_IN' && modes.includes('OFFLINE'))
  )
}

function workedModes({ weeklyHours, exceptions }: Practice, today: CalendarDate): Set<Mode> {
  // Yesterday's hours may continue after midnight.
  const ahead = [...exceptions]
    .filter(([date]) => date >= addDays(today, -1))
    .map(([date, windows]) => windows.filter(({ toMinute }) => date >= today || toMinute > 1440))
  const worked = new Set([...weeklyHours.values(), ...ahead].flat().flatMap(({ modes }) => modes))
  // If in-clinic visits are offered, so are walk-ins, unless they have their own windows.
  if (worked.has('OFFLINE')) worked.add('WALK_IN')
  return worked
}

/** Why a mode is forbidden: there is no video, or a permission is missing. */
export type ForbiddenReason =
  | 'WORKSPACE_HAS_NO_VIDEO'
  | 'ALLOW_ONLINE_IS_OFF'
  | 'DOCTOR_HAS_NO_VIDEO'
  | 'ALLOW_OFFLINE_IS_OFF'

/**
 * Why a doctor may not offer a mode; undefined if they may. Online visits require all three flags
 * (WS-32).
 */
export function forbiddenReason(
  { onlineBookingEnabled }: Configuration,
  doctor: Doctor,
  mode: Mode,
): ForbiddenReason | undefined {
  if (mode !== 'ONLINE') return doctor.allowOffline ? undefined : 'ALLOW_OFFLINE_IS_OFF'
  if (!onlineBookingEnabled) return 'WORKSPACE_HAS_NO_VIDEO'
  if (!doctor.allowOnline) return 'ALLOW_ONLINE_IS_OFF'
  return doctor.canHostOnline ? undefined : 'DOCTOR_HAS_NO_VIDEO'
}
