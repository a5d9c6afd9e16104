// Writes one clinic file in a thread of its own (ports/aside.ts) and exits.

import { parentPort, workerData } from 'node:worker_threads'
import { clinicFileText } from './clinic-file-text.ts'

parentPort?.postMessage(clinicFileText(workerData))
