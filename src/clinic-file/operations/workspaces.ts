// What an operator does with a whole workspace: brings it to what a clinic file describes.

import { Type } from 'typebox'
import { strandedVisits } from '../../appointments/stranded-visits.ts'
import type { Configured } from '../../catalogue/configuration.ts'
import { choice, flag, id, integer, list, nullable, object, text } from '../../contract/schemas.ts'
import { secretProblems } from '../../messages/message-settings.ts'
import { byDefault, type OnApplication, operation, workspaceOperation } from '../../operations/operation.ts'
import { accountProblems } from '../../payments/gateways/gateway-accounts.ts'
import type { Environment } from '../../ports/secrets.ts'
import { problem } from '../../values/problem.ts'
import { describeKeys } from '../../workspaces/keys.ts'
import { isUselessInPages, uselessInPages } from '../../workspaces/operations/keys.ts'
import { overviewMembers } from '../../workspaces/operations/workspace-list.ts'
import { workspaceOverview } from '../../workspaces/overview-queries.ts'
import { statesOf, waysOfChange } from '../changes.ts'
import { idsOf, importClinic } from '../import-clinic.ts'
import { readClinicFileAside } from '../read-aside.ts'
import { calendarSecretProblems } from '../sections/calendars.ts'
import { upcomingText } from '../upcoming-visits.ts'
import { warningsOf } from '../warnings.ts'

const namedIds = Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer()), {
  description: 'Ids by kind and name.',
  examples: [{ practitioner: { 'asha-rao': 7 } }],
})

const changeList = list(
  object({
    kind: text('What it is.', 'practitioner'),
    change: choice(waysOfChange, 'What became of it.'),
    count: integer('How many.', 1),
    names: list(
      text('As in the file; of what belongs to others, with their names before it.', 'asha-rao/jaipur'),
      'Which ones; none where they are only counted.',
    ),
  }),
  'What differs from before.',
)

const outcomes = ['CREATED', 'UPDATED', 'UNCHANGED'] as const

export const workspaceImport = operation({
  name: 'workspace-import',
  summary: 'Bring a workspace to what a clinic file describes; importing again updates it.',
  input: object({
    source: text('The clinic file, in YAML or JSON.', 'workspace: { name: sunrise }'),
    dryRun: byDefault(flag('Write nothing, and say what the import would do.'), false),
    withUpcomingVisits: byDefault(flag('Also remove practitioners, locations, rooms and queue shifts that have upcoming visits; the visits stay.'), false),
  }),
  output: object({
    dryRun: flag('Whether nothing was written.'),
    outcome: choice(outcomes, 'What became of the workspace.'),
    workspaceId: nullable(id('The workspace; null where a dry run made it.')),
    workspace: text('Its name.', 'sunrise'),
    changes: changeList,
    ids: namedIds,
    warnings: list(text('What will not work yet.', 'CLINIC_SECRET_SMTP_URL is not set here'), 'What is to be looked at.'),
  }),
  async run(
    { database, clock, configurations, environment, mode, publicUrl }: OnApplication<Configured & { environment: Environment; publicUrl(): string }>,
    { source, dryRun, withUpcomingVisits },
  ) {
    const read = await readClinicFileAside(source)
    if ('mistakes' in read) throw problem('CLINIC_FILE_MISTAKEN', {}, read)
    const { workspaceId, isNew, ids, changes, deserted, onClosingDays, undone } = await importClinic(database, read.file, clock.now(), {
      dryRun,
      withUpcomingVisits,
      publicOrigin: new URL(publicUrl()).origin,
    })
    configurations.forget(workspaceId)
    const stranded = dryRun || isNew || changes.length === 0 ? [] : await strandedVisits(database, await configurations.of(workspaceId), clock.now())
    const { name, messages = {}, paymentGateway, gateways = {} } = read.file.workspace
    const outcome = isNew ? 'CREATED' : changes.length > 0 ? 'UPDATED' : 'UNCHANGED'
    const warnings = [
      ...deserted.map(({ kind, name, visits }) => `${kind} ${name} is removed and keeps ${upcomingText(visits)}`),
      ...(onClosingDays > 0 ? [`closing days keep ${upcomingText(onClosingDays)} booked before`] : []),
      ...(stranded.length > 0
        ? [`${upcomingText(stranded.length)} ${stranded.length === 1 ? 'lies' : 'lie'} outside the hours now: clinic visit stranded`]
        : []),
      ...undone.withdrawn.map((name) => `${name} was withdrawn by hand, and the file brings it back`),
      ...undone.granted.map((name) => `${name} was granted by hand, and the file takes it away`),
      ...warningsOf(read.file),
      ...(await describeKeys(database, workspaceId)).filter(isUselessInPages).map(({ id, name }) => `key ${id} (${name}) ${uselessInPages(id)}`),
      // The command may run elsewhere than the service, so it is no mistake.
      ...secretProblems(messages, environment).map(
        (problem) => `${problem} here; where the service runs in production, it refuses messages until this is mended`,
      ),
      ...calendarSecretProblems(read.file, environment),
      ...(paymentGateway === 'sandbox' && mode === 'production'
        ? ['workspace.paymentGateway: sandbox is a gateway of sandboxes alone; here it has no effect, and no checkout is opened']
        : []),
      ...accountProblems(gateways, environment, mode),
    ]
    // Ids that a dry run gave are nobody's.
    return { dryRun, outcome, workspaceId: dryRun && isNew ? null : workspaceId, workspace: name, changes, ids: dryRun ? {} : ids, warnings } as const
  },
})

export const ids = workspaceOperation({
  name: 'ids',
  right: 'setup:read',
  summary: 'The ids given to the names of a clinic file.',
  input: object({}),
  output: namedIds,
  run: async ({ database, workspaceId }) => idsOf(database, workspaceId),
})

export const workspaceShow = workspaceOperation({
  name: 'workspace-show',
  right: 'setup:read',
  summary: 'What is in use of a workspace, by name.',
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
    if (!overview) throw problem('WORKSPACE_GONE')
    const inUse = [...(await statesOf(database, workspaceId))].map(([kind, names]) => ({ kind, count: names.size, names: [...names.keys()] }))
    return { ...overview, inUse: inUse.filter(({ count }) => count > 0) }
  },
})

export const workspaceOperations = [workspaceImport, workspaceShow, ids]
