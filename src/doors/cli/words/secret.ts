// The command that follows a change of CLINIC_SECRET.

import { secretRotate } from '../../../management/secret/operations/secret-rotate.ts'
import { command } from './command.ts'

export const secretCommands = [
  command(secretRotate, {
    formatResult: ({ renewed, current, unreadable }) =>
      [
        `${renewed} encrypted again, ${current} needed nothing`,
        ...(unreadable > 0
          ? [`${unreadable} are encrypted with neither secret and stay as they are`]
          : []),
        renewed > 0
          ? 'run it again once every process was started with the new secret'
          : 'CLINIC_FORMER_SECRET is no longer needed',
      ].join('\n'),
  }),
]
