// The demo clinic of a sandbox.

import { demoToday } from '../../../management/demo-history/operations/demo-today.ts'
import { command } from './command.ts'

export const demoCommands = [
  command(demoToday, {
    formatResult: ({ today, added, changed, queueDays }) =>
      `The demo clinic is at ${today}: ${added} visits added, ${changed} changed, ${queueDays} days of its queue added.`,
  }),
]
