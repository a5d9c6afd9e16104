// The result of a move: done, with an undo for some seconds; or refused, with the reason and a link to other times (DAY-08).

import { Button, Group, Text } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { useChange, useOperation } from '../api/workspace.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { clockOf, dateOf, dateText } from '../ui/times.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import classes from './day.module.css'
import type { Time } from './day-search.ts'
import type { Target } from './move-targets.ts'
import { nameOf } from './patient-name.ts'
import type { Day, DayVisit } from './queries.ts'
import { isElsewhere, type Moving } from './use-moving.ts'

const undoMs = 12_000

interface Move {
  visit: DayVisit
  to: string
}

/** Moves visits, and shows the result of the last move. */
export function useMoves() {
  const change = useChange('visit-move')
  const [last, setLast] = useState<Move & { isUndone: boolean }>()
  const { mutate, reset } = change
  const move = useCallback(
    (visit: DayVisit, { fromDateTimeIso }: Target) => {
      setLast({ visit, to: fromDateTimeIso, isUndone: false })
      mutate({ id: visit.id, to: fromDateTimeIso.slice(0, 16) })
    },
    [mutate],
  )
  const undo = useCallback(() => {
    if (!last) return
    setLast({ ...last, isUndone: true })
    mutate({ id: last.visit.id, to: last.visit.fromDateTimeTs.slice(0, 16) })
  }, [last, mutate])
  const dismiss = useCallback(() => {
    setLast(undefined)
    reset()
  }, [reset])
  useEffect(() => {
    if (!change.isSuccess) return undefined
    const timer = setTimeout(dismiss, undoMs)
    return () => clearTimeout(timer)
  }, [change.isSuccess, dismiss])
  return { move, undo, dismiss, last, isPending: change.isPending, isDone: change.isSuccess, refusal: change.error }
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

export function MoveNotice({ moves: { last, isPending, isDone, refusal, undo, dismiss }, day, findTime }: Notice) {
  const { words, locale } = useLanguage()
  if (!last) return null
  const { visit, to, isUndone } = last
  const [from, until] = isUndone ? [to, visit.fromDateTimeTs] : [visit.fromDateTimeTs, to]
  const isSameDay = dateOf(from) === dateOf(until)
  const timeText = (timestamp: string) => (isSameDay ? '' : `${dateText(dateOf(timestamp), locale, 'short')}, `) + clockOf(timestamp)
  return (
    <div className={classes.notice}>
      <RefusalNote refusal={refusal}>
        <Why visit={visit} to={until} day={day} />
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              dismiss()
              findTime(visit.id)
            }}
          >
            {words.move.others}
          </Button>
          <Button size="xs" variant="default" onClick={dismiss}>
            {words.visit.close}
          </Button>
        </Group>
      </RefusalNote>
      {!refusal && (
        <Group gap="sm" role="status">
          <Text size="sm">{(isPending ? words.move.under : words.move.done)(nameOf(visit.patient, words), timeText(from), timeText(until))}</Text>
          {isDone && !isUndone && (
            <Button size="compact-xs" variant="subtle" onClick={undo}>
              {words.move.undo}
            </Button>
          )}
        </Group>
      )}
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
