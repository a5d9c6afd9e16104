// Commands for practitioners' external calendars. The clinic file has their addresses.

import { calendarText } from '../../../visits/calendars/calendar-text.ts'
import {
  calendarImport,
  calendarList,
  calendarRefresh,
} from '../../../visits/calendars/operations/calendars.ts'
import { calendarBytesMax } from '../../../visits/calendars/read-calendar.ts'
import { command } from './command.ts'

export const calendarCommands = [
  command(calendarList, {
    formatResult: (calendars) =>
      calendars.length === 0
        ? 'there are no calendars; a clinic file names them under a practitioner: calendars'
        : [
            {
              columns: [
                'id',
                'doctor',
                'name',
                'source',
                'state',
                'lastSuccess',
                'nextRefresh',
                'busyTimes',
                'visits',
              ],
              rows: calendars,
            },
            ...calendars.flatMap(({ id, lastError }) =>
              lastError === null
                ? []
                : `calendar ${id}: ${lastError}; what was known before still holds`,
            ),
            ...calendars.flatMap(({ id, unreadableEvents: count }) =>
              count === 0
                ? []
                : `calendar ${id}: ${count} events could not be read, or not whole; where their day is known, all of it is blocked`,
            ),
            ...calendars.flatMap(({ id, unknownZones }) =>
              unknownZones
                ? `calendar ${id}: events name a time zone that is not known; their days are blocked`
                : [],
            ),
            ...calendars.flatMap(({ id, visits, overlappingVisits }) =>
              visits === 0
                ? []
                : `calendar ${id} is busy beside ${visits} of the visits to come, which stay: ${overlappingVisits.map((visit) => `${visit.appointmentId} at ${visit.from}`).join(', ')}`,
            ),
          ],
  }),
  command(calendarRefresh, {
    formatResult: (outcomes) =>
      outcomes.length === 0
        ? 'no calendar has an address'
        : {
            columns: ['id', 'doctor', 'name', 'outcome', 'added', 'removed', 'problem'],
            rows: outcomes,
          },
    arguments: ['calendar'],
  }),
  command(calendarImport, {
    formatResult: ({ doctor, name, added, removed }) =>
      `${doctor}/${name}: ${added} busy times are new, ${removed} are no more`,
    arguments: ['calendar', 'source'],
    members: {
      source: {
        name: 'file',
        placeholder: 'FILE.ics',
        description: 'iCalendar (.ics); - reads standard input.',
        contentBytesMax: calendarBytesMax,
        readContent: calendarText,
      },
    },
  }),
]
