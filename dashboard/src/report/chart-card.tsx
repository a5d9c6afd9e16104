// A chart with its figures: screen readers read the picture as one sentence, and all its figures
// are in a table, on the page and as CSV (REPORT-02).

import { Button } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { useIsPrinting } from '../ui/printing.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { Table } from '../ui/table.tsx'
import type { CsvTable, useCsvDownload } from './queries.ts'
import classes from './report.module.css'
import { useReportLanguage } from './words.ts'

interface ChartCardProps {
  title: string
  /** What the figures mean, if the title does not say so. */
  note?: string | undefined
  csv: ReturnType<typeof useCsvDownload>
  csvTable: CsvTable
  /** The picture; null if there is only a table. */
  chart: ReactNode
  table: ReactNode
  isWide?: boolean
}

export function ChartCard({ title, note, csv, csvTable, chart, table, isWide }: ChartCardProps) {
  const words = useReportLanguage().report
  const titleId = useId()
  const [isTableChosen, setIsTableChosen] = useState(false)
  const isPrinting = useIsPrinting()
  const isTable = chart === null || isTableChosen
  const isLoading = csv.isPending && csv.variables === csvTable
  return (
    <section className={classes.card} aria-labelledby={titleId} data-wide={isWide || undefined}>
      <div className={classes.cardHead}>
        <h2 id={titleId} className={classes.heading}>
          {title}
        </h2>
        <div className={classes.actions}>
          {chart !== null && (
            <Button
              size="compact-xs"
              variant="default"
              aria-pressed={isTableChosen}
              onClick={() => setIsTableChosen(!isTableChosen)}
            >
              {words.showAsTable}
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="default"
            loading={isLoading}
            aria-label={words.csvOf(title)}
            onClick={() => csv.mutate(csvTable)}
          >
            CSV
          </Button>
        </div>
      </div>
      {note && <p className={classes.soft}>{note}</p>}
      {csv.variables === csvTable && <RefusalNote refusal={csv.error} />}
      {(!isTable || (isPrinting && chart !== null)) && chart}
      {(isTable || isPrinting) && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: where it is wider than the page, arrows scroll it
        <div className={classes.tableFrame} role="group" aria-labelledby={titleId} tabIndex={0}>
          {table}
        </div>
      )}
    </section>
  )
}

/** A table of a chart. Each row begins with its heading. */
export function FigureTable({
  columns,
  rows,
}: {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}) {
  return (
    <Table>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...rest]) => (
          <tr key={first}>
            <th scope="row">{first}</th>
            {rest.map((figure, index) => (
              <td key={columns[index + 1]}>{figure}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
