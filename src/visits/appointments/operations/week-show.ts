// The week of a practitioner: the days of the location's calendar from Monday to Sunday, at one
// location or at all locations of the practitioner.

import { calendarDate, id, list, object, optional, text } from '../../../base/contract/schemas.ts'
import type { Queries } from '../../../base/db/database.ts'
import { type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import { readWidely } from '../../../base/ports/wide-reads.ts'
import { addDays, weekdayNumber } from '../../../base/values/calendar-date.ts'
import { resolvePublicName } from '../../../base/values/public-name.ts'
import { recordAccess } from '../../../clinic/audit/audit.ts'
import { type Configured, findPractice } from '../../../clinic/catalogue/configuration.ts'
import { problem } from '../problems.ts'
import { daySchema, loadDay, requestedOrToday, type ShownDay, shownPatientIds } from './day-show.ts'

export const weekShow = workspaceOperation({
  name: 'week-show',
  right: 'visits:read',
  about: 'doctor',
  summary:
    'Show the week of a practitioner from Monday on: hours, slots, visits and queues of each day, at one location or all of them.',
  input: object({
    doctorId: id('The practitioner.', 3),
    addressId: optional(id('The location; default: all locations of the practitioner.')),
    date: optional(calendarDate('A date of the week; today when omitted.')),
  }),
  output: object({
    doctorId: id('The practitioner.', 3),
    doctorName: text(
      'Public name if a profile is published, otherwise the staff name.',
      'Dr Asha Rao',
    ),
    date: calendarDate('The Monday.'),
    days: list(
      daySchema,
      'Days by date, then location, without other practitioners and without blocks of rooms. A day without anything is listed once, without a practitioner.',
    ),
  }),
  async run(
    { database, clock, configurations, actor, workspaceId }: InWorkspace<Configured>,
    { doctorId, addressId, date: requestedDate },
  ) {
    const configuration = await configurations.of(workspaceId)
    const doctor = configuration.doctors.find(({ id }) => id === doctorId)
    if (!doctor) throw problem('DOCTOR_NOT_FOUND')
    const isRequested = ({ id }: { id: number }) =>
      addressId === undefined
        ? findPractice(configuration, doctorId, id) !== undefined
        : id === addressId
    const locations = configuration.locations.filter(isRequested)
    const [first] = locations
    if (!first) throw problem('ADDRESS_NOT_FOUND')
    const now = clock.now()
    const date = requestedOrToday(requestedDate, first.timezone, now)
    const monday = addDays(date, 1 - weekdayNumber(date))
    const read = async (queries: Queries) => {
      const days: ShownDay[] = []
      for (let weekday = 0; weekday < 7; weekday += 1) {
        const locationDays: ShownDay[] = []
        for (const location of locations)
          locationDays.push(
            await loadDay(
              queries,
              configuration,
              { location, date: addDays(monday, weekday), doctorIds: [doctorId] },
              now,
            ),
          )
        const shown = locationDays.filter(({ doctors }) => doctors.length > 0)
        days.push(...(shown.length > 0 ? shown : locationDays.slice(0, 1)))
      }
      await recordAccess(queries, workspaceId, actor, {
        action: 'READ',
        patientIds: shownPatientIds(days),
        now,
      })
      return { doctorId, doctorName: resolvePublicName(doctor), date: monday, days }
    }
    return readWidely(workspaceId, () => database.transaction(read, 'repeatable read'))
  },
})
