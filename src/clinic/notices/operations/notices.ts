// Operations on notices to patients.

import {
  choice,
  flag,
  id,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
  timestamp,
} from '../../../base/contract/schemas.ts'
import { type RowOf, statement } from '../../../base/db/statement.ts'
import { plan } from '../../../base/due-work/work.ts'
import { deliveries } from '../../../base/messages/sms/carrier-event.ts'
import {
  type InWorkspace,
  optionalWithDefault,
  workspaceOperation,
} from '../../../base/operations/operation.ts'
import { isoAt } from '../../../base/values/clinic-time.ts'
import { invalid } from '../../../base/values/problem.ts'
import { type NoticeKind, noticeKinds, visitNoticeKinds } from '../notice-settings.ts'
import { toNoticeSubject } from '../noticed-visit.ts'
import { gatheredKind, noticeWorkKind } from '../plan-notices.ts'
import { problem } from '../problems.ts'
import { type NoticeState, noticeById, patientNotices, recordedNotices } from '../queries.ts'
import { retryPayload } from '../send-notice.ts'

/**
 * Planned work, alone or gathered with other changes of a patient; work that was already attempted
 * appears among the notices.
 */
const plannedNotices = statement(
  'planned_notices',
  {
    takes: {
      workspaceId: 'bigint',
      kinds: 'text[]',
      gatheredKind: 'text',
      subjectId: 'bigint?',
      limit: 'bigint',
    },
    returns: { workKind: 'text', subjectId: 'bigint', at: 'timestamptz', isToken: 'boolean' },
  },
  `
  select "workKind", "subjectId", at,
    exists (select from queue_visits v where v.workspace_id = :workspaceId and v.id = "subjectId") as "isToken"
  from (
    select kind as "workKind", subject_id as "subjectId", due_at as at
    from due_work
    where workspace_id = :workspaceId and kind = any(:kinds) and state = 'WAITING' and attempts = 0
    union all
    select 'visit-' || change.kind, change.id::bigint, due_at
    from due_work
    cross join lateral jsonb_each_text(payload -> 'changes') as change (id, kind)
    where workspace_id = :workspaceId and due_work.kind = :gatheredKind and state = 'WAITING' and attempts = 0
  ) as planned
  where "workKind" = any(:kinds) and (:subjectId::bigint is null or "subjectId" = :subjectId)
  order by at
  limit :limit`,
)

const pageMax = 1_000
const states = [
  'PLANNED',
  'SENDING',
  'SENT',
  'FAILED',
  'UNKNOWN',
  'SKIPPED',
] as const satisfies readonly (NoticeState | 'PLANNED')[]

const subjectMembers = {
  appointmentId: nullable(id('The visit; null for a token or an offer.', 42)),
  visitId: nullable(id('The visit of a queue; null for anything else.', 43)),
  offerId: nullable(id('The offer to a patient on the waiting list; null for other notices.', 44)),
  patientPackId: nullable(
    id('The session pack whose payment it requests; null for other notices.', 5),
  ),
}

export const noticeOutput = object({
  id: nullable(id('The notice; null for a planned one.', 9_000)),
  ...subjectMembers,
  kind: choice(noticeKinds, 'What it tells.'),
  state: choice(
    states,
    'What became of it; UNKNOWN: the patient may have it or not. A FAILED one is tried again where `clinic work list` shows it.',
  ),
  at: timestamp('The time of its state; for a planned notice, when it is due.'),
  channel: nullable(text('How it was sent.', 'email')),
  destination: nullable(
    text('The recipient, masked; null once the patient is erased.', 'm***@example.org'),
  ),
  error: nullable(text('Why it was not sent, or may not have been.', 'the visit has begun')),
  delivery: nullable(
    choice(
      deliveries,
      'What the carrier reported last about an SMS or chat message; SENT: it passed it on; null: nothing.',
    ),
  ),
  deliveryCode: nullable(
    text('The carrier’s code for a message that it could not deliver.', '30003'),
  ),
})

export const noticesList = workspaceOperation({
  name: 'notices-list',
  right: 'visits:read',
  about: 'the whole clinic',
  summary:
    'List the notices sent to patients, newest first; for one visit, or with --state planned, also those still to be sent.',
  input: object({
    appointmentId: optional(id('Only notices about this visit.', 42)),
    visitId: optional(id('Only notices about this visit of a queue.', 43)),
    patientId: optional(
      id(
        'Only notices about visits, tokens and offers of this patient; planned notices are not included.',
        17,
      ),
    ),
    state: optional(choice(states, 'Only notices in this state.')),
    before: optional(id('Only notices older than this.', 9_000)),
    limit: optionalWithDefault(
      integer(`How many, up to ${pageMax}.`, 50, { minimum: 1, maximum: pageMax }),
      50,
    ),
  }),
  output: list(noticeOutput, 'The notices.'),
  async run(
    { database, workspaceId },
    {
      appointmentId = null,
      visitId = null,
      patientId,
      state = null,
      before = Number.MAX_SAFE_INTEGER,
      limit,
    },
  ) {
    if ([appointmentId, visitId, patientId ?? null].filter((one) => one !== null).length > 1)
      throw invalid('name exactly one of a visit, a token and a patient')
    if (patientId !== undefined) {
      const rows =
        state === 'PLANNED'
          ? []
          : await database.rows(patientNotices, { workspaceId, patientId, state, before, limit })
      return rows.map((row) => ({ ...row, at: isoAt('UTC', row.at) }))
    }
    const kinds = (appointmentId ?? visitId) === null ? noticeKinds : visitNoticeKinds
    const includesPlanned =
      state === 'PLANNED' || (state === null && (appointmentId ?? visitId) !== null)
    const planned = includesPlanned
      ? await database.rows(plannedNotices, {
          workspaceId,
          subjectId: appointmentId ?? visitId,
          limit,
          kinds: kinds.map(noticeWorkKind),
          gatheredKind,
        })
      : []
    const recorded =
      state === 'PLANNED'
        ? []
        : await database.rows(recordedNotices, {
            workspaceId,
            appointmentId,
            visitId,
            limit,
            state,
            before,
          })
    return [...planned.map(plannedView), ...recorded].map((row) => ({
      ...row,
      at: isoAt('UTC', row.at),
    }))
  },
})

function subjectMember(kind: NoticeKind, isToken: boolean) {
  if (kind === 'offer') return 'offerId'
  if (kind === 'packPayment') return 'patientPackId'
  return isToken ? 'visitId' : 'appointmentId'
}

function plannedView({ workKind, subjectId, at, isToken }: RowOf<typeof plannedNotices.returns>) {
  const kind = toNoticeKind(workKind)
  return {
    at,
    id: null,
    channel: null,
    destination: null,
    error: null,
    delivery: null,
    deliveryCode: null,
    kind,
    state: 'PLANNED' as const,
    ...toNoticeSubject({ [subjectMember(kind, isToken)]: subjectId }),
  }
}

function toNoticeKind(workKind: string): NoticeKind {
  return noticeKinds.find((kind) => noticeWorkKind(kind) === workKind) ?? 'confirmation'
}

export const noticesRetry = workspaceOperation({
  name: 'notices-retry',
  right: 'visits:write',
  about: 'the whole clinic',
  summary:
    'Resend a notice that failed, was skipped or may not have arrived; its text shows the visit as it is now.',
  input: object({ id: id('The notice, as `clinic notices list` shows it.', 9_000) }),
  output: object({
    kind: choice(noticeKinds, 'What it tells.'),
    ...subjectMembers,
  }),
  async run({ database, clock, workspaceId }, { id: noticeId }) {
    return database.transaction(async (queries) => {
      const [notice] = await queries.rows(noticeById, { workspaceId, id: noticeId })
      if (!notice) throw problem('NOTICE_NOT_FOUND', { id: noticeId })
      const { kind, state, delivery, ...subject } = notice
      if (state === 'SENDING' || (state === 'SENT' && delivery !== 'UNDELIVERED'))
        throw problem('NOTICE_NOT_RETRIABLE', { id: noticeId, state })
      await plan(queries, {
        workspaceId,
        kind: noticeWorkKind(kind),
        subjectId: Object.values(subject).find((id) => id !== null) as number,
        dueAt: clock.now(),
        payload: retryPayload(noticeId),
      })
      return { kind, ...subject }
    })
  },
})

const switchNotices = statement(
  'switch_notices',
  { takes: { workspaceId: 'bigint', isOff: 'boolean' } },
  `
  update workspaces
  set notices_off = :isOff
  where id = :workspaceId`,
)

function switchOperation<Name extends string>(name: Name, isOff: boolean, summary: string) {
  return workspaceOperation({
    name,
    right: 'setup:write',
    summary,
    input: object({}),
    output: object({ off: flag('Whether notices are off.', isOff) }),
    async run({
      database,
      configurations,
      workspaceId,
    }: InWorkspace<{ configurations: { forget(workspaceId: number): void } }>) {
      await database.rows(switchNotices, { workspaceId, isOff })
      configurations.forget(workspaceId)
      return { off: isOff }
    },
  })
}

export const noticesOff = switchOperation(
  'notices-off',
  true,
  'Stop all notices of a workspace, regardless of its clinic file; notices that come due are skipped.',
)
export const noticesOn = switchOperation(
  'notices-on',
  false,
  'Send notices again, as the clinic file says.',
)

export const noticeOperations = [noticesList, noticesRetry, noticesOff, noticesOn]
