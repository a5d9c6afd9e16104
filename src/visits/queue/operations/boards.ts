// The boards of waiting rooms, and their links: each board has one, which is shown when it is
// created (LINE-04).

import { listLanguages } from '../../../../words/service.ts'
import {
  choice,
  id,
  list,
  object,
  optional,
  text,
  timestamp,
} from '../../../base/contract/schemas.ts'
import { type Actor, authorValues, describeActor } from '../../../base/operations/actor.ts'
import {
  type InWorkspace,
  optionalWithDefault,
  workspaceOperation,
} from '../../../base/operations/operation.ts'
import { type Instant, isoAt } from '../../../base/values/clinic-time.ts'
import { invalid } from '../../../base/values/problem.ts'
import { tidyName } from '../../../base/values/text.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import { createBoardLink } from '../board/links.ts'
import {
  deleteBoard,
  insertBoard,
  listedBoards,
  renewBoard,
  shiftsOfLocation,
} from '../board/queries.ts'
import { problem } from '../problems.ts'

/** The maximum number of boards at one location. */
const boardsMax = 20

type BoardServices = Configured & { publicUrl(): string }

const boardId = id('The board.', 4)
const name = text('What staff call it.', 'Waiting room', { minLength: 1, maxLength: 60 })
const language = choice(listLanguages('board'), 'The language that it shows and speaks.')
const shiftIds = (description: string) => list(id('A shift.', 5), description, { maxItems: 50 })
const boardLinkSchema = object({
  id: boardId,
  name,
  url: text(
    'Open it in the browser of the board. It is shown only once.',
    'https://booking.sunrise.example/board/7k3q…',
  ),
})

function linkAuthor(actor: Actor, now: Instant) {
  const { actingUserId, operator } = authorValues(actor)
  return { actingUserId, operator, now }
}

export const boardList = workspaceOperation({
  name: 'board-list',
  right: 'queue:read',
  about: 'the whole clinic',
  summary: 'List the boards that show called numbers in waiting rooms.',
  input: object({ addressId: optional(id('Only boards of this location.')) }),
  output: list(
    object({
      id: boardId,
      addressId: id('The location.'),
      name,
      language,
      qmsWorkShiftIds: shiftIds('The shifts it is for; none where it is for all of its location.'),
      createdAt: timestamp('When its link was created.'),
      by: text('Who made it.', 'Nina Roy'),
    }),
    'Boards by name, at most 500.',
  ),
  async run(
    { database, configurations, workspaceId }: InWorkspace<Configured>,
    { addressId = null },
  ) {
    const { locations, timezone } = await configurations.of(workspaceId)
    const boards = await database.rows(listedBoards, {
      workspaceId,
      locationId: addressId,
      boardId: null,
    })
    return boards.map(
      ({
        locationId,
        shiftIds: qmsWorkShiftIds,
        createdAt,
        actingUserId,
        memberName,
        operator,
        ...board
      }) => ({
        ...board,
        addressId: locationId,
        qmsWorkShiftIds: [...qmsWorkShiftIds],
        createdAt: isoAt(
          locations.find((location) => location.id === locationId)?.timezone ?? timezone,
          createdAt,
        ),
        by: describeActor({
          keyId: null,
          bySession: false,
          byService: false,
          actingUserId,
          memberName,
          operator,
        }),
      }),
    )
  },
})

export const boardMake = workspaceOperation({
  name: 'board-make',
  once: 'WITHOUT_ANSWER',
  right: 'queue:write',
  about: 'the whole clinic',
  summary: 'Create a board for a waiting room; its link is shown only once.',
  input: object({
    addressId: id('The location.'),
    name: optionalWithDefault(name, 'Waiting room'),
    language: optionalWithDefault(language, 'en'),
    qmsWorkShiftIds: optionalWithDefault(
      shiftIds('The shifts it is for; all of the location when omitted.'),
      [],
    ),
  }),
  output: boardLinkSchema,
  async run(
    { database, clock, configurations, actor, workspaceId, publicUrl }: InWorkspace<BoardServices>,
    input,
  ) {
    const { addressId: locationId } = input
    const { locations } = await configurations.of(workspaceId)
    if (!locations.some((location) => location.id === locationId))
      throw problem('ADDRESS_NOT_FOUND')
    const tidiedName = tidyName(input.name)
    if (tidiedName === '') throw invalid('name must not be empty')
    const requestedShiftIds = [...new Set(input.qmsWorkShiftIds)]
    const existingShiftIds = new Set(
      (
        await database.rows(shiftsOfLocation, {
          workspaceId,
          locationId,
          shiftIds: requestedShiftIds,
        })
      ).map((shift) => shift.id),
    )
    const foreign = requestedShiftIds.filter((shift) => !existingShiftIds.has(shift))
    if (foreign.length > 0)
      throw problem('BOARD_SHIFT_NOT_AT_LOCATION', { shifts: foreign.join(', ') })
    const boards = await database.rows(listedBoards, { workspaceId, locationId, boardId: null })
    if (boards.length >= boardsMax) throw problem('TOO_MANY_BOARDS', { most: boardsMax })
    const { url, tokenHash } = createBoardLink(publicUrl())
    const board = {
      workspaceId,
      locationId,
      name: tidiedName,
      language: input.language,
      shiftIds: requestedShiftIds,
      tokenHash,
    }
    const [madeBoard] = await database.rows(insertBoard, {
      ...board,
      ...linkAuthor(actor, clock.now()),
    })
    if (!madeBoard) throw problem('BOARD_NAME_TAKEN', { name: tidiedName })
    return { id: madeBoard.id, name: tidiedName, url }
  },
})

export const boardRenew = workspaceOperation({
  name: 'board-renew',
  once: 'WITHOUT_ANSWER',
  right: 'queue:write',
  about: 'the whole clinic',
  summary:
    'Give a board a new link; its old link stops working at once, even where the board is open.',
  input: object({ id: boardId }),
  output: boardLinkSchema,
  async run(
    { database, clock, actor, workspaceId, publicUrl }: InWorkspace<BoardServices>,
    { id: requestedId },
  ) {
    const { url, tokenHash } = createBoardLink(publicUrl())
    const [renewed] = await database.rows(renewBoard, {
      workspaceId,
      boardId: requestedId,
      tokenHash,
      ...linkAuthor(actor, clock.now()),
    })
    if (!renewed) throw problem('BOARD_NOT_FOUND', { id: requestedId })
    return { id: requestedId, name: renewed.name, url }
  },
})

export const boardWithdraw = workspaceOperation({
  name: 'board-withdraw',
  right: 'queue:write',
  about: 'the whole clinic',
  summary: 'Remove a board: its link stops working.',
  input: object({ id: boardId }),
  output: object({ id: boardId, name }),
  async run({ database, workspaceId }: InWorkspace, { id: requestedId }) {
    const [deleted] = await database.rows(deleteBoard, { workspaceId, boardId: requestedId })
    if (!deleted) throw problem('BOARD_NOT_FOUND', { id: requestedId })
    return { id: requestedId, name: deleted.name }
  },
})

export const boardOperations = [boardList, boardMake, boardRenew, boardWithdraw]
