// The first steps of an empty clinic: location, practitioner, hours and fee, applied as one change
// of the settings; then a first test booking (SETUP-09).

import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Output } from '../api/call.ts'
import { useChange, useOperation, useWorkspace } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { Form } from '../ui/form.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { clockTime, datePart, dateText } from '../ui/times.ts'
import { useFields } from '../ui/use-fields.ts'
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
    <section className={classes.screen} aria-labelledby="first-steps-title">
      <div className={classes.toolbar}>
        <h1 id="first-steps-title" className={classes.title}>
          {words.settings.firstSteps.title}
        </h1>
      </div>
      <div className={classes.firstSteps}>
        <RefusalNote refusal={settings.error ?? locations.error} />
        {settings.data && !isSetUp && <FirstForm settings={settings.data} />}
        {isSetUp && location && (
          <>
            <strong role="status">{words.settings.firstSteps.ready}</strong>
            <BookingPageCard />
            <TestBooking addressId={location.id} zone={location.timezone} />
            <Link to={paths.settings} params={{ workspace }}>
              {words.settings.firstSteps.settings}
            </Link>
          </>
        )}
      </div>
    </section>
  )
}

function BookingPageCard() {
  const { words } = useSettingsLanguage()
  const { data, error } = useOperation('workspace-embed', { svg: false })
  return (
    <section className={classes.card} aria-labelledby="first-page">
      <h2 id="first-page" className={classes.heading}>
        {words.settings.firstSteps.page}
      </h2>
      {data && (
        <a href={data.page} target="_blank" rel="noreferrer">
          {data.page}
        </a>
      )}
      {error?.code === 'NO_BOOKING_PAGE' ? (
        words.settings.firstSteps.noPage
      ) : (
        <RefusalNote refusal={error} />
      )}
    </section>
  )
}

type FreeTime = Output<'times-nearest'>[number]

function TestBooking({ addressId, zone }: { addressId: number; zone: string }) {
  const { words, locale } = useSettingsLanguage()
  const { workspace } = useWorkspace()
  const { firstSteps } = words.settings
  const { values, text } = useFields({ name: 'Test' })
  const { data: times, error } = useOperation('times-nearest', { addressId, limit: 1 })
  const book = useChange('visit-book')
  const [booked, setBooked] = useState<FreeTime>()
  const isBooked = book.data !== undefined && booked !== undefined
  const [next] = times ?? []
  const formatTime = ({ fromDateTimeIso }: FreeTime) =>
    `${dateText(datePart(fromDateTimeIso), locale)}, ${clockTime(fromDateTimeIso)} (${zone})`

  function submit() {
    const [mode] = next?.modes ?? []
    if (!next || !mode) return
    const { doctorId, fromDateTimeIso, toDateTimeIso } = next
    book.mutate(
      {
        addressId,
        doctorId,
        mode,
        fromDateTimeIso,
        toDateTimeIso,
        patientPayload: { firstName: values.name.trim() },
      },
      { onSuccess: () => setBooked(next) },
    )
  }

  return (
    <section className={classes.card} aria-labelledby="first-booking">
      <h2 id="first-booking" className={classes.heading}>
        {firstSteps.test}
      </h2>
      <RefusalNote refusal={error} />
      {book.data && booked && (
        <>
          <span role="status">{firstSteps.booked(formatTime(booked), booked.doctorName)}</span>
          <Link
            to={paths.day}
            params={{ workspace }}
            search={{ at: addressId, date: datePart(booked.fromDateTimeIso), visit: book.data.id }}
          >
            {firstSteps.openDayView}
          </Link>
        </>
      )}
      {!isBooked && next && (
        // A test is no loss.
        <Form change={book} isChanged={false} onSubmit={submit} submit={firstSteps.book}>
          <span>{firstSteps.next(formatTime(next), next.doctorName)}</span>
          <TextInput size="xs" required label={firstSteps.testName} {...text('name')} />
        </Form>
      )}
      {!isBooked && times && !next && <span>{firstSteps.noTime}</span>}
    </section>
  )
}
