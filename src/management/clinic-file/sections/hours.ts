// When a practitioner works at a location: weekly hours, and dates with different hours.

import type { Static } from 'typebox'
import { calendarDate, choice, object, optional } from '../../../base/contract/schemas.ts'
import { narrowType, statement } from '../../../base/db/statement.ts'
import {
  addDays,
  type CalendarDate,
  isCalendarDate,
  weekdayNumber,
  weekdays,
} from '../../../base/values/calendar-date.ts'
import { formatClock, nightEndMax, parseClock } from '../../../base/values/clinic-time.ts'
import { type Mode, modes } from '../../../base/values/modes.ts'
import { asList, asMapping, type Report, validItems } from '../checking.ts'
import { matcher } from '../validation.ts'
import { closedObject, distinct, formatted, several } from '../words.ts'
import { importStatement } from './import-statement.ts'
import {
  createDescription,
  type FindPractice,
  joinPracticeNames,
  type PracticeSection,
  statesStatement,
  takesRows,
} from './section.ts'

const Window = closedObject(
  {
    from: formatted('clock', 'Opening, HH:MM on the clinic clock.', '09:00'),
    to: formatted(
      'night-clock',
      'Closing, HH:MM on the clinic clock, up to 24:00; on the next day up to 36:00, as 26:00 for two in the morning.',
      '13:00',
    ),
    modes: distinct(
      choice(modes, 'A mode worked in.'),
      1,
      'Where visits in these hours take place.',
    ),
  },
  'Hours that begin on one day. Hours that continue after midnight end after 24:00; visits after midnight are on the next date.',
)

const WeeklyHours = closedObject({
  days: distinct(choice(weekdays, 'A day of the week.'), 1, 'The days with these hours.'),
  ...Window.properties,
})

const Exception = closedObject({
  date: calendarDate('The date.', '2027-01-26'),
  hours: several(Window, 50, 'Hours of that date instead of the weekly ones; none closes it.'),
})

const members = {
  hours: optional(several(WeeklyHours, 200, 'Weekly hours.')),
  exceptions: optional(several(Exception, 1000, 'Dates with other hours.')),
}

interface Practice {
  hours?: Static<typeof WeeklyHours>[]
  exceptions?: Static<typeof Exception>[]
}

// Hours with an unknown member are checked all the same.
const isWindow = matcher(object(Window.properties))
const isWeeklyHours = matcher(object(WeeklyHours.properties))

interface PlacedWindow extends Static<typeof Window> {
  path: string
  fromMinute: number
  toMinute: number
}

const minutesPerDay = 1440
const placeWindow = <Described extends Static<typeof Window>>(window: Described, path: string) => ({
  ...window,
  path,
  fromMinute: parseClock(window.from) ?? 0,
  toMinute: parseClock(window.to, nightEndMax) ?? 0,
})

/** The parts of windows after midnight, on the next day. */
const afterMidnight = (windows: readonly PlacedWindow[]) =>
  windows
    .filter(({ toMinute }) => toMinute > minutesPerDay)
    .map((window) => ({ ...window, fromMinute: 0, toMinute: window.toMinute - minutesPerDay }))

function checkOrder(windows: readonly PlacedWindow[], report: Report) {
  for (const { from, to, fromMinute, toMinute, path } of windows) {
    if (fromMinute >= minutesPerDay)
      report(path, `opens at ${from}; write it as 00:00 of the next day`)
    else if (fromMinute >= toMinute)
      report(
        path,
        `opens at ${from} but closes at ${to}; two in the morning of the next day is 26:00`,
      )
  }
}

/** Windows of one mode must not overlap. */
function checkOverlaps(windows: readonly PlacedWindow[], day: string, report: Report) {
  for (const [index, window] of windows.entries()) {
    const sharedWith = (other: PlacedWindow) =>
      window.modes.find((mode) => other.modes.includes(mode))
    const other = windows
      .slice(0, index)
      .find(
        (earlier) =>
          window.fromMinute < earlier.toMinute &&
          earlier.fromMinute < window.toMinute &&
          sharedWith(earlier),
      )
    if (other)
      report(
        window.path,
        `overlaps the hours ${other.from} to ${other.to} on ${day} for ${sharedWith(other)}`,
      )
  }
}

function hourRows({ hours = [], exceptions = [] }: Practice) {
  const toMinutes = ({ from, to, modes }: Static<typeof Window>) => {
    const end = parseClock(to, nightEndMax) ?? 0
    return {
      from_minute: parseClock(from),
      to_minute: Math.min(end, minutesPerDay),
      next_day_minutes: Math.max(0, end - minutesPerDay),
      modes,
    }
  }
  return [
    ...hours.flatMap((window) =>
      window.days.map((day) => ({
        weekday: weekdays.indexOf(day) + 1,
        date: null,
        ...toMinutes(window),
      })),
    ),
    ...exceptions.flatMap(({ date, hours: windows }) =>
      windows.map((window) => ({ weekday: null, date, ...toMinutes(window) })),
    ),
  ]
}

// Whole rows are compared by a hash: a plan made for an empty table would compare them one by one,
// which takes minutes at 15,000 rows.
const hoursRow =
  "doctor_id, location_id, coalesce(weekday, 0), coalesce(date, 'infinity'), from_minute, to_minute, next_day_minutes, modes"

const importHours = statement(
  'import_hours',
  { takes: takesRows, returns: {} },
  `
  with imported as (
    select u.id as doctor_id, l.id as location_id, d.weekday, d.date, d.from_minute, d.to_minute, d.next_day_minutes, d.modes
    from jsonb_to_recordset(:rows::jsonb) as d (
      doctor text, location text, weekday smallint, date date, from_minute smallint, to_minute smallint, next_day_minutes smallint, modes text[]
    )
    join users u on u.workspace_id = :workspaceId and u.name = d.doctor
    join locations l on l.workspace_id = :workspaceId and l.name = d.location
  ),
  removed as (
    delete from working_hours
    where workspace_id = :workspaceId and (${hoursRow}) not in (select ${hoursRow} from imported)
  )
  insert into working_hours (workspace_id, doctor_id, location_id, weekday, date, from_minute, to_minute, next_day_minutes, modes)
  select :workspaceId, doctor_id, location_id, weekday, date, from_minute, to_minute, next_day_minutes, modes
  from imported
  where (${hoursRow}) not in (select ${hoursRow} from working_hours where workspace_id = :workspaceId)`,
)

const importExceptions = importStatement('import_exceptions', {
  table: 'hour_exceptions',
  key: { date: 'date' },
  of: 'practice',
  others: 'removed',
})

const storedHours = statement(
  'stored_hours',
  {
    takes: { workspaceId: 'bigint' },
    returns: {
      doctor: 'text?',
      location: 'text',
      weekday: 'smallint?',
      fromMinute: 'smallint',
      toMinute: 'smallint',
      modes: narrowType<readonly Mode[]>('text[]'),
    },
  },
  `
  select u.name as doctor, l.name as location, t.weekday, t.from_minute as "fromMinute", t.to_minute + t.next_day_minutes as "toMinute", t.modes
  from ${joinPracticeNames('working_hours t')} and t.weekday is not null
  order by t.weekday, t.from_minute, t.id`,
)

const storedExceptions = statement(
  'stored_exceptions',
  {
    takes: { workspaceId: 'bigint' },
    returns: {
      doctor: 'text?',
      location: 'text',
      date: 'date',
      fromMinute: 'smallint?',
      toMinute: 'smallint?',
      modes: narrowType<readonly Mode[]>('text[]?'),
    },
  },
  `
  select u.name as doctor, l.name as location, t.date, h.from_minute as "fromMinute", h.to_minute + h.next_day_minutes as "toMinute", h.modes
  from ${joinPracticeNames(`hour_exceptions t
  left join working_hours h on h.workspace_id = t.workspace_id and h.doctor_id = t.doctor_id and h.location_id = t.location_id and h.date = t.date`)}
  order by t.date, h.from_minute, h.id`,
)

const toWindow = (fromMinute: number, toMinute: number, worked: readonly Mode[]) => ({
  from: formatClock(fromMinute),
  to: formatClock(toMinute),
  modes: [...worked],
})

/** Days with equal hours share one entry, in the order of their first day. */
function addWeeklyHours(practice: Practice, weekday: number, window: Static<typeof Window>) {
  practice.hours ??= []
  const day = weekdays[weekday - 1]
  if (day === undefined) throw new Error('hours have no day of the week')
  const { from, to, modes: worked } = window
  const sameHours = practice.hours.find(
    (other) => other.from === from && other.to === to && other.modes.join() === worked.join(),
  )
  if (sameHours) sameHours.days.push(day)
  else practice.hours.push({ days: [day], ...window })
}

/** Working hours, a part of every practice. */
export const hours = {
  members,

  check(practice, path, report) {
    const weekly = validItems(practice.hours, isWeeklyHours).map(([index, window]) =>
      placeWindow(window, `${path}.hours.${index}`),
    )
    checkOrder(weekly, report)
    const weekdayWindows = (day: string | undefined) =>
      weekly.filter(({ days }) => days.some((one) => one === day))
    for (const [index, day] of weekdays.entries())
      checkOverlaps(
        [...afterMidnight(weekdayWindows(weekdays.at(index - 1))), ...weekdayWindows(day)],
        day,
        report,
      )
    const dates = new Map<unknown, PlacedWindow[]>()
    for (const [index, exception] of asList(practice.exceptions).entries()) {
      const exceptionPath = `${path}.exceptions.${index}`
      const { date, hours: windows } = asMapping(exception)
      if (typeof date === 'string' && dates.has(date))
        report(exceptionPath, `names ${date} a second time`)
      const worked = validItems(windows, isWindow).map(([position, window]) =>
        placeWindow(window, `${exceptionPath}.hours.${position}`),
      )
      dates.set(date, worked)
      checkOrder(worked, report)
    }
    const windowsOn = (date: CalendarDate) =>
      dates.get(date) ?? weekdayWindows(weekdays[weekdayNumber(date) - 1])
    for (const [date, worked] of dates) {
      if (typeof date !== 'string' || !isCalendarDate(date)) continue
      checkOverlaps([...afterMidnight(windowsOn(addDays(date, -1))), ...worked], date, report)
      const next = addDays(date, 1)
      if (!dates.has(next))
        checkOverlaps([...windowsOn(next), ...afterMidnight(worked)], next, report)
    }
  },

  async write({ queries, workspaceId }, practices) {
    const rows = practices.flatMap(({ doctor, location, practice }) =>
      hourRows(practice).map((worked) => ({ doctor, location, ...worked })),
    )
    await queries.rows(importHours, { workspaceId, rows })
    const exceptions = practices.flatMap(({ doctor, location, practice }) =>
      (practice.exceptions ?? []).map(({ date }) => ({ doctor, location, date })),
    )
    await queries.rows(importExceptions, { workspaceId, rows: exceptions })
  },

  description: createDescription(
    { hours: storedHours, exceptions: storedExceptions },
    ({ hours, exceptions }, find: FindPractice<Practice>) => {
      for (const { doctor, location, weekday, fromMinute, toMinute, modes: worked } of hours) {
        const practice = find({ doctor, location })
        if (practice) addWeeklyHours(practice, weekday ?? 0, toWindow(fromMinute, toMinute, worked))
      }
      for (const { doctor, location, date, fromMinute, toMinute, modes: worked } of exceptions) {
        const practice = find({ doctor, location })
        if (!practice) continue
        practice.exceptions ??= []
        const sameDate = practice.exceptions.find((exception) => exception.date === date)
        const exception = sameDate ?? { date, hours: [] }
        if (!sameDate) practice.exceptions.push(exception)
        if (fromMinute !== null && toMinute !== null && worked !== null)
          exception.hours.push(toWindow(fromMinute, toMinute, worked))
      }
    },
  ),

  states: {
    hours: statesStatement('hours', {
      name: 'u.name, l.name',
      facts: 't.weekday, t.from_minute, t.to_minute + t.next_day_minutes, t.modes',
      source: `${joinPracticeNames('working_hours t')} and t.weekday is not null`,
    }),
    exception: statesStatement('exceptions', {
      name: 'u.name, l.name, t.date',
      facts: 'h.from_minute, h.to_minute + h.next_day_minutes, h.modes',
      source: joinPracticeNames(`hour_exceptions t
  left join working_hours h on h.workspace_id = t.workspace_id and h.doctor_id = t.doctor_id and h.location_id = t.location_id and h.date = t.date`),
    }),
  },
} satisfies PracticeSection<Practice>
