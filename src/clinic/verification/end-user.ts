import type { Caller } from '../../base/contract/route.ts'
import type { Queries } from '../../base/db/database.ts'
import { type IpAddress, networkOf, siteOf } from '../../base/values/ip-address.ts'
import type { KeyedHash } from './keyed-hash.ts'
import type { EndUser, Origin } from './one-time-code.ts'
import { keepVisitor, keptVisitor } from './queries.ts'

/** The end user of a request: the gates have ensured that one is named. */
export function endUserOf(hash: KeyedHash, { workspaceId, keyId, kind, sessionId, endUser, address }: Caller): EndUser {
  if (!endUser) throw new Error('the policy of a route with one-time codes requires no end user')
  const visitorHash = kind === 'key' ? endUser : hash('visitor', endUser.toString('hex'), networkOf(address))
  return { workspaceId, keyId, hash: endUser, sessionId: sessionId ?? null, visitorHash, origin: originOf(hash, workspaceId, address) }
}

/** A caller's network and site, as limits of a workspace count them. */
export function originOf(hash: KeyedHash, workspaceId: number, address: IpAddress): Origin {
  return { networkHash: hash('network', workspaceId, networkOf(address)), siteHash: hash('network', workspaceId, siteOf(address)) }
}

/** The end user, identified as the same visitor as before in its session. */
export async function asKeptVisitor(queries: Queries, endUser: EndUser): Promise<EndUser> {
  const { workspaceId, sessionId, hash: endUserHash } = endUser
  if (sessionId === null) return endUser
  const [kept] = await queries.rows(keptVisitor, { workspaceId, sessionId, endUserHash })
  return kept ? { ...endUser, ...kept } : endUser
}

/** Makes a session the same visitor from now on, wherever it calls from. */
export async function keepAsVisitor(queries: Queries, { workspaceId, sessionId, hash: endUserHash, visitorHash }: EndUser): Promise<void> {
  if (sessionId !== null) await queries.rows(keepVisitor, { workspaceId, sessionId, endUserHash, visitorHash })
}
