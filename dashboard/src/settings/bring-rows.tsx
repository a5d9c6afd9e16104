// Imports patients and medicines from a CSV file: first a preview, then the import with its
// progress (SETUP-08).

import { Button, Checkbox, FileButton, Group, Progress } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Input, Output, Refusal } from '../api/call.ts'
import {
  type FileOperation,
  type FileProgress,
  type ImportOutcome,
  importFile,
} from '../api/files.ts'
import { useWorkspace } from '../api/workspace.tsx'
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
          shown={(result) => <PatientImportResult result={result} />}
        />
      )}
      <RowsCard
        title={rows.medicines}
        text={rows.medicinesText}
        operation="medicines-import"
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
  options?: Partial<Input<Name>>
  shown(result: Output<Name>): ReactNode
  children?: ReactNode
}

function RowsCard<Name extends FileOperation>({
  title,
  text,
  operation,
  options,
  shown: renderResult,
  children,
}: RowsCardProps<Name>) {
  const { workspace } = useWorkspace()
  const client = useQueryClient()
  const rows = useSettingsLanguage().words.settings.rows
  const [file, setFile] = useState<File>()
  const [progress, setProgress] = useState<FileProgress>()
  const importChange = useMutation<ImportOutcome<Name>, Refusal, { file: File; dryRun: boolean }>({
    networkMode: 'always',
    mutationFn: async ({ file, dryRun }) => {
      setProgress({ rows: 0, share: null })
      return importFile(
        workspace,
        operation,
        { ...options, dryRun } as Input<Name>,
        file,
        setProgress,
      )
    },
    onSettled: () => setProgress(undefined),
  })
  function start(chosen: File, dryRun: boolean) {
    const importPromise = importChange.mutateAsync({ file: chosen, dryRun })
    // An import that failed half-way has changed something too.
    if (!dryRun)
      void importPromise
        .catch(() => {})
        .then(() => client.invalidateQueries({ queryKey: [workspace] }))
    importPromise.catch(() => {})
  }
  function choose(chosen: File | null) {
    if (!chosen) return
    setFile(chosen)
    start(chosen, true)
  }
  const { data, variables } = importChange
  return (
    <section className={classes.card} aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      <p className={classes.soft}>{text}</p>
      {children}
      <Group gap="xs">
        <FileButton
          accept=".csv,text/csv"
          onChange={choose}
          inputProps={{ 'aria-label': `${rows.choose}: ${title}` }}
        >
          {(props) => (
            <Button
              {...props}
              size="xs"
              variant="default"
              disabled={importChange.isPending}
              aria-label={`${rows.choose}: ${title}`}
            >
              {rows.choose}
            </Button>
          )}
        </FileButton>
        {file && (
          <Button
            size="xs"
            variant="default"
            disabled={importChange.isPending}
            onClick={() => start(file, true)}
          >
            {rows.lookAgain}
          </Button>
        )}
      </Group>
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
      <MistakeList refusal={importChange.error} />
      {data && file && (
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
            {variables?.dryRun && (
              <Button
                size="xs"
                disabled={importChange.isPending}
                onClick={() => start(file, false)}
              >
                {rows.importFileLabel}
              </Button>
            )}
          </Group>
        </div>
      )}
    </section>
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
