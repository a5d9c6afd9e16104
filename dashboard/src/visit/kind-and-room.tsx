// The kind of a visit and its room. Both are chosen when it is booked, and changed afterwards in
// the panel, as is the address of a visit at home (DAY-14).

import { Button, Group, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useChange, useOperation, useWorkspace } from '../api/workspace.tsx'
import { VisitAddressField } from '../booking/visit-address.tsx'
import type { VisitDetails } from '../day/queries.ts'
import { addressText, isAtHome } from '../ui/address-text.ts'
import { Form } from '../ui/form.tsx'
import { useFields } from '../ui/use-fields.ts'
import { useLanguage, wordFor } from '../words/words.tsx'

export function KindField({
  type,
  change,
  autoFocus = false,
}: {
  type: string
  change(type: string): void
  autoFocus?: boolean
}) {
  const { words } = useLanguage()
  const { kinds } = words.terms
  return (
    <NativeSelect
      label={words.terms.kind}
      size="xs"
      autoFocus={autoFocus}
      value={type}
      // A caller of the API may have sent a kind that is not listed.
      data={[...new Set([...Object.keys(kinds), type])].map((value) => ({
        value,
        label: wordFor(kinds, value),
      }))}
      onChange={({ currentTarget: { value } }) => change(value)}
    />
  )
}

interface RoomFieldProps {
  addressId: number
  roomId: number | undefined
  /** Whether a room is assigned if none is chosen. */
  isAssigned?: boolean | undefined
  change(roomId: number | undefined): void
}

/** Shows nothing if the location has no rooms. */
export function RoomField({ addressId, roomId, isAssigned = false, change }: RoomFieldProps) {
  const { words } = useLanguage()
  const { data } = useOperation('location-list', {})
  const rooms = data?.find(({ id }) => id === addressId)?.rooms ?? []
  if (rooms.length === 0) return null
  return (
    <NativeSelect
      label={words.visit.room}
      size="xs"
      value={String(roomId ?? '')}
      data={[
        { value: '', label: isAssigned ? words.terms.roomOfType : words.terms.noRoom },
        ...rooms.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={({ currentTarget: { value } }) => change(value === '' ? undefined : Number(value))}
    />
  )
}

type BookedVisit = Exclude<VisitDetails, { tokenDisplay: string }>

/** Changes the kind and the room of a booked visit. */
export function KindAndRoom({ visit }: { visit: BookedVisit }) {
  const { words } = useLanguage()
  const { may } = useWorkspace()
  const [isEditing, setIsEditing] = useState(false)
  const title = isAtHome(visit.mode) ? words.terms.editHomeVisit : words.terms.edit
  if (!may('visits:write') || visit.status === 'CANCELLED') return null
  if (isEditing)
    return <KindAndRoomForm visit={visit} title={title} close={() => setIsEditing(false)} />
  return (
    <Group>
      <Button size="compact-xs" variant="subtle" ml={-8} onClick={() => setIsEditing(true)}>
        {title}
      </Button>
    </Group>
  )
}

function KindAndRoomForm({
  visit: { id, addressId, type, roomId, mode, visitAddress, status },
  title,
  close,
}: {
  visit: BookedVisit
  title: string
  close(): void
}) {
  const { words } = useLanguage()
  const edit = useChange('visit-edit')
  const address = addressText(visitAddress)
  const { values, set, isChanged } = useFields({ type, roomId: roomId ?? undefined, address })
  function submit() {
    const canChangeRoom = status !== 'COMPLETED'
    const roomInput = {
      withoutRoom: canChangeRoom && values.roomId === undefined,
      ...(canChangeRoom && values.roomId !== undefined && { roomId: values.roomId }),
    }
    const newAddress = values.address.trim()
    const addressInput = isAtHome(mode) &&
      newAddress !== '' &&
      newAddress !== address && { visitAddress: { address: newAddress } }
    edit.mutate({ id, type: values.type, ...roomInput, ...addressInput }, { onSuccess: close })
  }
  return (
    <Form
      aria-label={title}
      change={edit}
      isChanged={isChanged}
      onSubmit={submit}
      submit={words.terms.save}
      close={close}
    >
      <KindField type={values.type} change={(chosen) => set({ type: chosen })} autoFocus />
      {isAtHome(mode) && (
        <VisitAddressField
          field={{
            value: values.address,
            placeholder: address,
            change: (text) => set({ address: text }),
          }}
        />
      )}
      {status !== 'COMPLETED' && (
        <RoomField
          addressId={addressId}
          roomId={values.roomId}
          change={(chosen) => set({ roomId: chosen })}
        />
      )}
    </Form>
  )
}
