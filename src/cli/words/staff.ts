import { staffActivate, staffDeactivate, staffList } from '../../catalogue/operations/staff.ts'
import { command } from './command.ts'
import { idOf } from './typed.ts'

const changing = (operation: typeof staffActivate) =>
  command(operation, {
    arguments: ['id'],
    members: { id: idOf('a member of staff', 'clinic staff list') },
    shown: (member) => `member ${member.id} is ${member.status}, everywhere within seconds`,
  })

export const staffCommands = [
  command(staffList, {
    shown: (members) => ({
      columns: ['id', 'name', 'status', 'email', 'roles', 'fileName'],
      rows: members.map((member) => ({ ...member, roles: member.roleNames.join(', ') })),
    }),
  }),
  changing(staffActivate),
  changing(staffDeactivate),
]
