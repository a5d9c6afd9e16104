// The closes of a till, latest first: what was counted each time, and the difference.

import { Button, Text } from '@mantine/core'
import { useOperation } from '../api/workspace.tsx'
import { Card } from '../ui/card.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { clockTime, datePart, dateText, moneyText } from '../ui/times.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import { CountDifference } from './close-till.tsx'
import { countKey } from './counts.ts'
import { type TillClose, tillInput, useGrowingLimit } from './queries.ts'
import classes from './till.module.css'

export function TillCloseList({ addressId }: { addressId: number | null }) {
  const { words } = useLanguage()
  const { limit, more } = useGrowingLimit(10, 200)
  const closes = useOperation('till-closes', {
    ...tillInput(addressId),
    limit: Math.min(limit + 1, 200),
  })
  return (
    <Card title={words.till.closes}>
      <RefusalNote refusal={closes.error} />
      {closes.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.till.noCloses}
        </Text>
      )}
      {closes.data?.slice(0, limit).map((close) => (
        <TillCloseItem key={close.number} close={close} />
      ))}
      {(closes.data?.length ?? 0) > limit && more && (
        <Button size="xs" variant="default" onClick={more}>
          {words.till.more}
        </Button>
      )}
    </Card>
  )
}

function TillCloseItem({ close }: { close: TillClose }) {
  const { words, locale } = useLanguage()
  const when = `${dateText(datePart(close.at), locale, 'short')}, ${clockTime(close.at)}`
  return (
    <article className={classes.close} aria-label={words.till.closeTitle(close.number, when)}>
      <h3 className={classes.subheading}>{words.till.closeTitle(close.number, when)}</h3>
      <p className={classes.soft}>
        {words.till.openFrom(close.firstEntry, close.lastEntry)} · {words.till.by(close.by)}
      </p>
      <ul className={classes.counts}>
        {close.counts.map((count) => (
          <li key={countKey(count)}>
            <span>
              {wordFor(words.method, count.method)}{' '}
              {moneyText(count.counted, count.currency, locale)}
            </span>
            <CountDifference amount={count.difference} currency={count.currency} />
          </li>
        ))}
      </ul>
      {close.reason && (
        <p className={classes.soft}>
          <bdi>{close.reason}</bdi>
        </p>
      )}
    </article>
  )
}
