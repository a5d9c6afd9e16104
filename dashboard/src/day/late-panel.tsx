// Reports that a practitioner is running late today: entered in minutes, shown with the column,
// changed and ended (DAY-12). No visit changes its time.

import { Button, CloseButton, Group, NumberInput, Stack, Text, Title } from '@mantine/core'
import type { Words } from '../../../words/en/dashboard.ts'
import type { Output } from '../api/call.ts'
import { useChange } from '../api/workspace.tsx'
import { Form } from '../ui/form.tsx'
import { useIsNarrow } from '../ui/narrow.ts'
import { useFields } from '../ui/use-fields.ts'
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
  const { values, isChanged, choice, restart } = useFields({
    minutes: (minutesLate || 15) as number | string,
  })
  const reportLateness = (minutes: number) =>
    change.mutate(
      { addressId: day.addressId, doctorId, minutes },
      { onSuccess: () => restart(values) },
    )
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
      <Form
        gap="sm"
        change={change}
        isChanged={isChanged}
        isComplete={Number(values.minutes) >= 1}
        onSubmit={() => reportLateness(Number(values.minutes))}
        submit={isNotified ? words.late.submit : words.late.show}
        actions={
          minutesLate > 0 && (
            <Button
              size="xs"
              variant="default"
              disabled={change.isPending}
              onClick={() => reportLateness(0)}
            >
              {words.late.end}
            </Button>
          )
        }
      >
        <NumberInput
          label={words.late.minutes}
          size="xs"
          min={1}
          max={600}
          step={5}
          w="8rem"
          {...choice('minutes')}
        />
        <Text size="sm" role="status">
          {change.data && notifiedText(change.data, words)}
        </Text>
      </Form>
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
