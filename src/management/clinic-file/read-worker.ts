// Reads clinic files in a thread of a child process (ports/ask-in-child-process.ts).

import { parentPort } from 'node:worker_threads'
import { readClinicFile } from './clinic-file.ts'

// A file may have a mistake in each of its characters, and the parser makes an error of each.
Error.stackTraceLimit = 0
parentPort?.on('message', (source: string) => parentPort?.postMessage(readClinicFile(source)))
