// Why a practitioner can or cannot be booked at a time.

import {
  calendarDate,
  choice,
  clockTime,
  flag,
  id,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
  timestamp,
  zone,
} from '../../../base/contract/schemas.ts'
import type { Database } from '../../../base/db/database.ts'
import { type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import { clinicDay, isoAt, parseClock } from '../../../base/values/clinic-time.ts'
import { modes } from '../../../base/values/modes.ts'
import { hasCaps } from '../../../base/values/patient-rules.ts'
import type { Configuration, Configured } from '../../../clinic/catalogue/configuration.ts'
import {
  findName,
  loadIds,
  resolveId,
  resolveNamedId,
} from '../../../clinic/catalogue/named-things.ts'
import { practiceUnderType } from '../../../clinic/catalogue/visit-types.ts'
import { explainDay, explainMinute, reasons } from '../explain.ts'
import { extendByMargins } from '../free-slots.ts'
import { calendarReader } from '../next-available.ts'
import { problem } from '../problems.ts'

const explainedTime = object({
  from: timestamp('Start.'),
  to: timestamp(
    'End; for a time that is skipped when the clocks go forward, the same as its start.',
    '2026-12-01T09:15:00+05:30',
  ),
  fromClock: clockTime('Start on the clinic clock.', '09:00'),
  toClock: clockTime('End on the clinic clock, up to 24:00.', '09:15'),
  isSlot: flag('Whether it is a slot within working hours; otherwise a period without slots.'),
  reason: choice(reasons, 'OFFERED, or the reason why not.', 'OFFERED'),
  why: text('The reason in words.', 'offered OFFLINE, WALK_IN'),
})

const explanation = object({
  doctorId: id('The practitioner.', 3),
  doctor: text('The practitioner, as in the clinic file.', 'asha-rao'),
  addressId: id('The location.'),
  location: text('The location, as in the clinic file.', 'jaipur'),
  timezone: zone("The location's timezone; all times here are in it."),
  date: calendarDate('The date.'),
  durationMins: integer('Length of a visit in minutes.', 15),
  mode: nullable(choice(modes, 'The mode asked about; null: any.')),
  now: timestamp('The current business time; times that start at or before it are past.'),
  times: list(explainedTime, 'Every time of the date, by start; only the asked one with `at`.'),
})

export const availabilityExplain = workspaceOperation({
  name: 'availability-explain',
  right: 'visits:read',
  about: 'the whole clinic',
  summary:
    'Explain why each time of a date is offered or not, by the same rule that lists and books.',
  input: object({
    doctor: text('The practitioner, by name in the clinic file or by id.', 'asha-rao'),
    location: optional(
      text(
        'The location, by name in the clinic file or by id; may be omitted when there is only one.',
        'jaipur',
      ),
    ),
    date: calendarDate("The date in the clinic's zone."),
    mode: optional(choice(modes, 'The mode of the visit; any when omitted.')),
    visitType: optional(
      text(
        'The visit type, by name in the clinic file or by id; none when omitted.',
        'first-visit',
      ),
    ),
    durationMins: optional(
      integer('How long the visit is, in minutes; the usual length when omitted.', 30, {
        minimum: 1,
        maximum: 1440,
      }),
    ),
    at: optional(text('One time in the clinic’s local time, HH:MM.', '09:00')),
    forPatients: optional(
      flag('Whether to explain what patients can book, by the rules for patients.'),
    ),
  }),
  output: explanation,
  async run(
    { database, clock, configurations, workspaceId }: InWorkspace<Configured>,
    { doctor, location, date, mode, visitType, durationMins, at, forPatients = false },
  ) {
    const minute = at === undefined ? undefined : toMinuteOfDay(at)
    const configuration = await configurations.of(workspaceId)
    const { practice: anyVisit, names } = await findPracticeByName(database, configuration, {
      doctor,
      location,
    })
    const practice =
      visitType === undefined
        ? anyVisit
        : practiceUnderType(
            configuration,
            anyVisit,
            await resolveNamedId(database, workspaceId, 'visit type', visitType),
          )
    if (!practice) throw problem('VISIT_TYPE_NOT_OFFERED')
    const { timezone } = practice.location
    const now = clock.now()
    const slotKind = { mode, lengthMins: durationMins ?? practice.slotMins }
    const { patientRules } = practice
    const cappedBy = forPatients && patientRules && hasCaps(patientRules) ? patientRules : undefined
    const { busy, counts } = await calendarReader(database, workspaceId, { practice })(
      extendByMargins(clinicDay(timezone, date), [practice]),
      cappedBy && { from: date, to: date, rules: cappedBy },
    )
    const times = explainDay({
      configuration,
      practice,
      date,
      wish: slotKind,
      busy,
      isForPatients: forPatients,
      counts,
      now,
    })
    const requestedTimes =
      minute === undefined ? times : explainMinute(times, timezone, date, minute)
    return {
      doctorId: practice.doctor.id,
      addressId: practice.location.id,
      ...names,
      timezone,
      date,
      durationMins: slotKind.lengthMins,
      mode: mode ?? null,
      now: isoAt(timezone, now),
      times: requestedTimes.map((time) => ({
        ...time,
        from: isoAt(timezone, time.from),
        to: isoAt(timezone, time.to),
      })),
    }
  },
})

function toMinuteOfDay(clock: string): number {
  const minute = parseClock(clock)
  if (minute !== undefined && minute < 1440) return minute
  throw problem('TIME_OF_DAY_INVALID', { time: clock })
}

/** The requested practice, with the names of its doctor and location in the clinic file. */
async function findPracticeByName(
  database: Database,
  { workspaceId, practices }: Configuration,
  { doctor, location }: { doctor: string; location?: string | undefined },
) {
  const practitioners = await loadIds(database, workspaceId, 'practitioner')
  const locations = await loadIds(database, workspaceId, 'location')
  const doctorId = resolveId(practitioners, doctor)
  const doctorPractices = practices.filter((practice) => practice.doctor.id === doctorId)
  if (doctorPractices.length === 0) throw problem('PRACTITIONER_NOT_FOUND', { doctor })
  const locationNames = doctorPractices.map((practice) => findName(locations, practice.location.id))
  if (location === undefined && doctorPractices.length > 1)
    throw problem('LOCATION_REQUIRED', { doctor, locations: locationNames })
  const practice =
    location === undefined
      ? doctorPractices[0]
      : doctorPractices.find(
          (candidate) => candidate.location.id === resolveId(locations, location),
        )
  if (!practice)
    throw problem('PRACTITIONER_NOT_AT_LOCATION', {
      doctor,
      location: location ?? '',
      locations: locationNames,
    })
  return {
    practice,
    names: {
      doctor: findName(practitioners, practice.doctor.id),
      location: findName(locations, practice.location.id),
    },
  }
}

export const availabilityOperations = [availabilityExplain]
