import type { LanguageOf } from '../../../../words/service.ts'
import { narrowType, type RowOf, statement } from '../../../base/db/statement.ts'
import { memberNameSql } from '../../../base/operations/actor.ts'
import { publicNameSql } from '../../../base/values/public-name.ts'
import { latestConsultationsSql } from '../queries.ts'
import type { VisitInLine } from '../status-queries.ts'

/** The boards that links lead to, by the hashes of their secrets, in any workspace. */
export const boardsOfLinks = statement(
  'boards_of_links',
  {
    takes: { tokenHashes: 'text[]' },
    returns: {
      tokenHash: 'text',
      workspaceId: 'bigint',
      boardId: 'bigint',
      clinic: 'text',
      timezone: 'text',
      language: narrowType<LanguageOf<'board'>>('text'),
    },
  },
  `
  select t.hash as "tokenHash", b.workspace_id as "workspaceId", b.id as "boardId", w.title as clinic, l.timezone, b.language
  from unnest(:tokenHashes::text[]) as t (hash)
  join boards b on b.token_hash = decode(t.hash, 'hex')
  join workspaces w on w.id = b.workspace_id and w.status = 'ACTIVE'
  join locations l on l.workspace_id = b.workspace_id and l.id = b.location_id`,
)

/** A board, identified by its link. */
export type BoardOfLink = RowOf<typeof boardsOfLinks.returns>

/** A visit, as shown on a board. */
export interface VisitOnBoard extends VisitInLine {
  /** When it was last called, for the first time or again; null if it is not called. */
  announcedAt: number | null
}

/** How much of a line a board can show: the last called visits, and the next ones. */
const calledMax = 20
const nextMax = 5

/**
 * The queues on a workspace's boards, each on the date given with its board, including the visits
 * that are or were called, and the next ones.
 */
export const queuesOfBoards = statement(
  'queues_of_boards',
  {
    takes: {
      workspaceId: 'bigint',
      boardIds: 'bigint[]',
      dates: 'text[]',
      consultations: 'bigint',
    },
    returns: {
      boardId: 'bigint',
      door: 'text?',
      practitioner: 'text',
      startedAt: 'timestamptz?',
      endedAt: 'timestamptz?',
      defaultSeconds: 'integer',
      latestConsultations: 'bigint[]',
      line: narrowType<readonly VisitOnBoard[]>('jsonb'),
    },
  },
  `
  select b.id as "boardId", s.door, ${publicNameSql('u')} as practitioner, d.started_at as "startedAt", d.ended_at as "endedAt",
    s.default_seconds as "defaultSeconds",
    ${latestConsultationsSql('s.doctor_id', 's.location_id')} as "latestConsultations",
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', v.id, 'tokenLetter', v.token_letter, 'tokenNumber', v.token_number, 'status', v.status,
        'calledAt', floor(extract(epoch from v.called_at) * 1000),
        'announcedAt', case v.status when 'CALLED' then (
          select floor(extract(epoch from max(e.at)) * 1000)
          from queue_events e
          where e.workspace_id = v.workspace_id and e.visit_id = v.id and e.event in ('CALLED', 'RECALLED')
        ) end
      ) order by v.place), '[]')
      from (
        (
          select c.id, c.workspace_id, c.token_letter, c.token_number, c.status, c.called_at, c.place
          from queue_visits c
          where c.workspace_id = d.workspace_id and c.queue_day_id = d.id and (c.status in ('CALLED', 'IN_CONSULTATION') or c.status = 'SKIPPED' and c.called_at is not null)
          order by c.called_at desc
          limit ${calledMax}
        )
        union all
        (
          select n.id, n.workspace_id, n.token_letter, n.token_number, n.status, n.called_at, n.place
          from queue_visits n
          where n.workspace_id = d.workspace_id and n.queue_day_id = d.id and n.status = 'WAITING'
          order by n.place
          limit ${nextMax}
        )
      ) v
    ) as line
  from unnest(:boardIds::bigint[], :dates::text[]) as t (id, date)
  join boards b on b.workspace_id = :workspaceId and b.id = t.id
  join work_shifts s on s.workspace_id = b.workspace_id and s.location_id = b.location_id and s.mode = 'OFFLINE'
  join queue_days d on d.workspace_id = s.workspace_id and d.work_shift_id = s.id and d.date = t.date::date
  join users u on u.workspace_id = s.workspace_id and u.id = s.doctor_id
  where not exists (select from board_shifts c where c.workspace_id = b.workspace_id and c.board_id = b.id)
    or exists (select from board_shifts c where c.workspace_id = b.workspace_id and c.board_id = b.id and c.work_shift_id = s.id)
  order by s.from_minute, s.id`,
)
export type QueueOnBoard = RowOf<typeof queuesOfBoards.returns>

const boardColumns = {
  id: 'bigint',
  locationId: 'bigint',
  name: 'text',
  language: narrowType<LanguageOf<'board'>>('text'),
  createdAt: 'timestamptz',
  actingUserId: 'bigint?',
  memberName: 'text?',
  operator: 'text?',
  /** Empty for a board that shows its whole location. */
  shiftIds: 'bigint[]',
} as const

/** The boards of a workspace or a location, or one board by its id. */
export const listedBoards = statement(
  'listed_boards',
  {
    takes: { workspaceId: 'bigint', locationId: 'bigint?', boardId: 'bigint?' },
    returns: boardColumns,
  },
  `
  select b.id, b.location_id as "locationId", b.name, b.language, b.made_at as "createdAt", b.acting_user_id as "actingUserId", ${memberNameSql('b')} as "memberName", b.operator,
    array(select c.work_shift_id from board_shifts c where c.workspace_id = b.workspace_id and c.board_id = b.id order by c.work_shift_id) as "shiftIds"
  from boards b
  where b.workspace_id = :workspaceId and (:locationId::bigint is null or b.location_id = :locationId) and (:boardId::bigint is null or b.id = :boardId)
  order by b.name, b.id
  limit 500`,
)

const linkColumns = {
  tokenHash: 'bytea',
  now: 'timestamptz',
  actingUserId: 'bigint?',
  operator: 'text?',
} as const

/** Creates a board with its shifts; no row if its location has a board with that name. */
export const insertBoard = statement(
  'insert_board',
  {
    takes: {
      workspaceId: 'bigint',
      locationId: 'bigint',
      name: 'text',
      language: narrowType<LanguageOf<'board'>>('text'),
      shiftIds: 'bigint[]',
      ...linkColumns,
    },
    returns: { id: 'bigint' },
  },
  `
  with board as (
    insert into boards (workspace_id, location_id, name, language, token_hash, made_at, acting_user_id, operator)
    values (:workspaceId, :locationId, :name, :language, :tokenHash, :now, :actingUserId, :operator)
    on conflict on constraint board_name_unique do nothing
    returning id
  ),
  shifts as (
    insert into board_shifts (workspace_id, board_id, work_shift_id)
    select :workspaceId, board.id, s.id
    from board
    cross join unnest(:shiftIds::bigint[]) as s (id)
  )
  select id from board`,
)

/** Gives a board a new link; no row if there is no such board. */
export const renewBoard = statement(
  'renew_board',
  {
    takes: { workspaceId: 'bigint', boardId: 'bigint', ...linkColumns },
    returns: { name: 'text' },
  },
  `
  update boards
  set token_hash = :tokenHash, made_at = :now, acting_user_id = :actingUserId, operator = :operator
  where workspace_id = :workspaceId and id = :boardId
  returning name`,
)

export const deleteBoard = statement(
  'delete_board',
  { takes: { workspaceId: 'bigint', boardId: 'bigint' }, returns: { name: 'text' } },
  `
  delete from boards
  where workspace_id = :workspaceId and id = :boardId
  returning name`,
)

/** The given shifts that belong to a location. */
export const shiftsOfLocation = statement(
  'shifts_of_location',
  {
    takes: { workspaceId: 'bigint', locationId: 'bigint', shiftIds: 'bigint[]' },
    returns: { id: 'bigint' },
  },
  `
  select id
  from work_shifts
  where workspace_id = :workspaceId and location_id = :locationId and mode = 'OFFLINE' and active and id = any (:shiftIds::bigint[])`,
)
