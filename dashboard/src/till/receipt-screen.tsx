// The receipt of a payment: shown, issued, printed, and sent by e-mail (TILL-07). Only the receipt
// is printed.

import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useChange, useOperation, useWorkspace } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { DelayedLoader } from '../ui/delayed-loader.tsx'
import { Form } from '../ui/form.tsx'
import classes from '../ui/paper.module.css'
import { RefusalNote } from '../ui/refusal.tsx'
import { clockTime, datePart, dateText, moneyText } from '../ui/times.ts'
import { useFields } from '../ui/use-fields.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import type { Receipt, ReceiptQuery } from './queries.ts'
import type { ReceiptSearch } from './till-search.ts'

const receiptQuery = ({ visit, token, pack, payment, session }: ReceiptSearch): ReceiptQuery => ({
  ...(visit !== undefined && { appointmentId: visit }),
  ...(token !== undefined && { visitId: token }),
  ...(pack !== undefined && { patientPackageId: pack }),
  ...(payment !== undefined && { deskPaymentId: payment }),
  ...(session !== undefined && { sessionRef: session }),
})

export function ReceiptScreen() {
  const query = receiptQuery(useSearch({ from: paths.receipt }))
  const { words } = useLanguage()
  const { may } = useWorkspace()
  const { data, error } = useOperation('receipt-show', query)
  const give = useChange('receipt-give')
  return (
    <section className={classes.screen} aria-labelledby="receipt-title">
      <RefusalNote refusal={error} />
      {!data && !error && <DelayedLoader />}
      {data && (
        <>
          {may('money:write') && (
            <div className={classes.unprinted}>
              <Stack gap="sm">
                {!data.receipt && (
                  <Text size="sm">
                    {data.canBeGiven
                      ? words.receipt.receiptNotIssued
                      : words.receipt.receiptNotPossible}
                  </Text>
                )}
                <Group gap="xs">
                  {data.canBeGiven && (
                    <Button
                      size="xs"
                      autoFocus
                      loading={give.isPending}
                      onClick={() => give.mutate(query)}
                    >
                      {data.receipt ? words.receipt.issueCounterReceipt : words.receipt.give}
                    </Button>
                  )}
                  {data.receipt && (
                    <Button
                      size="xs"
                      variant={data.canBeGiven ? 'default' : 'filled'}
                      onClick={() => print()}
                    >
                      {words.receipt.print}
                    </Button>
                  )}
                </Group>
                <RefusalNote refusal={give.error} />
                {data.receipt && <SendForm asked={query} receipt={data} />}
              </Stack>
            </div>
          )}
          <PrintedReceipt receipt={data} />
        </>
      )}
    </section>
  )
}

function SendForm({ asked: query, receipt }: { asked: ReceiptQuery; receipt: Receipt }) {
  const { words, code } = useLanguage()
  const send = useChange('receipt-send')
  const { values, isChanged, text, restart } = useFields({ address: '' })
  const to = values.address.trim()
  return (
    <>
      <Form
        isInline
        change={send}
        isChanged={isChanged}
        isComplete={receipt.email !== null || to !== ''}
        onSubmit={() =>
          send.mutate(
            { ...query, ...(to && { to }), language: code as 'en' },
            { onSuccess: () => restart(values) },
          )
        }
        submit={words.receipt.send}
      >
        <TextInput
          size="xs"
          type="email"
          className={classes.address}
          label={words.receipt.address}
          description={
            receipt.email === null ? undefined : words.receipt.defaultAddressHint(receipt.email)
          }
          required={receipt.email === null}
          autoComplete="off"
          {...text('address')}
        />
      </Form>
      {send.data && (
        <Text size="sm" role="status">
          {words.receipt.sent(send.data.to)}
        </Text>
      )}
    </>
  )
}

/** The printed receipt: black on white, without anything else on the screen. */
function PrintedReceipt({ receipt: details }: { receipt: Receipt }) {
  const { words, locale } = useLanguage()
  const { receipt, counterReceipt, undone } = details
  const formatMinute = (at: string) => `${dateText(datePart(at), locale, 'full')}, ${clockTime(at)}`
  const money = (amount: number) => moneyText(amount, details.currency, locale)
  const method =
    details.method === 'ONLINE' ? words.receipt.online : wordFor(words.method, details.method)
  const receiptFacts = [
    [words.receipt.given, receipt && formatMinute(receipt.at)],
    [words.receipt.patient, details.patient],
    [
      words.receipt.paidFor,
      `${words.receipt.kind[details.kind]} ${details.paidFor}${details.pack === null ? '' : ` · ${details.pack}`}`,
    ],
    [words.receipt.practitioner, details.practitioner],
    [
      words.receipt.when,
      details.visitAt === null
        ? details.tokenDate && dateText(details.tokenDate, locale, 'full')
        : formatMinute(details.visitAt),
    ],
    [words.receipt.paidAt, formatMinute(details.paidAt)],
    [words.receipt.method, method],
  ] as const
  return (
    <article className={classes.paper} aria-labelledby="receipt-title">
      <header className={classes.head}>
        <p className={classes.clinic}>
          <bdi>{details.clinic}</bdi>
        </p>
        {details.address && (
          <p>
            <bdi>{details.address}</bdi>
          </p>
        )}
      </header>
      <h1 id="receipt-title" className={classes.number}>
        {words.receipt.title} {receipt && <bdi dir="ltr">{receipt.number}</bdi>}
      </h1>
      <dl className={classes.facts}>
        {receiptFacts.map(
          ([name, value]) => value && <ReceiptFact key={name} name={name} value={value} />,
        )}
      </dl>
      <p className={classes.total}>
        <span>{words.receipt.amount}</span>
        <strong>{money(details.amount)}</strong>
      </p>
      {undone && (
        <div className={classes.undone}>
          <p className={classes.total}>
            <span>
              {words.receipt.undone[undone.by]}, {formatMinute(undone.at)}
            </span>
            <strong>{money(-undone.amount)}</strong>
          </p>
          {counterReceipt && (
            <p>
              {words.receipt.counter} <bdi dir="ltr">{counterReceipt.number}</bdi>,{' '}
              {formatMinute(counterReceipt.at)}
            </p>
          )}
        </div>
      )}
      <p className={classes.foot}>{words.receipt.zone(details.timezone)}</p>
    </article>
  )
}

function ReceiptFact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </>
  )
}
