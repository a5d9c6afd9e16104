// npm run bench -- first-minutes: for how many new patients visits are booked in each ten seconds
// after an installation on an empty database.
//
//   npm run bench -- first-minutes --seconds 120 --callers 16 --json

import { parseArgs } from 'node:util'
import { prepareClinic } from './clinic.ts'
import { openBenchProcesses } from './processes.ts'
import { startService } from './service.ts'

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    callers: { type: 'string', default: '16' },
    json: { type: 'boolean', default: false },
  },
})
const stepMs = 10_000
const steps = Math.ceil((Number(options.seconds) * 1_000) / stepMs)

const processes = await openBenchProcesses()
try {
  const service = await startService(processes, 'clinic', await prepareClinic(processes))
  const bookedPerStep = Array.from({ length: steps }, () => 0)
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: Number(options.callers) }, async (_, caller) => {
      for (;;) {
        await service.bookNewPatient(caller)
        const step = Math.floor((performance.now() - startedAt) / stepMs)
        if (step >= steps) return
        bookedPerStep[step] = (bookedPerStep[step] ?? 0) + 1
      }
    }),
  )
  const perSecond = bookedPerStep.map((count) => Math.round((count * 1_000) / stepMs))
  process.stdout.write(
    options.json
      ? `${JSON.stringify({ stepSeconds: stepMs / 1_000, perSecond })}\n`
      : perSecond
          .map((rate, step) => `${((step + 1) * stepMs) / 1_000} s: ${rate} bookings a second\n`)
          .join(''),
  )
} finally {
  await processes.close()
}
