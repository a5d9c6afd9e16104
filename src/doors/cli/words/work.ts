// Commands for due work.

import { workList, workRetry } from '../../../base/due-work/operations/work.ts'
import { command } from './command.ts'
import { idOf } from './typed.ts'

export const workCommands = [
  command(workList, { members: { before: { ...idOf('due work', 'clinic work list'), value: 'id' } } }),
  command(workRetry, {
    shown: ({ retried: count }) => (count === 0 ? 'no work is dead' : `${count} ${count === 1 ? 'is' : 'are'} tried again within seconds`),
    arguments: ['id'],
    members: { id: idOf('due work', 'clinic work list') },
  }),
]
