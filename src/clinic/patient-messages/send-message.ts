// Sends one message to a patient as due work, at most once, as notices are: a message that a process
// began and did not finish is not sent again.

import type { Database, Queries } from '../../base/db/database.ts'
import { LeaseLost, type Work, WorkFailed, type WorkKind } from '../../base/due-work/work.ts'
import {
  type MessageRails,
  MessageRefused,
  MessageRejected,
  MessageUncertain,
  type NoticeMessage,
} from '../../base/messages/rail.ts'
import type { Clock } from '../../base/ports/clock.ts'
import type { Sealing } from '../../base/ports/sealing.ts'
import type { MaybePromise } from '../../base/values/maybe-promise.ts'
import { randomBase32 } from '../../base/values/random-text.ts'
import { listStops } from '../notices/message-stops.ts'
import { chooseLanguage, type NoticeSettings } from '../notices/notice-settings.ts'
import { fillText, placeholderValues, replyText } from '../notices/notice-text.ts'
import type { ReadNoticeVisit } from '../notices/noticed-visit.ts'
import { lostSentence } from '../notices/send-notice.ts'
import { makeVisitLink } from '../notices/visit-links.ts'
import { messageWorkKind } from './hear-message.ts'
import { openContent } from './message-content.ts'
import { type AnswerKind, lockAnswer, type MessageState, setMessageState } from './queries.ts'

export interface SendingServices {
  database: Database
  clock: Clock
  rails: MessageRails
  sealing: Sealing
  settingsOf(
    workspaceId: number,
  ): MaybePromise<{ notices: NoticeSettings | null; noticesOff: boolean }>
  readVisit: ReadNoticeVisit
  publicUrl(): string
}

// Twenty minutes: an answer that comes hours later is none.
const attemptsMax = 5
const referenceLength = 20

/** The kind of due work that sends messages to patients. */
export function messageWork(services: SendingServices): WorkKind {
  return { name: messageWorkKind, attemptsMax, run: (work) => send(services, work) }
}

interface Outcome {
  state: MessageState
  error: string | null
}

async function send(services: SendingServices, work: Work): Promise<undefined> {
  const { database, rails } = services
  const { workspaceId, subjectId: id } = work
  const message = await database.transaction((queries) => begin(services, work, queries))
  if (!message) return undefined
  const setState = (queries: Queries, outcome: Outcome) =>
    queries.rows(setMessageState, { workspaceId, id, reference: null, ...outcome })
  const finish = async (outcome: Outcome): Promise<undefined> => {
    try {
      await database.transaction(async (queries) => {
        await setState(queries, outcome)
        await work.finishWith(queries)
      })
    } catch (error) {
      if (error instanceof LeaseLost) await setState(database, outcome)
      throw error
    }
  }
  try {
    await rails.send(workspaceId, message)
  } catch (error) {
    if (!(error instanceof MessageRefused)) throw error
    if (error instanceof MessageUncertain) return finish({ state: 'UNKNOWN', error: error.message })
    const failed: Outcome = { state: 'FAILED', error: error.message }
    if (error instanceof MessageRejected || work.attempt >= attemptsMax) return finish(failed)
    await setState(database, { ...failed, state: 'PLANNED' })
    throw new WorkFailed(error.message)
  }
  return finish({ state: 'SENT', error: null })
}

/** Records that a message is being sent and returns it; undefined if it is not to be sent. */
async function begin(
  { sealing, settingsOf, readVisit, publicUrl, clock }: SendingServices,
  work: Work,
  queries: Queries,
): Promise<NoticeMessage | undefined> {
  const { workspaceId, subjectId: id } = work
  const [stored] = await queries.rows(lockAnswer, { workspaceId, id })
  const end = async (outcome?: Outcome) => {
    if (outcome)
      await queries.rows(setMessageState, { workspaceId, id, reference: null, ...outcome })
    await work.finishWith(queries)
    return undefined
  }
  // The process that began it no longer has the work.
  if (stored?.state === 'SENDING') return end({ state: 'UNKNOWN', error: lostSentence })
  if (stored?.state !== 'PLANNED') return end()
  const { channel, contactHash, appointmentId, outcome } = stored
  const skip = (error: string) => end({ state: 'SKIPPED', error })
  const { notices, noticesOff } = await settingsOf(workspaceId)
  if (noticesOff) return skip('notices are off')
  const content = openContent(sealing, workspaceId, stored.sealed)
  if (!content) return skip('it was encrypted with another secret of the installation')
  const stops = await listStops(queries, workspaceId, { emailHash: null, phoneHash: contactHash })
  if (stops.includes(channel)) return skip('OPTED_OUT: the patient wants no messages there')
  const automaticText = async (kind: Exclude<AnswerKind, 'WRITTEN'>) => {
    const visit =
      appointmentId === null ? undefined : await readVisit(queries, workspaceId, appointmentId)
    if (!visit || visit.isErased || visit.state !== 'EXPECTED') return undefined
    const language = chooseLanguage(notices ?? {}, visit.language)
    const page = `${publicUrl()}${await makeVisitLink(queries, { workspaceId, ...visit.subject }, clock.now())}`
    const short = replyText(kind === 'PAGE' ? 'page' : 'confirmed', language)
    const values = placeholderValues(visit, language, page)
    return fillText({ subject: '', body: short, short }, values).short
  }
  const text = outcome === 'WRITTEN' ? content.text : await automaticText(outcome)
  if (!text) return skip('the visit has changed its status since')
  const reference = stored.reference ?? randomBase32(referenceLength).toLowerCase()
  await queries.rows(setMessageState, {
    workspaceId,
    id,
    state: 'SENDING',
    error: null,
    reference,
  })
  // The last of all locks: a process that has lost the work begins nothing.
  await work.lockLease(queries)
  return {
    channel,
    destination: content.contact,
    name: `message-${id}`,
    reference,
    subject: '',
    text,
    calendars: [],
    template: null,
    isAnswer: true,
  }
}
