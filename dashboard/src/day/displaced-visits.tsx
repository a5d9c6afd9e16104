// The visits that a blocked time has displaced, each with a free time: moved or cancelled one by one or all, until none is left (DAY-12).

import { Button, Group, Stack, Text } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Refusal } from '../api/call.ts'
import { useChange, useOperation, useWorkspace } from '../api/workspace.tsx'
import { PhoneLink } from '../ui/phone-link.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { clockOf, dateOf, dateText } from '../ui/times.ts'
import { useUndo } from '../ui/undo.tsx'
import { useLanguage } from '../words/words.tsx'
import { CancelDisplaced, type Cancellation } from './cancel-displaced.tsx'
import { MoveForm } from './move-form.tsx'
import classes from './panel.module.css'
import { nameOf } from './patient-name.ts'
import { type Block, type Day, type Displaced, tells } from './queries.ts'

interface Shown {
  day: Day
  blocks: readonly Block[]
  openVisit(visit: number): void
  replace(visit: number, time: { doctor: number; from: string; to: string }): void
}

/** The confirmation for one visit, or for all of them. */
type Asked = { what: 'MOVE' | 'CANCEL'; visit: number | 'all' }

/** A visit that was moved here, and to when. */
interface Moved {
  visit: Displaced
  to: string
}

/** After these refusals, the next visit would be refused as well. */
const endsAll = ['NO_CONNECTION', 'BUSY', 'NOT_SIGNED_IN', 'NOT_ALLOWED']

export function DisplacedVisits({ day, blocks, openVisit, replace }: Shown) {
  const { words, locale } = useLanguage()
  const { may } = useWorkspace()
  const displaced = useOperation('visit-displaced', { addressId: day.addressId })
  const move = useChange('visit-move')
  const cancel = useChange('visit-cancel')
  const takeBack = useChange('visit-undo')
  const offerUndo = useUndo()
  const [asked, setAsked] = useState<Asked>()
  const [moved, setMoved] = useState<readonly Moved[]>([])
  const { isRunning, refused, inTurn, stop } = useInTurn()
  const about = useRef<HTMLParagraphElement>(null)
  const reason = blocks[0]?.reason ?? ''
  const visits = displaced.data?.filter(({ blockIds }) => blocks.some(({ id }) => blockIds.includes(id))) ?? []
  const movable = visits.filter(({ next }) => next !== null)
  const told = (time: string) => `${dateText(dateOf(time), locale, 'short')} · ${clockOf(time)}`
  // Shows the day if there are several, and the practitioner likewise.
  const isOneDay = new Set(visits.map(({ appointmentDate }) => appointmentDate)).size < 2
  const isOfOne = new Set(visits.map(({ doctorId }) => doctorId)).size < 2

  /**
   * Changes visits one after the other; all of them can then be undone together, the last first.
   */
  async function change(
    them: readonly Displaced[],
    one: (visit: Displaced) => Promise<{ id: number; change: number | null }>,
    textOf: (visits: number) => string,
  ) {
    setAsked(undefined)
    const changes: { visit: number; id: number }[] = []
    await inTurn(them, async (visit) => {
      const { id: changed, change: id } = await one(visit)
      if (id !== null) changes.push({ visit: changed, id })
    })
    if (changes.length > 0) {
      void offerUndo(Promise.resolve(), () => ({
        text: textOf(changes.length),
        async takeBack() {
          for (const last of changes.toReversed()) {
            await takeBack.mutateAsync({ id: last.id })
            changes.splice(changes.indexOf(last), 1)
            setMoved((before) => before.filter(({ visit: { id } }) => id !== last.visit))
          }
        },
      }))
    }
    // The pressed button is gone with its visit.
    if (document.activeElement === document.body) about.current?.focus()
  }
  const moveThem = (them: readonly Displaced[]) =>
    void change(
      them.filter(({ next }) => next !== null),
      async (visit) => {
        const { id, next: to } = visit
        const answer = await move.mutateAsync({ id, to: (to ?? '').slice(0, 16), reason })
        setMoved((before) => [...before, { visit, to: to ?? '' }])
        return answer
      },
      words.undo.did.MOVED_ALL,
    )
  const cancelThem = (them: readonly Displaced[], cancellationOf: (visit: Displaced) => Cancellation) =>
    void change(them, (visit) => cancel.mutateAsync(cancellationOf(visit)), words.undo.did.CANCELLED_ALL)

  if (!displaced.data) return <RefusalNote refusal={displaced.error} />
  return (
    <Stack gap="xs">
      <Text size="sm" role="status" tabIndex={-1} ref={about}>
        {visits.length === 0 ? words.block.noneLeft : words.block.stay(visits.length)}
      </Text>
      {visits.length > 0 && (
        <ul className={classes.waiting}>
          {visits.map((visit) => (
            <li key={visit.id}>
              <Button size="compact-sm" variant="subtle" ml={-8} maw="100%" onClick={() => openVisit(visit.id)}>
                {isOneDay ? clockOf(visit.fromDateTimeTs) : told(visit.fromDateTimeTs)} {nameOf(visit.patient, words)}
              </Button>
              {visit.patient.phone && <PhoneLink phone={visit.patient.phone} />}
              {(!isOfOne || visit.addressId !== day.addressId) && (
                <Text size="xs" c="dimmed">
                  {[...(isOfOne ? [] : [visit.doctor]), ...(visit.addressId === day.addressId ? [] : [visit.location])].join(' · ')}
                </Text>
              )}
              {asked?.visit === visit.id ? (
                asked.what === 'MOVE' ? (
                  <MoveForm
                    visit={visit}
                    isTold={tells(day, 'move')}
                    reason={reason}
                    close={() => setAsked(undefined)}
                    replace={(time) => replace(visit.id, time)}
                  />
                ) : (
                  <CancelDisplaced visits={[visit]} reason={reason} cancel={cancelThem} close={() => setAsked(undefined)} />
                )
              ) : (
                may('visits:write') && (
                  <Group gap={6} mt={4} role="group" aria-label={`${clockOf(visit.fromDateTimeTs)} ${nameOf(visit.patient, words)}`}>
                    {visit.next ? (
                      <Button size="compact-sm" variant="light" disabled={isRunning} onClick={() => moveThem([visit])}>
                        {words.block.moveTo(told(visit.next))}
                      </Button>
                    ) : (
                      <Text size="sm">{words.block.noFree}</Text>
                    )}
                    <Button size="compact-sm" variant="default" disabled={isRunning} onClick={() => setAsked({ what: 'MOVE', visit: visit.id })}>
                      {words.block.otherTime}
                    </Button>
                    <Button size="compact-sm" variant="default" disabled={isRunning} onClick={() => setAsked({ what: 'CANCEL', visit: visit.id })}>
                      {words.block.cancel}
                    </Button>
                  </Group>
                )
              )}
              <RefusalNote refusal={refused[visit.id] ?? null} />
            </li>
          ))}
        </ul>
      )}
      {may('visits:write') && visits.length > 1 && asked?.visit === 'all' && asked.what === 'CANCEL' && (
        <CancelDisplaced visits={visits} reason={reason} cancel={cancelThem} close={() => setAsked(undefined)} />
      )}
      {may('visits:write') && movable.length > 1 && asked?.visit === 'all' && asked.what === 'MOVE' && (
        <Stack gap="xs" role="group" aria-label={words.block.moveAllTitle(movable.length)}>
          <Text size="sm">
            {words.block.moveAllTitle(movable.length)} {tells(day, 'move') ? words.move.told : words.move.untold}
          </Text>
          <Group gap="xs">
            <Button size="xs" autoFocus onClick={() => moveThem(movable)}>
              {words.block.moveAllYes(movable.length)}
            </Button>
            <Button size="xs" variant="default" onClick={() => setAsked(undefined)}>
              {words.visit.no}
            </Button>
          </Group>
        </Stack>
      )}
      {may('visits:write') && visits.length > 1 && asked?.visit !== 'all' && (
        <Group gap="xs">
          {movable.length > 1 && (
            <Button size="xs" variant="default" disabled={isRunning} onClick={() => setAsked({ what: 'MOVE', visit: 'all' })}>
              {words.block.moveAll}
            </Button>
          )}
          <Button size="xs" variant="default" disabled={isRunning} onClick={() => setAsked({ what: 'CANCEL', visit: 'all' })}>
            {words.block.cancelAll}
          </Button>
          {isRunning && (
            <Button size="xs" variant="default" onClick={stop}>
              {words.block.stop}
            </Button>
          )}
        </Group>
      )}
      {moved.length > 0 && (
        <section aria-label={words.block.moved(moved.length)}>
          <Text size="sm" fw={600}>
            {words.block.moved(moved.length)}
          </Text>
          <ul className={classes.waiting}>
            {moved.map(({ visit, to }) => (
              <li key={visit.id}>
                {nameOf(visit.patient, words)}: {told(visit.fromDateTimeTs)} → {told(to)}
                {visit.patient.phone && <PhoneLink phone={visit.patient.phone} />}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Stack>
  )
}

/** Changes visits one after the other, so that an interruption leaves the rest as they were; a refusal is shown beside its visit. */
function useInTurn() {
  const [isRunning, setIsRunning] = useState(false)
  const [refused, setRefused] = useState<Readonly<Record<number, Refusal>>>({})
  const goesOn = useRef(false)
  const stop = useCallback(() => {
    goesOn.current = false
  }, [])
  // With the list closed, no one would see the refusals.
  useEffect(() => stop, [stop])

  async function inTurn(visits: readonly Displaced[], change: (visit: Displaced) => Promise<unknown>) {
    goesOn.current = true
    setIsRunning(true)
    for (const visit of visits) {
      if (!goesOn.current) break
      try {
        await change(visit)
        setRefused(({ [visit.id]: _, ...others }) => others)
      } catch (error) {
        const refusal = error as Refusal
        setRefused((before) => ({ ...before, [visit.id]: refusal }))
        if (endsAll.includes(refusal.code)) break
      }
    }
    setIsRunning(false)
  }
  return { isRunning, refused, inTurn, stop }
}
