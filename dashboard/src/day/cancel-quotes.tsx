// What a cancellation would refund and keep, before it is made (DAY-09).

import { Stack, Text } from '@mantine/core'
import type { Input } from '../api/call.ts'
import { useOperations } from '../api/workspace.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { moneyText } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'

export const useQuotes = (cancellations: readonly Input<'visit-cancel-quote'>[]) => useOperations('visit-cancel-quote', cancellations)

/**
 * The sums of the quotes: who refunds how much, how many sessions are returned, and what the clinic
 * keeps.
 */
export function QuotedSums({ quotes }: { quotes: ReturnType<typeof useQuotes> }) {
  const { words, locale } = useLanguage()
  const known = quotes.flatMap(({ data }) => data ?? [])
  const refusal = quotes.find(({ error }) => error)?.error ?? null
  /** The matching amounts, summed by currency. */
  const sums = (amountOf: (quote: (typeof known)[number]) => number) => {
    const by = new Map<string, number>()
    for (const quote of known) if (amountOf(quote) > 0) by.set(quote.currency, (by.get(quote.currency) ?? 0) + amountOf(quote))
    return [...by].map(([currency, amount]) => moneyText(amount, currency, locale)).join(', ')
  }
  const backBy = (way: 'GATEWAY' | 'DESK') => sums(({ refundedBy, refundAmount }) => (refundedBy === way ? refundAmount : 0))
  const [online, atDesk, kept] = [backBy('GATEWAY'), backBy('DESK'), sums(({ keptAmount }) => keptAmount)]
  const sessions = known.filter(({ pack }) => pack === 'SESSION_RETURNED').length
  return (
    <>
      <Stack gap={2} role="status">
        {known.length < quotes.length && !refusal && <Text size="sm">{words.block.counting}</Text>}
        {online && (
          <Text size="sm">
            {words.block.backOnline(online)} {words.undo.finalOnline}
          </Text>
        )}
        {atDesk && <Text size="sm">{words.block.backAtDesk(atDesk)}</Text>}
        {sessions > 0 && <Text size="sm">{words.block.sessionsBack(sessions)}</Text>}
        {kept && <Text size="sm">{words.block.kept(kept)}</Text>}
        {known.length === quotes.length && !online && !atDesk && !kept && sessions === 0 && <Text size="sm">{words.visit.unpaid}</Text>}
      </Stack>
      <RefusalNote refusal={refusal} />
    </>
  )
}
