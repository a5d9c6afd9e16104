// Which addresses the service may be sent to. A feed's address is typed by people, and may name a server inside the house, or the one
// that tells cloud machines their passwords.

import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { type IpAddress, parseIpAddress } from '../values/ip-address.ts'

export interface ResolvedAddress {
  address: string
  family: number
}

/** Resolves a name to all its addresses. */
export type Resolver = (name: string) => Promise<readonly ResolvedAddress[]>

/** As every program of the machine resolves it, its hosts file included. */
export const systemResolver: Resolver = (name) => lookup(name, { all: true })

/** Answers anyone on its network, and is on no list of private addresses. */
const azurePlatform = '168.63.129.16'

/** Whether an address is one of the public internet. */
function isPublic(address: IpAddress): boolean {
  if (address.kind() === 'ipv4') return address.range() === 'unicast' && address.toString() !== azurePlatform
  // Of IPv6 only 2000::/3 is given out; what stands for IPv4 within it is none of these.
  return address.range() === 'unicast' && ((address.toByteArray()[0] ?? 0) & 0xe0) === 0x20
}

/** What a server's name stands for, as far as it may be asked. */
export type Reached = { addresses: readonly ResolvedAddress[] } | { problem: string }

/**
 * The addresses a URL may be asked at. All that its name stands for must be public, at the ports of the web, or within `allows`, at any
 * port: one that is neither would be the next one tried. Connect to these and resolve nothing again, or the name means another by then.
 */
export async function reachedBy(url: URL, resolve: Resolver, allows: (address: IpAddress) => boolean): Promise<Reached> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolve(host).catch(() => [])
  if (found.length === 0) return { problem: 'is on a server whose name is not known' }
  const parsed = found.map(({ address }) => parseIpAddress(address))
  const isAllowed = (address: IpAddress | undefined) => address !== undefined && allows(address)
  if (!parsed.every((address) => address !== undefined && (isAllowed(address) || isPublic(address)))) {
    return { problem: 'is on a server that is not on the public internet; CLINIC_CALENDAR_NETWORKS can allow its network' }
  }
  if (url.port !== '' && !['80', '443'].includes(url.port) && !parsed.every(isAllowed)) {
    return { problem: 'is on a server at a port other than 80 and 443; CLINIC_CALENDAR_NETWORKS can allow its network' }
  }
  return { addresses: found }
}
