// A recurring booking: a visit every given number of days or weeks. Each taken time is shown with
// the nearest free one (DAY-16).

import { Group, NativeSelect, NumberInput, Stack, Text } from '@mantine/core'
import { skipToken } from '@tanstack/react-query'
import type { Input } from '../api/call.ts'
import { useOperation } from '../api/workspace.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { clockTime, datePart, dateText } from '../ui/times.ts'
import classes from '../visit/panel.module.css'
import { useLanguage } from '../words/words.tsx'

export interface SeriesRecurrence {
  every: number
  unit: 'DAYS' | 'WEEKS'
  count: number
}

/** The last number is typed freely, so it may be too large or missing. */
const clamp = (typed: string | number, max: number, min: number) =>
  Math.min(max, Math.max(min, Math.floor(Number(typed)) || min))

/**
 * The planned times of a series. If all of them can be booked, also the starts to book: the planned
 * ones, or the nearest alternatives.
 */
export function useSeriesPlan(
  firstVisit: Omit<Input<'series-plan'>, keyof SeriesRecurrence> | undefined,
  recurrence: SeriesRecurrence | undefined,
) {
  const isRequested = firstVisit !== undefined && recurrence !== undefined
  const plan = useOperation(
    'series-plan',
    firstVisit && recurrence ? { ...firstVisit, ...recurrence } : skipToken,
  )
  const starts =
    isRequested && plan.data && !plan.isPlaceholderData
      ? plan.data.map(({ fromDateTimeIso, isFree, nearest }) =>
          isFree ? fromDateTimeIso : nearest,
        )
      : []
  return {
    plan: isRequested ? plan : undefined,
    starts: starts.length > 0 && starts.every((start) => start !== null) ? starts : undefined,
  }
}

type Plan = NonNullable<ReturnType<typeof useSeriesPlan>['plan']>

export function SeriesPlan({
  recurrence,
  choose,
  plan,
}: {
  recurrence: SeriesRecurrence
  choose(recurrence: SeriesRecurrence): void
  plan: Plan | undefined
}) {
  const { words } = useLanguage()
  return (
    <Stack gap="xs" role="group" aria-label={words.series.title}>
      <Group gap="xs" grow align="end">
        <NumberInput
          label={words.series.every}
          size="xs"
          min={1}
          max={180}
          value={recurrence.every}
          onChange={(typed) => choose({ ...recurrence, every: clamp(typed, 180, 1) })}
        />
        <NativeSelect
          aria-label={words.series.unit}
          size="xs"
          value={recurrence.unit}
          data={[
            { value: 'WEEKS', label: words.series.weeks },
            { value: 'DAYS', label: words.series.days },
          ]}
          onChange={({ currentTarget }) =>
            choose({ ...recurrence, unit: currentTarget.value as SeriesRecurrence['unit'] })
          }
        />
        <NumberInput
          label={words.series.count}
          size="xs"
          min={2}
          max={52}
          value={recurrence.count}
          onChange={(typed) => choose({ ...recurrence, count: clamp(typed, 52, 2) })}
        />
      </Group>
      <RefusalNote refusal={plan?.error ?? null} />
      {plan?.data && <SeriesTimes times={plan.data} />}
    </Stack>
  )
}

function SeriesTimes({ times }: { times: NonNullable<Plan['data']> }) {
  const { words, locale } = useLanguage()
  const takenCount = times.filter(({ isFree }) => !isFree).length
  const formatStart = (time: string) =>
    `${dateText(datePart(time), locale, 'short')} · ${clockTime(time)}`
  return (
    <>
      <Text size="sm" role="status">
        {takenCount === 0 ? words.series.allFree : words.series.taken(takenCount)}
      </Text>
      <ol className={classes.series}>
        {times.map(({ fromDateTimeIso, isFree, nearest }) => (
          <li key={fromDateTimeIso} data-taken={!isFree || undefined}>
            <span>
              {isFree ? formatStart(fromDateTimeIso) : <s>{formatStart(fromDateTimeIso)}</s>}
            </span>
            {!isFree && (
              <strong>{nearest ? formatStart(nearest) : words.series.nothingFreeNearby}</strong>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}
