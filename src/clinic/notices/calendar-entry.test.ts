import fc from 'fast-check'
import ical from 'node-ical'
import { describe, expect, it } from 'vitest'
import { calendarEntry } from './calendar-entry.ts'
import { type NoticeVisit, toNoticeSubject } from './noticed-visit.ts'

const visit: NoticeVisit = {
  subject: toNoticeSubject({ appointmentId: 42 }),
  bookingReference: 'BK7Q2M9X4KTD',
  state: 'EXPECTED',
  voided: false,
  unsettledUntil: null,
  revision: 3,
  fromAt: Date.parse('2030-01-07T03:30:00Z'),
  toAt: Date.parse('2030-01-07T03:45:00Z'),
  timezone: 'Asia/Kolkata',
  patientTimezone: null,
  mode: 'OFFLINE',
  videoLink: null,
  visitAddress: null,
  location: '12 MI Road, Jaipur; 302001',
  practitioner: 'Dr Asha Rao',
  clinic: 'Sunrise Clinics',
  isErased: false,
  minutesLate: null,
  firstName: 'Meera',
  language: null,
  email: 'meera@example.org',
  phoneNormalised: null,
  siteHash: null,
  token: null,
  offer: null,
  hasMissingForms: false,
  pack: null,
  priceMinor: 50_000,
  isOwed: true,
  currency: 'INR',
}
const organizer = { name: 'Sunrise', address: 'codes@sunrise.example' }
const now = Date.parse('2030-01-01T00:00:00Z')
const createEntry = (changes: Partial<NoticeVisit> = {}) => {
  const changed = { ...visit, ...changes }
  return calendarEntry(changed, { ...changed, videoLink: changed.videoLink ?? '' }, organizer, now)
}

/** Reads an entry as a calendar program does. */
function read(text: string) {
  const [event] = Object.values(ical.sync.parseICS(text)).filter((part) => part?.type === 'VEVENT')
  if (event?.type !== 'VEVENT') throw new Error('there is no event in it')
  return event
}

describe('a calendar entry', () => {
  it('has the intended meaning in other programs', () => {
    const { method, text } = createEntry()
    const { uid, sequence, start, end, summary, location, status, description } = read(text)
    expect({ method, uid, sequence, summary, location, status, description }).toMatchObject({
      method: 'REQUEST',
      uid: 'BK7Q2M9X4KTD@clinic-scheduling',
      summary: 'Dr Asha Rao, Sunrise Clinics',
      location: '12 MI Road, Jaipur; 302001',
      status: 'CONFIRMED',
      description: 'BK7Q2M9X4KTD',
    })
    expect([Number(sequence), start.toISOString(), end?.toISOString()]).toEqual([
      3,
      '2030-01-07T03:30:00.000Z',
      '2030-01-07T03:45:00.000Z',
    ])
    expect(text).toContain('\r\nMETHOD:REQUEST\r\n')
    expect(text).toContain('\r\nDTSTART:20300107T033000Z\r\n')
    expect(text).toContain('RSVP=FALSE:mailto:meera@example.org\r\n')
  })

  it('of a cancelled visit removes the same entry', () => {
    const { method, text } = createEntry({ state: 'CANCELLED', revision: 4 })
    const { uid, sequence, status } = read(text)
    expect([method, uid, Number(sequence), status]).toEqual([
      'CANCEL',
      'BK7Q2M9X4KTD@clinic-scheduling',
      4,
      'CANCELLED',
    ])
    expect(text).toContain('\r\nMETHOD:CANCEL\r\n')
  })

  it('has the link of an online visit and no place', () => {
    const event = read(
      createEntry({ location: '', videoLink: 'https://meet.example.org/7q2m,9;x' }).text,
    )
    expect([event.url, event.location]).toEqual(['https://meet.example.org/7q2m,9;x', undefined])
  })

  it('keeps to lines of 75 octets and cannot be broken by names of people and places', () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 300, size: 'max' })
      .map((text) => `x${text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '')}x`)
    fc.assert(
      fc.property(name, name, name, (clinic, practitioner, location) => {
        const { text } = createEntry({ clinic, practitioner, location })
        const lines = text.split('\r\n')
        for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
        const unfolded = text.replaceAll('\r\n ', '')
        expect(unfolded.match(/^BEGIN:VEVENT\r$/gm)).toHaveLength(1)
        expect(unfolded.isWellFormed()).toBe(true)
        const value = (member: string) =>
          new RegExp(`\r\n${member}:(.*)\r\n`, 'u').exec(unfolded)?.[1]?.replace(/\\(.)/gu, '$1')
        expect([value('SUMMARY'), value('LOCATION')]).toEqual([
          `${practitioner}, ${clinic}`,
          location,
        ])
      }),
    )
  })
})
