// Cancels the visits that a blocked time displaced; the total refund is shown beforehand (DAY-12).

import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { Input } from '../api/call.ts'
import { useLanguage } from '../words/words.tsx'
import { whatCanGoBack } from './cancel-form.tsx'
import { QuotedSums, useQuotes } from './cancel-quotes.tsx'
import type { Displaced } from './queries.ts'

export type Cancellation = Input<'visit-cancel'>

interface Form {
  visits: readonly Displaced[]
  /** The default reason. */
  reason: string
  cancel(visits: readonly Displaced[], cancellationOf: (visit: Displaced) => Cancellation): void
  close(): void
}

/** What the clinic requests when it cancels: a full refund, or the session; or nothing. */
function askedOf(visit: Displaced, givesBack: boolean) {
  const can = whatCanGoBack(visit)
  return { id: visit.id, ...(can === 'MONEY' && { refund: givesBack ? 100 : 0 }), void: false, returnSession: givesBack && can === 'SESSION' }
}

export function CancelDisplaced({ visits, reason: first, cancel, close }: Form) {
  const { words } = useLanguage()
  const [reason, setReason] = useState(first)
  const [givesBack, setGivesBack] = useState(true)
  const quotes = useQuotes(visits.map((visit) => askedOf(visit, givesBack)))
  const canGiveBack = visits.some((visit) => whatCanGoBack(visit) !== undefined)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const why = reason.trim()
    // The clinic cancels, whatever its policy for patients says.
    const refundOverrideReason = why || words.block.giveBack
    cancel(visits, (visit) => ({ ...askedOf(visit, givesBack), refundOverrideReason, ...(why && { reason: why }) }))
  }

  return (
    <form onSubmit={submit} aria-label={visits.length === 1 ? words.visit.cancelTitle : words.block.cancelTitle(visits.length)}>
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
        {canGiveBack && (
          <Checkbox size="xs" label={words.block.giveBack} checked={givesBack} onChange={({ currentTarget }) => setGivesBack(currentTarget.checked)} />
        )}
        <QuotedSums quotes={quotes} />
        <Group gap="xs">
          <Button type="submit" size="xs" color="red" disabled={quotes.some(({ isPending }) => isPending)}>
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
