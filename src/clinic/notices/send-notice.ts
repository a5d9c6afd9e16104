// Sends one notice as due work. Due work may run twice, and a rail cannot be asked what it did. So a record is written before a rail is
// asked, and a process that finds such a record without a result does not send again. docs/decisions/visits.md

import type { Database, Queries } from '../../base/db/database.ts'
import { LeaseLost, plan, type Work, WorkFailed, type WorkKind } from '../../base/due-work/work.ts'
import { type Channel, type MessageSettings, waysOf } from '../../base/messages/channels.ts'
import { isMailAddress, readMailbox } from '../../base/messages/mailbox.ts'
import { type MessageRails, MessageRefused, MessageRejected, MessageUncertain, type NoticeMessage } from '../../base/messages/rail.ts'
import type { Clock } from '../../base/ports/clock.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { normalisedEmail } from '../../base/values/email.ts'
import { maskedEmail, maskedPhone } from '../../base/values/masked.ts'
import type { MaybeLater } from '../../base/values/maybe-later.ts'
import { calendarEntry } from './calendar-entry.ts'
import { carries, defaultChannels, defaultLanguage, defaultNoticesPerDay, type NoticeKind, type NoticeSettings, noticeKinds } from './notice-settings.ts'
import { factsOf, filled, textOf } from './notice-text.ts'
import type { NoticedVisit, ReadNoticedVisit } from './noticed-visit.ts'
import { type GatheredPayload, gatheredKind, workKindOf } from './plan-notices.ts'
import { beginNotice, endNotice, lastNotice, lockNotices, type NoticeState, noticesSince, skipNotice } from './queries.ts'
import { makeVisitLink } from './visit-links.ts'

interface Settings {
  notices: NoticeSettings | null
  noticesOff: boolean
  messages: MessageSettings | null
}

export interface NoticeServices {
  database: Database
  clock: Clock
  rails: MessageRails
  mode: 'sandbox' | 'production'
  settingsOf(workspaceId: number): MaybeLater<Settings>
  readVisit: ReadNoticedVisit
  /** The same for a queue visit. */
  readToken: ReadNoticedVisit
  /** The same for an offered time. */
  readOffer: ReadNoticedVisit
  /** The same for a session pack. */
  readPack: ReadNoticedVisit
  /** The public URL of the service. */
  publicUrl(): string
  /** Keyed hash by which limits count a destination. */
  hashOf(channel: Channel, address: string): Buffer
}

// Over some three hours; if a mail server is away for longer, an operator has to act.
const attemptsMax = 10
const dayMs = 24 * 3_600_000
// From one workspace to one phone number or address within a day, even for a family: this limits what a stranger who books and cancels can
// make us send.
const noticesPerDestinationMax = 30

export const lostSentence = 'the process ended while it was sent'

/** The subject of a message: one notice, or one for each of several visits. */
interface Subject {
  kind: NoticeKind
  subjectId: number
}

/** The kinds of due work that send notices; their subject is the visit, and for gathered notices the patient. */
export function noticeWork(services: NoticeServices): WorkKind[] {
  const kinds = noticeKinds.map(
    (kind): WorkKind => ({
      name: workKindOf(kind),
      attemptsMax,
      run: (work) => send(services, [{ kind, subjectId: work.subjectId }], work),
    }),
  )
  return [...kinds, { name: gatheredKind, attemptsMax, run: (work) => send(services, gathered(work), work) }]
}

function gathered({ payload }: Work): Subject[] {
  return Object.entries((payload as GatheredPayload).changes).map(([id, kind]) => ({ kind, subjectId: Number(id) }))
}

interface Outcome {
  state: 'SENT' | 'FAILED' | 'UNKNOWN'
  error: string | null
}

async function send(services: NoticeServices, subjects: readonly Subject[], work: Work): Promise<undefined> {
  const { database, clock, rails } = services
  const { workspaceId } = work
  const settings = await services.settingsOf(workspaceId)
  const begun = await database.transaction((queries) => begin(services, settings, subjects, work, queries))
  if (!begun) return undefined
  const end = async (queries: Queries, outcome: Outcome) => {
    for (const id of begun.ids) await queries.rows(endNotice, { workspaceId, id, at: clock.now(), ...outcome })
  }
  const finish = async (outcome: Outcome): Promise<undefined> => {
    try {
      await database.transaction(async (queries) => {
        await end(queries, outcome)
        await work.finishWith(queries)
      })
    } catch (error) {
      // The visit was cancelled in the meantime, or another process has the work: the result is recorded anyway.
      if (error instanceof LeaseLost) await end(database, outcome)
      throw error
    }
  }
  try {
    await rails.send(workspaceId, begun.message)
  } catch (error) {
    if (!(error instanceof MessageRefused)) throw error
    if (error instanceof MessageUncertain) return finish({ state: 'UNKNOWN', error: error.message })
    const failed: Outcome = { state: 'FAILED', error: error.message }
    if (error instanceof MessageRejected) return finish(failed)
    await end(database, failed)
    throw new WorkFailed(error.message)
  }
  return finish({ state: 'SENT', error: null })
}

const mayBeThere: readonly NoticeState[] = ['SENDING', 'SENT', 'UNKNOWN']

/** The payload for a notice that an operator sends again, in addition to the work's id: the notice that may or may not have arrived. */
export const retryOf = (noticeId: number) => ({ retried: noticeId })

function retriedBy({ payload }: Work): number | undefined {
  return (payload as Partial<ReturnType<typeof retryOf>> | null)?.retried
}

interface Begun {
  ids: number[]
  message: NoticeMessage
}

/**
 * Records that notices are being sent and returns their message. If none is to be sent, records why, finishes the work and returns
 * undefined.
 */
async function begin(services: NoticeServices, settings: Settings, subjects: readonly Subject[], work: Work, queries: Queries): Promise<Begun | undefined> {
  const { workspaceId } = work
  const visits: (NoticedVisit | undefined)[] = []
  for (const subject of subjects) visits.push(await readSubject(services, queries, workspaceId, subject))
  await queries.rows(lockNotices, { workspaceId })
  // Read now, so that no notice with a later time is counted.
  const now = services.clock.now()
  // A change just made at the desk may be undone or changed again: one notice then reports the
  // final state.
  const unsettledUntil = Math.max(...visits.map((visit) => visit?.unsettledUntil ?? -Infinity))
  if (unsettledUntil >= now) {
    await work.finishWith(queries, unsettledUntil + 1)
    return undefined
  }
  const round = { services, settings, queries, work, now }
  const wanted: Wanted[] = []
  for (const [index, subject] of subjects.entries()) wanted.push(...(await wantedOf(round, subject, visits[index])))
  // A template has the facts of only one visit.
  if (wanted.length > 1 && wanted.some(({ reached }) => waysOf[reached.channel].needsTemplate)) {
    for (const { kind, subjectId } of wanted) await plan(queries, { workspaceId, kind: workKindOf(kind), subjectId, dueAt: now })
    wanted.length = 0
  }
  const begun: { id: number; message: NoticeMessage }[] = []
  for (const each of wanted) begun.push(...(await beginOne(round, each)))
  if (begun.length === 0) {
    await work.finishWith(queries)
    return undefined
  }
  // The last of all locks: a process that has lost the work begins nothing.
  await work.hold(queries)
  return { ids: begun.map(({ id }) => id), message: messageOfAll(begun.map(({ message }) => message)) }
}

/** Reads the subject of a notice: appointments and tokens take their ids from one sequence, offers and packs from their own. */
async function readSubject(services: NoticeServices, queries: Queries, workspaceId: number, { kind, subjectId }: Subject) {
  const { readVisit, readToken, readOffer, readPack } = services
  if (kind === 'offer') return readOffer(queries, workspaceId, subjectId)
  if (kind === 'packPayment') return readPack(queries, workspaceId, subjectId)
  return (await readVisit(queries, workspaceId, subjectId)) ?? (await readToken(queries, workspaceId, subjectId))
}

/** A notice to be sent, and its recipient. */
interface Wanted extends Told, Subject {
  reached: Reached
  /** The notice to continue after a failed attempt; null: a new one. */
  failedId: number | null
  lateMinutes: number | null
}

/** The shared inputs for beginning the notices of a message, in one transaction. */
interface Round {
  services: NoticeServices
  settings: Settings
  queries: Queries
  work: Work
  now: Instant
}

/** The notice for a subject, if it is to be sent; otherwise the reason is recorded. */
async function wantedOf(round: Round, { kind, subjectId }: Subject, visit: NoticedVisit | undefined): Promise<Wanted[]> {
  const {
    services: { mode },
    settings: { notices, noticesOff, messages },
    queries,
    work,
    now,
  } = round
  const { workspaceId } = work
  if (!visit) return []
  const ofVisit = { workspaceId, ...visit.subject, kind }
  const [last] = await queries.rows(lastNotice, ofVisit)
  // The process that began it no longer has the work.
  if (last?.state === 'SENDING') await queries.rows(endNotice, { workspaceId, id: last.id, state: 'UNKNOWN', at: now, error: lostSentence })
  const lateMinutes = kind === 'late' ? visit.minutesLate : null
  // Work can run again after it was done. A notice that was sent, or may have been, is not repeated for the same time, unless an operator
  // asks for it; a longer delay is news.
  const isNews = last?.visitFromAt !== visit.fromAt || (lateMinutes ?? 0) > (last?.lateMinutes ?? 0)
  const isSaid = last && mayBeThere.includes(last.state) && !isNews && last.id !== retriedBy(work)
  // No notices are sent for a void visit.
  if (visit.voided || isSaid) return []
  const skip = (error: string) => skipOne(round, { kind, visit }, error)
  if (!notices?.[kind]) return skip('the clinic file asks for no such notices')
  if (noticesOff) return skip('notices are off')
  const told = { kind, visit, settings: notices, messages, now }
  const pointless = whyPointless(told)
  if (pointless !== undefined) return skip(pointless)
  const reached = reachOf(told, mode === 'sandbox' ? 'all' : messages)
  if (!reached) return skip('the patient has no contact that a rail of the clinic file reaches')
  return [{ ...told, subjectId, reached, failedId: last?.state === 'FAILED' ? last.id : null, lateMinutes }]
}

/** Records why a notice is not sent. */
async function skipOne({ queries, work: { workspaceId }, now }: Round, { kind, visit }: Pick<Wanted, 'kind' | 'visit'>, error: string): Promise<[]> {
  await queries.rows(skipNotice, { workspaceId, ...visit.subject, kind, at: now, visitFromAt: visit.fromAt, error })
  return []
}

/** Records that a notice is being sent, within the limits. */
async function beginOne(round: Round, wanted: Wanted): Promise<{ id: number; message: NoticeMessage }[]> {
  const {
    services: { publicUrl, hashOf },
    queries,
    work: { workspaceId },
    now,
  } = round
  const { kind, visit, reached, failedId, lateMinutes } = wanted
  const { channel, destination } = reached
  const { noticesPerDay = defaultNoticesPerDay } = wanted.settings
  const ofVisit = { workspaceId, ...visit.subject, kind }
  const skip = (error: string) => skipOne(round, wanted, error)
  const destinationHash = hashOf(channel, destination)
  // A tenth, as for codes: docs/decisions/security.md.
  const noticesOfSite = Math.max(3, Math.ceil(noticesPerDay / 10))
  const [sent] = await queries.rows(noticesSince, {
    workspaceId,
    destinationHash,
    siteHash: visit.siteHash,
    since: now - dayMs,
    max: noticesPerDay,
    maxToDestination: noticesPerDestinationMax,
    maxOfSite: noticesOfSite,
  })
  if ((sent?.ofWorkspace ?? 0) >= noticesPerDay) return skip('the notices of a day are spent (notices.noticesPerDay)')
  if ((sent?.toDestination ?? 0) >= noticesPerDestinationMax) return skip(`${noticesPerDestinationMax} notices went there within a day`)
  if ((sent?.ofSite ?? 0) >= noticesOfSite) return skip('visits that were booked over one network have had their share of the notices of a day')
  const [row] = await queries.rows(beginNotice, {
    ...ofVisit,
    id: failedId,
    at: now,
    visitFromAt: visit.fromAt,
    lateMinutes,
    channel,
    destination: waysOf[channel].contact === 'email' ? maskedEmail(destination) : maskedPhone(destination.replace(/^\+/, '')),
    destinationHash,
    siteHash: visit.siteHash,
  })
  if (!row) throw new Error('the started notice was not found')
  const visitPage = `${publicUrl()}${await makeVisitLink(queries, { workspaceId, ...visit.subject }, now)}`
  return [{ id: row.id, message: messageOf(wanted, reached, visitPage) }]
}

/** The content and the channel of a notice. */
interface Told {
  kind: NoticeKind
  visit: NoticedVisit
  settings: NoticeSettings
  messages: MessageSettings | null
  now: Instant
}

const tellsOfAnEnd: readonly NoticeKind[] = ['cancellation', 'tokenCancellation', 'expiry', 'refund']
/** The kinds whose e-mail carries a calendar entry. */
const changesCalendar: readonly NoticeKind[] = ['confirmation', 'reminder', 'move', 'cancellation']

/** Why a notice is no longer useful; undefined if it is. */
function whyPointless({ kind, visit: { state, fromAt, toAt, isErased, minutesLate, offer, isOwed }, now }: Told): string | undefined {
  if (isErased) return 'the patient was erased'
  if (kind === 'payment' || kind === 'packPayment') return isOwed && state !== 'CANCELLED' ? undefined : 'there is nothing left to pay'
  if (offer && (state !== 'EXPECTED' || now >= offer.heldUntil)) return 'the offer is over'
  if (state !== (tellsOfAnEnd.includes(kind) ? 'CANCELLED' : 'EXPECTED')) return 'the visit has changed its status since'
  if (kind === 'late' && minutesLate === null) return 'the practitioner no longer runs late, or the patient has come'
  // A refund is always worth a notice, however late.
  if (kind !== 'refund' && now >= (kind === 'reminder' ? fromAt : toAt)) return kind === 'reminder' ? 'the visit has begun' : 'the visit is over'
  return undefined
}

interface Reached {
  channel: Channel
  destination: string
}

/** The clinic's first channel by which the patient can be reached. */
export function reachOf(
  { kind, visit: { email, phoneNormalised }, settings }: Pick<Told, 'kind' | 'settings'> & { visit: Pick<NoticedVisit, 'email' | 'phoneNormalised'> },
  rails: MessageSettings | 'all' | null,
): Reached | undefined {
  const address = email === null ? '' : normalisedEmail(email)
  const contacts = { email: isMailAddress(address) ? address : null, phone: phoneNormalised }
  for (const channel of settings.channels ?? defaultChannels) {
    const destination = contacts[waysOf[channel].contact]
    if (destination !== null && (rails === 'all' || carries(channel, kind, rails, settings))) return { channel, destination }
  }
  return undefined
}

/** For a sandbox without a mail server, and so without a sender. */
const nobody = { name: '', address: 'nobody@clinic.invalid' }

function messageOf({ kind, visit, settings, messages, now }: Told, { channel, destination }: Reached, visitPage: string): NoticeMessage {
  const facts = factsOf(visit, settings.language ?? defaultLanguage, visitPage)
  const { subject, body } = filled(textOf(kind, settings), facts)
  const template = settings.templates?.[kind]
  const organizer = readMailbox(messages?.email?.smtp.from ?? '') ?? nobody
  return {
    channel,
    destination,
    name: `${visit.token ? `visit-${visit.subject.visitId}` : visit.bookingReference}.${kind}${kind === 'late' ? visit.minutesLate : ''}.${visit.revision}`,
    subject,
    text: body,
    calendars:
      changesCalendar.includes(kind) && waysOf[channel].contact === 'email'
        ? [calendarEntry({ ...visit, email: destination }, { ...facts, location: facts.location || facts.visitAddress }, organizer, now)]
        : [],
    template:
      waysOf[channel].needsTemplate && template
        ? // WhatsApp does not accept empty parameters.
          { name: template.name, language: template.language, parameters: (template.parameters ?? []).map((name) => facts[name] || '-') }
        : null,
  }
}

/** One message for several visits, with the text of each: a clinic's text for one visit is also right beside others. */
function messageOfAll([first, ...others]: NoticeMessage[]): NoticeMessage {
  if (!first) throw new Error('there is no message to send')
  if (others.length === 0) return first
  const all = [first, ...others]
  return {
    ...first,
    name: `${first.name}.and-${others.length}`,
    subject: `${first.subject} (+${others.length})`,
    text: all.map(({ text }) => text).join(`\n${'–'.repeat(24)}\n\n`),
    calendars: all.flatMap(({ calendars }) => calendars),
  }
}
