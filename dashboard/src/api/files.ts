// Sends a file of rows to an operation that reports its progress while it runs.

import type { ImportLine } from '../../../src/doors/dashboard/imports-over-http.ts'
import { type Input, type Output, Refusal, signInEvents } from './call.ts'

export type FileOperation = 'patient-import' | 'medicines-import'

/** The progress of an import; `share` is from 0 to 1, and null if it is unknown. */
export interface FileProgress {
  rows: number
  share: number | null
}

/**
 * The outcome for a file: the result, and the report in CSV, which is empty if there is nothing to
 * report.
 */
export interface ImportOutcome<Name extends FileOperation> {
  result: Output<Name>
  report: string
}

/** Sends a file; throws a Refusal, with the code NO_CONNECTION if the answer breaks off. */
export async function importFile<Name extends FileOperation>(
  workspace: string,
  name: Name,
  input: Input<Name>,
  file: Blob,
  onProgress: (progress: FileProgress) => void,
): Promise<ImportOutcome<Name>> {
  const headers = {
    'content-type': 'text/csv',
    'x-workspace': workspace,
    'x-input': JSON.stringify(input),
  }
  let response: Response
  try {
    response = await fetch(`/dashboard/api/files/${name}`, { method: 'POST', body: file, headers })
  } catch {
    throw createConnectionRefusal()
  }
  if (!response.ok || !response.body) {
    const answer = await response.json().catch(() => undefined)
    if (response.status === 401) signInEvents.dispatchEvent(new Event('ended'))
    throw new Refusal(
      answer?.code
        ? answer
        : {
            code: response.status === 413 ? 'FILE_TOO_LARGE' : 'BUSY',
            message: response.statusText,
          },
    )
  }
  const report: string[] = []
  for await (const line of readLines(response.body)) {
    if ('rows' in line) onProgress(line)
    if ('report' in line) report.push(line.report)
    if ('refused' in line) throw new Refusal(line.refused)
    if ('result' in line) return { result: line.result as Output<Name>, report: report.join('') }
  }
  throw createConnectionRefusal()
}

const createConnectionRefusal = () =>
  new Refusal({ code: 'NO_CONNECTION', message: 'The service does not answer.' })

async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<ImportLine> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader
      .read()
      .catch(() => ({ done: true, value: undefined }) as const)
    if (done) return
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as ImportLine
  }
}
