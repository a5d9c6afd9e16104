import { describe, expect, it } from 'vitest'
import { type DayLine, showQueue } from '../../visits/queue/queue-status.ts'
import type { VisitInLine } from '../../visits/queue/status-queries.ts'
import type { VisitStatus } from '../../visits/queue/visit-status.ts'
import { queueReader, shiftText, writeQueue } from './queue-texts.ts'
import { pageLanguages } from './settings.ts'
import { loadWords } from './words.ts'

const now = Date.parse('2030-01-01T09:30:00+05:30')
const running: DayLine = {
  clinic: 'Sunrise Clinics',
  timezone: 'Asia/Kolkata',
  date: '2030-01-01',
  mode: 'OFFLINE',
  fromMinute: 540,
  toMinute: 1_440,
  startedAt: Date.parse('2030-01-01T09:04:00+05:30'),
  endedAt: null,
  defaultSeconds: 600,
  latestConsultations: Array.from({ length: 20 }, (_, index) => 480 + 12 * index),
  line: [],
}
const locales = [...pageLanguages, 'pt-BR']

/** A line in the order of its places: each a status, and how many minutes ago it was called. */
function line(...visits: [status: VisitStatus, minutesAgo?: number][]): VisitInLine[] {
  return visits.map(([status, minutesAgo], index) => ({
    id: index + 1,
    tokenLetter: 'A',
    tokenNumber: index + 1,
    status,
    calledAt: minutesAgo === undefined ? null : now - minutesAgo * 60_000,
  }))
}

const waiting = (count: number) =>
  line(...Array.from({ length: count }, (): [VisitStatus] => ['WAITING']))

function writeTexts(visitId: number, changes: Partial<DayLine>, locale = 'en') {
  const shown = showQueue({ ...running, ...changes }, now, writeQueue)
  const texts = shown.statusFor(visitId, locale)?.texts
  if (!texts) throw new Error(`no visit ${visitId}`)
  return texts
}

const headlines = (changes: Partial<DayLine> & Pick<DayLine, 'line'>, locale = 'en') =>
  changes.line.map(({ id }) => writeTexts(id, changes, locale).headline)

describe('in English', () => {
  it('shows hours when it is hours', () => {
    const long = waiting(20)
    expect(writeTexts(20, { line: long }).wait).toBe('2 h 50 min to 4 h 40 min')
    expect(writeTexts(1, { line: long }).wait).toBe('up to 5 minutes')
  })

  it('sends no patient of an online shift to a door', () => {
    const visits = line(['CALLED', 1], ['SKIPPED', 8], ['NO_SHOW'])
    expect(headlines({ mode: 'ONLINE', line: visits })).toEqual([
      'It is your turn — please be ready for your online visit.',
      'You were called at 09:22 and you were not there: please tell the clinic.',
      'You were marked as absent. If you are here, please tell the clinic.',
    ])
  })

  it('says that no one is being served when that is so, and not before the start', () => {
    const visits = waiting(1)
    expect(writeTexts(1, { line: visits })).toMatchObject({
      serving: 'no one at the moment',
      queue: 'running since 09:04',
    })
    expect(writeTexts(1, { line: visits, startedAt: null })).toMatchObject({
      serving: '',
      queue: 'not started yet',
    })
  })

  it('names the shift by its day and the clinic clock', () => {
    expect(shiftText('en', running)).toBe('Tuesday 1 January, 09:00–24:00')
  })

  it('is the same for every region', () => {
    expect(queueReader({ 'accept-language': 'en-US,en;q=0.9' }).locale).toBe('en')
    expect(queueReader({})).toEqual({ language: 'en', locale: 'en' })
  })
})

describe('in another language', () => {
  it('uses the plural forms of the language', () => {
    const ahead = (locale: string, ...counts: number[]) =>
      counts.map((count) => writeTexts(count + 1, { line: waiting(count + 1) }, locale).headline)
    expect(ahead('de', 1, 2)).toEqual([
      'Vor Ihnen ist noch 1 Person.',
      'Vor Ihnen sind noch 2 Personen.',
    ])
    expect(ahead('ar', 1, 2, 3, 11, 100)).toEqual([
      'قبلك شخص واحد.',
      'قبلك شخصان.',
      'قبلك 3 أشخاص.',
      'قبلك 11 شخصًا.',
      'قبلك 100 شخص.',
    ])
    expect(ahead('ar-EG', 3)).toEqual(['قبلك ٣ أشخاص.'])
    expect(writeTexts(20, { line: waiting(20) }, 'ar').wait).toBe(
      'من ساعتين و50 دقيقة إلى 4 ساعات و40 دقيقة',
    )
  })

  it('writes times and days as the locale does, by the clock of the clinic', () => {
    expect(writeTexts(1, { line: line(['SKIPPED', 8]) }, 'de').headline).toContain('um 09:22 Uhr')
    expect(writeTexts(1, { line: waiting(1) }, 'es-MX').queue).toMatch(/las 9:04\sa\.m\./)
    expect(shiftText('de', running)).toBe('Dienstag, 1. Januar, 09:00–24:00 Uhr')
    expect(shiftText('hi', running)).toBe('मंगलवार, 1 जनवरी, 9:00 am–12:00 am')
    // Not by the calendar of the region.
    expect(shiftText('ar-SA', running)).toContain('يناير')
    expect(showQueue(running, now, writeQueue).updated('ar-EG')).toBe('٩:٣٠ ص')
  })

  it.each(locales)('has every text in %s', (locale) => {
    const [language = 'en'] = locale.split('-')
    const words = loadWords(queueReader({ 'accept-language': language }).language, locale)
    const english = loadWords('en')
    const visits = line(['WAITING'], ['CALLED', 1], ['IN_CONSULTATION', 9], ['COMPLETED'])
    const others = line(['SKIPPED', 8], ['SKIPPED'], ['NO_SHOW'], ['CANCELLED'])
    const written = [
      ...headlines({ line: visits }, locale),
      ...headlines({ line: visits, startedAt: null }, locale),
      ...headlines({ line: others }, locale),
      ...headlines({ line: others, mode: 'ONLINE' }, locale),
      ...headlines({ line: others, endedAt: now }, locale),
      ...Object.values(writeTexts(1, { line: visits }, locale)),
      ...Object.values(writeTexts(20, { line: waiting(20), startedAt: null }, locale)),
      writeTexts(1, { line: visits, endedAt: now }, locale).queue,
    ]
    expect(written.join(' ')).not.toMatch(/[{}]|undefined|NaN/)
    for (const name of Object.keys(english) as (keyof typeof english)[])
      if (name.startsWith('queue') && language !== 'en') expect(words[name], name).toBeTruthy()
  })

  it.each(locales)('has the forms in %s of every count that can occur', (locale) => {
    const words = loadWords(queueReader({ 'accept-language': locale }).language, locale)
    const plurals = new Intl.PluralRules(locale)
    const steps = (from: number, to: number, step: number) =>
      Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step)
    const counts = {
      queueAhead: steps(1, 200, 1),
      queueUpTo: steps(5, 115, 5),
      queueRange: steps(10, 115, 5),
      queueHours: steps(1, 24, 1),
      queueMinutes: steps(5, 55, 5),
    } as const
    for (const [name, possible] of Object.entries(counts)) {
      const forms = words[name as keyof typeof counts]
      // An abbreviation, for example, has one form.
      const needed = Object.keys(forms).length === 1 ? [] : possible.map((n) => plurals.select(n))
      expect(Object.keys(forms), name).toEqual(expect.arrayContaining(needed))
    }
    expect(words.queueAhead.one !== undefined, 'queueAhead').toBe(locale !== 'zh')
  })
})

describe('the language of a viewer', () => {
  const chooseTestLocale = (accepted: string, languages?: readonly string[]) =>
    queueReader({ 'accept-language': accepted }, languages).locale

  it('is the one that the browser prefers, of those of the clinic', () => {
    expect(chooseTestLocale('fr-CA,de;q=0.5')).toBe('fr-CA')
    expect(chooseTestLocale('fr-CA,de;q=0.5', ['en', 'de'])).toBe('de')
    expect(chooseTestLocale('ja', ['hi', 'en'])).toBe('hi')
    expect(chooseTestLocale('ja')).toBe('en')
  })

  it('is one of the few locales that the runtime knows', () => {
    expect(chooseTestLocale('pt-br')).toBe('pt-BR')
    for (const made of ['de-XX', 'de-1996', 'de-DE-u-nu-thai', 'de-x-1'])
      expect(chooseTestLocale(made)).toMatch(/^de(-DE)?$/)
  })
})
