import { staffActivate, staffDeactivate, staffList } from '../../catalogue/operations/staff.ts'
import { command } from './command.ts'
import { idOf } from './typed.ts'

const changing = (operation: typeof staffActivate) =>
  command(operation, {
    arguments: ['id'],
    members: { id: idOf('a member of staff', 'clinic staff list') },
    shown: (member) => `member ${member.id} is ${member.status}, everywhere within seconds`,
  })

export const staffCommands = [command(staffList), changing(staffActivate), changing(staffDeactivate)]
