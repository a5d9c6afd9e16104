import type { Caller } from '../../base/contract/route.ts'
import type { Queries } from '../../base/db/database.ts'
import { addressNetwork, addressSite, type IpAddress } from '../../base/values/ip-address.ts'
import type { KeyedHash } from './keyed-hash.ts'
import type { EndUser, Origin } from './one-time-code.ts'
import { storedVisitor, storeVisitorRow } from './queries.ts'

/** The end user of a request: the gates have ensured that one is named. */
export function toEndUser(
  hash: KeyedHash,
  { workspaceId, keyId, kind, sessionId, endUser, address }: Caller,
): EndUser {
  if (!endUser) throw new Error('the policy of a route with one-time codes requires no end user')
  const visitorHash =
    kind === 'key' ? endUser : hash('visitor', endUser.toString('hex'), addressNetwork(address))
  return {
    workspaceId,
    keyId,
    hash: endUser,
    sessionId: sessionId ?? null,
    visitorHash,
    origin: toOrigin(hash, workspaceId, address),
  }
}

/** A caller's network and site, as limits of a workspace count them. */
export function toOrigin(hash: KeyedHash, workspaceId: number, address: IpAddress): Origin {
  return {
    networkHash: hash('network', workspaceId, addressNetwork(address)),
    siteHash: hash('network', workspaceId, addressSite(address)),
  }
}

/** The end user, identified as the same visitor as before in its session. */
export async function withStoredVisitor(queries: Queries, endUser: EndUser): Promise<EndUser> {
  const { workspaceId, sessionId, hash: endUserHash } = endUser
  if (sessionId === null) return endUser
  const [stored] = await queries.rows(storedVisitor, { workspaceId, sessionId, endUserHash })
  return stored ? { ...endUser, ...stored } : endUser
}

/** Makes a session the same visitor from now on, wherever it calls from. */
export async function storeVisitor(
  queries: Queries,
  { workspaceId, sessionId, hash: endUserHash, visitorHash }: EndUser,
): Promise<void> {
  if (sessionId !== null)
    await queries.rows(storeVisitorRow, { workspaceId, sessionId, endUserHash, visitorHash })
}
