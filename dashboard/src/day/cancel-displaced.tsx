// Cancelling the visits that a blocked time displaced: the total refund is shown beforehand (DAY-12).

import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { Input } from '../api/call.ts'
import { useOperations } from '../api/workspace.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { moneyText } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'
import { whatCanGoBack } from './cancel-form.tsx'
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
  const back = givesBack ? whatCanGoBack(visit) : undefined
  return { id: visit.id, ...(back === 'MONEY' && { refund: 100 }), void: false, returnSession: back === 'SESSION' }
}

export function CancelDisplaced({ visits, reason: first, cancel, close }: Form) {
  const { words, locale } = useLanguage()
  const [reason, setReason] = useState(first)
  const [givesBack, setGivesBack] = useState(true)
  const quotes = useOperations(
    'visit-cancel-quote',
    visits.map((visit) => askedOf(visit, givesBack)),
  )
  const known = quotes.flatMap(({ data }) => data ?? [])
  /** The matching amounts, summed by currency. */
  const sums = (amountOf: (quote: (typeof known)[number]) => number) => {
    const by = new Map<string, number>()
    for (const quote of known) if (amountOf(quote) > 0) by.set(quote.currency, (by.get(quote.currency) ?? 0) + amountOf(quote))
    return [...by].map(([currency, amount]) => moneyText(amount, currency, locale)).join(', ')
  }
  const backBy = (way: 'GATEWAY' | 'DESK') => sums(({ refundedBy, refundAmount }) => (refundedBy === way ? refundAmount : 0))
  const [online, atDesk, kept] = [backBy('GATEWAY'), backBy('DESK'), sums(({ keptAmount }) => keptAmount)]
  const sessions = known.filter(({ pack }) => pack === 'SESSION_RETURNED').length
  const canGiveBack = visits.some((visit) => whatCanGoBack(visit) !== undefined)
  const refusal = quotes.find(({ error }) => error)?.error ?? null

  function submit(event: SubmitEvent) {
    event.preventDefault()
    cancel(visits, (visit) => ({ ...askedOf(visit, givesBack), ...(reason.trim() && { reason: reason.trim() }) }))
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
        <Stack gap={2} role="status">
          {known.length < quotes.length && !refusal && <Text size="sm">{words.block.counting}</Text>}
          {online && <Text size="sm">{words.block.backOnline(online)}</Text>}
          {atDesk && <Text size="sm">{words.block.backAtDesk(atDesk)}</Text>}
          {sessions > 0 && <Text size="sm">{words.block.sessionsBack(sessions)}</Text>}
          {kept && <Text size="sm">{words.block.kept(kept)}</Text>}
          {known.length === quotes.length && !online && !atDesk && !kept && sessions === 0 && <Text size="sm">{words.visit.unpaid}</Text>}
        </Stack>
        <RefusalNote refusal={refusal} />
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
