// Cancels the visits that a blocked time has displaced; the total refund is shown beforehand
// (DAY-12).

import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { Input } from '../api/call.ts'
import { useWorkspace } from '../api/workspace.tsx'
import type { DisplacedVisit } from '../day/queries.ts'
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
  const [reason, setReason] = useState(defaultReason)
  const [shouldRefund, setShouldRefund] = useState(true)
  const mayDecide = useWorkspace().may('money:write')
  const refunds = { shouldRefund, mayDecide }
  const quotes = useCancelQuotes(visits.map((visit) => buildCancellationInput(visit, refunds)))
  const canRefund = visits.some((visit) => {
    const refundable = refundKind(visit)
    return refundable === 'SESSION' || (refundable === 'MONEY' && mayDecide)
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const trimmedReason = reason.trim()
    // The clinic is cancelling, so its policy for patients does not apply.
    const refundOverrideReason = trimmedReason || words.block.giveBack
    cancel(visits, (visit) => ({
      ...buildCancellationInput(visit, refunds),
      ...(mayDecide && { refundOverrideReason }),
      ...(trimmedReason && { reason: trimmedReason }),
    }))
  }

  return (
    <form
      onSubmit={submit}
      aria-label={
        visits.length === 1 ? words.visit.cancelTitle : words.block.cancelTitle(visits.length)
      }
    >
      <Stack gap="xs">
        {visits.length > 1 && <Text size="sm">{words.block.cancelTitle(visits.length)}</Text>}
        <TextInput
          label={words.visit.cancelReason}
          size="xs"
          maxLength={500}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          autoFocus
        />
        {canRefund && (
          <Checkbox
            size="xs"
            label={words.block.giveBack}
            checked={shouldRefund}
            onChange={({ currentTarget }) => setShouldRefund(currentTarget.checked)}
          />
        )}
        <CancelQuoteTotals quotes={quotes} />
        <Group gap="xs">
          <Button
            type="submit"
            size="xs"
            color="red"
            disabled={quotes.some(({ isPending }) => isPending)}
          >
            {visits.length === 1 ? words.visit.cancelYes : words.block.cancelYes(visits.length)}
          </Button>
          <Button size="xs" variant="default" onClick={close}>
            {words.visit.no}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
