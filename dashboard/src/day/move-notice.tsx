// The move of a visit: in progress; done, with an undo; or refused, with the reason and a link to
// other times (DAY-08).

import { Button, Group, Text } from '@mantine/core'
import { skipToken } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useChange, useOperation } from '../api/workspace.tsx'
import { patientName } from '../ui/patient-name.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { clockTime, datePart, dateText } from '../ui/times.ts'
import { useUndoOperation } from '../ui/undo.tsx'
import { useLanguage, wordFor } from '../words/words.tsx'
import classes from './day.module.css'
import type { BookingTime } from './day-search.ts'
import type { MoveTarget } from './move-targets.ts'
import type { Day, DayVisit } from './queries.ts'
import { isToOtherColumn, type VisitMove } from './use-moving.ts'

interface LastMove {
  visit: DayVisit
  to: string
}

/**
 * Moves visits, offers to move the last one back, and shows a move that is in progress or was
 * refused.
 */
export function useMoves() {
  const { words, locale } = useLanguage()
  const { mutateAsync, reset, isPending, error } = useChange('visit-move')
  const offerUndo = useUndoOperation('visit-undo')
  const [lastMove, setLastMove] = useState<LastMove>()
  const move = useCallback(
    (visit: DayVisit, { fromDateTimeIso: to }: MoveTarget) => {
      setLastMove({ visit, to })
      const text = words.move.done(
        patientName(visit.patient, words),
        ...moveTimes({ visit, to }, locale),
      )
      void offerUndo(mutateAsync({ id: visit.id, to: to.slice(0, 16) }), () => text)
    },
    [mutateAsync, offerUndo, words, locale],
  )
  return { move, last: lastMove, isPending, refusal: error, dismiss: reset }
}

/** The former and the new time of a visit, with the dates if they differ. */
export function moveTimes(
  { visit, to }: { visit: Pick<DayVisit, 'fromDateTimeTs'>; to: string },
  locale: string,
): [string, string] {
  const from = visit.fromDateTimeTs
  const timeText = (timestamp: string) =>
    (datePart(from) === datePart(to) ? '' : `${dateText(datePart(timestamp), locale, 'short')}, `) +
    clockTime(timestamp)
  return [timeText(from), timeText(to)]
}

/**
 * Drops a visit. At a time of its own practitioner it is moved; elsewhere the form opens for a
 * booking that replaces it.
 */
export function useDrop(
  { move }: ReturnType<typeof useMoves>,
  replace: (visit: number, time: BookingTime) => void,
) {
  return (visitMove: VisitMove) => {
    const { visit, target, shown: targetColumn } = visitMove
    const { fromDateTimeIso: from, toDateTimeIso: to } = target
    if (!isToOtherColumn(visitMove)) move(visit, target)
    else if (target.isFree)
      replace(visit.id, {
        doctor: targetColumn.column.doctorId,
        at: targetColumn.day.addressId,
        from,
        to,
      })
  }
}

interface MoveNoticeProps {
  moves: ReturnType<typeof useMoves>
  day: Day
  /** Opens the visit together with its move form. */
  findTime(visit: number): void
}

export function MoveNotice({
  moves: { last: lastMove, isPending, refusal, dismiss },
  day,
  findTime,
}: MoveNoticeProps) {
  const { words, locale } = useLanguage()
  if (!lastMove || !(isPending || refusal)) return null
  return (
    <div className={classes.notice}>
      {isPending && (
        <Text size="sm" role="status">
          {words.move.under(
            patientName(lastMove.visit.patient, words),
            ...moveTimes(lastMove, locale),
          )}
        </Text>
      )}
      <RefusalNote refusal={refusal}>
        <UnavailableReason {...lastMove} day={day} />
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              dismiss()
              findTime(lastMove.visit.id)
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

/** Why a time is not free, according to the rule that lists times. */
function UnavailableReason({ visit, to, day }: { visit: DayVisit; to: string; day: Day }) {
  const { words } = useLanguage()
  const column = day.doctors.find(({ visits }) => visits.some(({ id }) => id === visit.id))
  const { data } = useOperation(
    'availability-explain',
    column === undefined
      ? skipToken
      : {
          doctor: String(column.doctorId),
          location: String(day.addressId),
          date: datePart(to),
          mode: visit.mode,
          at: clockTime(to),
          ...(visit.visitTypeId !== null && { visitType: String(visit.visitTypeId) }),
          durationMins:
            (Date.parse(visit.toDateTimeTs) - Date.parse(visit.fromDateTimeTs)) / 60_000,
        },
  )
  const reason = data?.times[0]?.reason
  return reason && reason !== 'OFFERED' ? (
    <Text size="sm">{wordFor(words.reason, reason)}</Text>
  ) : null
}
