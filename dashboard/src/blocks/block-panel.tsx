// A blocked time: its practitioners or room, its time and reason, the visits that remain in it, and
// unblocking it (DAY-11). Several practitioners, or a whole location, are blocked and unblocked in
// one step (DAY-12).

import {
  Button,
  Checkbox,
  CloseButton,
  Group,
  NativeSelect,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { skipToken } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useChange, useOperation, useWorkspace } from '../api/workspace.tsx'
import { type Block, type Day, useLocations } from '../day/queries.ts'
import { useIsNarrow } from '../ui/narrow.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { addDays, clockTime, datePart, dateText, timestampIn } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'
import { BlockList, BlockPeriod, type OpenBlock } from './block-list.tsx'
import { DisplacedVisits } from './displaced-visits.tsx'

interface BlockPanelProps {
  day: Day
  id: number | 'new'
  close(): void
  openBlock: OpenBlock
  openVisit(visit: number): void
  /** Books a time of another practitioner in place of a visit. */
  replace(visit: number, time: { doctor: number; from: string; to: string }): void
}

export function BlockPanel({ id, ...others }: BlockPanelProps) {
  const { words } = useLanguage()
  const { day, close } = others
  const blocks = [
    ...day.roomBlocks,
    ...day.doctors.flatMap(({ busy }) => busy.flatMap(({ block }) => block ?? [])),
  ]
  const block = blocks.find((candidate) => candidate.id === id)
  return (
    <Stack gap="md">
      <Group justify="space-between" wrap="nowrap" align="start">
        <Title order={useIsNarrow() ? 1 : 2} size="h4">
          {id === 'new' ? words.block.add : words.block.title}
        </Title>
        <CloseButton aria-label={words.visit.close} onClick={close} />
      </Group>
      {id === 'new' && (
        <>
          <NewBlock {...others} />
          <BlockList {...others} />
        </>
      )}
      {block && <BlockDetails {...others} block={block} />}
      {id !== 'new' && !block && <Text size="sm">{words.refusal.codes.BLOCK_NOT_FOUND}</Text>}
    </Stack>
  )
}

function BlockDetails({
  day,
  block,
  close,
  openVisit,
  replace,
}: Omit<BlockPanelProps, 'id' | 'openBlock'> & { block: Block }) {
  const { words, locale } = useLanguage()
  const { may } = useWorkspace()
  const remove = useChange('block-remove')
  const open = useChange('block-open')
  // The blocks made in the same step, including those of practitioners who have no column on this
  // day.
  const blockList = useOperation(
    'block-list',
    block.closingId === null ? skipToken : { addressId: day.addressId },
  )
  const blocksTogether =
    block.closingId === null
      ? []
      : (blockList.data ?? []).filter(({ closingId }) => closingId === block.closingId)
  const isOneOfMany = blocksTogether.length > 1
  return (
    <>
      <Text size="sm">
        <BlockPeriod block={block} />
        <br />
        {isOneOfMany
          ? blocksTogether.map(({ doctor }) => doctor).join(', ')
          : (block.doctor ?? block.room)}
        {block.doctor !== null && block.addressId === null && ` · ${words.block.everywhere}`}
        <br />
        <bdi>{block.reason}</bdi>
      </Text>
      <Text size="sm" c="dimmed">
        {words.block.by} {dateText(datePart(block.createdAt), locale, 'short')}{' '}
        {clockTime(block.createdAt)}
      </Text>
      <DisplacedVisits
        day={day}
        blocks={isOneOfMany ? blocksTogether : [block]}
        openVisit={openVisit}
        replace={replace}
      />
      <RefusalNote refusal={remove.error ?? open.error} />
      {may('visits:write') && (
        <Group gap="xs">
          {isOneOfMany && block.closingId !== null && (
            <Button
              size="xs"
              variant="default"
              loading={open.isPending}
              onClick={() =>
                block.closingId !== null &&
                open.mutate({ closingId: block.closingId }, { onSuccess: close })
              }
            >
              {words.block.unblockAll}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            loading={remove.isPending}
            onClick={() => remove.mutate({ id: block.id }, { onSuccess: close })}
          >
            {isOneOfMany ? words.block.unblockOnly(block.doctor ?? '') : words.block.free}
          </Button>
        </Group>
      )}
    </>
  )
}

/** The choices besides a single practitioner: everyone, or several. */
const [everyoneValue, severalValue] = ['everyone', 'several'] as const

function NewBlock({ day, openBlock }: Pick<BlockPanelProps, 'day' | 'openBlock'>) {
  const { words } = useLanguage()
  const add = useChange('block-add')
  const closeClinic = useChange('block-close')
  const scheduled = day.doctors.filter(
    ({ appointmentSystemType, isBookable }) => appointmentSystemType === 'SCHEDULED' && isBookable,
  )
  const [target, setTarget] = useState(String(scheduled[0]?.doctorId ?? everyoneValue))
  const [chosen, setChosen] = useState<string[]>([])
  const [[fromDate, from], setFrom] = useState([day.date, '09:00'])
  const [[toDate, to], setTo] = useState([day.date, '10:00'])
  const [isWholeDay, setIsWholeDay] = useState(false)
  const [isEverywhere, setIsEverywhere] = useState(false)
  const [reason, setReason] = useState('')
  const at = (date: string, clock: string) => timestampIn(day.timezone, date, clock)
  const time = isWholeDay
    ? { fromDateTimeIso: at(fromDate, '00:00'), toDateTimeIso: at(addDays(toDate, 1), '00:00') }
    : { fromDateTimeIso: at(fromDate, from), toDateTimeIso: at(toDate, to) }
  const { member } = useWorkspace()
  const locations = useLocations()
  // A member who sees only their own visits has no rooms either.
  const rooms = member.rights.ownVisits
    ? []
    : (locations.data?.find(({ id }) => id === day.addressId)?.rooms ?? [])
  const room = rooms.find(({ id }) => target === `room ${id}`)
  const isForOne = target !== everyoneValue && target !== severalValue && !room

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const request = { addressId: day.addressId, ...time, reason: reason.trim() }
    if (isForOne || room)
      add.mutate(
        {
          ...request,
          everywhere: isEverywhere && !room,
          ...(room ? { roomId: room.id } : { doctorId: Number(target) }),
        },
        { onSuccess: ({ block }) => openBlock(block.id, datePart(block.fromDateTimeIso)) },
      )
    else
      closeClinic.mutate(
        { ...request, ...(target === severalValue && { doctorIds: chosen.map(Number) }) },
        {
          onSuccess: ({ blocks }) =>
            blocks[0] && openBlock(blocks[0].id, datePart(blocks[0].fromDateTimeIso)),
        },
      )
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <NativeSelect
          label={words.block.whose}
          size="xs"
          value={target}
          data={[
            ...scheduled.map(({ doctorId, doctorName }) => ({
              value: String(doctorId),
              label: doctorName,
            })),
            ...(scheduled.length > 1 ? [{ value: severalValue, label: words.block.several }] : []),
            { value: everyoneValue, label: words.block.everyone },
            ...(rooms.length > 0
              ? [
                  {
                    group: words.block.rooms,
                    items: rooms.map(({ id, name }) => ({ value: `room ${id}`, label: name })),
                  },
                ]
              : []),
          ]}
          onChange={({ currentTarget }) => setTarget(currentTarget.value)}
        />
        {target === severalValue && (
          <Checkbox.Group label={words.block.which} size="xs" value={chosen} onChange={setChosen}>
            <Stack gap={6} mt={4}>
              {scheduled.map(({ doctorId, doctorName }) => (
                <Checkbox key={doctorId} size="xs" value={String(doctorId)} label={doctorName} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        {target === everyoneValue && (
          <Text size="sm" c="dimmed">
            {words.block.everyoneHint}
          </Text>
        )}
        <Checkbox
          label={words.block.whole}
          size="xs"
          checked={isWholeDay}
          onChange={({ currentTarget }) => setIsWholeDay(currentTarget.checked)}
        />
        <Moment
          words={[words.block.from, words.block.fromClock]}
          isWhole={isWholeDay}
          date={fromDate}
          clock={from}
          set={setFrom}
        />
        <Moment
          words={[words.block.to, words.block.toClock]}
          isWhole={isWholeDay}
          date={toDate}
          clock={to}
          set={setTo}
        />
        <TextInput
          label={words.block.reason}
          size="xs"
          required
          maxLength={200}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          data-autofocus
        />
        {isForOne && (
          <Checkbox
            label={words.block.everywhere}
            size="xs"
            checked={isEverywhere}
            onChange={({ currentTarget }) => setIsEverywhere(currentTarget.checked)}
          />
        )}
        <RefusalNote refusal={add.error ?? closeClinic.error} />
        <Button
          type="submit"
          size="xs"
          loading={add.isPending || closeClinic.isPending}
          disabled={
            !reason.trim() ||
            Date.parse(time.fromDateTimeIso) >= Date.parse(time.toDateTimeIso) ||
            (target === severalValue && chosen.length === 0)
          }
        >
          {target === everyoneValue ? words.block.close : words.block.submit}
        </Button>
      </Stack>
    </form>
  )
}

interface MomentProps {
  words: [date: string, clock: string]
  isWhole: boolean
  date: string
  clock: string
  set(moment: [date: string, clock: string]): void
}

/** A date, with a time unless whole days are meant. */
function Moment({
  words: [dateLabel, clockLabel],
  isWhole: isWholeDay,
  date,
  clock,
  set,
}: MomentProps) {
  return (
    <Group gap="xs" grow align="end">
      <TextInput
        type="date"
        label={dateLabel}
        size="xs"
        value={date}
        onChange={({ currentTarget }) => currentTarget.value && set([currentTarget.value, clock])}
      />
      {!isWholeDay && (
        <TextInput
          type="time"
          aria-label={clockLabel}
          size="xs"
          value={clock}
          onChange={({ currentTarget }) => currentTarget.value && set([date, currentTarget.value])}
        />
      )}
    </Group>
  )
}
