// What a patient answers to a notice by SMS or chat (MSG-05). A yes confirms the visits of the last
// notice, a no is answered with their page, and everything else is for staff. The carrier's
// signature proves the number, and the number only what its owner could do by the link in the
// notice, or less: a reply never cancels or moves a visit.

import { hash } from 'node:crypto'
import type { Database, Queries } from '../../base/db/database.ts'
import { plan } from '../../base/due-work/work.ts'
import type {
  HeardOutcome,
  MessageEvent,
  ReceivedOutcome,
} from '../../base/messages/sms/carrier-event.ts'
import type { Clock } from '../../base/ports/clock.ts'
import type { Sealing } from '../../base/ports/sealing.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import type { MaybePromise } from '../../base/values/maybe-promise.ts'
import { normaliseUnicode } from '../../base/values/text.ts'
import { defaultNoticesPerDay, type NoticeSettings } from '../notices/notice-settings.ts'
import { notifyPatientChanged } from '../patients/queries.ts'
import { messageLengthMax, sealContent } from './message-content.ts'
import {
  type AnswerKind,
  insertAnswer,
  insertReceived,
  isReceived,
  messagesOfContact,
  messagesOfWorkspace,
  type WrittenChannel,
  writerOfMessage,
} from './queries.ts'
import { readAnswer } from './reply-words.ts'

export interface MessageServices {
  database: Database
  clock: Clock
  sealing: Sealing
  settingsOf(
    workspaceId: number,
  ): MaybePromise<{ notices: NoticeSettings | null; noticesOff: boolean }>
  /** Keyed hash by which notices know a contact. */
  hashOf(channel: WrittenChannel, address: string): Buffer
  /**
   * Confirms a visit in the name of its patient; false if it cannot be confirmed. A visit that is
   * confirmed stays so.
   */
  confirmVisit(workspaceId: number, appointmentId: number): Promise<boolean>
  /** Of some visits, those that are still to begin and not cancelled. */
  listUpcoming(workspaceId: number, appointmentIds: readonly number[]): Promise<number[]>
}

const dayMs = 24 * 3_600_000
// A person writes less; a machine at a number that has had a notice fills no table.
const messagesPerContactMax = 60
const messagesPerWorkspaceMax = 20_000
// Each costs what an SMS costs.
const automaticPerContactMax = 5

/** The kind of due work that sends a message to a patient; its subject is the message. */
export const messageWorkKind = 'patient-message'

/**
 * Hears a message of a number, and returns what it did; one that no patient of the clinic has is not kept, nor are more in a
 * day than a person writes. The same message twice has no second effect.
 */
export async function hearMessage(
  services: MessageServices,
  { workspaceId, channel }: { workspaceId: number; channel: WrittenChannel },
  { id, from, text }: MessageEvent,
): Promise<HeardOutcome> {
  const { database, clock, sealing, hashOf } = services
  const carrierIdHash = hash('sha256', `${channel} ${id}`, 'buffer')
  if ((await database.rows(isReceived, { workspaceId, carrierIdHash })).length > 0) return 'IGNORED'
  const contactHash = hashOf(channel, from)
  const contact = { workspaceId, contactHash }
  const [writer] = await database.rows(writerOfMessage, {
    ...contact,
    phoneNormalised: from,
  })
  if (!writer) return 'IGNORED'
  const since = clock.now() - dayMs
  const [ofContact] = await database.rows(messagesOfContact, { ...contact, since })
  const [ofWorkspace] = await database.rows(messagesOfWorkspace, {
    workspaceId,
    since,
    max: messagesPerWorkspaceMax,
  })
  if ((ofContact?.received ?? 0) >= messagesPerContactMax) return 'IGNORED'
  if ((ofWorkspace?.received ?? 0) >= messagesPerWorkspaceMax) return 'IGNORED'
  const { outcome, appointmentId } = await act(services, workspaceId, writer.appointmentIds, text)
  const { notices, noticesOff } = await services.settingsOf(workspaceId)
  const answersByItself =
    notices !== null &&
    !noticesOff &&
    (ofContact?.automatic ?? 0) < automaticPerContactMax &&
    (ofWorkspace?.sent ?? 0) < (notices.noticesPerDay ?? defaultNoticesPerDay)
  const seal = (content: string | null) =>
    sealContent(sealing, workspaceId, { contact: from, text: content })
  return database.transaction(async (queries) => {
    const now = clock.now()
    const message = {
      ...contact,
      patientId: writer.patientId,
      at: now,
      channel,
      appointmentId,
    }
    const received = await queries.rows(insertReceived, {
      ...message,
      sealed: seal(tidyMessage(text)),
      carrierIdHash,
      outcome,
    })
    if (received.length === 0) return 'IGNORED'
    const answer = automaticAnswers[outcome]
    if (answer && answersByItself)
      await planAnswer(queries, { ...message, sealed: seal(null), outcome: answer })
    await queries.rows(notifyPatientChanged, { workspaceId, patientId: writer.patientId })
    return outcome
  })
}

const automaticAnswers: Partial<Record<ReceivedOutcome, AnswerKind>> = {
  CONFIRMED: 'CONFIRMATION',
  SENT_PAGE: 'PAGE',
}

/** Does what a message asks for, and returns what that was and for which visit. */
async function act(
  { confirmVisit, listUpcoming }: MessageServices,
  workspaceId: number,
  noticedIds: readonly number[],
  text: string,
): Promise<{ outcome: ReceivedOutcome; appointmentId: number | null }> {
  const answer = readAnswer(text)
  const upcoming = noticedIds.length === 0 ? [] : await listUpcoming(workspaceId, noticedIds)
  const [first = null] = upcoming
  if (answer === 'NO' && first !== null) return { outcome: 'SENT_PAGE', appointmentId: first }
  if (answer === 'YES') {
    const confirmed: number[] = []
    for (const id of upcoming) if (await confirmVisit(workspaceId, id)) confirmed.push(id)
    const [appointmentId] = confirmed
    if (appointmentId !== undefined) return { outcome: 'CONFIRMED', appointmentId }
  }
  return { outcome: 'FOR_STAFF', appointmentId: first }
}

/** A text of several lines, without control characters; what is beyond the limit is cut off. */
export function tidyMessage(text: string): string {
  return normaliseUnicode(text.slice(0, messageLengthMax), 'NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, '')
    .trim()
}

interface Answer {
  workspaceId: number
  patientId: number
  at: Instant
  channel: WrittenChannel
  contactHash: Buffer
  sealed: Buffer
  appointmentId: number | null
  outcome: AnswerKind
  actingUserId?: number | null
  operator?: string | null
}

/** Stores a message to a patient and plans to send it; returns its id. */
export async function planAnswer(queries: Queries, answer: Answer): Promise<number> {
  const [row] = await queries.rows(insertAnswer, { actingUserId: null, operator: null, ...answer })
  if (!row) throw new Error('the message to the patient was not stored')
  await plan(queries, {
    workspaceId: answer.workspaceId,
    kind: messageWorkKind,
    subjectId: row.id,
    dueAt: answer.at,
  })
  return row.id
}
