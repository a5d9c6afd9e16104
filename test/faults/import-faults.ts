import type { PlantedFault } from './planted-fault.ts'

const imports = ['src/clinic-file/import-summary.test.ts']
const closings = ['src/catalogue/closing-days.test.ts']

/** Faults in what an import may remove and what it may not. */
export const importFaults: readonly PlantedFault[] = [
  {
    name: 'an import checks for affected visits before bookings under way have ended',
    file: 'src/clinic-file/upcoming-visits.ts',
    in: 'desertedBy',
    replace: 'if (!isTried) await queries.rows(holdConfigurationAlone, { workspaceId })',
    with: '',
    noticedBy: imports,
  },
  {
    name: 'a dry run of an import is committed',
    file: 'src/clinic-file/import-clinic.ts',
    in: 'inTransaction',
    replace: 'if (dryRun) throw new Undone',
    with: 'if (dryRun && imported.isNew) throw new Undone',
    noticedBy: imports,
  },
  {
    name: 'the last closing day is open',
    file: 'src/catalogue/hours.ts',
    in: 'hoursBegunOn',
    replace: 'date <= lastDate',
    with: 'date < lastDate',
    noticedBy: closings,
  },
  {
    name: 'hours of the evening before are open on a closed date',
    file: 'src/catalogue/hours.ts',
    in: 'hoursOn',
    replace: "by !== 'WEEKDAY' && windows.length === 0",
    with: 'false',
    noticedBy: ['src/catalogue/night-hours.test.ts'],
  },
  {
    name: 'hours after midnight may overlap those of the next day',
    file: 'src/clinic-file/sections/hours.ts',
    in: 'afterMidnight',
    replace: 'toMinute > minutesPerDay',
    with: 'toMinute > 2 * minutesPerDay',
    noticedBy: ['src/clinic-file/mistakes.test.ts'],
  },
  {
    name: 'two queues of a location get the same letter',
    file: 'src/clinic-file/sections/shifts.ts',
    in: 'lettersOf',
    replace: 'others.some((other) => sharesDay(shift, other))',
    with: 'others.some((other) => other === shift)',
    noticedBy: ['src/clinic-file/shifts.test.ts'],
  },
  {
    name: 'a price that the gateway cannot take is imported',
    file: 'src/clinic-file/amounts.ts',
    in: 'checkPrice',
    replace: 'minor % step === 0',
    with: 'minor % 1 === 0',
    noticedBy: ['src/clinic-file/mistakes.test.ts'],
  },
  {
    name: 'a location is closed by the closing days of another',
    file: 'src/catalogue/configuration.ts',
    in: 'putTogether',
    replace: '...(closedLocations.get(locationId) ?? [])',
    with: '...[...closedLocations.values()].flat()',
    noticedBy: closings,
  },
  {
    name: 'a workspace is deleted before its backup is on disk',
    file: 'src/backup/operations/workspace-removal.ts',
    in: 'workspaceDelete',
    replace: 'await target.keep()',
    with: '',
    noticedBy: ['src/cli/workspace-commands.test.ts'],
  },
  {
    name: 'a lost upload keeps its place for imports',
    file: 'src/dashboard/imports-over-http.ts',
    in: 'importPage',
    replace: 'if (!input) return refused(400',
    with: 'if (++running < 0 || !input) return refused(400',
    noticedBy: ['src/dashboard/imports-over-http.test.ts'],
  },
]
