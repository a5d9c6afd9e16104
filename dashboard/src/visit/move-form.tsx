// Moves a visit to another time: one of the next free times of its practitioner or of all, from any
// date on. The changes are shown beforehand (DAY-08). A visit keeps its practitioner, so
// choosing a time of another one makes a new booking in its place.

import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange, useOperation } from '../api/workspace.tsx'
import { moveTimes } from '../day/move-notice.tsx'
import type { VisitDetails } from '../day/queries.ts'
import { patientName } from '../ui/patient-name.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { clockTime, datePart, dateText } from '../ui/times.ts'
import { useUndoOperation } from '../ui/undo.tsx'
import { useLanguage } from '../words/words.tsx'
import classes from './panel.module.css'

type MovableVisit = Pick<
  Exclude<VisitDetails, { tokenDisplay: string }>,
  | 'id'
  | 'patient'
  | 'addressId'
  | 'doctorId'
  | 'mode'
  | 'visitTypeId'
  | 'fromDateTimeTs'
  | 'toDateTimeTs'
>

interface MoveFormProps {
  visit: MovableVisit
  /** Whether the patient gets a message about it. */
  isTold: boolean
  /** Stored with the visit. */
  reason?: string
  close(): void
  /** Books a time of another practitioner in its place. */
  replace(time: { doctor: number; from: string; to: string }): void
}

export function MoveForm({ visit, isTold: isNotified, reason, close, replace }: MoveFormProps) {
  const { words, locale } = useLanguage()
  const change = useChange('visit-move')
  const offerUndo = useUndoOperation('visit-undo')
  const [date, setDate] = useState(datePart(visit.fromDateTimeTs))
  const [includesAll, setIncludesAll] = useState(false)
  const { data: times, error } = useOperation('times-nearest', {
    addressId: visit.addressId,
    ...(!includesAll && { doctorIds: [visit.doctorId] }),
    mode: visit.mode,
    // With another practitioner a new visit is booked, of a length that is offered there.
    durationFromDoctorId: visit.doctorId,
    ...(visit.visitTypeId !== null && { visitTypeId: visit.visitTypeId }),
    durationMins: (Date.parse(visit.toDateTimeTs) - Date.parse(visit.fromDateTimeTs)) / 60_000,
    fromDateTimeIso: `${date}T00:00:00${visit.fromDateTimeTs.slice(19)}`,
    ignoreAppointmentId: visit.id,
    limit: 12,
  })
  const free = (times ?? []).filter(
    ({ fromDateTimeIso, doctorId }) =>
      fromDateTimeIso !== visit.fromDateTimeTs || doctorId !== visit.doctorId,
  )
  return (
    <Stack gap="xs" role="group" aria-label={words.move.title}>
      <Text size="sm">
        {words.move.same} {isNotified ? words.move.told : words.move.untold}
      </Text>
      <TextInput
        type="date"
        label={words.move.from}
        size="xs"
        autoFocus
        value={date}
        onChange={({ currentTarget }) => currentTarget.value && setDate(currentTarget.value)}
      />
      <Checkbox
        size="xs"
        label={words.move.ofAll}
        checked={includesAll}
        onChange={({ currentTarget }) => setIncludesAll(currentTarget.checked)}
      />
      {includesAll && (
        <Text size="sm" c="dimmed">
          {words.move.ofAllHint}
        </Text>
      )}
      <RefusalNote refusal={change.error ?? error} />
      {times && free.length === 0 && <Text size="sm">{words.move.none}</Text>}
      <div className={classes.times}>
        {free.map(({ doctorId, doctorName, fromDateTimeIso: from, toDateTimeIso: to }) => {
          const isOwn = doctorId === visit.doctorId
          const text = words.move.done(
            patientName(visit.patient, words),
            ...moveTimes({ visit, to: from }, locale),
          )
          const move = () => {
            const movePromise = change.mutateAsync({
              id: visit.id,
              to: from.slice(0, 16),
              ...(reason && { reason }),
            })
            void offerUndo(movePromise, () => text)
            void movePromise.then(close, () => {})
          }
          return (
            <Button
              key={`${doctorId} ${from}`}
              size="compact-sm"
              variant="default"
              disabled={change.isPending}
              onClick={isOwn ? move : () => replace({ doctor: doctorId, from, to })}
            >
              {dateText(datePart(from), locale, 'short')} · {clockTime(from)}
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
