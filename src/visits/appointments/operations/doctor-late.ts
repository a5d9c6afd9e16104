// A practitioner who is running late today: shown in the day view, and reported to the patients who
// are still expected (DAY-12). Visits keep their times.

import { id, integer, object } from '../../../base/contract/schemas.ts'
import { type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import { dateAt } from '../../../base/values/clinic-time.ts'
import { invalid } from '../../../base/values/problem.ts'
import { type Configured, findPractice } from '../../../clinic/catalogue/configuration.ts'
import { noticeDueAt, planLatenessNotices } from '../../../clinic/notices/plan-notices.ts'
import { endLateness, expectedPatients, setLateness } from '../late-queries.ts'
import { problem } from '../problems.ts'
import { dateBounds } from '../visit-list.ts'

const minutesMax = 600

export const doctorLate = workspaceOperation({
  name: 'doctor-late',
  right: 'visits:write',
  about: 'doctor',
  summary:
    'Record how many minutes late a practitioner is running today, or that the delay is over. Patients who are still expected are told once; visits keep their times.',
  input: object({
    addressId: id('The location.'),
    doctorId: id('The practitioner.', 3),
    minutes: integer('The delay in minutes; 0: no delay.', 20, { minimum: 0, maximum: minutesMax }),
  }),
  output: object({
    minutes: integer('The delay in minutes; 0: no delay.', 20),
    upcomingPatients: integer('Patients who are still expected today, as far as is known.', 6),
    told: integer(
      'How many of them are told now: not those who were already told about this delay, and none if the clinic file switches such notices off.',
      6,
    ),
  }),
  async run(
    { database, clock, configurations, workspaceId, actor }: InWorkspace<Configured>,
    { addressId, doctorId, minutes },
  ) {
    const configuration = await configurations.of(workspaceId)
    const location = configuration.locations.find(({ id }) => id === addressId)
    if (!location) throw problem('ADDRESS_NOT_FOUND')
    const practice = findPractice(configuration, doctorId, addressId)
    if (!practice) throw problem('DOCTOR_NOT_FOUND')
    if (practice.doctor.appointmentSystem !== 'SCHEDULED')
      throw invalid(
        'doctorId belongs to a practitioner with a queue, whose line already shows the waiting times',
      )
    const now = clock.now()
    const date = dateAt(location.timezone, now)
    const practiceKey = { workspaceId, doctorId, locationId: addressId }
    return database.transaction(async (queries) => {
      if (minutes === 0) {
        await queries.rows(endLateness, practiceKey)
        return { minutes, upcomingPatients: 0, told: 0 }
      }
      await queries.rows(setLateness, { ...practiceKey, date, minutes })
      const visits = await queries.rows(expectedPatients, {
        ...practiceKey,
        date,
        ...dateBounds(date),
        now,
        minutes,
      })
      const uninformed = visits.filter(({ isTold }) => !isTold).map(({ id }) => id)
      const noticeCount = await planLatenessNotices(queries, configuration, {
        workspaceId,
        appointmentIds: uninformed,
        dueAt: noticeDueAt(actor, now),
      })
      return { minutes, upcomingPatients: visits.length, told: noticeCount }
    })
  },
})
