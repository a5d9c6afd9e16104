// A move of a visit: under way, done, with its undo, or refused, with the reason and a link to other times (DAY-08).

import { Button, Group, Text } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useChange, useOperation } from '../api/workspace.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { clockOf, dateOf, dateText } from '../ui/times.ts'
import { useUndoBy } from '../ui/undo.tsx'
import { useLanguage, wordFor } from '../words/words.tsx'
import classes from './day.module.css'
import type { Time } from './day-search.ts'
import type { Target } from './move-targets.ts'
import { nameOf } from './patient-name.ts'
import type { Day, DayVisit } from './queries.ts'
import { isElsewhere, type Moving } from './use-moving.ts'

interface Move {
  visit: DayVisit
  to: string
}

/** Moves visits, offers to move the last one back, and shows a move that is under way or was refused. */
export function useMoves() {
  const { words, locale } = useLanguage()
  const { mutateAsync, reset, isPending, error } = useChange('visit-move')
  const offerUndo = useUndoBy('visit-undo')
  const [last, setLast] = useState<Move>()
  const move = useCallback(
    (visit: DayVisit, { fromDateTimeIso: to }: Target) => {
      setLast({ visit, to })
      const text = words.move.done(nameOf(visit.patient, words), ...timesOf({ visit, to }, locale))
      void offerUndo(mutateAsync({ id: visit.id, to: to.slice(0, 16) }), () => text)
    },
    [mutateAsync, offerUndo, words, locale],
  )
  return { move, last, isPending, refusal: error, dismiss: reset }
}

/** From when to when a visit is moved, with the dates if they differ. */
export function timesOf({ visit, to }: { visit: Pick<DayVisit, 'fromDateTimeTs'>; to: string }, locale: string): [string, string] {
  const from = visit.fromDateTimeTs
  const timeText = (timestamp: string) => (dateOf(from) === dateOf(to) ? '' : `${dateText(dateOf(timestamp), locale, 'short')}, `) + clockOf(timestamp)
  return [timeText(from), timeText(to)]
}

/** Drops a visit: at a time of its practitioner it is moved, and elsewhere the booking that replaces it is opened. */
export function useDrop({ move }: ReturnType<typeof useMoves>, replace: (visit: number, time: Time) => void) {
  return (moving: Moving) => {
    const { visit, target, shown } = moving
    const { fromDateTimeIso: from, toDateTimeIso: to } = target
    if (!isElsewhere(moving)) move(visit, target)
    else if (target.isFree) replace(visit.id, { doctor: shown.column.doctorId, at: shown.day.addressId, from, to })
  }
}

interface Notice {
  moves: ReturnType<typeof useMoves>
  day: Day
  /** Opens the visit with its move form. */
  findTime(visit: number): void
}

export function MoveNotice({ moves: { last, isPending, refusal, dismiss }, day, findTime }: Notice) {
  const { words, locale } = useLanguage()
  if (!last || !(isPending || refusal)) return null
  return (
    <div className={classes.notice}>
      {isPending && (
        <Text size="sm" role="status">
          {words.move.under(nameOf(last.visit.patient, words), ...timesOf(last, locale))}
        </Text>
      )}
      <RefusalNote refusal={refusal}>
        <Why {...last} day={day} />
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              dismiss()
              findTime(last.visit.id)
            }}
          >
            {words.move.others}
          </Button>
          <Button size="xs" variant="default" onClick={dismiss}>
            {words.visit.close}
          </Button>
        </Group>
      </RefusalNote>
    </div>
  )
}

/** Why a time is not free, by the rule that lists times. */
function Why({ visit, to, day }: { visit: DayVisit; to: string; day: Day }) {
  const { words } = useLanguage()
  const column = day.doctors.find(({ visits }) => visits.some(({ id }) => id === visit.id))
  const { data } = useOperation(
    'availability-explain',
    {
      ...{ doctor: String(column?.doctorId), location: String(day.addressId), date: dateOf(to), mode: visit.mode, at: clockOf(to) },
      durationMins: (Date.parse(visit.toDateTimeTs) - Date.parse(visit.fromDateTimeTs)) / 60_000,
    },
    { enabled: column !== undefined },
  )
  const reason = data?.times[0]?.reason
  return reason && reason !== 'OFFERED' ? <Text size="sm">{wordFor(words.reason, reason)}</Text> : null
}
