// The visits that a blocked time has displaced, each with a free time. They are moved or cancelled
// one by one or all together, until none is left (DAY-12).

import { Button, Group, Stack, Text } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Refusal } from '../api/call.ts'
import { useChange, useOperation, useWorkspace } from '../api/workspace.tsx'
import { type Block, type Day, type DisplacedVisit, sendsNotice } from '../day/queries.ts'
import { Confirmation, sentElsewhere } from '../ui/confirmation.tsx'
import { patientName } from '../ui/patient-name.ts'
import { PhoneLink } from '../ui/phone-link.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { clockTime, datePart, dateText } from '../ui/times.ts'
import { useUndo } from '../ui/undo.tsx'
import { MoveForm } from '../visit/move-form.tsx'
import classes from '../visit/panel.module.css'
import { useLanguage } from '../words/words.tsx'
import { CancelDisplaced, type Cancellation } from './cancel-displaced.tsx'

interface DisplacedVisitsProps {
  day: Day
  blocks: readonly Block[]
  openVisit(visit: number): void
  replace(visit: number, time: { doctor: number; from: string; to: string }): void
}

/** The confirmation for one visit, or for all of them. */
type VisitQuestion = { what: 'MOVE' | 'CANCEL'; visit: number | 'all' }

/** A visit that was moved in this list, and its new time. */
interface MovedVisit {
  visit: DisplacedVisit
  to: string
}

/** Refusals after which the next visit would be refused too. */
const stoppingCodes = ['NO_CONNECTION', 'BUSY', 'NOT_SIGNED_IN', 'NOT_ALLOWED']

export function DisplacedVisits({ day, blocks, openVisit, replace }: DisplacedVisitsProps) {
  const { words, locale } = useLanguage()
  const { may } = useWorkspace()
  const displaced = useOperation('visit-displaced', { addressId: day.addressId })
  const move = useChange('visit-move')
  const cancel = useChange('visit-cancel')
  const undoVisit = useChange('visit-undo')
  const offerUndo = useUndo()
  const [question, setQuestion] = useState<VisitQuestion>()
  const [movedVisits, setMovedVisits] = useState<readonly MovedVisit[]>([])
  const { isRunning, refused: refusals, inTurn: runInSequence, stop } = useSequence()
  const summary = useRef<HTMLParagraphElement>(null)
  const reason = blocks[0]?.reason ?? ''
  const visits =
    displaced.data?.filter(({ blockIds }) => blocks.some(({ id }) => blockIds.includes(id))) ?? []
  const movable = visits.filter(({ next }) => next !== null)
  const questionFor = ({ id }: DisplacedVisit) =>
    question?.visit === id ? question.what : undefined
  const formatTime = (time: string) =>
    `${dateText(datePart(time), locale, 'short')} · ${clockTime(time)}`
  // The day is shown if there are several, and so is the practitioner.
  const isOneDay = new Set(visits.map(({ appointmentDate }) => appointmentDate)).size < 2
  const isOneDoctor = new Set(visits.map(({ doctorId }) => doctorId)).size < 2

  /**
   * Changes visits one after the other; all of them can then be undone together, the last one
   * first.
   */
  async function changeVisits(
    targets: readonly DisplacedVisit[],
    changeOne: (visit: DisplacedVisit) => Promise<{ id: number; change: number | null }>,
    undoText: (visits: number) => string,
  ) {
    setQuestion(undefined)
    const changes: { visit: number; id: number }[] = []
    await runInSequence(targets, async (visit) => {
      const { id: changedId, change: id } = await changeOne(visit)
      if (id !== null) changes.push({ visit: changedId, id })
    })
    if (changes.length > 0) {
      void offerUndo(Promise.resolve(), () => ({
        text: undoText(changes.length),
        async undoChange() {
          for (const lastChange of changes.toReversed()) {
            await undoVisit.mutateAsync({ id: lastChange.id })
            changes.splice(changes.indexOf(lastChange), 1)
            setMovedVisits((before) =>
              before.filter(({ visit: { id } }) => id !== lastChange.visit),
            )
          }
        },
      }))
    }
    // The button that was pressed has been removed together with its visit.
    if (document.activeElement === document.body) summary.current?.focus()
  }
  const moveVisits = (targets: readonly DisplacedVisit[]) =>
    void changeVisits(
      targets.filter(({ next }) => next !== null),
      async (visit) => {
        const { id, next: to } = visit
        const answer = await move.mutateAsync({ id, to: (to ?? '').slice(0, 16), reason })
        setMovedVisits((before) => [...before, { visit, to: to ?? '' }])
        return answer
      },
      words.undo.did.MOVED_ALL,
    )
  const cancelVisits = (
    targets: readonly DisplacedVisit[],
    buildCancellation: (visit: DisplacedVisit) => Cancellation,
  ) =>
    void changeVisits(
      targets,
      (visit) => cancel.mutateAsync(buildCancellation(visit)),
      words.undo.did.CANCELLED_ALL,
    )

  if (!displaced.data) return <RefusalNote refusal={displaced.error} />
  return (
    <Stack gap="xs">
      <Text size="sm" role="status" tabIndex={-1} ref={summary}>
        {visits.length === 0 ? words.block.noVisitAffected : words.block.stay(visits.length)}
      </Text>
      {visits.length > 0 && (
        <ul className={classes.waiting}>
          {visits.map((visit) => (
            <li key={visit.id}>
              <Button
                size="compact-sm"
                variant="subtle"
                ml={-8}
                maw="100%"
                onClick={() => openVisit(visit.id)}
              >
                {isOneDay ? clockTime(visit.fromDateTimeTs) : formatTime(visit.fromDateTimeTs)}{' '}
                {patientName(visit.patient, words)}
              </Button>
              {visit.patient.phone && <PhoneLink phone={visit.patient.phone} />}
              {(!isOneDoctor || visit.addressId !== day.addressId) && (
                <Text size="xs" c="dimmed">
                  {[
                    ...(isOneDoctor ? [] : [visit.doctor]),
                    ...(visit.addressId === day.addressId ? [] : [visit.location]),
                  ].join(' · ')}
                </Text>
              )}
              {questionFor(visit) === 'MOVE' && (
                <MoveForm
                  visit={visit}
                  isTold={sendsNotice(day, 'move')}
                  reason={reason}
                  close={() => setQuestion(undefined)}
                  replace={(time) => replace(visit.id, time)}
                />
              )}
              {questionFor(visit) === 'CANCEL' && (
                <CancelDisplaced
                  visits={[visit]}
                  reason={reason}
                  cancel={cancelVisits}
                  close={() => setQuestion(undefined)}
                />
              )}
              {!questionFor(visit) && may('visits:write') && (
                <Group
                  gap={6}
                  mt={4}
                  role="group"
                  aria-label={`${clockTime(visit.fromDateTimeTs)} ${patientName(visit.patient, words)}`}
                >
                  {visit.next ? (
                    <Button
                      size="compact-sm"
                      variant="light"
                      disabled={isRunning}
                      onClick={() => moveVisits([visit])}
                    >
                      {words.block.moveTo(formatTime(visit.next))}
                    </Button>
                  ) : (
                    <Text size="sm">{words.block.noFree}</Text>
                  )}
                  <Button
                    size="compact-sm"
                    variant="default"
                    disabled={isRunning}
                    onClick={() => setQuestion({ what: 'MOVE', visit: visit.id })}
                  >
                    {words.block.otherTime}
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="default"
                    disabled={isRunning}
                    onClick={() => setQuestion({ what: 'CANCEL', visit: visit.id })}
                  >
                    {words.block.cancel}
                  </Button>
                </Group>
              )}
              <RefusalNote refusal={refusals[visit.id] ?? null} />
            </li>
          ))}
        </ul>
      )}
      {may('visits:write') &&
        visits.length > 1 &&
        question?.visit === 'all' &&
        question.what === 'CANCEL' && (
          <CancelDisplaced
            visits={visits}
            reason={reason}
            cancel={cancelVisits}
            close={() => setQuestion(undefined)}
          />
        )}
      {may('visits:write') &&
        movable.length > 1 &&
        question?.visit === 'all' &&
        question.what === 'MOVE' && (
          <Confirmation
            question={`${words.block.moveAllTitle(movable.length)} ${sendsNotice(day, 'move') ? words.move.told : words.move.untold}`}
            change={sentElsewhere}
            confirm={words.block.moveAllYes(movable.length)}
            onConfirm={() => moveVisits(movable)}
            cancel={() => setQuestion(undefined)}
          />
        )}
      {may('visits:write') && visits.length > 1 && question?.visit !== 'all' && (
        <Group gap="xs">
          {movable.length > 1 && (
            <Button
              size="xs"
              variant="default"
              disabled={isRunning}
              onClick={() => setQuestion({ what: 'MOVE', visit: 'all' })}
            >
              {words.block.moveAll}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            disabled={isRunning}
            onClick={() => setQuestion({ what: 'CANCEL', visit: 'all' })}
          >
            {words.block.cancelAll}
          </Button>
          {isRunning && (
            <Button size="xs" variant="default" onClick={stop}>
              {words.block.stop}
            </Button>
          )}
        </Group>
      )}
      {movedVisits.length > 0 && (
        <section aria-label={words.block.moved(movedVisits.length)}>
          <Text size="sm" fw={600}>
            {words.block.moved(movedVisits.length)}
          </Text>
          <ul className={classes.waiting}>
            {movedVisits.map(({ visit, to }) => (
              <li key={visit.id}>
                {patientName(visit.patient, words)}: {formatTime(visit.fromDateTimeTs)} →{' '}
                {formatTime(to)}
                {visit.patient.phone && <PhoneLink phone={visit.patient.phone} />}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Stack>
  )
}

/**
 * Changes visits one after the other, so that an interruption leaves the remaining ones as they
 * were; a refusal is shown next to its visit.
 */
function useSequence() {
  const [isRunning, setIsRunning] = useState(false)
  const [refusals, setRefusals] = useState<Readonly<Record<number, Refusal>>>({})
  const shouldContinue = useRef(false)
  const stop = useCallback(() => {
    shouldContinue.current = false
  }, [])
  // With the list closed, no one would see the refusals.
  useEffect(() => stop, [stop])

  async function runInSequence(
    visits: readonly DisplacedVisit[],
    change: (visit: DisplacedVisit) => Promise<unknown>,
  ) {
    shouldContinue.current = true
    setIsRunning(true)
    for (const visit of visits) {
      if (!shouldContinue.current) break
      try {
        await change(visit)
        setRefusals(({ [visit.id]: _, ...others }) => others)
      } catch (error) {
        const refusal = error as Refusal
        setRefusals((before) => ({ ...before, [visit.id]: refusal }))
        if (stoppingCodes.includes(refusal.code)) break
      }
    }
    setIsRunning(false)
  }
  return { isRunning, refused: refusals, inTurn: runInSequence, stop }
}
