// Arrivals of patients, marked by one click or key where the day shows them: each can be undone for a minute (DAY-17).

import { Button, Group, Text } from '@mantine/core'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { useChange, useWorkspace } from '../api/workspace.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { minuteOf } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'
import classes from './day.module.css'
import { nameOf } from './patient-name.ts'
import type { DayVisit } from './queries.ts'

/** Statuses in which a patient is expected. */
export const awaited = ['SCHEDULED', 'CONFIRMED', 'RESCHEDULED', 'OVERDUE', 'WAITING', 'CALLED', 'SKIPPED']
/** How long an arrival can be undone. */
export const undoMs = 60_000
/** How long before their time patients are expected, as on the page of their visit. */
const earlyMinutes = 60

/** Whether a patient may arrive at any moment; `nowMinute` is that of the shown day, undefined on any day but today. */
export function isExpected({ status, arrivedAt, fromDateTimeTs }: DayVisit, nowMinute: number | undefined): boolean {
  return nowMinute !== undefined && !arrivedAt && awaited.includes(status) && minuteOf(fromDateTimeTs) <= nowMinute + earlyMinutes
}

const ArriveContext = createContext<((visit: DayVisit) => void) | undefined>(undefined)

/** Marks the patient of a visit as arrived; undefined for a member who may not change visits. */
export const useArrive = () => useContext(ArriveContext)

/** Its children can mark arrivals, and the last one is shown below. */
export function WithArrivals({ children }: { children: ReactNode }) {
  const { words } = useLanguage()
  const { may } = useWorkspace()
  const { mutate, reset, isSuccess, error } = useChange('visit-arrive')
  const [last, setLast] = useState<DayVisit>()
  const arrive = useCallback(
    (visit: DayVisit) => {
      setLast(visit)
      mutate({ id: visit.id, arrived: true })
    },
    [mutate],
  )
  const dismiss = useCallback(() => {
    setLast(undefined)
    reset()
  }, [reset])
  useEffect(() => {
    if (!last || !isSuccess) return undefined
    const timer = setTimeout(dismiss, undoMs)
    return () => clearTimeout(timer)
  }, [last, isSuccess, dismiss])
  return (
    <ArriveContext value={may('visits:write') ? arrive : undefined}>
      {children}
      {last && (isSuccess || error) && (
        <div className={classes.notice}>
          <Group gap="sm" role="status">
            <Text size="sm">
              <bdi>{nameOf(last.patient, words)}</bdi>
              {isSuccess && ` · ${words.visit.arrive}`}
            </Text>
            {isSuccess && (
              <Button size="compact-xs" variant="subtle" onClick={() => mutate({ id: last.id, arrived: false }, { onSuccess: dismiss })}>
                {words.visit.notArrived}
              </Button>
            )}
            <Button size="compact-xs" variant="subtle" onClick={dismiss}>
              {words.visit.close}
            </Button>
          </Group>
          <RefusalNote refusal={error} />
        </div>
      )}
    </ArriveContext>
  )
}
