// Reads clinic files in a thread of a child process (ports/ask-in-child-process.ts).

import { parentPort } from 'node:worker_threads'
import { readClinicFile } from './clinic-file.ts'

// A file may have a mistake at every character, and the parser creates an error for each.
Error.stackTraceLimit = 0
parentPort?.on('message', (source: string) => parentPort?.postMessage(readClinicFile(source)))
