// Where a visit at home is: asked with the booking, prefilled with the patient's address.

import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useOperation, useWorkspace } from '../api/workspace.tsx'
import { addressText, isAtHome } from '../ui/address-text.ts'
import { useLanguage } from '../words/words.tsx'
import type { Whom } from './patient-choice.tsx'

interface VisitAddress {
  /** Undefined for a visit that is not at home. */
  field: { value: string; placeholder: string; change(text: string): void } | undefined
  /** What is sent: nothing if the visit is at the patient's own address. */
  members: { visitAddress?: { address: string } }
}

/** The address of a visit that is being booked. What was typed for one patient is not kept for another. */
export function useVisitAddress(mode: string | undefined, whom: Whom | undefined): VisitAddress {
  const { may } = useWorkspace()
  const patientId = whom && 'patientId' in whom ? whom.patientId : undefined
  const [typed, setTyped] = useState<{ patientId: number | undefined; text: string }>()
  const isAsked = isAtHome(mode)
  const { data } = useOperation('patient-show', { id: patientId ?? 0 }, { enabled: isAsked && patientId !== undefined && may('patients:read') })
  const own = data && data.patient.id === patientId ? addressText(data.patient.patientAddress) : ''
  if (!isAsked) return { field: undefined, members: {} }
  const text = typed?.patientId === patientId ? typed?.text : undefined
  const other = text?.trim()
  return {
    field: { value: text ?? own, placeholder: own, change: (text) => setTyped({ patientId, text }) },
    members: other && other !== own ? { visitAddress: { address: other } } : {},
  }
}

export function VisitAddressField({ field }: Pick<VisitAddress, 'field'>) {
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
