// The kind of a visit and its room. Both are chosen when it is booked, and changed afterwards in
// the panel, as is the address of a visit at home (DAY-14).

import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useChange, useOperation, useWorkspace } from '../api/workspace.tsx'
import { VisitAddressField } from '../booking/visit-address.tsx'
import type { VisitDetails } from '../day/queries.ts'
import { addressText, isAtHome } from '../ui/address-text.ts'
import { RefusalNote } from '../ui/refusal.tsx'
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
  change(roomId: number | undefined): void
}

/** Shows nothing if the location has no rooms. */
export function RoomField({ addressId, roomId, change }: RoomFieldProps) {
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
        { value: '', label: words.terms.noRoom },
        ...rooms.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={({ currentTarget: { value } }) => change(value === '' ? undefined : Number(value))}
    />
  )
}

/** Changes the kind and the room of a booked visit. */
export function KindAndRoomForm({
  visit: { id, addressId, type, roomId, mode, visitAddress, status },
}: {
  visit: Exclude<VisitDetails, { tokenDisplay: string }>
}) {
  const { words } = useLanguage()
  const { may } = useWorkspace()
  const edit = useChange('visit-edit')
  const [typed, setTyped] = useState<{
    type: string
    roomId: number | undefined
    address: string
  }>()
  const isHomeVisit = isAtHome(mode)
  const address = addressText(visitAddress)
  const title = isHomeVisit ? words.terms.editHomeVisit : words.terms.edit
  if (!may('visits:write') || status === 'CANCELLED') return null
  if (!typed) {
    return (
      <Group>
        <Button
          size="compact-xs"
          variant="subtle"
          ml={-8}
          onClick={() => {
            edit.reset()
            setTyped({ type, roomId: roomId ?? undefined, address })
          }}
        >
          {title}
        </Button>
      </Group>
    )
  }
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!typed || edit.isPending) return
    const canChangeRoom = status !== 'COMPLETED'
    const roomInput = {
      withoutRoom: canChangeRoom && typed.roomId === undefined,
      ...(canChangeRoom && typed.roomId !== undefined && { roomId: typed.roomId }),
    }
    const newAddress = typed.address.trim()
    const addressInput = isHomeVisit &&
      newAddress !== '' &&
      newAddress !== address && { visitAddress: { address: newAddress } }
    edit.mutate(
      { id, type: typed.type, ...roomInput, ...addressInput },
      { onSuccess: () => setTyped(undefined) },
    )
  }
  return (
    <form aria-label={title} onSubmit={submit}>
      <Stack gap="xs">
        <KindField
          type={typed.type}
          change={(chosen) => setTyped({ ...typed, type: chosen })}
          autoFocus
        />
        {isHomeVisit && (
          <VisitAddressField
            field={{
              value: typed.address,
              placeholder: address,
              change: (text) => setTyped({ ...typed, address: text }),
            }}
          />
        )}
        {status !== 'COMPLETED' && (
          <RoomField
            addressId={addressId}
            roomId={typed.roomId}
            change={(chosen) => setTyped({ ...typed, roomId: chosen })}
          />
        )}
        <RefusalNote refusal={edit.error} />
        <Group gap="xs">
          <Button size="xs" type="submit" loading={edit.isPending}>
            {words.terms.save}
          </Button>
          <Button size="xs" variant="default" onClick={() => setTyped(undefined)}>
            {words.visit.no}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
