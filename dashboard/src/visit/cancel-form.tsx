// Cancels a visit. Beforehand it shows what is refunded, by which method, and what is returned to a
// pack (DAY-09).

import { NumberInput, Radio, Stack, Text, Textarea } from '@mantine/core'
import { useChange, useWorkspace } from '../api/workspace.tsx'
import type { VisitDetails } from '../day/queries.ts'
import { Form } from '../ui/form.tsx'
import { patientName } from '../ui/patient-name.ts'
import { moneyText } from '../ui/times.ts'
import { useUndoOperation } from '../ui/undo.tsx'
import { useFields } from '../ui/use-fields.ts'
import { useLanguage } from '../words/words.tsx'
import { CancelQuoteTotals, useCancelQuotes } from './cancel-quotes.tsx'

type Visit = Extract<VisitDetails, { bookingType: unknown }>

/** A visit or a token; only a visit can be paid with a pack. */
type RefundableVisit = Pick<VisitDetails, 'paymentStatus' | 'payableAmount' | 'dueAmount'> &
  Partial<Pick<Visit, 'bookingType' | 'patientPackageId'>>

/** What a cancellation can return: money, or the session of a pack. */
export function refundKind(visit: RefundableVisit): 'MONEY' | 'SESSION' | undefined {
  // A visit that is unpaid may have been paid in part.
  if (
    (visit.paymentStatus === 'PAID' || visit.paymentStatus === 'UNPAID') &&
    visit.dueAmount < visit.payableAmount
  )
    return 'MONEY'
  return visit.bookingType === 'USE_ACTIVE_PACKAGE' && typeof visit.patientPackageId === 'number'
    ? 'SESSION'
    : undefined
}

/** The percentage to request; null if none is requested. */
function refundPercentage(share: string, part: number, policy: number | null): number | null {
  if (share === 'policy') return policy
  if (share === 'all') return 100
  if (share === 'part') return part
  return policy === null ? null : 0
}

export function CancelForm({ visit, close }: { visit: VisitDetails; close(): void }) {
  const { words, locale } = useLanguage()
  const { may } = useWorkspace()
  const change = useChange('visit-cancel')
  const offerUndo = useUndoOperation('visit-undo')
  const { values, set, isChanged, text, choice } = useFields({
    share: '',
    percent: 50 as number | string,
    overrideReason: '',
    reason: '',
  })
  const mayDecide = may('money:write')
  const isPaid = refundKind(visit) === 'MONEY'
  const isByPack = refundKind(visit) === 'SESSION'
  const baseInput = { id: visit.id, void: false, returnSession: false }
  // The policy's refund is preselected.
  const [policyQuote] = useCancelQuotes(isPaid ? [baseInput] : [])
  const policy = policyQuote?.data?.policyPercentage ?? null
  const share = values.share || (policy === null ? 'none' : 'policy')
  const percent = Number(values.percent)
  const refund = refundPercentage(share, percent, policy)
  const isComplete = share !== 'part' || (percent > 0 && percent <= 100)
  const departsFromPolicy = policy !== null && refund !== policy
  const cancellation = {
    ...baseInput,
    ...(refund !== null && { refund }),
    returnSession: isByPack && share === 'pack',
  }
  const quotes = useCancelQuotes((isPaid || isByPack) && isComplete ? [cancellation] : [])
  function submit() {
    const reason = values.reason.trim()
    const refundOverrideReason = values.overrideReason.trim()
    const reasons = {
      ...(reason && { reason }),
      ...(departsFromPolicy && refundOverrideReason && { refundOverrideReason }),
    }
    const cancelled = change.mutateAsync({ ...cancellation, ...reasons })
    void offerUndo(cancelled, () => words.undo.did.CANCELLED(patientName(visit.patient, words)))
    void cancelled.then(close, () => {})
  }
  return (
    <Form
      aria-label={words.visit.cancelTitle}
      gap="sm"
      change={change}
      isChanged={isChanged}
      isComplete={isComplete}
      onSubmit={submit}
      submit={words.visit.cancelYes}
      isDanger
      close={close}
    >
      <Textarea
        label={words.visit.cancelReason}
        maxLength={500}
        autosize
        autoFocus
        {...text('reason')}
      />
      {isPaid && (
        <Radio.Group
          label={words.visit.cancelRefund}
          value={share}
          onChange={(chosen) => set({ share: chosen })}
        >
          <Stack gap={6} mt={4}>
            {policy !== null && <Radio value="policy" label={words.visit.refundByPolicy(policy)} />}
            {(mayDecide || policy === null) && (
              <Radio value="none" label={words.visit.refundNone} />
            )}
            {mayDecide && (
              <Radio
                value="all"
                label={words.visit.refundAll(
                  moneyText(visit.payableAmount - visit.dueAmount, visit.currency, locale),
                )}
              />
            )}
            {mayDecide && <Radio value="part" label={words.visit.refundPart} />}
            {share === 'part' && (
              <NumberInput
                aria-label={words.visit.refundPercent}
                min={1}
                max={99}
                suffix=" %"
                w="7rem"
                {...choice('percent')}
              />
            )}
          </Stack>
        </Radio.Group>
      )}
      {isByPack && (
        <Radio.Group
          label={words.visit.cancelRefund}
          value={share}
          onChange={(chosen) => set({ share: chosen })}
        >
          <Stack gap={6} mt={4}>
            <Radio value="none" label={words.visit.refundNone} />
            <Radio value="pack" label={words.visit.refundPack} />
          </Stack>
        </Radio.Group>
      )}
      {!isPaid && !isByPack && <Text size="sm">{words.visit.unpaid}</Text>}
      {departsFromPolicy && (
        <Textarea
          label={words.visit.refundWhy}
          description={words.visit.refundWhyHint}
          maxLength={500}
          autosize
          required
          {...text('overrideReason')}
        />
      )}
      {quotes.length > 0 && <CancelQuoteTotals quotes={quotes} />}
    </Form>
  )
}
