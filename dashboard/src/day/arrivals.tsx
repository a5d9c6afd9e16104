// Arrivals of patients, marked with one click or key where the day shows their visits; each can be
// undone (DAY-17).

import { Button } from '@mantine/core'
import { createContext, type ReactNode, useCallback, useContext } from 'react'
import { useChange, useWorkspace } from '../api/workspace.tsx'
import { patientName } from '../ui/patient-name.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { type DisplayStatus, isIncluded } from '../ui/status.tsx'
import { minuteOfDay } from '../ui/times.ts'
import { useUndoOperation } from '../ui/undo.tsx'
import { useLanguage } from '../words/words.tsx'
import classes from './day.module.css'
import type { DayVisit } from './queries.ts'

/** Statuses in which a patient is expected. */
export const isAwaited = (status: DisplayStatus) =>
  isIncluded(
    status,
    'SCHEDULED',
    'CONFIRMED',
    'RESCHEDULED',
    'OVERDUE',
    'WAITING',
    'CALLED',
    'SKIPPED',
  )
/** How long the panel offers to undo an arrival. */
export const arrivalUndoMs = 60_000
/** How long before their time patients are expected, as on the page of their visit. */
const earlyMinutes = 60

/**
 * Whether a patient may arrive at any moment; `nowMinute` is the current minute of the shown day,
 * undefined unless that day is today.
 */
export function isExpected(
  { status, arrivedAt, fromDateTimeTs }: DayVisit,
  nowMinute: number | undefined,
): boolean {
  return (
    nowMinute !== undefined &&
    !arrivedAt &&
    isAwaited(status) &&
    minuteOfDay(fromDateTimeTs) <= nowMinute + earlyMinutes
  )
}

const ArriveContext = createContext<((visit: DayVisit) => void) | undefined>(undefined)

/** Marks the patient of a visit as arrived; undefined if the member may not change visits. */
export const useArrive = () => useContext(ArriveContext)

/** Lets its children mark arrivals, and shows a refusal below them. */
export function ArrivalProvider({ children }: { children: ReactNode }) {
  const { words } = useLanguage()
  const { may } = useWorkspace()
  const { mutateAsync, reset, error } = useChange('visit-arrive')
  const offerUndo = useUndoOperation('visit-undo')
  const arrive = useCallback(
    ({ id, patient }: DayVisit) =>
      void offerUndo(mutateAsync({ id, arrived: true }), () =>
        words.undo.did.ARRIVED(patientName(patient, words)),
      ),
    [mutateAsync, offerUndo, words],
  )
  return (
    <ArriveContext value={may('visits:write') ? arrive : undefined}>
      {children}
      {error && (
        <div className={classes.notice}>
          <RefusalNote refusal={error}>
            <Button size="compact-xs" variant="subtle" onClick={reset}>
              {words.visit.close}
            </Button>
          </RefusalNote>
        </div>
      )}
    </ArriveContext>
  )
}
