// The addresses that the service may connect to. People type a feed's address, and it may name an
// internal server, or the metadata service that gives cloud machines their credentials.

import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { type IpAddress, parseIpAddress } from '../../base/values/ip-address.ts'

export interface ResolvedAddress {
  address: string
  family: number
}

/** Resolves a name to all its addresses. */
export type Resolver = (name: string) => Promise<readonly ResolvedAddress[]>

/** The operating system's resolver, including its hosts file. */
export const systemResolver: Resolver = (name) => lookup(name, { all: true })

/**
 * An address that answers anyone on its network, although no list of private addresses contains it.
 */
const azurePlatform = '168.63.129.16'

/** Whether an address belongs to the public internet. */
function isPublic(address: IpAddress): boolean {
  if (address.kind() === 'ipv4')
    return address.range() === 'unicast' && address.toString() !== azurePlatform
  // Only 2000::/3 of IPv6 is allocated; the exceptions embed IPv4 addresses.
  return address.range() === 'unicast' && ((address.toByteArray()[0] ?? 0) & 0xe0) === 0x20
}

/** The addresses of a server's name, if they may be used. */
export type ReachResult = { addresses: readonly ResolvedAddress[] } | { problem: string }

/**
 * The addresses that a URL may be requested from. All addresses of its name must be public, with a
 * web port, or within `allows`, with any port; otherwise a connection might fall back to a
 * forbidden address. Connect to these without resolving again, since the name may have changed by
 * then.
 */
export async function resolveReachable(
  url: URL,
  resolve: Resolver,
  allows: (address: IpAddress) => boolean,
): Promise<ReachResult> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const resolved = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : await resolve(host).catch(() => [])
  if (resolved.length === 0) return { problem: 'is on a server whose name is not known' }
  const parsed = resolved.map(({ address }) => parseIpAddress(address))
  const isAllowed = (address: IpAddress | undefined) => address !== undefined && allows(address)
  if (
    !parsed.every((address) => address !== undefined && (isAllowed(address) || isPublic(address)))
  ) {
    return {
      problem:
        'is on a server that is not on the public internet; CLINIC_CALENDAR_NETWORKS can allow its network',
    }
  }
  if (url.port !== '' && !['80', '443'].includes(url.port) && !parsed.every(isAllowed)) {
    return {
      problem:
        'is on a server at a port other than 80 and 443; CLINIC_CALENDAR_NETWORKS can allow its network',
    }
  }
  return { addresses: resolved }
}
