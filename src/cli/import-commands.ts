// clinic patients import: what another system knew, brought over from a file.

import type { Command } from 'commander'
import { importPatients } from '../operator/import-patients.ts'
import { meaningOf, type RowOutcome, reportHeading, reportRow } from '../operator/patient-report.ts'
import { importFile } from './file-import.ts'
import { createNewFile } from './new-file.ts'
import { whileOpen } from './operate.ts'
import { json, print, workspace } from './terminal.ts'

export function importCommands(program: Command) {
  program
    .command('patients')
    .description('patients')
    .command('import')
    .description('bring patients over from a CSV file; importing it again makes nobody twice')
    .argument('<file>', 'CSV in UTF-8, with a first line that names its columns')
    .option('--dry-run', 'write nothing, and tell the same')
    .option('--report <file>', 'write what became of each row to a new CSV file')
    .addOption(workspace())
    .addOption(json())
    .action(async (file: string, options: PatientsOptions) =>
      print(await patients(file, options), (outcome: PatientsOutcome) => patientsText(outcome, options), options.json),
    )
}

interface PatientsOptions {
  dryRun?: boolean
  report?: string
  workspace?: string
  json?: boolean
}

const doubtsKeptMax = 1_000
const doubtsShownMax = 20

interface PatientsOutcome {
  dryRun: boolean
  rows: number
  created: number
  matched: number
  /** How many rows are in doubt. */
  doubtful: number
  /** The first of them. */
  doubts: { line: number; doubts: string[]; patientId: number | null; meaning: string }[]
}

async function patients(file: string, { dryRun = false, report, workspace: name }: PatientsOptions): Promise<PatientsOutcome> {
  const undone = dryRun ? 'nothing was imported' : 'the rows up to there may be imported'
  const outcome: PatientsOutcome = { dryRun, rows: 0, created: 0, matched: 0, doubtful: 0, doubts: [] }
  // The report first: nothing is imported without the report that is asked for.
  await whileOpen(openReport(report), async (target) => {
    await target.write(reportHeading)
    await importFile(file, undone, (source) =>
      importPatients(source, {
        workspace: name,
        dryRun,
        async tell(rows) {
          for (const row of rows) count(outcome, row)
          await target.write(rows.map(reportRow).join(''))
        },
      }),
    )
    await target.keep()
  })
  return outcome
}

async function openReport(path: string | undefined) {
  if (path === undefined) return { write: async () => {}, keep: async () => {}, close: async () => {} }
  const { write, keep, abandon } = await createNewFile(path)
  return { write: (text: string) => write(Buffer.from(text)), keep, close: abandon }
}

function count(counted: PatientsOutcome, row: RowOutcome) {
  const { line, outcome, patient, doubts } = row
  counted.rows += 1
  counted[outcome] += 1
  if (doubts.length === 0) return
  counted.doubtful += 1
  if (counted.doubts.length < doubtsKeptMax) counted.doubts.push({ line, doubts, patientId: patient.id, meaning: meaningOf(row) })
}

function patientsText({ dryRun, rows, created, matched, doubtful, doubts }: PatientsOutcome, { report }: PatientsOptions): string {
  const done = dryRun ? `nothing was written; of ${rows} rows ${created} would be new patients` : `imported ${rows} rows: ${created} are new patients`
  const shown = doubts.slice(0, doubtsShownMax).map(({ line, meaning }) => `  line ${line}: ${meaning}`)
  return [
    `${done}, ${matched} are patients already known; ${doubtful} are in doubt${doubtful > 0 ? ':' : ''}`,
    ...shown,
    ...(doubtful > shown.length ? [`  and ${doubtful - shown.length} more`] : []),
    ...(doubtful > 0 ? ['No record of a known patient was changed.'] : []),
    ...(report === undefined ? [] : [`what became of each row: ${report}`]),
    ...(doubtful > shown.length && report === undefined ? ['next: read all of them: --report FILE.csv'] : []),
    ...(dryRun ? ['next: import it without --dry-run'] : []),
  ].join('\n')
}
