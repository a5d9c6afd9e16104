// A visit or token in the panel: the patient, what is due, the possible actions, and its history.

import { Button, Group, Menu, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useChange, useOperation, useWorkspace } from '../api/workspace.tsx'
import { arrivalUndoMs, isAwaited } from '../day/arrivals.tsx'
import type { DaySearch } from '../day/day-search.ts'
import { isMovable } from '../day/move-targets.ts'
import { type Day, sendsNotice, type VisitDetails } from '../day/queries.ts'
import { defaultKind } from '../day/visit-marks.ts'
import { paths } from '../paths.ts'
import { addressText } from '../ui/address-text.ts'
import { Confirmation } from '../ui/confirmation.tsx'
import { ConversationSection } from '../ui/conversation.tsx'
import { DelayedLoader } from '../ui/delayed-loader.tsx'
import { DeskMoney } from '../ui/desk-money.tsx'
import { isDue } from '../ui/due.ts'
import { Fact, Facts } from '../ui/facts.tsx'
import { PanelHead, PanelTitle } from '../ui/panel-head.tsx'
import { PatientHead } from '../ui/patient-head.tsx'
import { patientName } from '../ui/patient-name.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { type DisplayStatus, displayStatus, StatusMark } from '../ui/status.tsx'
import { clockTime, datePart, dateText, moneyText } from '../ui/times.ts'
import { useUndoOperation } from '../ui/undo.tsx'
import { FittingPatients } from '../waiting/waiting-panel.tsx'
import { useLanguage, wordFor } from '../words/words.tsx'
import { CancelForm } from './cancel-form.tsx'
import { VisitHistory } from './history.tsx'
import { KindAndRoom } from './kind-and-room.tsx'
import { MoveForm } from './move-form.tsx'
import classes from './panel.module.css'
import { SeriesSection } from './series-section.tsx'
import { VideoCall } from './video-call.tsx'
import { VisitForms } from './visit-forms.tsx'
import { Notes, Vitals } from './visit-notes.tsx'

interface VisitPanelProps {
  id: number
  day: Day
  /** The question before the action. */
  ask: DaySearch['ask']
  /** Books a time of another practitioner in its place. */
  replace(visit: number, time: { doctor: number; from: string; to: string }): void
  close(): void
  openVisit(visit: number): void
}

export function VisitPanel({ id, day, ask, replace, close, openVisit }: VisitPanelProps) {
  const { words } = useLanguage()
  const { workspace, may } = useWorkspace()
  const { data: visit, error } = useOperation('visit-show', { id })
  const title = (
    <PanelTitle>{visit ? patientName(visit.patient, words) : words.visit.panel}</PanelTitle>
  )
  return (
    <Stack gap="md">
      <PanelHead close={close}>
        {visit ? (
          <PatientHead
            patient={visit.patient}
            title={title}
            beside={visit.id}
            booksAt={{ at: visit.addressId }}
            leadsToRecord
          />
        ) : (
          title
        )}
      </PanelHead>
      <RefusalNote refusal={error} />
      {visit?.status === 'COMPLETED' && !visit.patient.erased && may('visits:write') && (
        <Group>
          <Button
            component={Link}
            to={paths.day}
            {...({
              params: { workspace },
              search: {
                at: visit.addressId,
                book: true,
                patient: visit.patient.id,
                doctor: visit.doctorId,
              },
            } as object)}
            size="xs"
          >
            {words.visit.next}
          </Button>
        </Group>
      )}
      {visit ? (
        <VisitSections {...{ visit, day, ask, replace, openVisit }} />
      ) : (
        !error && <DelayedLoader />
      )}
    </Stack>
  )
}

function VisitSections({
  visit,
  day,
  ask,
  replace,
  openVisit,
}: { visit: VisitDetails } & Pick<VisitPanelProps, 'day' | 'ask' | 'replace' | 'openVisit'>) {
  const { words, locale } = useLanguage()
  const { may } = useWorkspace()
  const isToken = 'tokenDisplay' in visit
  const status = displayStatus(visit)
  // The next step after the consultation is payment for it.
  const isPaymentNext = status === 'COMPLETED' && isDue(visit)
  const bookingNotes = isToken
    ? []
    : [
        visit.followUp && words.terms.followUp,
        visit.patientPackageId !== null && words.receipt.kind.PACK,
      ].filter(Boolean)
  return (
    <>
      {may('visits:write') &&
        (isToken ? <ArrivalStatus visit={visit} /> : <Actions {...{ visit, day, ask, replace }} />)}
      {isPaymentNext && <VisitPayments visit={visit} />}
      <Facts>
        <Fact name={words.visit.when}>
          {dateText(datePart(visit.fromDateTimeTs), locale, 'short')} ·{' '}
          <bdi dir="ltr">{`${clockTime(visit.fromDateTimeTs)}–${clockTime(visit.toDateTimeTs)}`}</bdi>
        </Fact>
        <Fact name={words.visit.with}>{visit.doctor}</Fact>
        {'room' in visit && visit.room && <Fact name={words.visit.room}>{visit.room}</Fact>}
        <Fact name={words.visit.statusLabel}>
          <StatusMark status={status} />
        </Fact>
        {'visitType' in visit && visit.visitType && (
          <Fact name={words.terms.visitType}>{visit.visitType}</Fact>
        )}
        {'type' in visit && !(visit.visitType && visit.type === defaultKind) && (
          <Fact name={words.terms.kind}>{wordFor(words.terms.kinds, visit.type)}</Fact>
        )}
        <Fact name={words.visit.mode}>{wordFor(words.mode, visit.mode)}</Fact>
        {bookingNotes.length > 0 && <Fact name={words.terms.as}>{bookingNotes.join(' · ')}</Fact>}
        {'visitAddress' in visit && visit.visitAddress && (
          <Fact name={words.visit.address}>
            <bdi>{addressText(visit.visitAddress)}</bdi>
          </Fact>
        )}
        <Fact name={isToken ? words.visit.token : words.visit.reference}>
          {isToken ? visit.tokenDisplay : visit.bookingReference}
        </Fact>
        {'unofferedReason' in visit && visit.unofferedReason && (
          <Fact name={words.own.mark}>{visit.unofferedReason}</Fact>
        )}
        {visit.chiefComplaint && <Fact name={words.visit.complaint}>{visit.chiefComplaint}</Fact>}
      </Facts>
      {!isToken && <KindAndRoom key={`kind ${visit.id}`} visit={visit} />}
      {visit.videoLink !== null && visit.status !== 'CANCELLED' && may('visits:write') && (
        <VideoCall key={`video ${visit.id}`} visit={visit} />
      )}
      {!isToken && visit.status === 'CANCELLED' && (
        <FittingPatients
          day={day}
          doctor={visit.doctorId}
          from={visit.fromDateTimeTs}
          onBooked={openVisit}
        />
      )}
      {!visit.patient.erased && may('patients:read') && (
        <ConversationSection
          key={`messages ${visit.id}`}
          patientId={visit.patient.id}
          timezone={visit.appointmentTimezone}
        />
      )}
      <VisitForms key={`forms ${visit.id}`} visit={visit} />
      <Notes key={`notes ${visit.id}`} visit={visit} />
      {'vitals' in visit && <Vitals key={`vitals ${visit.id}`} visit={visit} />}
      {!isPaymentNext && <VisitPayments visit={visit} />}
      {!isToken && visit.seriesId !== null && (
        <SeriesSection key={visit.id} visit={visit} id={visit.seriesId} />
      )}
      <VisitHistory id={visit.id} timezone={visit.appointmentTimezone} />
    </>
  )
}

/** Actions that cannot be reversed once their undo has expired, and so need confirmation. */
const finalStatuses: readonly DisplayStatus[] = ['COMPLETED']

type StatusQuestion = 'COMPLETED' | 'CANCELLED' | 'RESCHEDULED'

function initialQuestion(
  visit: Exclude<VisitDetails, { tokenDisplay: string }>,
  ask: DaySearch['ask'],
): StatusQuestion | undefined {
  if (ask === 'move' && isMovable(visit)) return 'RESCHEDULED'
  return ask === 'cancel' && visit.nextStatuses.includes('CANCELLED') ? 'CANCELLED' : undefined
}

function Actions({
  visit,
  day,
  ask,
  replace,
}: { visit: Exclude<VisitDetails, { tokenDisplay: string }> } & Pick<
  VisitPanelProps,
  'day' | 'ask' | 'replace'
>) {
  const { words } = useLanguage()
  const change = useChange('visit-status')
  const offerUndo = useUndoOperation('visit-undo')
  const [question, setQuestion] = useState(initialQuestion(visit, ask))
  // A patient who has arrived need not confirm: the next step is the consultation.
  const isLast = (status: DisplayStatus) =>
    Number(status === 'CONFIRMED' && visit.arrivedAt !== null)
  const nextStatuses = visit.nextStatuses
    .filter((status) => status in words.visit.to)
    .toSorted((a, b) => isLast(a) - isLast(b))
  // Before the patient arrives, the arrival is the next step.
  const next =
    isAwaited(visit.status) && visit.arrivedAt === null
      ? undefined
      : nextStatuses.find((status) => status !== 'CANCELLED')
  const otherStatuses = nextStatuses.filter((status) => status !== next)
  const setStatus = (status: (typeof nextStatuses)[number]) => {
    if (status === 'CANCELLED' || (finalStatuses.includes(status) && question !== status))
      return setQuestion(status as 'COMPLETED' | 'CANCELLED')
    setQuestion(undefined)
    if (status === 'RESCHEDULED' || status === 'SCHEDULED') return
    void offerUndo(change.mutateAsync({ id: visit.id, status }), () =>
      words.undo.did[status](patientName(visit.patient, words)),
    )
  }
  if (question === 'CANCELLED')
    return <CancelForm visit={visit} close={() => setQuestion(undefined)} />
  if (question === 'RESCHEDULED')
    return (
      <MoveForm
        visit={visit}
        isTold={sendsNotice(day, 'move')}
        close={() => setQuestion(undefined)}
        replace={(time) => replace(visit.id, time)}
      />
    )
  if (question) {
    return (
      <Confirmation
        question={words.visit.completeAsk}
        change={change}
        confirm={words.visit.completeYes}
        onConfirm={() => setStatus(question)}
        cancel={() => setQuestion(undefined)}
      />
    )
  }
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <ArrivalStatus visit={visit} />
        {next && (
          <Button size="xs" loading={change.isPending} onClick={() => setStatus(next)}>
            {wordFor(words.visit.to, next)}
          </Button>
        )}
        {isMovable(visit) && (
          <Button size="xs" variant="default" onClick={() => setQuestion('RESCHEDULED')}>
            {words.move.open}
          </Button>
        )}
        {otherStatuses.length > 0 && (
          <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
            <Menu.Target>
              <Button
                size="xs"
                variant="default"
                loading={change.isPending && change.variables.status !== next}
              >
                {words.visit.more}
              </Button>
            </Menu.Target>
            <Menu.Dropdown aria-label={words.visit.more}>
              {otherStatuses.map((status) => (
                <Menu.Item
                  key={status}
                  fz="xs"
                  {...(status === 'CANCELLED' && { c: 'red.9' })}
                  onClick={() => setStatus(status)}
                >
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

/** Whether and when the patient arrived: a time, not a status (DAY-17). */
function ArrivalStatus({ visit }: { visit: VisitDetails }) {
  const { words } = useLanguage()
  const arrive = useChange('visit-arrive')
  const offerUndo = useUndoOperation('visit-undo')
  const { arrivedAt } = visit
  const [isRecent, setIsRecent] = useState(false)
  useEffect(() => {
    if (!arrivedAt || !arrive.isSuccess) return
    setIsRecent(true)
    const timer = setTimeout(() => setIsRecent(false), arrivalUndoMs)
    return () => clearTimeout(timer)
  }, [arrivedAt, arrive.isSuccess])
  if (!isAwaited(visit.status)) return null
  return (
    <Group gap="xs" {...(arrivedAt && { w: '100%' })}>
      {arrivedAt ? (
        <>
          <Text size="sm" role="status">
            {words.visit.arrivedAt(clockTime(arrivedAt))}
          </Text>
          {isRecent && (
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => arrive.mutate({ id: visit.id, arrived: false })}
            >
              {words.visit.undoArrival}
            </Button>
          )}
        </>
      ) : (
        <Button
          size="xs"
          loading={arrive.isPending}
          onClick={() =>
            void offerUndo(arrive.mutateAsync({ id: visit.id, arrived: true }), () =>
              words.undo.did.ARRIVED(patientName(visit.patient, words)),
            )
          }
        >
          {words.visit.arrive}
        </Button>
      )}
      <RefusalNote refusal={arrive.error} />
    </Group>
  )
}

/** A refund that was refused, has failed or was undone has not reached the patient. */
const isRefundEffective = ({ state }: VisitDetails['refunds'][number]) =>
  state !== 'REFUSED' && state !== 'FAILED'

function VisitPayments({ visit }: { visit: VisitDetails }) {
  const { words, locale } = useLanguage()
  return (
    <section className={classes.money} aria-label={words.visit.money}>
      <DeskMoney owed={visit} />
      {visit.refunds.filter(isRefundEffective).map((refund) => (
        <div key={refund.requestedAt} className={classes.amount}>
          <span>{words.visit.refunds}</span>
          <span>{moneyText(refund.amount, refund.currency, locale)}</span>
        </div>
      ))}
    </section>
  )
}
