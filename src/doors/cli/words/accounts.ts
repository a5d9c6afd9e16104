// The command for the accounts of a clinic file.

import { accountTest } from '../../../management/clinic-file/operations/account-test.ts'
import { command } from './command.ts'

export const accountCommands = [
  command(accountTest, {
    formatResult: ({ outcome, destination }) => {
      if (destination === null) return 'the gateway answers, and accepts the key'
      return outcome === 'STORED'
        ? `stored in the outbox of the sandbox, for ${destination}: clinic outbox`
        : `sent to ${destination}`
    },
    arguments: ['account'],
  }),
]
