import {
  staffActivate,
  staffDeactivate,
  staffList,
} from '../../../clinic/catalogue/operations/staff.ts'
import {
  dashboardLink,
  staffInvite,
  staffLinkRevoke,
  staffLinks,
} from '../../../clinic/sign-in/operations/links.ts'
import { staffSessions, staffSignOut } from '../../../clinic/sign-in/operations/sessions.ts'
import { command, type OperationLike } from './command.ts'
import { idMember } from './typed.ts'

const staffIdMember = idMember('a member of staff', 'clinic staff list')

const changeCommand = (operation: OperationLike<typeof staffActivate>) =>
  command(operation, {
    arguments: ['id'],
    members: { id: staffIdMember },
    formatResult: (member) => `member ${member.id} is ${member.status}, everywhere within seconds`,
  })

export const staffCommands = [
  command(staffList, {
    formatResult: (members) => ({
      columns: ['id', 'name', 'status', 'email', 'roles', 'fileName'],
      rows: members.map((member) => ({ ...member, roles: member.roleNames.join(', ') })),
    }),
  }),
  changeCommand(staffActivate),
  changeCommand(staffDeactivate),
  command(staffInvite, {
    arguments: ['id'],
    members: { id: staffIdMember },
    formatResult: ({ name, url, expiresAt, mail, mailError }) => {
      const mailed = {
        SENT: 'it was mailed',
        STORED: 'it was put into the outbox of this sandbox',
        NOT_SENT: `it was not mailed: ${mailError}`,
        UNKNOWN: `it may or may not have been mailed: ${mailError}`,
      }
      return [
        `give this link to ${name}; it works once, until ${expiresAt}:\n\n  ${url}`,
        ...(mail === null ? [] : [`\n${mailed[mail]}`]),
      ]
    },
  }),
  command(staffLinks, {
    formatResult: (links) => ({
      columns: ['id', 'userId', 'name', 'purpose', 'madeBy', 'createdAt', 'expiresAt'],
      rows: links,
    }),
  }),
  command(staffLinkRevoke, {
    arguments: ['id'],
    members: { id: staffIdMember },
    formatResult: ({ id, ended }) =>
      `member ${id}: ${ended} ${ended === 1 ? 'link' : 'links'} ended`,
  }),
  command(staffSessions, {
    formatResult: (sessions) => ({
      columns: ['id', 'userId', 'name', 'createdAt', 'seenAt', 'address', 'browser'],
      rows: sessions,
    }),
  }),
  command(staffSignOut, {
    arguments: ['id'],
    members: { id: staffIdMember },
    formatResult: ({ id, ended }) =>
      `member ${id}: ${ended} ${ended === 1 ? 'session' : 'sessions'} ended`,
  }),
]

export const dashboardCommands = [
  command(dashboardLink, {
    arguments: ['id'],
    members: { id: staffIdMember },
    formatResult: ({ name, url, expiresAt }) =>
      `signs ${name} in, once, until ${expiresAt}:\n\n  ${url}`,
  }),
]
