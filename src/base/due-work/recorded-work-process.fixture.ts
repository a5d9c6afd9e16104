// A process that stops half-way through each piece of work, for a test to kill it there.

import { doErrand } from '../../../test/support/processes/recorded-work.ts'
import { openApplication } from '../../doors/app/application.ts'

const [connectionString = ''] = process.argv.slice(2)
const application = await openApplication({
  connection: { connectionString },
  mode: 'sandbox',
  workKinds: [
    {
      name: 'errand',
      attemptsMax: 3,
      run: (work) =>
        doErrand(application.database, work, () => {
          process.stdout.write('in the middle\n')
          return new Promise(() => {})
        }),
    },
  ],
})
await application.dueWork.tick()
