// A recurring booking: every so many days or weeks, each taken time shown with the nearest free one (DAY-16).

import { Group, NativeSelect, NumberInput, Stack, Text } from '@mantine/core'
import type { Input } from '../api/call.ts'
import { useOperation } from '../api/workspace.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { clockOf, dateOf, dateText } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'
import classes from './panel.module.css'

export interface Rhythm {
  every: number
  unit: 'DAYS' | 'WEEKS'
  count: number
}

/** The last choice is free input, so it may be too large or empty. */
const within = (typed: string | number, most: number, least: number) => Math.min(most, Math.max(least, Math.floor(Number(typed)) || least))

/** The times of a series, and its starts if all of them can be booked: those of the plan, or the nearest alternatives. */
export function useSeriesPlan(first: Omit<Input<'series-plan'>, keyof Rhythm> | undefined, rhythm: Rhythm | undefined) {
  const isAsked = first !== undefined && rhythm !== undefined
  const plan = useOperation('series-plan', { ...(first as NonNullable<typeof first>), ...(rhythm as Rhythm) }, { enabled: isAsked })
  const starts =
    isAsked && plan.data && !plan.isPlaceholderData ? plan.data.map(({ fromDateTimeIso, isFree, nearest }) => (isFree ? fromDateTimeIso : nearest)) : []
  return { plan: isAsked ? plan : undefined, starts: starts.length > 0 && starts.every((start) => start !== null) ? starts : undefined }
}

type Plan = NonNullable<ReturnType<typeof useSeriesPlan>['plan']>

export function SeriesPlan({ rhythm, choose, plan }: { rhythm: Rhythm; choose(rhythm: Rhythm): void; plan: Plan | undefined }) {
  const { words } = useLanguage()
  return (
    <Stack gap="xs" role="group" aria-label={words.series.title}>
      <Group gap="xs" grow align="end">
        <NumberInput
          label={words.series.every}
          size="xs"
          min={1}
          max={180}
          value={rhythm.every}
          onChange={(typed) => choose({ ...rhythm, every: within(typed, 180, 1) })}
        />
        <NativeSelect
          aria-label={words.series.unit}
          size="xs"
          value={rhythm.unit}
          data={[
            { value: 'WEEKS', label: words.series.weeks },
            { value: 'DAYS', label: words.series.days },
          ]}
          onChange={({ currentTarget }) => choose({ ...rhythm, unit: currentTarget.value as Rhythm['unit'] })}
        />
        <NumberInput
          label={words.series.count}
          size="xs"
          min={2}
          max={52}
          value={rhythm.count}
          onChange={(typed) => choose({ ...rhythm, count: within(typed, 52, 2) })}
        />
      </Group>
      <RefusalNote refusal={plan?.error ?? null} />
      {plan?.data && <Times times={plan.data} />}
    </Stack>
  )
}

function Times({ times }: { times: NonNullable<Plan['data']> }) {
  const { words, locale } = useLanguage()
  const taken = times.filter(({ isFree }) => !isFree).length
  const told = (time: string) => `${dateText(dateOf(time), locale, 'short')} · ${clockOf(time)}`
  return (
    <>
      <Text size="sm" role="status">
        {taken === 0 ? words.series.allFree : words.series.taken(taken)}
      </Text>
      <ol className={classes.series}>
        {times.map(({ fromDateTimeIso, isFree, nearest }) => (
          <li key={fromDateTimeIso} data-taken={!isFree || undefined}>
            <span>{isFree ? told(fromDateTimeIso) : <s>{told(fromDateTimeIso)}</s>}</span>
            {!isFree && <strong>{nearest ? told(nearest) : words.series.noneNear}</strong>}
          </li>
        ))}
      </ol>
    </>
  )
}
