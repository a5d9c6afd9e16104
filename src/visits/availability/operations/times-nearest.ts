// The next free times of several practitioners, for a visit that needs a time.

import {
  choice,
  id,
  integer,
  list,
  object,
  optional,
  text,
  timestamp,
} from '../../../base/contract/schemas.ts'
import type { Queries } from '../../../base/db/database.ts'
import {
  type InWorkspace,
  optionalWithDefault,
  workspaceOperation,
} from '../../../base/operations/operation.ts'
import { createTurnTimer } from '../../../base/ports/long-turns.ts'
import { addDays } from '../../../base/values/calendar-date.ts'
import {
  clinicDay,
  dateAt,
  type Instant,
  isoAt,
  parseInstant,
} from '../../../base/values/clinic-time.ts'
import { modes } from '../../../base/values/modes.ts'
import { resolvePublicName } from '../../../base/values/public-name.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import { practiceUnderType } from '../../../clinic/catalogue/visit-types.ts'
import { busyTimeOfRooms } from '../../occupancy/busy-time.ts'
import { loadSchedule } from '../../occupancy/schedule.ts'
import { type Bookable, type SlotKind, slotsOn, toBookable } from '../bookable.ts'
import { extendByMargins, splitSlots } from '../free-slots.ts'
import { problem } from '../problems.ts'

const rowsMax = 12
/** The number of weeks searched, one at a time: the same horizon as for a next date. */
const weeks = 9
const daysOfWeek = 7

export const timesNearest = workspaceOperation({
  name: 'times-nearest',
  right: 'visits:read',
  about: 'doctors',
  summary: 'List the next free times of all or some practitioners at a location.',
  input: object({
    addressId: id('The location.'),
    doctorIds: optional(
      list(id('A practitioner.'), 'Only these practitioners.', { maxItems: 100 }),
    ),
    mode: optional(choice(modes, 'How the visit happens; anyhow when omitted.')),
    durationMins: optional(
      integer(
        'How long the visit is, in minutes; the usual length of each practitioner when omitted.',
        30,
        { minimum: 1, maximum: 1440 },
      ),
    ),
    visitTypeId: optional(
      id('The visit type; only practitioners who offer it are searched, by its rules.'),
    ),
    durationFromDoctorId: optional(
      id(
        'The practitioner that the length applies to; others that do not offer it use their usual length.',
      ),
    ),
    fromDateTimeIso: optional(timestamp('Start of the period; default: now.')),
    ignoreAppointmentId: optional(
      id('A visit that is to be moved: its own time counts as free.', 41),
    ),
    limit: optionalWithDefault(
      integer(`How many times, up to ${rowsMax}.`, 6, { minimum: 1, maximum: rowsMax }),
      rowsMax,
    ),
  }),
  output: list(
    object({
      doctorId: id('The practitioner.', 3),
      doctorName: text(
        'Public name if a profile is published, otherwise the staff name.',
        'Dr Asha Rao',
      ),
      fromDateTimeIso: timestamp('Start with the clinic offset; send it back verbatim to book.'),
      toDateTimeIso: timestamp(
        'End with the clinic offset; send it back verbatim to book.',
        '2026-12-01T09:15:00+05:30',
      ),
      modes: list(choice(modes, 'A mode.'), 'Every mode the time can be booked in.'),
    }),
    `Times by start within ${weeks * daysOfWeek} days, at most ${rowsMax}.`,
  ),
  async run({ database, clock, configurations, workspaceId }: InWorkspace<Configured>, input) {
    const configuration = await configurations.of(workspaceId)
    const {
      addressId,
      doctorIds,
      mode,
      visitTypeId,
      durationMins,
      durationFromDoctorId,
      fromDateTimeIso,
      ignoreAppointmentId,
      limit,
    } = input
    const location = configuration.locations.find(({ id }) => id === addressId)
    if (!location) throw problem('ADDRESS_NOT_FOUND')
    const now = clock.now()
    const practices = configuration.practices.filter(
      (practice) =>
        practice.location === location && (doctorIds?.includes(practice.doctor.id) ?? true),
    )
    // A visit to be moved may have a type that the clinic has withdrawn.
    const isOnOffer = configuration.visitTypes.some(({ id }) => id === visitTypeId)
    const bookables = practices.flatMap((anyVisit) => {
      const practice = isOnOffer
        ? practiceUnderType(configuration, anyVisit, visitTypeId ?? 0)
        : anyVisit
      return (practice && toBookable(configuration, practice, now)) ?? []
    })
    const request = {
      mode,
      durationMins,
      durationFromDoctorId,
      ignoreAppointmentId,
      from: Math.max(parseInstant(fromDateTimeIso ?? '') ?? now, now),
      now,
    }
    const found: Awaited<ReturnType<typeof findFreeTimes>> = []
    for (let week = 0; week < weeks && found.length < limit; week += 1) {
      const times = await findFreeTimes(
        database,
        configuration.workspaceId,
        bookables,
        request,
        week,
      )
      // A large clinic has more times in a week than one statement can take as parameters.
      found.push(...times.slice(0, limit - found.length))
    }
    return found.map(({ slot, practice: { doctor } }) => ({
      doctorId: doctor.id,
      doctorName: resolvePublicName(doctor),
      fromDateTimeIso: isoAt(location.timezone, slot.from),
      toDateTimeIso: isoAt(location.timezone, slot.to),
      modes: slot.modes,
    }))
  },
})

interface NearestTimesRequest {
  mode: SlotKind['mode']
  /** If undefined, the usual length of each practitioner. */
  durationMins: number | undefined
  /** The practitioner that the length applies to; if undefined, all of them. */
  durationFromDoctorId: number | undefined
  ignoreAppointmentId: number | undefined
  from: Instant
  now: Instant
}

/** The free times of a location's practitioners in the week from the wanted time on, by start. */
async function findFreeTimes(
  queries: Queries,
  workspaceId: number,
  bookables: readonly Bookable[],
  request: NearestTimesRequest,
  week: number,
) {
  const [one] = bookables
  if (!one) return []
  const { id: locationId, timezone } = one.practice.location
  const first = addDays(dateAt(timezone, request.from), week * daysOfWeek)
  const dates = Array.from({ length: daysOfWeek }, (_, day) => addDays(first, day))
  const period = {
    from: clinicDay(timezone, first).from,
    to: clinicDay(timezone, addDays(first, daysOfWeek - 1)).to,
  }
  const ids = bookables.map(({ practice }) => practice.doctor.id)
  const schedule = await loadSchedule(
    queries,
    { workspaceId, locationId },
    ids,
    extendByMargins(
      period,
      bookables.map(({ practice }) => practice),
    ),
  )
  const { ignoreAppointmentId = null } = request
  // The practitioners of a location have the same rooms of a type.
  const roomTimes = await busyTimeOfRooms(
    queries,
    workspaceId,
    one.practice.typeRoomIds,
    period,
    ignoreAppointmentId,
  )
  const longTurn = createTurnTimer()
  const found: { slot: ReturnType<typeof slotsOn>[number]; practice: Bookable['practice'] }[] = []
  for (const bookable of bookables) {
    if (longTurn.isLong()) await longTurn.next()
    const { practice } = bookable
    const slotKind = { mode: request.mode, lengthMins: slotLengthMins(bookable, request) }
    const slots = dates
      .flatMap((date) => slotsOn(bookable, date, slotKind, request.now))
      .filter(({ from }) => from >= request.from)
    const taken = (schedule.get(practice.doctor.id) ?? []).filter(
      ({ appointmentId }) => appointmentId === null || appointmentId !== ignoreAppointmentId,
    )
    // The remaining times cannot be among the earliest.
    for (const slot of splitSlots(
      bookable,
      slots,
      [...taken, ...roomTimes],
      request.mode,
    ).free.slice(0, rowsMax))
      found.push({ slot, practice })
  }
  return found.sort(
    (a, b) => a.slot.from - b.slot.from || a.practice.doctor.id - b.practice.doctor.id,
  )
}

function slotLengthMins(
  { practice, lengths }: Bookable,
  { durationMins, durationFromDoctorId }: NearestTimesRequest,
): number {
  if (durationMins === undefined) return practice.slotMins
  const isFixed = durationFromDoctorId === undefined || durationFromDoctorId === practice.doctor.id
  return isFixed || lengths.includes(durationMins) ? durationMins : practice.slotMins
}
