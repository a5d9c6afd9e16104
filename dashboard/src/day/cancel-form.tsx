// Cancels a visit: shows beforehand what is refunded, by which method, and what is returned to a
// pack (DAY-09).

import { Button, Group, NumberInput, Radio, Stack, Text, Textarea } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useChange } from '../api/workspace.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { moneyText } from '../ui/times.ts'
import { useUndoBy } from '../ui/undo.tsx'
import { useLanguage } from '../words/words.tsx'
import { QuotedSums, useQuotes } from './cancel-quotes.tsx'
import { nameOf } from './patient-name.ts'
import type { ShownVisit } from './queries.ts'

type Visit = Extract<ShownVisit, { bookingType: unknown }>

/** For a visit; a token has no pack. */
type Paid = Pick<ShownVisit, 'paymentStatus' | 'payableAmount' | 'dueAmount'> & Partial<Pick<Visit, 'bookingType' | 'patientPackageId'>>

/** What a cancellation can return: money, or the session of a pack. */
export function whatCanGoBack(visit: Paid): 'MONEY' | 'SESSION' | undefined {
  // Something that is unpaid may have been paid in part.
  if ((visit.paymentStatus === 'PAID' || visit.paymentStatus === 'UNPAID') && visit.dueAmount < visit.payableAmount) return 'MONEY'
  return visit.bookingType === 'USE_ACTIVE_PACKAGE' && typeof visit.patientPackageId === 'number' ? 'SESSION' : undefined
}

export function CancelForm({ visit, close }: { visit: ShownVisit; close(): void }) {
  const { words, locale } = useLanguage()
  const change = useChange('visit-cancel')
  const offerUndo = useUndoBy('visit-undo')
  const [chosen, setChosen] = useState<string>()
  const [percent, setPercent] = useState<number | string>(50)
  const [overrideReason, setOverrideReason] = useState('')
  const [reason, setReason] = useState('')
  const [isPaid, isByPack] = [whatCanGoBack(visit) === 'MONEY', whatCanGoBack(visit) === 'SESSION']
  const asked = { id: visit.id, void: false, returnSession: false }
  // The refund of the policy is already selected.
  const [byPolicy] = useQuotes(isPaid ? [asked] : [])
  const policy = byPolicy?.data?.policyPercentage ?? null
  const share = chosen ?? (policy === null ? 'none' : 'policy')
  const refund = share === 'policy' ? policy : share === 'all' ? 100 : share === 'part' ? Number(percent) : policy === null ? null : 0
  const isWhole = share !== 'part' || (Number(percent) > 0 && Number(percent) <= 100)
  const departs = policy !== null && refund !== policy
  const cancellation = { ...asked, ...(refund !== null && { refund }), returnSession: isByPack && share === 'pack' }
  const quotes = useQuotes((isPaid || isByPack) && isWhole ? [cancellation] : [])
  function submit(event: SubmitEvent) {
    event.preventDefault()
    const refundOverrideReason = overrideReason.trim()
    const why = { ...(reason.trim() && { reason: reason.trim() }), ...(departs && refundOverrideReason && { refundOverrideReason }) }
    const cancelled = change.mutateAsync({ ...cancellation, ...why })
    void offerUndo(cancelled, () => words.undo.did.CANCELLED(nameOf(visit.patient, words)))
    void cancelled.then(close, () => {})
  }
  return (
    <form onSubmit={submit} aria-label={words.visit.cancelTitle}>
      <Stack gap="sm">
        <Textarea
          label={words.visit.cancelReason}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          maxLength={500}
          autosize
          autoFocus
        />
        {isPaid ? (
          <Radio.Group label={words.visit.cancelRefund} value={share} onChange={setChosen}>
            <Stack gap={6} mt={4}>
              {policy !== null && <Radio value="policy" label={words.visit.refundByPolicy(policy)} />}
              <Radio value="none" label={words.visit.refundNone} />
              <Radio value="all" label={words.visit.refundAll(moneyText(visit.payableAmount - visit.dueAmount, visit.currency, locale))} />
              <Radio value="part" label={words.visit.refundPart} />
              {share === 'part' && (
                <NumberInput aria-label={words.visit.refundPercent} value={percent} onChange={setPercent} min={1} max={99} suffix=" %" w="7rem" />
              )}
            </Stack>
          </Radio.Group>
        ) : isByPack ? (
          <Radio.Group label={words.visit.cancelRefund} value={share} onChange={setChosen}>
            <Stack gap={6} mt={4}>
              <Radio value="none" label={words.visit.refundNone} />
              <Radio value="pack" label={words.visit.refundPack} />
            </Stack>
          </Radio.Group>
        ) : (
          <Text size="sm">{words.visit.unpaid}</Text>
        )}
        {departs && (
          <Textarea
            label={words.visit.refundWhy}
            description={words.visit.refundWhyHint}
            value={overrideReason}
            onChange={({ currentTarget }) => setOverrideReason(currentTarget.value)}
            maxLength={500}
            autosize
            required
          />
        )}
        {quotes.length > 0 && <QuotedSums quotes={quotes} />}
        <RefusalNote refusal={change.error} />
        <Group gap="xs">
          <Button type="submit" size="xs" color="red" loading={change.isPending} disabled={!isWhole}>
            {words.visit.cancelYes}
          </Button>
          <Button size="xs" variant="default" onClick={close}>
            {words.visit.no}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
