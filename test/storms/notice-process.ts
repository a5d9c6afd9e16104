// A process that sends notices by SMS to the carrier of a test, until it is killed.

import { openMessageRails } from '../../src/base/messages/message-rails.ts'
import { openApplication } from '../../src/doors/app/application.ts'

const [connectionString = '', carrierUrl = ''] = process.argv.slice(2)
const rails = openMessageRails({
  settingsOf: async () => ({
    sms: {
      http: {
        url: carrierUrl,
        headers: { 'content-type': 'application/json' },
        body: '{"to":"{to}","reference":"{reference}"}',
      },
    },
  }),
  callbackUrl: async () => '',
  mode: 'production',
  queries: { rows: () => Promise.reject(new Error('a rail has no business in the database')) },
  clock: { now: Date.now },
  environment: {},
  log: { warn() {} },
  counted() {},
  // A silent carrier is waited for only this long.
  deadlineMs: 1_000,
})
const application = await openApplication({
  connection: { connectionString },
  mode: 'sandbox',
  databaseConnections: 10,
  rails,
})
setInterval(() => void application.dueWork.tick().catch(() => {}), 20)
process.stdout.write('ready\n')
