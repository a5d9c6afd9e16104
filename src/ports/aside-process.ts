// The process of one reading. The reading is done in a thread, so that the process can end with the service at any time.

import { writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

export interface AsideQuestion {
  /** The URL of the module that is run as a thread. */
  module: string
  /** Its `workerData`. */
  question: unknown
  heapMegabytes: number
}

try {
  // Where memory runs out, Linux ends this process before the service.
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Other systems have no such file.
}

process.once('disconnect', () => process.exit())
process.once('message', ({ module, question, heapMegabytes }: AsideQuestion) => {
  const worker = new Worker(new URL(module), {
    ...{ workerData: question, env: {}, stdout: true, stderr: true },
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  })
  worker.on('error', () => process.exit(1))
  worker.once('message', (answer) => process.send?.(answer))
})
