// Closes a till: each method is counted, the difference is shown, and then the close is confirmed.

import { NumberInput, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../api/workspace.tsx'
import { type AmountInput, currencyDecimals, parseAmount } from '../ui/amounts.ts'
import { Form } from '../ui/form.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { moneyText } from '../ui/times.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import { completeCounts, countDifference, countKey, type MethodCount } from './counts.ts'
import { type OpenTill, tillInput } from './queries.ts'
import classes from './till.module.css'

/** The state that was shown: later entries belong to the next close. */
interface CloseRequest {
  firstEntry: number
  lastEntry: number
  counts: MethodCount[]
}

export function CloseTill({
  addressId,
  open,
}: {
  addressId: number | null
  open: OpenTill | null
}) {
  const { words, locale } = useLanguage()
  const close = useChange('till-close')
  const [typed, setTyped] = useState<Record<string, AmountInput | undefined>>({})
  const [request, setRequest] = useState<CloseRequest>()
  const [reason, setReason] = useState('')
  if (!open) {
    return (
      <section className={classes.card} aria-label={words.till.open}>
        <h2 className={classes.heading}>{words.till.open}</h2>
        <Text size="sm" c="dimmed" role="status">
          {close.data && words.till.closed(close.data.number)} {words.till.nothingOpen}
        </Text>
      </section>
    )
  }
  const { firstEntry, lastEntry } = open
  const counts = completeCounts(open, typed)
  function requestClose() {
    if (counts) setRequest({ firstEntry, lastEntry, counts })
  }
  const differs = request?.counts.some(({ difference }) => difference !== 0) ?? false
  function confirmClose() {
    if (!request) return
    const { counts: counted, ...entries } = request
    const amounts = counted.map(({ method, currency, amount }) => ({ method, currency, amount }))
    close.mutate(
      {
        ...tillInput(addressId),
        ...entries,
        counts: amounts,
        ...(differs && { reason: reason.trim() }),
      },
      {
        onSettled: () => setRequest(undefined),
        onSuccess: () => {
          setTyped({})
          setReason('')
        },
      },
    )
  }
  return (
    <section className={classes.card} aria-label={words.till.open}>
      <h2 className={classes.heading}>
        {words.till.open}{' '}
        <small className={classes.soft}>{words.till.openFrom(firstEntry, lastEntry)}</small>
      </h2>
      {request ? (
        <Form
          role="group"
          aria-label={words.till.closeAsk}
          change={close}
          isChanged
          isComplete={!differs || reason.trim() !== ''}
          onSubmit={confirmClose}
          submit={words.till.closeYes}
          focus={differs ? undefined : 'submit'}
          close={() => setRequest(undefined)}
          closeText={words.till.closeNo}
          note={null}
        >
          <ul className={classes.counts}>
            {request.counts.map((count) => (
              <li key={countKey(count)}>
                <span>
                  {wordFor(words.method, count.method)}{' '}
                  {moneyText(count.amount, count.currency, locale)}
                </span>
                <CountDifference amount={count.difference} currency={count.currency} />
              </li>
            ))}
          </ul>
          {differs && (
            <TextInput
              size="xs"
              label={words.till.differenceReason}
              required
              autoFocus
              maxLength={500}
              value={reason}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
          )}
          <Text size="sm">{words.till.closeAsk}</Text>
        </Form>
      ) : (
        <Form
          change={close}
          isChanged={Object.values(typed).some((count) => count !== undefined && count !== '')}
          isComplete={counts !== undefined}
          onSubmit={requestClose}
          submit={words.till.close}
          note={null}
        >
          {open.byMethod.map(({ method, currency, net }) => {
            const key = countKey({ method, currency })
            return (
              <CountField
                key={key}
                {...{ method, currency, expected: net, value: typed[key] }}
                change={(value) => setTyped((before) => ({ ...before, [key]: value }))}
              />
            )
          })}
          <Text size="xs" c="dimmed">
            {words.till.countHint}
          </Text>
        </Form>
      )}
      {close.data && !request && (
        <Text size="sm" role="status">
          {words.till.closed(close.data.number)}
        </Text>
      )}
      <RefusalNote refusal={close.error} />
    </section>
  )
}

interface CountFieldProps {
  method: string
  currency: string
  expected: number
  value: AmountInput | undefined
  change(typed: AmountInput): void
}

function CountField({ method, currency, expected, value, change }: CountFieldProps) {
  const { words, locale } = useLanguage()
  const amount = parseAmount(value, currency)
  return (
    <div className={classes.count}>
      <NumberInput
        size="xs"
        label={words.till.counted(wordFor(words.method, method), currency)}
        description={`${words.till.expected}: ${moneyText(expected, currency, locale)}`}
        // A field without decimals would drop the point, and read 30.00 as 3000.
        decimalScale={Math.max(1, currencyDecimals(currency))}
        hideControls
        value={value ?? ''}
        onChange={change}
      />
      <output className={classes.difference}>
        {amount !== undefined && (
          <CountDifference
            amount={countDifference(amount, expected, currency)}
            currency={currency}
          />
        )}
      </output>
    </div>
  )
}

/** Says whether a count matches what is expected: as a word, not only as a colour. */
export function CountDifference({ amount, currency }: { amount: number; currency: string }) {
  const { words, locale } = useLanguage()
  const text = moneyText(Math.abs(amount), currency, locale)
  const differenceText = amount < 0 ? words.till.missing(text) : words.till.tooMuch(text)
  return (
    <span data-difference={amount === 0 ? 'none' : 'some'} className={classes.differs}>
      {amount === 0 ? words.till.agrees : differenceText}
    </span>
  )
}
