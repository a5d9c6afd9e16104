// Closing a till: each method is counted, the difference is shown, and then the close is confirmed.

import { Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useChange } from '../api/workspace.tsx'
import { amountOf, decimalsOf, type Typed } from '../ui/amounts.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { moneyText } from '../ui/times.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import { type Counted, countedOf, differenceOf, keyOf } from './counts.ts'
import { type OpenTill, ofTill } from './queries.ts'
import classes from './till.module.css'

/** The state that was shown: later entries are in the next close. */
interface Asked {
  firstEntry: number
  lastEntry: number
  counts: Counted[]
}

export function CloseTill({ addressId, open }: { addressId: number | null; open: OpenTill | null }) {
  const { words, locale } = useLanguage()
  const close = useChange('till-close')
  const [typed, setTyped] = useState<Record<string, Typed | undefined>>({})
  const [asked, ask] = useState<Asked>()
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
  const counts = countedOf(open, typed)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (counts) ask({ firstEntry, lastEntry, counts })
  }
  const differs = asked?.counts.some(({ difference }) => difference !== 0) ?? false
  function confirm(event: SubmitEvent) {
    event.preventDefault()
    if (!asked || (differs && reason.trim() === '')) return
    const { counts: counted, ...entries } = asked
    const amounts = counted.map(({ method, currency, amount }) => ({ method, currency, amount }))
    close.mutate(
      { ...ofTill(addressId), ...entries, counts: amounts, ...(differs && { reason: reason.trim() }) },
      {
        onSettled: () => ask(undefined),
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
        {words.till.open} <small className={classes.soft}>{words.till.openFrom(firstEntry, lastEntry)}</small>
      </h2>
      {asked ? (
        <Stack gap="xs" component="form" role="group" aria-label={words.till.closeAsk} onSubmit={confirm}>
          <ul className={classes.counts}>
            {asked.counts.map((count) => (
              <li key={keyOf(count)}>
                <span>
                  {wordFor(words.method, count.method)} {moneyText(count.amount, count.currency, locale)}
                </span>
                <Difference amount={count.difference} currency={count.currency} />
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
          <Group gap="xs">
            <Button size="xs" type="submit" autoFocus={!differs} loading={close.isPending} disabled={differs && reason.trim() === ''}>
              {words.till.closeYes}
            </Button>
            <Button size="xs" variant="default" onClick={() => ask(undefined)}>
              {words.till.closeNo}
            </Button>
          </Group>
        </Stack>
      ) : (
        <form onSubmit={submit}>
          <Stack gap="xs">
            {open.byMethod.map(({ method, currency, net }) => {
              const key = keyOf({ method, currency })
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
            <Button type="submit" size="xs" disabled={!counts}>
              {words.till.close}
            </Button>
          </Stack>
        </form>
      )}
      {close.data && !asked && (
        <Text size="sm" role="status">
          {words.till.closed(close.data.number)}
        </Text>
      )}
      <RefusalNote refusal={close.error} />
    </section>
  )
}

interface Field {
  method: string
  currency: string
  expected: number
  value: Typed | undefined
  change(typed: Typed): void
}

function CountField({ method, currency, expected, value, change }: Field) {
  const { words, locale } = useLanguage()
  const amount = amountOf(value, currency)
  return (
    <div className={classes.count}>
      <NumberInput
        size="xs"
        label={words.till.counted(wordFor(words.method, method), currency)}
        description={`${words.till.expected}: ${moneyText(expected, currency, locale)}`}
        // A field without decimals drops the point, and takes 30.00 as 3000.
        decimalScale={Math.max(1, decimalsOf(currency))}
        hideControls
        value={value ?? ''}
        onChange={change}
      />
      <output className={classes.difference}>
        {amount !== undefined && <Difference amount={differenceOf(amount, expected, currency)} currency={currency} />}
      </output>
    </div>
  )
}

/** Whether a count matches what is expected: as a word, not only as a colour. */
export function Difference({ amount, currency }: { amount: number; currency: string }) {
  const { words, locale } = useLanguage()
  const text = moneyText(Math.abs(amount), currency, locale)
  return (
    <span data-difference={amount === 0 ? 'none' : 'some'} className={classes.differs}>
      {amount === 0 ? words.till.agrees : amount < 0 ? words.till.missing(text) : words.till.tooMuch(text)}
    </span>
  )
}
