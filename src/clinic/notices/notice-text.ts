// The text of a notice: the clinic's own, or the service's, with the facts of the visit in place of
// the placeholders. Pure: it uses only its inputs.

import { findWords, serviceWords } from '../../../words/service.ts'
import { addressText } from '../../base/values/address-text.ts'
import { type Instant, offsetAt } from '../../base/values/clinic-time.ts'
import { formatPrice } from '../../base/values/money.ts'
import { codePointCount, tidyName } from '../../base/values/text.ts'
import {
  baseLanguage,
  defaultLanguage,
  type NoticeKind,
  type NoticeSettings,
  type NoticeText,
  noticeKinds,
  type Placeholder,
  placeholders,
} from './notice-settings.ts'
import type { NoticeVisit } from './noticed-visit.ts'

const placeholderPattern = /\{([^{}]*)\}/g

/** The names in braces that are not placeholders. */
export function unknownPlaceholders(text: string): string[] {
  return [...text.matchAll(placeholderPattern)]
    .map(([, name = '']) => name)
    .filter((name) => !placeholders.some((placeholder) => placeholder === name))
}

const hasPlaceholders = (text: string) => unknownPlaceholders(text).length === 0

/** Whether a text can be the subject of a notice. */
export function isNoticeSubject(text: string): boolean {
  return (
    /\S/.test(text) &&
    !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) &&
    codePointCount(text) <= 150 &&
    hasPlaceholders(text)
  )
}

/** Whether a text can be the body of a notice. */
export function isNoticeBody(text: string): boolean {
  return /\S/.test(text) && codePointCount(text) <= 2_000 && hasPlaceholders(text)
}

const english: Record<NoticeKind, NoticeText> = serviceWords.en.notices

/** Whether a text can be that of an SMS. */
export function isNoticeShort(text: string): boolean {
  return /\S/.test(text) && codePointCount(text) <= 600 && hasPlaceholders(text)
}

/**
 * The clinic's text in a language, or the service's; in English if there is no other. The text of a
 * region comes before that of its language.
 */
export function noticeText(
  kind: NoticeKind,
  { texts = {} }: NoticeSettings,
  language: string,
): NoticeText {
  return (
    texts[language]?.[kind] ??
    texts[baseLanguage(language)]?.[kind] ??
    findWords('notices', language)?.[kind] ??
    english[kind]
  )
}

/** The text of an automatic answer to a patient, an SMS; in English if there is no other. */
export const replyText = (reply: 'confirmed' | 'page', language: string): string =>
  (findWords('notices', language) ?? serviceWords.en.notices).replies[reply]

/**
 * The languages of a clinic's notices for which neither it nor the service has the text of a kind
 * that is on.
 */
export function languagesWithoutText(
  settings: NoticeSettings,
): { kind: NoticeKind; language: string }[] {
  const { language: own = defaultLanguage, languages = [], texts = {} } = settings
  return [...new Set([own, ...languages])].flatMap((language) =>
    findWords('notices', language)
      ? []
      : noticeKinds
          .filter(
            (kind) =>
              settings[kind] === true &&
              !texts[language]?.[kind] &&
              !texts[baseLanguage(language)]?.[kind],
          )
          .map((kind) => ({ kind, language })),
  )
}

const firstNameLengthMax = 60

/**
 * The value of each placeholder; '' where there is none. `visitPage` is the address of the page of
 * the visit.
 */
export function placeholderValues(
  visit: NoticeVisit,
  language: string,
  visitPage: string,
): Record<Placeholder, string> {
  const { fromAt, timezone, patientTimezone, mode } = visit
  const shownZone = patientTimezone ?? timezone
  const { date, time, zone } = localTimeTexts(shownZone, fromAt, language)
  const atClinic = localTimeTexts(timezone, fromAt, language)
  const isOtherTime = offsetAt(shownZone, fromAt) !== offsetAt(timezone, fromAt)
  const heldUntilText = (heldUntil: Instant) => {
    const until = localTimeTexts(timezone, heldUntil, language)
    return `${until.time}, ${until.date} (${until.zone})`
  }
  return {
    firstName: [...toOneLine(visit.firstName ?? '')].slice(0, firstNameLengthMax).join(''),
    clinic: toOneLine(visit.clinic),
    practitioner: toOneLine(visit.practitioner),
    location: mode === 'OFFLINE' || mode === 'WALK_IN' ? toOneLine(visit.location) : '',
    visitAddress: toOneLine(addressText(visit.visitAddress)),
    date,
    time,
    zone,
    clinicTime: isOtherTime ? `${atClinic.date}, ${atClinic.time}, ${atClinic.zone}` : '',
    videoLink: visit.videoLink ?? '',
    reference: visit.bookingReference,
    visitPage,
    confirmPage: visit.token || visit.offer || visit.pack ? '' : `${visitPage}/confirm`,
    messagesPage: visit.offer || visit.pack ? '' : `${visitPage}/messages`,
    formsPage: visit.hasMissingForms ? `${visitPage}/forms` : '',
    minutesLate: visit.minutesLate === null ? '' : String(visit.minutesLate),
    token: visit.token?.display ?? '',
    placesBefore: visit.token ? String(visit.token.placesBefore) : '',
    queuePage: visit.token?.page ?? '',
    heldUntil: visit.offer ? heldUntilText(visit.offer.heldUntil) : '',
    price: amountText(visit, language),
    pack: toOneLine(visit.pack?.name ?? ''),
  }
}

function amountText({ priceMinor, currency }: NoticeVisit, language: string): string {
  return toOneLine(formatPrice(priceMinor, currency, language))
}

/** A day, a local time and the name of its timezone, in the form of a language. */
function localTimeTexts(timeZone: string, instant: Instant, language: string) {
  // A formatter takes 0.2 ms to create, which is negligible for a message.
  const formatPart = (options: Intl.DateTimeFormatOptions) =>
    toOneLine(new Intl.DateTimeFormat(language, { timeZone, ...options }).format(instant))
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'long' }).formatToParts(
    instant,
  )
  return {
    date: formatPart({ dateStyle: 'full' }),
    time: formatPart({ timeStyle: 'short' }),
    zone: toOneLine(parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone),
  }
}

/**
 * Removes line breaks and invisible characters: some of the text was typed by the person who
 * booked.
 */
function toOneLine(text: string): string {
  return tidyName(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' '))
}

/**
 * The text with the facts filled in. A line of the body is omitted if all its placeholders are
 * empty.
 */
export function fillText(
  { subject, body, short = body }: NoticeText,
  values: Record<Placeholder, string>,
): Required<NoticeText> {
  // Replaces them in one pass: values are not searched for placeholders.
  const fill = (text: string) =>
    text.replace(placeholderPattern, (_, name: Placeholder) => values[name])
  const fillLines = (text: string) => {
    const lines = text.split(/\r\n?|\n/).filter((line) => {
      const lineValues = [...line.matchAll(placeholderPattern)].map(
        ([, name]) => values[name as Placeholder],
      )
      return lineValues.length === 0 || lineValues.some((value) => value !== '')
    })
    return lines.map(fill).join('\n').trim()
  }
  return {
    subject: toOneLine(fill(subject)),
    body: `${fillLines(body)}\n`,
    short: fillLines(short),
  }
}
