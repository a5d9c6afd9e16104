// What is shown about a patient everywhere: who they are, their last and next visit, and what is
// still to be paid.

import {
  calendarDate,
  choice,
  currency,
  id,
  integer,
  list,
  nullable,
  number,
  object,
  optional,
  text,
  timestamp,
} from '../../../base/contract/schemas.ts'
import { type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import { yearsBetween } from '../../../base/values/calendar-date.ts'
import { dateAt, isoAt } from '../../../base/values/clinic-time.ts'
import { appointmentSystems } from '../../../base/values/modes.ts'
import { fromMinorUnits } from '../../../base/values/money.ts'
import { recordOpening } from '../../../clinic/audit/opening.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import { bookingRuleSchema, bookingRuleView } from '../../../clinic/patients/booking-rule.ts'
import { resolvePatientForRead } from '../../../clinic/patients/led-to.ts'
import { patientSummarySchema } from '../../../clinic/patients/visiting-patient.ts'
import { type HeadVisit, headVisitsMax, patientHeadRow } from '../patient-head-queries.ts'
import { problem } from '../problems.ts'

const { firstName, lastName, phone, erased } = patientSummarySchema.properties

const headVisitSchema = (description: string) =>
  nullable(
    object(
      {
        id: id('The visit or token.', 42),
        system: choice(appointmentSystems, 'Whether it is a visit with a time or a token.'),
        addressId: id('The location.'),
        date: calendarDate('Its date there.'),
        fromDateTimeTs: timestamp(
          'Its start, with the offset of the location; of a token, that of its shift.',
        ),
        doctor: text('The practitioner.', 'Dr. Asha Rao'),
      },
      { description },
    ),
  )

export const patientHead = workspaceOperation({
  name: 'patient-head',
  right: 'patients:read',
  about: 'patient',
  summary: 'Show who a patient is, their last and next visit, and what is still to be paid.',
  input: object({
    id: id('The patient.', 42),
    opened: optional(
      id(
        'The audit entry of the earlier access, if a page reloads what it shows: within the hour, the access is not recorded again.',
        9_000,
      ),
    ),
    doctorId: optional(id('Only visits and tokens with this practitioner.', 5)),
  }),
  output: object({
    id: id('The patient.', 42),
    firstName,
    lastName,
    phone,
    erased,
    dob: nullable(calendarDate('Date of birth.', '1990-04-12')),
    age: nullable(integer('Age in years, from the date of birth or as recorded.', 36)),
    alert: nullable(
      text('What everyone must see first, such as an allergy.', 'Allergic to penicillin'),
    ),
    bookingRule: bookingRuleSchema,
    absences: integer('How many visits and tokens the patient did not come to.', 1),
    lastVisit: headVisitSchema(
      'The last visit or token to which the patient came; null if there is none.',
    ),
    nextVisit: headVisitSchema('The next visit or token; null if there is none.'),
    due: list(
      object({ amount: number('In `currency`.', 300), currency: currency('ISO 4217 code.') }),
      `What is still to be paid for visits, tokens and packs, by currency; limited to the latest ${headVisitsMax} visits and tokens each.`,
    ),
    opened: id('The audit entry of this access.', 9_000),
  }),
  async run(
    { database, clock, configurations, actor, workspaceId }: InWorkspace<Configured>,
    { id: requestedId, opened, doctorId = null },
  ) {
    const now = clock.now()
    const { timezone } = await configurations.of(workspaceId)
    return database.transaction(async (queries) => {
      const patientId = await resolvePatientForRead(queries, workspaceId, requestedId)
      const [head] = await queries.rows(patientHeadRow, {
        workspaceId,
        patientId,
        doctorId,
        now,
        today: dateAt(timezone, now),
      })
      if (!head) throw problem('PATIENT_NOT_FOUND')
      const {
        dob,
        recordedAge,
        bookingRule,
        bookingRuleMember,
        lastVisit,
        nextVisit,
        due,
        ...who
      } = head
      return {
        ...who,
        bookingRule: bookingRule && bookingRuleView(bookingRule, bookingRuleMember, timezone),
        dob,
        age: dob === null ? recordedAge : yearsBetween(dob, dateAt(timezone, now)),
        lastVisit: visitView(lastVisit),
        nextVisit: visitView(nextVisit),
        due: due.map(({ minor, currency }) => ({
          amount: fromMinorUnits(minor, currency),
          currency,
        })),
        opened: await recordOpening(queries, workspaceId, actor, {
          patientIds: [patientId],
          opened,
          now,
        }),
      }
    }, 'repeatable read')
  },
})

function visitView(visit: HeadVisit | null) {
  if (!visit) return null
  const { at, timezone, ...shown } = visit
  return { ...shown, fromDateTimeTs: isoAt(timezone, at) }
}
