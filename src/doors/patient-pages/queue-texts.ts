// The texts of the queue page and its updates, in a viewer's language and with the clinic's times.
// The texts contain no names, practitioners or reasons.

import type { IncomingHttpHeaders } from 'node:http'
import type { PluralForms } from '../../../words/en/patient-pages.ts'
import { type CalendarDate, dayNumber } from '../../base/values/calendar-date.ts'
import { formatClock, type Instant, minuteOfDayAt } from '../../base/values/clinic-time.ts'
import type { DayLine, QueueStatus, WriteQueue } from '../../visits/queue/queue-status.ts'
import type { VisitInLine } from '../../visits/queue/status-queries.ts'
import type { WaitingTime } from '../../visits/queue/waiting-time.ts'
import { type PageLanguage, pageLanguages } from './settings.ts'
import { chooseLanguage, chooseLocale, fillText, loadWords } from './words.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
const minutesOfDay = 1_440
const longMinutes = 120

/** The language and locale in which a viewer reads the page. English is the same everywhere. */
export interface QueueReader {
  language: PageLanguage
  locale: string
}

/**
 * Chooses how a viewer reads the page; `languages` are those of the clinic's pages, or null for
 * all.
 */
export function queueReader(
  headers: IncomingHttpHeaders,
  languages: readonly string[] | null = null,
): QueueReader {
  const accepted = headers['accept-language']
  const language = chooseLanguage(
    accepted,
    languages?.flatMap((name) => pageLanguages.find((known) => known === name) ?? []),
  )
  return {
    language,
    locale: language === 'en' ? language : resolveLocale(chooseLocale(accepted, language)),
  }
}

/** The locale as the runtime resolves it, so that there are only a few, whatever browsers send. */
function resolveLocale(locale: string): string {
  return new Intl.Locale(new Intl.NumberFormat(locale).resolvedOptions().locale).baseName
}

/** What is created once for each locale, since formatters are slow to create. */
interface QueueWriter {
  words: ReturnType<typeof loadWords>
  /** A minute of the day, as a clock shows it. */
  clock(minute: number): string
  date(date: CalendarDate): string
  /** A text in the plural form for a count, which replaces `{count}`. */
  count(forms: PluralForms, count: number, facts?: Record<string, string>): string
  number(count: number): string
}

const writers = new Map<string, QueueWriter>()

function getWriter(locale: string): QueueWriter {
  const writer = writers.get(locale) ?? createWriter(locale)
  writers.set(locale, writer)
  return writer
}

function createWriter(locale: string): QueueWriter {
  const language = pageLanguages.find((known) => known === locale.split('-')[0]) ?? 'en'
  const formatLocale = language === 'en' ? 'en-GB' : locale
  const style = { timeZone: 'UTC', calendar: 'gregory' } as const
  const clockFormat = new Intl.DateTimeFormat(formatLocale, { ...style, timeStyle: 'short' })
  const dateFormat = new Intl.DateTimeFormat(formatLocale, {
    ...style,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  })
  const numberFormat = new Intl.NumberFormat(formatLocale, { useGrouping: false })
  const plurals = new Intl.PluralRules(language)
  // With a 24-hour clock, the end of a day is 24:00.
  const hasDayEnd = clockFormat.resolvedOptions().hourCycle === 'h23'
  const number = (count: number) => numberFormat.format(count)
  return {
    words: loadWords(language, locale),
    clock: (minute) =>
      minute === minutesOfDay && hasDayEnd
        ? formatClock(minute)
        : clockFormat.format(minute * minuteMs),
    date: (date) => dateFormat.format(dayNumber(date) * dayMs),
    count: (forms, count, facts = {}) =>
      fillText(forms[plurals.select(count)] ?? forms.other, { ...facts, count: number(count) }),
    number,
  }
}

export const writeQueue: WriteQueue = (locale, day, now) => {
  const writer = getWriter(locale)
  const { words } = writer
  const { endedAt, timezone } = day
  const clockAt = (at: Instant) => writer.clock(minuteOfDayAt(timezone, at))
  const queue = queueText(writer, day, clockAt)
  return {
    updated: clockAt(now),
    textsFor(visit, status) {
      const { isOver, isStarted, nowServing, peopleAhead, wait } = status
      const isServingShown = isStarted && !isOver
      return {
        headline: headline(writer, { day, visit, peopleAhead, clockAt }),
        wait: wait ? waitText(writer, wait, isStarted) : '',
        serving: isServingShown ? nowServing.join(', ') || words.queueNoOne : '',
        queue,
        ...(visit.hasVideo && {
          video: visit.status === 'WAITING' && endedAt === null ? words.queueVideoOpens : '',
        }),
      }
    },
  }
}

function queueText(
  { words }: QueueWriter,
  { startedAt, endedAt }: DayLine,
  clockAt: (at: Instant) => string,
): string {
  if (startedAt === null) return words.queueNotStarted
  return endedAt === null
    ? fillText(words.queueRunning, { time: clockAt(startedAt) })
    : fillText(words.queueOver, { time: clockAt(endedAt) })
}

function headline(
  { words, count }: QueueWriter,
  {
    day: { mode, startedAt, endedAt },
    visit: { status, calledAt },
    peopleAhead,
    clockAt,
  }: {
    day: DayLine
    visit: VisitInLine
    peopleAhead: QueueStatus['peopleAhead']
    clockAt: (at: Instant) => string
  },
): string {
  const isAtClinic = mode === 'OFFLINE'
  switch (status) {
    case 'WAITING':
      if (peopleAhead === 0) return startedAt === null ? words.queueFirst : words.queueNext
      return count(words.queueAhead, peopleAhead ?? 0)
    case 'CALLED':
      return isAtClinic ? words.queueTurn : words.queueTurnOnline
    case 'SKIPPED':
      if (calledAt === null) return isAtClinic ? words.queueSkipped : words.queueSkippedOnline
      return fillText(isAtClinic ? words.queueSkippedAt : words.queueSkippedAtOnline, {
        time: clockAt(calledAt),
      })
    case 'IN_CONSULTATION':
      return words.queueInside
    case 'COMPLETED':
      return words.queueDone
    case 'NO_SHOW':
      if (endedAt !== null) return words.queueAbsentOver
      return isAtClinic ? words.queueAbsent : words.queueAbsentOnline
    case 'CANCELLED':
      return words.queueCancelled
  }
}

function waitText(writer: QueueWriter, wait: WaitingTime, isStarted: boolean): string {
  const range = rangeText(writer, wait)
  return isStarted ? range : fillText(writer.words.queueAfterStart, { wait: range })
}

function rangeText(writer: QueueWriter, { fromMinutes, toMinutes }: WaitingTime): string {
  const { words, count, number } = writer
  if (toMinutes >= longMinutes)
    return fillText(words.queueLongRange, {
      from: hoursText(writer, fromMinutes),
      to: hoursText(writer, toMinutes),
    })
  return fromMinutes === 0
    ? count(words.queueUpTo, toMinutes)
    : count(words.queueRange, toMinutes, { from: number(fromMinutes) })
}

function hoursText({ words, count }: QueueWriter, minutes: number): string {
  const minutesText = count(words.queueMinutes, minutes % 60)
  if (minutes < 60) return minutesText
  const hours = count(words.queueHours, Math.floor(minutes / 60))
  return minutes % 60 === 0
    ? hours
    : fillText(words.queueHoursAndMinutes, { hours, minutes: minutesText })
}

/** `Tuesday 1 January, 09:00–13:00`, in the clinic's local time. */
export function shiftText(
  locale: string,
  {
    date,
    fromMinute,
    toMinute,
  }: {
    date: CalendarDate
    fromMinute: number
    toMinute: number
  },
): string {
  const { words, clock, date: writeDate } = getWriter(locale)
  return fillText(words.queueShift, {
    date: writeDate(date),
    from: clock(fromMinute),
    to: clock(toMinute),
  })
}
