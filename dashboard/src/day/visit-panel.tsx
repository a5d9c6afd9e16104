// A visit or token in the panel: the patient, what is due, the possible actions, and its history.

import { Button, CloseButton, Group, Loader, Menu, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useChange, useOperation, useWorkspace } from '../api/workspace.tsx'
import { addressText } from '../ui/address-text.ts'
import { DeskMoney } from '../ui/desk-money.tsx'
import { isDue } from '../ui/due.ts'
import { useIsNarrow } from '../ui/narrow.ts'
import { PatientHead } from '../ui/patient-head.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { type ShownStatus, StatusMark, shownStatus } from '../ui/status.tsx'
import { clockOf, dateOf, dateText, moneyText } from '../ui/times.ts'
import { useUndoBy } from '../ui/undo.tsx'
import { useLanguage, wordFor } from '../words/words.tsx'
import { isAwaited, undoMs } from './arrivals.tsx'
import { CancelForm } from './cancel-form.tsx'
import type { DaySearch } from './day-search.ts'
import { History } from './history.tsx'
import { KindAndRoom } from './kind-and-room.tsx'
import { MoveForm } from './move-form.tsx'
import { isMovable } from './move-targets.ts'
import classes from './panel.module.css'
import { nameOf } from './patient-name.ts'
import { type Day, type ShownVisit, tells } from './queries.ts'
import { SeriesSection } from './series-section.tsx'
import { VideoCall } from './video-call.tsx'
import { Notes, Vitals } from './visit-notes.tsx'
import { FittingPatients } from './waiting-panel.tsx'

interface Panel {
  id: number
  day: Day
  /** The question before the action. */
  ask: DaySearch['ask']
  /** Books another practitioner's time in its place. */
  replace(visit: number, time: { doctor: number; from: string; to: string }): void
  close(): void
  openVisit(visit: number): void
}

export function VisitPanel({ id, day, ask, replace, close, openVisit }: Panel) {
  const { words } = useLanguage()
  const { workspace, may } = useWorkspace()
  const { data: visit, error } = useOperation('visit-show', { id })
  const title = (
    <Title order={useIsNarrow() ? 1 : 2} size="h4">
      {visit ? nameOf(visit.patient, words) : words.visit.panel}
    </Title>
  )
  return (
    <Stack gap="md">
      <Group justify="space-between" wrap="nowrap" align="start">
        {visit ? <PatientHead patient={visit.patient} title={title} beside={visit.id} booksAt={{ at: visit.addressId }} leadsToRecord /> : title}
        <CloseButton aria-label={words.visit.close} onClick={close} />
      </Group>
      <RefusalNote refusal={error} />
      {visit?.status === 'COMPLETED' && !visit.patient.erased && may('visits:write') && (
        <Group>
          <Button
            component={Link}
            to="/$workspace/day"
            {...({ params: { workspace }, search: { at: visit.addressId, book: true, patient: visit.patient.id, doctor: visit.doctorId } } as object)}
            size="xs"
          >
            {words.visit.next}
          </Button>
        </Group>
      )}
      {visit ? <About {...{ visit, day, ask, replace, openVisit }} /> : !error && <Loader size="sm" />}
    </Stack>
  )
}

function About({ visit, day, ask, replace, openVisit }: { visit: ShownVisit } & Pick<Panel, 'day' | 'ask' | 'replace' | 'openVisit'>) {
  const { words, locale } = useLanguage()
  const { may } = useWorkspace()
  const isToken = 'tokenDisplay' in visit
  const status = shownStatus(visit)
  // The next step after the consultation is its payment.
  const isPaidNext = status === 'COMPLETED' && isDue(visit)
  const bookedAs = isToken ? [] : [visit.followUp && words.terms.followUp, visit.patientPackageId !== null && words.receipt.kind.PACK].filter(Boolean)
  return (
    <>
      {may('visits:write') && (isToken ? <Arrived visit={visit} /> : <Actions {...{ visit, day, ask, replace }} />)}
      {isPaidNext && <Money visit={visit} />}
      <dl className={classes.facts}>
        <dt>{words.visit.when}</dt>
        <dd>
          {dateText(dateOf(visit.fromDateTimeTs), locale, 'short')} · <bdi dir="ltr">{`${clockOf(visit.fromDateTimeTs)}–${clockOf(visit.toDateTimeTs)}`}</bdi>
        </dd>
        <dt>{words.visit.with}</dt>
        <dd>{visit.doctor}</dd>
        {'room' in visit && visit.room && (
          <>
            <dt>{words.visit.room}</dt>
            <dd>{visit.room}</dd>
          </>
        )}
        <dt>{words.visit.statusLabel}</dt>
        <dd>
          <StatusMark status={status} />
        </dd>
        {'type' in visit && (
          <>
            <dt>{words.terms.kind}</dt>
            <dd>{wordFor(words.terms.kinds, visit.type)}</dd>
          </>
        )}
        <dt>{words.visit.mode}</dt>
        <dd>{wordFor(words.mode, visit.mode)}</dd>
        {bookedAs.length > 0 && (
          <>
            <dt>{words.terms.as}</dt>
            <dd>{bookedAs.join(' · ')}</dd>
          </>
        )}
        {'visitAddress' in visit && visit.visitAddress && (
          <>
            <dt>{words.visit.address}</dt>
            <dd>
              <bdi>{addressText(visit.visitAddress)}</bdi>
            </dd>
          </>
        )}
        <dt>{isToken ? words.visit.token : words.visit.reference}</dt>
        <dd>{isToken ? visit.tokenDisplay : visit.bookingReference}</dd>
        {'unofferedReason' in visit && visit.unofferedReason && (
          <>
            <dt>{words.own.mark}</dt>
            <dd>{visit.unofferedReason}</dd>
          </>
        )}
        {visit.chiefComplaint && (
          <>
            <dt>{words.visit.complaint}</dt>
            <dd>{visit.chiefComplaint}</dd>
          </>
        )}
      </dl>
      {!isToken && <KindAndRoom key={`kind ${visit.id}`} visit={visit} />}
      {visit.videoLink !== null && visit.status !== 'CANCELLED' && may('visits:write') && <VideoCall key={`video ${visit.id}`} visit={visit} />}
      {!isToken && visit.status === 'CANCELLED' && <FittingPatients day={day} doctor={visit.doctorId} from={visit.fromDateTimeTs} booked={openVisit} />}
      <Notes key={`notes ${visit.id}`} visit={visit} />
      {'vitals' in visit && <Vitals key={`vitals ${visit.id}`} visit={visit} />}
      {!isPaidNext && <Money visit={visit} />}
      {!isToken && visit.seriesId !== null && <SeriesSection key={visit.id} visit={visit} id={visit.seriesId} />}
      <History id={visit.id} timezone={visit.appointmentTimezone} />
    </>
  )
}

/** Actions that are final once they can no longer be undone, and so need confirmation. */
const final: readonly ShownStatus[] = ['COMPLETED']

type Asked = 'COMPLETED' | 'CANCELLED' | 'RESCHEDULED'

function askedFirst(visit: Exclude<ShownVisit, { tokenDisplay: string }>, ask: DaySearch['ask']): Asked | undefined {
  if (ask === 'move' && isMovable(visit)) return 'RESCHEDULED'
  return ask === 'cancel' && visit.nextStatuses.includes('CANCELLED') ? 'CANCELLED' : undefined
}

function Actions({ visit, day, ask, replace }: { visit: Exclude<ShownVisit, { tokenDisplay: string }> } & Pick<Panel, 'day' | 'ask' | 'replace'>) {
  const { words } = useLanguage()
  const change = useChange('visit-status')
  const offerUndo = useUndoBy('visit-undo')
  const [asked, setAsked] = useState(askedFirst(visit, ask))
  // A patient who has arrived does not have to confirm: the next step is their consultation.
  const isLast = (status: ShownStatus) => Number(status === 'CONFIRMED' && visit.arrivedAt !== null)
  const ways = visit.nextStatuses.filter((status) => status in words.visit.to).toSorted((a, b) => isLast(a) - isLast(b))
  // Before the arrival, that is next.
  const next = isAwaited(visit.status) && visit.arrivedAt === null ? undefined : ways.find((status) => status !== 'CANCELLED')
  const others = ways.filter((status) => status !== next)
  const set = (status: (typeof ways)[number]) => {
    if (status === 'CANCELLED' || (final.includes(status) && asked !== status)) return setAsked(status as 'COMPLETED' | 'CANCELLED')
    setAsked(undefined)
    if (status === 'RESCHEDULED' || status === 'SCHEDULED') return
    void offerUndo(change.mutateAsync({ id: visit.id, status }), () => words.undo.did[status](nameOf(visit.patient, words)))
  }
  if (asked === 'CANCELLED') return <CancelForm visit={visit} close={() => setAsked(undefined)} />
  if (asked === 'RESCHEDULED')
    return <MoveForm visit={visit} isTold={tells(day, 'move')} close={() => setAsked(undefined)} replace={(time) => replace(visit.id, time)} />
  if (asked) {
    return (
      <Stack gap="xs" role="group" aria-label={words.visit.completeAsk}>
        <Text size="sm">{words.visit.completeAsk}</Text>
        <Group gap="xs">
          <Button size="xs" onClick={() => set(asked)} autoFocus>
            {words.visit.completeYes}
          </Button>
          <Button size="xs" variant="default" onClick={() => setAsked(undefined)}>
            {words.visit.no}
          </Button>
        </Group>
      </Stack>
    )
  }
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Arrived visit={visit} />
        {next && (
          <Button size="xs" loading={change.isPending} onClick={() => set(next)}>
            {wordFor(words.visit.to, next)}
          </Button>
        )}
        {isMovable(visit) && (
          <Button size="xs" variant="default" onClick={() => setAsked('RESCHEDULED')}>
            {words.move.open}
          </Button>
        )}
        {others.length > 0 && (
          <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
            <Menu.Target>
              <Button size="xs" variant="default" loading={change.isPending && change.variables.status !== next}>
                {words.visit.more}
              </Button>
            </Menu.Target>
            <Menu.Dropdown aria-label={words.visit.more}>
              {others.map((status) => (
                <Menu.Item key={status} fz="xs" {...(status === 'CANCELLED' && { c: 'red.9' })} onClick={() => set(status)}>
                  {wordFor(words.visit.to, status)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      <RefusalNote refusal={change.error} />
    </Stack>
  )
}

/** Whether the patient has arrived, and when: a time, not a status (DAY-17). */
function Arrived({ visit }: { visit: ShownVisit }) {
  const { words } = useLanguage()
  const arrive = useChange('visit-arrive')
  const offerUndo = useUndoBy('visit-undo')
  const { arrivedAt } = visit
  const [isFresh, setIsFresh] = useState(false)
  useEffect(() => {
    if (!arrivedAt || !arrive.isSuccess) return
    setIsFresh(true)
    const timer = setTimeout(() => setIsFresh(false), undoMs)
    return () => clearTimeout(timer)
  }, [arrivedAt, arrive.isSuccess])
  if (!isAwaited(visit.status)) return null
  return (
    <Group gap="xs" {...(arrivedAt && { w: '100%' })}>
      {arrivedAt ? (
        <>
          <Text size="sm" role="status">
            {words.visit.arrivedAt(clockOf(arrivedAt))}
          </Text>
          {isFresh && (
            <Button size="compact-xs" variant="subtle" onClick={() => arrive.mutate({ id: visit.id, arrived: false })}>
              {words.visit.notArrived}
            </Button>
          )}
        </>
      ) : (
        <Button
          size="xs"
          loading={arrive.isPending}
          onClick={() => void offerUndo(arrive.mutateAsync({ id: visit.id, arrived: true }), () => words.undo.did.ARRIVED(nameOf(visit.patient, words)))}
        >
          {words.visit.arrive}
        </Button>
      )}
      <RefusalNote refusal={arrive.error} />
    </Group>
  )
}

/** A refund that was refused, has failed or was undone has not reached the patient. */
const isGivenBack = ({ state }: ShownVisit['refunds'][number]) => state !== 'REFUSED' && state !== 'FAILED'

function Money({ visit }: { visit: ShownVisit }) {
  const { words, locale } = useLanguage()
  return (
    <section className={classes.money} aria-label={words.visit.money}>
      <DeskMoney owed={visit} />
      {visit.refunds.filter(isGivenBack).map((refund) => (
        <div key={refund.requestedAt} className={classes.amount}>
          <span>{words.visit.refunds}</span>
          <span>{moneyText(refund.amount, refund.currency, locale)}</span>
        </div>
      ))}
    </section>
  )
}
