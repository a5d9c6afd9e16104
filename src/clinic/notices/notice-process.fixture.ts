// A process that has passed a notice to a rail and waits for it, for a test to kill it there.

import { openApplication } from '../../doors/app/application.ts'

const [connectionString = ''] = process.argv.slice(2)
const application = await openApplication({
  connection: { connectionString },
  mode: 'sandbox',
  rails: {
    send() {
      process.stdout.write('in the middle\n')
      return new Promise(() => {})
    },
  },
})
await application.dueWork.tick()
