import { Link } from '@tanstack/react-router'
import type { Words } from '../../../words/en/dashboard.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { clockTime, datePart, dayText, moneyText } from '../ui/times.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import { PagedList, PatientSection } from './card.tsx'
import classes from './patients.module.css'
import { type Payment, usePages } from './queries.ts'

const pageSize = 10

/** Payments and refunds, with their receipts. */
export function PaymentsCard({ patientId }: { patientId: number }) {
  const { words } = useLanguage()
  const { pages, ...list } = usePages(
    'patient-payments',
    { patientId, limit: pageSize },
    ({ payments, more }) => {
      const last = payments.at(-1)
      return more && last ? { after: last.key } : undefined
    },
  )
  const payments = pages?.flatMap((page) => page.payments)
  return (
    <PatientSection title={words.patients.payments}>
      <PagedList {...list} count={payments?.length} none={words.patients.noPayments}>
        <ol className={classes.list}>
          {payments?.map((payment) => (
            <PaymentRow key={payment.key} payment={payment} />
          ))}
        </ol>
      </PagedList>
    </PatientSection>
  )
}

function standingText({ cause, method, state }: Payment, words: Words): string {
  if (cause === 'ONLINE')
    return `${words.receipt.online}, ${wordFor(words.online.state, state ?? '')}`
  if (cause === 'REFUNDED')
    return `${words.till.cause.REFUNDED}, ${wordFor(words.online.refundState, state ?? '')}`
  return [words.till.cause[cause], method && wordFor(words.method, method)]
    .filter(Boolean)
    .join(', ')
}

function PaymentRow({ payment }: { payment: Payment }) {
  const { words, locale } = useLanguage()
  const { at, cause, patientPackageId, amount, currency, corrected, reason, member } = payment
  const paidFor =
    patientPackageId === null ? payment.paidFor : `${words.receipt.kind.PACK} ${patientPackageId}`
  const isPayment = cause === 'PAID' || cause === 'ONLINE'
  return (
    <li className={classes.row} data-undone={!isPayment || undefined}>
      <span className={classes.what}>
        <bdi>{paidFor}</bdi>
        <small>
          {dayText(datePart(at), locale)}, {clockTime(at)} ·{' '}
          {[standingText(payment, words), corrected && words.patients.correctedLater]
            .filter(Boolean)
            .join(' · ')}
        </small>
        {(member || reason) && (
          <small>
            <bdi>{[member, reason].filter(Boolean).join(' · ')}</bdi>
          </small>
        )}
      </span>
      <span className={classes.end}>
        <strong>{moneyText(isPayment ? amount : -amount, currency, locale)}</strong>
        <ReceiptLink payment={payment} paidFor={paidFor} />
      </span>
    </li>
  )
}

function ReceiptLink({ payment, paidFor }: { payment: Payment; paidFor: string }) {
  const { cause, state, corrected, deskPaymentId, sessionRef, receipt } = payment
  const { words } = useLanguage()
  const { workspace } = useWorkspace()
  const isPaid =
    cause === 'PAID'
      ? !corrected || receipt !== null
      : cause === 'ONLINE' && (state === 'PAID' || state === 'RETURNED')
  if (!isPaid) return null
  const search =
    cause === 'PAID' && deskPaymentId !== null
      ? { payment: deskPaymentId }
      : { session: sessionRef ?? undefined }
  return (
    <Link
      to={paths.receipt}
      params={{ workspace }}
      search={search}
      className={classes.link}
      aria-label={receipt === null ? words.till.receiptOf(paidFor) : undefined}
    >
      {words.till.receipt} {receipt !== null && <bdi dir="ltr">{receipt}</bdi>}
    </Link>
  )
}
