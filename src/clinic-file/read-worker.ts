// Reads one clinic file in a separate thread and exits.

import { parentPort, workerData } from 'node:worker_threads'
import { readClinicFile } from './clinic-file.ts'

parentPort?.postMessage(readClinicFile(workerData as string))
