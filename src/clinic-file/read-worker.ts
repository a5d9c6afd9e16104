// Reads one clinic file in a thread of its own (ports/aside.ts) and exits.

import { parentPort, workerData } from 'node:worker_threads'
import { readClinicFile } from './clinic-file.ts'

// A file may have a mistake in each of its characters, and the parser makes an error of each.
Error.stackTraceLimit = 0
parentPort?.postMessage(readClinicFile(workerData as string))
