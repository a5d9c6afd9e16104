// When a practitioner works at a location: weekly hours, and dates with different hours.

import type { Static } from 'typebox'
import { calendarDate, choice, object, optional } from '../../contract/schemas.ts'
import { narrowed, statement } from '../../db/statement.ts'
import { weekdays } from '../../values/calendar-date.ts'
import { clockText, parseClock } from '../../values/clinic-time.ts'
import { type Mode, modes } from '../../values/modes.ts'
import { itemsOf, listOf, mapping, type Report } from '../checking.ts'
import { matcher } from '../validation.ts'
import { closed, distinct, formatted, several } from '../words.ts'
import { merging } from './merge.ts'
import { describing, type FindPractice, ofPractices, type PracticeSection, states, takesRows } from './section.ts'

const Window = closed(
  {
    from: formatted('clock', 'Opening, HH:MM on the clinic clock.', '09:00'),
    to: formatted('clock', 'Closing, HH:MM on the clinic clock, up to 24:00.', '13:00'),
    modes: distinct(choice(modes, 'A mode worked in.'), 1, 'Modes worked in during these hours.'),
  },
  'Hours of one day. Hours across midnight are written as two.',
)

const WeeklyHours = closed({
  days: distinct(choice(weekdays, 'A day of the week.'), 1, 'Days these hours hold on.'),
  ...Window.properties,
})

const Exception = closed({
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

// Hours with an unknown member are still checked.
const isWindow = matcher(object(Window.properties))
const isWeeklyHours = matcher(object(WeeklyHours.properties))

type PlacedWindow = Static<typeof Window> & { path: string }

// Clock texts of this form compare as times do.

function checkOrder(windows: readonly PlacedWindow[], report: Report) {
  for (const { from, to, path } of windows) {
    if (from >= to) report(path, `opens at ${from} but closes at ${to}; hours across midnight are written as two`)
  }
}

/** Windows of one mode must not overlap. */
function checkOverlaps(windows: readonly PlacedWindow[], day: string, report: Report) {
  for (const [index, window] of windows.entries()) {
    const sharedWith = (other: PlacedWindow) => window.modes.find((mode) => other.modes.includes(mode))
    const other = windows.slice(0, index).find((earlier) => window.from < earlier.to && earlier.from < window.to && sharedWith(earlier))
    if (other) report(window.path, `overlaps the hours ${other.from} to ${other.to} on ${day} for ${sharedWith(other)}`)
  }
}

function hourRows({ hours = [], exceptions = [] }: Practice) {
  const worked = ({ from, to, modes }: Static<typeof Window>) => ({ from_minute: parseClock(from), to_minute: parseClock(to), modes })
  return [
    ...hours.flatMap((window) => window.days.map((day) => ({ weekday: weekdays.indexOf(day) + 1, date: null, ...worked(window) }))),
    ...exceptions.flatMap(({ date, hours: windows }) => windows.map((window) => ({ weekday: null, date, ...worked(window) }))),
  ]
}

// Compared as whole rows by a hash: a plan made for an empty table would compare one by one, which takes minutes at 15,000 rows.
const hoursRow = "doctor_id, location_id, coalesce(weekday, 0), coalesce(date, 'infinity'), from_minute, to_minute, modes"

const mergeHours = statement(
  'merge_hours',
  { takes: takesRows, returns: {} },
  `
  with described as (
    select u.id as doctor_id, l.id as location_id, d.weekday, d.date, d.from_minute, d.to_minute, d.modes
    from jsonb_to_recordset(:rows::jsonb) as d (
      doctor text, location text, weekday smallint, date date, from_minute smallint, to_minute smallint, modes text[]
    )
    join users u on u.workspace_id = :workspaceId and u.name = d.doctor
    join locations l on l.workspace_id = :workspaceId and l.name = d.location
  ),
  removed as (
    delete from working_hours
    where workspace_id = :workspaceId and (${hoursRow}) not in (select ${hoursRow} from described)
  )
  insert into working_hours (workspace_id, doctor_id, location_id, weekday, date, from_minute, to_minute, modes)
  select :workspaceId, doctor_id, location_id, weekday, date, from_minute, to_minute, modes
  from described
  where (${hoursRow}) not in (select ${hoursRow} from working_hours where workspace_id = :workspaceId)`,
)

const mergeExceptions = merging('merge_exceptions', { table: 'hour_exceptions', key: { date: 'date' }, of: 'practice', others: 'removed' })

const describedHours = statement(
  'described_hours',
  {
    takes: { workspaceId: 'bigint' },
    returns: {
      ...{ doctor: 'text?', location: 'text', weekday: 'smallint?', fromMinute: 'smallint', toMinute: 'smallint' },
      modes: narrowed<readonly Mode[]>('text[]'),
    },
  },
  `
  select u.name as doctor, l.name as location, t.weekday, t.from_minute as "fromMinute", t.to_minute as "toMinute", t.modes
  from ${ofPractices('working_hours t')} and t.weekday is not null
  order by t.weekday, t.from_minute, t.id`,
)

const describedExceptions = statement(
  'described_exceptions',
  {
    takes: { workspaceId: 'bigint' },
    returns: {
      ...{ doctor: 'text?', location: 'text', date: 'date', fromMinute: 'smallint?', toMinute: 'smallint?' },
      modes: narrowed<readonly Mode[]>('text[]?'),
    },
  },
  `
  select u.name as doctor, l.name as location, t.date, h.from_minute as "fromMinute", h.to_minute as "toMinute", h.modes
  from ${ofPractices(`hour_exceptions t
  left join working_hours h on h.workspace_id = t.workspace_id and h.doctor_id = t.doctor_id and h.location_id = t.location_id and h.date = t.date`)}
  order by t.date, h.from_minute, h.id`,
)

const windowOf = (fromMinute: number, toMinute: number, worked: readonly Mode[]) => ({
  ...{ from: clockText(fromMinute), to: clockText(toMinute), modes: [...worked] },
})

/** Days with equal hours share one entry, in the order of their first day. */
function addWeekly(practice: Practice, weekday: number, window: Static<typeof Window>) {
  practice.hours ??= []
  const day = weekdays[weekday - 1]
  if (day === undefined) throw new Error('hours are of no day of the week')
  const { from, to, modes: worked } = window
  const same = practice.hours.find((other) => other.from === from && other.to === to && other.modes.join() === worked.join())
  if (same) same.days.push(day)
  else practice.hours.push({ days: [day], ...window })
}

/** Working hours, a part of every practice. */
export const hours = {
  members,

  check(practice, path, report) {
    const weekly = itemsOf(practice.hours, isWeeklyHours).map(([index, window]) => ({ ...window, path: `${path}.hours.${index}` }))
    checkOrder(weekly, report)
    for (const day of weekdays) {
      const worked = weekly.filter(({ days }) => days.includes(day))
      checkOverlaps(worked, day, report)
    }
    const dates = new Set<unknown>()
    for (const [index, exception] of listOf(practice.exceptions).entries()) {
      const place = `${path}.exceptions.${index}`
      const { date, hours: windows } = mapping(exception)
      if (typeof date === 'string' && dates.has(date)) report(place, `names ${date} a second time`)
      dates.add(date)
      const worked = itemsOf(windows, isWindow).map(([position, window]) => ({ ...window, path: `${place}.hours.${position}` }))
      checkOrder(worked, report)
      checkOverlaps(worked, String(date), report)
    }
  },

  async write({ queries, workspaceId }, practices) {
    const rows = practices.flatMap(({ doctor, location, practice }) => hourRows(practice).map((worked) => ({ doctor, location, ...worked })))
    await queries.rows(mergeHours, { workspaceId, rows })
    const exceptions = practices.flatMap(({ doctor, location, practice }) => (practice.exceptions ?? []).map(({ date }) => ({ doctor, location, date })))
    await queries.rows(mergeExceptions, { workspaceId, rows: exceptions })
  },

  description: describing({ hours: describedHours, exceptions: describedExceptions }, ({ hours, exceptions }, find: FindPractice<Practice>) => {
    for (const { doctor, location, weekday, fromMinute, toMinute, modes: worked } of hours) {
      const practice = find({ doctor, location })
      if (practice) addWeekly(practice, weekday ?? 0, windowOf(fromMinute, toMinute, worked))
    }
    for (const { doctor, location, date, fromMinute, toMinute, modes: worked } of exceptions) {
      const practice = find({ doctor, location })
      if (!practice) continue
      practice.exceptions ??= []
      const known = practice.exceptions.find((exception) => exception.date === date)
      const exception = known ?? { date, hours: [] }
      if (!known) practice.exceptions.push(exception)
      if (fromMinute !== null && toMinute !== null && worked !== null) exception.hours.push(windowOf(fromMinute, toMinute, worked))
    }
  }),

  states: {
    hours: states('hours', {
      name: 'u.name, l.name',
      facts: 't.weekday, t.from_minute, t.to_minute, t.modes',
      source: `${ofPractices('working_hours t')} and t.weekday is not null`,
    }),
    exception: states('exceptions', {
      name: 'u.name, l.name, t.date',
      facts: 'h.from_minute, h.to_minute, h.modes',
      source: ofPractices(`hour_exceptions t
  left join working_hours h on h.workspace_id = t.workspace_id and h.doctor_id = t.doctor_id and h.location_id = t.location_id and h.date = t.date`),
    }),
  },
} satisfies PracticeSection<Practice>
