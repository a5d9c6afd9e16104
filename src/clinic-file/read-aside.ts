import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type ClinicFile, clinicFileBytesMax, readClinicFile } from './clinic-file.ts'

type Reading = ReturnType<typeof readClinicFile>

// Read in a tenth of a second at most; a thread takes longer than that to start.
const atOnceBytesMax = 64 * 1024
const readMsMax = 60_000
const heapMegabytesMax = 512

/**
 * Reads a clinic file without holding up the requests of the process that does: one that takes long is read in a thread of its own,
 * bounded in time and memory.
 */
export async function readClinicFileAside(source: string): Promise<{ file: ClinicFile } | Exclude<Reading, { file: ClinicFile }>> {
  // One that is too long is refused before it is looked into.
  if (source.length <= atOnceBytesMax || source.length > clinicFileBytesMax) return readClinicFile(source)
  const worker = new Worker(new URL(`./read-worker${extname(import.meta.url)}`, import.meta.url), {
    workerData: source,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
  })
  try {
    const [reading] = (await once(worker, 'message', { signal: AbortSignal.timeout(readMsMax) })) as [Reading]
    return reading
  } catch {
    return { mistakes: [{ path: 'file', reason: 'takes too long to read, or too much memory' }] }
  } finally {
    await worker.terminate()
  }
}
