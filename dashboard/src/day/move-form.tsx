// Another time for a visit: the next free ones of its practitioner or of all, from any date on. The changes are shown beforehand (DAY-08).
// A visit keeps its practitioner, so a time of another one is a new booking in its place.

import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange, useOperation } from '../api/workspace.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { clockOf, dateOf, dateText } from '../ui/times.ts'
import { useUndoBy } from '../ui/undo.tsx'
import { useLanguage } from '../words/words.tsx'
import { timesOf } from './move-notice.tsx'
import classes from './panel.module.css'
import { nameOf } from './patient-name.ts'
import type { ShownVisit } from './queries.ts'

type Moved = Pick<Exclude<ShownVisit, { tokenDisplay: string }>, 'id' | 'patient' | 'addressId' | 'doctorId' | 'mode' | 'fromDateTimeTs' | 'toDateTimeTs'>

interface Form {
  visit: Moved
  /** Whether the patient gets a message about it. */
  isTold: boolean
  /** Stored with the visit. */
  reason?: string
  close(): void
  /** Books another practitioner's time in its place. */
  replace(time: { doctor: number; from: string; to: string }): void
}

export function MoveForm({ visit, isTold, reason, close, replace }: Form) {
  const { words, locale } = useLanguage()
  const change = useChange('visit-move')
  const offerUndo = useUndoBy('visit-undo')
  const [date, setDate] = useState(dateOf(visit.fromDateTimeTs))
  const [isOfAll, setIsOfAll] = useState(false)
  const { data: times, error } = useOperation('times-nearest', {
    addressId: visit.addressId,
    ...(!isOfAll && { doctorIds: [visit.doctorId] }),
    mode: visit.mode,
    // Elsewhere a new visit is booked, of a length that is offered there.
    lengthOfDoctorId: visit.doctorId,
    durationMins: (Date.parse(visit.toDateTimeTs) - Date.parse(visit.fromDateTimeTs)) / 60_000,
    fromDateTimeIso: `${date}T00:00:00${visit.fromDateTimeTs.slice(19)}`,
    ignoreAppointmentId: visit.id,
    limit: 12,
  })
  const free = (times ?? []).filter(({ fromDateTimeIso, doctorId }) => fromDateTimeIso !== visit.fromDateTimeTs || doctorId !== visit.doctorId)
  return (
    <Stack gap="xs" role="group" aria-label={words.move.title}>
      <Text size="sm">
        {words.move.same} {isTold ? words.move.told : words.move.untold}
      </Text>
      <TextInput
        type="date"
        label={words.move.from}
        size="xs"
        autoFocus
        value={date}
        onChange={({ currentTarget }) => currentTarget.value && setDate(currentTarget.value)}
      />
      <Checkbox size="xs" label={words.move.ofAll} checked={isOfAll} onChange={({ currentTarget }) => setIsOfAll(currentTarget.checked)} />
      {isOfAll && (
        <Text size="sm" c="dimmed">
          {words.move.ofAllHint}
        </Text>
      )}
      <RefusalNote refusal={change.error ?? error} />
      {times && free.length === 0 && <Text size="sm">{words.move.none}</Text>}
      <div className={classes.times}>
        {free.map(({ doctorId, doctorName, fromDateTimeIso: from, toDateTimeIso: to }) => {
          const isOwn = doctorId === visit.doctorId
          const text = words.move.done(nameOf(visit.patient, words), ...timesOf({ visit, to: from }, locale))
          const move = () => {
            const moved = change.mutateAsync({ id: visit.id, to: from.slice(0, 16), ...(reason && { reason }) })
            void offerUndo(moved, () => text)
            void moved.then(close, () => {})
          }
          return (
            <Button
              key={`${doctorId} ${from}`}
              size="compact-sm"
              variant="default"
              disabled={change.isPending}
              onClick={isOwn ? move : () => replace({ doctor: doctorId, from, to })}
            >
              {dateText(dateOf(from), locale, 'short')} · {clockOf(from)}
              {!isOwn && ` · ${doctorName}`}
            </Button>
          )
        })}
      </div>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={close}>
          {words.visit.no}
        </Button>
      </Group>
    </Stack>
  )
}
