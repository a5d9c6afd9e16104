// How notices reach the patient, and what the patient has stopped. Staff change it at the patient's
// wish.

import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Output } from '../api/call.ts'
import { useChange, useOperation, useWorkspace } from '../api/workspace.tsx'
import { Confirmation } from '../ui/confirmation.tsx'
import { useLanguage, wordFor } from '../words/words.tsx'
import { useDateTimeFormat } from './clinic-times.ts'
import classes from './patients.module.css'

type PatientChannel = Output<'patient-channels'>[number]

export function MessageChannels({ patientId }: { patientId: number }) {
  const { data: channels } = useOperation('patient-channels', { id: patientId })
  if (!channels || channels.length === 0) return null
  return (
    <ul className={classes.list}>
      {channels.map((one) => (
        <ChannelRow key={one.channel} shown={one} patientId={patientId} />
      ))}
    </ul>
  )
}

function ChannelRow({ shown, patientId }: { shown: PatientChannel; patientId: number }) {
  const { words } = useLanguage()
  const { may } = useWorkspace()
  const formatDateTime = useDateTimeFormat()
  const [isAsking, setIsAsking] = useState(false)
  const { channel, destination, isStopped, stoppedAt, askedBy } = shown
  const change = useChange(isStopped ? 'patient-channel-resume' : 'patient-channel-stop')
  const texts = words.messages.channels
  const name = wordFor(words.patients.channel, channel)
  const action = isStopped ? texts.resume : texts.stop
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        {name}
        <small>
          <bdi>{destination}</bdi>
          {isStopped &&
            ` · ${texts.stopped(formatDateTime(stoppedAt ?? ''), wordFor(texts.askedBy, askedBy ?? 'STAFF'))}`}
        </small>
      </span>
      {may('patients:write') && !isAsking && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`${action}: ${name}`}
          onClick={() => setIsAsking(true)}
        >
          {action}
        </Button>
      )}
      {isAsking && (
        <Confirmation
          question={isStopped ? texts.askResume(name) : texts.askStop(name)}
          change={change}
          confirm={action}
          onConfirm={() =>
            change.mutate({ id: patientId, channel }, { onSuccess: () => setIsAsking(false) })
          }
          cancel={() => setIsAsking(false)}
        />
      )}
    </li>
  )
}
