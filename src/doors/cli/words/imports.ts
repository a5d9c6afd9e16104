// CSV imports while the service is running: rows are read and written in pieces, never all at once.

import {
  medicinesImport,
  patientImport,
} from '../../../management/csv-import/operations/imports.ts'
import { command } from './command.ts'

const doubtsShownMax = 20

export const importCommands = [
  command(medicinesImport, {
    source: {
      description:
        'CSV in UTF-8, with a first line that names its columns and a row for each medicine and location.',
      what: 'a CSV file',
    },
    formatResult({ dryRun, rows, medicines: catalogueCounts, stock }) {
      const formatCounts = ({ created, changed, removed }: typeof stock) =>
        `${created} new, ${changed} changed, ${removed} removed`
      return `${dryRun ? 'nothing was written; of' : 'imported'} ${rows} ${rows === 1 ? 'row' : 'rows'}: medicines ${formatCounts(catalogueCounts)}; at locations ${formatCounts(stock)}`
    },
  }),
  command(patientImport, {
    source: {
      description: 'CSV in UTF-8, with a first line that names its columns.',
      what: 'a CSV file',
    },
    target: {
      option: 'report',
      description: 'Write what became of each row to a new CSV file.',
      what: 'a CSV file',
    },
    formatResult(
      { dryRun, dialCode, rows, created, matched, doubtful, doubts },
      _,
      { target: report },
    ) {
      const shownDoubts = doubts
        .slice(0, doubtsShownMax)
        .map(({ line, explanation }) => `  line ${line}: ${explanation}`)
      const hiddenCount = doubtful - shownDoubts.length
      return [
        `${dryRun ? 'nothing was written; of' : 'imported'} ${rows} rows: ${created} new patients, ${matched} already known; ${doubtful} in doubt${doubtful > 0 ? ':' : ''}`,
        ...shownDoubts,
        ...(hiddenCount > 0
          ? [
              `  and ${hiddenCount} more${report === undefined ? '; --report FILE.csv lists all' : ''}`,
            ]
          : []),
        `phones without a dial code are of ${dialCode}`,
        ...(report === undefined ? [] : [`what became of each row: ${report}`]),
        ...(dryRun ? ['next: import it without --dry-run'] : []),
      ].join('\n')
    },
  }),
]
