// What is due for a visit or token, its payments at the desk, in full or in parts, and their
// corrections (DAY-10).

import { Button, Group, NativeSelect, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Words } from '../../../words/en/dashboard.ts'
import type { Output } from '../api/call.ts'
import { useChange, useOperation, useWorkspace } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import {
  type AmountInput,
  currencyDecimals,
  parseAmount,
  subtractAmount,
  toAmountInput,
} from './amounts.ts'
import { useDeskMethods } from './desk-methods.ts'
import classes from './desk-money.module.css'
import { isDue } from './due.ts'
import { Form } from './form.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { OnlinePayment, visitOnlineOperations } from './online-payment.tsx'
import { patientName } from './patient-name.ts'
import { RefusalNote } from './refusal.tsx'
import { clockTime, datePart, dateText, moneyText } from './times.ts'
import { useUndoOperation } from './undo.tsx'
import { useFields } from './use-fields.ts'

type VisitDetails = Output<'visit-show'>
type MoneyField =
  | 'paymentStatus'
  | 'paymentMode'
  | 'consultationCharge'
  | 'discountAmount'
  | 'discountReason'
  | 'payableAmount'
  | 'dueAmount'
  | 'currency'
/** What a visit or a token costs, and how much of that has been paid. A token has no pack. */
export type OwedVisit = Pick<
  VisitDetails,
  MoneyField | 'id' | 'system' | 'addressId' | 'status' | 'patient'
> &
  Partial<Pick<Extract<VisitDetails, { bookingType: unknown }>, 'bookingType'>>
type DeskPayment = Output<'payments-desk'>[number]

export function DeskMoney({ owed: visit }: { owed: OwedVisit }) {
  const { words, locale } = useLanguage()
  const { may } = useWorkspace()
  const {
    payableAmount,
    dueAmount,
    paymentStatus,
    currency,
    consultationCharge,
    discountAmount,
    discountReason,
  } = visit
  const money = (amount: number) => moneyText(amount, currency, locale)
  // Staff may still request payment for a visit that was missed.
  const isOpen = paymentStatus === 'UNPAID' && dueAmount > 0 && visit.status !== 'CANCELLED'
  const isUnpaid =
    payableAmount > 0 &&
    visit.status !== 'CANCELLED' &&
    (paymentStatus === 'UNPAID' || paymentStatus === 'PENDING')
  const settledText =
    paymentStatus === 'PAID' ? words.visit.paidBy(paidByText(visit, words)) : words.visit.money
  const isPartlyPaid = paymentStatus === 'UNPAID' && dueAmount < payableAmount
  return (
    <>
      <div className={classes.amount} data-due={isDue(visit) || undefined}>
        <span>{isDue(visit) ? words.visit.toBePaid : settledText}</span>
        <strong>{money(isDue(visit) ? dueAmount : payableAmount)}</strong>
      </div>
      {discountAmount > 0 && (
        <Text size="xs" c="dimmed">
          {words.terms.less(money(consultationCharge), money(discountAmount))}{' '}
          <bdi>{discountReason}</bdi>
        </Text>
      )}
      {isPartlyPaid && (
        <Text size="xs" c="dimmed">
          {words.money.partPaid(money(payableAmount - dueAmount), money(payableAmount))}
        </Text>
      )}
      {isOpen && may('money:write') && (
        <DeskPaymentForm key={`${visit.id} ${dueAmount}`} owed={visit} />
      )}
      {isUnpaid && may('money:read') && (
        <OnlinePayment operations={visitOnlineOperations} id={visit.id} />
      )}
      {payableAmount > 0 && may('money:read') && <DeskPayments owed={visit} />}
    </>
  )
}

/** How it was paid, in words. Neither a pack nor an online payment is a desk method. */
function paidByText({ bookingType, paymentMode }: OwedVisit, words: Words): string {
  if (bookingType === 'USE_ACTIVE_PACKAGE') return words.receipt.kind.PACK
  return paymentMode === 'ONLINE' ? words.receipt.online : wordFor(words.method, paymentMode)
}

/**
 * The amount is everything that is due, unless another is typed; choosing a method records the
 * payment.
 */
function DeskPaymentForm({ owed: visit }: { owed: OwedVisit }) {
  const { words, locale } = useLanguage()
  const { id, system, addressId, dueAmount, currency, patient } = visit
  const payVisit = useChange('visit-pay')
  const payToken = useChange('token-pay')
  const pay = system === 'QMS' ? payToken : payVisit
  const offerUndo = useUndoOperation('payments-undo')
  const methods = useDeskMethods(addressId)
  const [typed, setTyped] = useState(toAmountInput(dueAmount, currency))
  const isChanged = typed !== toAmountInput(dueAmount, currency)
  const amount = parseAmount(typed, currency)
  const isPossible = amount !== undefined && amount > 0 && amount <= dueAmount
  function recordPayment(method: string) {
    if (!isPossible) return
    void offerUndo(
      pay.mutateAsync({ id, method, ...(amount !== dueAmount && { amount }) }),
      (paid) =>
        words.undo.did.PAID(
          patientName(patient, words),
          moneyText(paid.amount, currency, locale),
          wordFor(words.method, method),
        ),
    )
  }
  return (
    <Stack gap={6} role="group" aria-label={words.visit.markPaid}>
      <NumberInput
        size="xs"
        label={words.money.amount}
        description={
          isPossible && amount < dueAmount
            ? words.money.remainsDue(
                moneyText(subtractAmount(dueAmount, amount, currency), currency, locale),
              )
            : undefined
        }
        error={isPossible ? undefined : words.money.atMost(moneyText(dueAmount, currency, locale))}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        decimalScale={Math.max(1, currencyDecimals(currency))}
        hideControls
        value={typed}
        onChange={setTyped}
      />
      <Text size="xs" c="dimmed">
        {words.visit.markPaid}
      </Text>
      <Group gap="xs">
        {methods.map((method) => (
          <Button
            key={method}
            size="compact-sm"
            variant="default"
            disabled={pay.isPending || !isPossible}
            onClick={() => recordPayment(method)}
          >
            {wordFor(words.method, method)}
          </Button>
        ))}
      </Group>
      <RefusalNote refusal={pay.error} />
      <LeaveGuard isChanged={isChanged} accepted={pay.accepted} />
    </Stack>
  )
}

/**
 * All payments at the desk. A corrected payment stays, struck through, with who corrected it and
 * why.
 */
function DeskPayments({ owed: visit }: { owed: OwedVisit }) {
  const { words, locale } = useLanguage()
  const { may, workspace } = useWorkspace()
  const { data: entries } = useOperation(
    'payments-desk',
    visit.system === 'QMS' ? { visitId: visit.id } : { appointmentId: visit.id },
  )
  const [correctingId, setCorrectingId] = useState<number>()
  const payments = entries?.filter(({ cause }) => cause === 'PAID') ?? []
  if (payments.length === 0) {
    if (visit.paymentStatus !== 'PAID' && visit.paymentStatus !== 'REFUNDED') return null
    return (
      <Link
        to={paths.receipt}
        params={{ workspace }}
        search={visit.system === 'QMS' ? { token: visit.id } : { visit: visit.id }}
        className={classes.link}
      >
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
              {[
                `${dateText(datePart(payment.at), locale, 'short')}, ${clockTime(payment.at)}`,
                payment.takenBy,
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
            {correction && (
              <small className={classes.soft}>
                <bdi>{words.money.corrected(correction.by, correction.reason ?? '')}</bdi>
              </small>
            )}
            {!correction && payment.id !== correctingId && (
              <Group gap="md">
                <Link
                  to={paths.receipt}
                  params={{ workspace }}
                  search={{ payment: payment.id }}
                  className={classes.link}
                  aria-label={`${words.till.receipt}: ${text}`}
                >
                  {words.till.receipt}
                </Link>
                {may('money:write') && visit.paymentStatus !== 'REFUNDED' && (
                  <button
                    type="button"
                    className={classes.link}
                    aria-label={words.money.correctPaymentLabel(text)}
                    onClick={() => setCorrectingId(payment.id)}
                  >
                    {words.money.correct}
                  </button>
                )}
              </Group>
            )}
            {payment.id === correctingId && !correction && (
              <CorrectPaymentForm
                title={words.money.correctPaymentLabel(text)}
                payment={payment}
                owed={visit}
                close={() => setCorrectingId(undefined)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

const noMethod = ''

function CorrectPaymentForm({
  title,
  payment,
  owed: visit,
  close,
}: {
  title: string
  payment: DeskPayment
  owed: OwedVisit
  close(): void
}) {
  const { words, locale } = useLanguage()
  const { id, method: recorded, amount: recordedAmount, currency } = payment
  const correct = useChange('payments-correct')
  const methods = useDeskMethods(visit.addressId)
  const { values, isChanged, text, choice } = useFields({
    method: recorded,
    typed: toAmountInput(recordedAmount, currency) as AmountInput,
    reason: '',
  })
  const { method, typed } = values
  const reason = values.reason.trim()
  const amountMax = subtractAmount(visit.dueAmount, -recordedAmount, currency)
  const amount = parseAmount(typed, currency)
  const isPossible =
    method === noMethod || (amount !== undefined && amount > 0 && amount <= amountMax)
  return (
    <Form
      aria-label={title}
      gap={6}
      change={correct}
      isChanged={isChanged}
      isComplete={isPossible && reason !== '' && (method !== recorded || amount !== recordedAmount)}
      onSubmit={() =>
        correct.mutate(
          {
            id,
            reason,
            ...(method !== noMethod && { method, ...(amount !== undefined && { amount }) }),
          },
          { onSuccess: close },
        )
      }
      submit={words.money.save}
      close={close}
    >
      <NativeSelect
        size="xs"
        label={words.money.really}
        autoFocus
        {...text('method')}
        data={[
          ...[...new Set([...methods, recorded])].map((value) => ({
            value,
            label: wordFor(words.method, value),
          })),
          { value: noMethod, label: words.money.notPaid },
        ]}
      />
      {method !== noMethod && (
        <NumberInput
          size="xs"
          label={words.money.amount}
          error={
            isPossible ? undefined : words.money.atMost(moneyText(amountMax, currency, locale))
          }
          decimalScale={Math.max(1, currencyDecimals(currency))}
          hideControls
          {...choice('typed')}
        />
      )}
      <TextInput
        size="xs"
        label={words.money.reason}
        required
        maxLength={500}
        {...text('reason')}
      />
    </Form>
  )
}
