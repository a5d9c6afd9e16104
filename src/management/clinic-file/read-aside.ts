import { extname } from 'node:path'
import { askAside, oneAtATime } from '../../base/ports/aside.ts'
import { problem } from '../../base/values/problem.ts'
import { type ClinicFile, clinicFileBytesMax, readClinicFile } from './clinic-file.ts'
import { clinicFileText } from './clinic-file-text.ts'

type Reading = ReturnType<typeof readClinicFile>

// Short enough to be read without delaying other requests; starting a process takes longer than
// that. Except with aliases: with these, 3 kB can stand for a clinic of four million values.
const atOnceLengthMax = 8 * 1024
const isShort = (source: string) => source.length <= atOnceLengthMax && !source.includes('*')
const limits = { deadlineMs: 60_000, heapMegabytes: 512 }
const inLine = oneAtATime(8)

/** Reads a clinic file without blocking the process's requests: all but a short one in a process of its own, one after the other, by turns. */
export async function readClinicFileAside(source: string, workspaceId?: number): Promise<{ file: ClinicFile } | Exclude<Reading, { file: ClinicFile }>> {
  // One over the size limit is refused before it is parsed.
  if (isShort(source) || source.length > clinicFileBytesMax) return readClinicFile(source)
  const reading = await inLine(() => askAside<Reading>(beside('read-worker'), source, limits), workspaceId)
  return reading ?? { mistakes: [{ path: 'file', reason: 'takes too long to read, or too much memory' }] }
}

// Can be written in a few milliseconds.
const writtenAtOnceLengthMax = 32 * 1024

/** Writes a clinic file, in the same way. */
export async function writeClinicFileAside(description: object, workspaceId: number): Promise<string> {
  if (JSON.stringify(description).length <= writtenAtOnceLengthMax) return clinicFileText(description)
  const text = await inLine(() => askAside<string>(beside('write-worker'), description, limits), workspaceId)
  if (text === undefined) throw problem('BUSY')
  return text
}

function beside(worker: string): URL {
  return new URL(`./${worker}${extname(import.meta.url)}`, import.meta.url)
}
