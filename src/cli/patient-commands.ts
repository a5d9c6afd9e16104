// clinic patient and clinic audit: one patient's record, and who did something with it.

import type { Command } from 'commander'
import type { Erasure } from '../operator/erase-patient.ts'
import { OperatorProblem } from '../operator/operation.ts'
import { createNewFile } from './new-file.ts'
import { operate } from './operate.ts'
import { tableOfRows } from './table.ts'
import { idArgument, json, pick, print, type Shown, workspace } from './terminal.ts'

const patientId = idArgument('a patient', 'GET /v1/patients')

export function patientCommands(program: Command) {
  const patients = program.command('patient').description("one patient's record")
  patients
    .command('export')
    .description('everything there is of a patient, as JSON')
    .argument('<id>', 'the patient', patientId)
    .argument('[file]', 'a new file; standard output when omitted')
    .addOption(workspace())
    .action(async (id: number, file: string | undefined, options: Shown) => {
      const exported = async () => `${JSON.stringify(await operate('patient-export', { ...pick(options, 'workspace'), id }), null, 2)}\n`
      if (file === undefined) process.stdout.write(await exported())
      else await writeNewFile(file, exported)
    })

  patients
    .command('erase')
    .description('forget a patient for good; visits and money stay, without a name')
    .argument('<id>', 'the patient', patientId)
    .option('--yes', 'do it; without it only what would stay is said')
    .addOption(workspace())
    .addOption(json())
    .action(async (id: number, options: { yes?: boolean; json?: boolean } & Shown) => {
      const result = (await operate('patient-erase', { ...pick(options, 'workspace'), id, confirmed: options.yes ?? false })) as Erasure
      const stays = `${result.visits} ${result.visits === 1 ? 'visit stays' : 'visits stay'}, ${result.upcoming} still to come`
      if (!result.erased)
        throw new OperatorProblem(
          `patient ${id} would be erased for good; ${stays}`,
          `do it: clinic patient erase ${id} --yes${options.workspace ? ` --workspace ${String(options.workspace)}` : ''}`,
        )
      print(result, () => `patient ${id} is erased; ${stays}.\nBackups made before still hold the record: keep them no longer than you must.`, options.json)
    })

  program
    .command('audit')
    .description('who read or changed which patient record, newest first')
    .option('--patient <id>', 'of one patient', patientId)
    .option('--before <entry>', 'older than this entry', idArgument('an entry', 'clinic audit'))
    .option('--limit <number>', 'how many, up to 1000', Number, 50)
    .addOption(workspace())
    .addOption(json())
    .action(async (options: { json?: boolean } & Shown) => {
      const columns = ['id', 'at', 'action', 'patientId', 'appointmentId', 'by', 'actingUserId', 'endUserHash', 'address', 'requestId']
      const text = (rows: Shown[]) =>
        tableOfRows(
          columns,
          rows.map((row) => ({ ...row, endUserHash: String(row.endUserHash ?? '').slice(0, 12) })),
        )
      print(await operate('audit-show', pick(options, 'workspace', 'patient', 'before', 'limit')), text, options.json)
    })
}

/** The file first: nothing is noted as exported for one that cannot be written. */
async function writeNewFile(path: string, content: () => Promise<string>) {
  const file = await createNewFile(path)
  try {
    await file.write(Buffer.from(await content()))
    await file.keep()
  } finally {
    await file.abandon()
  }
}
