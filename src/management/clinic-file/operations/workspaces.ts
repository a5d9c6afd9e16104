// Operations on a whole workspace: update it to match a clinic file.

import { Type } from 'typebox'
import {
  choice,
  flag,
  id,
  integer,
  list,
  nullable,
  object,
  text,
} from '../../../base/contract/schemas.ts'
import {
  type OnApplication,
  operation,
  optionalWithDefault,
  workspaceOperation,
} from '../../../base/operations/operation.ts'
import type { Environment } from '../../../base/ports/secrets.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import { overviewMembers } from '../../../clinic/workspaces/operations/workspace-list.ts'
import { workspaceOverview } from '../../../clinic/workspaces/overview-queries.ts'
import { strandedVisits } from '../../../visits/appointments/stranded-visits.ts'
import { readStates } from '../changes.ts'
import { readClinicFileInProcess } from '../file-in-process.ts'
import { importClinic, readNamedIds } from '../import-clinic.ts'
import { problem } from '../problems.ts'
import { changeList, importWarnings, warningList } from './import-words.ts'

const namedIds = Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer()), {
  description: 'Ids by kind and name.',
  examples: [{ practitioner: { 'asha-rao': 7 } }],
})

const outcomes = ['CREATED', 'UPDATED', 'UNCHANGED'] as const

export const workspaceImport = operation({
  name: 'workspace-import',
  summary: 'Create a workspace from a clinic file, or update it to match the file.',
  input: object({
    source: text('The clinic file, in YAML or JSON.', 'workspace: { name: sunrise }'),
    dryRun: optionalWithDefault(flag('Write nothing, and return what the import would do.'), false),
    withUpcomingVisits: optionalWithDefault(
      flag(
        'Also remove practitioners, locations, rooms and queue shifts that have upcoming visits; the visits stay.',
      ),
      false,
    ),
    anyVersion: optionalWithDefault(
      flag('Import even if the settings have changed since the version named in the file.'),
      false,
    ),
  }),
  output: object({
    dryRun: flag('True if nothing was written.'),
    outcome: choice(outcomes, 'What became of the workspace.'),
    workspaceId: nullable(id('The workspace; null if a dry run would create it.')),
    workspace: text('Its name.', 'sunrise'),
    version: integer(
      'The latest version of its settings; for a dry run, the version that it would create.',
      12,
    ),
    changes: changeList,
    ids: namedIds,
    warnings: warningList,
  }),
  async run(
    {
      actor,
      database,
      clock,
      configurations,
      environment,
      mode,
      videoIsPublic,
      publicUrl,
    }: OnApplication<
      Configured & { environment: Environment; videoIsPublic: boolean; publicUrl(): string }
    >,
    { source, dryRun, withUpcomingVisits, anyVersion },
  ) {
    const read = await readClinicFileInProcess(source)
    if ('mistakes' in read) throw problem('CLINIC_FILE_INVALID', {}, read)
    const imported = await importClinic(database, read.file, clock.now(), {
      dryRun,
      withUpcomingVisits,
      authorship: { actor, origin: 'FILE' },
      basedOnVersion: anyVersion ? undefined : read.file.version,
      publicOrigin: new URL(publicUrl()).origin,
      videoIsPublic,
    })
    const { workspaceId, isNew, ids, changes, version } = imported
    configurations.forget(workspaceId)
    const stranded =
      dryRun || isNew || changes.length === 0
        ? 0
        : (await strandedVisits(database, await configurations.of(workspaceId), clock.now())).length
    const updateOutcome = changes.length > 0 ? 'UPDATED' : 'UNCHANGED'
    const outcome = isNew ? 'CREATED' : updateOutcome
    const warnings = await importWarnings(
      { database, environment, mode, videoIsPublic },
      imported,
      stranded,
    )
    // Ids that a dry run assigned are not valid.
    return {
      dryRun,
      outcome,
      workspaceId: dryRun && isNew ? null : workspaceId,
      workspace: read.file.workspace.name,
      version,
      changes,
      ids: dryRun ? {} : ids,
      warnings,
    } as const
  },
})

export const ids = workspaceOperation({
  name: 'ids',
  right: 'setup:read',
  summary: 'The ids of the names in a clinic file.',
  input: object({}),
  output: namedIds,
  run: async ({ database, workspaceId }) => readNamedIds(database, workspaceId),
})

export const workspaceShow = workspaceOperation({
  name: 'workspace-show',
  right: 'setup:read',
  summary: 'List the configuration of a workspace in use, by name.',
  input: object({}),
  output: object({
    ...overviewMembers,
    inUse: list(
      object({
        kind: text('What it is.', 'practitioner'),
        count: integer('How many.', 1),
        names: list(text('As in the clinic file.', 'asha-rao'), 'Which ones.'),
      }),
      'What clinic files described, kind by kind.',
    ),
  }),
  async run({ database, workspaceId }) {
    const [overview] = await database.rows(workspaceOverview, { workspaceId })
    if (!overview) throw problem('WORKSPACE_DELETED')
    const inUse = [...(await readStates(database, workspaceId))].map(([kind, names]) => ({
      kind,
      count: names.size,
      names: [...names.keys()],
    }))
    return { ...overview, inUse: inUse.filter(({ count }) => count > 0) }
  },
})

export const workspaceOperations = [workspaceImport, workspaceShow, ids]
