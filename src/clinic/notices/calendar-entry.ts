// A visit as an entry in the patient's calendar (RFC 5545, RFC 5546). REQUEST and CANCEL rather
// than PUBLISH, since these make mail programs move and remove an entry. No reply is requested.

import type { Mailbox } from '../../base/messages/mailbox.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import type { NoticeVisit } from './noticed-visit.ts'

export interface CalendarEntry {
  method: 'REQUEST' | 'CANCEL'
  text: string
}

/** The current entry of a visit, for the patient's mail program; `facts` have no line breaks. */
export function calendarEntry(
  visit: NoticeVisit,
  entryFacts: EntryFacts,
  organizer: Mailbox,
  now: Instant,
): CalendarEntry {
  const method = visit.state === 'CANCELLED' ? 'CANCEL' : 'REQUEST'
  const people = [
    `ORGANIZER;CN=${quoteParameter(entryFacts.clinic)}:mailto:${organizer.address}`,
    `ATTENDEE;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${visit.email ?? ''}`,
  ]
  return { method, text: entryText(method, visit, entryFacts, people, now) }
}

/** The same entry as a file to download, which names only the clinic. */
export function calendarFile(visit: EntryVisit, entryFacts: EntryFacts, now: Instant): string {
  return entryText('PUBLISH', visit, entryFacts, [], now)
}

interface EntryFacts {
  practitioner: string
  clinic: string
  location: string
  videoLink: string
}

type EntryVisit = Pick<NoticeVisit, 'bookingReference' | 'state' | 'revision' | 'fromAt' | 'toAt'>

function entryText(
  method: string,
  visit: EntryVisit,
  entryFacts: EntryFacts,
  people: readonly string[],
  now: Instant,
): string {
  const { bookingReference, state, revision, fromAt, toAt } = visit
  const { practitioner, clinic, location, videoLink } = entryFacts
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//clinic-scheduling//notices//EN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    // Never changes, so that later messages are about this entry; a higher sequence replaces it.
    `UID:${bookingReference}@clinic-scheduling`,
    `SEQUENCE:${revision}`,
    `DTSTAMP:${formatUtc(now)}`,
    `DTSTART:${formatUtc(fromAt)}`,
    `DTEND:${formatUtc(toAt)}`,
    `SUMMARY:${escapeText(`${practitioner}, ${clinic}`)}`,
    ...(location === '' ? [] : [`LOCATION:${escapeText(location)}`]),
    ...(videoLink === '' ? [] : [`URL:${videoLink}`]),
    `DESCRIPTION:${escapeText(bookingReference)}`,
    `STATUS:${state === 'CANCELLED' ? 'CANCELLED' : 'CONFIRMED'}`,
    'CLASS:PRIVATE',
    ...people,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(foldLine).join('\r\n')}\r\n`
}

/** `20300107T033000Z` */
function formatUtc(instant: Instant): string {
  return new Date(instant).toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '')
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&')
}

/** A parameter cannot contain a quotation mark in any form. */
function quoteParameter(text: string): string {
  return `"${text.replaceAll('"', "'")}"`
}

const lineBytesMax = 75

/**
 * Folds a line into lines of at most 75 octets, each after the first beginning with a blank; no
 * character is split.
 */
function foldLine(line: string): string {
  const lines = ['']
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > lineBytesMax) {
      lines.push(' ')
      bytes = 1
    }
    lines[lines.length - 1] += character
    bytes += size
  }
  return lines.join('\r\n')
}
