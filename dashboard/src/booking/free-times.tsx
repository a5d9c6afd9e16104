// Free times for a new visit whose time is not chosen yet: by practitioner, kind and day (DAY-03).

import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Input } from '../api/call.ts'
import { useOperation } from '../api/workspace.tsx'
import type { BookingTime } from '../day/day-search.ts'
import { type Day, useBookableDoctors } from '../day/queries.ts'
import { clockTime, datePart, dateText, timestampIn } from '../ui/times.ts'
import classes from '../visit/panel.module.css'
import { useLanguage } from '../words/words.tsx'

type Mode = NonNullable<Input<'times-nearest'>['mode']>

interface FreeTimesProps {
  day: Day
  /** The practitioner who is selected first; all practitioners if undefined. */
  doctor: number | undefined
  choose(time: BookingTime, mode: Mode | undefined): void
}

const anyValue = ''

export function FreeTimes({
  day: { addressId, timezone, date: shownDate },
  doctor: initialDoctor,
  choose,
}: FreeTimesProps) {
  const { words, locale } = useLanguage()
  const doctors = useBookableDoctors(addressId)
  const [doctor, setDoctor] = useState(String(initialDoctor ?? anyValue))
  const [mode, setMode] = useState<Mode>()
  const [typedDate, setTypedDate] = useState<string>()
  const date = typedDate ?? shownDate
  const modes = [
    ...new Set(
      doctors.flatMap(({ practices }) =>
        practices.filter((one) => one.addressId === addressId).flatMap((one) => one.modes),
      ),
    ),
  ]
  const { data: times } = useOperation('times-nearest', {
    addressId,
    limit: 8,
    fromDateTimeIso: timestampIn(timezone, date, '00:00'),
    ...(doctor !== anyValue && { doctorIds: [Number(doctor)] }),
    ...(mode && { mode }),
  })
  // With only one practitioner, the name is redundant.
  const isAny = doctor === anyValue && doctors.length > 1
  return (
    <Stack gap={6} role="group" aria-label={words.book.freeTimes}>
      {doctors.length > 1 && (
        <NativeSelect
          label={words.waiting.doctor}
          size="xs"
          value={doctor}
          data={[
            { value: anyValue, label: words.waiting.any },
            ...doctors.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ currentTarget }) => setDoctor(currentTarget.value)}
        />
      )}
      <Group gap={6} grow>
        {modes.length > 1 && (
          <NativeSelect
            label={words.book.mode}
            size="xs"
            value={mode ?? anyValue}
            data={[
              { value: anyValue, label: words.waiting.any },
              ...modes.map((value) => ({ value, label: words.mode[value] })),
            ]}
            onChange={({ currentTarget }) =>
              setMode(modes.find((value) => value === currentTarget.value))
            }
          />
        )}
        <TextInput
          type="date"
          label={words.book.from}
          size="xs"
          value={date}
          onChange={({ currentTarget }) => currentTarget.value && setTypedDate(currentTarget.value)}
        />
      </Group>
      <Text size="sm" role="status">
        {times?.length === 0 ? words.move.none : words.book.nearest}
      </Text>
      <div className={classes.times}>
        {times?.map(({ doctorId, doctorName, fromDateTimeIso: from, toDateTimeIso: to }) => {
          const day =
            !isAny || datePart(from) !== shownDate
              ? `${dateText(datePart(from), locale, 'short')} · `
              : ''
          return (
            <Button
              key={`${doctorId} ${from}`}
              className={classes.wraps}
              classNames={{ label: classes.wrapsLabel }}
              size="compact-sm"
              variant="default"
              onClick={() => choose({ doctor: doctorId, from, to }, mode)}
            >
              {day}
              {clockTime(from)}
              {isAny && ` ${doctorName}`}
            </Button>
          )
        })}
      </div>
    </Stack>
  )
}
