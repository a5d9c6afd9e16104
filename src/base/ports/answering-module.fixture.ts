// A module for askInChildProcess that answers who it is, or does what its question says.

import { parentPort } from 'node:worker_threads'

const retained: unknown[] = []
parentPort?.on('message', (question: 'who' | 'hang' | 'fill') => {
  if (question === 'hang') for (;;);
  if (question === 'fill')
    for (;;) retained.push(Array.from({ length: 1_000_000 }, (_, index) => ({ index })))
  parentPort?.postMessage(process.pid)
})
