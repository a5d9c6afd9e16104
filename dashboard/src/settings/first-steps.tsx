// The first steps of an empty clinic: location, practitioner, hours and fee, applied as one change
// of the settings; then a first test booking (SETUP-09).

import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ChooseSignIn, useHasNoSignIn } from '../account/choose-sign-in.tsx'
import type { Output } from '../api/call.ts'
import { useChange, useOperation, useOperations, useWorkspace } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { DelayedLoader } from '../ui/delayed-loader.tsx'
import { Form, type SentChange } from '../ui/form.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { Screen } from '../ui/screen.tsx'
import { addDays, clockTime, datePart, dateText } from '../ui/times.ts'
import { useFields } from '../ui/use-fields.ts'
import { useWords } from '../words/words.tsx'
import { BookingLink } from './booking-link.tsx'
import { FirstForm } from './first-form.tsx'
import { useSettings } from './queries.ts'
import classes from './settings.module.css'
import { useSettingsLanguage } from './words.ts'

export function FirstSteps() {
  const { words } = useSettingsLanguage()
  const { workspace } = useWorkspace()
  const settings = useSettings()
  const locations = useOperation('location-list', {})
  const isSetUp = settings.data && Object.keys(settings.data.description.practitioners).length > 0
  const [location] = locations.data ?? []
  return (
    <Screen title={words.settings.firstSteps.title}>
      <div className={classes.firstSteps}>
        <RefusalNote refusal={settings.error ?? locations.error} />
        {!settings.data && !settings.error && <DelayedLoader />}
        {settings.data && !isSetUp && <FirstForm settings={settings.data} />}
        {isSetUp && location && (
          <>
            <strong role="status">{words.settings.firstSteps.ready}</strong>
            <OwnSignIn />
            <BookingLink />
            <TestBooking addressId={location.id} zone={location.timezone} />
            <Colleagues />
            <Link to={paths.settings} params={{ workspace }}>
              {words.settings.firstSteps.settings}
            </Link>
          </>
        )}
      </div>
    </Screen>
  )
}

/** The link of the first start works once: without this step, the owner is locked out tomorrow. */
function OwnSignIn() {
  const words = useWords().account
  const { member } = useWorkspace()
  // It stays after the choice, to say that it was made.
  const [isShown, setIsShown] = useState(false)
  const hasNoSignIn = useHasNoSignIn()
  if (hasNoSignIn && !isShown) setIsShown(true)
  if (!isShown) return null
  return (
    <Card title={words.signInAgain} isSpaced>
      <ChooseSignIn member={member} />
    </Card>
  )
}

function Colleagues() {
  const { words } = useSettingsLanguage()
  const { workspace, may } = useWorkspace()
  if (!may('staff:write')) return null
  return (
    <Card title={words.settings.firstSteps.colleagues} isSpaced>
      <span>{words.settings.firstSteps.colleaguesText}</span>
      <Link to={paths.settings} params={{ workspace }} search={{ section: 'staff' }}>
        {words.settings.sections.staff}
      </Link>
    </Card>
  )
}

/** A first booking, at the next free time or, where there is none, in the next queue. */
function TestBooking({ addressId, zone }: { addressId: number; zone: string }) {
  const { words } = useSettingsLanguage()
  const { data: times, error } = useOperation('times-nearest', { addressId, limit: 1 })
  // The time that is booked is no longer the next one.
  const [next, setNext] = useState<FreeTime>()
  const [free] = times ?? []
  if (!next && free) setNext(free)
  return (
    <Card title={words.settings.firstSteps.test} isSpaced>
      <RefusalNote refusal={error} />
      {next && <TestVisit {...{ addressId, zone, next }} />}
      {times && !next && <TestToken addressId={addressId} />}
    </Card>
  )
}

type FreeTime = Output<'times-nearest'>[number]

function TestVisit({ addressId, zone, next }: { addressId: number; zone: string; next: FreeTime }) {
  const { words, locale } = useSettingsLanguage()
  const { workspace } = useWorkspace()
  const { firstSteps } = words.settings
  const book = useChange('visit-book')
  const { doctorId, doctorName, fromDateTimeIso, toDateTimeIso, modes } = next
  const date = datePart(fromDateTimeIso)
  const time = `${dateText(date, locale)}, ${clockTime(fromDateTimeIso)} (${zone})`
  if (book.data)
    return (
      <>
        <span role="status">{firstSteps.booked(time, doctorName)}</span>
        <Link
          to={paths.day}
          params={{ workspace }}
          search={{ at: addressId, date, visit: book.data.id }}
        >
          {firstSteps.openDayView}
        </Link>
      </>
    )
  return (
    <TestForm
      change={book}
      submit={firstSteps.book}
      text={firstSteps.next(time, doctorName)}
      onSubmit={(patientPayload) => {
        const [mode] = modes
        if (mode)
          book.mutate({
            addressId,
            doctorId,
            mode,
            fromDateTimeIso,
            toDateTimeIso,
            patientPayload,
          })
      }}
    />
  )
}

/** How many days are searched for a queue; a shift runs at least weekly, or on one date. */
const daysSearched = 7

function TestToken({ addressId }: { addressId: number }) {
  const { words, locale } = useSettingsLanguage()
  const { workspace } = useWorkspace()
  const { firstSteps } = words.settings
  const give = useChange('token-give')
  const today = useOperation('queue-line', { addressId })
  const later = useOperations(
    'queue-line',
    today.data
      ? Array.from({ length: daysSearched }, (_, index) => ({
          addressId,
          date: addDays(today.data.date, index + 1),
        }))
      : [],
  )
  const lines = [today, ...later].flatMap(({ data }) => data ?? [])
  const isSearched = lines.length > daysSearched
  const [next] = lines.flatMap(({ date, now, queues }) =>
    queues
      .filter(
        ({ state, endTime }) =>
          state !== 'ENDED' && (date > datePart(now) || endTime > clockTime(now)),
      )
      .map((queue) => ({ ...queue, date })),
  )
  if (give.data)
    return (
      <>
        <span role="status">
          {firstSteps.tokenGiven(
            give.data.tokenDisplay,
            dateText(give.variables.appointmentDate ?? '', locale),
          )}
        </span>
        <Link
          to={paths.queue}
          params={{ workspace }}
          search={{
            at: addressId,
            date: give.variables.appointmentDate,
            shift: give.variables.qmsWorkShiftId,
          }}
        >
          {firstSteps.openQueue}
        </Link>
      </>
    )
  if (!next) return isSearched && <span>{firstSteps.noTime}</span>
  const { qmsWorkShiftId, date, doctorName } = next
  return (
    <TestForm
      change={give}
      submit={firstSteps.giveToken}
      text={firstSteps.nextQueue(dateText(date, locale), doctorName)}
      onSubmit={(patientPayload) =>
        give.mutate({
          qmsWorkShiftId,
          appointmentDate: date,
          bookingChannel: 'WALK_IN',
          patientPayload,
        })
      }
    />
  )
}

function TestForm({
  text: explanation,
  onSubmit,
  ...form
}: {
  change: SentChange
  submit: string
  text: string
  onSubmit(patient: { firstName: string }): void
}) {
  const { words } = useSettingsLanguage()
  const { values, text } = useFields({ name: 'Test' })
  return (
    // A test is no loss.
    <Form {...form} isChanged={false} onSubmit={() => onSubmit({ firstName: values.name.trim() })}>
      <span>{explanation}</span>
      <TextInput size="xs" required label={words.settings.firstSteps.testName} {...text('name')} />
    </Form>
  )
}
