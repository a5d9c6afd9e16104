// Free times for a new visit whose time is not chosen yet: by practitioner, kind and day (DAY-03).

import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Input } from '../api/call.ts'
import { useOperation } from '../api/workspace.tsx'
import { clockOf, dateOf, dateText, timestampIn } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'
import type { Time } from './day-search.ts'
import classes from './panel.module.css'
import { type Day, useBookableDoctors } from './queries.ts'

type Mode = NonNullable<Input<'times-nearest'>['mode']>

interface Search {
  day: Day
  /** The practitioner to begin with; any if undefined. */
  doctor: number | undefined
  choose(time: Time, mode: Mode | undefined): void
}

const any = ''

export function FreeTimes({ day: { addressId, timezone, date: shownDate }, doctor: first, choose }: Search) {
  const { words, locale } = useLanguage()
  const doctors = useBookableDoctors(addressId)
  const [doctor, setDoctor] = useState(String(first ?? any))
  const [mode, setMode] = useState<Mode>()
  const [typedDate, setTypedDate] = useState<string>()
  const date = typedDate ?? shownDate
  const modes = [...new Set(doctors.flatMap(({ practices }) => practices.filter((one) => one.addressId === addressId).flatMap((one) => one.modes)))]
  const { data: times } = useOperation('times-nearest', {
    ...{ addressId, limit: 8, fromDateTimeIso: timestampIn(timezone, date, '00:00') },
    ...(doctor !== any && { doctorIds: [Number(doctor)] }),
    ...(mode && { mode }),
  })
  // Where there is one practitioner, a name says nothing.
  const isAny = doctor === any && doctors.length > 1
  return (
    <Stack gap={6} role="group" aria-label={words.book.freeTimes}>
      {doctors.length > 1 && (
        <NativeSelect
          label={words.waiting.doctor}
          size="xs"
          value={doctor}
          data={[{ value: any, label: words.waiting.any }, ...doctors.map(({ id, name }) => ({ value: String(id), label: name }))]}
          onChange={({ currentTarget }) => setDoctor(currentTarget.value)}
        />
      )}
      <Group gap={6} grow>
        {modes.length > 1 && (
          <NativeSelect
            label={words.book.mode}
            size="xs"
            value={mode ?? any}
            data={[{ value: any, label: words.waiting.any }, ...modes.map((value) => ({ value, label: words.mode[value] }))]}
            onChange={({ currentTarget }) => setMode(modes.find((value) => value === currentTarget.value))}
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
          const day = !isAny || dateOf(from) !== shownDate ? `${dateText(dateOf(from), locale, 'short')} · ` : ''
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
              {clockOf(from)}
              {isAny && ` ${doctorName}`}
            </Button>
          )
        })}
      </div>
    </Stack>
  )
}
