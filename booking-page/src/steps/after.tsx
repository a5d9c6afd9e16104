// After booking: the reference, the calendar entry, what to expect, and what can still be changed.

import type { ComponentChildren } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { type CompletedBooking, isAtHome, type Summary } from '../answers.ts'
import { patientName } from '../catalogue.ts'
import { ContactClinicHint, clinicTime, QuestionScreen, useBooking } from '../screen.tsx'
import type { Localization, WordKey } from '../words.ts'
import { TimeChoice } from './when.tsx'

function confirmationTitle(done: CompletedBooking | undefined): WordKey {
  if (done?.state === 'cancelled') return 'cancelled'
  if (done?.state === 'moved') return 'moved'
  return done?.isPaid && done.summary.amount > 0 ? 'bookedPaid' : 'booked'
}

export function BookingConfirmation() {
  const { booking, localization, announce } = useBooking()
  const { done } = booking
  const title = confirmationTitle(done)
  useEffect(() => {
    if (done)
      announce(
        localization.sentences([
          localization.translate(title),
          done.reference && localization.translate('reference', { reference: done.reference }),
        ]),
      )
  }, [done, title])
  if (!done) return null
  if (booking.pendingChange === 'move') return <TimeChoice />
  if (booking.pendingChange === 'cancel') return <ConfirmCancel done={done} />
  const isActive = done.state !== 'cancelled'
  return (
    <QuestionScreen title={localization.translate(title)}>
      {isActive && (
        <div class="tick" aria-hidden="true">
          <svg viewBox="0 0 24 24" width="30" height="30">
            <path
              d="M5 13l5 5 9-11"
              fill="none"
              stroke="currentColor"
              stroke-width="2.4"
              stroke-linecap="round"
              stroke-linejoin="round"
            />
          </svg>
        </div>
      )}
      {isActive ? <BookingTicket done={done} /> : <p>{localization.translate('cancelledText')}</p>}
      {isActive && <UndoBooking done={done} />}
      {isActive && <Links done={done} />}
      {isActive && booking.whatToExpect && (
        <section>
          <h3>{localization.translate('whatToExpect')}</h3>
          <p class="expect" dir="auto">
            {booking.whatToExpect}
          </p>
        </section>
      )}
      {isActive && <ChangeOptions done={done} />}
      {!isActive && booking.answers.kind && (
        <ChangeButton word="anotherTime" onChoose={booking.changeFlow.chooseAnotherTime} />
      )}
      <button type="button" class="plain" onClick={() => void booking.changeFlow.bookAnother()}>
        {localization.translate('bookAnother')}
      </button>
    </QuestionScreen>
  )
}

function BookingTicket({ done }: { done: CompletedBooking }) {
  const { booking, localization } = useBooking()
  const { summary, token, reference } = done
  const { zone } = booking.options
  // This lasts until the page is reloaded: the browser keeps no name once a visit is booked.
  const bookedPatient = booking.answers.patients.find(({ id }) => id === booking.answers.patientId)
  const patient = bookedPatient && patientName(bookedPatient)
  const day = (zone: string) =>
    localization.formatInstant(summary.start, zone, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
    })
  const moment = (zone: string) =>
    localization.withCommas(day(zone), localization.time(summary.start, zone))
  const isSame =
    clinicTime({ from: summary.start, zone: summary.zone }, zone, localization) === undefined
  return (
    <div class="ticket" part="ticket">
      {token && <p class="token">{localization.translate('token', { token: token.display })}</p>}
      <p class="moment">
        {token
          ? localization.withCommas(
              day(summary.zone),
              `${localization.time(summary.start, summary.zone)}–${localization.time(summary.end, summary.zone)}`,
            )
          : moment(zone)}
      </p>
      {!token && !isSame && (
        <p class="small">{localization.translate('clinicTime', { time: moment(summary.zone) })}</p>
      )}
      <p>{localization.join([summary.name, localization.translate(summary.mode as WordKey)])}</p>
      {summary.mode === 'OFFLINE' && <p>{localization.join([summary.place])}</p>}
      {patient && <p>{localization.translate('forPatient', { name: patient })}</p>}
      <p class="small">
        {localization.join([
          reference && localization.translate('reference', { reference }),
          token?.position != null &&
            localization.translate('position', { position: token.position }),
          priceText(done, localization),
        ])}
      </p>
    </div>
  )
}

/** Where the visit takes place. */
function visitPlace({ summary, videoLink }: CompletedBooking, localization: Localization): string {
  if (summary.mode === 'ONLINE') return videoLink ?? localization.translate('ONLINE')
  return isAtHome(summary.mode) ? localization.translate(summary.mode as WordKey) : summary.place
}

function priceText({ summary, isPaid }: CompletedBooking, localization: Localization): string {
  if (summary.paidBy === 'own') return localization.translate('pricePack')
  const unpaidWord = isAtHome(summary.mode) ? 'priceAtVisit' : 'priceAtClinic'
  return localization.translate(isPaid ? 'pricePaid' : unpaidWord, {
    price: localization.money(summary.amount, summary.currency),
  })
}

function Links({ done }: { done: CompletedBooking }) {
  const { booking, localization } = useBooking()
  const { summary, token } = done
  const title = `${summary.name} · ${booking.workspace?.publicProfile.wpp?.name ?? ''}`
  const place = visitPlace(done, localization)
  const file = useMemo(
    () =>
      URL.createObjectURL(
        new Blob([calendarFile(done, title, place, booking.service.now())], {
          type: 'text/calendar',
        }),
      ),
    [done],
  )
  useEffect(() => () => URL.revokeObjectURL(file), [file])
  const icalTimestamp = (iso: string) => new Date(iso).toISOString().replace(/[-:]|\.\d+/g, '')
  const google = new URL('https://calendar.google.com/calendar/render')
  google.search = String(
    new URLSearchParams({
      action: 'TEMPLATE',
      text: title,
      dates: `${icalTimestamp(summary.start)}/${icalTimestamp(summary.end)}`,
      location: place,
    }),
  )
  const map = `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: summary.place })}`
  const externalLink = { target: '_blank', rel: 'noopener noreferrer' }
  return (
    <div class="links">
      {token && (
        <LinkRow href={`${booking.options.baseUrl}/queue/${token.status}`} {...externalLink} isMain>
          {localization.translate('liveLine')}
        </LinkRow>
      )}
      {done.videoLink && (
        <LinkRow href={done.videoLink} {...externalLink} isMain>
          {localization.translate('videoLink')}
        </LinkRow>
      )}
      <LinkRow href={file} download="visit.ics">
        {localization.translate('calendarFile')}
      </LinkRow>
      <LinkRow href={google.href} {...externalLink}>
        {localization.translate('googleCalendar')}
      </LinkRow>
      {(summary.mode === 'OFFLINE' || token) && (
        <LinkRow href={map} {...externalLink}>
          {localization.translate('directions')}
        </LinkRow>
      )}
    </div>
  )
}

function Arrow() {
  return (
    <svg class="arrow" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
      <path
        d="M9 5l7 7-7 7"
        fill="none"
        stroke="currentColor"
        stroke-width="2.2"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  )
}

interface RowProps {
  href: string
  isMain?: boolean
  target?: string
  rel?: string
  download?: string
  children: ComponentChildren
}

function LinkRow({ isMain: isPrimary, children, ...link }: RowProps) {
  return (
    <a class={isPrimary ? 'row strong' : 'row'} part="link" {...link}>
      {children}
      <Arrow />
    </a>
  )
}

/** iCalendar (RFC 5545): one event, in UTC. */
function calendarFile(
  { summary, reference, token, moves = 0 }: CompletedBooking,
  title: string,
  place: string,
  now: number,
): string {
  const icalTimestamp = (time: string | number) =>
    new Date(time).toISOString().replace(/[-:]|\.\d+/g, '')
  const text = (value: string) => value.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')
  const name = reference ?? token?.status ?? `${summary.start}.${summary.addressId}`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//clinic-scheduling//booking//EN',
    'BEGIN:VEVENT',
    // As in the clinic's notices, which then change this entry instead of adding another. The count
    // of moves never exceeds their sequence.
    `UID:${name}@clinic-scheduling`,
    `SEQUENCE:${moves}`,
    `DTSTAMP:${icalTimestamp(now)}`,
    `DTSTART:${icalTimestamp(summary.start)}`,
    `DTEND:${icalTimestamp(summary.end)}`,
    `SUMMARY:${text(title)}`,
    `LOCATION:${text(place)}`,
    `DESCRIPTION:${text(reference ?? token?.display ?? '')}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.flatMap(foldLine).join('\r\n')}\r\n`
}

/** A line split into pieces of at most 75 bytes. */
function foldLine(line: string): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const character of line) {
    if (new TextEncoder().encode(piece + character).length > 74) {
      pieces.push(piece)
      piece = ' '
    }
    piece += character
  }
  return [...pieces, piece]
}

/** Whether a deadline has not passed yet. */
const isBefore = (until: string | undefined, now: number): until is string =>
  until !== undefined && Date.parse(until) > now

const bookingUndoMs = 3 * 60_000

/**
 * Undoes a new booking with one tap, by cancelling it. This is offered only if the clinic lets
 * patients cancel it and nothing is paid. Otherwise it is cancelled like any other visit, with the
 * question that says what happens to the money.
 */
function UndoBooking({
  done: { summary, isPaid, appointmentId, state, bookedAt = 0 },
}: {
  done: CompletedBooking
}) {
  const { booking, localization } = useBooking()
  const now = booking.service.now()
  const until = bookedAt + bookingUndoMs
  useEffect(() => {
    const expiryTimer = setTimeout(booking.draw, until - booking.service.now())
    return () => clearTimeout(expiryTimer)
  }, [until])
  const money = moneyWord(summary, isPaid)
  const isOffered =
    appointmentId !== undefined &&
    state === 'booked' &&
    isBefore(summary.cancelUntil, now) &&
    money === 'cancelFree' &&
    now < until
  if (!isOffered) return null
  return (
    <div>
      <button type="button" class="plain" onClick={() => void booking.changeFlow.cancel()}>
        {localization.translate('undo')}
      </button>
      <p class="quiet small">
        {localization.sentences([
          localization.translate('untilWhen', {
            when: localization.time(until, booking.options.zone),
          }),
          localization.translate(money),
        ])}
      </p>
    </div>
  )
}

/**
 * Says until when a visit can be cancelled online, by the rule that will apply then, and what
 * happens to the money; otherwise it says whom to call.
 */
export function Cancellation({ summary, isPaid }: Pick<CompletedBooking, 'summary' | 'isPaid'>) {
  const { booking, localization } = useBooking()
  const { cancelUntil, moveUntil, zone } = summary
  const now = booking.service.now()
  if (!isBefore(cancelUntil, now))
    return <ContactClinicHint word={isBefore(moveUntil, now) ? 'callToCancel' : 'callToChange'} />
  const deadline = deadlineText(cancelUntil, zone, localization)
  const money = moneyWord(summary, isPaid)
  return (
    <p class="quiet small">
      {money === 'cancelFree'
        ? localization.translate('freeUntil', { when: deadline })
        : localization.sentences([
            localization.translate('cancelUntil', { when: deadline }),
            localization.translate(money),
          ])}
    </p>
  )
}

/** A deadline as text, on the clinic's clock. */
function deadlineText(until: string, zone: string, localization: Localization): string {
  const style = {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'shortGeneric',
  } as const
  return localization.formatInstant(until, zone, style)
}

/** What happens to the money if a visit is cancelled online. */
function moneyWord(
  { paidBy }: Summary,
  isPaid: boolean,
): 'cancelPack' | 'cancelPaid' | 'cancelFree' {
  if (paidBy === 'own') return 'cancelPack'
  return isPaid ? 'cancelPaid' : 'cancelFree'
}

function ChangeOptions({ done }: { done: CompletedBooking }) {
  const { booking, localization } = useBooking()
  const now = booking.service.now()
  const { cancelUntil, moveUntil, zone } = done.summary
  const isKnown = done.appointmentId !== undefined
  return (
    <div class="links">
      {isKnown && isBefore(moveUntil, now) && (
        <ChangeButton word="changeTime" onChoose={booking.changeFlow.startMove}>
          <span class="quiet small">
            {localization.translate('untilWhen', {
              when: deadlineText(moveUntil, zone, localization),
            })}
          </span>
        </ChangeButton>
      )}
      {isKnown && isBefore(cancelUntil, now) && (
        <ChangeButton word="cancelVisit" onChoose={booking.changeFlow.askCancel} />
      )}
      {isKnown ? <Cancellation {...done} /> : <ContactClinicHint word="callToChange" />}
    </div>
  )
}

function ChangeButton({
  word,
  onChoose,
  children,
}: {
  word: WordKey
  onChoose(): unknown
  children?: ComponentChildren
}) {
  const { localization } = useBooking()
  return (
    <button type="button" class="row" onClick={onChoose}>
      <span class="words">
        {localization.translate(word)}
        {children}
      </span>
      <Arrow />
    </button>
  )
}

/** Says what happens to the money before anything is done. */
function ConfirmCancel({ done }: { done: CompletedBooking }) {
  const { booking, localization } = useBooking()
  return (
    <QuestionScreen
      title={localization.translate('cancelAsk')}
      button={localization.translate('cancelYes')}
      onGo={booking.changeFlow.cancel}
    >
      <BookingTicket done={done} />
      <p>{localization.translate(moneyWord(done.summary, done.isPaid))}</p>
      <button type="button" class="plain" onClick={booking.changeFlow.abandonChange}>
        {localization.translate('cancelNo')}
      </button>
    </QuestionScreen>
  )
}
