// How much of each limit a key used in the last hour and day, and what was refused, as bars with
// the figures in words (SETUP-07).

import { Text } from '@mantine/core'
import { RefusalNote } from '../ui/refusal.tsx'
import { useLanguage } from '../words/words.tsx'
import { KeySection } from './card.tsx'
import classes from './keys.module.css'
import { type LimitUse, useLimits } from './queries.ts'
import { useDeveloperWords } from './words.ts'

export function LimitsCard({ id }: { id: number }) {
  const words = useDeveloperWords()
  const { data, error } = useLimits(id)
  return (
    <KeySection title={words.limits}>
      <p className={classes.soft}>{words.limitsText}</p>
      <RefusalNote refusal={error} />
      {data && !data.isKept && (
        <Text size="sm" c="dimmed">
          {words.notKept}
        </Text>
      )}
      {data?.isKept && (
        <>
          <ul className={classes.list}>
            <Limit name={words.ofKey} use={data.key} />
            <Limit name={words.ofWorkspace} use={data.workspace} />
            {data.endpoints.map(({ method, route, ...use }) => (
              <Limit key={`${method} ${route}`} name={`${method} ${route}`} isEndpoint use={use} />
            ))}
          </ul>
          {data.endpoints.length === 0 && (
            <Text size="sm" c="dimmed">
              {words.noEndpoints}
            </Text>
          )}
        </>
      )}
    </KeySection>
  )
}

function Limit({
  name,
  use,
  isEndpoint = false,
}: {
  name: string
  use: LimitUse
  isEndpoint?: boolean
}) {
  const words = useDeveloperWords()
  const { locale } = useLanguage()
  const number = new Intl.NumberFormat(locale)
  return (
    <li className={classes.limit} aria-label={name}>
      <div className={classes.limitHead}>
        {isEndpoint ? <code dir="ltr">{name}</code> : <strong>{name}</strong>}
        <span className={classes.soft}>{words.perMinute(number.format(use.limit))}</span>
      </div>
      {(['hour', 'day'] as const).map((range) => (
        <LimitUsage
          key={range}
          title={words.ranges[range]}
          limit={use.limit}
          use={use[range]}
          write={(count) => number.format(count)}
        />
      ))}
    </li>
  )
}

interface LimitUsageProps {
  title: string
  limit: number
  use: LimitUse['hour']
  write(count: number): string
}

function LimitUsage({
  title,
  limit,
  use: { requests, highest, refused },
  write: format,
}: LimitUsageProps) {
  const words = useDeveloperWords()
  const busiest = words.busiest(format(highest), format(limit))
  return (
    <div className={classes.use} data-state={refused > 0 ? 'refused' : undefined}>
      <span className={classes.range}>{title}</span>
      <progress
        className={classes.bar}
        max={limit}
        value={Math.min(highest, limit)}
        aria-label={`${title}: ${busiest}`}
      />
      <span className={classes.figures}>
        {busiest}
        {highest >= limit && <> · {words.usedUp}</>}
        <br />
        {words.requests(format(requests), requests === 1)} ·{' '}
        <span className={classes.refusedCount}>
          {refused === 0 ? words.noneRefused : words.refusedByLimit(format(refused))}
        </span>
      </span>
    </div>
  )
}
