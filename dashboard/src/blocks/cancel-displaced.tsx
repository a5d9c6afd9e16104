// Cancels the visits that a blocked time has displaced; the total refund is shown beforehand
// (DAY-12).

import { Checkbox, Text, TextInput } from '@mantine/core'
import type { Input } from '../api/call.ts'
import { useWorkspace } from '../api/workspace.tsx'
import type { DisplacedVisit } from '../day/queries.ts'
import { sentElsewhere } from '../ui/confirmation.tsx'
import { Form } from '../ui/form.tsx'
import { useFields } from '../ui/use-fields.ts'
import { refundKind } from '../visit/cancel-form.tsx'
import { CancelQuoteTotals, useCancelQuotes } from '../visit/cancel-quotes.tsx'
import { useLanguage } from '../words/words.tsx'

export type Cancellation = Input<'visit-cancel'>

interface CancelDisplacedProps {
  visits: readonly DisplacedVisit[]
  /** The default reason. */
  reason: string
  cancel(
    visits: readonly DisplacedVisit[],
    buildCancellation: (visit: DisplacedVisit) => Cancellation,
  ): void
  close(): void
}

/**
 * What the clinic requests when it cancels: a full refund, the return of the session, or nothing. A
 * member who may not handle money leaves the refund to the policy.
 */
function buildCancellationInput(
  visit: DisplacedVisit,
  { shouldRefund, mayDecide }: { shouldRefund: boolean; mayDecide: boolean },
) {
  const refundable = refundKind(visit)
  return {
    id: visit.id,
    ...(refundable === 'MONEY' && mayDecide && { refund: shouldRefund ? 100 : 0 }),
    void: false,
    returnSession: shouldRefund && refundable === 'SESSION',
  }
}

export function CancelDisplaced({
  visits,
  reason: defaultReason,
  cancel,
  close,
}: CancelDisplacedProps) {
  const { words } = useLanguage()
  const { values, isChanged, text, check } = useFields({
    reason: defaultReason,
    shouldRefund: true,
  })
  const mayDecide = useWorkspace().may('money:write')
  const refunds = { shouldRefund: values.shouldRefund, mayDecide }
  const quotes = useCancelQuotes(visits.map((visit) => buildCancellationInput(visit, refunds)))
  const canRefund = visits.some((visit) => {
    const refundable = refundKind(visit)
    return refundable === 'SESSION' || (refundable === 'MONEY' && mayDecide)
  })

  function submit() {
    const trimmedReason = values.reason.trim()
    // The clinic is cancelling, so its policy for patients does not apply.
    const refundOverrideReason = trimmedReason || words.block.giveBack
    cancel(visits, (visit) => ({
      ...buildCancellationInput(visit, refunds),
      ...(mayDecide && { refundOverrideReason }),
      ...(trimmedReason && { reason: trimmedReason }),
    }))
  }

  return (
    <Form
      aria-label={
        visits.length === 1 ? words.visit.cancelTitle : words.block.cancelTitle(visits.length)
      }
      change={sentElsewhere}
      isChanged={isChanged}
      isComplete={quotes.every(({ isPending }) => !isPending)}
      onSubmit={submit}
      submit={visits.length === 1 ? words.visit.cancelYes : words.block.cancelYes(visits.length)}
      isDanger
      close={close}
    >
      {visits.length > 1 && <Text size="sm">{words.block.cancelTitle(visits.length)}</Text>}
      <TextInput
        label={words.visit.cancelReason}
        size="xs"
        maxLength={500}
        autoFocus
        {...text('reason')}
      />
      {canRefund && <Checkbox size="xs" label={words.block.giveBack} {...check('shouldRefund')} />}
      <CancelQuoteTotals quotes={quotes} />
    </Form>
  )
}
