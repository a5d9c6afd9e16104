// Times that the clinic blocks, for a practitioner (at one location or everywhere) or for a room
// (DAY-11). Like busy times of calendars, they are not claims: a block may overlap visits that were
// booked before. docs/decisions/booking.md

import { type RowOf, statement } from '../../base/db/statement.ts'
import { memberNameSql } from '../../base/operations/actor.ts'
import { publicNameSql } from '../../base/values/public-name.ts'

const newBlockColumns = {
  doctorId: 'bigint?',
  /** The location; null means every location of the practitioner. */
  locationId: 'bigint?',
  roomId: 'bigint?',
  from: 'timestamptz',
  to: 'timestamptz',
  timezone: 'text',
  reason: 'text',
  actingUserId: 'bigint?',
  operator: 'text?',
  createdAt: 'timestamptz',
  /** Shared by blocks that were made in one step; null for a block that was made alone. */
  closingId: 'bigint?',
} as const

const blockColumns = {
  id: 'bigint',
  ...newBlockColumns,
  memberName: 'text?',
  doctorName: 'text?',
  roomName: 'text?',
} as const
export type Block = RowOf<typeof blockColumns>

const blockSelectList = `b.id, b.doctor_id as "doctorId", b.location_id as "locationId", b.room_id as "roomId", b.from_at as "from", b.to_at as "to", b.timezone,
    b.reason, b.acting_user_id as "actingUserId", b.operator, b.created_at as "createdAt", b.closing_id as "closingId", ${memberNameSql('b')} as "memberName",
    ${publicNameSql('u')} as "doctorName", o.name as "roomName"`
const nameJoins = `left join users u on u.workspace_id = b.workspace_id and u.id = b.doctor_id
  left join rooms o on o.workspace_id = b.workspace_id and o.id = b.room_id`

/**
 * Blocks a period once bookings in progress within it have ended; later ones wait until the
 * transaction ends.
 */
export const addBlock = statement(
  'add_block',
  { takes: { workspaceId: 'bigint', ...newBlockColumns }, returns: blockColumns },
  `
  with b as (
    insert into blocks (workspace_id, doctor_id, location_id, room_id, from_at, to_at, timezone, reason, acting_user_id, operator, created_at, closing_id)
    values (:workspaceId, :doctorId, :locationId, :roomId, :from, :to, :timezone, :reason, :actingUserId, :operator, :createdAt, :closingId)
    returning *
  )
  select ${blockSelectList}
  from b
  ${nameJoins}`,
)

export const removeBlock = statement(
  'remove_block',
  { takes: { workspaceId: 'bigint', blockId: 'bigint' }, returns: blockColumns },
  `
  with b as (
    delete from blocks
    where workspace_id = :workspaceId and id = :blockId
    returning *
  )
  select ${blockSelectList}
  from b
  ${nameJoins}`,
)

/**
 * Makes a block the first of several made in one step: they share its number, even if it is freed
 * before the others.
 */
export const beginClosing = statement(
  'begin_closing',
  { takes: { workspaceId: 'bigint', blockId: 'bigint' }, returns: blockColumns },
  `
  with b as (
    update blocks
    set closing_id = id
    where workspace_id = :workspaceId and id = :blockId
    returning *
  )
  select ${blockSelectList}
  from b
  ${nameJoins}`,
)

/** Removes the remaining blocks that were made in one step. */
export const openClosing = statement(
  'open_closing',
  { takes: { workspaceId: 'bigint', closingId: 'bigint' }, returns: blockColumns },
  `
  with b as (
    delete from blocks
    where workspace_id = :workspaceId and closing_id = :closingId
    returning *
  )
  select ${blockSelectList}
  from b
  ${nameJoins}
  order by b.id`,
)

/** A practitioner's or room's number of upcoming blocks. */
export const countBlocks = statement(
  'count_blocks',
  {
    takes: { workspaceId: 'bigint', doctorId: 'bigint?', roomId: 'bigint?', now: 'timestamptz' },
    returns: { count: 'bigint' },
  },
  `
  select (select count(*) from blocks where workspace_id = :workspaceId and doctor_id = :doctorId and to_at > :now)
    + (select count(*) from blocks where workspace_id = :workspaceId and room_id = :roomId and to_at > :now) as count`,
)

/** Blocks that overlap a period, for the named practitioners at a location and for its rooms. */
export const blocksWithin = statement(
  'blocks_within',
  {
    takes: {
      workspaceId: 'bigint',
      locationId: 'bigint',
      doctorIds: 'bigint[]',
      roomIds: 'bigint[]',
      from: 'timestamptz',
      to: 'timestamptz',
      limit: 'bigint',
    },
    returns: blockColumns,
  },
  `
  select ${blockSelectList}
  from (
    select * from blocks
    where workspace_id = :workspaceId and doctor_id = any (:doctorIds::bigint[]) and to_at > :from and from_at < :to
      and (location_id is null or location_id = :locationId)
    union all
    select * from blocks
    where workspace_id = :workspaceId and room_id = any (:roomIds::bigint[]) and to_at > :from and from_at < :to
  ) as b
  ${nameJoins}
  order by b.from_at, b.id
  limit :limit`,
)

/**
 * Live visits that are not over and lie within a period, by start: those of a practitioner, at one
 * location or everywhere, or those in a room.
 */
export const visitsWithin = statement(
  'visits_within',
  {
    takes: {
      workspaceId: 'bigint',
      doctorId: 'bigint?',
      locationId: 'bigint?',
      roomId: 'bigint?',
      from: 'timestamptz',
      to: 'timestamptz',
      now: 'timestamptz',
      limit: 'bigint',
    },
    returns: { id: 'bigint' },
  },
  `
  select a.id
  from (
    select appointment_id, to_at from claims
    where workspace_id = :workspaceId and doctor_id = :doctorId and tstzrange(from_at, to_at) && tstzrange(:from, :to)
    union all
    select appointment_id, to_at from claims
    where workspace_id = :workspaceId and room_id = :roomId and tstzrange(from_at, to_at) && tstzrange(:from, :to)
  ) as c
  join appointments a on a.workspace_id = :workspaceId and a.id = c.appointment_id
  where c.to_at > :now and (:locationId::bigint is null or a.location_id = :locationId) and a.status not in ('CANCELLED', 'COMPLETED', 'NO_SHOW')
  order by a.from_at, a.id
  limit :limit`,
)

/** Returns a row if any of a period is blocked for a practitioner at a location, or for a room. */
export const isInBlock = statement(
  'is_in_block',
  {
    takes: {
      workspaceId: 'bigint',
      doctorId: 'bigint',
      locationId: 'bigint',
      roomId: 'bigint?',
      from: 'timestamptz',
      to: 'timestamptz',
    },
    returns: {},
  },
  `
  (
    select from blocks
    where workspace_id = :workspaceId and doctor_id = :doctorId and to_at > :from and from_at < :to and (location_id is null or location_id = :locationId)
    limit 1
  )
  union all
  (
    select from blocks
    where workspace_id = :workspaceId and room_id = :roomId::bigint and to_at > :from and from_at < :to
    limit 1
  )`,
)
