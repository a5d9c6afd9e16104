// E-mails members of staff when their sign-in method has changed, so that they can object if it was
// not them.

import type { Database, Queries } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import { plan, WorkFailed, type WorkKind } from '../../base/due-work/work.ts'
import type { MessageSettings } from '../../base/messages/channels.ts'
import { isMailAddress } from '../../base/messages/mailbox.ts'
import { type MessageRails, MessageRefused } from '../../base/messages/rail.ts'
import type { Clock } from '../../base/ports/clock.ts'
import type { MaybePromise } from '../../base/values/maybe-promise.ts'
import { type AccountChange, accountChanges, accountMailText } from './account-mail-texts.ts'

const membersOfAccount = statement(
  'members_of_staff_account',
  { takes: { accountId: 'bigint' }, returns: { workspaceId: 'bigint', userId: 'bigint' } },
  `
  select distinct on (u.email_normalised) m.workspace_id as "workspaceId", m.user_id as "userId"
  from staff_account_members m
  join users u on u.workspace_id = m.workspace_id and u.id = m.user_id and u.status = 'active'
  where m.account_id = :accountId and u.email_normalised is not null
  order by u.email_normalised, m.workspace_id`,
)

const addressOfMember = statement(
  'address_of_staff_member',
  {
    takes: { workspaceId: 'bigint', userId: 'bigint' },
    returns: { name: 'text', clinic: 'text', email: 'text?' },
  },
  `
  select u.display_name as name, w.title as clinic, u.email_normalised as email
  from users u
  join workspaces w on w.id = u.workspace_id
  where u.workspace_id = :workspaceId and u.id = :userId and u.email_normalised is not null`,
)

const mailWorkKind = (change: AccountChange) => `staff-${change}` as const

/** Plans mails about a change, in the transaction of the change. */
export interface AccountMails {
  /** Plans one mail to each address of the account's members. */
  toAccount(queries: Queries, accountId: number, change: AccountChange): Promise<void>
  toMember(
    queries: Queries,
    member: { workspaceId: number; userId: number },
    change: AccountChange,
  ): Promise<void>
}

export function createAccountMails({ clock }: { clock: Clock }): AccountMails {
  const toMember: AccountMails['toMember'] = (queries, { workspaceId, userId }, change) =>
    plan(queries, {
      workspaceId,
      kind: mailWorkKind(change),
      subjectId: userId,
      dueAt: clock.now(),
    })
  return {
    toMember,
    async toAccount(queries, accountId, change) {
      for (const member of await queries.rows(membersOfAccount, { accountId }))
        await toMember(queries, member, change)
    },
  }
}

interface AccountMailServices {
  database: Database
  rails: MessageRails
  mode: 'sandbox' | 'production'
  settingsOf(
    workspaceId: number,
  ): MaybePromise<{ messages: MessageSettings | null; notices: { language?: string } | null }>
}

/**
 * The kinds of due work that send these mails; their subject is the member. A clinic without a mail
 * server sends none.
 */
export function createAccountMailWork({
  database,
  rails,
  mode,
  settingsOf,
}: AccountMailServices): WorkKind[] {
  return accountChanges.map((change) => ({
    name: mailWorkKind(change),
    // Ten attempts take some three hours, as for notices.
    attemptsMax: 10,
    async run({ workspaceId, subjectId, dueAt }) {
      const { messages, notices } = await settingsOf(workspaceId)
      const [member] = await database.rows(addressOfMember, { workspaceId, userId: subjectId })
      if (
        !member?.email ||
        !isMailAddress(member.email) ||
        (mode === 'production' && !messages?.email)
      )
        return undefined
      const message = {
        channel: 'email' as const,
        destination: member.email,
        name: `${mailWorkKind(change)}.${subjectId}.${dueAt}`,
        ...accountMailText(change, notices?.language, member),
        calendars: [],
        template: null,
      }
      await rails.send(workspaceId, message).catch((error: unknown) => {
        // A second copy does less harm than no mail.
        throw error instanceof MessageRefused ? new WorkFailed(error.message) : error
      })
      return undefined
    },
  }))
}
