// Commands for a whole workspace: update it to match a clinic file, show it, and delete it.

import { renderUnicodeCompact } from 'uqr'
import {
  overviewMembers,
  workspaceList,
} from '../../../clinic/workspaces/operations/workspace-list.ts'
import { workspaceDelete } from '../../../management/backup/operations/workspace-removal.ts'
import type { Change } from '../../../management/clinic-file/changes.ts'
import { clinicFileBytesMax } from '../../../management/clinic-file/clinic-file.ts'
import {
  ids,
  workspaceImport,
  workspaceShow,
} from '../../../management/clinic-file/operations/workspaces.ts'
import { workspaceEmbed } from '../../patient-pages/operations/embed.ts'
import { TerminalProblem } from '../terminal-problem.ts'
import type { Table } from './command.ts'
import { command } from './command.ts'
import { workspaceExportCommand } from './settings.ts'

/** `{ practitioner: { 'asha-rao': 7 } }` as rows. */
function idsTable(ids: Readonly<Record<string, Readonly<Record<string, number>>>>): Table {
  const rows = Object.entries(ids).flatMap(([kind, names]) =>
    Object.entries(names).map(([name, value]) => ({ kind, name, id: value })),
  )
  return { columns: ['kind', 'name', 'id'], rows }
}

function formatContents({
  patients,
  visits,
  upcomingVisits,
}: {
  patients: number
  visits: number
  upcomingVisits: number
}): string {
  return `${patients} ${patients === 1 ? 'patient' : 'patients'} and ${visits} ${visits === 1 ? 'visit' : 'visits'}, ${upcomingVisits} still to come`
}

const outcomeVerbs = {
  CREATED: ['created', 'would create'],
  UPDATED: ['updated', 'would update'],
  UNCHANGED: ['nothing changes in', 'nothing would change in'],
} as const

const namesShownMax = 5

function changesTable(changes: readonly Change[]): Table {
  return {
    columns: ['change', 'count', 'kind', 'names'],
    rows: changes.map((change) => ({ ...change, names: shortenNames(change.names) })),
  }
}

function shortenNames(names: readonly string[]): string {
  const hiddenCount = names.length - namesShownMax
  return `${names.slice(0, namesShownMax).join(' ')}${hiddenCount > 0 ? ` and ${hiddenCount} more` : ''}`
}

export const workspaceCommands = [
  workspaceExportCommand,
  command(workspaceImport, {
    formatResult: ({ dryRun, outcome, workspace, changes, ids, warnings }) => [
      `${outcomeVerbs[outcome][dryRun ? 1 : 0]} ${workspace}${dryRun ? '; nothing was written' : ''}`,
      ...(changes.length > 0 ? [changesTable(changes)] : []),
      ...(dryRun ? [] : [idsTable(ids)]),
      ...warnings.map((warning) => `warning: ${warning}`),
    ],
    arguments: ['source'],
    members: {
      source: {
        name: 'file',
        description: 'YAML or JSON; - reads standard input.',
        contentBytesMax: clinicFileBytesMax,
      },
    },
  }),
  command(workspaceList),
  command(workspaceShow, {
    formatResult: ({ inUse, ...overview }) => [
      { columns: Object.keys(overviewMembers), rows: [overview] },
      {
        columns: ['count', 'kind', 'names'],
        rows: inUse.map((kind) => ({ ...kind, names: shortenNames(kind.names) })),
      },
    ],
  }),
  command(workspaceEmbed, {
    formatResult: ({ page, pages, tag, integrity, code }, { svg }) =>
      svg
        ? code
        : [
            `The booking page: ${page}\n\n${renderUnicodeCompact(page)}\n\nThe code to print: clinic workspace embed --svg > code.svg`,
            { columns: ['practitioner', 'page'], rows: pages },
            tag === null
              ? 'The booking element is not built here, so no page can embed it: npm run build -- booking-page'
              : `In a page of your own, with a key for its origin (clinic key create --kind widget --origin https://clinic.example):\n\n${tag}\n\nIts integrity is ${integrity}; a release changes it.`,
          ],
  }),
  command(ids, { formatResult: idsTable }),
  command(workspaceDelete, {
    target: {
      option: 'backup',
      description:
        'Back the whole database up to a new file first; required where there are patients or visits.',
      what: 'a new file',
    },
    formatResult: ({ backup, ...result }) =>
      `${result.workspace} is deleted, with ${formatContents(result)}${backup === null ? '' : `; it is in the backup ${backup}`}`,
    arguments: ['workspace'],
    members: { workspace: { name: 'name' }, confirmed: { name: 'yes' } },
    confirmation(result) {
      if (result.deleted) return undefined
      const { workspace, patients, visits } = result
      const command = `clinic workspace delete ${workspace} --yes${patients + visits > 0 ? ' --backup FILE' : ''}`
      return new TerminalProblem(
        `${workspace} would be deleted for good, with ${formatContents(result)}`,
        `do it: ${command}`,
      )
    },
  }),
]
