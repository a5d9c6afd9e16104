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
import { useChange, useOperation, useWorkspace } from '../api/workspace.tsx'
import { type Block, type Day, useLocations } from '../day/queries.ts'
import { Form } from '../ui/form.tsx'
import { useIsNarrow } from '../ui/narrow.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { addDays, clockTime, datePart, dateText, timestampIn } from '../ui/times.ts'
import { useFields } from '../ui/use-fields.ts'
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
  const { values, set, isChanged, text, choice, check } = useFields({
    target: String(scheduled[0]?.doctorId ?? everyoneValue),
    chosen: [] as string[],
    from: [day.date, '09:00'] as Moment,
    to: [day.date, '10:00'] as Moment,
    isWholeDay: false,
    isEverywhere: false,
    reason: '',
  })
  const { target, chosen, isWholeDay } = values
  const [fromDate, from] = values.from
  const [toDate, to] = values.to
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

  function submit() {
    const request = { addressId: day.addressId, ...time, reason: values.reason.trim() }
    if (isForOne || room)
      add.mutate(
        {
          ...request,
          everywhere: values.isEverywhere && !room,
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
    <Form
      gap="sm"
      change={isForOne || room ? add : closeClinic}
      isChanged={isChanged}
      isComplete={
        values.reason.trim() !== '' &&
        Date.parse(time.fromDateTimeIso) < Date.parse(time.toDateTimeIso) &&
        (target !== severalValue || chosen.length > 0)
      }
      onSubmit={submit}
      submit={target === everyoneValue ? words.block.close : words.block.submit}
    >
      <NativeSelect
        label={words.block.whose}
        size="xs"
        {...text('target')}
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
      />
      {target === severalValue && (
        <Checkbox.Group label={words.block.which} size="xs" {...choice('chosen')}>
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
      <Checkbox label={words.block.whole} size="xs" {...check('isWholeDay')} />
      <MomentFields
        words={[words.block.from, words.block.fromClock]}
        isWhole={isWholeDay}
        moment={values.from}
        set={(moment) => set({ from: moment })}
      />
      <MomentFields
        words={[words.block.to, words.block.toClock]}
        isWhole={isWholeDay}
        moment={values.to}
        set={(moment) => set({ to: moment })}
      />
      <TextInput
        label={words.block.reason}
        size="xs"
        required
        maxLength={200}
        data-autofocus
        {...text('reason')}
      />
      {isForOne && <Checkbox label={words.block.everywhere} size="xs" {...check('isEverywhere')} />}
    </Form>
  )
}

type Moment = [date: string, clock: string]

interface MomentProps {
  words: [date: string, clock: string]
  isWhole: boolean
  moment: Moment
  set(moment: Moment): void
}

/** A date, with a time unless whole days are meant. */
function MomentFields({
  words: [dateLabel, clockLabel],
  isWhole: isWholeDay,
  moment: [date, clock],
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
