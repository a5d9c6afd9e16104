// How the clinic books for a patient, as the record says: like for everyone, by phone only, or only
// with payment in advance. It binds web pages, and keys that book for patients.

import { choice, nullable, object, text, timestamp } from '../../base/contract/schemas.ts'
import { isoAt } from '../../base/values/clinic-time.ts'

export const bookingRuleNames = ['BY_PHONE', 'PAY_BEFORE'] as const
export type BookingRuleName = (typeof bookingRuleNames)[number]

/** The rule of a record, as stored. */
export interface BookingRule {
  rule: BookingRuleName
  reason: string
  /** The member who set it; null if an operator did. */
  userId: number | null
  operator: string | null
  /** When, in milliseconds. */
  setAt: number
}

export const bookingReasonLengthMax = 200

export const bookingRuleSchema = nullable(
  object(
    {
      rule: choice(
        bookingRuleNames,
        'BY_PHONE: only the clinic books for the patient. PAY_BEFORE: the patient books with an online payment, or a pack.',
      ),
      reason: text('Why; only staff see it.', 'Three absences this year'),
      setBy: nullable(text('Who set it; null for a member who no longer exists.', 'Asha Rao')),
      setAt: timestamp('When it was set.'),
    },
    { description: 'How the patient has to book; null: like everyone.' },
  ),
)

/** A stored rule as shown; `member` is the name of the member who set it. */
export function bookingRuleView(rule: BookingRule, member: string | null, timezone: string) {
  const { userId: _, operator, setAt, ...shown } = rule
  return { ...shown, setBy: member ?? operator, setAt: isoAt(timezone, setAt) }
}
