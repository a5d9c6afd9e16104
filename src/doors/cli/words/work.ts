// Commands for due work.

import { workList, workRetry } from '../../../base/due-work/operations/work.ts'
import { command } from './command.ts'
import { idMember } from './typed.ts'

export const workCommands = [
  command(workList, {
    members: { before: { ...idMember('due work', 'clinic work list'), value: 'id' } },
  }),
  command(workRetry, {
    formatResult: ({ retried: count }) =>
      count === 0
        ? 'no work is dead'
        : `${count} ${count === 1 ? 'is' : 'are'} tried again within seconds`,
    arguments: ['id'],
    members: { id: idMember('due work', 'clinic work list') },
  }),
]
