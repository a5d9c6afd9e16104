// Imports patients and medicines from a CSV file: its columns are mapped, a check shows what would
// happen, wrong rows are mended, and then the file is imported with its progress (SETUP-08).

import {
  Button,
  Checkbox,
  FileButton,
  Group,
  NativeSelect,
  Progress,
  TextInput,
} from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { Input, Output, Refusal } from '../api/call.ts'
import {
  type FileOperation,
  type FileProgress,
  type ImportOutcome,
  importFile,
} from '../api/files.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { Card } from '../ui/card.tsx'
import { wordFor } from '../words/words.tsx'
import {
  type ColumnMapping,
  type CsvRow,
  type CsvTable,
  guessMapping,
  medicineColumns,
  patientColumns,
  readTable,
  writeTable,
} from './csv-table.ts'
import { download } from './download.ts'
import { MistakeList } from './plan-panel.tsx'
import classes from './settings.module.css'
import { useSettingsLanguage } from './words.ts'

export function ImportRows() {
  const { may } = useWorkspace()
  const { words } = useSettingsLanguage()
  const [replace, setReplace] = useState(false)
  const rows = words.settings.rows
  return (
    <>
      {may('patients:write') && (
        <RowsCard
          title={rows.patients}
          text={rows.patientsText}
          operation="patient-import"
          columns={patientColumns}
          shown={(result) => <PatientImportResult result={result} />}
        />
      )}
      <RowsCard
        title={rows.medicines}
        text={rows.medicinesText}
        operation="medicines-import"
        columns={medicineColumns}
        options={{ replace }}
        shown={({ medicines, stock }) => (
          <ul className={classes.plain}>
            <li>
              {rows.changedMedicines(medicines.created, medicines.changed, medicines.removed)}
            </li>
            <li>{rows.changedStock(stock.created, stock.changed, stock.removed)}</li>
          </ul>
        )}
      >
        <Checkbox
          size="xs"
          label={rows.replace}
          checked={replace}
          onChange={({ currentTarget }) => setReplace(currentTarget.checked)}
        />
      </RowsCard>
    </>
  )
}

interface RowsCardProps<Name extends FileOperation> {
  title: string
  text: string
  operation: Name
  columns: Readonly<Record<string, readonly string[]>>
  options?: Partial<Input<Name>>
  shown(result: Output<Name>): ReactNode
  children?: ReactNode
}

/** A chosen file, with its columns mapped and its rows mended so far. */
interface ChosenFile {
  file: File
  /** Undefined if it cannot be read as a table here; the service then says what is wrong with it. */
  table: CsvTable | undefined
  mapping: ColumnMapping
}

interface FileCheck {
  chosen: ChosenFile
  dryRun: boolean
}

async function readChosenFile(
  file: File,
  columns: RowsCardProps<FileOperation>['columns'],
): Promise<ChosenFile> {
  const text = await file
    .arrayBuffer()
    .then((bytes) => new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    .catch(() => undefined)
  const table = text === undefined ? undefined : readTable(text)
  return { file, table, mapping: guessMapping(table?.headings ?? [], columns) }
}

function RowsCard<Name extends FileOperation>({
  title,
  text,
  operation,
  columns,
  options,
  shown: renderResult,
  children,
}: RowsCardProps<Name>) {
  const { workspace } = useWorkspace()
  const client = useQueryClient()
  const rows = useSettingsLanguage().words.settings.rows
  const [chosen, setChosen] = useState<ChosenFile>()
  const [progress, setProgress] = useState<FileProgress>()
  /** What the checks of this file have found so far, the latest last. */
  const [found, setFound] = useState<readonly string[]>([])
  const resetInput = useRef<() => void>(null)
  const importChange = useMutation<ImportOutcome<Name>, Refusal, FileCheck>({
    networkMode: 'always',
    mutationFn: async ({ chosen: { file, table, mapping }, dryRun }) => {
      setProgress({ rows: 0, share: null })
      return importFile(
        workspace,
        operation,
        { ...options, dryRun } as Input<Name>,
        // Without a column, the service says which ones it knows.
        table && mapping.some((column) => column !== null)
          ? new Blob([writeTable(table, mapping)])
          : file,
        setProgress,
      )
    },
    onSettled: (outcome, refusal, { dryRun }) => {
      setProgress(undefined)
      if (!dryRun) return
      setFound((before) => [
        ...before,
        JSON.stringify(outcome?.result ?? [refusal?.code, refusal?.mistakes]),
      ])
    },
  })
  function start(next: ChosenFile, dryRun: boolean) {
    const importPromise = importChange.mutateAsync({ chosen: next, dryRun })
    // An import that failed half-way has changed something too.
    if (!dryRun)
      void importPromise
        .catch(() => {})
        .then(() => client.invalidateQueries({ queryKey: [workspace] }))
    importPromise.catch(() => {})
  }
  async function choose(file: File | null) {
    if (!file) return
    // A corrected file often has the same name, and would not be noticed otherwise.
    resetInput.current?.()
    const next = await readChosenFile(file, columns)
    setFound([])
    setChosen(next)
    start(next, true)
  }
  const { data, error, variables, isPending } = importChange
  const isCurrent = variables?.chosen === chosen
  const { file, table } = chosen ?? {}
  return (
    <Card title={title} isSpaced>
      <p className={classes.soft}>{text}</p>
      {children}
      <Group gap="xs">
        <FileButton
          accept=".csv,text/csv"
          resetRef={resetInput}
          onChange={(picked) => void choose(picked)}
          inputProps={{ 'aria-label': `${rows.choose}: ${title}` }}
        >
          {(props) => (
            <Button
              {...props}
              size="xs"
              variant="default"
              disabled={isPending}
              aria-label={`${rows.choose}: ${title}`}
            >
              {rows.choose}
            </Button>
          )}
        </FileButton>
        {chosen && (
          <Button
            size="xs"
            variant={isCurrent ? 'default' : 'filled'}
            disabled={isPending}
            onClick={() => start(chosen, true)}
          >
            {rows.lookAgain}
          </Button>
        )}
      </Group>
      {chosen && table && (
        <ColumnChoices
          chosen={chosen}
          columns={Object.keys(columns)}
          isDisabled={isPending}
          change={(mapping) => {
            const next = { ...chosen, mapping }
            setChosen(next)
            start(next, true)
          }}
        />
      )}
      {progress && (
        <div>
          <Progress.Root size="sm">
            <Progress.Section value={100 * (progress.share ?? 0)} aria-label={rows.progress} />
          </Progress.Root>
          <span className={classes.soft} role="status">
            {rows.done(progress.rows)}
          </span>
        </div>
      )}
      {!isPending && variables?.dryRun && found.length > 1 && (
        <p className={classes.soft} role="status">
          {rows.checkedTimes(found.length, found.at(-1) === found.at(-2))}
        </p>
      )}
      <MistakeList refusal={error} isOfFile />
      {error && chosen && table && (
        <MendRows
          chosen={chosen}
          mistakes={error.mistakes}
          change={(mended) => setChosen({ ...chosen, table: { ...table, rows: mended } })}
        />
      )}
      {data && file && !isCurrent && (
        <p className={classes.soft} role="status">
          {rows.changedSince}
        </p>
      )}
      {data && file && isCurrent && (
        <div className={classes.version} role="group" aria-label={file.name}>
          <strong role="status">
            {(data.result.dryRun ? rows.looked : rows.brought)(file.name, data.result.rows)}
          </strong>
          {renderResult(data.result)}
          <Group gap="xs">
            {data.report !== '' && (
              <Button
                size="xs"
                variant="default"
                onClick={() =>
                  download(
                    `${file.name.replace(/\.csv$/i, '')}-report.csv`,
                    data.report,
                    'text/csv',
                  )
                }
              >
                {rows.report}
              </Button>
            )}
            {variables?.dryRun && chosen && (
              <Button size="xs" disabled={isPending} onClick={() => start(chosen, false)}>
                {rows.importFileLabel}
              </Button>
            )}
          </Group>
        </div>
      )}
    </Card>
  )
}

/** Which column of the file is imported as what. */
function ColumnChoices({
  chosen: { table, mapping },
  columns,
  isDisabled,
  change,
}: {
  chosen: ChosenFile
  columns: readonly string[]
  isDisabled: boolean
  change(mapping: ColumnMapping): void
}) {
  const rows = useSettingsLanguage().words.settings.rows
  const headings = table?.headings ?? []
  const unused = mapping.filter((column) => column === null).length
  return (
    <details className={classes.details} open={unused > 0 || undefined}>
      <summary>{rows.columnsOf(headings.length - unused, headings.length)}</summary>
      <fieldset className={classes.group} disabled={isDisabled}>
        <legend>{rows.columnsTitle}</legend>
        <div className={classes.members}>
          {headings.map((heading, index) => (
            <NativeSelect
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one heading
              key={index}
              size="xs"
              label={heading || rows.column(index + 1)}
              description={rows.example(table?.rows[0]?.cells[index] ?? '')}
              value={mapping[index] ?? ''}
              data={[
                { value: '', label: rows.leaveOut },
                ...columns.map((column) => ({
                  value: column,
                  label: wordFor(rows.columnNames, column),
                  disabled: mapping.includes(column) && mapping[index] !== column,
                })),
              ]}
              onChange={({ currentTarget }) =>
                change(
                  mapping.map((column, at) =>
                    at === index ? currentTarget.value || null : column,
                  ),
                )
              }
            />
          ))}
        </div>
      </fieldset>
    </details>
  )
}

const mendedMax = 50

/** The rows that were refused, to be corrected here or left out. */
function MendRows({
  chosen: { table, mapping },
  mistakes,
  change,
}: {
  chosen: ChosenFile
  mistakes: Refusal['mistakes']
  change(rows: readonly CsvRow[]): void
}) {
  const rows = useSettingsLanguage().words.settings.rows
  const { headings = [], rows: all = [] } = table ?? {}
  const wrongLines = new Set(
    mistakes.map(({ path }) => Number(/^line (\d+)$/.exec(path)?.[1] ?? Number.NaN)),
  )
  const wrongRows = all.filter(({ line }) => wrongLines.has(line)).slice(0, mendedMax)
  if (wrongRows.length === 0) return null
  const writeCell = (row: CsvRow, index: number, text: string) =>
    change(
      all.map((one) =>
        one === row
          ? {
              ...row,
              cells: headings.map((_, at) => (at === index ? text : (row.cells[at] ?? ''))),
            }
          : one,
      ),
    )
  return (
    <fieldset className={classes.group}>
      <legend>{rows.mend}</legend>
      <p className={classes.soft}>{rows.mendText}</p>
      {wrongRows.map((row) => (
        <div
          key={row.line}
          className={classes.row}
          role="group"
          aria-label={rows.line(row.line).replace(/:$/, '')}
        >
          <p className={classes.wrongLine}>
            {rows.line(row.line)}{' '}
            <span lang="en">
              {mistakes
                .filter(({ path }) => path === `line ${row.line}`)
                .map(({ reason }) => reason)
                .join('; ')}
            </span>
          </p>
          {mapping.map(
            (column, index) =>
              column !== null && (
                <TextInput
                  key={column}
                  size="xs"
                  label={wordFor(rows.columnNames, column)}
                  value={row.cells[index] ?? ''}
                  autoComplete="off"
                  onChange={({ currentTarget }) => writeCell(row, index, currentTarget.value)}
                />
              ),
          )}
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => change(all.filter((one) => one !== row))}
          >
            {rows.leaveRowOut}
          </Button>
        </div>
      ))}
    </fieldset>
  )
}

const doubtsMax = 20

function PatientImportResult({
  result: { dialCode, created, matched, doubtful, doubts },
}: {
  result: Output<'patient-import'>
}) {
  const rows = useSettingsLanguage().words.settings.rows
  return (
    <>
      <p>{rows.people(created, matched)}</p>
      <p className={classes.soft}>{rows.phones(dialCode)}</p>
      {doubtful > 0 && (
        <>
          <p>{rows.doubtful(doubtful)}</p>
          <ul className={classes.plain}>
            {doubts.slice(0, doubtsMax).map(({ line, explanation }) => (
              <li key={line}>
                {rows.line(line)} <span lang="en">{explanation}</span>
              </li>
            ))}
          </ul>
          {doubtful > doubtsMax && (
            <p className={classes.soft}>{rows.further(doubtful - doubtsMax)}</p>
          )}
        </>
      )}
    </>
  )
}
