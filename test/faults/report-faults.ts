import type { PlantedFault } from './planted-fault.ts'

const report = ['src/report/report.test.ts']

/** In the report: what is counted, what is kept for past days, and who may see it. */
export const reportFaults: readonly PlantedFault[] = [
  {
    name: 'voided visits are in the report',
    file: 'src/report/day-queries.ts',
    text: 'and not a.voided and $',
    replacement: 'and $',
    noticedBy: report,
  },
  {
    name: 'a past day stays as it was counted, whatever changes later',
    file: 'src/report/kept-queries.ts',
    text: 'r.date is not null and not exists (select from stale_report_days s where s.workspace_id = :workspaceId and s.date = asked.date)',
    replacement: 'r.date is not null',
    noticedBy: report,
  },
  {
    name: 'a visit that is moved away stays in the day it left',
    file: 'src/db/migrations/0065-report.sql',
    text: 'unnest(array[old.appointment_date, new.appointment_date]) as day',
    replacement: 'unnest(array[new.appointment_date]) as day',
    noticedBy: report,
  },
  {
    name: 'a patient is new on two days once an earlier visit is noted late',
    file: 'src/db/migrations/0065-report.sql',
    text: 'where day > since and day <= today;',
    replacement: 'where false;',
    noticedBy: report,
  },
  {
    name: 'a day is kept before it is over everywhere',
    file: 'src/report/days.ts',
    text: 'dates.reduce((a, b) => (a < b ? a : b))',
    replacement: 'dates.reduce((a, b) => (a > b ? a : b))',
    noticedBy: report,
  },
  {
    name: 'the hours of a past day are looked up again when it is counted again',
    file: 'src/report/count-days.ts',
    text: 'filter(({ hasHours }) => hasHours)',
    replacement: 'filter(({ hasSums }) => hasSums)',
    noticedBy: report,
  },
  {
    name: 'money is of the day on the clock of Greenwich',
    file: 'src/report/day-queries.ts',
    text: 'coalesce(\n      (select l.timezone',
    replacement: "coalesce('UTC',\n      (select l.timezone",
    noticedBy: report,
  },
  {
    name: 'two currencies are added',
    file: 'src/report/sums.ts',
    text: '[channel, method, currency]',
    replacement: '[channel, method]',
    noticedBy: report,
  },
  {
    name: 'a mistake at the desk still counts as taken',
    file: 'src/report/day-queries.ts',
    text: 'filter (where m.cause <> \'REFUNDED\'), 0)::bigint as "takenMinor"',
    replacement: 'filter (where m.cause = \'PAID\'), 0)::bigint as "takenMinor"',
    noticedBy: report,
  },
  {
    name: 'who sees own visits alone reads the report of all',
    file: 'src/report/operations/report.ts',
    text: "  about: 'any doctor',\n",
    replacement: "  about: 'no record',\n",
    noticedBy: report,
  },
]
