// Exports a patient's complete record as a file, and erases it. Before asking whether to erase, it
// shows what is removed and what stays (TILL-03).

import { Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type useChange, useOperation, useOperationOnce, useWorkspace } from '../api/workspace.tsx'
import { Card } from '../ui/card.tsx'
import { Confirmation } from '../ui/confirmation.tsx'
import { DelayedLoader } from '../ui/delayed-loader.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { dayText } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'
import classes from './patients.module.css'

type EraseChange = ReturnType<typeof useChange<'patient-erase'>>

/** `erase` belongs to the page, which still exists when the record no longer does. */
export function PatientEnding({ patientId, erase }: { patientId: number; erase: EraseChange }) {
  const { words } = useLanguage()
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <Card title={words.patients.ending}>
      <Text size="sm" c="dimmed" mb="xs">
        {words.patients.exportOrEraseHint}
      </Text>
      {isConfirming ? (
        <ConfirmErase patientId={patientId} erase={erase} close={() => setIsConfirming(false)} />
      ) : (
        <Group gap="xs" align="start">
          <ExportButton patientId={patientId} />
          <Button size="xs" variant="default" onClick={() => setIsConfirming(true)}>
            {words.patients.erase}
          </Button>
        </Group>
      )}
    </Card>
  )
}

function ExportButton({ patientId }: { patientId: number }) {
  const { words } = useLanguage()
  const { workspace } = useWorkspace()
  const client = useQueryClient()
  // The audit has one more entry now.
  const exportChange = useOperationOnce('patient-export', () =>
    client.invalidateQueries({ queryKey: [workspace, 'audit-show'] }),
  )
  return (
    <div>
      <Button
        size="xs"
        variant="default"
        loading={exportChange.isPending}
        onClick={() =>
          exportChange.mutate(
            { id: patientId },
            {
              onSuccess: (record) =>
                save(JSON.stringify(record, null, 2), `patient-${patientId}.json`),
            },
          )
        }
      >
        {words.patients.export}
      </Button>
      <RefusalNote refusal={exportChange.error} />
    </div>
  )
}

/** Downloads a file; its name contains no patient data. */
function save(text: string, name: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}

function ConfirmErase({
  patientId,
  erase,
  close,
}: {
  patientId: number
  erase: EraseChange
  close(): void
}) {
  const { words, locale } = useLanguage()
  const { data: preview, error } = useOperation('patient-erase', {
    id: patientId,
    confirmed: false,
  })
  if (!preview) return error ? <RefusalNote refusal={error} /> : <DelayedLoader />
  const { visits, upcoming, upcomingVisits, packs, payments, waiting } = preview
  const retained = [
    words.patients.keptVisits(visits),
    ...(packs > 0 ? [words.patients.keptPacks(packs)] : []),
    ...(payments > 0 ? [words.patients.keptPayments(payments)] : []),
    words.patients.keptAudit,
  ]
  const erased = [
    words.patients.erasedRecordData,
    words.patients.erasedVisitDetails,
    ...(waiting > 0 ? [words.patients.erasedWaitingEntries(waiting)] : []),
  ]
  return (
    <Confirmation
      question={words.patients.eraseAsk}
      change={erase}
      confirm={words.patients.eraseYes}
      onConfirm={() => erase.mutate({ id: patientId, confirmed: true })}
      cancel={close}
      isDanger
    >
      {[
        { title: words.patients.goes, of: erased },
        { title: words.patients.stays, of: retained },
      ].map(({ title, of: items }) => (
        <div key={title}>
          <Text size="sm" fw={600}>
            {title}
          </Text>
          <ul className={classes.goes}>
            {items.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      ))}
      {upcoming > 0 && (
        <div role="alert" className={classes.changedSince}>
          {words.patients.keptUpcomingVisits(upcoming)}
          <ul>
            {upcomingVisits.map(({ id, reference, date, practitioner }) => (
              <li key={id}>
                <bdi dir="ltr">{reference}</bdi> · {dayText(date, locale)} ·{' '}
                <bdi>{practitioner}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Confirmation>
  )
}
