// The service with an external gateway, as a separate process, which can kill itself at a point
// named in its environment.

import { flushCompileCache } from 'node:module'
import { pino } from 'pino'
import { openApplication } from '../../../src/doors/app/application.ts'
import { withoutLimits } from '../clinic/no-limits.ts'
import { armKillPoint, type KillPoint } from '../database/kill-point.ts'
import { remoteGateway } from './remote-gateway.ts'

// A killed process keeps nothing for the next one.
flushCompileCache()

const [connectionString = ''] = process.argv.slice(2)
const { KILL_POINT, GATEWAY_URL = '', GATEWAY_ACCOUNT } = process.env
const point = KILL_POINT && (JSON.parse(KILL_POINT) as KillPoint)
const reached = point ? armKillPoint(point) : () => {}
const gateway = GATEWAY_ACCOUNT
  ? (await import('./gateway-account.ts')).createGateway(JSON.parse(GATEWAY_ACCOUNT))
  : remoteGateway(GATEWAY_URL, (call, side) => reached(`gateway ${call}`, side))
const application = await openApplication({
  connection: { connectionString },
  mode: 'sandbox',
  ...withoutLimits,
  databaseConnections: 20,
  gateways: [gateway],
  // Internal errors of the service, printed for the failing test to show.
  log: pino({ level: 'error' }, pino.destination(2)),
})
const door = application.frontDoor()
const url = await door.listen({ host: '127.0.0.1', port: 0 })
application.listensAt(url)
process.stdout.write(`is ready at ${url}\n`)
