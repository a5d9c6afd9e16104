// What an operator does with a whole workspace: brings it to what a clinic file describes.

import { Type } from 'typebox'
import { idsOf, importClinic } from '../../clinic-file/import-clinic.ts'
import { readClinicFileAside } from '../../clinic-file/read-aside.ts'
import { id, list, object, text } from '../../http/schemas.ts'
import { secretProblems } from '../../messages/message-settings.ts'
import { OperatorProblem } from '../../values/operator-problem.ts'
import { workspaceIdOf, workspaceName } from '../../workspaces/which-workspace.ts'
import { operation, type Table } from '../operation.ts'

const namedIds = Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer()), {
  description: 'Ids by kind and name.',
  examples: [{ practitioner: { 'asha-rao': 7 } }],
})

/** `{ practitioner: { 'asha-rao': 7 } }` as rows. */
function idsTable(ids: Readonly<Record<string, Readonly<Record<string, number>>>>): Table {
  const rows = Object.entries(ids).flatMap(([kind, names]) => Object.entries(names).map(([name, value]) => ({ kind, name, id: value })))
  return { columns: ['kind', 'name', 'id'], rows }
}

export const workspaceImport = operation({
  name: 'workspace-import',
  summary: 'Bring a workspace to what a clinic file describes; importing again updates it.',
  input: object({ source: text('The clinic file, in YAML or JSON.', 'workspace: { name: sunrise }') }),
  output: object({
    workspaceId: id('The workspace.'),
    workspace: text('Its name.', 'sunrise'),
    ids: namedIds,
    warnings: list(text('What will not work yet.', 'CLINIC_SECRET_SMTP_URL is not set here'), 'What is to be looked at.'),
  }),
  async run({ database, clock, configurations, environment }, { source }) {
    const read = await readClinicFileAside(source)
    if ('mistakes' in read) throw new OperatorProblem('the clinic file has mistakes and nothing was imported', 'mend them and import it again', read.mistakes)
    const { workspaceId, ids } = await importClinic(database, read.file, clock.now())
    configurations.forget(workspaceId)
    const { name, messages = {} } = read.file.workspace
    // The command may run elsewhere than the service, so it is no mistake.
    const warnings = secretProblems(messages, environment).map(
      (problem) => `${problem} here; where the service runs in production, it refuses messages until this is mended`,
    )
    return { workspaceId, workspace: name, ids, warnings }
  },
  shown: ({ workspace, ids, warnings }) => [`imported ${workspace}`, idsTable(ids), ...warnings.map((warning) => `warning: ${warning}`)],
  command: { arguments: ['source'], members: { source: { name: 'file', description: 'YAML or JSON; - reads standard input.', isContent: true } } },
})

const ids = operation({
  name: 'ids',
  summary: 'The ids given to the names of a clinic file.',
  input: object({ workspace: workspaceName }),
  output: namedIds,
  run: async ({ database }, { workspace }) => idsOf(database, await workspaceIdOf(database, workspace)),
  shown: idsTable,
})

export const workspaceOperations = [workspaceImport, ids]
