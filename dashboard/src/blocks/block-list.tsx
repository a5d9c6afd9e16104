// The blocked times of a location, its practitioners and its rooms: all from now on, but for rooms
// only those on the shown day (DAY-11).

import { Button, Stack, Text, Title } from '@mantine/core'
import { useOperation } from '../api/workspace.tsx'
import type { Block, Day } from '../day/queries.ts'
import { useIsNarrow } from '../ui/narrow.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { clockRange, clockTime, datePart, dateText } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'
import classes from './block.module.css'

/** How many are shown; later ones are found on their day. */
const displayMax = 50

export type OpenBlock = (block: number, date: string) => void

export function BlockPeriod({
  block: { fromDateTimeIso: from, toDateTimeIso: to },
}: {
  block: Block
}) {
  const { locale } = useLanguage()
  const isOneDay = datePart(from) === datePart(to)
  return (
    <strong>
      {dateText(datePart(from), locale, 'short')} ·{' '}
      {isOneDay ? (
        <bdi dir="ltr">{clockRange(datePart(from), from, to)}</bdi>
      ) : (
        `${clockTime(from)} – ${dateText(datePart(to), locale, 'short')} · ${clockTime(to)}`
      )}
    </strong>
  )
}

/** All upcoming blocked times, each with a link to its day. */
export function BlockList({ day, openBlock }: { day: Day; openBlock: OpenBlock }) {
  const { words } = useLanguage()
  const { data: blocks, error } = useOperation('block-list', { addressId: day.addressId })
  return (
    <Stack gap="xs" component="section" aria-labelledby="block-list">
      <Title order={useIsNarrow() ? 2 : 3} size="h6" id="block-list">
        {words.block.list}
      </Title>
      <RefusalNote refusal={error} />
      {blocks?.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.block.none}
        </Text>
      )}
      <ul className={classes.list} hidden={!blocks?.length}>
        {blocks?.slice(0, displayMax).map((block) => (
          <li key={block.id} className={classes.entry}>
            <button
              type="button"
              className={classes.item}
              onClick={() => openBlock(block.id, datePart(block.fromDateTimeIso))}
            >
              <BlockPeriod block={block} />
              <span>
                <bdi>{block.doctor ?? block.room}</bdi> · <bdi>{block.reason}</bdi>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Stack>
  )
}

/** The blocks of rooms, which have no column in the day. */
export function RoomBlocks({
  day: { roomBlocks, date },
  openBlock,
}: {
  day: Day
  openBlock(block: number): void
}) {
  const { words } = useLanguage()
  if (roomBlocks.length === 0) return null
  return (
    <ul className={classes.rooms} aria-label={words.block.rooms}>
      {roomBlocks.map(({ id, room, reason, fromDateTimeIso: from, toDateTimeIso: to }) => (
        <li key={id}>
          <Button
            size="compact-xs"
            variant="default"
            className={classes.room}
            onClick={() => openBlock(id)}
          >
            <span>
              <bdi>{room}</bdi> · {words.day.blocked}{' '}
              <bdi dir="ltr">{clockRange(date, from, to)}</bdi> · <bdi>{reason}</bdi>
            </span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
