import { staffActivate, staffDeactivate, staffList } from '../../../clinic/catalogue/operations/staff.ts'
import { dashboardLink, staffInvite, staffLinkRevoke, staffLinks } from '../../../clinic/sign-in/operations/links.ts'
import { staffSessions, staffSignOut } from '../../../clinic/sign-in/operations/sessions.ts'
import { type AndAlike, command } from './command.ts'
import { idOf } from './typed.ts'

const aMember = idOf('a member of staff', 'clinic staff list')

const changing = (operation: AndAlike<typeof staffActivate>) =>
  command(operation, {
    arguments: ['id'],
    members: { id: aMember },
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
  command(staffInvite, {
    arguments: ['id'],
    members: { id: aMember },
    shown: ({ name, url, expiresAt }) => `give this link to ${name}; it works once, until ${expiresAt}:\n\n  ${url}`,
  }),
  command(staffLinks, { shown: (links) => ({ columns: ['id', 'userId', 'name', 'purpose', 'madeBy', 'createdAt', 'expiresAt'], rows: links }) }),
  command(staffLinkRevoke, {
    arguments: ['id'],
    members: { id: aMember },
    shown: ({ id, ended }) => `member ${id}: ${ended} ${ended === 1 ? 'link' : 'links'} ended`,
  }),
  command(staffSessions, { shown: (sessions) => ({ columns: ['id', 'userId', 'name', 'createdAt', 'seenAt', 'address', 'browser'], rows: sessions }) }),
  command(staffSignOut, {
    arguments: ['id'],
    members: { id: aMember },
    shown: ({ id, ended }) => `member ${id}: ${ended} ${ended === 1 ? 'session' : 'sessions'} ended`,
  }),
]

export const dashboardCommands = [
  command(dashboardLink, {
    arguments: ['id'],
    members: { id: aMember },
    shown: ({ name, url, expiresAt }) => `signs ${name} in, once, until ${expiresAt}:\n\n  ${url}`,
  }),
]
