// Operations on the messages between a patient and the clinic.

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
import { deliveries } from '../../../base/messages/sms/carrier-event.ts'
import { type Actor, actingMemberId } from '../../../base/operations/actor.ts'
import {
  type InWorkspace,
  optionalWithDefault,
  workspaceOperation,
} from '../../../base/operations/operation.ts'
import type { Sealing } from '../../../base/ports/sealing.ts'
import { isoAt } from '../../../base/values/clinic-time.ts'
import { invalid } from '../../../base/values/problem.ts'
import { recordAccess } from '../../audit/audit.ts'
import { recordOpening } from '../../audit/opening.ts'
import { lockPatient, resolvePatientForRead } from '../../patients/led-to.ts'
import { notifyPatientChanged } from '../../patients/queries.ts'
import { planAnswer, tidyMessage } from '../hear-message.ts'
import { openContent, sealContent } from '../message-content.ts'
import { problem } from '../problems.ts'
import {
  endOpenMessages,
  lastReceived,
  messageStates,
  messagesOfPatient,
  writtenChannels,
} from '../queries.ts'

type MessageContext = InWorkspace<{ sealing: Sealing }>

const hourMs = 3_600_000
/** For how long a message can be answered: WhatsApp takes free texts for a day. */
const answerHours = { chatapp: 24, sms: 30 * 24 } as const

// Three SMS are 459 characters; a chat message could be longer.
const answerLengthMax = 1_000
const pageMax = 200

export const patientMessages = workspaceOperation({
  name: 'patient-messages',
  right: 'patients:read',
  about: 'patient',
  summary: 'List the messages between a patient and the clinic, newest first.',
  input: object({
    id: id('The patient.', 42),
    before: optional(id('Only messages older than this.', 9_000)),
    opened: optional(
      id('The audit entry of an earlier answer to the same page, which then is no other.', 9_000),
    ),
    limit: optionalWithDefault(
      integer(`How many, up to ${pageMax}.`, 20, { minimum: 1, maximum: pageMax }),
      20,
    ),
  }),
  output: object({
    messages: list(
      object({
        id: id('The message.', 9_000),
        at: timestamp('When it came, or was written.'),
        fromPatient: flag('Whether the patient wrote it.'),
        channel: choice(writtenChannels, 'How it was sent.'),
        text: nullable(
          text(
            'The text; null for an automatic answer, and for a text that another secret of the installation encrypted.',
            'Can I bring my mother?',
          ),
        ),
        appointmentId: nullable(id('The visit of the notice that it answers; null: of none.', 42)),
        outcome: choice(
          ['CONFIRMED', 'SENT_PAGE', 'FOR_STAFF', 'WRITTEN', 'CONFIRMATION', 'PAGE'],
          'What a message of the patient led to: the visit was confirmed, its page was sent, or it is for staff. Of an answer: written by staff, or which automatic one.',
        ),
        isOpen: flag('Whether it is for staff and no one has dealt with it yet.'),
        writer: nullable(text('Who wrote the answer.', 'Nina Roy')),
        state: nullable(
          choice(messageStates, 'What became of the answer; UNKNOWN: it may have arrived or not.'),
        ),
        error: nullable(text('Why the answer was not sent.', 'OPTED_OUT: …')),
        delivery: nullable(choice(deliveries, 'What the carrier reported last; null: nothing.')),
        deliveryCode: nullable(text('The carrier’s code for a failed delivery.', '30003')),
      }),
      'The messages.',
    ),
    opened: nullable(id('The audit entry of this access; null: there was nothing to read.', 9_000)),
  }),
  async run(
    { database, clock, actor, workspaceId, sealing }: MessageContext,
    { id: requestedId, before = Number.MAX_SAFE_INTEGER, limit, opened },
  ) {
    return database.transaction(async (queries) => {
      const patientId = await resolvePatientForRead(queries, workspaceId, requestedId)
      const rows = await queries.rows(messagesOfPatient, { workspaceId, patientId, before, limit })
      const entry =
        rows.length === 0
          ? null
          : await recordOpening(queries, workspaceId, actor, {
              patientIds: [patientId],
              opened,
              now: clock.now(),
            })
      const messages = rows.map(({ sealed, at, doneAt, ...message }) => ({
        ...message,
        at: isoAt('UTC', at),
        text: openContent(sealing, workspaceId, sealed)?.text ?? null,
        isOpen: message.outcome === 'FOR_STAFF' && doneAt === null,
      }))
      return { messages, opened: entry }
    })
  },
})

const toWriter = (actor: Actor) => ({
  actingUserId: actingMemberId(actor),
  operator: actor.kind === 'operator' ? actor.name : null,
})

export const patientMessageSend = workspaceOperation({
  name: 'patient-message-send',
  right: 'patients:write',
  about: 'patient',
  summary: 'Answer the last message of a patient, at the number and by the channel it came from.',
  input: object({
    id: id('The patient.', 42),
    text: text(
      `The answer, at most ${answerLengthMax} characters. An SMS is paid by its length.`,
      'Yes, please bring her.',
      { maxLength: answerLengthMax },
    ),
  }),
  output: object({
    id: id('The patient.', 42),
    messageId: id('The answer, which is sent at once.', 9_001),
  }),
  async run(
    { database, clock, actor, workspaceId, sealing }: MessageContext,
    { id: requestedId, text: typed },
  ) {
    const written = tidyMessage(typed)
    if (written === '') throw invalid('text must say something')
    return database.transaction(async (queries) => {
      const patientId = await lockPatient(queries, workspaceId, requestedId)
      const [last] = await queries.rows(lastReceived, { workspaceId, patientId })
      const content = last && openContent(sealing, workspaceId, last.sealed)
      if (!last || !content) throw problem('NO_MESSAGE_TO_ANSWER', { id: patientId })
      const now = clock.now()
      const hours = answerHours[last.channel]
      if (now >= last.at + hours * hourMs)
        throw problem('MESSAGE_TOO_OLD_TO_ANSWER', {
          id: patientId,
          at: isoAt('UTC', last.at),
          channel: last.channel,
          hours,
        })
      const messageId = await planAnswer(queries, {
        workspaceId,
        patientId,
        at: now,
        channel: last.channel,
        contactHash: last.contactHash,
        sealed: sealContent(sealing, workspaceId, { contact: content.contact, text: written }),
        appointmentId: last.appointmentId,
        outcome: 'WRITTEN',
        ...toWriter(actor),
      })
      const { actingUserId: userId } = toWriter(actor)
      await queries.rows(endOpenMessages, { workspaceId, patientId, until: last.id, now, userId })
      await queries.rows(notifyPatientChanged, { workspaceId, patientId })
      await recordAccess(queries, workspaceId, actor, {
        action: 'CHANGED',
        changedMembers: ['messages'],
        patientIds: [patientId],
        now,
      })
      return { id: patientId, messageId }
    })
  },
})

export const patientMessagesDone = workspaceOperation({
  name: 'patient-messages-done',
  right: 'patients:write',
  about: 'patient',
  summary: 'Mark the open messages of a patient as dealt with, up to one of them.',
  input: object({
    id: id('The patient.', 42),
    until: id('The last message that was read.', 9_000),
  }),
  output: object({
    id: id('The patient.', 42),
    done: integer('How many were open.', 1),
  }),
  async run({ database, clock, actor, workspaceId }, { id: requestedId, until }) {
    return database.transaction(async (queries) => {
      const patientId = await lockPatient(queries, workspaceId, requestedId)
      const now = clock.now()
      const ended = await queries.rows(endOpenMessages, {
        workspaceId,
        patientId,
        until,
        now,
        userId: actingMemberId(actor),
      })
      if (ended.length > 0) {
        await queries.rows(notifyPatientChanged, { workspaceId, patientId })
        await recordAccess(queries, workspaceId, actor, {
          action: 'CHANGED',
          changedMembers: ['messages'],
          patientIds: [patientId],
          now,
        })
      }
      return { id: patientId, done: ended.length }
    })
  },
})
