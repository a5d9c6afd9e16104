// GET /v1/practitioner-shifts: when the practitioners of a location work, on one date or the next
// seven.

import { type Route, route } from '../../base/contract/route.ts'
import {
  calendarDate,
  choice,
  clockTime,
  id,
  list,
  namedObject,
  object,
  optional,
} from '../../base/contract/schemas.ts'
import type { Clock } from '../../base/ports/clock.ts'
import { addDays, type CalendarDate } from '../../base/values/calendar-date.ts'
import { dateAt, formatClock, formatEndClock } from '../../base/values/clinic-time.ts'
import { appointmentSystems, modes } from '../../base/values/modes.ts'
import type { Configurations, Practice } from './configuration.ts'
import { shiftsOn, type WorkingWindow, windowsOn } from './hours.ts'
import { problem } from './problems.ts'

const datesShown = 7

const ShiftRecord = namedObject('PractitionerShift', {
  doctorId: id('The practitioner.'),
  addressId: id('The location.'),
  date: calendarDate("The date in the clinic's zone."),
  startTime: clockTime('Start on the clinic clock, HH:MM.', '09:00'),
  endTime: clockTime('End on the clinic clock, HH:MM; 00:00 where it ends at midnight.', '13:00'),
  mode: choice(modes, 'The mode; hours with several modes are listed once per mode.'),
  appointmentSystemType: choice(appointmentSystems, 'Whether slots or tokens are booked.'),
})

export function practitionerShiftsRoute({
  configurations,
  clock,
}: {
  configurations: Configurations
  clock: Clock
}): Route {
  return route({
    method: 'GET',
    path: '/v1/practitioner-shifts',
    name: 'listPractitionerShifts',
    area: 'Catalogue',
    title: 'List working hours',
    summary: 'Working hours of the practitioners of a location.',
    policy: { feature: 'devapi_catalog_practitioner_shifts' },
    query: object({
      addressId: id('The location.'),
      date: optional(
        calendarDate("One date in the clinic's zone; the next seven, from today, when omitted."),
      ),
    }),
    refusals: ['ADDRESS_NOT_FOUND'],
    replies: { 200: list(ShiftRecord, 'By date, practitioner and start.') },

    async handle({ caller, query: { addressId, date } }) {
      const { locations, practices } = await configurations.of(caller.workspaceId)
      const location = locations.find(({ id }) => id === addressId)
      if (!location) throw problem('ADDRESS_NOT_FOUND')
      const today = dateAt(location.timezone, clock.now())
      const dates =
        date === undefined
          ? Array.from({ length: datesShown }, (_, days) => addDays(today, days))
          : [date]
      const working = practices.filter(
        (practice) => practice.location.id === addressId && practice.doctor.isActiveMember,
      )
      return {
        status: 200,
        body: dates.flatMap((day) => working.flatMap((practice) => shiftRecords(practice, day))),
      }
    },
  })
}

function shiftRecords(practice: Practice, date: CalendarDate) {
  const { doctor, location } = practice
  return workedWindows(practice, date)
    .toSorted((a, b) => a.fromMinute - b.fromMinute)
    .flatMap((window) =>
      window.modes.map((mode) => ({
        doctorId: doctor.id,
        addressId: location.id,
        date,
        startTime: formatClock(window.fromMinute),
        endTime: formatEndClock(window.toMinute),
        mode,
        appointmentSystemType: doctor.appointmentSystem,
      })),
    )
}

/** A practitioner with a queue works in its shifts; without shifts, in the configured hours. */
function workedWindows(practice: Practice, date: CalendarDate): readonly WorkingWindow[] {
  if (practice.shifts.length === 0) return windowsOn(practice, date)
  return shiftsOn(practice, date).map(({ fromMinute, toMinute, mode }) => ({
    fromMinute,
    toMinute,
    modes: [mode],
  }))
}
