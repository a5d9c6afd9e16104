// The series of a visit: its visits, and moving or cancelling this one and all later ones together
// (DAY-16).

import { Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useChange, useOperation, useWorkspace } from '../api/workspace.tsx'
import type { VisitDetails } from '../day/queries.ts'
import { paths } from '../paths.ts'
import { Confirmation } from '../ui/confirmation.tsx'
import { Form } from '../ui/form.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { StatusMark } from '../ui/status.tsx'
import { clockTime, datePart, dateText } from '../ui/times.ts'
import { useFields } from '../ui/use-fields.ts'
import { useLanguage } from '../words/words.tsx'
import classes from './panel.module.css'

type SeriesVisit = Exclude<VisitDetails, { tokenDisplay: string }>

export function SeriesSection({ visit, id }: { visit: SeriesVisit; id: number }) {
  const { words, locale } = useLanguage()
  const { may } = useWorkspace()
  const navigate = useNavigate({ from: paths.day })
  const series = useOperation('series-show', { id })
  const [question, setQuestion] = useState<'MOVE' | 'CANCEL'>()
  const close = () => setQuestion(undefined)
  return (
    <section aria-label={words.series.title}>
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          {words.series.title}
        </Text>
        <RefusalNote refusal={series.error} />
        <ol className={classes.series}>
          {series.data?.visits.map((one) => (
            <li key={one.id} aria-current={one.id === visit.id || undefined}>
              <Button
                size="compact-xs"
                variant={one.id === visit.id ? 'light' : 'subtle'}
                onClick={() =>
                  void navigate({
                    search: (before) => ({
                      ...before,
                      date: datePart(one.fromDateTimeTs),
                      visit: one.id,
                    }),
                  })
                }
              >
                {dateText(datePart(one.fromDateTimeTs), locale, 'short')} ·{' '}
                {clockTime(one.fromDateTimeTs)}
              </Button>
              <StatusMark status={one.status} />
            </li>
          ))}
        </ol>
        {may('visits:write') && question === undefined && (
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => setQuestion('MOVE')}>
              {words.series.move}
            </Button>
            <Button size="xs" variant="default" onClick={() => setQuestion('CANCEL')}>
              {words.series.cancel}
            </Button>
          </Group>
        )}
        {question === 'MOVE' && <MoveSeries id={id} visit={visit} close={close} />}
        {question === 'CANCEL' && <CancelSeries id={id} visit={visit} close={close} />}
      </Stack>
    </section>
  )
}

interface SeriesChangeProps {
  id: number
  visit: SeriesVisit
  close(): void
}

function MoveSeries({ id, visit, close }: SeriesChangeProps) {
  const { words } = useLanguage()
  const move = useChange('series-move')
  const { values, isChanged, text, choice } = useFields({
    days: 0 as string | number,
    time: clockTime(visit.fromDateTimeTs),
  })
  return (
    <Form
      aria-label={words.series.move}
      change={move}
      isChanged={isChanged}
      onSubmit={() =>
        move.mutate(
          {
            id,
            fromDate: visit.appointmentDate,
            days: Number(values.days) || 0,
            time: values.time,
          },
          { onSuccess: close },
        )
      }
      submit={words.series.moveYes}
      close={close}
    >
      <Text size="sm">{words.series.whole}</Text>
      <Group gap="xs" grow align="end">
        <NumberInput
          label={words.series.daysLater}
          size="xs"
          min={-366}
          max={366}
          data-autofocus
          {...choice('days')}
        />
        <TextInput type="time" label={words.series.time} size="xs" required {...text('time')} />
      </Group>
    </Form>
  )
}

function CancelSeries({ id, visit, close }: SeriesChangeProps) {
  const { words } = useLanguage()
  const cancel = useChange('series-cancel')
  const isByPack = visit.bookingType === 'USE_ACTIVE_PACKAGE'
  return (
    <Confirmation
      question={words.series.cancelAsk}
      change={cancel}
      confirm={words.series.cancelYes}
      onConfirm={() =>
        cancel.mutate(
          { id, fromDate: visit.appointmentDate, returnSession: isByPack },
          { onSuccess: close },
        )
      }
      cancel={close}
      isDanger
    />
  )
}
