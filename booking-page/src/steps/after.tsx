// After booking: the reference, the calendar entry, what to expect, and what can still be changed.

import type { ComponentChildren } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { type Done, isAtHome, type Summary } from '../answers.ts'
import { nameOf } from '../catalogue.ts'
import { AskTheClinic, clinicTime, Screen, useBooking } from '../screen.tsx'
import type { Speech, Word } from '../words.ts'
import { When } from './when.tsx'

export function After() {
  const { way, speech, announce } = useBooking()
  const { done } = way
  const title: Word =
    done?.state === 'cancelled' ? 'cancelled' : done?.state === 'moved' ? 'moved' : done?.isPaid && done.summary.amount > 0 ? 'bookedPaid' : 'booked'
  useEffect(() => {
    if (done) announce(speech.sentences([speech.say(title), done.reference && speech.say('reference', { reference: done.reference })]))
  }, [done, title])
  if (!done) return null
  if (way.changing === 'move') return <When />
  if (way.changing === 'cancel') return <AskCancel done={done} />
  const isStanding = done.state !== 'cancelled'
  return (
    <Screen title={speech.say(title)}>
      {isStanding && (
        <div class="tick" aria-hidden="true">
          <svg viewBox="0 0 24 24" width="30" height="30">
            <path d="M5 13l5 5 9-11" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round" />
          </svg>
        </div>
      )}
      {isStanding ? <Ticket done={done} /> : <p>{speech.say('cancelledText')}</p>}
      {isStanding && <Undo done={done} />}
      {isStanding && <Links done={done} />}
      {isStanding && way.whatToExpect && (
        <section>
          <h3>{speech.say('whatToExpect')}</h3>
          <p class="expect" dir="auto">
            {way.whatToExpect}
          </p>
        </section>
      )}
      {isStanding && <Changes done={done} />}
      {!isStanding && way.answers.kind && <Change word="anotherTime" onChoose={way.afterwards.chooseAnotherTime} />}
      <button type="button" class="plain" onClick={() => void way.afterwards.bookAnother()}>
        {speech.say('bookAnother')}
      </button>
    </Screen>
  )
}

function Ticket({ done }: { done: Done }) {
  const { way, speech } = useBooking()
  const { summary, token, reference } = done
  const { zone } = way.options
  // Until the page is loaded again: the browser keeps no name once a visit is booked.
  const booked = way.answers.patients.find(({ id }) => id === way.answers.patientId)
  const patient = booked && nameOf(booked)
  const day = (where: string) => speech.at(summary.start, where, { weekday: 'long', day: 'numeric', month: 'long' })
  const moment = (where: string) => speech.withCommas(day(where), speech.time(summary.start, where))
  const isSame = clinicTime({ from: summary.start, zone: summary.zone }, zone, speech) === undefined
  return (
    <div class="ticket" part="ticket">
      {token && <p class="token">{speech.say('token', { token: token.display })}</p>}
      <p class="moment">
        {token ? speech.withCommas(day(summary.zone), `${speech.time(summary.start, summary.zone)}–${speech.time(summary.end, summary.zone)}`) : moment(zone)}
      </p>
      {!token && !isSame && <p class="small">{speech.say('clinicTime', { time: moment(summary.zone) })}</p>}
      <p>{speech.join([summary.name, speech.say(summary.mode as Word)])}</p>
      {summary.mode === 'OFFLINE' && <p>{speech.join([summary.place])}</p>}
      {patient && <p>{speech.say('forPatient', { name: patient })}</p>}
      <p class="small">
        {speech.join([
          reference && speech.say('reference', { reference }),
          token?.position != null && speech.say('position', { position: token.position }),
          priceText(done, speech),
        ])}
      </p>
    </div>
  )
}

/** Where the visit takes place. */
function placeOf({ summary, videoLink }: Done, speech: Speech): string {
  if (summary.mode === 'ONLINE') return videoLink ?? speech.say('ONLINE')
  return isAtHome(summary.mode) ? speech.say(summary.mode as Word) : summary.place
}

function priceText({ summary, isPaid }: Done, speech: Speech): string {
  if (summary.paidBy === 'own') return speech.say('pricePack')
  return speech.say(isPaid ? 'pricePaid' : isAtHome(summary.mode) ? 'priceAtVisit' : 'priceAtClinic', { price: speech.money(summary.amount, summary.currency) })
}

function Links({ done }: { done: Done }) {
  const { way, speech } = useBooking()
  const { summary, token } = done
  const title = `${summary.name} · ${way.workspace?.publicProfile.wpp?.name ?? ''}`
  const where = placeOf(done, speech)
  const file = useMemo(() => URL.createObjectURL(new Blob([calendarFile(done, title, where, way.service.now())], { type: 'text/calendar' })), [done])
  useEffect(() => () => URL.revokeObjectURL(file), [file])
  const stamp = (iso: string) => new Date(iso).toISOString().replace(/[-:]|\.\d+/g, '')
  const google = new URL('https://calendar.google.com/calendar/render')
  google.search = String(new URLSearchParams({ action: 'TEMPLATE', text: title, dates: `${stamp(summary.start)}/${stamp(summary.end)}`, location: where }))
  const map = `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: summary.place })}`
  const outside = { target: '_blank', rel: 'noopener noreferrer' }
  return (
    <div class="links">
      {token && (
        <Row href={`${way.options.baseUrl}/queue/${token.status}`} {...outside} isMain>
          {speech.say('liveLine')}
        </Row>
      )}
      {done.videoLink && (
        <Row href={done.videoLink} {...outside} isMain>
          {speech.say('videoLink')}
        </Row>
      )}
      <Row href={file} download="visit.ics">
        {speech.say('calendarFile')}
      </Row>
      <Row href={google.href} {...outside}>
        {speech.say('googleCalendar')}
      </Row>
      {(summary.mode === 'OFFLINE' || token) && (
        <Row href={map} {...outside}>
          {speech.say('directions')}
        </Row>
      )}
    </div>
  )
}

function Arrow() {
  return (
    <svg class="arrow" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
      <path d="M9 5l7 7-7 7" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" />
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

function Row({ isMain, children, ...link }: RowProps) {
  return (
    <a class={isMain ? 'row strong' : 'row'} part="link" {...link}>
      {children}
      <Arrow />
    </a>
  )
}

/** iCalendar (RFC 5545): one event, in UTC. */
function calendarFile({ summary, reference, token, moves = 0 }: Done, title: string, where: string, now: number): string {
  const stamp = (time: string | number) => new Date(time).toISOString().replace(/[-:]|\.\d+/g, '')
  const text = (value: string) => value.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')
  const name = reference ?? token?.status ?? `${summary.start}.${summary.addressId}`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//clinic-scheduling//booking//EN',
    'BEGIN:VEVENT',
    // As in the clinic's notices, which then change this entry instead of adding another. The count of moves is never above their sequence.
    `UID:${name}@clinic-scheduling`,
    `SEQUENCE:${moves}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(summary.start)}`,
    `DTEND:${stamp(summary.end)}`,
    `SUMMARY:${text(title)}`,
    `LOCATION:${text(where)}`,
    `DESCRIPTION:${text(reference ?? token?.display ?? '')}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.flatMap(folded).join('\r\n')}\r\n`
}

/** A line in pieces of at most 75 bytes. */
function folded(line: string): string[] {
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

/** Whether something is still possible until then. */
const isOpen = (until: string | undefined, now: number): until is string => until !== undefined && Date.parse(until) > now

const undoMs = 3 * 60_000

/**
 * Takes a new booking back by one tap, as a cancellation: only where the clinic lets patients cancel it, and nothing is paid. Otherwise it
 * is cancelled like any other visit, where what becomes of the money is said and confirmed.
 */
function Undo({ done: { summary, isPaid, appointmentId, state, bookedAt = 0 } }: { done: Done }) {
  const { way, speech } = useBooking()
  const now = way.service.now()
  const until = bookedAt + undoMs
  useEffect(() => {
    const over = setTimeout(way.draw, until - way.service.now())
    return () => clearTimeout(over)
  }, [until])
  const money = moneyWord(summary, isPaid)
  const isOffered = appointmentId !== undefined && state === 'booked' && isOpen(summary.cancelUntil, now) && money === 'cancelFree' && now < until
  if (!isOffered) return null
  return (
    <div>
      <button type="button" class="plain" onClick={() => void way.afterwards.cancel()}>
        {speech.say('undo')}
      </button>
      <p class="quiet small">{speech.sentences([speech.say('untilWhen', { when: speech.time(until, way.options.zone) }), speech.say(money)])}</p>
    </div>
  )
}

/** Until when a visit can be cancelled online, by the rule that then decides, and what becomes of the money; or whom to call. */
export function Cancellation({ summary, isPaid }: Pick<Done, 'summary' | 'isPaid'>) {
  const { way, speech } = useBooking()
  const { cancelUntil, moveUntil, zone } = summary
  const now = way.service.now()
  if (!isOpen(cancelUntil, now)) return <AskTheClinic word={isOpen(moveUntil, now) ? 'callToCancel' : 'callToChange'} />
  const when = deadlineText(cancelUntil, zone, speech)
  const money = moneyWord(summary, isPaid)
  return (
    <p class="quiet small">
      {money === 'cancelFree' ? speech.say('freeUntil', { when }) : speech.sentences([speech.say('cancelUntil', { when }), speech.say(money)])}
    </p>
  )
}

/** On the clinic's clock. */
function deadlineText(until: string, zone: string, speech: Speech): string {
  const style = { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit', timeZoneName: 'shortGeneric' } as const
  return speech.at(until, zone, style)
}

/** What becomes of the money of a visit that is cancelled online. */
function moneyWord({ paidBy }: Summary, isPaid: boolean): 'cancelPack' | 'cancelPaid' | 'cancelFree' {
  return paidBy === 'own' ? 'cancelPack' : isPaid ? 'cancelPaid' : 'cancelFree'
}

function Changes({ done }: { done: Done }) {
  const { way, speech } = useBooking()
  const now = way.service.now()
  const { cancelUntil, moveUntil, zone } = done.summary
  const isKnown = done.appointmentId !== undefined
  return (
    <div class="links">
      {isKnown && isOpen(moveUntil, now) && (
        <Change word="changeTime" onChoose={way.afterwards.startMove}>
          <span class="quiet small">{speech.say('untilWhen', { when: deadlineText(moveUntil, zone, speech) })}</span>
        </Change>
      )}
      {isKnown && isOpen(cancelUntil, now) && <Change word="cancelVisit" onChoose={way.afterwards.askCancel} />}
      {isKnown ? <Cancellation {...done} /> : <AskTheClinic word="callToChange" />}
    </div>
  )
}

function Change({ word, onChoose, children }: { word: Word; onChoose(): unknown; children?: ComponentChildren }) {
  const { speech } = useBooking()
  return (
    <button type="button" class="row" onClick={onChoose}>
      <span class="words">
        {speech.say(word)}
        {children}
      </span>
      <Arrow />
    </button>
  )
}

/** Says what happens to the money before anything is done. */
function AskCancel({ done }: { done: Done }) {
  const { way, speech } = useBooking()
  return (
    <Screen title={speech.say('cancelAsk')} button={speech.say('cancelYes')} onGo={way.afterwards.cancel}>
      <Ticket done={done} />
      <p>{speech.say(moneyWord(done.summary, done.isPaid))}</p>
      <button type="button" class="plain" onClick={way.afterwards.leaveChange}>
        {speech.say('cancelNo')}
      </button>
    </Screen>
  )
}
