import type { PlantedFault } from './planted-fault.ts'

const calendars = ['src/calendars/calendars.test.ts', 'test/calendar-races.test.ts']
const reading = ['src/calendars/read-calendar.test.ts']
const fetching = ['src/calendars/fetch-calendar.test.ts']

export const calendarFaults: readonly PlantedFault[] = [
  {
    name: 'a refresh does not wait for the bookings under way',
    file: 'src/db/migrations/0023-calendars.sql',
    text: "perform pg_advisory_xact_lock(hashtextextended('calendars ' || new.doctor_id",
    replacement: "perform pg_advisory_xact_lock(hashtextextended('calendar ' || new.doctor_id",
    noticedBy: calendars,
  },
  {
    name: 'a booking does not look at calendars',
    file: 'src/occupancy/claims.ts',
    text: 'where calendars_leave_free(:workspaceId, :doctorId, :fromAt, :toAt)',
    replacement: 'where true',
    noticedBy: calendars,
  },
  {
    name: 'busy time that began before a slot does not count',
    file: 'src/db/migrations/0023-calendars.sql',
    text: "b.from_at > since - interval '24 hours'",
    replacement: 'b.from_at >= since',
    noticedBy: calendars,
  },
  {
    name: 'an older attempt that ends later is written',
    file: 'src/calendars/queries.ts',
    text: 'where workspace_id = :workspaceId and id = :calendarId and attempt = :attempt\n  for no key update',
    replacement: 'where workspace_id = :workspaceId and id = :calendarId and attempt >= :attempt\n  for no key update',
    noticedBy: calendars,
  },
  {
    name: 'an address in the house is asked',
    file: 'src/calendars/reachable.ts',
    text: "return address.range() === 'unicast' && address.toString() !== azurePlatform",
    replacement: "return address.range() !== 'loopback' && address.toString() !== azurePlatform",
    noticedBy: fetching,
  },
  {
    name: 'one allowed address of a name is enough',
    file: 'src/calendars/reachable.ts',
    text: 'if (!parsed.every((address) =>',
    replacement: 'if (!parsed.some((address) =>',
    noticedBy: fetching,
  },
  {
    name: 'a name is resolved again when it is connected to',
    file: 'src/calendars/fetch-calendar.ts',
    text: "request(url, { method: 'GET', headers, lookup, agent: false, signal }",
    replacement: "request(url, { method: 'GET', headers, agent: false, signal }",
    noticedBy: fetching,
  },
  {
    name: 'a feed that is cut off is read',
    file: 'src/calendars/content-lines.ts',
    text: 'return calendars.length > 0 && open.length === 0 ? calendars : undefined',
    replacement: 'return calendars.length > 0 ? calendars : undefined',
    noticedBy: reading,
  },
  {
    name: 'a moved occurrence blocks its old time too',
    file: 'src/calendars/busy-events.ts',
    text: '[excluded, others].some(',
    replacement: '[excluded].some(',
    noticedBy: reading,
  },
  {
    name: 'a time that comes twice is the second one',
    file: 'src/calendars/wall-clock.ts',
    text: 'if (before === after || offsetMsAt(first) === before) return first',
    replacement: 'if (before === after) return first',
    noticedBy: reading,
  },
  {
    name: 'what repeats does so by the hour of UTC',
    file: 'src/calendars/busy-events.ts',
    text: 'wallTimesOf(value, start.wall, clock, within))) walls.add(wall)',
    replacement: 'wallTimesOf(value, clock.instantOf(start.wall), clock, within))) walls.add(clock.shows(wall))',
    noticedBy: reading,
  },
]
