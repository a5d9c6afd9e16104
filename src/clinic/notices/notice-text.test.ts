import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languages } from '../../../words/languages.ts'
import { chooseLanguage, noticeKinds, type Placeholder, placeholders } from './notice-settings.ts'
import {
  fillText,
  languagesWithoutText,
  noticeText,
  placeholderValues,
  unknownPlaceholders,
} from './notice-text.ts'
import { type NoticeVisit, toNoticeSubject } from './noticed-visit.ts'

const visit: NoticeVisit = {
  subject: toNoticeSubject({ appointmentId: 42 }),
  bookingReference: 'BK7Q2M9X4KTD',
  state: 'EXPECTED',
  voided: false,
  unsettledUntil: null,
  revision: 0,
  fromAt: Date.parse('2030-10-27T00:30:00Z'),
  toAt: Date.parse('2030-10-27T01:00:00Z'),
  timezone: 'Europe/Berlin',
  patientTimezone: null,
  mode: 'OFFLINE',
  videoLink: null,
  visitAddress: null,
  location: 'Torstraße 9',
  practitioner: 'Jonas Weber',
  clinic: 'Sunrise',
  isErased: false,
  minutesLate: null,
  firstName: 'Meera',
  language: null,
  email: null,
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

describe('the language of a notice', () => {
  it('is the patient’s if the clinic writes in it, otherwise the clinic’s [MSG-03]', () => {
    const settings = { language: 'de', languages: ['hi', 'pt'] }
    for (const [ofPatient, language] of [
      [null, 'de'],
      ['hi', 'hi'],
      ['pt-BR', 'pt-BR'],
      ['de-AT', 'de-AT'],
      ['fr', 'de'],
    ] as const)
      expect(chooseLanguage(settings, ofPatient), `${ofPatient}`).toBe(language)
    expect(chooseLanguage({}, 'hi')).toBe('en')
  })
})

describe('the facts of a visit', () => {
  it('distinguish the two passes of the repeated hour when the clocks go back', () => {
    const zoneAt = (fromAt: number) => {
      const { time, zone } = placeholderValues(
        { ...visit, fromAt },
        'en',
        'https://clinic.example/visit/x',
      )
      return `${time} ${zone}`
    }
    expect(zoneAt(visit.fromAt)).toBe('2:30 AM Central European Summer Time')
    expect(zoneAt(visit.fromAt + 3_600_000)).toBe('2:30 AM Central European Standard Time')
  })

  it('are written as usual in the language', () => {
    const { date, time, zone } = placeholderValues(visit, 'de', 'https://clinic.example/visit/x')
    expect([date, time, zone]).toEqual([
      'Sonntag, 27. Oktober 2030',
      '02:30',
      'Mitteleuropäische Sommerzeit',
    ])
  })

  it("include the clinic's time only if the patient's clock shows another one", () => {
    const clinicTime = (patientTimezone: string | null) =>
      placeholderValues({ ...visit, patientTimezone }, 'en', 'https://clinic.example/visit/x')
        .clinicTime
    expect([clinicTime(null), clinicTime('Europe/Berlin'), clinicTime('Europe/Paris')]).toEqual([
      '',
      '',
      '',
    ])
    expect(clinicTime('Asia/Kolkata')).toBe(
      'Sunday, October 27, 2030, 2:30 AM, Central European Summer Time',
    )
    // The date is different in that timezone.
    expect(
      placeholderValues(
        { ...visit, patientTimezone: 'America/New_York' },
        'en',
        'https://clinic.example/visit/x',
      ).date,
    ).toBe('Saturday, October 26, 2030')
  })

  it('shorten a long first name between characters, never inside one', () => {
    const { firstName } = placeholderValues(
      { ...visit, firstName: `${'a'.repeat(59)}𑄌𑄋` },
      'en',
      'https://clinic.example/visit/x',
    )
    expect(firstName).toBe(`${'a'.repeat(59)}𑄌`)
  })

  it('name no place if the visit is elsewhere', () => {
    expect(
      (['OFFLINE', 'WALK_IN', 'ONLINE', 'HOME_VISIT', 'HOME_COLLECTION'] as const).map(
        (mode) =>
          placeholderValues({ ...visit, mode }, 'en', 'https://clinic.example/visit/x').location,
      ),
    ).toEqual(['Torstraße 9', 'Torstraße 9', '', '', ''])
  })
})

describe('a text', () => {
  const facts = placeholderValues(visit, 'en', 'https://clinic.example/visit/x')

  it('drops lines whose placeholders are empty, and only those', () => {
    const body = 'Hello {firstName},\n\n{date}\r\nVideo: {videoLink}\n{firstName} {time}\n\nBye\n'
    expect(fillText({ subject: '{clinic}', body }, { ...facts, firstName: '' }).body).toBe(
      'Sunday, October 27, 2030\n 2:30 AM\n\nBye\n',
    )
  })

  it('is filled in once: a value is not filled in again, and cannot end a line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (firstName) => {
        const values = placeholderValues(
          { ...visit, firstName: `${firstName}{clinic}` },
          'en',
          'https://clinic.example/visit/x',
        )
        const { subject, body } = fillText(
          { subject: '{firstName}', body: 'a{firstName}b' },
          values,
        )
        expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
        expect(body.trimEnd()).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
        expect(body).not.toContain('Sunrise')
      }),
    )
  })

  it('that is the default uses only existing placeholders, for each kind', () => {
    for (const kind of noticeKinds) {
      const { subject, body } = noticeText(kind, {}, 'en')
      expect(unknownPlaceholders(`${subject} ${body}`)).toEqual([])
      expect(JSON.stringify(fillText({ subject, body }, facts))).not.toMatch(
        /[{}]{2}|\{\w+\}|undefined/,
      )
    }
  })

  it.each(Object.keys(languages))(
    'in %s has the same facts as in English, for each kind [MSG-03]',
    (language) => {
      const listPlaceholders = (text = '') => text.match(/\{\w+\}/g)?.toSorted()
      for (const kind of noticeKinds) {
        const text = noticeText(kind, {}, language)
        const english = noticeText(kind, {}, 'en')
        for (const part of ['subject', 'body', 'short'] as const) {
          const places = listPlaceholders(text[part])
          expect(places, `${kind} ${part}`).toEqual(listPlaceholders(english[part]))
          if (language !== 'en') expect(text[part], `${kind} ${part}`).not.toBe(english[part])
        }
        expect(text.subject).not.toContain('\n')
      }
    },
  )

  it('of the clinic in its language has priority, and missing ones are named', () => {
    const own = { subject: 'आपका समय', body: '{date}' }
    const settings = {
      confirmation: true,
      reminder: true,
      language: 'hi',
      texts: { hi: { confirmation: own } },
    }
    expect(noticeText('confirmation', settings, 'hi')).toBe(own)
    expect(noticeText('confirmation', settings, 'hi-IN')).toBe(own)
    expect(noticeText('confirmation', settings, 'de')).not.toBe(own)
    expect(languagesWithoutText(settings)).toEqual([])
    const ta = { confirmation: own }
    expect(
      languagesWithoutText({ ...settings, languages: ['ta', 'te-IN', 'de'], texts: { ta } }),
    ).toEqual([
      { kind: 'reminder', language: 'ta' },
      { kind: 'confirmation', language: 'te-IN' },
      { kind: 'reminder', language: 'te-IN' },
    ])
  })

  it('has known placeholders in braces', () => {
    expect(
      unknownPlaceholders(placeholders.map((name: Placeholder) => `{${name}}`).join(' ')),
    ).toEqual([])
    expect(unknownPlaceholders('{lastName} {} { date } {date')).toEqual(['lastName', '', ' date '])
  })
})
