// Queue shifts of a practitioner at a location: when patients come and wait, and how many can.

import type { Static } from 'typebox'
import { calendarDate, choice, integer, optional, text } from '../../../base/contract/schemas.ts'
import { narrowType, type RowOf, statement } from '../../../base/db/statement.ts'
import { weekdayNumber, weekdays } from '../../../base/values/calendar-date.ts'
import { formatClock, parseClock } from '../../../base/values/clinic-time.ts'
import { type ShiftMode, shiftModes } from '../../../base/values/modes.ts'
import { idsOfShifts } from '../../../clinic/catalogue/name-queries.ts'
import { asList, asMapping, type Mapping, mappingEntries, type Report } from '../checking.ts'
import { choiceOrDefault, closedObject, distinct, formatted, itemsByName } from '../words.ts'
import { importStatement } from './import-statement.ts'
import {
  createDescription,
  type FindPractice,
  joinPracticeNames,
  type PracticeSection,
  statesStatement,
  unlessDefault,
  withoutEmpty,
} from './section.ts'

const defaultMinutes = 10

const Shift = closedObject(
  {
    days: optional(
      distinct(
        choice(weekdays, 'A day of the week.'),
        1,
        'The days of the shift in every week. Leave the date empty then.',
      ),
    ),
    date: optional(
      calendarDate(
        'The one date of the shift, even on a closing day. Leave the days empty then.',
        '2027-01-26',
      ),
    ),
    from: formatted('clock', 'Start, HH:MM on the clinic clock.', '09:00'),
    to: formatted(
      'clock',
      'End, HH:MM on the clinic clock, up to 24:00. The queue itself runs until staff end it.',
      '13:00',
    ),
    mode: choiceOrDefault(shiftModes, 'OFFLINE', 'How its visits happen.'),
    letter: optional(
      text(
        'The letter of its tokens, as in A-12. Default: its current letter, or the first that no other queue of the location uses on the same days.',
        'A',
        {
          pattern: '^[A-Z]{1,3}$',
        },
      ),
    ),
    door: optional(
      text(
        'Where called patients go: a room, a door or a counter; shown on the boards in waiting rooms.',
        'Room 2',
        { minLength: 1, maxLength: 40 },
      ),
    ),
    maxAppointments: integer('Maximum number of tokens, not counting cancelled ones.', 40, {
      minimum: 1,
      maximum: 5000,
    }),
    averageMinutes: optional(
      integer(
        `Length of a consultation, in minutes, until there is a history of them; ${defaultMinutes} when omitted.`,
        10,
        { minimum: 1, maximum: 240 },
      ),
    ),
  },
  'A shift in which people are seen in the order of their tokens.',
)

const members = {
  shifts: optional(
    itemsByName(Shift, 'Queue shifts by name, of practitioners whose system is QMS.'),
  ),
}

interface Practice {
  shifts?: Record<string, Static<typeof Shift>>
}

const shiftMode = (shift: Mapping) => shift.mode ?? 'OFFLINE'
const shiftDays = (shift: Mapping): unknown[] =>
  shift.date === undefined ? [...asList(shift.days)] : [shift.date]

function checkTimes(shift: Mapping, path: string, report: Report) {
  if ((shift.days === undefined) === (shift.date === undefined))
    report(path, 'needs either days or a date')
  // Clock times in this form can be compared as text.
  if (typeof shift.from === 'string' && typeof shift.to === 'string' && shift.from >= shift.to) {
    report(
      path,
      `starts at ${shift.from} but ends at ${shift.to}; one across midnight is written as two`,
    )
  }
}

/** Two shifts on the same day must not have the same tokens, or overlap in the same mode. */
function checkAgainst(
  shift: Mapping,
  [otherName, other]: readonly [string, Mapping],
  path: string,
  report: Report,
) {
  const shared = shiftDays(shift).find((time) => shiftDays(other).includes(time))
  if (shared === undefined) return
  if (shift.letter !== undefined && shift.letter === other.letter) {
    report(
      path,
      `has the letter ${shift.letter} of the shift ${otherName} on ${shared}; give it another`,
    )
  }
  const overlaps = String(shift.from) < String(other.to) && String(other.from) < String(shift.to)
  if (overlaps && shiftMode(shift) === shiftMode(other))
    report(path, `overlaps the shift ${otherName} on ${shared}`)
}

const weekdayNames = (numbers: readonly number[] | null) =>
  numbers?.map((number) => weekdays[number - 1] ?? 'MON')

interface Days {
  days?: readonly string[] | null | undefined
  date?: string | null | undefined
}

/** Whether two shifts run on a day in common. */
export function sharesDay(one: Days, other: Days): boolean {
  if (one.date && other.date) return one.date === other.date
  const shiftDates = ({ days, date }: Days): readonly (string | undefined)[] =>
    date ? [weekdays[weekdayNumber(date) - 1]] : (days ?? [])
  return shiftDates(one).some((day) => shiftDates(other).includes(day))
}

type ShiftSettings = Static<typeof Shift>
type NamedShift = { doctor: string; location: string; name: string; shift: ShiftSettings }

/**
 * Assigns a letter to each shift: the letter in the file, or else its current letter, since
 * patients may hold tokens with it, or else the first letter that no other shift at its location
 * uses on the same day. Boards, and staff who call patients, use only the letter and the number.
 */
function assignLetters(
  namedShifts: readonly NamedShift[],
  before: readonly RowOf<typeof storedShifts.returns>[],
): Map<ShiftSettings, string> {
  const letters = new Map<ShiftSettings, string>()
  const shiftsByLetter = new Map<string, ShiftSettings[]>()
  const joinNames = (...names: string[]) => JSON.stringify(names)
  const storedLetters = new Map(
    before.map(({ doctor, location, name, mode, letter }) => [
      joinNames(doctor ?? '', location, name, mode),
      letter,
    ]),
  )
  const assignLetter = ({ location, shift }: NamedShift, letter: string) => {
    const others = shiftsByLetter.get(joinNames(location, letter)) ?? []
    if (shift.letter === undefined && others.some((other) => sharesDay(shift, other))) return
    shiftsByLetter.set(joinNames(location, letter), [...others, shift])
    letters.set(shift, letter)
  }
  for (const one of namedShifts)
    if (one.shift.letter !== undefined) assignLetter(one, one.shift.letter)
  const withoutLetter = namedShifts.filter(({ shift }) => shift.letter === undefined)
  for (const one of withoutLetter) {
    const letter = storedLetters.get(
      joinNames(one.doctor, one.location, one.name, shiftMode(one.shift) as string),
    )
    if (letter !== undefined) assignLetter(one, letter)
  }
  for (const one of withoutLetter)
    for (let number = 0; !letters.has(one.shift); number += 1) assignLetter(one, nthLetter(number))
  return letters
}

/** A to Z, then AA to ZZ, and so on. */
const nthLetter = (number: number): string =>
  (number < 26 ? '' : nthLetter(Math.floor(number / 26) - 1)) +
  String.fromCharCode('A'.charCodeAt(0) + (number % 26))

/**
 * A shift is charged by the fees of its mode. Either all shifts or none have a separate price for
 * patients from abroad, since only one currency is billed.
 */
function checkFees(practice: Mapping, path: string, report: Report) {
  const fees = asList(practice.fees).map(asMapping)
  const pricedModes = (international: boolean) =>
    new Set(
      fees.filter((fee) => (fee.international ?? false) === international).map(({ mode }) => mode),
    )
  const domestic = pricedModes(false)
  const foreign = pricedModes(true)
  const namedShifts = mappingEntries(practice.shifts)
  const isBilledAbroad = namedShifts.some(([, shift]) => foreign.has(shiftMode(shift)))
  for (const [name, shift] of namedShifts) {
    const mode = shiftMode(shift)
    if (!domestic.has(mode)) report(`${path}.${name}`, `needs a fee for ${mode}`)
    else if (isBilledAbroad && !foreign.has(mode))
      report(`${path}.${name}`, `needs an international fee for ${mode}, as another shift has one`)
  }
}

const importShifts = importStatement('import_shifts', {
  table: 'work_shifts',
  key: { name: 'text', mode: 'text' },
  says: {
    weekdays: 'smallint[]',
    date: 'date',
    from_minute: 'smallint',
    to_minute: 'smallint',
    letter: 'text',
    door: 'text',
    max_appointments: 'integer',
    default_seconds: 'integer',
  },
  of: 'practice',
  others: 'retired',
})

const storedShifts = statement(
  'stored_shifts',
  {
    takes: { workspaceId: 'bigint' },
    returns: {
      id: 'bigint',
      doctor: 'text?',
      location: 'text',
      name: 'text',
      mode: narrowType<ShiftMode>('text'),
      weekdays: narrowType<readonly number[]>('jsonb?'),
      date: 'date?',
      fromMinute: 'smallint',
      toMinute: 'smallint',
      letter: 'text',
      door: 'text?',
      maxAppointments: 'integer',
      averageSeconds: 'integer',
    },
  },
  `
  select t.id, u.name as doctor, l.name as location, t.name, t.mode, to_jsonb(t.weekdays) as weekdays, t.date, t.from_minute as "fromMinute",
    t.to_minute as "toMinute", t.letter, t.door, t.max_appointments as "maxAppointments", t.default_seconds as "averageSeconds"
  from ${joinPracticeNames('work_shifts t')} and t.active
  order by t.id`,
)

/** Queue shifts, a part of every practice. */
export const shifts = {
  members,

  check(practice, path, report, { system }) {
    const namedShifts = mappingEntries(practice.shifts)
    if (namedShifts.length > 0 && system === 'SCHEDULED')
      report(`${path}.shifts`, 'needs system: QMS; a practitioner sells either slots or tokens')
    for (const [index, [name, shift]] of namedShifts.entries()) {
      const shiftPath = `${path}.shifts.${name}`
      checkTimes(shift, shiftPath, report)
      for (const other of namedShifts.slice(0, index)) checkAgainst(shift, other, shiftPath, report)
    }
    checkFees(practice, `${path}.shifts`, report)
  },

  async write({ queries, workspaceId }, practices) {
    const letters = assignLetters(
      practices.flatMap((namedPractice) =>
        Object.entries(namedPractice.practice.shifts ?? {}).map(([name, shift]) => ({
          ...namedPractice,
          name,
          shift,
        })),
      ),
      await queries.rows(storedShifts, { workspaceId }),
    )
    const rows = practices.flatMap(({ doctor, location, practice }) =>
      Object.entries(practice.shifts ?? {}).map(([name, shift]) => ({
        doctor,
        location,
        name,
        mode: shiftMode(shift),
        weekdays: shift.days?.map((day) => weekdays.indexOf(day) + 1).sort((a, b) => a - b) ?? null,
        date: shift.date ?? null,
        from_minute: parseClock(shift.from),
        to_minute: parseClock(shift.to),
        letter: letters.get(shift) ?? 'A',
        door: shift.door ?? null,
        max_appointments: shift.maxAppointments,
        default_seconds: (shift.averageMinutes ?? defaultMinutes) * 60,
      })),
    )
    await queries.rows(importShifts, { workspaceId, rows })
  },

  description: createDescription(
    { shifts: storedShifts },
    ({ shifts }, find: FindPractice<Practice>) => {
      const sameLetter = Map.groupBy(shifts, ({ location, letter }) => `${location} ${letter}`)
      for (const {
        id,
        doctor,
        location,
        name,
        mode,
        weekdays: numbers,
        date,
        fromMinute,
        toMinute,
        letter,
        door,
        maxAppointments,
        averageSeconds,
      } of shifts) {
        const practice = find({ doctor, location })
        if (!practice) continue
        const days = weekdayNames(numbers)
        const others = sameLetter.get(`${location} ${letter}`) ?? []
        const isAlone = others.every(
          (other) =>
            !sharesDay({ days, date }, { days: weekdayNames(other.weekdays), date: other.date }) ||
            other.id === id,
        )
        const shift = {
          ...withoutEmpty({ days, date }),
          from: formatClock(fromMinute),
          to: formatClock(toMinute),
          maxAppointments,
          ...withoutEmpty({
            mode: unlessDefault('OFFLINE', mode),
            letter: isAlone ? unlessDefault('A', letter) : letter,
            door,
            averageMinutes: unlessDefault(defaultMinutes, averageSeconds / 60),
          }),
        }
        practice.shifts = { ...practice.shifts, [name]: shift }
      }
    },
  ),

  ids: { shift: idsOfShifts },

  states: {
    shift: statesStatement('shifts', {
      name: 'u.name, l.name, t.name',
      facts:
        't.mode, t.weekdays, t.date, t.from_minute, t.to_minute, t.letter, t.door, t.max_appointments, t.default_seconds',
      source: `${joinPracticeNames('work_shifts t')} and t.active`,
    }),
  },
} satisfies PracticeSection<Practice>
