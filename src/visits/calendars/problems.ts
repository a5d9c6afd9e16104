import { makeProblems, type ProblemTable } from '../../base/values/problem.ts'

export const calendarProblems = {
  CALENDAR_NOT_FOUND: {
    sentence: 'there is no calendar {calendar} in this workspace',
    toDo: 'see the list: {it}',
    next: 'calendar-list',
  },
  CALENDAR_REQUIRED: {
    sentence: '{doctor} has several calendars: {calendars}',
    toDo: 'see the list: {it}',
    next: 'calendar-list',
  },
  CALENDAR_HAS_NO_URL: {
    sentence: 'this calendar has no URL',
    toDo: 'import it from a file: {it}',
    next: 'calendar-import',
    input: { calendar: '{calendar}' },
  },
  CALENDAR_HAS_URL: {
    sentence: 'this calendar is fetched from a URL',
    toDo: 'fetch it: {it}; or remove its url from the clinic file',
    next: 'calendar-refresh',
    input: { calendar: '{calendar}' },
  },
  CALENDAR_UNREADABLE: {
    sentence: '{problem}; the previous busy times still apply',
    toDo: 'fix the problem and try again; see {it}',
    next: 'calendar-list',
  },
  CALENDAR_CHANGED: { sentence: 'the calendar was changed in the meantime', toDo: 'try again' },
} as const satisfies ProblemTable

export const problem = makeProblems(calendarProblems)
