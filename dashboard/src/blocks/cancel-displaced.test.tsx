import { expect, it } from 'vitest'
import type { DisplacedVisit } from '../day/queries.ts'
import { renderPart } from '../ui/render-part.fixture.tsx'
import { CancelDisplaced, type Cancellation } from './cancel-displaced.tsx'

const visit = {
  id: 7,
  paymentStatus: 'PAID',
  bookingType: 'ONE_TIME_APPOINTMENT',
  payableAmount: 500,
  dueAmount: 0,
  currency: 'INR',
  patient: { firstName: 'Meera', lastName: 'Iyer', erased: false },
} as unknown as DisplacedVisit
const quote = {
  refundAmount: 500,
  refundPercentage: 100,
  keptAmount: 0,
  currency: 'INR',
  refundedBy: 'DESK',
  pack: null,
}

it.each([
  ['all of it, if they may handle money', {}, { refund: 100, refundOverrideReason: 'Ill' }],
  ['what the refund policy says, if they may not', { money: 'none' }, {}],
] as const)(
  'refunds a displaced visit: %s [DAY-12] [POL-04] [DASH-10]',
  async (_, rights, refund) => {
    const cancellations: Cancellation[] = []
    const { user, findByRole, queryByRole } = await renderPart(
      <CancelDisplaced
        visits={[visit]}
        reason="Ill"
        cancel={(visits, buildCancellation) => cancellations.push(...visits.map(buildCancellation))}
        close={() => {}}
      />,
      { rights, answers: { 'visit-cancel-quote': quote } },
    )
    const button = await findByRole('button', { name: /^Cancel/ })
    expect(queryByRole('checkbox') !== null).toBe('refund' in refund)
    await expect.poll(() => button.hasAttribute('disabled')).toBe(false)
    await user.click(button)
    expect(cancellations).toEqual([
      { id: 7, void: false, returnSession: false, reason: 'Ill', ...refund },
    ])
  },
)
