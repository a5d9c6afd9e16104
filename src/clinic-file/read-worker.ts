// Reads one clinic file in a thread of its own and ends.

import { parentPort, workerData } from 'node:worker_threads'
import { readClinicFile } from './clinic-file.ts'

parentPort?.postMessage(readClinicFile(workerData as string))
