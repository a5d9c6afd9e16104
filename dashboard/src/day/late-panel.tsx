// Reports that a practitioner is running late today: entered in minutes, shown with the column,
// changed and ended (DAY-12). No visit changes its time.

import { Button, CloseButton, Group, NumberInput, Stack, Text, Title } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { Words } from '../../../words/en/dashboard.ts'
import type { Output } from '../api/call.ts'
import { useChange } from '../api/workspace.tsx'
import { useIsNarrow } from '../ui/narrow.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { useLanguage } from '../words/words.tsx'
import { type CalendarColumn, type Day, sendsNotice } from './queries.ts'

interface LatePanelProps {
  day: Day
  column: CalendarColumn['column']
  close(): void
}

export function LatePanel({
  day,
  column: { doctorId, doctorName, minutesLate },
  close,
}: LatePanelProps) {
  const { words } = useLanguage()
  const change = useChange('doctor-late')
  const isNotified = sendsNotice(day, 'late')
  const [minutes, setMinutes] = useState<number | string>(minutesLate || 15)
  const reportLateness = (late: number) =>
    change.mutate({ addressId: day.addressId, doctorId, minutes: late })
  function submit(event: SubmitEvent) {
    event.preventDefault()
    reportLateness(Number(minutes))
  }
  return (
    <Stack gap="md">
      <Group justify="space-between" wrap="nowrap" align="start">
        <Title order={useIsNarrow() ? 1 : 2} size="h4">
          {words.late.title}
        </Title>
        <CloseButton aria-label={words.visit.close} onClick={close} />
      </Group>
      <Text size="sm">
        <strong>{doctorName}</strong>:{' '}
        {minutesLate > 0 ? words.late.by(minutesLate) : words.late.onTime}
        <br />
        {isNotified ? words.late.hint : words.late.patientsNotToldHint}
      </Text>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <NumberInput
            label={words.late.minutes}
            size="xs"
            min={1}
            max={600}
            step={5}
            value={minutes}
            onChange={setMinutes}
            w="8rem"
          />
          <RefusalNote refusal={change.error} />
          <Text size="sm" role="status">
            {change.data && notifiedText(change.data, words)}
          </Text>
          <Group gap="xs">
            <Button
              type="submit"
              size="xs"
              loading={change.isPending}
              disabled={Number(minutes) < 1}
            >
              {isNotified ? words.late.submit : words.late.show}
            </Button>
            {minutesLate > 0 && (
              <Button
                size="xs"
                variant="default"
                disabled={change.isPending}
                onClick={() => reportLateness(0)}
              >
                {words.late.end}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Stack>
  )
}

function notifiedText(
  { minutes, upcomingPatients, told }: Output<'doctor-late'>,
  { late }: Words,
): string {
  if (minutes === 0) return late.ended
  if (upcomingPatients === 0) return late.noMorePatients
  return told > 0 ? late.told(told) : late.untold(upcomingPatients)
}
