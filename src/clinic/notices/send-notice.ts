// Sends one notice as due work. Due work may run twice, and a rail cannot be asked what it did. So
// a record is written before a rail is asked, and a process that finds such a record without a
// result does not send again. docs/decisions/visits.md

import type { Database, Queries } from '../../base/db/database.ts'
import { LeaseLost, plan, type Work, WorkFailed, type WorkKind } from '../../base/due-work/work.ts'
import {
  type Channel,
  channelRequirements,
  type MessageSettings,
} from '../../base/messages/channels.ts'
import { isMailAddress, readMailbox } from '../../base/messages/mailbox.ts'
import {
  type MessageRails,
  MessageRefused,
  MessageRejected,
  MessageUncertain,
  type NoticeMessage,
} from '../../base/messages/rail.ts'
import type { Clock } from '../../base/ports/clock.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { normalisedEmail } from '../../base/values/email.ts'
import { maskedEmail, maskedPhone } from '../../base/values/masked.ts'
import type { MaybePromise } from '../../base/values/maybe-promise.ts'
import { randomBase32 } from '../../base/values/random-text.ts'
import { calendarEntry } from './calendar-entry.ts'
import { canBeStopped, listStops } from './message-stops.ts'
import {
  baseLanguage,
  canCarry,
  chooseLanguage,
  defaultChannels,
  defaultNoticesPerDay,
  type NoticeKind,
  type NoticeSettings,
  needsTemplate,
  noticeKinds,
  type Placeholder,
  reminderNotices,
} from './notice-settings.ts'
import { fillText, noticeText, placeholderValues } from './notice-text.ts'
import type { NoticeVisit, ReadNoticeVisit } from './noticed-visit.ts'
import { type GatheredPayload, gatheredKind, noticeWorkKind } from './plan-notices.ts'
import {
  beginNotice,
  endNotice,
  lastNotice,
  lockNotices,
  type NoticeState,
  noticesSince,
  skipNotice,
} from './queries.ts'
import { type DueReminder, dueReminder, findQuietHours, nextReminderAt } from './reminder-times.ts'
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
  settingsOf(workspaceId: number): MaybePromise<Settings>
  readVisit: ReadNoticeVisit
  /** The ids of the other visits of a visit's patient that are still to begin on its day. */
  listSameDayVisits(
    queries: Queries,
    workspaceId: number,
    appointmentId: number,
    now: Instant,
  ): Promise<number[]>
  /** Reads a queue visit. */
  readToken: ReadNoticeVisit
  /** Reads an offered time. */
  readOffer: ReadNoticeVisit
  /** Reads a session pack. */
  readPack: ReadNoticeVisit
  /** The public URL of the service. */
  publicUrl(): string
  /** Keyed hash by which limits count a destination. */
  hashOf(channel: Channel, address: string): Buffer
}

// Ten attempts take some three hours; if a mail server is down for longer, an operator has to act.
const attemptsMax = 10
const dayMs = 24 * 3_600_000
const referenceLength = 20
// The limit from one workspace to one phone number or address within a day, even for a family: a
// stranger who books and cancels can make us send no more.
const noticesPerDestinationMax = 30

export const lostSentence = 'the process ended while it was sent'

/** The subject of a message: one notice, or one for each of several visits. */
interface Subject {
  kind: NoticeKind
  subjectId: number
  /** Which reminder it is. */
  reminder?: DueReminder
}

/**
 * The kinds of due work that send notices; their subject is the visit, and for gathered notices the
 * patient.
 */
export function noticeWork(services: NoticeServices): WorkKind[] {
  const kinds = noticeKinds.map(
    (kind): WorkKind => ({
      name: noticeWorkKind(kind),
      attemptsMax,
      run: (work) => send(services, [{ kind, subjectId: work.subjectId }], work),
    }),
  )
  return [
    ...kinds,
    {
      name: gatheredKind,
      attemptsMax,
      run: (work) => send(services, gatheredSubjects(work), work),
    },
  ]
}

function gatheredSubjects({ payload }: Work): Subject[] {
  return Object.entries((payload as GatheredPayload).changes).map(([id, kind]) => ({
    kind,
    subjectId: Number(id),
  }))
}

interface Outcome {
  state: 'SENT' | 'FAILED' | 'UNKNOWN'
  error: string | null
}

async function send(
  services: NoticeServices,
  subjects: readonly Subject[],
  work: Work,
): Promise<undefined> {
  const { database, clock, rails } = services
  const { workspaceId } = work
  const settings = await services.settingsOf(workspaceId)
  const begun = await database.transaction((queries) =>
    beginNotices(services, settings, subjects, work, queries),
  )
  if (!begun) return undefined
  const endNotices = async (queries: Queries, outcome: Outcome) => {
    for (const id of begun.ids)
      await queries.rows(endNotice, { workspaceId, id, at: clock.now(), ...outcome })
  }
  const finish = async (outcome: Outcome): Promise<undefined> => {
    try {
      await database.transaction(async (queries) => {
        await endNotices(queries, outcome)
        await work.finishWith(queries, begun.nextDueAt)
      })
    } catch (error) {
      // The visit was cancelled in the meantime, or another process has the work: the result is
      // recorded anyway.
      if (error instanceof LeaseLost) await endNotices(database, outcome)
      throw error
    }
  }
  try {
    await rails.send(workspaceId, begun.message)
  } catch (error) {
    if (!(error instanceof MessageRefused)) throw error
    if (error instanceof MessageUncertain) return finish({ state: 'UNKNOWN', error: error.message })
    const failed: Outcome = { state: 'FAILED', error: error.message }
    // The next reminder does not wait for an operator.
    const isLastAttempt = begun.nextDueAt !== undefined && work.attempt >= attemptsMax
    if (error instanceof MessageRejected || isLastAttempt) return finish(failed)
    await endNotices(database, failed)
    throw new WorkFailed(error.message)
  }
  return finish({ state: 'SENT', error: null })
}

const possiblySentStates: readonly NoticeState[] = ['SENDING', 'SENT', 'UNKNOWN']

/**
 * The payload for a notice that an operator sends again, in addition to the work's id: the notice
 * that may or may not have arrived.
 */
export const retryPayload = (noticeId: number) => ({ retried: noticeId })

function retriedNoticeId({ payload }: Work): number | undefined {
  return (payload as Partial<ReturnType<typeof retryPayload>> | null)?.retried
}

interface BegunNotices {
  ids: number[]
  message: NoticeMessage
  /** When the next reminder of the visit is due. */
  nextDueAt: Instant | undefined
}

/**
 * Records that notices are being sent and returns their message. If none is to be sent, records
 * why, finishes the work and returns undefined.
 */
async function beginNotices(
  services: NoticeServices,
  settings: Settings,
  subjects: readonly Subject[],
  work: Work,
  queries: Queries,
): Promise<BegunNotices | undefined> {
  const { workspaceId } = work
  const visits: (NoticeVisit | undefined)[] = []
  for (const subject of subjects)
    visits.push(await readSubject(services, queries, workspaceId, subject))
  await queries.rows(lockNotices, { workspaceId })
  // The clock is read now, so that no notice with a later time is counted.
  const now = services.clock.now()
  // A change just made at the desk may be undone or changed again: one notice then reports the
  // final state.
  const unsettledUntil = Math.max(...visits.map((visit) => visit?.unsettledUntil ?? -Infinity))
  if (unsettledUntil >= now) {
    await work.finishWith(queries, unsettledUntil + 1)
    return undefined
  }
  const batch = { services, settings, queries, work, now }
  const reminders = planReminders(batch, subjects, visits)
  if (reminders?.quietUntil !== undefined) {
    await work.finishWith(queries, reminders.quietUntil)
    return undefined
  }
  const { nextDueAt, reminder } = reminders ?? {}
  const pendingNotices: PendingNotice[] = []
  for (const [index, subject] of subjects.entries())
    pendingNotices.push(
      ...(await prepareNotice(batch, { ...subject, ...(reminder && { reminder }) }, visits[index])),
    )
  if (reminder) pendingNotices.push(...(await gatherReminders(batch, pendingNotices, reminder)))
  // A template has the facts of only one visit.
  if (
    pendingNotices.length > 1 &&
    pendingNotices.some(({ reached }) => needsTemplate(reached.channel, settings.messages))
  ) {
    for (const { kind, subjectId } of pendingNotices)
      await plan(queries, { workspaceId, kind: noticeWorkKind(kind), subjectId, dueAt: now })
    pendingNotices.length = 0
  }
  const begun: { id: number; message: NoticeMessage }[] = []
  // A carrier may still report about an earlier attempt.
  const reference =
    pendingNotices.find(({ failedReference }) => failedReference !== null)?.failedReference ??
    randomBase32(referenceLength).toLowerCase()
  for (const pending of pendingNotices)
    begun.push(...(await beginPendingNotice(batch, pending, reference)))
  if (begun.length === 0) {
    await work.finishWith(queries, nextDueAt)
    return undefined
  }
  // The last of all locks: a process that has lost the work begins nothing.
  await work.lockLease(queries)
  return {
    ids: begun.map(({ id }) => id),
    message: combineMessages(begun.map(({ message }) => message)),
    nextDueAt,
  }
}

/** What the work of a reminder does now, and when it continues; undefined for other work. */
function planReminders(
  { settings: { notices }, work, now }: NoticeBatch,
  [subject]: readonly Subject[],
  [visit]: readonly (NoticeVisit | undefined)[],
) {
  if (subject?.kind !== 'reminder' || !visit || !notices) return undefined
  const { fromAt, timezone, patientTimezone } = visit
  const reminded = { fromAt, zone: patientTimezone ?? timezone }
  const isExpected = visit.state === 'EXPECTED' && !visit.voided
  const nextDueAt = isExpected ? (nextReminderAt(notices, reminded, now) ?? undefined) : undefined
  // Staff who send it again want it now.
  const isPostponable = isExpected && retriedNoticeId(work) === undefined
  const quiet =
    notices.quietHours && isPostponable
      ? findQuietHours(notices.quietHours, reminded.zone, now)
      : undefined
  return {
    nextDueAt,
    reminder: dueReminder(notices, reminded, now),
    // A reminder during the visit is none.
    quietUntil: quiet && quiet.until < fromAt ? quiet.until : undefined,
  }
}

/**
 * The same reminder of the patient's other visits on that day, to be sent in the same message; their
 * own work then finds that it was sent (MSG-02).
 */
async function gatherReminders(
  batch: NoticeBatch,
  [own]: readonly PendingNotice[],
  reminder: DueReminder,
): Promise<PendingNotice[]> {
  const { services, settings, queries, work, now } = batch
  const { workspaceId } = work
  if (!own || settings.notices?.reminders === undefined) return []
  // A template has the facts of only one visit.
  if (needsTemplate(own.reached.channel, settings.messages)) return []
  const gathered: PendingNotice[] = []
  for (const subjectId of await services.listSameDayVisits(
    queries,
    workspaceId,
    own.subjectId,
    now,
  )) {
    const visit = await services.readVisit(queries, workspaceId, subjectId)
    if (visit && (visit.unsettledUntil ?? -Infinity) < now)
      gathered.push(
        ...(await prepareNotice(batch, { kind: 'reminder', subjectId, reminder }, visit)),
      )
  }
  return gathered
}

/**
 * Reads the subject of a notice: appointments and tokens take their ids from one sequence, offers
 * and packs from their own.
 */
async function readSubject(
  services: NoticeServices,
  queries: Queries,
  workspaceId: number,
  { kind, subjectId }: Subject,
) {
  const { readVisit, readToken, readOffer, readPack } = services
  if (kind === 'offer') return readOffer(queries, workspaceId, subjectId)
  if (kind === 'packPayment') return readPack(queries, workspaceId, subjectId)
  return (
    (await readVisit(queries, workspaceId, subjectId)) ??
    (await readToken(queries, workspaceId, subjectId))
  )
}

/** A notice to be sent, and its recipient. */
interface PendingNotice extends NoticeContent, Subject {
  reached: ReachableChannel
  /** The notice to continue after a failed attempt; null: a new one. */
  failedId: number | null
  /** By which a carrier knows that attempt. */
  failedReference: string | null
  reminderHours: number | null
  lateMinutes: number | null
}

/** The shared inputs for beginning the notices of a message, in one transaction. */
interface NoticeBatch {
  services: NoticeServices
  settings: Settings
  queries: Queries
  work: Work
  now: Instant
}

/** The notice for a subject, if it is to be sent; otherwise the reason is recorded. */
async function prepareNotice(
  batch: NoticeBatch,
  { kind, subjectId, reminder }: Subject,
  visit: NoticeVisit | undefined,
): Promise<PendingNotice[]> {
  const {
    services: { mode },
    settings: { notices, noticesOff, messages },
    queries,
    work,
    now,
  } = batch
  const { workspaceId } = work
  if (!visit) return []
  const subjectKey = { workspaceId, ...visit.subject, kind }
  const [previousNotice] = await queries.rows(lastNotice, subjectKey)
  // The process that began it no longer has the work.
  if (previousNotice?.state === 'SENDING')
    await queries.rows(endNotice, {
      workspaceId,
      id: previousNotice.id,
      state: 'UNKNOWN',
      at: now,
      error: lostSentence,
    })
  const lateMinutes = kind === 'late' ? visit.minutesLate : null
  // Work can run again after it was done. A notice that was sent, or may have been, is not repeated
  // for the same time, unless an operator asks for it; a longer delay is news.
  const isOtherReminder =
    reminder !== undefined &&
    (previousNotice?.reminderHours ?? reminder.hoursBefore) !== reminder.hoursBefore
  const hasNewFacts =
    previousNotice?.visitFromAt !== visit.fromAt ||
    isOtherReminder ||
    (lateMinutes ?? 0) > (previousNotice?.lateMinutes ?? 0)
  const isAlreadySent =
    previousNotice &&
    possiblySentStates.includes(previousNotice.state) &&
    !hasNewFacts &&
    previousNotice.id !== retriedNoticeId(work)
  // No notices are sent for a void visit.
  if (visit.voided || isAlreadySent) return []
  const skip = (error: string) => recordSkip(batch, { kind, visit }, error)
  if (!notices?.[kind]) return skip('the clinic file asks for no such notices')
  if (noticesOff) return skip('notices are off')
  const content = {
    kind,
    visit,
    settings: reminder ? reminderNotices(notices, reminder) : notices,
    messages,
    now,
  }
  const pointlessReason = whyPointless(content)
  if (pointlessReason !== undefined) return skip(pointlessReason)
  const { quietHours } = notices
  const zone = visit.patientTimezone ?? visit.timezone
  if (
    kind === 'reminder' &&
    quietHours &&
    retriedNoticeId(work) === undefined &&
    findQuietHours(quietHours, zone, now)
  )
    return skip('the quiet hours end after the visit has begun')
  const reachable = findChannels(content, mode === 'sandbox' ? 'all' : messages)
  if (reachable.length === 0)
    return skip('the patient has no contact that a rail of the clinic file reaches')
  const stopped = canBeStopped(kind) ? await listVisitStops(batch, visit) : []
  const channel = reachable.find((one) => !stopped.includes(one.channel))
  if (!channel) return skip('OPTED_OUT: the patient wants no messages there')
  const isContinued = previousNotice?.state === 'FAILED' && !isOtherReminder
  return [
    {
      ...content,
      subjectId,
      reached: channel,
      failedId: isContinued ? previousNotice.id : null,
      failedReference: isContinued ? previousNotice.reference : null,
      reminderHours: reminder?.hoursBefore ?? null,
      lateMinutes,
    },
  ]
}

/** The channels that the contacts of a visit's patient have stopped. */
async function listVisitStops(
  { services: { hashOf }, queries, work: { workspaceId } }: NoticeBatch,
  visit: NoticeVisit,
): Promise<Channel[]> {
  const { email, phone } = findContacts(visit)
  return listStops(queries, workspaceId, {
    emailHash: email === null ? null : hashOf('email', email),
    phoneHash: phone === null ? null : hashOf('sms', phone),
  })
}

/** Records why a notice is not sent. */
async function recordSkip(
  { queries, work: { workspaceId }, now }: NoticeBatch,
  { kind, visit }: Pick<PendingNotice, 'kind' | 'visit'>,
  error: string,
): Promise<[]> {
  await queries.rows(skipNotice, {
    workspaceId,
    ...visit.subject,
    kind,
    at: now,
    visitFromAt: visit.fromAt,
    error,
  })
  return []
}

/** Records that a notice is being sent, within the limits. */
async function beginPendingNotice(
  batch: NoticeBatch,
  pending: PendingNotice,
  reference: string,
): Promise<{ id: number; message: NoticeMessage }[]> {
  const {
    services: { publicUrl, hashOf },
    queries,
    work: { workspaceId },
    now,
  } = batch
  const { kind, visit, reached, failedId, lateMinutes, reminderHours } = pending
  const { channel, destination } = reached
  const { noticesPerDay = defaultNoticesPerDay } = pending.settings
  const subjectKey = { workspaceId, ...visit.subject, kind }
  const skip = (error: string) => recordSkip(batch, pending, error)
  const destinationHash = hashOf(channel, destination)
  // A tenth, as for codes: docs/decisions/security.md.
  const noticesOfSite = Math.max(3, Math.ceil(noticesPerDay / 10))
  const [recentlySent] = await queries.rows(noticesSince, {
    workspaceId,
    destinationHash,
    siteHash: visit.siteHash,
    since: now - dayMs,
    max: noticesPerDay,
    maxToDestination: noticesPerDestinationMax,
    maxOfSite: noticesOfSite,
  })
  if ((recentlySent?.ofWorkspace ?? 0) >= noticesPerDay)
    return skip('the notices of a day are spent (notices.noticesPerDay)')
  if ((recentlySent?.toDestination ?? 0) >= noticesPerDestinationMax)
    return skip(`${noticesPerDestinationMax} notices went there within a day`)
  if ((recentlySent?.ofSite ?? 0) >= noticesOfSite)
    return skip(
      'visits that were booked over one network have had their share of the notices of a day',
    )
  const [row] = await queries.rows(beginNotice, {
    ...subjectKey,
    id: failedId,
    at: now,
    visitFromAt: visit.fromAt,
    lateMinutes,
    reminderHours,
    channel,
    destination:
      channelRequirements[channel].contact === 'email'
        ? maskedEmail(destination)
        : maskedPhone(destination.replace(/^\+/, '')),
    destinationHash,
    siteHash: visit.siteHash,
    reference,
  })
  if (!row) throw new Error('the started notice was not found')
  const visitPage = `${publicUrl()}${await makeVisitLink(queries, { workspaceId, ...visit.subject }, now)}`
  return [{ id: row.id, message: { ...buildMessage(pending, reached, visitPage), reference } }]
}

/** The content and the channel of a notice. */
interface NoticeContent {
  kind: NoticeKind
  visit: NoticeVisit
  settings: NoticeSettings
  messages: MessageSettings | null
  now: Instant
}

const endingKinds: readonly NoticeKind[] = ['cancellation', 'tokenCancellation', 'expiry', 'refund']
/** The kinds whose e-mail carries a calendar entry. */
const calendarKinds: readonly NoticeKind[] = ['confirmation', 'reminder', 'move', 'cancellation']

/** Why a notice is no longer useful; undefined if it is. */
function whyPointless({
  kind,
  visit: { state, fromAt, toAt, isErased, minutesLate, offer, isOwed, hasMissingForms },
  now,
}: NoticeContent): string | undefined {
  if (isErased) return 'the patient was erased'
  if (kind === 'payment' || kind === 'packPayment')
    return isOwed && state !== 'CANCELLED' ? undefined : 'there is nothing left to pay'
  if (kind === 'forms' && !hasMissingForms) return 'no form is missing'
  if (offer && (state !== 'EXPECTED' || now >= offer.heldUntil)) return 'the offer is over'
  if (state !== (endingKinds.includes(kind) ? 'CANCELLED' : 'EXPECTED'))
    return 'the visit has changed its status since'
  if (kind === 'late' && minutesLate === null)
    return 'the practitioner no longer runs late, or the patient has come'
  // A refund is always worth a notice, however late.
  if (kind !== 'refund' && now >= (kind === 'reminder' ? fromAt : toAt))
    return kind === 'reminder' ? 'the visit has begun' : 'the visit is over'
  return undefined
}

interface ReachableChannel {
  channel: Channel
  destination: string
}

type ContactedVisit = Pick<NoticeVisit, 'email' | 'phoneNormalised'>

/** The addresses of a patient to which messages can go. */
function findContacts({ email, phoneNormalised }: ContactedVisit) {
  const address = email === null ? '' : normalisedEmail(email)
  return { email: isMailAddress(address) ? address : null, phone: phoneNormalised }
}

/** The clinic's channels by which the patient can be reached, the first one first. */
function findChannels(
  { kind, visit, settings }: Pick<NoticeContent, 'kind' | 'settings'> & { visit: ContactedVisit },
  rails: MessageSettings | 'all' | null,
): ReachableChannel[] {
  const contacts = findContacts(visit)
  return (settings.channels ?? defaultChannels).flatMap((channel) => {
    const destination = contacts[channelRequirements[channel].contact]
    return destination !== null && (rails === 'all' || canCarry(channel, kind, rails, settings))
      ? [{ channel, destination }]
      : []
  })
}

/** The clinic's first channel by which the patient can be reached. */
export function findChannel(
  ...arguments_: Parameters<typeof findChannels>
): ReachableChannel | undefined {
  return findChannels(...arguments_)[0]
}

/** The channels by which a clinic sends some notice, or reminder, to a patient. */
export function findReachableChannels(
  visit: ContactedVisit,
  settings: NoticeSettings,
  rails: MessageSettings | 'all' | null,
): ReachableChannel[] {
  const variants = [
    settings,
    ...(settings.reminders ?? []).map((one) => reminderNotices(settings, one)),
  ]
  const reachable = variants.flatMap((variant) =>
    noticeKinds
      .filter((kind) => variant[kind])
      .flatMap((kind) => findChannels({ kind, visit, settings: variant }, rails)),
  )
  return [...new Map(reachable.map((one) => [one.channel, one])).values()]
}

/** The sender in a sandbox without a mail server, which has none. */
const placeholderSender = { name: '', address: 'nobody@clinic.invalid' }

function buildMessage(
  { kind, visit, settings, messages, now, reminderHours }: PendingNotice,
  { channel, destination }: ReachableChannel,
  visitPage: string,
): NoticeMessage {
  const language = chooseLanguage(settings, visit.language)
  const values = placeholderValues(visit, language, visitPage)
  const { subject, body, short } = fillText(noticeText(kind, settings, language), values)
  const organizer = readMailbox(messages?.email?.smtp.from ?? '') ?? placeholderSender
  return {
    channel,
    destination,
    name: `${visit.token ? `visit-${visit.subject.visitId}` : visit.bookingReference}.${kind}${messageDetail({ kind, visit, settings }, reminderHours)}.${visit.revision}`,
    subject,
    text: channel === 'sms' ? short : body,
    calendars:
      calendarKinds.includes(kind) && channelRequirements[channel].contact === 'email'
        ? [
            calendarEntry(
              { ...visit, email: destination },
              { ...values, location: values.location || values.visitAddress },
              organizer,
              now,
            ),
          ]
        : [],
    template: filledTemplate({ channel, kind, language }, settings, values),
  }
}

/** What distinguishes messages of a kind about a visit: each delay and each reminder is another. */
function messageDetail(
  { kind, visit, settings }: Pick<NoticeContent, 'kind' | 'visit' | 'settings'>,
  reminderHours: number | null,
): number | string {
  if (kind === 'late') return visit.minutesLate ?? ''
  return settings.reminders && reminderHours !== null ? reminderHours : ''
}

/**
 * The clinic's approved template for a kind on a channel, in the language if it has it, with its
 * values; null if it has none.
 */
function filledTemplate(
  { channel, kind, language }: { channel: Channel; kind: NoticeKind; language: string },
  { templates, smsTemplates }: NoticeSettings,
  values: Record<Placeholder, string>,
): NoticeMessage['template'] {
  // WhatsApp and MSG91 do not accept empty parameters.
  const fill = (names: readonly Placeholder[] = []) => names.map((name) => values[name] || '-')
  const template = channel === 'chatapp' ? templates?.[kind] : undefined
  if (template)
    return {
      name: template.name,
      language:
        nearestLanguage([template.language, ...(template.otherLanguages ?? [])], language) ??
        template.language,
      parameters: fill(template.parameters),
    }
  const registered = channel === 'sms' ? smsTemplates?.[kind] : undefined
  if (!registered) return null
  const { templateId, otherLanguages = {}, variables } = registered
  const nearest = nearestLanguage(Object.keys(otherLanguages), language)
  const name = nearest === undefined ? templateId : (otherLanguages[nearest] ?? templateId)
  return { name, language: '', parameters: fill(variables) }
}

/** Of some languages, the one that is this language, or has its base; undefined if there is none. */
function nearestLanguage(languages: readonly string[], language: string): string | undefined {
  return (
    languages.find((one) => one.replace('_', '-') === language) ??
    languages.find((one) => baseLanguage(one) === baseLanguage(language))
  )
}

/**
 * One message for several visits, with the text of each: a clinic's text for one visit also reads
 * correctly beside others.
 */
function combineMessages([first, ...others]: NoticeMessage[]): NoticeMessage {
  if (!first) throw new Error('there is no message to send')
  if (others.length === 0) return first
  const allMessages = [first, ...others]
  return {
    ...first,
    name: `${first.name}.and-${others.length}`,
    subject: `${first.subject} (+${others.length})`,
    // A dash that few phones have would double what an SMS costs.
    text: allMessages
      .map(({ text }) => text)
      .join(first.channel === 'sms' ? '\n\n' : `\n${'–'.repeat(24)}\n\n`),
    calendars: allMessages.flatMap(({ calendars }) => calendars),
  }
}
