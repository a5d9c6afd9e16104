import { type IpAddress, parseIpAddress } from '../values/ip-address.ts'

/**
 * What a trusted proxy reports about the viewer, from the first of these headers that it sends;
 * from any other peer, the headers are ignored.
 */
export function proxyHeader(
  peer: string | undefined,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  names: readonly string[],
  isTrustedProxy: (address: IpAddress) => boolean,
): string | undefined {
  const sent = names.map((name) => headers[name]).find((value) => value !== undefined)
  if (typeof sent !== 'string') return undefined
  const peerAddress = parseIpAddress((peer ?? '').replace(/%.*$/, ''))
  return peerAddress && isTrustedProxy(peerAddress) ? sent : undefined
}

/** Some proxies include the port: `203.0.113.7:4711`, `[2001:db8::7]:4711`. */
function stripPort(entry: string): string {
  const [, v4, v6] =
    /^(?:(\d+\.\d+\.\d+\.\d+):\d{1,5}|\[([^\]]+)\](?::\d{1,5})?)$/.exec(entry) ?? []
  return v4 ?? v6 ?? entry
}

/**
 * The address a request came from: the socket's peer, unless that peer is a trusted proxy;
 * then the right-most entry of `X-Forwarded-For` that is not one. If an entry is not an address,
 * the whole header is ignored and the peer counts: a caller gains nothing by sending junk.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | string[] | undefined,
  isTrustedProxy: (address: IpAddress) => boolean,
): IpAddress | undefined {
  const peerAddress = parseIpAddress((peer ?? '').replace(/%.*$/, ''))
  if (!peerAddress || !isTrustedProxy(peerAddress) || forwardedFor === undefined) return peerAddress
  const entries = String(forwardedFor)
    .split(',')
    .map((entry) => entry.trim())
  let clientCandidate = peerAddress
  for (const entry of entries.reverse()) {
    const address = parseIpAddress(stripPort(entry))
    if (!address) return peerAddress
    clientCandidate = address
    if (!isTrustedProxy(address)) break
  }
  return clientCandidate
}
