// Links with which members of staff sign in to the dashboard.

import {
  choice,
  flag,
  id,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
  timestamp,
} from '../../../base/contract/schemas.ts'
import type { Database } from '../../../base/db/database.ts'
import { countMemberSend } from '../../../base/messages/member-sends.ts'
import { type MessageRails, MessageRefused, MessageUncertain } from '../../../base/messages/rail.ts'
import { refuseMemberWithMoreRights } from '../../../base/operations/member-rights.ts'
import { type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import { combineRights, includesAny, isOwner } from '../../../base/operations/rights.ts'
import type { DatabaseClock } from '../../../base/ports/clock.ts'
import { dateAt, isoAt } from '../../../base/values/clinic-time.ts'
import { normalisedEmail } from '../../../base/values/email.ts'
import type { MaybePromise } from '../../../base/values/maybe-promise.ts'
import { invitationMailText } from '../account-mail-texts.ts'
import { createLink, realNow } from '../links.ts'
import { problem } from '../problems.ts'
import { endLinks, type LinkPurpose, linkPurposes, membersToSignIn, openLinks } from '../queries.ts'

interface LinkServices {
  database: Database
  clock: DatabaseClock
  /** The public origin of the dashboard; undefined if it is disabled. */
  dashboardUrl(): string | undefined
}

const output = object({
  id: id('The member.', 7),
  name: text('Their name.', 'Nina Roy'),
  email: nullable(text('Their e-mail address.', 'nina@sunrise.example')),
  url: text(
    'Open it in a browser; it works once.',
    'http://127.0.0.1:3000/dashboard/sign-in#mA0pfQ',
  ),
  expiresAt: timestamp('When it expires, in UTC.'),
})

async function listSignInMembers({ database, workspaceId }: InWorkspace<LinkServices>) {
  const members = await database.rows(membersToSignIn, { workspaceId })
  return members
    .filter(({ status }) => status === 'active')
    .map(({ roles, ...member }) => ({ ...member, rights: combineRights(roles) }))
}

type LinkableMember = Awaited<ReturnType<typeof listSignInMembers>>[number]

async function createMemberLink(
  services: InWorkspace<LinkServices>,
  { id: userId, name, email }: LinkableMember,
  purpose: LinkPurpose,
) {
  const { url, expiresAt } = await createLink(
    services,
    { workspaceId: services.workspaceId, userId },
    purpose,
  )
  return { id: userId, name, email, url, expiresAt: isoAt('UTC', expiresAt) }
}

export const dashboardLink = workspaceOperation({
  name: 'dashboard-link',
  summary: 'Make a link that signs a staff member in to the dashboard, once, within 15 minutes.',
  input: object({ id: optional(id('The staff member; default: the first owner.', 7)) }),
  output,
  async run(services: InWorkspace<LinkServices>, { id: userId }) {
    const members = await listSignInMembers(services)
    const member =
      userId === undefined
        ? members.find(({ rights }) => isOwner(rights))
        : members.find((candidate) => candidate.id === userId)
    if (member && includesAny(member.rights)) return createMemberLink(services, member, 'SIGN_IN')
    if (userId === undefined) throw problem('NO_OWNER')
    if (!member) throw problem('ACTIVE_STAFF_NOT_FOUND', { id: userId })
    throw problem('STAFF_HAS_NO_DASHBOARD_RIGHTS', { name: member.name })
  },
})

interface InvitationServices extends LinkServices {
  mode: 'sandbox' | 'production'
  rails: MessageRails
  configurations: {
    of(
      workspaceId: number,
    ): MaybePromise<{ title: string; timezone: string; notices: { language?: string } | null }>
  }
}

const mailOutcomes = ['SENT', 'STORED', 'NOT_SENT', 'UNKNOWN'] as const

export const staffInvite = workspaceOperation({
  name: 'staff-invite',
  once: 'WITHOUT_ANSWER',
  right: 'staff:write',
  summary:
    'Make a link with which a staff member sets up their dashboard sign-in, once, within 48 hours.',
  input: object({
    id: id('The member.', 7),
    byMail: optional(flag('Also mail the link to the member.', true)),
  }),
  output: object({
    ...output.properties,
    mail: nullable(
      choice(
        mailOutcomes,
        'What became of the mail: STORED: a sandbox put it into its outbox; UNKNOWN: it may have been sent; null: none was asked for.',
      ),
    ),
    mailError: nullable(
      text('Why the mail was not sent, or may not have been.', 'the mail server refused it'),
    ),
  }),
  async run(services: InWorkspace<InvitationServices>, { id: userId, byMail = false }) {
    const member = (await listSignInMembers(services)).find((candidate) => candidate.id === userId)
    if (!member) throw problem('ACTIVE_STAFF_NOT_FOUND', { id: userId })
    if (member.email === null) throw problem('STAFF_HAS_NO_EMAIL', { name: member.name })
    // A link must not give its creator rights that they do not have.
    await refuseMemberWithMoreRights(services, userId)
    if (!byMail)
      return {
        ...(await createMemberLink(services, member, 'INVITATION')),
        mail: null,
        mailError: null,
      }
    const { database, clock, configurations, workspaceId } = services
    const { timezone } = await configurations.of(workspaceId)
    await countMemberSend(database, services, 'INVITATION', dateAt(timezone, clock.now()))
    const link = await createMemberLink(services, member, 'INVITATION')
    return { ...link, ...(await mailInvitation(services, member.email, link)) }
  },
})

/**
 * Mails an invitation at once: its link is stored nowhere, so it cannot be sent later. The link is
 * valid whatever becomes of the mail.
 */
async function mailInvitation(
  { mode, rails, configurations, workspaceId }: InWorkspace<InvitationServices>,
  email: string,
  {
    id: userId,
    name,
    url,
    expiresAt,
  }: { id: number; name: string; url: string; expiresAt: string },
): Promise<{ mail: (typeof mailOutcomes)[number]; mailError: string | null }> {
  const { title, notices } = await configurations.of(workspaceId)
  try {
    await rails.send(workspaceId, {
      channel: 'email',
      destination: normalisedEmail(email),
      name: `invitation.${userId}.${Date.parse(expiresAt)}`,
      ...invitationMailText(notices?.language, { name, clinic: title, url }),
      calendars: [],
      template: null,
    })
    return { mail: mode === 'sandbox' ? 'STORED' : 'SENT', mailError: null }
  } catch (error) {
    if (!(error instanceof MessageRefused)) throw error
    return {
      mail: error instanceof MessageUncertain ? 'UNKNOWN' : 'NOT_SENT',
      mailError: error.message,
    }
  }
}

export const staffLinks = workspaceOperation({
  name: 'staff-links',
  right: 'staff:read',
  summary: 'List the open links with which staff members can sign in or choose how to.',
  input: object({}),
  output: list(
    object({
      id: id('The link.', 31),
      userId: id('The staff member that it is for.', 7),
      name: text('Their name.', 'Nina Roy'),
      purpose: choice(linkPurposes, 'What it does: signs in, or invites to choose how to sign in.'),
      madeBy: nullable(
        text('Who made it: a member or an operator; null for the service.', 'Asha Rao'),
      ),
      createdAt: timestamp('When it was made, in UTC.'),
      expiresAt: timestamp('When it expires, in UTC.'),
    }),
    'Unused links, the latest first; at most 500.',
  ),
  async run({ database, clock, workspaceId }: InWorkspace<LinkServices>) {
    const rows = await database.rows(openLinks, { workspaceId, at: realNow(clock) })
    return rows.map((row) => ({
      ...row,
      createdAt: isoAt('UTC', row.createdAt),
      expiresAt: isoAt('UTC', row.expiresAt),
    }))
  },
})

export const staffLinkRevoke = workspaceOperation({
  name: 'staff-link-revoke',
  right: 'staff:write',
  summary: 'End the open links of a staff member at once.',
  input: object({ id: id('The member.', 7), link: optional(id('One link; default: all.', 31)) }),
  output: object({ id: id('The member.', 7), ended: integer('How many links ended.', 1) }),
  async run(services: InWorkspace<LinkServices>, { id: userId, link = null }) {
    await refuseMemberWithMoreRights(services, userId)
    const { database, workspaceId } = services
    const ended = await database.rows(endLinks, { workspaceId, userId, id: link })
    return { id: userId, ended: ended.length }
  },
})
