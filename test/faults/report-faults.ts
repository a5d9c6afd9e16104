import type { PlantedFault } from './planted-fault.ts'

const report = ['src/report/report.test.ts']

/** Faults in the report: what is counted, what is kept for past days, and who may see it. */
export const reportFaults: readonly PlantedFault[] = [
  {
    name: 'the report counts voided visits',
    file: 'src/report/day-queries.ts',
    text: 'and not a.voided and $',
    replacement: 'and $',
    noticedBy: report,
  },
  {
    name: 'a past day is not recounted after later changes',
    file: 'src/report/kept-queries.ts',
    text: 'r.date is not null and not exists (select from stale_report_days s where s.workspace_id = :workspaceId and s.date = asked.date)',
    replacement: 'r.date is not null',
    noticedBy: report,
  },
  {
    name: 'a moved visit stays in the report of its old day',
    file: 'src/db/migrations/0065-report.sql',
    text: 'unnest(array[old.appointment_date, new.appointment_date]) as day',
    replacement: 'unnest(array[new.appointment_date]) as day',
    noticedBy: report,
  },
  {
    name: 'a patient is new on two days if an earlier visit is recorded late',
    file: 'src/db/migrations/0065-report.sql',
    text: 'where day > since and day <= today;',
    replacement: 'where false;',
    noticedBy: report,
  },
  {
    name: 'a day is stored before it is over in every zone',
    file: 'src/report/days.ts',
    text: 'dates.reduce((a, b) => (a < b ? a : b))',
    replacement: 'dates.reduce((a, b) => (a > b ? a : b))',
    noticedBy: report,
  },
  {
    name: 'the hours of a past day are read again when it is recounted',
    file: 'src/report/count-days.ts',
    text: 'filter(({ hasHours }) => hasHours)',
    replacement: 'filter(({ hasSums }) => hasSums)',
    noticedBy: report,
  },
  {
    name: 'the day of a payment is that of UTC',
    file: 'src/report/day-queries.ts',
    text: 'coalesce(\n      (select l.timezone',
    replacement: "coalesce('UTC',\n      (select l.timezone",
    noticedBy: report,
  },
  {
    name: 'amounts in two currencies are added up',
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
    name: 'a member limited to their own visits reads the report of all',
    file: 'src/report/operations/report.ts',
    text: "  about: 'any doctor',\n",
    replacement: "  about: 'no record',\n",
    noticedBy: report,
  },
]
