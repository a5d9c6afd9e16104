// One spelling for each address: IPv4 dotted, IPv6 compressed lower case, IPv4-mapped IPv6 as IPv4.

import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { memoize } from './remembering.ts'

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6

// Callers return, and parsing an address takes longer than counting it. Beyond this many, of some
// 100 bytes each, the least recently used is dropped.
const parsedAddresses = new LRUCache<string, IpAddress>({ max: 5_000 })

/**
 * Parses one address strictly (`10.1` and `010.0.0.1` are invalid); undefined for anything else. Do
 * not modify the result, which is shared.
 */
export function parseIpAddress(text: string): IpAddress | undefined {
  const cached = parsedAddresses.get(text)
  if (cached) return cached
  const address = readIpAddress(text)
  if (address) parsedAddresses.set(text, address)
  return address
}

function readIpAddress(text: string): IpAddress | undefined {
  // IPv6 may end in a dotted IPv4 address; that too is four decimal numbers without leading zeros.
  const dotted = text.includes('.') ? text.slice(text.lastIndexOf(':') + 1) : undefined
  if (
    dotted !== undefined &&
    (!ipaddr.IPv4.isValidFourPartDecimal(dotted) || /(^|\.)0\d/.test(dotted))
  )
    return undefined
  if (dotted === text) return ipaddr.IPv4.parse(text)
  // A zone id (`%eth0`) names an interface of this machine, not a caller.
  if (text.includes('%') || !ipaddr.IPv6.isValid(text)) return undefined
  // `::127.0.0.1` is IPv6, but the library reads it as the mapped ::ffff:127.0.0.1.
  const address = ipaddr.IPv6.parse(text.replace(/^::(?=\d+\.)/, '::0:'))
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}

/**
 * The unit by which a source of requests is counted: a whole IPv4 address; for IPv6 the /64, since
 * one caller has all of it (A-053a).
 */
export function addressNetwork(address: IpAddress): string {
  return address.kind() === 'ipv4' ? address.toString() : ipv6Network(address, 64)
}

/**
 * The larger unit by which a source is also counted: for IPv6 the /56, since providers give a
 * household all 256 networks of one; for IPv4 again the address.
 */
export function addressSite(address: IpAddress): string {
  return address.kind() === 'ipv4' ? address.toString() : ipv6Network(address, 56)
}

/** The network of an address, and its site if that is different. */
export function addressNetworks(address: IpAddress): string[] {
  return [...new Set([addressNetwork(address), addressSite(address)])]
}

/** The bytes of an address's prefix, in canonical form. */
function ipv6Network(address: IpAddress, bits: 56 | 64): string {
  return address
    .toByteArray()
    .slice(0, bits / 8)
    .map((byte) => byte.toString(16))
    .join(':')
}

const ipv6InUse = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an address can belong to a host on the internet: not private, reserved, or an embedding
 * of another address.
 */
export function isPublicAddress(address: IpAddress): boolean {
  return (
    address.range() === 'unicast' &&
    (address.kind() === 'ipv4' || address.match(ipv6InUse as never))
  )
}

/** The one spelling used in responses, logs and comparisons. */
export function canonicalIpAddress(address: IpAddress): string {
  return address.toString()
}

// A range as wide as the internet is not an allowlist, nor are two halves of it. The widest block
// ever assigned to one owner is a /8 in IPv4, and in IPv6 no owner has more than a /16.
const ipv4PrefixMin = 8
const ipv6PrefixMin = 16

/**
 * An allowlist entry in canonical form: a single address, or a range in CIDR notation with its host
 * bits cleared. Otherwise returns a sentence that says what is wrong.
 */
export function parseAddressRange(text: string): { range: string } | { problem: string } {
  const [base = '', prefix, ...rest] = text.trim().split('/')
  const address = parseIpAddress(base)
  if (!address || rest.length > 0)
    return { problem: `'${text}' is neither an IP address nor a range such as 203.0.113.0/24` }
  const bits = address.kind() === 'ipv4' ? 32 : 128
  if (prefix === undefined) return { range: canonicalIpAddress(address) }
  if (!/^\d{1,3}$/.test(prefix))
    return { problem: `'${text}' has no valid prefix length after the slash` }
  // `::ffff:10.0.0.0/104` is the IPv4 range 10.0.0.0/8 in IPv6 notation.
  const length = Number(prefix) - (base.includes(':') && bits === 32 ? 96 : 0)
  if (length < 0 || length > bits)
    return { problem: `'${text}' has no valid prefix length after the slash` }
  const least = bits === 32 ? ipv4PrefixMin : ipv6PrefixMin
  if (length < least)
    return { problem: `'${text}' admits nearly everyone; the widest range is a /${least}` }
  if (length === bits) return { range: canonicalIpAddress(address) }
  const network =
    bits === 32
      ? ipaddr.IPv4.networkAddressFromCIDR(`${canonicalIpAddress(address)}/${length}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${canonicalIpAddress(address)}/${length}`)
  return { range: `${network.toString()}/${length}` }
}

/** Matches addresses against ranges that `parseAddressRange` made. */
export function addressMatcher(ranges: readonly string[]): (address: IpAddress) => boolean {
  const networks = ranges.map((range) => {
    const [base = '', prefix] = range.split('/')
    const network = parseIpAddress(base)
    if (!network) throw new Error('an address range was stored that cannot be read')
    const fullLength = network.kind() === 'ipv4' ? 32 : 128
    return { network, length: prefix === undefined ? fullLength : Number(prefix) }
  })
  return memoize((address) =>
    networks.some(
      ({ network, length }) =>
        network.kind() === address.kind() && address.match(network as never, length),
    ),
  )
}
