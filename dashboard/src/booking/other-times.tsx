// Other times than the chosen one, where it cannot be booked.

import { Button, Stack, Text } from '@mantine/core'
import type { Input } from '../api/call.ts'
import { useOperation } from '../api/workspace.tsx'
import type { BookingTime } from '../day/day-search.ts'
import type { Day } from '../day/queries.ts'
import { clockTime, datePart, dateText } from '../ui/times.ts'
import classes from '../visit/panel.module.css'
import { useLanguage } from '../words/words.tsx'

interface NearestTimesQuery
  extends Pick<
    Input<'times-nearest'>,
    'addressId' | 'mode' | 'durationMins' | 'visitTypeId' | 'fromDateTimeIso'
  > {
  doctorId: number
}

/**
 * A practitioner's next free times on any day, for a length or visit type and from a time on, if
 * these are given.
 */
export function NearestTimes({
  query: { doctorId, ...query },
  choose,
}: {
  query: NearestTimesQuery
  choose(time: BookingTime): void
}) {
  const { words, locale } = useLanguage()
  const { data: times } = useOperation('times-nearest', {
    ...query,
    doctorIds: [doctorId],
    limit: 5,
  })
  return (
    <Stack gap={4}>
      <Text size="sm">{times?.length === 0 ? words.move.none : words.book.nearest}</Text>
      <div className={classes.times}>
        {times?.map(({ fromDateTimeIso: from, toDateTimeIso: to }) => (
          <Button
            key={from}
            size="compact-sm"
            variant="default"
            onClick={() => choose({ doctor: doctorId, from, to })}
          >
            {dateText(datePart(from), locale, 'short')} · {clockTime(from)}
          </Button>
        ))}
      </div>
    </Stack>
  )
}

interface NextTimesProps {
  day: Day
  doctor?: number | undefined
  /**
   * The free times of one practitioner nearest to a time; the first ones of the day when it is
   * omitted.
   */
  near?: string | undefined
  choose(time: BookingTime): void
}

/** The free times of the day, by start: those of one practitioner, or the next one of each. */
export function NextTimes({ day, doctor, near, choose }: NextTimesProps) {
  const { words } = useLanguage()
  const distance = ({ fromDateTimeIso }: { fromDateTimeIso: string }) =>
    near ? Math.abs(Date.parse(fromDateTimeIso) - Date.parse(near)) : 0
  const free = day.doctors
    .filter(({ doctorId }) => doctor === undefined || doctorId === doctor)
    .flatMap(({ doctorId, doctorName, slots }) =>
      slots
        .filter(({ status }) => status === 'AVAILABLE')
        .toSorted((a, b) => distance(a) - distance(b))
        .slice(0, doctor === undefined ? 2 : 5)
        .map((slot) => ({ ...slot, doctorId, doctorName })),
    )
    .toSorted((a, b) => a.fromDateTimeIso.localeCompare(b.fromDateTimeIso))
    .slice(0, 8)
  return (
    <Stack gap={4}>
      <Text size="sm">{free.length === 0 ? words.book.chooseTime : words.book.nearest}</Text>
      <div className={classes.times}>
        {free.map(({ doctorId, doctorName, fromDateTimeIso, toDateTimeIso }) => (
          <Button
            key={`${doctorId} ${fromDateTimeIso}`}
            size="compact-sm"
            variant="default"
            aria-label={`${clockTime(fromDateTimeIso)} ${doctorName}`}
            onClick={() => choose({ doctor: doctorId, from: fromDateTimeIso, to: toDateTimeIso })}
          >
            {clockTime(fromDateTimeIso)}
            {doctor === undefined && ` ${doctorName}`}
          </Button>
        ))}
      </div>
    </Stack>
  )
}
