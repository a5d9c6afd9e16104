// The process of a module that answers questions, one after the other. The module runs in a thread,
// so that the process can end with the service at any time.

import { writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

export interface ChildModule {
  /** The URL of the module that is run as a thread. */
  module: string
  heapMegabytes: number
}

/** An answer of any type. */
export interface ChildAnswer {
  answer: unknown
}

try {
  // If memory runs out, Linux ends this process before the service.
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Other systems have no such file.
}

const { module, heapMegabytes }: ChildModule = JSON.parse(process.argv[2] ?? '')
const worker = new Worker(new URL(module), {
  env: {},
  stdout: true,
  stderr: true,
  resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
})
worker.on('error', () => process.exit(1))
worker.on('message', (answer: unknown) => process.send?.({ answer } satisfies ChildAnswer))
process.once('disconnect', () => process.exit())
process.on('message', (question) => worker.postMessage(question))
