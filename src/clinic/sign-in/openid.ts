// Signing in through an OpenID Connect provider: its verified address must be that of a member
// (DASH-09).

import type { Database, Queries } from '../../base/db/database.ts'
import { combineRights, includesAny } from '../../base/operations/rights.ts'
import type { Sealing } from '../../base/ports/sealing.ts'
import type { Attempts } from './attempts.ts'
import type { Challenges } from './challenges.ts'
import type { Visitor } from './links.ts'
import type { OpenIdProvider, OpenIdRefusal, VerifiedPerson } from './openid-provider.ts'
import { insertAccountMember, membersOfEmail } from './queries.ts'

/** A clinic to choose from. */
export interface OpenIdChoice {
  workspace: string
  title: string
}

export type OpenIdOutcome =
  | { token: string }
  | { choices: OpenIdChoice[]; choosing: string }
  | ({ problem: 'OPENID_REFUSED' } & OpenIdRefusal)
  | { problem: 'TOO_MANY_ATTEMPTS' }

export interface OpenIdSignIn {
  /** The name of the provider. */
  label: string
  /**
   * Where the browser goes, and the secret it keeps until then; `another`: to log in as a different
   * person than before.
   */
  begin(
    another: boolean,
  ): Promise<{ url: string; secret: string } | ({ problem: 'OPENID_REFUSED' } & OpenIdRefusal)>
  /**
   * Signs in the person in the answer; returns `choices` if their address belongs to members with
   * unrelated accounts.
   */
  finish(secret: string | undefined, answer: string, visitor: Visitor): Promise<OpenIdOutcome>
  /** Signs in to the chosen clinic. */
  choose(choosing: string, workspace: string, visitor: Visitor): Promise<OpenIdOutcome>
}

interface Services {
  database: Database
  label: string
  provider: OpenIdProvider
  attempt: Attempts
  challenges: Challenges
  sealing: Sealing
  /** Creates an account without an address and a password. */
  newAccount(queries: Queries): Promise<number>
  /** Begins a session and returns its token. */
  begin(
    queries: Queries,
    accountId: number,
    hasBothFactors: boolean,
    visitor: Visitor,
  ): Promise<string>
}

/** Members who sign in together, with one account; `null` if the account has yet to be created. */
interface MemberGroup {
  accountId: number | null
  members: { workspaceId: number; userId: number; workspace: string; title: string }[]
}

const choiceLabel = 'choice of a clinic'
const refusedOutcome = (refusal: OpenIdRefusal) => ({
  problem: 'OPENID_REFUSED' as const,
  ...refusal,
})
const notExpected = refusedOutcome({ reason: 'ANSWER_NOT_EXPECTED' })

export function createOpenIdSignIn({
  database,
  label,
  provider,
  attempt,
  challenges,
  sealing,
  newAccount,
  begin,
}: Services): OpenIdSignIn {
  /** Members without any right in the dashboard are left out, as for links. */
  async function findMemberGroups({ emailNormalised }: VerifiedPerson): Promise<MemberGroup[]> {
    const members = (await database.rows(membersOfEmail, { emailNormalised })).filter(({ roles }) =>
      includesAny(combineRights(roles)),
    )
    return [...Map.groupBy(members, ({ accountId }) => accountId)].map(
      ([accountId, accountMembers]) => ({ accountId, members: accountMembers }),
    )
  }

  function signIn(
    { accountId, members }: MemberGroup,
    { hasBothFactors }: VerifiedPerson,
    visitor: Visitor,
  ): Promise<OpenIdOutcome> {
    return database.transaction(async (queries) => {
      if (accountId !== null)
        return { token: await begin(queries, accountId, hasBothFactors, visitor) }
      const newAccountId = await newAccount(queries)
      const joined = await Promise.all(
        members.map(({ workspaceId, userId }) =>
          queries.rows(insertAccountMember, { workspaceId, userId, accountId: newAccountId }),
        ),
      )
      // Another sign-in was faster, maybe with another account: the next attempt finds it.
      if (joined.some((rows) => rows.length === 0)) throw new JoinedConcurrently()
      return { token: await begin(queries, newAccountId, hasBothFactors, visitor) }
    })
  }

  async function signInToGroup(
    group: MemberGroup | undefined,
    person: VerifiedPerson,
    visitor: Visitor,
  ): Promise<OpenIdOutcome> {
    if (!group) return refusedOutcome({ reason: 'STAFF_NOT_KNOWN' })
    return signIn(group, person, visitor).catch(async (error: unknown) => {
      if (!(error instanceof JoinedConcurrently)) throw error
      const currentGroup = (await findMemberGroups(person)).find(({ members }) =>
        members.some(({ workspace }) => workspace === group.members[0]?.workspace),
      )
      return currentGroup
        ? signIn(currentGroup, person, visitor)
        : refusedOutcome({ reason: 'STAFF_NOT_KNOWN' })
    })
  }

  /**
   * If the provider does not answer, this is not an attempt of the person signing in, and it is not
   * counted.
   */
  async function limitAttempts(
    visitor: Visitor,
    tryIt: () => Promise<OpenIdOutcome>,
  ): Promise<OpenIdOutcome> {
    let failed: OpenIdOutcome = notExpected
    const outcome = await attempt({ kind: 'provider' }, visitor, async () => {
      const found = await tryIt()
      const isFailure =
        'problem' in found && !('reason' in found && found.reason === 'PROVIDER_NOT_REACHED')
      if (!isFailure) return found
      failed = found
      return undefined
    })
    return outcome === 'TOO_MANY_ATTEMPTS' ? { problem: 'TOO_MANY_ATTEMPTS' } : (outcome ?? failed)
  }

  return {
    label,

    async begin(another) {
      const secret = await challenges.make('OPENID')
      const address = await provider.addressFor(secret, another)
      return 'url' in address ? { url: address.url, secret } : refusedOutcome(address)
    },

    finish: (secret, answer, visitor) =>
      limitAttempts(visitor, async () => {
        // The challenge is used up before the provider is asked, so an answer that is sent twice is
        // checked only once.
        if (secret === undefined || !(await challenges.take(secret, 'OPENID'))) return notExpected
        const person = await provider.person(secret, answer)
        if ('reason' in person) return refusedOutcome(person)
        const together = await findMemberGroups(person)
        if (together.length <= 1) return signInToGroup(together[0], person, visitor)
        const sealed = sealing.seal(
          Buffer.from(JSON.stringify({ challenge: await challenges.make('OPENID'), person })),
          choiceLabel,
        )
        const choices = together.flatMap(({ members }) =>
          members.map(({ workspace, title }) => ({ workspace, title })),
        )
        return { choices, choosing: sealed.toString('base64url') }
      }),

    choose: (choosing, workspace, visitor) =>
      limitAttempts(visitor, async () => {
        const openedChoice = sealing.open(Buffer.from(choosing, 'base64url'), choiceLabel)
        if (!openedChoice) return notExpected
        const { challenge, person } = JSON.parse(openedChoice.toString('utf8')) as {
          challenge: string
          person: VerifiedPerson
        }
        if (!(await challenges.take(challenge, 'OPENID'))) return notExpected
        const chosen = (await findMemberGroups(person)).find(({ members }) =>
          members.some((member) => member.workspace === workspace),
        )
        return signInToGroup(chosen, person, visitor)
      }),
  }
}

class JoinedConcurrently extends Error {}
