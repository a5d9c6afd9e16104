// What a cancellation would refund and keep, before it is made (DAY-09).

import { Stack, Text } from '@mantine/core'
import type { Input } from '../api/call.ts'
import { useOperations } from '../api/workspace.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { moneyText } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'

export const useCancelQuotes = (cancellations: readonly Input<'visit-cancel-quote'>[]) =>
  useOperations('visit-cancel-quote', cancellations)

/**
 * The totals of the quotes: who refunds how much, how many sessions are returned, and what the
 * clinic keeps.
 */
export function CancelQuoteTotals({ quotes }: { quotes: ReturnType<typeof useCancelQuotes> }) {
  const { words, locale } = useLanguage()
  const quoteData = quotes.flatMap(({ data }) => data ?? [])
  const refusal = quotes.find(({ error }) => error)?.error ?? null
  /** The matching amounts, totalled by currency. */
  const formatSums = (selectAmount: (quote: (typeof quoteData)[number]) => number) => {
    const totals = new Map<string, number>()
    for (const quote of quoteData)
      if (selectAmount(quote) > 0)
        totals.set(quote.currency, (totals.get(quote.currency) ?? 0) + selectAmount(quote))
    return [...totals].map(([currency, amount]) => moneyText(amount, currency, locale)).join(', ')
  }
  const refundedBy = (channel: 'GATEWAY' | 'DESK') =>
    formatSums(({ refundedBy, refundAmount }) => (refundedBy === channel ? refundAmount : 0))
  const online = refundedBy('GATEWAY')
  const atDesk = refundedBy('DESK')
  const keptText = formatSums(({ keptAmount }) => keptAmount)
  const sessions = quoteData.filter(({ pack }) => pack === 'SESSION_RETURNED').length
  return (
    <>
      <Stack gap={2} role="status">
        {quoteData.length < quotes.length && !refusal && (
          <Text size="sm">{words.block.counting}</Text>
        )}
        {online && (
          <Text size="sm">
            {words.block.refundedOnline(online)} {words.undo.finalOnline}
          </Text>
        )}
        {atDesk && <Text size="sm">{words.block.backAtDesk(atDesk)}</Text>}
        {sessions > 0 && <Text size="sm">{words.block.sessionsBack(sessions)}</Text>}
        {keptText && <Text size="sm">{words.block.kept(keptText)}</Text>}
        {quoteData.length === quotes.length &&
          !online &&
          !atDesk &&
          !keptText &&
          sessions === 0 && <Text size="sm">{words.visit.unpaid}</Text>}
      </Stack>
      <RefusalNote refusal={refusal} />
    </>
  )
}
