// Blocks and frees times of a practitioner (at one location or everywhere), of a room (DAY-11), or
// of many practitioners in one step (DAY-12). Visits within blocked times remain, and are reported.

import {
  flag,
  id,
  list,
  nullable,
  object,
  optional,
  text,
  timestamp,
} from '../../../base/contract/schemas.ts'
import type { Queries } from '../../../base/db/database.ts'
import { type Actor, authorValues, describeActor } from '../../../base/operations/actor.ts'
import {
  type InWorkspace,
  optionalWithDefault,
  workspaceOperation,
} from '../../../base/operations/operation.ts'
import { addYears } from '../../../base/values/calendar-date.ts'
import {
  clinicDay,
  dateAt,
  type Instant,
  isoAt,
  parseInstant,
} from '../../../base/values/clinic-time.ts'
import { horizonYears } from '../../../base/values/horizon.ts'
import { invalid } from '../../../base/values/problem.ts'
import { recordAccess } from '../../../clinic/audit/audit.ts'
import {
  type Configuration,
  type Configured,
  findPractice,
  practicesByLocation,
} from '../../../clinic/catalogue/configuration.ts'
import {
  addBlock,
  type Block,
  beginClosing,
  blocksWithin,
  countBlocks,
  openClosing,
  removeBlock,
  visitsWithin,
} from '../../occupancy/block-queries.ts'
import { lock } from '../../occupancy/locks.ts'
import { problem } from '../problems.ts'
import { listedVisitSchema, listedVisitView } from '../visit-list.ts'
import { listedVisits } from '../visit-list-queries.ts'

const visitsMax = 500
const listedMax = 500
/** The maximum number of upcoming blocks for one practitioner or room. */
const blocksMax = 500
const dayMs = 86_400_000

export const blockSchema = object(
  {
    id: id('The block.', 7),
    doctorId: nullable(id('The practitioner whose time is blocked; null for a room.', 3)),
    doctor: nullable(text('The practitioner.', 'Asha Rao')),
    addressId: nullable(id('The location; null if the practitioner is blocked at every location.')),
    roomId: nullable(id('The room that is blocked; null for a practitioner.', 4)),
    room: nullable(text('The room, as in the clinic file.', 'room-1')),
    fromDateTimeIso: timestamp('Start with the clinic offset.'),
    toDateTimeIso: timestamp('End with the clinic offset.', '2026-12-01T10:00:00+05:30'),
    reason: text('Why.', 'Ward round'),
    by: text('Who blocked it.', 'Nina Roy'),
    createdAt: timestamp('When it was blocked.', '2026-11-21T10:00:00+05:30'),
    closingId: nullable(
      id('Id shared by the blocks made in the same step; null for a single block.', 8),
    ),
  },
  { description: 'A time that the clinic has blocked.' },
)

/** A block as it is shown, in the timezone that it was created in or in another one. */
export function blockView(
  {
    id,
    doctorId,
    doctorName,
    locationId,
    roomId,
    roomName,
    reason,
    createdAt,
    actingUserId,
    memberName,
    operator,
    closingId,
    ...time
  }: Block,
  zone?: string,
) {
  const timezone = zone ?? time.timezone
  return {
    id,
    doctorId,
    doctor: doctorName,
    addressId: locationId,
    roomId,
    room: roomName,
    reason,
    fromDateTimeIso: isoAt(timezone, time.from),
    toDateTimeIso: isoAt(timezone, time.to),
    by: describeActor({
      keyId: null,
      bySession: false,
      byService: false,
      actingUserId,
      memberName,
      operator,
    }),
    createdAt: isoAt(timezone, createdAt),
    closingId,
  }
}

const start = timestamp('Start.')
const end = timestamp('End.', '2026-12-01T10:00:00+05:30')
const reason = text('The reason; shown only to staff.', 'Ward round', {
  minLength: 1,
  maxLength: 200,
})
const affectedVisits = list(
  listedVisitSchema,
  `Visits within the time that stay where they are, by start, at most ${visitsMax}.`,
)

export const blockAdd = workspaceOperation({
  name: 'block-add',
  right: 'visits:write',
  about: 'doctor',
  summary:
    'Block time of a practitioner or a room, so that nothing can be booked in it. Existing visits stay and are listed.',
  input: object({
    addressId: id('The location.'),
    doctorId: optional(id('The practitioner to block; or send a room.', 3)),
    roomId: optional(id('The room to block; or send a practitioner.', 4)),
    everywhere: optionalWithDefault(
      flag('Block the practitioner at all locations, not only at this one.'),
      false,
    ),
    fromDateTimeIso: start,
    toDateTimeIso: end,
    reason: reason,
  }),
  output: object({ block: blockSchema, visits: affectedVisits }),
  async run(
    { database, clock, configurations, actor, workspaceId }: InWorkspace<Configured>,
    input,
  ) {
    const configuration = await configurations.of(workspaceId)
    const now = clock.now()
    const { doctorId = null, roomId = null, reason } = input
    const location = requireLocation(configuration, input.addressId)
    if ((doctorId === null) === (roomId === null))
      throw invalid('either doctorId or roomId is required, and not both')
    if (doctorId !== null && !findPractice(configuration, doctorId, location.id))
      throw problem('DOCTOR_NOT_FOUND')
    if (roomId !== null && !location.roomIds.has(roomId)) throw problem('ROOM_NOT_FOUND')
    const locationId = doctorId !== null && input.everywhere ? null : location.id
    const time = {
      ...parseBlockTime(input, location.timezone, now),
      timezone: location.timezone,
      reason,
      closingId: null,
    }
    return database.transaction(async (queries) => {
      const block = await insertBlockWithinLimit(
        queries,
        { workspaceId, actor, now },
        { doctorId, locationId, roomId, ...time },
      )
      return {
        block: blockView(block),
        visits: await visitsWithinBlocks(queries, { workspaceId, actor, now }, [block]),
      }
    })
  },
})

export const blockClose = workspaceOperation({
  name: 'block-close',
  right: 'visits:write',
  about: 'the whole clinic',
  summary:
    'Close a location, or block time of several practitioners there, all in one step or not at all. Existing visits stay and are listed.',
  input: object({
    addressId: id('The location.'),
    doctorIds: optional(
      list(
        id('A practitioner.', 3),
        'Block only the time of these practitioners; if omitted, of all practitioners there who can be booked.',
        {
          minItems: 1,
          maxItems: 100,
        },
      ),
    ),
    fromDateTimeIso: start,
    toDateTimeIso: end,
    reason: reason,
  }),
  output: object({
    closingId: id('Id shared by the blocks; removes them all.', 8),
    blocks: list(blockSchema, 'A block for each practitioner.'),
    visits: affectedVisits,
  }),
  async run(
    { database, clock, configurations, actor, workspaceId }: InWorkspace<Configured>,
    input,
  ) {
    const configuration = await configurations.of(workspaceId)
    const now = clock.now()
    const location = requireLocation(configuration, input.addressId)
    const withTimes = configuration.practices.filter(
      (practice) =>
        practice.location.id === location.id &&
        practice.doctor.isActiveMember &&
        practice.doctor.appointmentSystem === 'SCHEDULED',
    )
    const doctorIds = [
      ...new Set(input.doctorIds ?? withTimes.map(({ doctor }) => doctor.id)),
    ].sort((a, b) => a - b)
    if (
      doctorIds.length === 0 ||
      doctorIds.some((doctorId) => !findPractice(configuration, doctorId, location.id))
    )
      throw problem('DOCTOR_NOT_FOUND')
    const time = {
      ...parseBlockTime(input, location.timezone, now),
      timezone: location.timezone,
      reason: input.reason,
    }
    const author = { workspaceId, actor, now }
    return database.transaction(async (queries) => {
      // A move that has freed its old time waits for a block, and bookings wait for the move: so no
      // move may be in progress while several times are blocked (docs/decisions/booking.md).
      for (const doctor of doctorIds) await lock(queries, workspaceId, { doctor })
      const blocks: Block[] = []
      for (const doctorId of doctorIds) {
        const closingId = blocks[0]?.closingId ?? null
        const block = await insertBlockWithinLimit(queries, author, {
          doctorId,
          locationId: location.id,
          roomId: null,
          ...time,
          closingId,
        })
        const [first] =
          closingId === null
            ? await queries.rows(beginClosing, { workspaceId, blockId: block.id })
            : []
        blocks.push(first ?? block)
      }
      const visits = await visitsWithinBlocks(queries, author, blocks)
      return {
        closingId: blocks[0]?.closingId ?? 0,
        blocks: blocks.map((block) => blockView(block)),
        visits,
      }
    })
  },
})

interface BlockAuthor {
  workspaceId: number
  actor: Actor
  now: Instant
}

type NewBlock = Pick<
  Block,
  'doctorId' | 'locationId' | 'roomId' | 'from' | 'to' | 'timezone' | 'reason' | 'closingId'
>

async function insertBlockWithinLimit(
  queries: Queries,
  { workspaceId, actor, now }: BlockAuthor,
  added: NewBlock,
): Promise<Block> {
  const [block] = await queries.rows(addBlock, {
    workspaceId,
    ...added,
    ...blockedByColumns(actor),
    createdAt: now,
  })
  if (!block) throw new Error('the new block was not found')
  // Counted after the write: parallel blocks wait for each other.
  const { doctorId, roomId } = added
  const [{ count } = { count: 0 }] = await queries.rows(countBlocks, {
    workspaceId,
    doctorId,
    roomId,
    now,
  })
  if (count > blocksMax) throw problem('TOO_MANY_BLOCKS', { most: blocksMax })
  return block
}

function blockedByColumns(actor: Actor) {
  const { actingUserId, operator } = authorValues(actor)
  return { actingUserId, operator }
}

/**
 * Visits within the time of blocks, by start. If read after the blocks are written, the list is
 * complete and cannot grow.
 */
async function visitsWithinBlocks(
  queries: Queries,
  { workspaceId, actor, now }: BlockAuthor,
  blocks: readonly Block[],
) {
  const ids: number[] = []
  for (const { doctorId, locationId, roomId, from, to } of blocks) {
    const within = await queries.rows(visitsWithin, {
      workspaceId,
      doctorId,
      locationId,
      roomId,
      from,
      to,
      now,
      limit: visitsMax,
    })
    ids.push(...within.map(({ id }) => id))
  }
  const visits =
    ids.length === 0
      ? []
      : (await queries.rows(listedVisits, { workspaceId, ids, now })).slice(0, visitsMax)
  await recordAccess(queries, workspaceId, actor, {
    action: 'READ',
    patientIds: [...new Set(visits.map(({ patientId }) => patientId))],
    now,
  })
  return visits.map(listedVisitView)
}

export const blockRemove = workspaceOperation({
  name: 'block-remove',
  right: 'visits:write',
  about: 'block',
  summary: 'Remove a block.',
  input: object({ id: id('The block.', 7) }),
  output: blockSchema,
  async run({ database, workspaceId }, { id: blockId }) {
    const [block] = await database.rows(removeBlock, { workspaceId, blockId })
    if (!block) throw problem('BLOCK_NOT_FOUND', { id: blockId })
    return blockView(block)
  },
})

export const blockOpen = workspaceOperation({
  name: 'block-open',
  right: 'visits:write',
  about: 'the whole clinic',
  summary:
    'Remove blocks that were made in one step: reopen a closed location, or unblock the time of several practitioners.',
  input: object({ closingId: id('The id of the closure, as in its blocks.', 8) }),
  output: list(blockSchema, 'The blocks that are gone.'),
  async run({ database, workspaceId }, { closingId }) {
    const blocks = await database.rows(openClosing, { workspaceId, closingId })
    if (blocks.length === 0) throw problem('CLOSING_NOT_FOUND', { id: closingId })
    return blocks.map((block) => blockView(block))
  },
})

export const blockList = workspaceOperation({
  name: 'block-list',
  right: 'visits:read',
  about: 'doctors',
  summary: 'List the blocked times of a location, from now on or within a period.',
  input: object({
    addressId: id('The location.'),
    doctorIds: optional(
      list(id('A practitioner.'), 'Only blocks of these practitioners, and none of rooms.', {
        maxItems: 100,
      }),
    ),
    fromDateTimeIso: optional(timestamp('Start of the period; default: now.')),
    toDateTimeIso: optional(
      timestamp(
        'End of the period; default: the last date that can be booked.',
        '2026-12-31T00:00:00+05:30',
      ),
    ),
  }),
  output: list(blockSchema, `Blocks by start, at most ${listedMax}.`),
  async run(
    { database, clock, configurations, workspaceId }: InWorkspace<Configured>,
    { addressId, doctorIds, fromDateTimeIso, toDateTimeIso },
  ) {
    const configuration = await configurations.of(workspaceId)
    const location = requireLocation(configuration, addressId)
    const from = parseInstant(fromDateTimeIso ?? '') ?? clock.now()
    const to =
      parseInstant(toDateTimeIso ?? '') ??
      Math.max(from, clock.now()) + (horizonYears + 1) * 366 * dayMs
    const period = { from, to, limit: listedMax }
    const blocks = await database.rows(blocksWithin, {
      workspaceId,
      ...blockScope(configuration, location, doctorIds),
      ...period,
    })
    return blocks.map((block) => blockView(block, location.timezone))
  },
})

/**
 * The scope of a location's blocks: all its practitioners and rooms, or only the named
 * practitioners.
 */
export function blockScope(
  configuration: Configuration,
  location: Configuration['locations'][number],
  doctorIds?: readonly number[],
) {
  return {
    locationId: location.id,
    doctorIds:
      doctorIds ??
      (practicesByLocation(configuration).get(location.id) ?? []).map(({ doctor }) => doctor.id),
    roomIds: doctorIds === undefined ? [...location.roomIds] : [],
  }
}

function requireLocation({ locations }: Configuration, addressId: number) {
  const location = locations.find(({ id }) => id === addressId)
  if (!location) throw problem('ADDRESS_NOT_FOUND')
  return location
}

function parseBlockTime(
  { fromDateTimeIso, toDateTimeIso }: { fromDateTimeIso: string; toDateTimeIso: string },
  timezone: string,
  now: Instant,
) {
  const from = parseInstant(fromDateTimeIso) ?? 0
  const to = parseInstant(toDateTimeIso) ?? 0
  if (from >= to) throw invalid('fromDateTimeIso must be before toDateTimeIso')
  if (to <= now) throw invalid('toDateTimeIso must be later than now')
  if (to - from > 366 * dayMs)
    throw invalid('toDateTimeIso must be at most 366 days after fromDateTimeIso')
  const lastDate = addYears(dateAt(timezone, now), horizonYears)
  if (to > clinicDay(timezone, lastDate).to)
    throw invalid(`toDateTimeIso must be at most ${horizonYears} years ahead, on ${lastDate}`)
  return { from, to }
}
