// The whole record as a file, and its erasure: what is removed and what stays is shown before the question (TILL-03).

import { Button, Group, Loader, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type useChange, useOnce, useOperation, useWorkspace } from '../api/workspace.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { dayText } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'
import { Card } from './card.tsx'
import classes from './patients.module.css'

type Erasing = ReturnType<typeof useChange<'patient-erase'>>

/** `erase` belongs to the page, which still exists when the record does not. */
export function Ending({ patientId, erase }: { patientId: number; erase: Erasing }) {
  const { words } = useLanguage()
  const [isAsked, ask] = useState(false)
  return (
    <Card title={words.patients.ending}>
      <Text size="sm" c="dimmed" mb="xs">
        {words.patients.endingText}
      </Text>
      {isAsked ? (
        <EraseAsk patientId={patientId} erase={erase} close={() => ask(false)} />
      ) : (
        <Group gap="xs" align="start">
          <Export patientId={patientId} />
          <Button size="xs" variant="default" onClick={() => ask(true)}>
            {words.patients.erase}
          </Button>
        </Group>
      )}
    </Card>
  )
}

function Export({ patientId }: { patientId: number }) {
  const { words } = useLanguage()
  const { workspace } = useWorkspace()
  const client = useQueryClient()
  // The audit has one more entry now.
  const exported = useOnce('patient-export', () => client.invalidateQueries({ queryKey: [workspace, 'audit-show'] }))
  return (
    <div>
      <Button
        size="xs"
        variant="default"
        loading={exported.isPending}
        onClick={() => exported.mutate({ id: patientId }, { onSuccess: (whole) => save(JSON.stringify(whole, null, 2), `patient-${patientId}.json`) })}
      >
        {words.patients.export}
      </Button>
      <RefusalNote refusal={exported.error} />
    </div>
  )
}

/** Downloads a file; its name contains no patient data. */
function save(text: string, name: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}

function EraseAsk({ patientId, erase, close }: { patientId: number; erase: Erasing; close(): void }) {
  const { words, locale } = useLanguage()
  const { data: staying, error } = useOperation('patient-erase', { id: patientId, confirmed: false })
  if (!staying) return error ? <RefusalNote refusal={error} /> : <Loader size="sm" />
  const { visits, upcoming, toCome, packs, payments, waiting } = staying
  const stays = [
    words.patients.staysVisits(visits),
    ...(packs > 0 ? [words.patients.staysPacks(packs)] : []),
    ...(payments > 0 ? [words.patients.staysPayments(payments)] : []),
    words.patients.staysAudit,
  ]
  const goes = [words.patients.goesRecord, words.patients.goesSaid, ...(waiting > 0 ? [words.patients.goesWaiting(waiting)] : [])]
  return (
    <div role="group" aria-label={words.patients.eraseAsk} className={`${classes.form} ${classes.warned}`}>
      {[
        { title: words.patients.goes, of: goes },
        { title: words.patients.stays, of: stays },
      ].map(({ title, of }) => (
        <div key={title}>
          <Text size="sm" fw={600}>
            {title}
          </Text>
          <ul className={classes.goes}>
            {of.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      ))}
      {upcoming > 0 && (
        <div role="alert" className={classes.meanwhile}>
          {words.patients.staysToCome(upcoming)}
          <ul>
            {toCome.map(({ id, reference, date, practitioner }) => (
              <li key={id}>
                <bdi dir="ltr">{reference}</bdi> · {dayText(date, locale)} · <bdi>{practitioner}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Text size="sm">{words.patients.eraseAsk}</Text>
      <RefusalNote refusal={erase.error} />
      <Group gap="xs">
        <Button size="xs" color="red" loading={erase.isPending} onClick={() => erase.mutate({ id: patientId, confirmed: true })}>
          {words.patients.eraseYes}
        </Button>
        <Button size="xs" variant="default" autoFocus onClick={close}>
          {words.visit.no}
        </Button>
      </Group>
    </div>
  )
}
