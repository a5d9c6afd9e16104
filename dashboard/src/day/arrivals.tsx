// Patients who come in, marked by one click or key where the day shows them: each with a way back for a minute (DAY-17).

import { Button, Group, Text } from '@mantine/core'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { useChange, useWorkspace } from '../api/workspace.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { minuteOf } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'
import classes from './day.module.css'
import { nameOf } from './patient-name.ts'
import type { DayVisit } from './queries.ts'

/** Statuses in which a patient is awaited. */
export const awaited = ['SCHEDULED', 'CONFIRMED', 'RESCHEDULED', 'OVERDUE', 'WAITING', 'CALLED', 'SKIPPED']
/** For so long an arrival can be taken back. */
export const undoMs = 60_000
/** From so long before their time on patients are expected, as on the page of their visit. */
const earlyMinutes = 60

/** Whether a patient may come in any moment; `nowMinute` is that of the day shown, undefined on any other day than today. */
export function isExpected({ status, arrivedAt, fromDateTimeTs }: DayVisit, nowMinute: number | undefined): boolean {
  return nowMinute !== undefined && !arrivedAt && awaited.includes(status) && minuteOf(fromDateTimeTs) <= nowMinute + earlyMinutes
}

const ArriveContext = createContext<((visit: DayVisit) => void) | undefined>(undefined)

/** Marks that the patient of a visit has come; undefined for somebody who may not change visits. */
export const useArrive = () => useContext(ArriveContext)

/** What is in it can mark arrivals, and the last one is said below. */
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
