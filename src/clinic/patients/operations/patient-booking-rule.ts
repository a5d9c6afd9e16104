import { choice, id, nullable, object, optional, text } from '../../../base/contract/schemas.ts'
import { narrowType, statement } from '../../../base/db/statement.ts'
import { actorValues } from '../../../base/operations/actor.ts'
import { workspaceOperation } from '../../../base/operations/operation.ts'
import { tidyName } from '../../../base/values/text.ts'
import { recordAccess } from '../../audit/audit.ts'
import { type BookingRule, bookingReasonLengthMax, bookingRuleNames } from '../booking-rule.ts'
import { lockPatient } from '../led-to.ts'
import { problem } from '../problems.ts'
import { notifyPatientChanged } from '../queries.ts'

const setBookingRule = statement(
  'set_patient_booking_rule',
  {
    takes: {
      workspaceId: 'bigint',
      patientId: 'bigint',
      bookingRule: narrowType<BookingRule>('jsonb?'),
      now: 'timestamptz',
    },
  },
  `
  update patients
  set booking_rule = :bookingRule::jsonb, updated_at = :now
  where workspace_id = :workspaceId and id = :patientId`,
)

export const patientBookingRule = workspaceOperation({
  name: 'patient-booking-rule',
  right: 'patients:write',
  about: 'patient',
  summary: 'Say how a patient has to book: like everyone, by phone only, or with payment before.',
  input: object({
    id: id('The patient.', 42),
    rule: choice(
      ['NONE', ...bookingRuleNames],
      'NONE: like everyone. BY_PHONE: only the clinic books for the patient. PAY_BEFORE: only with an online payment, or a pack.',
    ),
    reason: optional(
      text('Why, for the staff; required with a rule.', 'Three absences this year', {
        maxLength: bookingReasonLengthMax,
      }),
    ),
  }),
  output: object({
    id: id('The patient.', 42),
    rule: nullable(choice(bookingRuleNames, 'The rule; null: like everyone.')),
    reason: nullable(text('Why.', 'Three absences this year')),
  }),
  async run(
    { database, clock, actor, workspaceId },
    { id: requestedId, rule: wantedRule, reason = '' },
  ) {
    const now = clock.now()
    const rule = wantedRule === 'NONE' ? null : wantedRule
    const writtenReason = tidyName(reason)
    if (rule !== null && writtenReason === '') throw problem('BOOKING_RULE_NEEDS_REASON')
    const { actingUserId, operator } = actorValues(actor)
    const bookingRule =
      rule === null
        ? null
        : { rule, reason: writtenReason, userId: actingUserId, operator, setAt: Math.floor(now) }
    return database.transaction(async (queries) => {
      const patientId = await lockPatient(queries, workspaceId, requestedId)
      const patient = { workspaceId, patientId }
      await queries.rows(setBookingRule, { ...patient, bookingRule, now })
      await queries.rows(notifyPatientChanged, patient)
      await recordAccess(queries, workspaceId, actor, {
        action: 'CHANGED',
        changedMembers: ['bookingRule'],
        patientIds: [patientId],
        now,
      })
      return { id: patientId, rule, reason: rule === null ? null : writtenReason }
    })
  },
})
