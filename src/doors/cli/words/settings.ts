// Commands for the settings of a workspace, which a clinic file describes, and for their versions.

import type { Change } from '../../../management/clinic-file/changes.ts'
import { clinicFileBytesMax } from '../../../management/clinic-file/clinic-file.ts'
import {
  settingsChange,
  settingsImport,
  settingsPutBack,
  settingsSchema,
  settingsShow,
  settingsVersionShow,
  settingsVersions,
  workspaceExport,
} from '../../../management/clinic-file/operations/settings.ts'

import { command, type TextOutput } from './command.ts'
import { jsonObject } from './typed.ts'

const textLengthMax = 60

function shortenValue(value: unknown): string {
  const text = value === undefined ? '' : JSON.stringify(value)
  return text.length > textLengthMax ? `${text.slice(0, textLengthMax)}…` : text
}

const differenceTable = (
  differences: readonly { path: readonly string[]; before?: unknown; after?: unknown }[],
) => ({
  columns: ['member', 'before', 'after'],
  rows: differences.map(({ path, before, after }) => ({
    member: path.join('.'),
    before: shortenValue(before),
    after: shortenValue(after),
  })),
})

interface Outcome {
  dryRun: boolean
  version: number
  differences: readonly { path: readonly string[]; before?: unknown; after?: unknown }[]
  changes: readonly Change[]
  warnings: readonly string[]
  visitsOutsideHoursCount: number
}

function formatSummary({ dryRun, version, differences }: Outcome): string {
  if (differences.length === 0) return 'nothing changes'
  return dryRun ? `would make version ${version}; nothing was written` : `version ${version}`
}

function formatOutcome(outcome: Outcome): TextOutput {
  const { differences, warnings } = outcome
  return [
    formatSummary(outcome),
    ...(differences.length > 0 ? [differenceTable(differences)] : []),
    ...warnings.map((warning) => `warning: ${warning}`),
  ]
}

const file = {
  source: {
    name: 'file',
    description: 'YAML or JSON; - reads standard input.',
    contentBytesMax: clinicFileBytesMax,
  },
} as const

export const settingsCommands = [
  command(settingsSchema, { resultFile: 'a new file' }),
  command(settingsShow, { resultFile: 'a new file' }),
  command(settingsChange, {
    formatResult: formatOutcome,
    arguments: ['edits'],
    members: {
      edits: {
        ...jsonObject,
        description:
          'Each in JSON, such as \'{"path": ["workspace", "title"], "value": "Sunrise"}\'; without a value, it is removed.',
      },
    },
  }),
  command(settingsImport, { formatResult: formatOutcome, arguments: ['source'], members: file }),
  command(settingsVersions),
  command(settingsVersionShow, {
    arguments: ['number'],
    formatResult: ({ number, createdAt, by, origin, since, differences }) => [
      `version ${number}, ${origin}, by ${by}, ${createdAt}${since === null ? '' : `; since version ${since}:`}`,
      ...(differences.length > 0 ? [differenceTable(differences)] : []),
    ],
  }),
  command(settingsPutBack, { formatResult: formatOutcome, arguments: ['number'] }),
]

export const workspaceExportCommand = command(workspaceExport, {
  formatResult: ({ source }) => source.trimEnd(),
})
