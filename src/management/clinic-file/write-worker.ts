// Writes clinic files in a thread of a child process (ports/ask-in-child-process.ts).

import { parentPort } from 'node:worker_threads'
import { clinicFileText } from './clinic-file-text.ts'

parentPort?.on('message', (description: object) =>
  parentPort?.postMessage(clinicFileText(description)),
)
