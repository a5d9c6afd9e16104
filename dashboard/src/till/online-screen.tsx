// Online payments: the status of each and its next step, the books compared with those of the
// gateways, and the statement (TILL-06).

import { Button, NativeSelect, Text } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useChange, useOperation, useWorkspace } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import card from '../ui/card.module.css'
import { Confirmation } from '../ui/confirmation.tsx'
import { DelayedLoader } from '../ui/delayed-loader.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { Screen } from '../ui/screen.tsx'
import { clockTime, datePart, dateText, moneyText } from '../ui/times.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import { Books } from './books.tsx'
import { type Payment, useGrowingLimit } from './queries.ts'
import classes from './till.module.css'
import type { OnlineSearch } from './till-search.ts'

export function OnlineScreen() {
  const search = useSearch({ from: paths.online })
  const navigate = useNavigate({ from: paths.online })
  const { words } = useLanguage()
  const { state: states, refundState: refundStates } = words.online
  const { limit, more } = useGrowingLimit(50, 1_000)
  const state =
    search.state && Object.hasOwn(states, search.state)
      ? (search.state as Payment['state'])
      : undefined
  const refundState =
    search.refund && Object.hasOwn(refundStates, search.refund)
      ? (search.refund as NonNullable<Payment['refund']>['state'])
      : undefined
  const payments = useOperation('payments-list', {
    limit: Math.min(limit + 1, 1_000),
    ...(state && { state }),
    ...(refundState && { refundState }),
  })
  const go = (change: Partial<OnlineSearch>) =>
    void navigate({ search: (formerRefund) => ({ ...formerRefund, ...change }) })
  const choices = (labels: Readonly<Record<string, string>>) => [
    { value: '', label: words.online.any },
    ...Object.entries(labels).map(([value, label]) => ({ value, label })),
  ]
  return (
    <Screen title={words.online.title}>
      <div className={classes.columns}>
        <section className={card.card} aria-label={words.online.list}>
          <div className={classes.filters}>
            <NativeSelect
              size="xs"
              label={words.online.stateLabel}
              value={state ?? ''}
              data={choices(states)}
              onChange={({ currentTarget }) => go({ state: currentTarget.value || undefined })}
            />
            <NativeSelect
              size="xs"
              label={words.online.refundLabel}
              value={refundState ?? ''}
              data={choices(refundStates)}
              onChange={({ currentTarget }) => go({ refund: currentTarget.value || undefined })}
            />
          </div>
          <RefusalNote refusal={payments.error} />
          {!payments.data && !payments.error && <DelayedLoader />}
          {payments.data?.length === 0 && (
            <Text size="sm" c="dimmed">
              {words.online.none}
            </Text>
          )}
          <ol className={classes.entries}>
            {payments.data?.slice(0, limit).map((payment) => (
              <PaymentRow key={payment.sessionRef} payment={payment} />
            ))}
          </ol>
          {(payments.data?.length ?? 0) > limit && more && (
            <Button size="xs" variant="default" onClick={more}>
              {words.till.more}
            </Button>
          )}
        </section>
        <Books search={search} go={go} />
      </div>
    </Screen>
  )
}

/** Steps that a person has to take. */
const manualSteps: readonly Payment['nextStep'][] = [
  'PAY_AT_DESK',
  'REFUND_AGAIN',
  'REFUND_ANOTHER_WAY',
  'SETTLE',
]

function PaymentRow({ payment }: { payment: Payment }) {
  const { words, locale } = useLanguage()
  const { workspace, may } = useWorkspace()
  const {
    sessionRef,
    paidItem,
    state,
    amount,
    currency,
    gateway,
    createdAt,
    heldUntil,
    nextLookAt,
    nextStep,
    problem,
    refund,
  } = payment
  const formatMinute = (at: string) =>
    `${dateText(datePart(at), locale, 'short')}, ${clockTime(at)}`
  const isPaid = state === 'PAID' || state === 'RETURNED'
  return (
    <li
      className={classes.payment}
      data-step={manualSteps.includes(nextStep) ? 'person' : undefined}
    >
      <div className={classes.paymentHead}>
        <span className={classes.what}>
          <bdi>{paidItem}</bdi>
          <small>
            {formatMinute(createdAt)} · {gateway}
          </small>
        </span>
        <span className={classes.amount}>
          <strong>{moneyText(amount, currency, locale)}</strong>
          <small>{wordFor(words.online.state, state)}</small>
        </span>
      </div>
      {refund && (
        <p className={classes.soft}>
          {words.online.refund(
            moneyText(refund.amount, currency, locale),
            wordFor(words.online.refundState, refund.state),
          )}
        </p>
      )}
      <p className={classes.step}>
        {wordFor(words.online.step, nextStep)}{' '}
        <span className={classes.soft}>
          {nextStep === 'PATIENT_PAYS' && words.online.heldUntil(formatMinute(heldUntil))}
          {nextStep === 'SERVICE_CHECKS' &&
            nextLookAt &&
            words.online.nextLook(formatMinute(nextLookAt))}
        </span>
      </p>
      {problem && manualSteps.includes(nextStep) && (
        <p className={classes.soft}>
          {words.online.problem}: <span lang="en">{problem}</span>
        </p>
      )}
      {nextStep === 'REFUND_AGAIN' && may('money:write') && <RefundAgain payment={payment} />}
      {isPaid && (
        <Link
          to={paths.receipt}
          params={{ workspace }}
          search={{ session: sessionRef }}
          className={classes.link}
          aria-label={words.till.receiptOf(paidItem)}
        >
          {words.online.receipt}
        </Link>
      )}
    </li>
  )
}

/** Retries a refund that its gateway did not make, with the same share. */
function RefundAgain({ payment }: { payment: Payment }) {
  const { words, locale } = useLanguage()
  const refund = useChange('payments-refund')
  const [isConfirming, setIsConfirming] = useState(false)
  const formerRefund = payment.refund
  if (!formerRefund) return null
  const question = words.online.refundAsk(moneyText(formerRefund.amount, payment.currency, locale))
  if (isConfirming)
    return (
      <Confirmation
        question={question}
        change={refund}
        confirm={words.online.refundYes}
        onConfirm={() =>
          refund.mutate(
            { reference: payment.sessionRef, percentage: formerRefund.percentage },
            { onSettled: () => setIsConfirming(false) },
          )
        }
        cancel={() => setIsConfirming(false)}
        cancelText={words.online.refundNo}
      />
    )
  return (
    <div className={classes.again}>
      <Button size="compact-xs" variant="default" onClick={() => setIsConfirming(true)}>
        {words.online.refundAgain}
      </Button>
      <RefusalNote refusal={refund.error} />
    </div>
  )
}
