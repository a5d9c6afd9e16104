// The queries of the report. It is not reloaded with each change of a visit, because a year's
// totals need not be live.

import { skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { callOperation, type Input, type Output, type Refusal } from '../api/call.ts'
import { useWorkspace } from '../api/workspace.tsx'

export type Report = Output<'report-show'>
export type Figures = Report['total']
export type Money = Report['money'][number]
export type CsvTable = NonNullable<Input<'report-show'>['csv']>

const staleMs = 60_000

export function useReport(query: Input<'report-show'>, isEnabled = true) {
  const { workspace } = useWorkspace()
  return useQuery<Report, Refusal>({
    // A query that has not started has no answer, and must not show an earlier query's answer.
    queryKey: ['report', workspace, isEnabled ? query : null],
    queryFn: isEnabled ? () => callOperation(workspace, 'report-show', query) : skipToken,
    placeholderData: (before) => before,
    staleTime: staleMs,
  })
}

/** Downloads a table of a report. The first character makes a spreadsheet read it as UTF-8. */
export function useCsvDownload(query: Input<'report-show'>) {
  const { workspace } = useWorkspace()
  return useMutation<void, Refusal, CsvTable>({
    networkMode: 'always',
    mutationFn: async (csv) => {
      const report = await callOperation(workspace, 'report-show', { ...query, csv })
      const url = URL.createObjectURL(
        new Blob(['\uFEFF', report.csv ?? ''], { type: 'text/csv;charset=utf-8' }),
      )
      Object.assign(document.createElement('a'), {
        href: url,
        download: `${csv}-${report.from}-${report.to}.csv`,
      }).click()
      URL.revokeObjectURL(url)
    },
  })
}
