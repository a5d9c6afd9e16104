import { extname } from 'node:path'
import { askInChildProcess, createSerialQueue } from '../../base/ports/ask-in-child-process.ts'
import { type ClinicFile, clinicFileBytesMax, readClinicFile } from './clinic-file.ts'
import { clinicFileText } from './clinic-file-text.ts'
import { problem } from './problems.ts'

type Reading = ReturnType<typeof readClinicFile>

// Short enough to be read without delaying other requests; starting a process takes longer. This
// does not apply to aliases: with these, 3 kB can expand to a clinic of four million values.
const immediateLengthMax = 8 * 1024
const isShort = (source: string) => source.length <= immediateLengthMax && !source.includes('*')
const limits = { deadlineMs: 60_000, heapMegabytes: 512 }
const runInTurn = createSerialQueue(8)

/**
 * Reads a clinic file without blocking the process's requests: any but a short one is read in a
 * separate process, one at a time, and clinics take turns.
 */
export async function readClinicFileInProcess(
  source: string,
  workspaceId?: number,
): Promise<{ file: ClinicFile } | Exclude<Reading, { file: ClinicFile }>> {
  // A file over the size limit is refused before it is parsed.
  if (isShort(source) || source.length > clinicFileBytesMax) return readClinicFile(source)
  const reading = await runInTurn(
    () => askInChildProcess<Reading>(workerUrl('read-worker'), source, limits),
    workspaceId,
  )
  return (
    reading ?? {
      mistakes: [{ path: 'file', reason: 'takes too long to read, or too much memory' }],
    }
  )
}

// A description of this size is written in a few milliseconds.
const immediateWriteLengthMax = 32 * 1024

/** Writes a clinic file in the same way. */
export async function writeClinicFileInProcess(
  description: object,
  workspaceId: number,
): Promise<string> {
  if (JSON.stringify(description).length <= immediateWriteLengthMax)
    return clinicFileText(description)
  const text = await runInTurn(
    () => askInChildProcess<string>(workerUrl('write-worker'), description, limits),
    workspaceId,
  )
  if (text === undefined) throw problem('BUSY')
  return text
}

function workerUrl(worker: string): URL {
  return new URL(`./${worker}${extname(import.meta.url)}`, import.meta.url)
}
