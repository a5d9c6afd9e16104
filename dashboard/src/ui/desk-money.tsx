// What is due for a visit or token, payments of it at the desk, whole or in parts, and their corrections (DAY-10).

import { Button, Group, NativeSelect, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import type { Output } from '../api/call.ts'
import { useChange, useOperation, useWorkspace } from '../api/workspace.tsx'
import type { Words } from '../words/en.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import { amountOf, decimalsOf, minus, typedOf } from './amounts.ts'
import { useDeskMethods } from './desk-methods.ts'
import classes from './desk-money.module.css'
import { isDue } from './due.ts'
import { OnlinePayment, onlineOfVisits } from './online-payment.tsx'
import { nameOf } from './patient-name.ts'
import { RefusalNote } from './refusal.tsx'
import { clockOf, dateOf, dateText, moneyText } from './times.ts'
import { useUndoBy } from './undo.tsx'

type Shown = Output<'visit-show'>
type Money = 'paymentStatus' | 'paymentMode' | 'consultationCharge' | 'discountAmount' | 'discountReason' | 'payableAmount' | 'dueAmount' | 'currency'
/** A visit or a token, as far as its money goes. A token has no pack. */
export type Owed = Pick<Shown, Money | 'id' | 'system' | 'addressId' | 'status' | 'patient'> &
  Partial<Pick<Extract<Shown, { bookingType: unknown }>, 'bookingType'>>
type DeskPayment = Output<'payments-desk'>[number]

export function DeskMoney({ owed }: { owed: Owed }) {
  const { words, locale } = useLanguage()
  const { may } = useWorkspace()
  const { payableAmount, dueAmount, paymentStatus, currency, consultationCharge, discountAmount, discountReason } = owed
  const money = (amount: number) => moneyText(amount, currency, locale)
  // Staff may still ask for a visit that was missed.
  const isOpen = paymentStatus === 'UNPAID' && dueAmount > 0 && owed.status !== 'CANCELLED'
  const isOwed = payableAmount > 0 && owed.status !== 'CANCELLED' && (paymentStatus === 'UNPAID' || paymentStatus === 'PENDING')
  const isInPart = paymentStatus === 'UNPAID' && dueAmount < payableAmount
  return (
    <>
      <div className={classes.amount} data-due={isDue(owed) || undefined}>
        <span>{isDue(owed) ? words.visit.toBePaid : paymentStatus === 'PAID' ? words.visit.paidBy(wayOf(owed, words)) : words.visit.money}</span>
        <strong>{money(isDue(owed) ? dueAmount : payableAmount)}</strong>
      </div>
      {discountAmount > 0 && (
        <Text size="xs" c="dimmed">
          {words.terms.less(money(consultationCharge), money(discountAmount))} <bdi>{discountReason}</bdi>
        </Text>
      )}
      {isInPart && (
        <Text size="xs" c="dimmed">
          {words.money.partPaid(money(payableAmount - dueAmount), money(payableAmount))}
        </Text>
      )}
      {isOpen && may('money:write') && <PayForm key={`${owed.id} ${dueAmount}`} owed={owed} />}
      {isOwed && may('money:read') && <OnlinePayment operations={onlineOfVisits} id={owed.id} />}
      {payableAmount > 0 && may('money:read') && <Payments owed={owed} />}
    </>
  )
}

/** How it was paid, in words. Neither a pack nor an online payment is a method of the desk. */
function wayOf({ bookingType, paymentMode }: Owed, words: Words): string {
  if (bookingType === 'USE_ACTIVE_PACKAGE') return words.receipt.kind.PACK
  return paymentMode === 'ONLINE' ? words.receipt.online : wordFor(words.method, paymentMode)
}

/** The amount is all that is due unless another one is typed; the method books it. */
function PayForm({ owed }: { owed: Owed }) {
  const { words, locale } = useLanguage()
  const { id, system, addressId, dueAmount, currency, patient } = owed
  const visit = useChange('visit-pay')
  const token = useChange('token-pay')
  const pay = system === 'QMS' ? token : visit
  const offerUndo = useUndoBy('payments-undo')
  const methods = useDeskMethods(addressId)
  const [typed, setTyped] = useState(typedOf(dueAmount, currency))
  const amount = amountOf(typed, currency)
  const isPossible = amount !== undefined && amount > 0 && amount <= dueAmount
  function take(method: string) {
    if (!isPossible) return
    void offerUndo(pay.mutateAsync({ id, method, ...(amount !== dueAmount && { amount }) }), (paid) =>
      words.undo.did.PAID(nameOf(patient, words), moneyText(paid.amount, currency, locale), wordFor(words.method, method)),
    )
  }
  return (
    <Stack gap={6} role="group" aria-label={words.visit.markPaid}>
      <NumberInput
        size="xs"
        label={words.money.amount}
        description={isPossible && amount < dueAmount ? words.money.staysDue(moneyText(minus(dueAmount, amount, currency), currency, locale)) : undefined}
        error={isPossible ? undefined : words.money.atMost(moneyText(dueAmount, currency, locale))}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        decimalScale={Math.max(1, decimalsOf(currency))}
        hideControls
        value={typed}
        onChange={setTyped}
      />
      <Text size="xs" c="dimmed">
        {words.visit.markPaid}
      </Text>
      <Group gap="xs">
        {methods.map((method) => (
          <Button key={method} size="compact-sm" variant="default" disabled={pay.isPending || !isPossible} onClick={() => take(method)}>
            {wordFor(words.method, method)}
          </Button>
        ))}
      </Group>
      <RefusalNote refusal={pay.error} />
    </Stack>
  )
}

/** All payments at the desk; a corrected one stays, struck through, with who corrected it and why. */
function Payments({ owed }: { owed: Owed }) {
  const { words, locale } = useLanguage()
  const { may, workspace } = useWorkspace()
  const { data: entries } = useOperation('payments-desk', owed.system === 'QMS' ? { visitId: owed.id } : { appointmentId: owed.id })
  const [correctingId, setCorrectingId] = useState<number>()
  const payments = entries?.filter(({ cause }) => cause === 'PAID') ?? []
  if (payments.length === 0) {
    if (owed.paymentStatus !== 'PAID' && owed.paymentStatus !== 'REFUNDED') return null
    return (
      <Link to="/$workspace/receipt" params={{ workspace }} search={owed.system === 'QMS' ? { token: owed.id } : { visit: owed.id }} className={classes.link}>
        {words.till.receipt}
      </Link>
    )
  }
  return (
    <ul className={classes.payments} aria-label={words.money.payments}>
      {payments.map((payment) => {
        const correction = entries?.find(({ corrects }) => corrects === payment.id)
        const text = `${wordFor(words.method, payment.method)}, ${moneyText(payment.amount, payment.currency, locale)}`
        return (
          <li key={payment.id}>
            <span className={classes.payment}>{correction ? <s>{text}</s> : text}</span>
            <small className={classes.soft}>
              {[`${dateText(dateOf(payment.at), locale, 'short')}, ${clockOf(payment.at)}`, payment.takenBy].filter(Boolean).join(' · ')}
            </small>
            {correction && (
              <small className={classes.soft}>
                <bdi>{words.money.corrected(correction.by, correction.reason ?? '')}</bdi>
              </small>
            )}
            {!correction && payment.id !== correctingId && (
              <Group gap="md">
                <Link
                  to="/$workspace/receipt"
                  params={{ workspace }}
                  search={{ payment: payment.id }}
                  className={classes.link}
                  aria-label={`${words.till.receipt}: ${text}`}
                >
                  {words.till.receipt}
                </Link>
                {may('money:write') && owed.paymentStatus !== 'REFUNDED' && (
                  <button type="button" className={classes.link} aria-label={words.money.correctOf(text)} onClick={() => setCorrectingId(payment.id)}>
                    {words.money.correct}
                  </button>
                )}
              </Group>
            )}
            {payment.id === correctingId && !correction && (
              <CorrectForm title={words.money.correctOf(text)} payment={payment} owed={owed} close={() => setCorrectingId(undefined)} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

const nothing = ''

function CorrectForm({ title, payment, owed, close }: { title: string; payment: DeskPayment; owed: Owed; close(): void }) {
  const { words, locale } = useLanguage()
  const { id, method: recorded, amount: recordedAmount, currency } = payment
  const correct = useChange('payments-correct')
  const methods = useDeskMethods(owed.addressId)
  const [method, setMethod] = useState(recorded)
  const [typed, setTyped] = useState(typedOf(recordedAmount, currency))
  const [reason, setReason] = useState('')
  const most = minus(owed.dueAmount, -recordedAmount, currency)
  const amount = amountOf(typed, currency)
  const isPossible = method === nothing || (amount !== undefined && amount > 0 && amount <= most)
  const isChanged = method !== recorded || amount !== recordedAmount
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isPossible || !isChanged || reason.trim() === '') return
    correct.mutate({ id, reason: reason.trim(), ...(method !== nothing && { method, ...(amount !== undefined && { amount }) }) }, { onSuccess: close })
  }
  return (
    <form aria-label={title} onSubmit={submit}>
      <Stack gap={6}>
        <NativeSelect
          size="xs"
          label={words.money.really}
          autoFocus
          value={method}
          data={[
            ...[...new Set([...methods, recorded])].map((value) => ({ value, label: wordFor(words.method, value) })),
            { value: nothing, label: words.money.notPaid },
          ]}
          onChange={({ currentTarget }) => setMethod(currentTarget.value)}
        />
        {method !== nothing && (
          <NumberInput
            size="xs"
            label={words.money.amount}
            error={isPossible ? undefined : words.money.atMost(moneyText(most, currency, locale))}
            decimalScale={Math.max(1, decimalsOf(currency))}
            hideControls
            value={typed}
            onChange={setTyped}
          />
        )}
        <TextInput
          size="xs"
          label={words.money.reason}
          required
          maxLength={500}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <RefusalNote refusal={correct.error} />
        <Group gap="xs">
          <Button size="xs" type="submit" loading={correct.isPending} disabled={!isPossible || !isChanged || reason.trim() === ''}>
            {words.money.save}
          </Button>
          <Button size="xs" variant="default" onClick={close}>
            {words.visit.no}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
