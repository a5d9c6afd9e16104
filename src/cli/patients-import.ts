// clinic patients import: the patients of another system, brought over from a file.

import type { Command } from 'commander'
import { importPatients } from '../operator/import-patients.ts'
import { meaningOf, type RowOutcome, reportHeading, reportRow } from '../operator/patient-report.ts'
import { importFile } from './file-import.ts'
import { createNewFile } from './new-file.ts'
import { json, print, workspace } from './terminal.ts'

export function patientsImportCommand(program: Command) {
  program
    .command('patients')
    .description('patients')
    .command('import')
    .description('bring patients over from a CSV file; importing it again makes nobody twice')
    .argument('<file>', 'CSV in UTF-8, with a first line that names its columns')
    .option('--dry-run', 'write nothing, and say what the import would do')
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
  const undone = dryRun ? 'nothing was imported' : 'rows that were written stay, and the same import goes on from there'
  const outcome: PatientsOutcome = { dryRun, rows: 0, created: 0, matched: 0, doubtful: 0, doubts: [] }
  // First of all: nothing is imported without the report that is asked for.
  const target = report === undefined ? undefined : await createNewFile(report)
  const abandon = async () => target?.abandon()
  // A signal ends the command while the import is under way.
  process.once('exit', abandon)
  try {
    await target?.write(Buffer.from(reportHeading))
    async function tell(rows: readonly RowOutcome[]) {
      for (const row of rows) count(outcome, row)
      await target?.write(Buffer.from(rows.map(reportRow).join('')))
    }
    await importFile(file, undone, (source) => importPatients(source, { workspace: name, dryRun, tell }))
    await target?.keep()
    return outcome
  } finally {
    await abandon()
  }
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
  const shown = doubts.slice(0, doubtsShownMax).map(({ line, meaning }) => `  line ${line}: ${meaning}`)
  const further = doubtful - shown.length
  return [
    `${dryRun ? 'nothing was written; of' : 'imported'} ${rows} rows: ${created} new patients, ${matched} already known; ${doubtful} in doubt${doubtful > 0 ? ':' : ''}`,
    ...shown,
    ...(further > 0 ? [`  and ${further} more${report === undefined ? '; --report FILE.csv lists all' : ''}`] : []),
    ...(report === undefined ? [] : [`what became of each row: ${report}`]),
    ...(dryRun ? ['next: import it without --dry-run'] : []),
  ].join('\n')
}
