// clinic serve: the service, until it is told to stop.

import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import { createDemo, type Demo } from '../operator/demo.ts'
import { listenForOperators, operatorSocketPath } from '../operator/operator-api.ts'
import { OperatorProblem } from '../operator/operation.ts'
import type { Settings } from '../settings.ts'
import { dataDirectoryOf, openInstallation, openLog } from './open.ts'

// Requests in flight get this long; a booking takes some milliseconds.
const drainMs = 10_000

export async function serve(settings: Settings): Promise<void> {
  const startedAt = performance.now()
  const say = (sentence: string) => process.stdout.write(`${sentence}\n`)
  const log = openLog(settings)
  const installation = await openInstallation(settings, log, say)
  const { application, databaseDescription } = installation
  const frontDoor = application.frontDoor()
  try {
    const demo = settings.mode === 'sandbox' ? await createDemo(application) : undefined
    await listen(frontDoor, settings)
    const operators = await listenForOperators(application, operatorSocketPath(dataDirectoryOf(settings)))

    closeWithGrace({ delay: drainMs, logger: false }, async ({ signal, err }) => {
      if (err) log.fatal({ type: err.name, frames: (err.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)) }, 'the process cannot go on')
      if (signal) say(`\n${signal}: finishing what is in flight`)
      await frontDoor.close()
      await operators.close()
      await installation.close()
      if (signal) say('stopped')
    })

    const { address, family, port } = frontDoor.server.address() as { address: string; family: string; port: number }
    const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
    say(`Clinic Scheduling is ready at ${url} after ${((performance.now() - startedAt) / 1000).toFixed(1)} s (${settings.mode}, ${databaseDescription})`)
    if (demo) say(firstSteps(url, demo))
    else if (settings.mode === 'sandbox') say('Keys: npm run clinic -- key list    Names and ids: npm run clinic -- ids')
  } catch (error) {
    await frontDoor.close()
    await installation.close()
    throw error
  }
}

async function listen(frontDoor: FastifyInstance, { host, port }: Settings) {
  try {
    await frontDoor.listen({ host, port })
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EADDRINUSE') throw new OperatorProblem(`port ${port} is in use`, 'stop what uses it, or choose another: PORT=3001 npm start')
    if (code === 'EACCES') throw new OperatorProblem(`port ${port} may not be opened by this user`, 'choose one above 1023: PORT=3000')
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new OperatorProblem(`HOST ${host} is not an address of this machine`, 'leave HOST out, or use 0.0.0.0 for all addresses')
    throw error
  }
}

function firstSteps(url: string, { key, addressId, doctorId, date, fromDateTimeIso, toDateTimeIso }: Demo): string {
  const booking = {
    addressId,
    doctorId,
    patientPayload: { firstName: 'Meera', phoneNumber: '9876543210' },
    bookingType: 'ONE_TIME_APPOINTMENT',
    mode: 'OFFLINE',
    fromDateTimeIso,
    toDateTimeIso,
    paymentMode: 'CASH',
    consultationCharge: 500,
    source: 'DEVELOPER_API',
  }
  return `
A demo clinic was made. Its developer key, shown this once:

  ${key}

List free slots:

  curl -s -H 'x-api-key: ${key}' \\
    '${url}/v1/appointments/available-slots?addressId=${addressId}&doctorId=${doctorId}&appointmentDate=${date}&mode=OFFLINE'

Book one (a second time it is refused: the slot is taken):

  curl -s -H 'x-api-key: ${key}' -H 'content-type: application/json' \\
    -d '${JSON.stringify(booking)}' \\
    ${url}/v1/appointments/book-appointment-unified
`
}
