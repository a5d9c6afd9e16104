import type { PlantedFault } from './planted-fault.ts'

const report = ['src/report/report.test.ts']

/** Faults in the report: what is counted, what is kept for past days, and who may see it. */
export const reportFaults: readonly PlantedFault[] = [
  {
    name: 'the report counts voided visits',
    file: 'src/report/day-queries.ts',
    in: 'sumsOfVisits',
    replace: 'and not a.voided and $',
    with: 'and $',
    noticedBy: report,
  },
  {
    name: 'a past day is not recounted after later changes',
    file: 'src/report/kept-queries.ts',
    in: 'keptDays',
    replace: 'r.date is not null and not exists (select from stale_report_days s where s.workspace_id = :workspaceId and s.date = asked.date)',
    with: 'r.date is not null',
    noticedBy: report,
  },
  {
    name: 'a moved visit stays in the report of its old day',
    file: 'src/db/migrations/0065-report.sql',
    in: 'past_visit_changes_its_day',
    replace: 'unnest(array[old.appointment_date, new.appointment_date]) as day',
    with: 'unnest(array[new.appointment_date]) as day',
    noticedBy: report,
  },
  {
    name: 'a patient is new on two days if an earlier visit is recorded late',
    file: 'src/db/migrations/0065-report.sql',
    in: 'past_visit_changes_its_day',
    replace: 'where day > since and day <= today;',
    with: 'where false;',
    noticedBy: report,
  },
  {
    name: 'a day is stored before it is over in every zone',
    file: 'src/report/days.ts',
    in: 'lastDateOver',
    replace: 'dates.reduce((a, b) => (a < b ? a : b))',
    with: 'dates.reduce((a, b) => (a > b ? a : b))',
    noticedBy: report,
  },
  {
    name: 'the hours of a past day are read again when it is recounted',
    file: 'src/report/count-days.ts',
    in: 'keepRun',
    replace: 'filter(({ hasHours }) => hasHours)',
    with: 'filter(({ hasSums }) => hasSums)',
    noticedBy: report,
  },
  {
    name: 'the day of a payment is that of UTC',
    file: 'src/report/day-queries.ts',
    in: 'zoneOf',
    replace: 'coalesce( (select l.timezone',
    with: "coalesce('UTC', (select l.timezone",
    noticedBy: report,
  },
  {
    name: 'amounts in two currencies are added up',
    file: 'src/report/sums.ts',
    in: 'moneySums',
    replace: '[channel, method, currency]',
    with: '[channel, method]',
    noticedBy: report,
  },
  {
    name: 'a mistake at the desk still counts as taken',
    file: 'src/report/day-queries.ts',
    in: 'sumsOfMoney',
    replace: 'filter (where m.cause <> \'REFUNDED\'), 0)::bigint as "takenMinor"',
    with: 'filter (where m.cause = \'PAID\'), 0)::bigint as "takenMinor"',
    noticedBy: report,
  },
  {
    name: 'a member limited to their own visits reads the report of all',
    file: 'src/report/operations/report.ts',
    in: 'reportShow',
    replace: "about: 'any doctor',",
    with: "about: 'no record',",
    noticedBy: report,
  },
]
