import type { PlantedFault } from './planted-fault.ts'

const noticedBy = ['src/clinic-file/settings.test.ts', 'src/clinic-file/settings-rights.test.ts']
const rights = 'src/clinic-file/settings-rights.ts'
const versions = 'src/clinic-file/versions.ts'

/** Faults in changes of settings, their versions and their export. */
export const settingsFaults: readonly PlantedFault[] = [
  {
    name: 'a change based on an older version is accepted',
    file: versions,
    text: 'if (beganFrom === (last?.number ?? 0)) return',
    replacement: 'if (last) return',
    noticedBy,
  },
  {
    name: 'the settings from before versions existed are not a version',
    file: versions,
    text: 'if (!last && found) {',
    replacement: 'if (false) {',
    noticedBy,
  },
  {
    name: 'versions are never deleted',
    file: versions,
    text: 'lastForgotten: number - versionsKept',
    replacement: 'lastForgotten: 0',
    noticedBy,
  },
  {
    name: 'a secret can replace another',
    file: rights,
    text: '[`${path} ${value}`]',
    replacement: '[`${path} `]',
    noticedBy,
  },
  {
    name: 'a member with more permissions can be changed if they have fewer afterwards',
    file: rights,
    text: '[rightsOfMember(before, were[name]), rightsOfMember(after, are[name])]',
    replacement: '[rightsOfMember(after, are[name])]',
    noticedBy,
  },
  {
    name: 'a role with more permissions can be changed',
    file: rights,
    text: 'for (const role of [was, is])',
    replacement: 'for (const role of [was, is].slice(2))',
    noticedBy,
  },
  {
    name: 'a preview of a change shows the current day',
    file: 'src/clinic-file/operations/settings.ts',
    text: 'await configurations.within(queries, workspaceId)',
    replacement: 'before',
    noticedBy,
  },
  {
    name: 'visits that were already stranded count as newly stranded',
    file: 'src/clinic-file/operations/settings.ts',
    text: '.filter((visit) => !lostBefore.has(visit.id))',
    replacement: '',
    noticedBy,
  },
  {
    name: 'a location that follows the zone of the workspace has its own once it is written out',
    file: 'src/clinic-file/sections/locations.ts',
    text: 'timezone: followsTimezone ? null : timezone',
    replacement: 'timezone',
    noticedBy,
  },
  {
    name: 'a member who was removed from the file is exported again',
    file: 'src/clinic-file/sections/staff.ts',
    text: "set status = 'inactive', is_described = false",
    replacement: "set status = 'inactive'",
    noticedBy,
  },
  {
    name: 'a member limited to their own patients imports patients',
    file: 'src/dashboard/imports-over-http.ts',
    text: '|| includesOwnPatientsAlone(member.rights)',
    replacement: '',
    noticedBy: ['src/dashboard/imports-over-http.test.ts'],
  },
  {
    name: 'a page of another origin imports a file',
    file: 'src/dashboard/imports-over-http.ts',
    text: "if (!isOfOwnPage(headers, publicOrigin, 'text/csv')) return foreignPage()",
    replacement: '',
    noticedBy: ['src/dashboard/imports-over-http.test.ts'],
  },
  {
    name: 'any number of files is imported at the same time',
    file: 'src/dashboard/imports-over-http.ts',
    text: 'if (running >= importsMax)',
    replacement: 'if (running < 0)',
    noticedBy: ['src/dashboard/imports-over-http.test.ts'],
  },
  {
    name: 'a dry run of a medicines import is committed',
    file: 'src/csv-import/import-medicines.ts',
    text: 'file.transaction(merge, !dryRun)',
    replacement: 'file.transaction(merge)',
    noticedBy: ['src/dashboard/imports-over-http.test.ts'],
  },
  {
    name: 'test notices are sent without a limit',
    file: 'src/clinic-file/operations/notice-preview.ts',
    text: 'if (spent?.allowed === false)',
    replacement: 'if (spent === null)',
    noticedBy: ['src/clinic-file/notice-preview.test.ts'],
  },
  {
    name: 'a test notice goes to a member of another workspace',
    file: 'src/clinic-file/operations/notice-preview.ts',
    text: "where workspace_id = :workspaceId and id = :id and status = 'active'`",
    replacement: "where :workspaceId > 0 and id = :id and status = 'active'`",
    noticedBy: ['src/clinic-file/notice-preview.test.ts'],
  },
  {
    name: 'a member limited to their own visits reaches the money of others',
    file: 'src/dashboard/own-visits.ts',
    text: "    case 'the whole clinic':\n      return undefined",
    replacement: "    case 'the whole clinic':\n      return input",
    noticedBy: ['src/dashboard/patient-records.test.ts'],
  },
  {
    name: 'a member limited to their own visits reads the whole audit',
    file: 'src/dashboard/own-visits.ts',
    text: "if (input.patientId === undefined) throw problem('PATIENT_NOT_FOUND')",
    replacement: '',
    noticedBy: ['src/dashboard/patient-records.test.ts'],
  },
]
