// clinic medicines import: the catalogue of medicines, from a file.

import type { Command } from 'commander'
import { importMedicines, type MedicineImportOutcome } from '../operator/import-medicines.ts'
import { importFile } from './file-import.ts'
import { json, print, workspace } from './terminal.ts'

export function medicineCommands(program: Command) {
  program
    .command('medicines')
    .description('medicines')
    .command('import')
    .description('bring medicines, their prices and their stock in from a CSV file; the service may go on')
    .argument('<file>', 'CSV in UTF-8, with a first line that names its columns and a row for each medicine and location')
    .option('--replace', 'remove what the file does not name')
    .addOption(workspace())
    .addOption(json())
    .action(async (file: string, { workspace: name, replace = false, json: asJson }: { workspace?: string; replace?: boolean; json?: boolean }) => {
      const outcome = await importFile(file, 'nothing was imported', (source) => importMedicines(source, { workspace: name, replace }))
      print({ file, ...outcome }, medicinesText, asJson)
    })
}

function medicinesText({ rows, medicines, stock }: MedicineImportOutcome): string {
  const changes = ({ created, changed, removed }: MedicineImportOutcome['stock']) => `${created} new, ${changed} changed, ${removed} removed`
  return `imported ${rows} rows: medicines ${changes(medicines)}; at locations ${changes(stock)}`
}
