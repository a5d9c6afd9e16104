// Where a visit at home takes place: entered with the booking, prefilled with the patient's address.

import { TextInput } from '@mantine/core'
import { skipToken } from '@tanstack/react-query'
import { useState } from 'react'
import { useOperation, useWorkspace } from '../api/workspace.tsx'
import { addressText, isAtHome } from '../ui/address-text.ts'
import { useLanguage } from '../words/words.tsx'
import type { PatientSelection } from './patient-choice.tsx'

interface VisitAddressInput {
  /** Undefined for a visit that is not at home. */
  field: { value: string; placeholder: string; change(text: string): void } | undefined
  /** What is sent: nothing if the visit is at the patient's own address. */
  members: { visitAddress?: { address: string } }
}

/**
 * The address of a visit that is being booked. What was typed for one patient is not kept for
 * another.
 */
export function useVisitAddress(
  mode: string | undefined,
  patient: PatientSelection | undefined,
): VisitAddressInput {
  const { may } = useWorkspace()
  const patientId = patient && 'patientId' in patient ? patient.patientId : undefined
  const [typed, setTyped] = useState<{ patientId: number | undefined; text: string }>()
  const isNeeded = isAtHome(mode)
  const { data } = useOperation(
    'patient-show',
    isNeeded && patientId !== undefined && may('patients:read') ? { id: patientId } : skipToken,
  )
  const patientAddress =
    data && data.patient.id === patientId ? addressText(data.patient.patientAddress) : ''
  if (!isNeeded) return { field: undefined, members: {} }
  const text = typed?.patientId === patientId ? typed?.text : undefined
  const otherAddress = text?.trim()
  return {
    field: {
      value: text ?? patientAddress,
      placeholder: patientAddress,
      change: (text) => setTyped({ patientId, text }),
    },
    members:
      otherAddress && otherAddress !== patientAddress
        ? { visitAddress: { address: otherAddress } }
        : {},
  }
}

export function VisitAddressField({ field }: Pick<VisitAddressInput, 'field'>) {
  const { words } = useLanguage()
  if (!field) return null
  return (
    <TextInput
      label={words.visit.address}
      size="xs"
      value={field.value}
      placeholder={field.placeholder}
      maxLength={300}
      autoComplete="off"
      onChange={({ currentTarget }) => field.change(currentTarget.value)}
    />
  )
}
