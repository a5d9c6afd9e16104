// Staff start and end the queue of a shift, call the next patient, and handle each token.

import {
  calendarDate,
  id,
  integer,
  nullable,
  object,
  optional,
  text,
} from '../../../base/contract/schemas.ts'
import type { Queries } from '../../../base/db/database.ts'
import { type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import { changeMember, findChangeSince } from '../../booking/desk-changes.ts'
import { listedTokenMembers, listedTokenSchema, loadListedTokens } from '../listed-tokens.ts'
import { problem } from '../problems.ts'
import { tokenDisplay } from '../queue-visit.ts'
import {
  actOnToken,
  callNext,
  endQueue,
  type LockedQueue,
  loadVisitByNumber,
  moveToken,
  queueLabel,
  type StaffVisit,
  startQueue,
  undoTokenAction,
  withQueue,
} from '../run-queue.ts'
import { undoTokenChange } from '../undo-token-change.ts'
import { findRequestedQueue, type ShiftInput, shiftMembers } from './queues.ts'

const { date: _, ...ofShiftToday } = shiftMembers

export const queueStart = workspaceOperation({
  name: 'queue-start',
  right: 'queue:write',
  about: 'shift',
  summary: 'Start the queue of a shift for today; from then on tokens move through it.',
  input: object(ofShiftToday),
  output: object({
    qmsWorkShiftId: id('The shift.', 5),
    date: calendarDate('The date.'),
    waiting: integer('Who wait.', 7),
  }),
  async run(context: InWorkspace<Configured>, input) {
    const { in: day, waiting } = await startQueue(context, await findRequestedQueue(context, input))
    return { qmsWorkShiftId: day.workShiftId, date: day.date, waiting }
  },
})

export const queueEnd = workspaceOperation({
  name: 'queue-end',
  right: 'queue:write',
  about: 'shift',
  summary:
    'End the queue of a shift for the day: the visit in consultation is completed, skipped patients become no-shows, and those still waiting are cancelled.',
  input: object(shiftMembers),
  output: object({
    completed: integer('Tokens that were being seen.', 1),
    absent: integer('Tokens that had been skipped.', 2),
    cancelled: integer('Tokens that were still waiting.', 3),
    cancelledPaid: integer('Waiting tokens that were paid; they must be refunded.', 1),
  }),
  async run(context, input) {
    const { COMPLETED, NO_SHOW, CANCELLED, cancelledPaid } = await withQueue(
      context,
      await findRequestedQueue(context, input),
      endQueue,
    )
    return { completed: COMPLETED, absent: NO_SHOW, cancelled: CANCELLED, cancelledPaid }
  },
})

const changedToken = object(
  { ...listedTokenMembers, change: changeMember },
  { description: 'A token.' },
)

export const queueNext = workspaceOperation({
  name: 'queue-next',
  right: 'queue:write',
  about: 'shift',
  summary: 'Call the first patient in line.',
  input: object(shiftMembers),
  output: object({
    called: nullable({
      ...changedToken,
      description: 'The called token; null if no one is waiting.',
    }),
  }),
  async run(context, input) {
    return withQueue(context, await findRequestedQueue(context, input), async (queries, queue) => {
      const called = await callNext(queries, queue)
      return { called: called ? await loadShownToken(queries, queue, called) : null }
    })
  },
})

const token = text('The token, as A-12 or 12.', 'A-12', {
  pattern: '^([A-Z]{1,3}-)?[1-9]\\d{0,5}$',
})
const reasonText = 'Why; kept with what happened.'
const reasonLength = { minLength: 1, maxLength: 500 }

/** Applies an action to a token, and returns the updated token. */
async function withToken(
  context: InWorkspace,
  input: ShiftInput,
  tokenText: string,
  work: (queries: Queries, queue: LockedQueue, number: number) => Promise<StaffVisit>,
) {
  return withQueue(context, await findRequestedQueue(context, input), async (queries, queue) =>
    loadShownToken(
      queries,
      queue,
      await work(queries, queue, await parseTokenNumber(queries, queue, tokenText)),
    ),
  )
}

async function loadShownToken(
  queries: Queries,
  { in: { workspaceId }, now }: LockedQueue,
  { id }: StaffVisit,
) {
  const [token] = await loadListedTokens(queries, workspaceId, [id])
  if (!token) throw new Error('the changed token was not found')
  return { ...token, change: await findChangeSince(queries, workspaceId, id, now) }
}

/** The number in a token; if a letter was typed, it must be that of the shift. */
async function parseTokenNumber(
  queries: Queries,
  queue: LockedQueue,
  tokenText: string,
): Promise<number> {
  const [number, letter] = tokenText.split('-').reverse()
  const visit = await loadVisitByNumber(queries, queue, Number(number))
  if (letter === undefined || letter === visit.tokenLetter) return visit.tokenNumber
  throw problem('TOKEN_LETTER_MISMATCH', {
    ...queueLabel(queue.in),
    token: tokenText,
    number: visit.tokenNumber,
    known: tokenDisplay(visit),
  })
}

export const queueMove = workspaceOperation({
  name: 'queue-move',
  right: 'queue:write',
  about: 'shift',
  summary: 'Move a waiting token to another place in line.',
  input: object({
    ...shiftMembers,
    token,
    to: integer('The new position, 1 for the first; a number beyond the end means the last.', 2, {
      minimum: 1,
      maximum: 5000,
    }),
    reason: text(reasonText, 'Has to catch a train', reasonLength),
  }),
  output: changedToken,
  run: (context, { token: tokenText, to, reason, ...input }) =>
    withToken(context, input, tokenText, (queries, queue, number) =>
      moveToken(queries, queue, number, to, reason),
    ),
})

const tokenActions = [
  ['recall', 'recall', 'Call the called patient again.'],
  ['skip', 'skip', 'Skip a patient who is not there; they can come back.'],
  ['return', 'bringBack', 'Bring who was skipped or absent back, to the place of their token.'],
  ['begin', 'begin', 'Say that a consultation begins.'],
  ['complete', 'complete', 'Say that a consultation is over.'],
  ['no-show', 'noShow', 'Mark a token as a no-show.'],
  ['cancel', 'cancel', 'Cancel a token; its number will not be used again.'],
] as const

export const queueActions = tokenActions.map(([word, name, summary]) =>
  workspaceOperation({
    name: `queue-${word}` as const,
    right: 'queue:write',
    about: 'shift',
    summary,
    input: object({
      ...shiftMembers,
      token,
      reason: optional(text(reasonText, 'Went home', reasonLength)),
    }),
    output: changedToken,
    run: (context, { token: tokenText, reason = null, ...input }) =>
      withToken(context, input, tokenText, (queries, queue, number) =>
        actOnToken(queries, queue, number, name, reason),
      ),
  }),
)

export const queueTakeBack = workspaceOperation({
  name: 'queue-take-back',
  right: 'queue:write',
  about: 'shift',
  summary: 'Undo a wrong call, or a consultation started by mistake, within a minute.',
  input: object({
    ...shiftMembers,
    token,
    reason: optional(text(reasonText, 'Wrong number', reasonLength)),
  }),
  output: changedToken,
  run: (context, { token: tokenText, reason = null, ...input }) =>
    withToken(context, input, tokenText, (queries, queue, number) =>
      undoTokenAction(queries, queue, number, reason),
    ),
})

export const queueUndo = workspaceOperation({
  name: 'queue-undo',
  right: 'queue:write',
  about: 'change',
  summary:
    'Undo the last change of a token within 12 seconds: the token and its position in line are restored.',
  input: object({ id: id('The change, as the operation that made it returned it.', 7) }),
  output: listedTokenSchema,
  async run(context, { id }) {
    const { database, workspaceId, actor } = context
    const visitId = await undoTokenChange(context, { workspaceId, actor }, id, 'QUEUE')
    const [token] = await loadListedTokens(database, workspaceId, [visitId])
    if (!token) throw new Error('the token of the undone change was not found')
    return token
  },
})
