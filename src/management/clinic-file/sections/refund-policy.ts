// The refund policy of a workspace, and a practitioner's if it differs.

import { integer, number, optional } from '../../../base/contract/schemas.ts'
import { packCredits } from '../../../base/values/refund-policy.ts'
import { choiceOrDefault, closedObject, several } from '../words.ts'

const Step = closedObject({
  untilHoursBefore: integer(
    'Applies until this many hours before the visit, or before the shift of a token.',
    24,
    { minimum: 0, maximum: 8760 },
  ),
  percentage: number('Percentage of the payment that is refunded.', 100, {
    minimum: 0,
    maximum: 100,
  }),
})

export const refundPolicyMember = {
  refundPolicy: optional(
    closedObject(
      {
        steps: several(
          Step,
          10,
          'The step with the longest notice that is still kept counts; later than all of them, nothing is refunded.',
        ),
        packCredit: choiceOrDefault(
          packCredits,
          'by-steps',
          'Whether a session is returned to the pack that pays: where the steps refund something, always, or never.',
        ),
      },
      'What is refunded when a patient cancels a paid visit. If omitted, nothing is refunded.',
    ),
  ),
}
