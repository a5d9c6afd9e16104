import type { Queries } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import { addDays, type CalendarDate } from '../../base/values/calendar-date.ts'
import type { Doctor, Practice } from '../../clinic/catalogue/configuration.ts'

const latestFollowableVisit = statement(
  'latest_followable_visit',
  {
    takes: {
      workspaceId: 'bigint',
      patientIds: 'bigint[]',
      doctorId: 'bigint',
      earliest: 'date',
      latest: 'date',
    },
    returns: { id: 'bigint' },
  },
  // Only visits of the last few days qualify, so the index on patient and doctor finds few.
  `
  select a.id
  from appointments a
  join patients p on p.workspace_id = a.workspace_id and p.id = a.patient_id and p.erased_at is null
  where a.workspace_id = :workspaceId and a.patient_id = any(:patientIds::bigint[]) and a.doctor_id = :doctorId
    and a.status = 'COMPLETED' and not a.follow_up and not a.voided and a.appointment_date between :earliest and :latest
    and not exists (
      select from appointments f
      where f.workspace_id = a.workspace_id and f.parent_appointment_id = a.id and f.status <> 'CANCELLED'
    )
  order by a.from_at desc
  limit 1`,
)

/** The dates of the visits that a visit on `date` can follow up. */
function followableDates(
  doctor: Doctor,
  date: CalendarDate,
): { earliest: CalendarDate; latest: CalendarDate } {
  return { earliest: addDays(date, -doctor.followUpValidDays), latest: date }
}

/**
 * Whether a visit on `date` is within the doctor's follow-up days of the visit it follows up
 * (A-149).
 */
export function isWithinFollowUpDays(
  doctor: Doctor,
  followed: CalendarDate,
  date: CalendarDate,
): boolean {
  const { earliest, latest } = followableDates(doctor, date)
  return earliest <= followed && followed <= latest
}

/**
 * The visit that a follow-up on `date` would be linked to: the latest completed ordinary visit of
 * these patients without a follow-up, with this doctor and within the doctor's follow-up days
 * (A-149).
 */
export async function followableVisit(
  queries: Queries,
  workspaceId: number,
  patientIds: readonly number[],
  { doctor }: Practice,
  date: CalendarDate,
): Promise<number | undefined> {
  if (patientIds.length === 0) return undefined
  const [visit] = await queries.rows(latestFollowableVisit, {
    workspaceId,
    patientIds,
    doctorId: doctor.id,
    ...followableDates(doctor, date),
  })
  return visit?.id
}
