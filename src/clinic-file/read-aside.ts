import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type ClinicFile, clinicFileBytesMax, readClinicFile } from './clinic-file.ts'

type Reading = ReturnType<typeof readClinicFile>

// Takes at most a tenth of a second to read; a thread takes longer than that to start.
const atOnceBytesMax = 64 * 1024
const readMsMax = 60_000
const heapMegabytesMax = 512

/** Reads a clinic file without blocking the process's requests: a large one is read in a separate thread, limited in time and memory. */
export async function readClinicFileAside(source: string): Promise<{ file: ClinicFile } | Exclude<Reading, { file: ClinicFile }>> {
  // One over the size limit is refused before it is parsed.
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
