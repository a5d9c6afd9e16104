// The settings of a workspace as forms change them: its clinic file, in versions (SETUP-01 to
// SETUP-04).

import { type Static, Type } from 'typebox'
import {
  anyObject,
  calendarDate,
  choice,
  clockTime,
  flag,
  id,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
  timestamp,
  versionLimits,
} from '../../../base/contract/schemas.ts'
import type { Queries } from '../../../base/db/database.ts'
import {
  type InWorkspace,
  optionalWithDefault,
  workspaceOperation,
} from '../../../base/operations/operation.ts'
import type { Environment } from '../../../base/ports/secrets.ts'
import { createWorkspaceShare } from '../../../base/ports/shares.ts'
import { clockAt, formatClock, type Instant, isoAt } from '../../../base/values/clinic-time.ts'
import { modes } from '../../../base/values/modes.ts'
import {
  type Configuration,
  type Configured,
  findPractice,
} from '../../../clinic/catalogue/configuration.ts'
import { shiftsOn } from '../../../clinic/catalogue/hours.ts'
import { practiceUnderType } from '../../../clinic/catalogue/visit-types.ts'
import { strandedVisits } from '../../../visits/appointments/stranded-visits.ts'
import { patientBookable, toBookable } from '../../../visits/availability/bookable.ts'
import { calendarReader, findDaysAndNext } from '../../../visits/availability/next-available.ts'
import { ClinicFile, publishedClinicFileSchema } from '../clinic-file-schema.ts'
import { describeClinic } from '../describe.ts'
import { applyEdits } from '../edits.ts'
import { readClinicFileInProcess, writeClinicFileInProcess } from '../file-in-process.ts'
import {
  changeSettings,
  type ImportOptions,
  type ImportResult,
  type NamedIds,
  readNamedIds,
} from '../import-clinic.ts'
import { problem } from '../problems.ts'
import {
  maskDifferenceAddresses,
  operatorMembers,
  refuseBeyondRights,
  visibleDescription,
  visibleDifferences,
} from '../settings-rights.ts'
import {
  lastVersion,
  listVersions,
  origins,
  settingsVersion,
  type Version,
  versionAuthor,
} from '../versions.ts'
import { changeList, importWarnings, warningList } from './import-words.ts'

type SettingsContext = InWorkspace<
  Configured & { environment: Environment; videoIsPublic: boolean; publicUrl(): string }
>

const editsMax = 500
const namesMax = 12
const outsideHoursShownMax = 50
const differencesShownMax = 500

const version = integer('The latest version of the settings; 0 if none is stored.', 12, {
  minimum: 0,
})
const anyValue = (description: string) => Type.Any({ description, examples: ['Sunrise Clinics'] })

const versionMembers = {
  number: integer('The version, from 1 on.', 12),
  createdAt: timestamp('When it was made, in UTC.'),
  by: text(
    'Who made it: the name of the staff member, otherwise the same text as in the audit.',
    'Nina Roy',
  ),
  origin: choice(
    origins,
    'How: by a file, a form, by putting an earlier version back; FOUND is what there was before versions were kept.',
  ),
  putBack: nullable(integer('The version that was restored.', 9)),
}

const differenceList = list(
  object({
    path: list(text('A name.', 'workspace'), 'The path to the changed setting.'),
    before: optional(anyValue('What it was; absent where there was nothing.')),
    after: optional(anyValue('What it is; absent where there is nothing.')),
  }),
  `The differences, at most ${differencesShownMax}.`,
)

const previewOfDay = object(
  {
    practitioner: text('By name.', 'asha-rao'),
    location: text('By name.', 'jaipur'),
    date: calendarDate('The date.'),
    visitType: optional(
      text('A visit type, by name; visits of the usual length when omitted.', 'first-visit'),
    ),
  },
  { description: 'A day to preview.' },
)

const dayPreview = object(
  {
    slots: list(
      object({
        from: clockTime('Start on the clinic clock.', '09:00'),
        to: clockTime('End on the clinic clock.', '09:15'),
        modes: list(choice(modes, 'A mode.'), 'Every mode it can be booked in.'),
        taken: flag('Whether it is already taken.', false),
      }),
      'Slots of the usual length, or of the visit type, by start.',
    ),
    shifts: list(
      object({
        name: text('The shift.', 'morning'),
        from: clockTime('Start.', '09:00'),
        to: clockTime('End.', '13:00'),
        tokens: integer('Tokens.', 40),
      }),
      'Queue shifts that run.',
    ),
  },
  { description: 'The previewed day; null if none was requested.' },
)

const outcome = object({
  dryRun: flag('True if nothing was written.'),
  version: integer(
    'The latest version of the settings; for a dry run, the version that it would create.',
    13,
  ),
  differences: differenceList,
  changes: changeList,
  removedWithVisits: list(
    object({
      kind: choice(['practitioner', 'location', 'room', 'shift'], 'What is removed.'),
      name: text('Which one.', 'asha-rao'),
      visits: integer('Its upcoming visits, which stay.', 3),
    }),
    'Removed items that have upcoming visits.',
  ),
  visitsOutsideHoursCount: integer(
    'Upcoming visits whose hours, mode, practitioner or location are removed. They stay until they are moved or cancelled.',
    2,
  ),
  visitsOutsideHours: list(
    object({
      appointmentId: id('The visit.', 42),
      doctorId: id('The practitioner.'),
      addressId: id('The location.'),
      fromDateTimeIso: timestamp('Its start, with the clinic offset.'),
    }),
    `The first ${outsideHoursShownMax} of them.`,
  ),
  warnings: warningList,
  preview: nullable(dayPreview),
})

const planMembers = {
  withUpcomingVisits: optionalWithDefault(
    flag(
      'Also remove practitioners, locations, rooms and queue shifts that have upcoming visits; the visits stay.',
    ),
    false,
  ),
  dryRun: optionalWithDefault(flag('Write nothing, and return what would change.'), false),
  preview: optional(previewOfDay),
}

interface PlannedChange {
  withUpcomingVisits: boolean
  dryRun: boolean
  preview?: { practitioner: string; location: string; date: string }
}

/**
 * Changes to one workspace's settings would wait for the workspace's lock anyway, but while waiting
 * they would occupy a connection that other clinics need.
 */
const runInWorkspaceTurn = createWorkspaceShare({ runningMax: 1, waitingMax: 8 })

/** Changes the settings within the actor's rights, or reports what the change would do. */
function changeAndReport(
  ...changeArguments: Parameters<typeof changeInTurn>
): ReturnType<typeof changeInTurn> {
  const [{ workspaceId }] = changeArguments
  return runInWorkspaceTurn(workspaceId, () => changeInTurn(...changeArguments))
}

async function changeInTurn(
  context: SettingsContext,
  { withUpcomingVisits, dryRun, preview }: PlannedChange,
  provenance: Pick<ImportOptions, 'basedOnVersion'> &
    Pick<ImportOptions['authorship'], 'origin' | 'putBack'>,
  makeChange: (current: ClinicFile) => unknown,
) {
  const { database, clock, configurations, actor, rights, workspaceId, videoIsPublic, publicUrl } =
    context
  const now = clock.now()
  const before = await configurations.of(workspaceId)
  const outsideHoursBefore = new Set(
    (await strandedVisits(database, before, now)).map((visit) => visit.id),
  )
  let effects: {
    visitsOutsideHours: Awaited<ReturnType<typeof strandedVisits>>
    day: Awaited<ReturnType<typeof previewDay>> | null
  } = { visitsOutsideHours: [], day: null }
  const imported = await changeSettings(database, workspaceId, makeChange, now, {
    ...(rights && {
      refuse: (before: ClinicFile, after: ClinicFile) => refuseBeyondRights(rights, before, after),
    }),
    dryRun,
    basedOnVersion: provenance.basedOnVersion,
    authorship: { actor, origin: provenance.origin, putBack: provenance.putBack },
    // A dry run also shows what would be refused.
    withUpcomingVisits: withUpcomingVisits || dryRun,
    publicOrigin: new URL(publicUrl()).origin,
    videoIsPublic,
    async look(queries) {
      const configuration = await configurations.within(queries, workspaceId)
      const visitsOutsideHours = (await strandedVisits(queries, configuration, now)).filter(
        (visit) => !outsideHoursBefore.has(visit.id),
      )
      effects = {
        visitsOutsideHours,
        day: preview
          ? await previewDay(
              queries,
              configuration,
              await readNamedIds(queries, workspaceId),
              preview,
              now,
            )
          : null,
      }
    },
  })
  if (!dryRun) configurations.forget(workspaceId)
  return changeOutcome(context, dryRun, imported, effects)
}

interface ChangeEffects {
  visitsOutsideHours: Awaited<ReturnType<typeof strandedVisits>>
  day: Awaited<ReturnType<typeof previewDay>> | null
}

async function changeOutcome(
  services: SettingsContext,
  dryRun: boolean,
  imported: ImportResult,
  { visitsOutsideHours, day }: ChangeEffects,
) {
  const { version, changes, removedWithVisits } = imported
  const differences = services.rights
    ? maskDifferenceAddresses(imported.differences)
    : imported.differences
  return {
    dryRun,
    version,
    differences: differences.slice(0, differencesShownMax),
    changes,
    removedWithVisits,
    visitsOutsideHoursCount: visitsOutsideHours.length,
    visitsOutsideHours: visitsOutsideHours
      .slice(0, outsideHoursShownMax)
      .map(({ id, doctorId, locationId, fromAt, timezone }) => ({
        appointmentId: id,
        doctorId,
        addressId: locationId,
        fromDateTimeIso: isoAt(timezone, fromAt),
      })),
    warnings: await importWarnings(services, imported, visitsOutsideHours.length),
    preview: day,
  }
}

/** What patients can book on a day, according to the rule that lists slots (SETUP-04). */
async function previewDay(
  queries: Queries,
  configuration: Configuration,
  ids: NamedIds,
  { practitioner, location, date, visitType }: Static<typeof previewOfDay>,
  now: Instant,
) {
  const anyVisit = findPractice(
    configuration,
    ids.practitioner?.[practitioner] ?? 0,
    ids.location?.[location] ?? 0,
  )
  const practice =
    anyVisit && visitType !== undefined
      ? practiceUnderType(configuration, anyVisit, ids.visitType?.[visitType] ?? 0)
      : anyVisit
  const clinicBookable = practice && toBookable(configuration, practice, now)
  if (!practice || !clinicBookable) return { slots: [], shifts: [] }
  const bookable = patientBookable(clinicBookable)
  const { timezone } = practice.location
  const reader = calendarReader(queries, configuration.workspaceId, bookable)
  const { days } = await findDaysAndNext(
    reader,
    bookable,
    { from: date, count: 1 },
    { mode: undefined, lengthMins: practice.slotMins },
    now,
  )
  const free = (days[0]?.free ?? []).map((slot) => ({ slot, taken: false }))
  const taken = (days[0]?.taken ?? []).map(({ slot }) => ({ slot, taken: true }))
  return {
    slots: [...free, ...taken]
      .sort((a, b) => a.slot.from - b.slot.from)
      .map(({ slot, taken }) => ({
        from: clockAt(timezone, slot.from),
        to: clockAt(timezone, slot.to),
        modes: [...slot.modes],
        taken,
      })),
    shifts: shiftsOn(practice, date).map(({ name, fromMinute, toMinute, maxAppointments }) => ({
      name,
      from: formatClock(fromMinute),
      to: formatClock(toMinute),
      tokens: maxAppointments,
    })),
  }
}

function versionView({ number, createdAt, origin, putBack, ...maker }: Version) {
  return {
    number,
    createdAt: isoAt('UTC', createdAt),
    by: versionAuthor({ number, createdAt, origin, putBack, ...maker }),
    origin,
    putBack,
  }
}

export const settingsShow = workspaceOperation({
  name: 'settings-show',
  right: 'setup:write',
  summary: 'Return the current settings of a workspace in the form of a clinic file.',
  input: object({}),
  output: object({
    version,
    last: nullable(
      object(versionMembers, { description: 'The latest version; null if none is stored.' }),
    ),
    description: ClinicFile,
  }),
  async run({ database, rights, workspaceId }) {
    return database.transaction(async (queries) => {
      const last = await lastVersion(queries, workspaceId)
      const description = visibleDescription(rights, await describeClinic(queries, workspaceId))
      return { version: last?.number ?? 0, last: last ? versionView(last) : null, description }
    })
  },
})

export const settingsChange = workspaceOperation({
  name: 'settings-change',
  right: 'setup:write',
  summary: 'Change individual settings of a workspace; all others stay the same.',
  input: object({
    version: integer(
      'The version that the change is based on; the change is refused if there is a later one.',
      12,
      versionLimits,
    ),
    edits: list(
      object({
        path: list(
          text('A name.', 'workspace', { minLength: 1, maxLength: 100 }),
          'The path to the changed setting.',
          { minItems: 1, maxItems: namesMax },
        ),
        value: optional(
          anyValue('What it is to be, as a clinic file says it; left out, it is removed.'),
        ),
      }),
      'The settings to change and their new values, in order.',
      { minItems: 1, maxItems: editsMax },
    ),
    ...planMembers,
  }),
  output: outcome,
  run: (context: SettingsContext, { version: basedOnVersion, edits, ...asked }) =>
    changeAndReport(context, asked, { basedOnVersion, origin: 'FORM' }, (current) =>
      applyEdits(current, edits),
    ),
})

export const settingsImport = workspaceOperation({
  name: 'settings-import',
  right: 'setup:write',
  summary: 'Update this workspace to match a clinic file.',
  input: object({
    source: text('The clinic file, in YAML or JSON.', 'workspace: { name: sunrise }'),
    anyVersion: optionalWithDefault(
      flag('Import even if the settings have changed since the version named in the file.'),
      false,
    ),
    ...planMembers,
  }),
  output: outcome,
  async run(context: SettingsContext, { source, anyVersion, ...asked }) {
    const read = await readClinicFileInProcess(source, context.workspaceId)
    if ('mistakes' in read) throw problem('CLINIC_FILE_INVALID', {}, read)
    const { file } = read
    return changeAndReport(
      context,
      asked,
      { basedOnVersion: anyVersion ? undefined : file.version, origin: 'FILE' },
      (current) => {
        if (file.workspace.name !== current.workspace.name)
          throw problem('FILE_WORKSPACE_MISMATCH', { name: file.workspace.name })
        return file
      },
    )
  },
})

export const settingsVersions = workspaceOperation({
  name: 'settings-versions',
  right: 'setup:write',
  summary: 'List the versions of the settings, newest first.',
  input: object({
    before: optionalWithDefault(
      integer('Only versions before this one.', 12, { minimum: 1, maximum: 2 ** 31 - 1 }),
      2 ** 31 - 1,
    ),
    limit: optionalWithDefault(
      integer('Maximum number of versions, up to 100.', 20, { minimum: 1, maximum: 100 }),
      20,
    ),
  }),
  output: list(object(versionMembers), 'The versions.'),
  run: async ({ database, workspaceId }, page) =>
    (await listVersions(database, workspaceId, page)).map(versionView),
})

export const settingsVersionShow = workspaceOperation({
  name: 'settings-version',
  right: 'setup:write',
  summary: 'Show a version of the settings and what it changed.',
  input: object({
    number: integer('The version.', 12, { minimum: 1, maximum: 2 ** 31 - 1 }),
    since: optional(
      integer('The version to compare with; default: the previous one.', 9, {
        minimum: 1,
        maximum: 2 ** 31 - 1,
      }),
    ),
  }),
  output: object({
    ...versionMembers,
    since: nullable(
      integer('The version that it is compared with; null for the first stored version.', 11),
    ),
    differences: differenceList,
  }),
  async run({ database, rights, workspaceId }, { number, since = number - 1 }) {
    const found = await settingsVersion(database, workspaceId, number)
    if (!found) throw problem('SETTINGS_VERSION_NOT_FOUND', { number })
    const earlier = await settingsVersion(database, workspaceId, since)
    const { description, ...version } = found
    const differences = earlier ? visibleDifferences(rights, earlier.description, description) : []
    return {
      ...versionView(version),
      since: earlier?.number ?? null,
      differences: differences.slice(0, differencesShownMax),
    }
  },
})

export const settingsPutBack = workspaceOperation({
  name: 'settings-put-back',
  right: 'setup:write',
  summary: 'Restore an earlier version of the settings of a workspace; this makes a new version.',
  input: object({
    number: integer('The version to restore.', 9, { minimum: 1, maximum: 2 ** 31 - 1 }),
    version: integer(
      'The latest version that was seen; the request is refused if there is a later one.',
      12,
      versionLimits,
    ),
    ...planMembers,
  }),
  output: outcome,
  async run(context: SettingsContext, { number, version: basedOnVersion, ...asked }) {
    const { database, rights, workspaceId } = context
    const earlier = await settingsVersion(database, workspaceId, number)
    if (!earlier) throw problem('SETTINGS_VERSION_NOT_FOUND', { number })
    return changeAndReport(
      context,
      asked,
      { basedOnVersion, origin: 'PUT_BACK', putBack: number },
      (current) => {
        const wantedDescription = structuredClone(earlier.description)
        // Only operators can change operator settings.
        if (rights)
          Object.assign(
            wantedDescription.workspace,
            Object.fromEntries(operatorMembers.map((name) => [name, current.workspace[name]])),
          )
        return JSON.parse(JSON.stringify(wantedDescription))
      },
    )
  },
})

export const workspaceExport = workspaceOperation({
  name: 'workspace-export',
  right: 'setup:write',
  summary:
    'Write the current settings of a workspace to a clinic file; importing it unchanged changes nothing.',
  input: object({}),
  output: object({
    version,
    source: text('The clinic file, in YAML.', 'version: 12\nworkspace:\n  name: sunrise\n'),
  }),
  async run({ database, rights, workspaceId }) {
    const [last, description] = await database.transaction(async (queries) => [
      await lastVersion(queries, workspaceId),
      visibleDescription(rights, await describeClinic(queries, workspaceId)),
    ])
    const number = last?.number ?? 0
    return {
      version: number,
      source: await writeClinicFileInProcess({ version: number, ...description }, workspaceId),
    }
  },
})

export const settingsSchema = workspaceOperation({
  name: 'settings-schema',
  right: 'setup:write',
  summary: 'Return the JSON Schema of the settings, for building forms.',
  input: object({}),
  output: anyObject('The schema of clinic files.', { type: 'object' }),
  run: async () => publishedClinicFileSchema as unknown as Record<string, unknown>,
})

export const settingsOperations = [
  settingsSchema,
  settingsShow,
  settingsChange,
  settingsImport,
  settingsVersions,
  settingsVersionShow,
  settingsPutBack,
  workspaceExport,
]
