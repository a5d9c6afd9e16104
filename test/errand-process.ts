// A process that stops in the middle of each errand, for a test to kill it there.

import { openApplication } from '../src/app/application.ts'
import { doErrand } from './errand.ts'

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
